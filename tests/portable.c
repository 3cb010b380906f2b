/* SPDX-License-Identifier: BSD-3-Clause
 * In every type: residuals of potrf, potrs and potri, potrf's bits on several threads and its info.
 * Needs only the library and the C library, for targets without cmocka and LAPACK, such as those that
 * run in an emulator. Prints what is wrong, and then exits with 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilechol.h"

enum { PAD = 3, RHS = 50 };
static const double THRESHOLD = 30; /* as in LAPACK's own test programs */
static const int64_t sizes[] = {1, 2, 3, 7, 13, 16, 17, 31, 48, 49, 95, 96, 97, 145, 200};
static const tilechol_uplo both_uplo[] = {TILECHOL_LOWER, TILECHOL_UPPER};

static int checks, wrong;

static void check(char type, const char *what, tilechol_uplo uplo, int64_t n, double ratio)
{
    ++checks;
    if (ratio < THRESHOLD)
        return;
    ++wrong;
    printf("%c %s, %s, n=%lld: %g\n", type, what, uplo == TILECHOL_LOWER ? "lower" : "upper", (long long)n,
           ratio);
}

/* The larger one; NaN if either is. */
static double larger(double most, double x)
{
    return most == most && !(x <= most) ? x : most;
}

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory) {
        printf("out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* Numbers in [-0.5, 0.5), always the same ones. */
static double next_number(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)state * 0x1p-64;
}

#define TEMPLATE "tests/portable.inc"
#include "src/types/each_type.h"

int main(void)
{
    for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); ++k)
        for (int u = 0; u < 2; ++u) {
            tlc_sportable(both_uplo[u], sizes[k]);
            tlc_dportable(both_uplo[u], sizes[k]);
            tlc_cportable(both_uplo[u], sizes[k]);
            tlc_zportable(both_uplo[u], sizes[k]);
        }
    printf("%d checks, %d wrong\n", checks, wrong);
    return wrong != 0;
}
