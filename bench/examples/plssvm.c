/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How PLSSVM can call tilechol where it calls its CG. PLSSVM has the reduced system's matrix as LAPACK's
 * packed lower triangle of order n + PADDING with a zero tail. This program makes such a matrix (rbf
 * kernel, system as in bench/lssvm/lssvm.h) and needs nothing of PLSSVM's. It checks the whole system,
 *
 *   sum_j k(x_i, x_j) alpha_j + alpha_i / C + bias = y_i     sum_i alpha_i = 0 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <tilechol.h>

enum { POINTS = 500, FEATURES = 6, N = POINTS - 1, PADDING = 32, ORDER = N + PADDING };
static const double cost = 10, gamma_ = 1.0 / FEATURES;

/* The call: solves Q X = B for all right-hand sides; b is B on entry and X on return. packed and b may
 * be in a GPU's memory. Returns LAPACK's info. */
static int64_t solve_lssvm(int64_t n, int64_t padding, const double *packed, int64_t nrhs, double *b)
{
    tilechol_dfactor *factor;
    int64_t info = tilechol_dfactor_create_packed(TILECHOL_LOWER, n, n + padding, 1, packed, NULL, &factor);
    if (info)
        return info;
    info = tilechol_dfactor_solve(factor, nrhs, b, n);
    tilechol_dfactor_destroy(factor);
    return info;
}

static double points[POINTS][FEATURES], y[POINTS];

static double kernel(int i, int j)
{
    double sum = 0;
    for (int f = 0; f < FEATURES; ++f)
        sum += (points[i][f] - points[j][f]) * (points[i][f] - points[j][f]);
    return exp(-gamma_ * sum);
}

static void make_points(void)
{
    uint32_t state = 7;
    for (int i = 0; i < POINTS; ++i) {
        double side = 0;
        for (int f = 0; f < FEATURES; ++f) {
            state = state * 1664525u + 1013904223u;
            points[i][f] = (double)state / 2147483648.0 - 1;
            side += f % 2 ? points[i][f] : -points[i][f];
        }
        y[i] = side > 0 ? 1 : -1;
    }
}

/* Column by column from the diagonal down: each of N columns ends with PADDING zeros, then come PADDING
 * columns of zeros. */
static void assemble(double *packed)
{
    const double qa = kernel(N, N) + 1 / cost;
    for (int j = 0; j < ORDER; ++j)
        for (int i = j; i < ORDER; ++i)
            *packed++ =
                i >= N || j >= N ? 0 : kernel(i, j) + (i == j) / cost + qa - kernel(i, N) - kernel(j, N);
}

/* The larger one; NaN if either is. */
static double larger(double most, double x)
{
    return most == most && !(x <= most) ? x : most;
}

/* The largest residual of the whole system. */
static double residual(const double *alpha, double bias)
{
    double worst = 0, sum = 0;
    for (int i = 0; i < POINTS; ++i) {
        double value = alpha[i] / cost + bias - y[i];
        for (int j = 0; j < POINTS; ++j)
            value += kernel(i, j) * alpha[j];
        worst = larger(worst, fabs(value));
        sum += alpha[i];
    }
    return larger(worst, fabs(sum));
}

int main(void)
{
    double *packed = malloc(sizeof(double[ORDER * (ORDER + 1) / 2])), alpha[POINTS], bias = 0;
    if (!packed)
        return 2;
    make_points();
    assemble(packed);
    for (int i = 0; i < N; ++i)
        alpha[i] = y[i] - y[N];
    const int64_t info = solve_lssvm(N, PADDING, packed, 1, alpha);
    free(packed);
    if (info) {
        fprintf(stderr, "tilechol: %lld (%s)\n", (long long)info, tilechol_last_error());
        return 2;
    }
    alpha[N] = 0;
    for (int i = 0; i < N; ++i) {
        alpha[N] -= alpha[i];
        bias += (kernel(N, N) + 1 / cost - kernel(i, N)) * alpha[i];
    }
    bias += y[N];
    const double worst = residual(alpha, bias);
    printf("bias %.6f, largest residual of the whole system %.3g %s\n", bias, worst,
           worst < 1e-11 ? "passed" : "FAILED");
    return fflush(stdout) || !(worst < 1e-11); /* a verdict that could not be written is none */
}
