/* SPDX-License-Identifier: BSD-3-Clause
 * A LAPACKE program. Prints one line per result, with all digits of its numbers. */
#include <lapacke.h>
#include <math.h>
#include <stdio.h>

enum { N = 150, NRHS = 3 };

static double a[N * N], b[N * NRHS], x[N * NRHS];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i * N + j] = exp(-abs(i - j) / 40.0) + (i == j);
        }
        for (int j = 0; j < NRHS; j++) {
            b[i * NRHS + j] = x[i * NRHS + j] = sin(i + j);
        }
    }
}

static void say(const char *name, lapack_int info)
{
    double sum = 0, weighted = 0;
    for (int i = 0; i < N * NRHS; i++) {
        sum += b[i];
        weighted += b[i] * (i % 7) + x[i];
    }
    printf("%s %d %.17g %.17g %.17g %.17g\n", name, (int)info, sum, weighted, a[N + 3], a[3 * N + 1]);
}

int main(void)
{
    const int layouts[] = {LAPACK_COL_MAJOR, LAPACK_ROW_MAJOR};
    for (int l = 0; l < 2; l++) {
        const int layout = layouts[l], ldb = l ? NRHS : N;
        lapack_int steps = 0;
        fill();
        say("dpotrf", LAPACKE_dpotrf(layout, 'U', N, a, N));
        say("dpotrs", LAPACKE_dpotrs(layout, 'U', N, NRHS, a, N, b, ldb));
        say("dpotri", LAPACKE_dpotri(layout, 'U', N, a, N));
        fill();
        say("dposv", LAPACKE_dposv(layout, 'L', N, NRHS, a, N, b, ldb));
        fill();
        say("dsposv", LAPACKE_dsposv(layout, 'L', N, NRHS, a, N, b, ldb, x, ldb, &steps));
        say("refused", LAPACKE_dpotrf(layout, 'U', N, a, N - 1));
        a[5 * N + 5] = -1;
        printf("indefinite %d\n", (int)LAPACKE_dposv(layout, 'U', N, NRHS, a, N, b, ldb));
        a[0] = NAN;
        printf("NaN %d\n", (int)LAPACKE_dpotrf(layout, 'U', N, a, N));
    }
    return 0;
}
