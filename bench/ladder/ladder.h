/* SPDX-License-Identifier: BSD-3-Clause
 * The ladder: what a rung is given and gives back. bench/README.md describes the rungs. */
#ifndef BENCH_LADDER_H
#define BENCH_LADDER_H

#include "bench/ladder/batch.h"

/* One factorisation or, in a rung that solves, one solve. */
struct ladder_run {
    int64_t n;
    int variant;     /* which of the rung's own */
    void *a;         /* on the device: A, n x n, both triangles; then the factor */
    void *b; /* on the device: one right-hand side, then the solution; NULL unless the rung solves */
    double *column; /* n seconds each: the iterations' two parts, of rungs that tell; or NULL */
    double *submatrix;
    double seconds; /* as the rung measures: without changes of layout, with copies if it is about them */
    int64_t info; /* as LAPACK's potrf */
};

typedef void ladder_function(struct ladder_run *run);

enum rung_flags {
    RUNG_TRANSPOSED = 1, /* L^T is in the lower triangle's place: the factor is row-major */
    RUNG_SOLVES = 2,
    RUNG_TELLS = 4, /* the two parts of each iteration */
    RUNG_OVERFLOWS = 8 /* where elements are beyond the root of the largest number */
};

struct rung {
    const char *number, *name, *source;
    ladder_function *run[2]; /* s, d */
    int variant, flags;
    int64_t most; /* the largest n it is meant for; 0: no limit */
};

/* The matrix and the check on the device, by type (s, d). */
struct ladder_matrix {
    size_t size; /* of an element */
    double epsilon; /* LAPACK's */
    void (*fill)(int64_t n, double scale, void *a, void *b);
    /* sums of |(A - L L^T) v|, |A v| and |v|, v random; L's element (i, j) is l[i * rs + j * cs] */
    void (*product)(int64_t n, double scale, const void *l, int64_t rs, int64_t cs, double sums[3]);
    /* (largest |A - L L^T|, its norm1, norm1(A), largest difference to LAPACK's factor, largest in that) */
    void (*compare)(int64_t n, double scale, const void *l, int64_t rs, int64_t cs, double measures[5]);
    /* (norm_inf(b - A x), norm_inf(A), norm_inf(x)) */
    void (*solved)(int64_t n, const void *x, double norms[3]);
};

/* One compilation of the rungs, for the host or for GPUs. */
struct ladder_target {
    const char *name;
    const struct rung *rungs; /* the last one has no name */
    const struct ladder_matrix *matrix;
    const struct batch_target *batch;
    int (*present)(void);
    void *(*allocate)(size_t bytes);
    void (*release)(void *memory);
};
extern const struct ladder_target ladder_target_host, ladder_target_gpu;

#endif
