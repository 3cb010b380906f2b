/* SPDX-License-Identifier: BSD-3-Clause
 * The host's micro-kernel, on vectors as long as the compilation target has: a block C of
 * MV vectors x NR columns of a tile,
 *
 *      C = C - A B^H         A: MV vectors of rows, B: NR rows, `depth` columns of both
 *      C = C L^-H            then, on request: L is NR x NR, lower, with its diagonal's inverses in d
 *
 * Everything is in real_t. A complex number is two of them, and its block has two sums, of A re(B) and
 * of A im(B), which are joined once, at the end: so complex runs at the rate of real. Terms are added in
 * the order of the columns, starting from zero. */
#include "offload/simd.h"
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#define CW (1 + TYPE_COMPLEX)                      /* real_t per element */
#define VL (TLC_SIMD_BYTES / (TYPE_DOUBLE ? 8 : 4)) /* real_t per vector */
#define VE (VL / CW)                               /* elements per vector */
#define LD (NB * CW)                               /* leading dimension of a tile, in real_t */

/* As many sums as registers allow, after those for A's vectors and one of B. */
#if TLC_SIMD_BYTES == 64 || defined(__aarch64__)
#define MV 3
#define NR (8 / CW)
#elif TLC_SIMD_BYTES == 32
#define MV 3
#define NR (4 / CW)
#else
#define MV 2
#define NR (4 / CW)
#endif
#define MR (MV * VE)

/* A vector of 64 bytes is a whole cache line, so a tile's rows are read in place. With shorter vectors a
 * block is copied first, so that it takes fewer lines. STRIDE: the distance of its columns, in real_t. In
 * place is 1.02 to 1.06 times as fast for n = 1024 to 4096, and potrs and potri are no slower. Zen 5,
 * 2026-11-22 */
#define IN_PLACE   (TLC_SIMD_BYTES == 64)
#define STRIDE(mv) (IN_PLACE ? LD : (mv) * VL)

/* Rows and columns of a tile are processed in multiples of this. */
#define EDGE           (VE > NR ? VE : NR)
#define ROUND_UP(n, m) (((n) + (m) - 1) / (m) * (m))

/* AHEAD: columns between two prefetches, such that a full update fetches the next two tiles. FETCHED:
 * lines that a block fetches over a tile's NB columns. LINES, ALONG: cache lines of a tile, and of a
 * column of it. */
#define AHEAD   (NB * 32 / (MR * NR * (int)sizeof(elem_t)))
#define FETCHED (NB / AHEAD)
#define LINES   (NB * NB * (int)sizeof(elem_t) / 64)
#define ALONG   (LINES / NB)

/* Otherwise GCC loads all of B's row first and then has too few registers for the sums. */
#ifdef __clang__
#define ONE_BY_ONE() (void)0
#else
#define ONE_BY_ONE() __asm__ volatile("" ::: "memory")
#endif

#define vec_t        FN(vec)
#define FORCE_INLINE static inline __attribute__((always_inline))
#define HELPER       __attribute__((noinline, unused)) /* inlined, its code would be multiplied */

typedef real_t vec_t __attribute__((vector_size(TLC_SIMD_BYTES), aligned(sizeof(real_t)), may_alias));

_Static_assert(NB % EDGE == 0 && NB % (AHEAD ? AHEAD : 1) == 0, "blocks divide the tile");

#if TYPE_COMPLEX
#if VL == 2
#define SWAPPED 1, 0
#define SIGNS   1, -1
#elif VL == 4
#define SWAPPED 1, 0, 3, 2
#define SIGNS   1, -1, 1, -1
#elif VL == 8
#define SWAPPED 1, 0, 3, 2, 5, 4, 7, 6
#define SIGNS   1, -1, 1, -1, 1, -1, 1, -1
#else
#define SWAPPED 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#define SIGNS   1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1
#endif

FORCE_INLINE vec_t FN(swapped)(vec_t x)
{
    return TLC_SHUFFLE(x, x, SWAPPED);
}

/* x re + i x (-im) for sums of x re and x im: x conj(re + i im) */
FORCE_INLINE vec_t FN(join)(vec_t re, vec_t im)
{
    return re + FN(swapped)(im) * (vec_t){SIGNS};
}

/* x conj(y) */
FORCE_INLINE vec_t FN(times_conj)(vec_t x, const real_t *y)
{
    return FN(join)(x * y[0], x * y[1]);
}
#else
FORCE_INLINE vec_t FN(times_conj)(vec_t x, const real_t *y)
{
    return x * y[0];
}
#endif

/* The lanes of a vector whose bits are set; the others keep x. No other memory is touched. */
#if TLC_SIMD_BYTES == 64
FORCE_INLINE vec_t FN(lanes_over)(vec_t x, const real_t *p, unsigned lanes)
{
#if !defined(__AVX512F__)
    for (int i = 0; i < VL; ++i)
        if (lanes >> i & 1)
            x[i] = p[i];
    return x;
#elif TYPE_DOUBLE
    return (vec_t)_mm512_mask_loadu_pd((__m512d)x, (__mmask8)lanes, p);
#else
    return (vec_t)_mm512_mask_loadu_ps((__m512)x, (__mmask16)lanes, p);
#endif
}

FORCE_INLINE vec_t FN(lanes_get)(const real_t *p, unsigned lanes)
{
    return FN(lanes_over)((vec_t){0}, p, lanes);
}

FORCE_INLINE void FN(lanes_put)(real_t *p, unsigned lanes, vec_t x)
{
#if !defined(__AVX512F__)
    for (int i = 0; i < VL; ++i)
        if (lanes >> i & 1)
            p[i] = x[i];
#elif TYPE_DOUBLE
    _mm512_mask_storeu_pd(p, (__mmask8)lanes, (__m512d)x);
#else
    _mm512_mask_storeu_ps(p, (__mmask16)lanes, (__m512)x);
#endif
}
#endif

FORCE_INLINE void FN(ukr_column)(const int mv, const real_t *a, const real_t *b, const ptrdiff_t next,
                                 vec_t sum[CW][NR][MV])
{
    vec_t column[MV];
    TLC_UNROLL
    for (int i = 0; i < mv; ++i)
        column[i] = *(const vec_t *)(a + i * VL);
    TLC_UNROLL
    for (int j = 0; j < NR * CW; ++j) {
        const vec_t x = b[j / CW * next + j % CW] - (vec_t){0}; /* not 0 + b, which differs from b for -0 */
        TLC_UNROLL
        for (int i = 0; i < mv; ++i)
            sum[j % CW][j / CW][i] += column[i] * x;
        ONE_BY_ONE();
    }
}

/* The sums of A B^T; the rows of B are `row` apart, its columns `column`. Meanwhile `ahead` and the lines
 * after it are prefetched into the second-level cache. */
FORCE_INLINE void FN(ukr_sum)(const int mv, int depth, const real_t *a, const int lda, const real_t *b,
                              const ptrdiff_t row, const ptrdiff_t column, const char *ahead,
                              vec_t sum[CW][NR][MV])
{
    TLC_UNROLL
    for (int j = 0; j < NR * CW; ++j)
        TLC_UNROLL
    for (int i = 0; i < mv; ++i)
        sum[j % CW][j / CW][i] = (vec_t){0};
    for (; ahead && depth >= AHEAD; depth -= AHEAD, ahead += 64) {
        __builtin_prefetch(ahead, 0, 2);
        TLC_UNROLL_BY(4)
        for (int u = 0; u < AHEAD; ++u, a += lda, b += column)
            FN(ukr_column)(mv, a, b, row, sum);
    }
    TLC_UNROLL_BY(2)
    for (; depth > 0; --depth, a += lda, b += column)
        FN(ukr_column)(mv, a, b, row, sum);
}

/* x = x L^-H; column p of L is at l + p * ldl */
FORCE_INLINE void FN(ukr_solve)(const int mv, const real_t *l, int ldl, const real_t *d, vec_t x[NR][MV])
{
    TLC_UNROLL
    for (int j = 0; j < NR; ++j) {
        TLC_UNROLL
        for (int p = 0; p < j; ++p)
            TLC_UNROLL
        for (int i = 0; i < mv; ++i)
            x[j][i] -= FN(times_conj)(x[p][i], l + j * CW + p * ldl);
        TLC_UNROLL
        for (int i = 0; i < mv; ++i)
            x[j][i] = FN(times_conj)(x[j][i], d + j * CW);
    }
}

/* Updates the block at c. l: the triangle to solve with, or NULL. */
FORCE_INLINE void FN(ukr)(const int mv, int depth, const real_t *a, const int lda, const real_t *b,
                          const ptrdiff_t row, const ptrdiff_t column, const int conjugate, real_t *c,
                          const real_t *l, int ldl, const real_t *d, const char *ahead)
{
    vec_t sum[CW][NR][MV], x[NR][MV];
    TLC_UNROLL
    for (int j = 0; j < NR; ++j)
        TLC_UNROLL
    for (int i = 0; i < mv * VL; i += 64 / (int)sizeof(real_t))
        __builtin_prefetch(c + j * LD + i, 1);
    FN(ukr_sum)(mv, depth, a, lda, b, row, column, ahead, sum);
    TLC_UNROLL
    for (int j = 0; j < NR; ++j)
        TLC_UNROLL
    for (int i = 0; i < mv; ++i) {
        const vec_t old = *(const vec_t *)(c + j * LD + i * VL);
#if TYPE_COMPLEX
        x[j][i] = old - FN(join)(sum[0][j][i], conjugate ? sum[1][j][i] : -sum[1][j][i]);
#else
        (void)conjugate;
        x[j][i] = old - sum[0][j][i];
#endif
    }
    if (l)
        FN(ukr_solve)(mv, l, ldl, d, x);
    TLC_UNROLL
    for (int j = 0; j < NR; ++j)
        TLC_UNROLL
    for (int i = 0; i < mv; ++i)
        *(vec_t *)(c + j * LD + i * VL) = x[j][i];
}

/* Where to read `vectors` vectors of a tile's rows: in place or, packed column by column, at `copy` */
static HELPER const real_t *FN(ukr_rows)(real_t *copy, const real_t *rows, int vectors, int depth)
{
    if (IN_PLACE)
        return rows;
    real_t *to = copy;
    for (int l = 0; l < depth; ++l, to += vectors * VL, rows += LD)
        TLC_UNROLL
    for (int i = 0; i < MV; ++i)
        if (i < vectors)
            *(vec_t *)(to + i * VL) = *(const vec_t *)(rows + i * VL);
    return copy;
}

/* A block of such rows: C -= A B^H, B packed */
static HELPER void FN(ukr_multiply)(int vectors, int depth, const real_t *a, const real_t *b, real_t *c,
                                    const char *ahead)
{
    if (vectors >= MV)
        FN(ukr)(MV, depth, a, STRIDE(MV), b, CW, LD, 1, c, NULL, 0, NULL, ahead);
    else if (vectors == 2)
        FN(ukr)(2, depth, a, STRIDE(2), b, CW, LD, 1, c, NULL, 0, NULL, ahead);
    else
        FN(ukr)(1, depth, a, STRIDE(1), b, CW, LD, 1, c, NULL, 0, NULL, ahead);
}

/* C -= A op(B)^T; element (j, l) of B is at b[j * row + l * column], op(B) is B or its conjugate */
static HELPER void FN(ukr_multiply_op)(int vectors, int depth, const real_t *a, const real_t *b,
                                       ptrdiff_t row, ptrdiff_t column, int conjugate, real_t *c,
                                       const char *ahead)
{
    if (vectors >= MV && row == CW)
        FN(ukr)(MV, depth, a, STRIDE(MV), b, CW, column, conjugate, c, NULL, 0, NULL, ahead);
    else if (vectors >= MV)
        FN(ukr)(MV, depth, a, STRIDE(MV), b, row, column, conjugate, c, NULL, 0, NULL, ahead);
    else if (vectors == 2)
        FN(ukr)(2, depth, a, STRIDE(2), b, row, column, conjugate, c, NULL, 0, NULL, ahead);
    else
        FN(ukr)(1, depth, a, STRIDE(1), b, row, column, conjugate, c, NULL, 0, NULL, ahead);
}

/* A block of `vectors` <= MV vectors of rows, read in place: C -= A B^H */
static HELPER void FN(ukr_update)(int vectors, int depth, const real_t *a, const real_t *b, real_t *c,
                                  const char *ahead)
{
    if (vectors >= MV)
        FN(ukr)(MV, depth, a, LD, b, CW, LD, 1, c, NULL, 0, NULL, ahead);
    else if (vectors == 2)
        FN(ukr)(2, depth, a, LD, b, CW, LD, 1, c, NULL, 0, NULL, NULL);
    else
        FN(ukr)(1, depth, a, LD, b, CW, LD, 1, c, NULL, 0, NULL, NULL);
}

/* The same, then C = C L^-H */
static HELPER void FN(ukr_update_solve)(int vectors, int depth, const real_t *a, const real_t *b, real_t *c,
                                        const real_t *l, int ldl, const real_t *d)
{
    if (vectors >= MV)
        FN(ukr)(MV, depth, a, LD, b, CW, LD, 1, c, l, ldl, d, NULL);
    else if (vectors == 2)
        FN(ukr)(2, depth, a, LD, b, CW, LD, 1, c, l, ldl, d, NULL);
    else
        FN(ukr)(1, depth, a, LD, b, CW, LD, 1, c, l, ldl, d, NULL);
}
