/* SPDX-License-Identifier: BSD-3-Clause
 * The documented use from C: a single call, a kept factor, an indefinite matrix, a bad argument. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tilechol.h>

enum { N = 200 };

static int failures;

static void expect(int truth, const char *what)
{
    if (!truth) {
        printf("FAILED: %s (%s)\n", what, tilechol_last_error());
        ++failures;
    }
}

/* 2 on the diagonal, -1 beside it: x = ones gives b = (1, 0, ..., 0, 1) */
static void fill(double *a, double *b)
{
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            a[i + j * N] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0;
    for (int i = 0; i < N; ++i)
        b[i] = i == 0 || i == N - 1;
}

static double distance_from_ones(const double *x)
{
    double worst = 0;
    for (int i = 0; i < N; ++i)
        if (worst == worst && !(fabs(x[i] - 1) <= worst))
            worst = fabs(x[i] - 1);
    return worst;
}

int main(void)
{
    double *a = malloc(sizeof *a * N * N), b[N], logdet = 0, rcond = 0;
    tilechol_dfactor *factor = NULL;
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = TILECHOL_DEVICE_CPU;
    if (!a)
        return 1;

    fill(a, b);
    expect(tilechol_dposv(TILECHOL_LOWER, N, 1, a, N, b, N, NULL) == 0, "dposv");
    expect(distance_from_ones(b) < 1e-9, "dposv: x");

    fill(a, b);
    expect(tilechol_dfactor_create(TILECHOL_UPPER, N, a, N, &options, &factor) == 0, "dfactor_create");
    expect(tilechol_dfactor_solve(factor, 1, b, N) == 0, "dfactor_solve");
    expect(distance_from_ones(b) < 1e-9, "dfactor_solve: x");
    expect(tilechol_dfactor_logdet(factor, &logdet) == 0, "dfactor_logdet");
    expect(fabs(logdet - log(N + 1.0)) < 1e-9, "dfactor_logdet: log(n + 1)");
    expect(tilechol_dfactor_rcond(factor, &rcond) == 0, "dfactor_rcond");
    expect(rcond > 1e-5 && rcond < 1e-3, "dfactor_rcond: about 2 / n^2");
    tilechol_dfactor_destroy(factor);

    a[7 + 7 * N] = -1;
    expect(tilechol_dpotrf(TILECHOL_LOWER, N, a, N, &options) == 8, "dpotrf: not positive definite");
    expect(tilechol_dpotrf(TILECHOL_LOWER, N, a, N - 1, NULL) == -4, "dpotrf: lda");
    expect(tilechol_last_error()[0] != '\0', "last_error");
    free(a);
    printf("tilechol %s from C: %s\n", tilechol_version(), failures ? "failed" : "passed");
    return failures != 0;
}
