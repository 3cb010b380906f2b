/* SPDX-License-Identifier: BSD-3-Clause
 * The NVIDIA instructions that tiles and batches use, sm_80 and later. */
#ifndef TLC_UKR_NVPTX_H
#define TLC_UKR_NVPTX_H

#include <stddef.h>
#include <stdint.h>

TLC_INLINE uint32_t nvptx_shared(const void *p)
{
    return (uint32_t)(size_t)(__attribute__((address_space(3))) const void *)p;
}

typedef float nvptx_16bytes __attribute__((vector_size(16), aligned(16), may_alias));

/* Asynchronous copies to team memory that bypass registers; both addresses are aligned to the size. */
TLC_INLINE void nvptx_copy16(void *to, const void *from)
{
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(nvptx_shared(to)), "l"(from)
                     : "memory");
}
TLC_INLINE void nvptx_copy8(void *to, const void *from)
{
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(nvptx_shared(to)), "l"(from)
                     : "memory");
}
TLC_INLINE void nvptx_copy4(void *to, const void *from)
{
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(nvptx_shared(to)), "l"(from)
                     : "memory");
}
/* The same for the first `bytes` bytes; the rest is filled with zeros. */
TLC_INLINE void nvptx_copy16_part(void *to, const void *from, int bytes)
{
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(nvptx_shared(to)), "l"(from),
                     "r"(bytes)
                     : "memory");
}
TLC_INLINE void nvptx_copy8_part(void *to, const void *from, int bytes)
{
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(nvptx_shared(to)), "l"(from),
                     "r"(bytes)
                     : "memory");
}
TLC_INLINE void nvptx_copy4_part(void *to, const void *from, int bytes)
{
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(nvptx_shared(to)), "l"(from),
                     "r"(bytes)
                     : "memory");
}
/* Copies are counted in groups. The wait ends when at most `groups` of this thread's groups are in flight. */
TLC_INLINE void nvptx_copies_commit(void)
{
    __asm__ volatile("cp.async.commit_group;" ::: "memory");
}
#define NVPTX_COPIES_WAIT(groups) __asm__ volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory")

/* Begins to fetch the line at p to the second-level cache. */
TLC_INLINE void nvptx_prefetch(const void *p)
{
    __asm__ volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

/* c (8 x 8) += a (8 x 4) b (8 x 4)^T. With g = lane / 4 and q = lane % 4 a lane holds of a and b: (g, q),
 * of c: (g, 2q), (g, 2q + 1). */
TLC_INLINE void nvptx_mma8(double *c0, double *c1, double a, double b)
{
    __asm__("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
            : "+d"(*c0), "+d"(*c1)
            : "d"(a), "d"(b));
}

/* c (16 x 8) += a (16 x 8) b (8 x 8)^T. With g = lane / 4 and q = lane % 4 a lane holds
 *   a: (g, q), (g + 8, q), (g, q + 4), (g + 8, q + 4)     b: (g, q), (g, q + 4)
 *   c: (g, 2q), (g, 2q + 1), (g + 8, 2q), (g + 8, 2q + 1)
 * In FP64 one instruction on sm_90, four of m8n8k4 on sm_80 (PTX ISA, mma). */
#if __CUDA_ARCH__ >= 900
TLC_INLINE void nvptx_mma_part(double c[4], const double a[4], const double b[2])
{
    __asm__("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
            "{%0,%1,%2,%3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
#else
TLC_INLINE void nvptx_mma_part(double c[4], const double a[4], const double b[2])
{
    nvptx_mma8(&c[0], &c[1], a[0], b[0]);
    nvptx_mma8(&c[2], &c[3], a[1], b[0]);
    nvptx_mma8(&c[0], &c[1], a[2], b[1]);
    nvptx_mma8(&c[2], &c[3], a[3], b[1]);
}
#endif
/* Has the signature of FP32's, so that the same text calls either. */
TLC_INLINE void nvptx_mma_double(double c[4], const double *a, const double *b, int parts, int rounded)
{
    (void)rounded;
    TLC_UNROLL
    for (int p = 0; p < parts; ++p)
        nvptx_mma_part(c, a + 4 * p, b + 2 * p);
}

/* x, with its sign flipped if `sign` is 2^31, by an integer instruction: FP64 ones belong to the matrix
 * units. */
TLC_INLINE double nvptx_flip_double(double x, uint32_t sign)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits ^= (uint64_t)sign << 32;
    __builtin_memcpy(&x, &bits, sizeof bits);
    return x;
}
TLC_INLINE float nvptx_flip_float(float x, uint32_t sign)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits ^= sign;
    __builtin_memcpy(&x, &bits, sizeof bits);
    return x;
}

/* x = high + low, for matrix units that ignore all but TF32's 11 bits. low, which is exact, has 13 bits,
 * or 12 if high is first rounded by half a unit, which costs one more instruction. Without rounding,
 * products are too small, by 4.6 units of 2^-24 on average and 28 at most: low times low, which is left
 * out, then always has the product's sign. That acts like a change of all numbers by as much, so it does
 * not grow with the number of terms. A NaN stays one in low. */
TLC_INLINE void nvptx_split(float x, int rounded, uint32_t *high, uint32_t *low)
{
    uint32_t bits;
    float h;
    __builtin_memcpy(&bits, &x, sizeof bits);
    *high = rounded ? bits + 0x1000 : bits;
    bits = *high & 0xffffe000;
    __builtin_memcpy(&h, &bits, sizeof h);
    h = x - h;
    __builtin_memcpy(low, &h, sizeof h);
}

TLC_INLINE void nvptx_mma_tf32(float c[4], const uint32_t a[4], const uint32_t b[2])
{
    __asm__("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
            "{%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* FP32 from three TF32 products (Markidis et al., "NVIDIA tensor core programmability, performance &
 * precision", 2018). The matrix units truncate when they add. So they sum only eight terms a part, for
 * one or two parts, and c is added to that sum with rounding (Ootomo and Yokota, "Recovering single
 * precision accuracy from tensor cores", 2022). */
TLC_INLINE void nvptx_mma_float(float c[4], const float *a, const float *b, int parts, int rounded)
{
    uint32_t ah[8], al[8], bh[4], bl[4];
    float sum[4] = {0, 0, 0, 0};
    TLC_UNROLL
    for (int i = 0; i < 4 * parts; ++i)
        nvptx_split(a[i], rounded, &ah[i], &al[i]);
    TLC_UNROLL
    for (int i = 0; i < 2 * parts; ++i)
        nvptx_split(b[i], rounded, &bh[i], &bl[i]);
    TLC_UNROLL
    for (int p = 0; p < parts; ++p) {
        nvptx_mma_tf32(sum, al + 4 * p, bh + 2 * p);
        nvptx_mma_tf32(sum, ah + 4 * p, bl + 2 * p);
    }
    TLC_UNROLL
    for (int p = 0; p < parts; ++p)
        nvptx_mma_tf32(sum, ah + 4 * p, bh + 2 * p);
    TLC_UNROLL
    for (int i = 0; i < 4; ++i)
        c[i] += sum[i];
}

/* c (16 x 8) += a (16 x 16) b (8 x 16)^T of FP16 numbers, summed in FP32. A lane holds pairs of neighbouring
 * columns of a and b,
 *   a: (g, 2q), (g + 8, 2q), (g, 2q + 8), (g + 8, 2q + 8)     b: (g, 2q), (g, 2q + 8) */
TLC_INLINE void nvptx_mma_halves(float c[4], const uint32_t a[4], const uint32_t b[2])
{
    __asm__("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},"
            "{%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Reads four matrices of 8 x 8 FP16 numbers from team memory. Lane 8 m + r passes the address of row r of
 * matrix m, 16 bytes. Of each matrix a lane gets numbers 2q and 2q + 1 of row g. */
TLC_INLINE void nvptx_read_halves(uint32_t x[4], const void *row)
{
    __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                     : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                     : "r"(nvptx_shared(row)));
}

/* x and y, each as high + low in FP16; x is in the lower half of each word. */
TLC_INLINE void nvptx_halve(float x, float y, uint32_t *high, uint32_t *low)
{
    __asm__(
        "{.reg .b16 h, l; .reg .f32 a, b; cvt.rn.f16x2.f32 %0, %3, %2; mov.b32 {l, h}, %0;"
        "cvt.f32.f16 a, l; cvt.f32.f16 b, h; sub.f32 a, %2, a; sub.f32 b, %3, b; cvt.rn.f16x2.f32 %1, b, a;}"
        : "=&r"(*high), "=&r"(*low)
        : "f"(x), "f"(y));
}

/* The value of lane number `lane` in each group of `lanes` neighbours. */
TLC_INLINE float nvptx_among_float(float v, int lane, int lanes)
{
    int bits;
    __builtin_memcpy(&bits, &v, sizeof v);
    bits = __nvvm_shfl_sync_idx_i32(-1, bits, lane, (32 - lanes) << 8 | 31);
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}
TLC_INLINE double nvptx_among_double(double v, int lane, int lanes)
{
    int low, high;
    __asm__("mov.b64 {%0,%1},%2;" : "=r"(low), "=r"(high) : "d"(v));
    low = __nvvm_shfl_sync_idx_i32(-1, low, lane, (32 - lanes) << 8 | 31);
    high = __nvvm_shfl_sync_idx_i32(-1, high, lane, (32 - lanes) << 8 | 31);
    __asm__("mov.b64 %0,{%1,%2};" : "=d"(v) : "r"(low), "r"(high));
    return v;
}

/* The value of another lane of the warp. */
TLC_INLINE float nvptx_shuffle_float(float v, int lane)
{
    return nvptx_among_float(v, lane, 32);
}
TLC_INLINE double nvptx_shuffle_double(double v, int lane)
{
    return nvptx_among_double(v, lane, 32);
}

/* A cache policy: lines read with it stay longer in the second-level cache than others. In two rounds of
 * one run, batches of 100 000 small triangles in registers took 0.92x the time with it in d, n = 24, 0.94
 * in d 32, 0.95 in s 32. In another run, without a direct comparison, they took as long as without it on
 * another day. Copies to team memory were slower with it, 1.02 to 1.06 (H200, 2026-11-25). */
TLC_INLINE uint64_t nvptx_keep(void)
{
    uint64_t policy;
    __asm__("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}

/* *p if `wanted`, otherwise 0; and *p = v if `wanted`. They are predicated: where there are many of them,
 * the compiler makes trees of branches. What is read stays in the cache until it is written, since a
 * partly written sector that has left it is read once more. */
TLC_INLINE float nvptx_read_if_float(const float *p, int wanted)
{
    float v;
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %2, 0; mov.f32 %0, 0f00000000;"
                     "@w ld.global.L2::cache_hint.f32 %0, [%1], %3;}"
                     : "=&f"(v)
                     : "l"(p), "r"(wanted), "l"(nvptx_keep()));
    return v;
}
TLC_INLINE double nvptx_read_if_double(const double *p, int wanted)
{
    double v;
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %2, 0; mov.f64 %0, 0d0000000000000000;"
                     "@w ld.global.L2::cache_hint.f64 %0, [%1], %3;}"
                     : "=&d"(v)
                     : "l"(p), "r"(wanted), "l"(nvptx_keep()));
    return v;
}
TLC_INLINE void nvptx_write_if_float(float *p, int wanted, float v)
{
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %2, 0; @w st.global.f32 [%1], %0;}" ::"f"(v), "l"(p),
                     "r"(wanted));
}
TLC_INLINE void nvptx_write_if_double(double *p, int wanted, double v)
{
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %2, 0; @w st.global.f64 [%1], %0;}" ::"d"(v), "l"(p),
                     "r"(wanted));
}

/* The same for two neighbours at once, aligned to the size of both. Doubles that are not so aligned are
 * written one by one. */
TLC_INLINE void nvptx_read_two_if_float(float v[2], const float *p, int wanted)
{
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %3, 0; mov.f32 %0, 0f00000000; mov.f32 %1, 0f00000000;"
                     "@w ld.global.L2::cache_hint.v2.f32 {%0,%1}, [%2], %4;}"
                     : "=&f"(v[0]), "=&f"(v[1])
                     : "l"(p), "r"(wanted), "l"(nvptx_keep()));
}
TLC_INLINE void nvptx_read_two_if_double(double v[2], const double *p, int wanted)
{
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %3, 0; mov.f64 %0, 0d0000000000000000;"
                     "mov.f64 %1, 0d0000000000000000;"
                     "@w ld.global.L2::cache_hint.v2.f64 {%0,%1}, [%2], %4;}"
                     : "=&d"(v[0]), "=&d"(v[1])
                     : "l"(p), "r"(wanted), "l"(nvptx_keep()));
}
TLC_INLINE void nvptx_write_two_if_float(float *p, int wanted, float v, float u)
{
    __asm__ volatile("{.reg .pred w; setp.ne.s32 w, %3, 0; @w st.global.v2.f32 [%2], {%0,%1};}" ::"f"(v),
                     "f"(u), "l"(p), "r"(wanted));
}
TLC_INLINE void nvptx_write_two_if_double(double *p, int wanted, double v, double u)
{
    __asm__ volatile("{.reg .pred w, both, each; .reg .b32 low; cvt.u32.u64 low, %2; and.b32 low, low, 15;"
                     "setp.ne.s32 w, %3, 0; setp.eq.and.u32 both|each, low, 0, w;"
                     "@both st.global.v2.f64 [%2], {%0,%1}; @each st.global.f64 [%2], %0;"
                     "@each st.global.f64 [%2+8], %1;}" ::"d"(v),
                     "d"(u), "l"(p), "r"(wanted));
}

/* A cache policy: lines written with it leave the second-level cache before lines that were read and are
 * yet to be written. */
TLC_INLINE uint64_t nvptx_leave(void)
{
    uint64_t policy;
    __asm__("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}

/* *p = v if `wanted`, for data that will not be read soon. */
TLC_INLINE void nvptx_leave_if_float(float *p, int wanted, float v)
{
    __asm__ volatile(
        "{.reg .pred w; setp.ne.s32 w, %2, 0; @w st.global.L2::cache_hint.f32 [%1], %0, %3;}" ::"f"(v),
        "l"(p), "r"(wanted), "l"(nvptx_leave()));
}
TLC_INLINE void nvptx_leave_if_double(double *p, int wanted, double v)
{
    __asm__ volatile(
        "{.reg .pred w; setp.ne.s32 w, %2, 0; @w st.global.L2::cache_hint.f64 [%1], %0, %3;}" ::"d"(v),
        "l"(p), "r"(wanted), "l"(nvptx_leave()));
}

/* x, which all lanes of the warp have alike; this tells the compiler so, which may then branch on it for
 * the whole warp. */
TLC_INLINE int nvptx_uniform(int x)
{
    return __nvvm_shfl_sync_idx_i32(-1, x, 0, 31);
}

/* The maximum over the warp's lanes. */
TLC_INLINE int nvptx_largest(int x)
{
    int largest;
    __asm__ volatile("redux.sync.max.s32 %0, %1, -1;" : "=r"(largest) : "r"(x));
    return largest;
}

/* Whether `so` holds in any lane of the warp. */
TLC_INLINE int nvptx_any(int so)
{
    return __nvvm_vote_any_sync(-1, so);
}

TLC_INLINE void nvptx_warp_barrier(void)
{
    __asm__ volatile("bar.warp.sync -1;" ::: "memory");
}

/* The same value, of which the compiler knows nothing from here on. So what is computed from it, such as
 * from a lane's number or a stride, is computed again: to keep all of that in registers over a whole
 * factorisation would take more of them than the matrix does. */
TLC_INLINE int nvptx_opaque_int(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}
TLC_INLINE ptrdiff_t nvptx_opaque_long(ptrdiff_t x)
{
    __asm__ volatile("" : "+l"(x));
    return x;
}

/* Pins the computation of a value to this place: otherwise a value that is read ahead for the next round
 * of a loop is read when that round has begun. */
TLC_INLINE double nvptx_here_double(double x)
{
    __asm__ volatile("" : "+d"(x));
    return x;
}
TLC_INLINE float nvptx_here_float(float x)
{
    __asm__ volatile("" : "+f"(x));
    return x;
}

/* Barrier `number` of 16, for `threads` threads of a team, which are whole warps. */
TLC_INLINE void nvptx_barrier(int number, int threads)
{
    __asm__ volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/* A barrier of `warps` whole warps; a single one has its own. Its number is a constant: for a variable
 * one, NVIDIA's compiler reserves all 16 that a team may have, and a multiprocessor, which has 64, would
 * hold four teams at most. */
TLC_INLINE void nvptx_warps_barrier(int warps)
{
    if (warps == 1)
        nvptx_warp_barrier();
    else
        nvptx_barrier(1, 32 * warps);
}

/* This warp's slot on its multiprocessor. */
TLC_INLINE int nvptx_warp_slot(void)
{
    int slot;
    __asm__ volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
    return slot;
}

TLC_INLINE void nvptx_sleep(int nanoseconds)
{
    __asm__ volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}

/* 1 / d and 1 / sqrt(d): the hardware's approximation and a refinement step. Valid for ordinary d only,
 * not for zero, negative, subnormal or infinite numbers, nor NaN. */
TLC_INLINE int nvptx_is_ordinary_double(double d) /* in [2^-1000, 2^1000), by its exponent */
{
    uint64_t bits;
    __builtin_memcpy(&bits, &d, sizeof d);
    return (uint32_t)(bits >> 32) - (23u << 20) < 2000u << 20;
}
/* Whether products of three such pivots and two elements below or right of them neither overflow nor
 * underflow. */
TLC_INLINE int nvptx_is_moderate_double(double d) /* in [2^-128, 2^128) */
{
    uint64_t bits;
    __builtin_memcpy(&bits, &d, sizeof d);
    return (uint32_t)(bits >> 32) - (895u << 20) < 256u << 20;
}
TLC_INLINE double nvptx_reciprocal_double(double d)
{
    double y;
    __asm__("rcp.approx.ftz.f64 %0,%1;" : "=d"(y) : "d"(d));
    double e = __builtin_fma(-d, y, 1.0);
    e = __builtin_fma(e, e, e);
    return __builtin_fma(e, y, y);
}
TLC_INLINE double nvptx_rsqrt_double(double d)
{
    double y;
    __asm__("rsqrt.approx.ftz.f64 %0,%1;" : "=d"(y) : "d"(d));
    const double e = __builtin_fma(-d * y, y, 1.0);
    return __builtin_fma(y * e, __builtin_fma(e, 0.375, 0.5), y);
}

TLC_INLINE int nvptx_is_ordinary_float(float d) /* in [2^-100, 2^100) */
{
    uint32_t bits;
    __builtin_memcpy(&bits, &d, sizeof d);
    return bits - (27u << 23) < 200u << 23;
}
TLC_INLINE int nvptx_is_moderate_float(float d) /* in [2^-60, 2^60) */
{
    uint32_t bits;
    __builtin_memcpy(&bits, &d, sizeof d);
    return bits - (67u << 23) < 120u << 23;
}
TLC_INLINE float nvptx_reciprocal_float(float d)
{
    float y;
    __asm__("rcp.approx.ftz.f32 %0,%1;" : "=f"(y) : "f"(d));
    return __builtin_fmaf(y, __builtin_fmaf(-d, y, 1.0f), y);
}
TLC_INLINE float nvptx_rsqrt_float(float d)
{
    float y;
    __asm__("rsqrt.approx.ftz.f32 %0,%1;" : "=f"(y) : "f"(d));
    return __builtin_fmaf(y * __builtin_fmaf(-d * y, y, 1.0f), 0.5f, y);
}

#endif
