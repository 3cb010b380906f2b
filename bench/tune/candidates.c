/* SPDX-License-Identifier: BSD-3-Clause
 * The candidates of one compilation, all of one template. */
#include "bench/tune/candidates.h"

#include <lapacke.h>

#define TEMPLATE "bench/ladder/element.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/tune/data.inc"
#include "bench/target/each_real.h"

#define FN_TILE(name) BENCH_JOIN4(FN(name), PANEL, x, ROWS)
#define PANEL         2
#include "bench/tune/candidate_tiles.inc"
#define PANEL 4
#include "bench/tune/candidate_tiles.inc"
#define PANEL 6
#include "bench/tune/candidate_tiles.inc"
#define PANEL 8
#include "bench/tune/candidate_tiles.inc"

#define OF(letter, name)          BENCH_JOIN4(bench_, letter, name, BENCH_SUFFIX)
#define TILE(letter, panel, rows) {panel, rows, BENCH_JOIN4(OF(letter, factor), panel, x, rows)}
#define TYPE(letter, type, epsilon)                                                            \
    {                                                                                          \
        sizeof(type), epsilon, OF(letter, make), OF(letter, restore), OF(letter, check),       \
            OF(letter, library),                                                               \
        {                                                                                      \
            TILE(letter, 2, 1), TILE(letter, 2, 2), TILE(letter, 4, 1), TILE(letter, 4, 2),    \
                TILE(letter, 6, 1), TILE(letter, 6, 2), TILE(letter, 8, 1), TILE(letter, 8, 2) \
        }                                                                                      \
    }

static const struct candidate_type types[2] = {TYPE(s, float, FLT_EPSILON), TYPE(d, double, DBL_EPSILON)};

const struct candidate_target BENCH_NAME(candidate_target) = {types, target_present, target_allocate,
                                                              target_release, target_upload};
