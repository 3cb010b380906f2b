/* SPDX-License-Identifier: BSD-3-Clause
 * The instructions of offload/ukr_amdgcn.h in plain C, for all lanes of a crew at once, so that the
 * tests run tile_amdgcn.inc on a host. Which lane has which element is written down here a second time,
 * from AMD's documents rather than from the tile's source: a tile that assumes another layout fails.
 *
 *
 * Between two barriers, each statement is done for all lanes before the next one: a missing
 * barrier is not found here. */
#ifndef TLC_UKR_AMDGCN_H
#define TLC_UKR_AMDGCN_H

#include <stddef.h>

#define AMDGCN_HELD            128
#define AMDGCN_GLOBAL(type, p) ((type *)(p))

typedef double amdgcn_quad_double __attribute__((vector_size(32)));
typedef float amdgcn_quad_float __attribute__((vector_size(16)));

static inline void amdgcn_stores_wait(void) {}

/* Where element (i, j) of an instruction's matrix is, as AMD's Matrix Instruction Calculator prints it
 * (--register-layout; v_mfma_f64_16x16x4f64, v_mfma_f32_16x16x4f32). */
struct mfma_at {
    int lane, item;
};

static inline struct mfma_at mfma_a(int i, int k)
{
    return (struct mfma_at){16 * k + i, 0};
}

static inline struct mfma_at mfma_b(int k, int j)
{
    return (struct mfma_at){16 * k + j, 0};
}

static inline struct mfma_at mfma_c_double(int i, int j)
{
    return (struct mfma_at){i % 4 * 16 + j, i / 4};
}

static inline struct mfma_at mfma_c_float(int i, int j)
{
    return (struct mfma_at){i / 4 * 16 + j, i % 4};
}

#define MFMA(real)                                                                             \
    static inline void amdgcn_mfma_##real(amdgcn_quad_##real *c, const real *a, const real *b) \
    {                                                                                          \
        for (int e = 0; e < AMDGCN_HELD / 64 * 256; e++) {                                     \
            const int wave = e / 256 * 64, i = e / 16 % 16, j = e % 16;                        \
            const struct mfma_at at = mfma_c_##real(i, j);                                     \
            real sum = c[wave + at.lane][at.item];                                             \
            for (int k = 0; k < 4; k++) {                                                      \
                sum += a[wave + mfma_a(i, k).lane] * b[wave + mfma_b(k, j).lane];              \
            }                                                                                  \
            c[wave + at.lane][at.item] = sum;                                                  \
        }                                                                                      \
    }                                                                                          \
    static inline void amdgcn_broadcast_##real(real *y, const real *x, int lane)               \
    {                                                                                          \
        for (int l = 0; l < AMDGCN_HELD; l++) {                                                \
            y[l] = x[l / 64 * 64 + lane];                                                      \
        }                                                                                      \
    }
MFMA(double)
MFMA(float)
#undef MFMA

#endif
