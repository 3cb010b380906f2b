/* SPDX-License-Identifier: BSD-3-Clause
 * Tile sizes and tile arithmetic. The only constants that both sides of a target region share: the
 * host pass and every device pass of a back end must see the same values. */
#ifndef TLC_TILES_H
#define TLC_TILES_H

#include <stddef.h>
#include <stdint.h>

/* TLC_CREW threads carry one tile together; NB is the side of a tile, by type. A GPU's generic
 * tile and its operands' stages fit in 64 KB of team memory (NVIDIA's form takes up to 87 KB: two on an
 * sm_90 multiprocessor, one on an sm_80); a CPU's tile and its operands in a core's L2. */
#ifndef TLC_HOST
#define TLC_HOST 0
#endif
#if TLC_HOST
#define TLC_CREW 1
#define TLC_NB_s 96
#define TLC_NB_d 96
#define TLC_NB_c 96
#define TLC_NB_z 48
#else
#define TLC_CREW 128
#define TLC_NB_s 64
#define TLC_NB_d 64
#define TLC_NB_c 64
#define TLC_NB_z 32
#endif

/* On a GPU everything is inlined into its region: only then does a tile stay in registers. */
#if TLC_HOST
#define TLC_INLINE static inline
#else
#define TLC_INLINE static inline __attribute__((always_inline))
#endif

#define TLC_PRAGMA(...) _Pragma(#__VA_ARGS__)
#ifdef __clang__
#define TLC_UNROLL       TLC_PRAGMA(unroll)
#define TLC_UNROLL_BY(n) TLC_PRAGMA(unroll n)
#define TLC_NOUNROLL     TLC_PRAGMA(nounroll)
#else
#define TLC_UNROLL       TLC_PRAGMA(GCC unroll 64)
#define TLC_UNROLL_BY(n) TLC_PRAGMA(GCC unroll n)
#define TLC_NOUNROLL     TLC_PRAGMA(GCC unroll 1)
#endif

#define TLC_JOIN_(a, b) a##b
#define TLC_JOIN(a, b)  TLC_JOIN_(a, b)
#define NB              TLC_JOIN(TLC_NB_, TYPE_LETTER)
#define TILE            ((size_t)NB * NB) /* elements of a tile */

/* The diagonal blocks whose inverses stand in for divisions are IB x IB; a tile's inverses take
 * NB x IB elements, block after block. */
enum { IB = 16 };
#define INVERSES ((size_t)NB * IB)

/* tile_nvptx.inc: leading dimension of a tile in team memory, by type, so that the fragments of a warp
 * fall in different banks; and the elements of team memory it needs, as its own text checks. */
#define TLC_NVPTX_LD_s 72
#define TLC_NVPTX_LD_d 68
#define TLC_NVPTX_LD_c 68
#define TLC_NVPTX_LD_z 34
#define NVPTX_LD       TLC_JOIN(TLC_NVPTX_LD_, TYPE_LETTER)
#define NVPTX_SCRATCH  (NVPTX_LD * (NB + 96))

/* The structures of a type: of a view, of the tile in flight, ... */
#define view_t      struct FN(view)
#define triangle_t  struct FN(triangle)
#define row_t       struct FN(row)
#define tile_t      struct FN(tile)
#define chunk_t     struct FN(chunk)
#define potrf_job_t struct FN(potrf_job)
#define solve_job_t struct FN(solve_job)
#define hemv_job_t  struct FN(hemv_job)

/* What a view of a tile (view.inc) does with its elements. */
enum {
    VIEW_CONJ = 1,  /* they are read and written conjugated                                       */
    VIEW_LOWER = 2, /* a tile of the diagonal: only r >= c; ones on the diagonal of the padding   */
    VIEW_REAL = 4,  /* the imaginary part of its diagonal is taken as zero                        */
    VIEW_UNIT = 8,  /* its diagonal is ones and not read                                          */
    VIEW_FOLD = 16  /* only r + c < cols is written: a triangle whose columns are reversed        */
};

static inline int64_t tlc_blocks(int64_t n, int64_t nb)
{
    return (n + nb - 1) / nb;
}

/* Index of tile (i, j), i >= j, among the lower tiles of nt x nt, block column by block column. */
static inline int64_t tlc_tile(int64_t nt, int64_t i, int64_t j)
{
    return j * nt - j * (j - 1) / 2 + (i - j);
}

/* The order in which the lower tiles become tasks: block columns in groups of `width`, in a group row
 * by row. Tiles then follow all those they depend on, and a group's share their row's operands while
 * these are in cache. The cursor is the group that was looked at last. */
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

#endif
