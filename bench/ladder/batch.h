/* SPDX-License-Identifier: BSD-3-Clause
 * Rung 4: many small factorisations at once. */
#ifndef BENCH_BATCH_H
#define BENCH_BATCH_H

#include "bench/target/target.h"

enum { BATCH_SIDES = 3 };
static const int batch_sides[BATCH_SIDES] = {1, 2, 4};

/* The library's routines as measured: factor, factor interleaved, solve, posv, factor and solve. */
enum batch_routine { BATCH_POTRF, BATCH_INTERLEAVED, BATCH_POTRS, BATCH_POSV, BATCH_BOTH, BATCH_ROUTINES };

/* The rung's functions of one type, for one compilation. */
struct batch_functions {
    size_t size;
    void (*fill)(int n, int64_t batch, int64_t element, int64_t member, void *a);
    double (*check)(int n, int64_t batch, int64_t element, int64_t member, const void *a);
    double (*solved)(int n, int64_t batch, const void *x);
    int64_t (*library[BATCH_ROUTINES])(int n, int64_t batch, void *a, void *b, int32_t *info);
    void (*factor[BATCH_SIDES])(int n, int64_t batch, int team, int relaxed,
                                void *a); /* by side of the tile */
};

/* cuBLAS's batched LU or QR; data and pointers to members are on the device. run returns 0 on failure. */
struct batch_peer {
    const char *name;
    int (*run)(int type, int n, void *const *members, void *work, int64_t batch);
};

struct batch_target {
    const struct batch_functions *types; /* s, d */
    const struct batch_peer *peers; /* the last has no name; NULL: none */
    void *(*allocate)(size_t bytes);
    void (*release)(void *memory);
    void (*upload)(void *device, const void *host, size_t bytes);
};
extern const struct batch_target batch_target_host, batch_target_gpu;

#endif
