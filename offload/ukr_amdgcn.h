/* SPDX-License-Identifier: BSD-3-Clause
 * The instructions of AMD's matrix units that tile_amdgcn.inc uses: gfx90a, gfx942 and their kin.
 * Compiled only, never run.
 *
 * Per-lane values are arrays of AMDGCN_HELD, the number of lanes whose registers a thread holds. Here
 * that is 1, the thread's own lane; in tests/ukr_amdgcn.h, which replaces this file on a host, it is all
 * lanes of the crew. */
#ifndef TLC_UKR_AMDGCN_H
#define TLC_UKR_AMDGCN_H

#define AMDGCN_HELD 1

typedef double amdgcn_quad_double __attribute__((vector_size(32)));
typedef float amdgcn_quad_float __attribute__((vector_size(16)));

/* Marks a pointer as one to global memory. Otherwise the compiler must assume that it may point to team
 * memory, and then waits for loads from global memory wherever it waits for team memory. */
#define AMDGCN_GLOBAL(type, p) ((__attribute__((address_space(1))) type *)(p))

/* Waits until this wave's stores have reached the cache that all share: before the barrier after which
 * another wave publishes them. The barrier itself does not wait for stores. */
TLC_INLINE void amdgcn_stores_wait(void)
{
    __asm__ volatile("s_waitcnt vmcnt(0)" ::: "memory");
}

/* c (16 x 16) += a (16 x 4) b (4 x 16), by a wave of 64 lanes. With h = lane % 16 and q = lane / 16 a lane
 * holds a(h, q) and b(q, h); item g of its part of c is
 *   FP64: c(4 g + q, h)     FP32: c(4 q + g, h)
 * (AMD Matrix Instruction Calculator, v_mfma_f64_16x16x4f64 and v_mfma_f32_16x16x4f32; the same is in
 * "AMD matrix cores", AMD lab notes, for FP32, and in Composable Kernel's mfma_type: groups of 1 and of 4
 * rows). Both use IEEE products and sums: FP32 is FP32. */
TLC_INLINE void amdgcn_mfma_double(amdgcn_quad_double c[1], const double a[1], const double b[1])
{
    c[0] = __builtin_amdgcn_mfma_f64_16x16x4f64(a[0], b[0], c[0], 0, 0, 0);
}
TLC_INLINE void amdgcn_mfma_float(amdgcn_quad_float c[1], const float a[1], const float b[1])
{
    c[0] = __builtin_amdgcn_mfma_f32_16x16x4f32(a[0], b[0], c[0], 0, 0, 0);
}

/* y = the x of one lane of the wave, in all its lanes */
TLC_INLINE void amdgcn_broadcast_float(float y[1], const float x[1], int lane)
{
    int bits;
    __builtin_memcpy(&bits, x, sizeof bits);
    bits = __builtin_amdgcn_readlane(bits, lane);
    __builtin_memcpy(y, &bits, sizeof bits);
}
TLC_INLINE void amdgcn_broadcast_double(double y[1], const double x[1], int lane)
{
    int bits[2];
    __builtin_memcpy(bits, x, sizeof bits);
    bits[0] = __builtin_amdgcn_readlane(bits[0], lane);
    bits[1] = __builtin_amdgcn_readlane(bits[1], lane);
    __builtin_memcpy(y, bits, sizeof bits);
}

#endif
