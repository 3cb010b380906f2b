/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all subcommands share: exit codes, the one way to fail, some parsing and printing. */
#ifndef TILECHOL_COMMAND_COMMON_H
#define TILECHOL_COMMAND_COMMON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "include/tilechol.h"

enum exit_code {
    EXIT_USAGE = 2,        /* wrong option or argument */
    EXIT_FILE = 3,         /* a file cannot be read or written, or what it holds is wrong or too large */
    EXIT_SHAPE = 4,        /* not square, not symmetric (Hermitian), or a B of another order */
    EXIT_MEMORY = 5,       /* too large for the memory of this machine or device */
    EXIT_NOT_POSITIVE = 6, /* not positive definite */
    EXIT_DEVICE = 7,       /* device or back end missing or failing */
    EXIT_RESIDUAL = 8      /* there is a result, but its residual is too large */
};

/* A scaled residual up to this counts as right: the threshold of LAPACK's testers. */
#define RESIDUAL_LIMIT 30.0

/* The subcommands; argv[0] is "tilechol NAME". */
int command_info(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_bench(int argc, char **argv);

/* Prints the line "tilechol: ..." on stderr and exits with the code. */
_Noreturn void fail(enum exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails with the library's last error; the routine's info decides between EXIT_MEMORY and EXIT_DEVICE. */
_Noreturn void fail_library(const char *routine, int64_t info);

/* Converts "cpu", "gpu" or "gpu:K" to the library's device number; false if it is none of them. */
bool parse_device(const char *text, int *device);

/* Fails with the library's reason if the device is a GPU that cannot be used. */
void require_device(int device);

/* A device's name as the library gives it, in the caller's buffer. */
const char *device_name(int device, char name[128]);

/* Converts the whole text, a decimal number in lowest..highest; false if it is not one. */
bool parse_integer(const char *text, int64_t lowest, int64_t highest, int64_t *value);

/* Seconds of a clock that never steps back. */
double seconds_now(void);

/* The larger one; NaN if either is. */
static inline double larger(double most, double x)
{
    return most == most && !(x <= most) ? x : most;
}

/* Print JSON: a quoted string; a number, or null if it is not finite. */
void json_string(FILE *out, const char *text);
void json_number(FILE *out, double value);

#endif
