/* SPDX-License-Identifier: BSD-3-Clause
 * Tile sizes and tile arithmetic. The only constants that both sides of a target region share: the
 * host pass and every device pass of a back end must see the same values. */
#ifndef TLC_TILES_H
#define TLC_TILES_H

#include "offload/tuning.h"
#include <stddef.h>
#include <stdint.h>

/* TLC_CREW threads carry one tile together; NB is the side of a tile, by type (tuning.h). On a GPU the
 * generic form's tile and the stages of its operands fit in 64 KB of team memory (NVIDIA's form takes
 * up to 102 KB: two on an sm_90 multiprocessor, one on an sm_80). On a CPU a tile and its operands fit
 * in a core's L2. */
#ifndef TLC_HOST
#define TLC_HOST 0
#endif
/* Whether few right-hand sides have a schedule of their own (solve_few.inc). */
#ifndef TLC_STRIPS
#define TLC_STRIPS (!TLC_HOST)
#endif
#define TLC_STRIP_FEW    8 /* right-hand sides of a strip on NVIDIA, */
#define TLC_STRIP_MOST   16 /* ... of a wide one, */
#define TLC_STRIP_WIDEST 32 /* ... of the widest, and of a part of any */
#if TLC_HOST
#define TLC_CREW 1
#else
#define TLC_CREW 128
#endif
#if TLC_HOST && TLC_FINE_TILES
#define TLC_NB_s TLC_FINE_NB_s
#define TLC_NB_d TLC_FINE_NB_d
#define TLC_NB_c TLC_FINE_NB_c
#define TLC_NB_z TLC_FINE_NB_z
#elif TLC_HOST && !TLC_AMDGCN_TILES /* this is defined by the tests of tile_amdgcn.inc on a host */
#define TLC_NB_s TLC_HOST_NB_s
#define TLC_NB_d TLC_HOST_NB_d
#define TLC_NB_c TLC_HOST_NB_c
#define TLC_NB_z TLC_HOST_NB_z
#else
#define TLC_NB_s TLC_GPU_NB_s
#define TLC_NB_d TLC_GPU_NB_d
#define TLC_NB_c TLC_GPU_NB_c
#define TLC_NB_z TLC_GPU_NB_z
#endif

/* On a GPU everything is inlined into its region: only then does a tile stay in registers. */
#if TLC_HOST
#define TLC_INLINE static inline
#else
#define TLC_INLINE static inline __attribute__((always_inline))
#endif

#define TLC_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if TLC_AMDGCN_TILES /* on a host, where it only has to be right */
#define TLC_UNROLL
#define TLC_UNROLL_BY(n)
#elif defined(__clang__)
#define TLC_UNROLL       TLC_PRAGMA(unroll)
#define TLC_UNROLL_BY(n) TLC_PRAGMA(unroll n)
#define TLC_NOUNROLL     TLC_PRAGMA(nounroll)
#else
#define TLC_UNROLL       TLC_PRAGMA(GCC unroll 64)
#define TLC_UNROLL_BY(n) TLC_PRAGMA(GCC unroll n)
#define TLC_NOUNROLL     TLC_PRAGMA(GCC unroll 1)
#endif

/* Selects elements of two vectors by constant numbers. Before GCC 12 these are a vector of integers of
 * the same width. */
#if __has_builtin(__builtin_shufflevector)
#define TLC_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define TLC_AS_WIDE(a) __typeof__(__builtin_choose_expr(sizeof((a)[0]) == 8, (int64_t)0, (int32_t)0))
#define TLC_SHUFFLE(a, b, ...) \
    __builtin_shuffle(a, b, (TLC_AS_WIDE(a) __attribute__((vector_size(sizeof(a))))){__VA_ARGS__})
#endif

#define TLC_JOIN_(a, b) a##b
#define TLC_JOIN(a, b)  TLC_JOIN_(a, b)
#define NB              TLC_JOIN(TLC_NB_, TYPE_LETTER)
#define TILE            ((size_t)NB * NB) /* elements of a tile */
#define FINE_FROM_N     TLC_JOIN(TLC_FINE_FROM_N_, TYPE_LETTER)
#define HAS_TWINS       (!TYPE_COMPLEX || TYPE_DOUBLE) /* in c tasks of two tiles are faster (tuning.h) */
/* HALVES_ON_NVPTX: on NVIDIA packed tiles below the diagonal are in halves, in an FP32 factorisation
 * that defines TLC_HALVES (tile_nvptx_halves.inc). It is the same in all passes of a compilation, for
 * sizes that the host must know. HALVES_HERE: the same in NVIDIA's own pass, 0 in the others, for code. */
#ifndef TLC_HALVES
#define TLC_HALVES 0
#endif
#define HALVES_ON_NVPTX (TLC_HALVES && !TYPE_DOUBLE && !TYPE_COMPLEX)
#if defined(__NVPTX__)
#define HALVES_HERE HALVES_ON_NVPTX
#else
#define HALVES_HERE 0
#endif

/* The diagonal blocks whose inverses replace divisions are IB x IB. A tile's inverses take NB x IB
 * elements, block after block; on a GPU a mark of them is behind these (tile_grown), in 128 bytes, which
 * keep what follows aligned to lines of the cache. */
enum { IB = 16 };
#define INVERSES ((size_t)NB * IB + (TLC_HOST ? 0 : 128 / sizeof(elem_t)))
/* A solve by such inverses is less stable than substitution. A step of refinement, which adds the residual
 * times the inverse, makes up for that. ALWAYS: in each block. GROWN: where the tile is marked; a form
 * without marks refines each block. NEVER: nowhere, which is enough for some inverses. */
enum { TLC_REFINE_ALWAYS, TLC_REFINE_GROWN, TLC_REFINE_NEVER };

/* tile_nvptx.inc: the leading dimension of a tile in team memory, by type, such that a warp's fragments
 * fall in different banks; and the elements of team memory that it needs, which it checks itself. These
 * are for stages of three operands and later, in the same place, for two tiles, inverses and the
 * columns that a warp's lanes exchange. */
#define TLC_NVPTX_LD_s 72
#define TLC_NVPTX_LD_d 68
#define TLC_NVPTX_LD_c 36
#define TLC_NVPTX_LD_z 34
#define NVPTX_LD       TLC_JOIN(TLC_NVPTX_LD_, TYPE_LETTER)
#define NVPTX_OPERANDS 3
#define NVPTX_KC       (HALVES_ON_NVPTX ? TLC_HALVES_KC : TLC_NVPTX_KC)
/* Twins are as far apart as the host says, and do not fit where one crew's stages do not. */
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200) && !TLC_TWINS
#define NVPTX_STAGES (HALVES_ON_NVPTX ? TLC_HALVES_STAGES : TLC_NVPTX_FEW_STAGES)
#else
#define NVPTX_STAGES (HALVES_ON_NVPTX ? TLC_HALVES_STAGES : TLC_NVPTX_STAGES)
#endif
#define NVPTX_LDS            (HALVES_ON_NVPTX ? NB : NVPTX_LD)
#define NVPTX_STAGED(stages) ((stages) * NVPTX_OPERANDS * NVPTX_KC * NVPTX_LDS)
#define NVPTX_SETTLED        (2 * NB * NVPTX_LD + NB * (IB + 4) + 8 * (IB * IB + IB / 2))
#define NVPTX_HOLDS(stages)  (NVPTX_STAGED(stages) > NVPTX_SETTLED ? NVPTX_STAGED(stages) : NVPTX_SETTLED)
#define NVPTX_SCRATCH        NVPTX_HOLDS(NVPTX_STAGES)

/* tile_amdgcn.inc: the same. FP32 fragments are two columns of 16 rows for 32 banks; wider elements need
 * no padding. */
#define TLC_AMDGCN_LD_s 80
#define TLC_AMDGCN_LD_d 64
#define TLC_AMDGCN_LD_c 64
#define TLC_AMDGCN_LD_z 32
#define AMDGCN_LD       TLC_JOIN(TLC_AMDGCN_LD_, TYPE_LETTER)
#define AMDGCN_SCRATCH  (AMDGCN_LD * 4 * TLC_AMDGCN_KC)

/* Short names for the structures of a type: a view, the tile in flight, ... */
#define view_t       struct FN(view)
#define triangle_t   struct FN(triangle)
#define row_t        struct FN(row)
#define tile_t       struct FN(tile)
#define chunk_t      struct FN(chunk)
#define potrf_job_t  struct FN(potrf_job)
#define solve_job_t  struct FN(solve_job)
#define hemv_job_t   struct FN(hemv_job)
#define strip_t      struct FN(strip)
#define strip_tile_t struct FN(strip_tile)
#define strip_sum_t  struct FN(strip_sum)
#define line_tile_t  struct FN(line_tile)
#define line_sum_t   struct FN(line_sum)
#define lauum_job_t  struct FN(lauum_job)
#define resid_job_t  struct FN(resid_job)

/* What a view of a tile (view.inc) does with its elements. */
enum {
    VIEW_CONJ = 1, /* they are read and written conjugated                                       */
    VIEW_LOWER = 2, /* a tile of the diagonal: only r >= c; ones on the diagonal of the padding   */
    VIEW_REAL = 4, /* the imaginary part of its diagonal is taken as zero                        */
    VIEW_UNIT = 8, /* its diagonal is ones and not read                                          */
    VIEW_FOLD = 16 /* only r + c < cols is written: a triangle whose columns are reversed        */
};

/* What the packed tiles of a triangle (view.inc) are; 0 if it is not packed. */
enum { PACKED_FACTOR = 1, PACKED_SELF };

static inline int64_t tlc_blocks(int64_t n, int64_t nb)
{
    return (n + nb - 1) / nb;
}

/* Index of tile (i, j), i >= j, among the lower tiles of nt x nt, block column by block column. */
static inline int64_t tlc_tile(int64_t nt, int64_t i, int64_t j)
{
    return j * nt - j * (j - 1) / 2 + (i - j);
}

/* Lower tile (i, j) or, if i is beyond the last row, the one that is as many tiles further on. Returns
 * 0 if there is none. */
TLC_INLINE int tlc_tile_along(int64_t nt, int64_t *i, int64_t *j)
{
    while (*i >= nt && *j < nt) {
        ++*j;
        *i += *j - nt;
    }
    return *j < nt;
}

/* The order in which the lower tiles become tasks: block columns in groups of `width`, and row by row
 * in a group. Each tile then follows all those it depends on, and the tiles of a group share their
 * row's operands while these are in cache. The cursor is the group that was looked at last. */
struct tlc_cursor {
    int64_t column, first; /* the group's first block column and task */
};

TLC_INLINE void tlc_task_tile(struct tlc_cursor *at, int64_t nt, int64_t width, int64_t task, int64_t *i,
                              int64_t *j)
{
    int64_t w = width < nt - at->column ? width : nt - at->column;
    for (int64_t tiles; task >= at->first + (tiles = (nt - at->column) * w - w * (w - 1) / 2);) {
        at->first += tiles;
        at->column += w;
        w = width < nt - at->column ? width : nt - at->column;
    }
    int64_t row = 0, x = task - at->first;
    if (x >= w * (w + 1) / 2) {
        x -= w * (w + 1) / 2;
        row = w + x / w;
        x %= w;
    } else {
        while (x > row)
            x -= ++row;
    }
    *i = at->column + row;
    *j = at->column + x;
}

/* The kinds of task where one crew at a time works down the diagonal (diagonal.inc), by their row i and
 * column j. */
enum tlc_task {
    TLC_TASK_END, /* there are no more */
    TLC_TASK_NONE, /* a number without a task */
    TLC_TASK_DIAGONAL, /* i = j + 1, the column's first: (i, j) and (i, i) are open to the diagonal's crew */
    TLC_TASK_NEXT, /* i = j + 2: tile (i, j + 1) but for its last updates */
    TLC_TASK_AHEAD, /* i = j + 2, which may be nt: tile (i, j), and (i, j + 1) up to its solve */
    TLC_TASK_CORNER, /* i = j + 2: tile (i, i) but for its last update */
    TLC_TASK_ROW, /* tile (i, j) */
    TLC_TASK_TWO_ROWS /* tiles (i, j) and (i + 1, j) */
};

/* How many tasks a block column begins with, in the order of the enumerators; how many it lags behind
 * the one before. */
enum { TLC_COLUMN_FIRST = TLC_TASK_ROW - TLC_TASK_DIAGONAL, TLC_COLUMN_LAG = 3 };

/* How many task numbers block column j has (j begins with -1): those tasks, then its other tiles,
 * `height` rows at a time. */
TLC_INLINE int64_t tlc_column_tasks(int64_t nt, int64_t j, int64_t height)
{
    const int64_t rows = nt - j - 3;
    return TLC_COLUMN_FIRST + (rows > 0 ? (rows + height - 1) / height : 0);
}

/* The order of those tasks, from a cursor {-1, 0} on: `width` block columns at a time, so that each
 * task follows all it depends on and tasks that are close together read the same rows. */
TLC_INLINE enum tlc_task tlc_task_rows(struct tlc_cursor *at, int64_t nt, int64_t height, int64_t width,
                                       int64_t task, int64_t *i, int64_t *j)
{
    for (int64_t numbers; at->column < nt - 1; at->first += numbers, at->column += width) {
        numbers = (tlc_column_tasks(nt, at->column, height) + TLC_COLUMN_LAG * (width - 1)) * width;
        if (task < at->first + numbers)
            break;
    }
    const int64_t x = task - at->first, rank = x / width - TLC_COLUMN_LAG * (x % width),
                  other = rank - TLC_COLUMN_FIRST;
    *j = at->column + x % width;
    *i = *j + (rank == 0 ? 1 : other < 0 ? 2 : 3 + other * height);
    if (at->column >= nt - 1)
        return TLC_TASK_END;
    if (rank < 0 || *j >= nt - 1 || *i > nt || (*i == nt && rank != TLC_TASK_AHEAD - TLC_TASK_DIAGONAL) ||
        (*j < 0 && other >= 0))
        return TLC_TASK_NONE;
    if (other < 0)
        return (enum tlc_task)(TLC_TASK_DIAGONAL + rank);
    return height == 1 || *i + height > nt ? TLC_TASK_ROW : TLC_TASK_TWO_ROWS;
}

/* How many tasks a sweep has if its strips go in parts (solve_few.inc). A part has the columns of one
 * segment of `length` block columns; a row's last task has the columns of its own segment and of the
 * one before it. Each row has `lasts` last tasks, and `parts` of each part, each for some right-hand
 * sides. */
TLC_INLINE int64_t tlc_strip_tasks(int64_t nt, int64_t length, int64_t lasts, int64_t parts)
{
    const int64_t segments = (nt - 1) / length - 1; /* that have parts */
    return nt * lasts +
           (segments <= 0 ? 0 : segments * nt - length * (segments * (segments + 3) / 2)) * parts;
}

/* A task: its row, which of the row's tasks of that kind it is, and its block columns. */
struct tlc_strip_task {
    int64_t row, chain, from, to; /* to is the row if it is its last task */
};

/* The order of a sweep's tasks: the last tasks of the rows of the first two segments; then, for each
 * segment, its parts for the rows that are next, the last tasks of these, and its parts for all rows
 * below. So a task follows all it depends on. */
TLC_INLINE struct tlc_strip_task tlc_strip_task(int64_t nt, int64_t length, int64_t lasts, int64_t parts,
                                                int64_t task)
{
    int64_t row = 2 * length < nt ? 2 * length : nt, from = 0, next = 0;
    if (task < row * lasts)
        return (struct tlc_strip_task){task / lasts, task % lasts, 0, task / lasts};
    task -= row * lasts;
    for (int64_t numbers;; row += length, from += length, task -= numbers) {
        next = length < nt - row ? length : nt - row;
        numbers = next * lasts + (nt - row) * parts;
        if (task < numbers)
            break;
    }
    if (task >= next * parts && task < next * (parts + lasts)) {
        task -= next * parts;
        row += task / lasts;
        return (struct tlc_strip_task){row, task % lasts, from + length, row};
    }
    task -= task < next * parts ? 0 : next * lasts;
    return (struct tlc_strip_task){row + task / parts, task % parts, from, from + length};
}

/* How many slots, tasks of twins, block columns j and j + 1 have: rows j + 1 and j + 2 one by one, then
 * two rows at a time. */
TLC_INLINE int64_t tlc_twins_slots(int64_t nt, int64_t j)
{
    return nt - j < 2 ? 0 : nt - j < 3 ? 1 : 2 + (nt - j - 2) / 2;
}

/* The group g in which a slot is counted: two block columns or, by rows, block rows 2 g - 1 and 2 g.
 * Slot -1 is the first tile. */
enum { TLC_COUNTS_NONE, TLC_COUNTS_COLUMNS, TLC_COUNTS_ROWS };
TLC_INLINE int64_t tlc_twins_group(int by_rows, int64_t j, int64_t x)
{
    return j / 2 + (!by_rows || x < 0 ? 0 : x < 2 ? 1 : x);
}

#endif
