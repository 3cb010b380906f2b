/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol: the command. Each subcommand lives in its own file. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "src/command/common.h"

struct subcommand {
    const char *name;
    char *full_name;
    int (*run)(int argc, char **argv);
    const char *summary;
};

static const struct subcommand subcommands[] = {
    {"info", "tilechol info", command_info, "show the version, the back ends and the devices"},
    {"solve", "tilechol solve", command_solve, "solve A x = b for an A in a Matrix Market file"},
    {"bench", "tilechol bench", command_bench, "measure a routine and compare it with other libraries"},
};
#define SUBCOMMANDS (sizeof subcommands / sizeof *subcommands)

static void print_help(FILE *out)
{
    fputs("Usage: tilechol COMMAND [ARGUMENT...]\n"
          "Cholesky factorisation and solves of symmetric (Hermitian) positive definite systems.\n\n",
          out);
    for (size_t k = 0; k < SUBCOMMANDS; k++)
        fprintf(out, "  %-8s %s\n", subcommands[k].name, subcommands[k].summary);
    fputs("\n'tilechol COMMAND --help' describes a command; 'tilechol --version' prints the version.\n"
          "Exit status: 0 success, 2 usage, 3 file, 4 not square, not symmetric or unlike B, 5 memory,\n"
          "6 not positive definite, 7 device or back end, 8 residual too large.\n",
          out);
}

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    fprintf(out, "tilechol %s\n", tilechol_version());
}

/* Output that could not be written (a full disk) is a failure too. Called by exit(), which argp calls itself
 * after --help; exit() must not be called again from here. */
static void check_output(void)
{
    if (!fflush(stdout) && !ferror(stdout))
        return;
    fprintf(stderr, "tilechol: cannot write to the standard output: %s\n", strerror(errno));
    _exit(EXIT_FILE);
}

int main(int argc, char **argv)
{
    atexit(check_output);
    argp_err_exit_status = EXIT_USAGE;
    argp_program_version_hook = print_version;
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return 0;
    }
    if (!strcmp(argv[1], "--version")) {
        print_version(stdout, NULL);
        return 0;
    }
    for (size_t k = 0; k < SUBCOMMANDS; k++) {
        if (!strcmp(argv[1], subcommands[k].name)) {
            argv[1] = subcommands[k].full_name;
            return subcommands[k].run(argc - 1, argv + 1);
        }
    }
    fail(EXIT_USAGE, "'%s' is not a command; the commands are info, solve and bench", argv[1]);
}
