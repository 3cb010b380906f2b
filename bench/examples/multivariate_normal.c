/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The multivariate normal distribution on tilechol's factor handle: samples and log-densities of N(mean, S).
 *
 *   sample       x = mean + L z, S = L L^T, z standard normal
 *   log-density  -(n log(2 pi) + log(det(S)) + (x - mean)^T S^-1 (x - mean)) / 2
 *
 * S is the covariance of a stationary autoregressive process, S(i, j) = s^2 r^|i - j| / (1 - r^2). The
 * density of such a process is also known without S, as a product of one-dimensional ones:
 * x(0) ~ N(0, s^2 / (1 - r^2)) and x(i) given x(i-1) ~ N(r x(i-1), s^2). The program checks its
 * log-densities against that and the covariance of its samples against S, and exits with 1 if either is
 * off. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <tilechol.h>

enum { N = 200, SAMPLES = 4000 };
static const double pi = 3.14159265358979323846, r = 0.8, s = 0.5, mean = 3;

static double uniform(void)
{
    static uint64_t state = 2026;
    uint64_t x = state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return ((double)((x ^ (x >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

/* Box and Muller, "A note on the generation of random normal deviates", 1958. */
static double normal(void)
{
    const double radius = sqrt(-2 * log(uniform()));
    return radius * cos(2 * pi * uniform());
}

static double covariance(int i, int j)
{
    return s * s * pow(r, abs(i - j)) / (1 - r * r);
}

/* x = mean + L z for each column of x, which holds z. */
static void make_samples(const double *l, double *x, int count)
{
    for (int c = 0; c < count; ++c) {
        double *column = x + (size_t)c * N;
        for (int i = N - 1; i >= 0; --i) {
            double sum = 0;
            for (int k = 0; k <= i; ++k)
                sum += l[i + k * N] * column[k];
            column[i] = sum + mean;
        }
    }
}

/* The log-density of each column of x; differences and solved are workspace, N x count. */
static int64_t log_densities(const tilechol_dfactor *factor, const double *x, int count, double *differences,
                             double *solved, double *values)
{
    double logdet;
    for (int e = 0; e < N * count; ++e)
        solved[e] = differences[e] = x[e] - mean;
    int64_t info = tilechol_dfactor_logdet(factor, &logdet);
    if (!info)
        info = tilechol_dfactor_solve(factor, count, solved, N);
    for (int c = 0; c < count; ++c) {
        double form = 0;
        for (int e = c * N; e < (c + 1) * N; ++e)
            form += differences[e] * solved[e];
        values[c] = -0.5 * (N * log(2 * pi) + logdet + form);
    }
    return info;
}

static double log_normal(double x, double variance)
{
    return -0.5 * (log(2 * pi * variance) + x * x / variance);
}

/* The log-density of x, from the process itself. */
static double known_log_density(const double *x)
{
    double sum = log_normal(x[0] - mean, s * s / (1 - r * r));
    for (int i = 1; i < N; ++i)
        sum += log_normal(x[i] - mean - r * (x[i - 1] - mean), s * s);
    return sum;
}

/* The larger one; NaN if either is. */
static double larger(double most, double x)
{
    return most == most && !(x <= most) ? x : most;
}

/* The largest distance of a sample covariance from S(i, j), in its own standard deviations. */
static double worst_covariance(const double *x)
{
    double worst = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = 0;
            for (int c = 0; c < SAMPLES; ++c)
                sum += (x[i + c * N] - mean) * (x[j + c * N] - mean);
            const double expected = covariance(i, j), variance = covariance(i, i);
            const double deviation = sqrt((expected * expected + variance * variance) / SAMPLES);
            worst = larger(worst, fabs(sum / SAMPLES - expected) / deviation);
        }
    return worst;
}

static int check(const char *what, double value, double limit)
{
    printf("%-44s %-10.3g %s\n", what, value, value < limit ? "passed" : "FAILED");
    return !(value < limit);
}

int main(void)
{
    double *sigma = malloc(sizeof(double[N * N])), *l = calloc(N * N, sizeof *l);
    double *x = malloc(sizeof(double[N * SAMPLES])), *differences = malloc(sizeof(double[N * SAMPLES]));
    double *solved = malloc(sizeof(double[N * SAMPLES])), *values = malloc(sizeof(double[SAMPLES]));
    tilechol_dfactor *factor = NULL;
    if (!sigma || !l || !x || !differences || !solved || !values)
        return 2;
    for (int j = 0; j < N; ++j)
        for (int i = j; i < N; ++i)
            sigma[i + j * N] = covariance(i, j);
    int64_t info = tilechol_dfactor_create(TILECHOL_LOWER, N, sigma, N, NULL, &factor);
    if (!info)
        info = tilechol_dfactor_export(factor, TILECHOL_LOWER, l, N);
    for (int e = 0; e < N * SAMPLES; ++e)
        x[e] = normal();
    make_samples(l, x, SAMPLES);
    if (!info)
        info = log_densities(factor, x, SAMPLES, differences, solved, values);
    if (info) {
        fprintf(stderr, "tilechol: %lld (%s)\n", (long long)info, tilechol_last_error());
        return 2;
    }
    double worst = 0;
    for (int c = 0; c < SAMPLES; ++c) {
        const double known = known_log_density(x + (size_t)c * N);
        worst = larger(worst, fabs(values[c] - known) / fabs(known));
    }
    int failures = check("log-density, relative error", worst, 1e-11);
    /* the largest distance of 20100 covariances exceeds 5.5 deviations once in a thousand times */
    failures += check("sample covariances, worst in deviations", worst_covariance(x), 5.5);
    tilechol_dfactor_destroy(factor);
    free(values);
    free(solved);
    free(differences);
    free(x);
    free(l);
    free(sigma);
    return fflush(stdout) || failures; /* a verdict that could not be written is none */
}
