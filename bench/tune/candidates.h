/* SPDX-License-Identifier: BSD-3-Clause
 * The candidates of the search for a batched factorisation, and the library, on one batch.
 *
 * A batch repeats DISTINCT matrices, so every member can be checked against LAPACK's factors of these. */
#ifndef BENCH_CANDIDATES_H
#define BENCH_CANDIDATES_H

#include "bench/target/target.h"
#include "include/tilechol.h"

enum {
    MOST_N = 128,
    DISTINCT = 16,
    TEAM_BYTES = 65536,     /* of team memory: every GPU has that */
    SYSTEMS = 16,           /* of a team, at most */
    TILES = 8
};

/* Team memory of a system: its factor's lower triangle, packed, and a diagonal block. */
static inline size_t candidate_room(int n, int panel)
{
    return (size_t)(n * (n + 1) / 2 + panel * panel);
}

/* A kernel of the template: columns of a panel, and rows in a thread's registers. A team has `threads`
 * threads for each of `systems` systems; a has room for whole teams. `twice` writes L^T above L's
 * diagonal too. */
struct candidate {
    int panel, rows;
    void (*factor)(int n, int64_t batch, int threads, int systems, int twice, void *a);
};

/* One type. */
struct candidate_type {
    size_t size;
    double epsilon;
    /* Host memory. a: n x n x DISTINCT matrices; expected: what potrf makes of them by LAPACK; twice:
     * with L^T above the diagonal; b: ones; x: the solutions. */
    void (*make)(int n, void *a, void *expected, void *twice, void *b, void *x);
    /* Members of so many elements: copied from the distinct ones; their largest difference over the
     * largest element. */
    void (*restore)(int64_t elements, int64_t batch, const void *from, void *to);
    double (*check)(int64_t elements, int64_t batch, const void *expected, const void *got);
    /* The library's routine: potrf if b is NULL, else posv. */
    int64_t (*library)(int n, int64_t batch, void *a, void *b, int32_t *info,
                       const tilechol_options *options);
    struct candidate candidates[TILES];
};

/* One compilation. */
struct candidate_target {
    const struct candidate_type *types; /* s, d */
    int (*present)(void);
    void *(*allocate)(size_t bytes);
    void (*release)(void *memory);
    void (*upload)(void *device, const void *host, size_t bytes);
};
extern const struct candidate_target candidate_target_host, candidate_target_gpu;

#endif
