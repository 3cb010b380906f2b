/* SPDX-License-Identifier: BSD-3-Clause
 * Least-squares support vector machines as PLSSVM states them. For points x_1..x_m, n = m - 1, with
 * q_i = k(x_i, x_m) and QA = k(x_m, x_m) + 1/C:
 *
 *   Q_ij = k(x_i, x_j) + delta_ij / C + QA - q_i - q_j     b_i = y_i - y_m     Q a = b
 *   alpha = (a, -sum a)     bias = y_m + QA sum(a) - q'a     f(x) = sum_i alpha_i k(x_i, x) + bias
 *
 * With several classes there is one b for each, "this class or not", and the largest f decides. */
#ifndef BENCH_LSSVM_H
#define BENCH_LSSVM_H

#include "bench/target/target.h"

enum { MOST_CLASSES = 10 };

enum lssvm_kernel { LINEAR, POLYNOMIAL, RBF, KERNELS };

/* Points of unit-scaled features, feature by feature: x[f * points + i]. */
struct lssvm_points {
    int64_t count;
    double *x;
    int *label;
};

struct lssvm_data {
    int64_t features;
    int classes; /* right-hand sides; 1: labels are 0 and 1 */
    struct lssvm_points train, test;
};

struct lssvm_model {
    enum lssvm_kernel kernel;
    double gamma, coef0, cost;
    int degree;
};

enum lssvm_solver { CHOLESKY, CG };

struct lssvm_run {
    const struct lssvm_data *data;
    struct lssvm_model model;
    enum lssvm_solver solver;
    double jitter;  /* of Cholesky */
    double epsilon; /* of CG: |r| <= epsilon |r0| */
    /* results */
    int64_t info, iterations;
    double assembly_seconds, solve_seconds;
    double residual; /* the largest |b - Q a| / |b|, sums in double */
    double accuracy; /* on the test points */
    double *a;       /* n x classes, on the host, the caller's to free */
};

typedef void lssvm_function(struct lssvm_run *run);

/* One compilation of the regions; by type (s, d). */
struct lssvm_target {
    const char *name;
    int (*present)(void);
    lssvm_function *train[2];
};
extern const struct lssvm_target lssvm_target_host, lssvm_target_gpu;

/* Frobenius norm of L - chol(L L^T) in s or d, for a random L of order n with its diagonal in [0.5, 2]
 * and the rest in [-1, 1]. NaN if the factorisation failed; info is the factorisation's. */
double lssvm_factor_error(int type, int64_t n, double jitter, uint64_t seed, int64_t *info);

/* data.c: points from a file that digits.py has written, or generated ones. */
struct lssvm_data lssvm_read(const char *path);
struct lssvm_data lssvm_planes(int64_t train, int64_t test, int64_t features, uint64_t seed);
void lssvm_free(struct lssvm_data *data);
double lssvm_random(uint64_t *state); /* uniform in [0, 1) */

#endif
