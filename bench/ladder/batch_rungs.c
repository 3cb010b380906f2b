/* SPDX-License-Identifier: BSD-3-Clause
 * Rung 4 of one compilation. */
#include "bench/ladder/batch.h"
#include "include/tilechol.h"

#define FN_SIDE_(a, b) BENCH_JOIN(a, b)
#define FN_SIDE(name)  FN_SIDE_(FN(name), TILE_SIDE)

#define TEMPLATE       "bench/ladder/element.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/4_check.inc"
#include "bench/target/each_real.h"

#define TILE_SIDE 1
#define TEMPLATE  "bench/ladder/4_batched.inc"
#include "bench/target/each_real.h"
#undef TILE_SIDE
#define TILE_SIDE 2
#define TEMPLATE  "bench/ladder/4_batched.inc"
#include "bench/target/each_real.h"
#undef TILE_SIDE
#define TILE_SIDE 4
#define TEMPLATE  "bench/ladder/4_batched.inc"
#include "bench/target/each_real.h"
#undef TILE_SIDE

#define TEMPLATE "bench/ladder/4_library.inc"
#include "bench/target/each_real.h"

#define OF(letter, name)     BENCH_JOIN4(bench_, letter, name, BENCH_SUFFIX)
#define KERNEL(letter, side) BENCH_JOIN(OF(letter, batch), side)
#define LIBRARY(letter)                                                                       \
    {OF(letter, library_strided), OF(letter, library_interleaved), OF(letter, library_solve), \
     OF(letter, library_posv), OF(letter, library_both)}
#define FUNCTIONS(letter, type)                                                                  \
    {                                                                                            \
        sizeof(type), OF(letter, batch_fill), OF(letter, batch_check), OF(letter, batch_solved), \
            LIBRARY(letter),                                                                     \
        {                                                                                        \
            KERNEL(letter, 1), KERNEL(letter, 2), KERNEL(letter, 4)                              \
        }                                                                                        \
    }

static const struct batch_functions types[2] = {FUNCTIONS(s, float), FUNCTIONS(d, double)};

#if BENCH_HOST
#define PEERS NULL
#else
extern const struct batch_peer batch_cublas[];
#define PEERS batch_cublas
#endif

const struct batch_target BENCH_NAME(batch_target) = {types, PEERS, target_allocate, target_release,
                                                      target_upload};
