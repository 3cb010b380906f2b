/* SPDX-License-Identifier: BSD-3-Clause
 * A kernel fails on an NVIDIA GPU. The call returns an error, as do all later ones that would work
 * there; the CPU goes on working, and nothing ends the program. The process has then lost the GPU, so
 * each case is a process of its own: this program, run again with the case's number. Without an NVIDIA
 * GPU it says so and exits with 77. */
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/check.h"

/* With APART as leading dimension or stride, a matrix's second column, or the second member,
 * lies outside all memory. */
enum { N = 64, LARGE = 3000, MEMBERS = 2000 };
static const int64_t APART = (int64_t)1 << 36;

static int64_t bad_potrf(double *a)
{
    return tilechol_dpotrf(TILECHOL_LOWER, N, a, APART, NULL);
}

static int64_t bad_large(double *a)
{
    return tilechol_dpotrf(TILECHOL_UPPER, LARGE, a, APART, NULL);
}

static int64_t bad_posv(double *a)
{
    return tilechol_dposv(TILECHOL_LOWER, N, 1, a, APART, a, N, NULL);
}

static int64_t bad_potrs(double *a)
{
    return tilechol_dpotrs(TILECHOL_LOWER, LARGE, 1, a, APART, a, LARGE, NULL);
}

static int64_t bad_trtrs(double *a)
{
    return tilechol_dtrtrs(TILECHOL_LOWER, TILECHOL_NO_TRANS, TILECHOL_NON_UNIT, N, 1, a, APART, a, N, NULL);
}

static int64_t bad_potri(double *a)
{
    return tilechol_dpotri(TILECHOL_LOWER, N, a, APART, NULL);
}

static int64_t bad_lauum(double *a)
{
    return tilechol_dlauum(TILECHOL_LOWER, N, a, APART, NULL);
}

static int64_t bad_batch(double *a)
{
    static int32_t info[MEMBERS];
    return tilechol_dpotrf_strided(TILECHOL_LOWER, 8, a, 8, APART, info, MEMBERS, NULL);
}

static int64_t bad_factor(double *a)
{
    tilechol_dfactor *factor = NULL;
    return tilechol_dfactor_create(TILECHOL_LOWER, N, a, APART, NULL, &factor);
}

static const struct {
    const char *name;
    int64_t (*run)(double *a);
} cases[] = {{"potrf", bad_potrf}, {"potrf, large", bad_large}, {"posv", bad_posv},
             {"potrs", bad_potrs}, {"trtrs", bad_trtrs},        {"potri", bad_potri},
             {"lauum", bad_lauum}, {"batch", bad_batch},        {"factor", bad_factor}};

/* ---- a case, in its process: exits with 0 or with what went wrong ------------------------------ */

enum { GOOD, NO_MEMORY, GOOD_ONE_FAILS, BAD_ONE_DOES_NOT, NEXT_DOES_NOT, HOST_DATA_DOES_NOT, CPU_FAILS };

static int64_t factor_on(int device, double *a)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = device;
    return tilechol_dpotrf(TILECHOL_LOWER, 2, a, 2, &options);
}

static int run_case(int number)
{
    const double image[4] = {4, 1, 1, 3};
    double host[4], *a = device_memory_open(0) ? NULL : device_memory_allocate(LARGE * sizeof *a);
    memcpy(host, image, sizeof host);
    if (!a || device_memory_write(a, image, sizeof image))
        return NO_MEMORY;
    if (tilechol_dpotrf(TILECHOL_LOWER, 2, a, 2, NULL))
        return GOOD_ONE_FAILS;
    if (cases[number].run(a) != TILECHOL_ERROR_DEVICE)
        return BAD_ONE_DOES_NOT;
    if (tilechol_dpotrf(TILECHOL_LOWER, 2, a, 2, NULL) != TILECHOL_ERROR_DEVICE)
        return NEXT_DOES_NOT;
    if (factor_on(0, host) != TILECHOL_ERROR_DEVICE)
        return HOST_DATA_DOES_NOT;
    memcpy(host, image, sizeof host);
    return factor_on(TILECHOL_DEVICE_CPU, host) || host[0] != 2 ? CPU_FAILS : GOOD;
}

/* ---- the test ---------------------------------------------------------------------------------- */

static const char *program;

static int run_again(int number)
{
    char text[16];
    int status = 0;
    snprintf(text, sizeof text, "%d", number);
    const pid_t child = fork();
    CHECK(child >= 0, "no process");
    if (child == 0) {
        execlp(program, program, text, (char *)NULL);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child, "no end");
    return status;
}

static void failures_are_reported(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(cases); k++) {
        const int status = run_again(k);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == GOOD, "%s: %s %d", cases[k].name,
              WIFEXITED(status) ? "step" : "signal",
              WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failures_are_reported)};
    const int gpus = tilechol_gpu_count();
    program = arguments[0];
    if (count > 1)
        return run_case(atoi(arguments[1]));
    if (gpus < 1 || !dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
        fprintf(stderr, "skipped: it takes an NVIDIA GPU\n");
        return 77;
    }
    return cmocka_run_group_tests_name("fault", tests, NULL, NULL);
}
