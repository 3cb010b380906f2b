/* SPDX-License-Identifier: BSD-3-Clause
 * The rungs, and the matrix with its checks, of one compilation. */
#include "bench/ladder/ladder.h"
#include "include/tilechol.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

/* Rung 1: the padding of columns, and what a team takes of them; the order of blocks, and how many of
 * them a team takes; how many elements of a block a thread takes. */
enum { LOCAL_PAD = 32, LOCAL_ROWS = 128, LOCAL_COLUMNS = 16 };
enum { BLOCK = 64, STRIP = 4 };
enum { MICRO_ROWS = 8, MICRO_COLUMNS = 4, ACROSS = BLOCK / MICRO_ROWS, DOWN = BLOCK / MICRO_COLUMNS };

/* Where element q of thread r is: neighbouring threads, or a CPU's vector, read neighbours. */
#define MICRO_ROW(r, q)    (TEAM > 1 ? (r) + (q) * ACROSS : (r) * MICRO_ROWS + (q))
#define MICRO_COLUMN(c, q) ((c) + (q) * DOWN)

/* Rung 2: the assignment's approaches. */
enum {
    COURSE_SHARED = 1, /* the pivot row in team memory                            */
    COURSE_TILING = 2, /* COURSE_TILE elements of it at a time                    */
    COURSE_STRIDE = 4, /* a fixed number of teams, which take further rows        */
    COURSE_NOWAIT = 8, /* regions chained as tasks: its streams                   */
    COURSE_PINNED = 16, /* the copies are from and to pinned memory                */
    COURSE_MAPPED = 32, /* no copies: the device works on pinned memory of the host */
    COURSE_MANAGED = 64, /* no copies: pages move                                  */
    COURSE_LOOP = 128, /* PolyBench's own loop                                    */
    COURSE_TILE = 256,
    COURSE_TEAMS = 132
};

/* Rung 5 */
enum {
    HYBRID_OVERLAP = 1,
    HYBRID_INVERSE = 2,
    HYBRID_DYNAMIC = 4,
    HYBRID_ONE_REGION = 8,
    HYBRID_COPY_END = 16,
    HYBRID_COPY_COLUMNS = 32,
    HYBRID_WIDTH = 256,
    HYBRID_MOST = 512
};

static void ladder_tell(struct ladder_run *run, int64_t iteration, double column, double submatrix)
{
    if (run->column) {
        run->column[iteration] = column;
        run->submatrix[iteration] = submatrix;
    }
}

#define TEMPLATE "bench/ladder/element.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/matrix.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_columns.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_01_naive.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_02_parallel.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_03_no_root.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_04_local.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_blocks.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_05_blocked.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_06_several.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_07_staged.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/1_substitution.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/2_course.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/3_sycl.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/5_hybrid.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/ladder/library.inc"
#include "bench/target/each_real.h"

#define RUN_OF(letter, name) BENCH_JOIN4(bench_, letter, name, BENCH_SUFFIX)
#define RUN(name)            {RUN_OF(s, name), RUN_OF(d, name)}
#if BENCH_HOST
#define TARGET_NAME "cpu"
#else
#define TARGET_NAME "gpu"
#endif

#define THESIS "SYCL Cholesky for PLSSVM"
#define COURSE "CUDA course"
#define ROUNDS "SYCL DPC++"
#define HYBRID "Hybrid CPU+GPU"

const struct rung BENCH_NAME(ladder_rungs)[] = {
    {"1", "01 naive", THESIS, RUN(naive), 0, RUNG_TELLS, 0},
    {"1", "02 simple parallel", THESIS, RUN(parallel), 0, RUNG_TELLS, 0},
    {"1", "03 without square root", THESIS, RUN(no_root), 0, RUNG_TELLS | RUNG_OVERFLOWS, 0},
    {"1", "04 local memory", THESIS, RUN(local), 0, RUNG_TELLS, 0},
    {"1", "05 simple blocked", THESIS, RUN(blocked), 0, RUNG_TELLS, 0},
    {"1", "06 several blocks a team", THESIS, RUN(several), 0, RUNG_TELLS, 0},
    {"1", "07 one operand staged", THESIS, RUN(staged), 0, RUNG_TELLS, 0},
    {"1", "substitution", THESIS, RUN(substitution), 0, RUNG_SOLVES, 0},
    {"2", "PolyBench loop", COURSE, RUN(course), COURSE_LOOP, RUNG_TRANSPOSED, 4000},
    {"2", "plain", COURSE, RUN(course), 0, RUNG_TRANSPOSED, 4000},
    {"2", "shared", COURSE, RUN(course), COURSE_SHARED, RUNG_TRANSPOSED, 4000},
    {"2", "shared, stride", COURSE, RUN(course), COURSE_SHARED | COURSE_STRIDE, RUNG_TRANSPOSED, 4000},
    {"2", "shared, tiling", COURSE, RUN(course), COURSE_SHARED | COURSE_TILING, RUNG_TRANSPOSED, 4000},
    {"2", "shared, streams", COURSE, RUN(course), COURSE_SHARED | COURSE_NOWAIT, RUNG_TRANSPOSED, 4000},
    {"2", "shared, pinned", COURSE, RUN(course), COURSE_SHARED | COURSE_PINNED, RUNG_TRANSPOSED, 4000},
    {"2", "shared, managed", COURSE, RUN(course), COURSE_SHARED | COURSE_MANAGED, RUNG_TRANSPOSED, 4000},
    {"2", "shared, mapped", COURSE, RUN(course), COURSE_SHARED | COURSE_MAPPED, RUNG_TRANSPOSED, 1024},
    {"3", "rounds", ROUNDS, RUN(rounds), 0, 0, 1024},
    {"5", "substitution, no overlap", HYBRID, RUN(hybrid), 0, 0, 0},
    {"5", "inverse, no overlap", HYBRID, RUN(hybrid), HYBRID_INVERSE, 0, 0},
    {"5", "inverse, one GPU region", HYBRID, RUN(hybrid), HYBRID_INVERSE | HYBRID_ONE_REGION, 0, 0},
    {"5", "inverse, overlap", HYBRID, RUN(hybrid), HYBRID_INVERSE | HYBRID_OVERLAP, 0, 0},
    {"5", "inverse, overlap, dynamic", HYBRID, RUN(hybrid), HYBRID_INVERSE | HYBRID_OVERLAP | HYBRID_DYNAMIC,
     0, 0},
    {"5", "overlap, copied at the end", HYBRID, RUN(hybrid),
     HYBRID_INVERSE | HYBRID_OVERLAP | HYBRID_COPY_END, 0, 0},
    {"5", "overlap, copied by columns", HYBRID, RUN(hybrid),
     HYBRID_INVERSE | HYBRID_OVERLAP | HYBRID_COPY_COLUMNS, 0, 0},
    {"library", "potrf", "tilechol", RUN(library), 0, 0, 0},
    {"library", "potrs", "tilechol", RUN(library_solve), 0, RUNG_SOLVES, 0},
    {0}};

const struct ladder_matrix BENCH_NAME(ladder_matrix)[2] = {
    {sizeof(float), FLT_EPSILON / 2, RUN_OF(s, fill), RUN_OF(s, product), RUN_OF(s, compare),
     RUN_OF(s, solved)},
    {sizeof(double), DBL_EPSILON / 2, RUN_OF(d, fill), RUN_OF(d, product), RUN_OF(d, compare),
     RUN_OF(d, solved)}};

const struct ladder_target BENCH_NAME(ladder_target) = {TARGET_NAME,
                                                        BENCH_NAME(ladder_rungs),
                                                        BENCH_NAME(ladder_matrix),
                                                        &BENCH_NAME(batch_target),
                                                        target_present,
                                                        target_allocate,
                                                        target_release};
