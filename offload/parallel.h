/* SPDX-License-Identifier: BSD-3-Clause
 * What `parallel` is on GPUs. Clang compiles the construct to a call of __kmpc_parallel_51, which
 * serves every `parallel`. When LLVM links, it lets each kernel's call reach the code of every region
 * there is, and then removes what the kernel does not need: that takes minutes (MEASURED.md, Building).
 * Our regions are all that a `target teams` contains, and they are for all threads of its teams, each
 * of which begins with the kernel. So all that is left to do is to go on with the region. The compiler
 * knows this definition before the link (-foffload-lto), where the run-time's takes its place.
 *
 * Hence no `parallel` may have `if`, or a `num_threads` other than the number of threads of its teams,
 * and none may be nested; OpenMP's functions are of no use in it. Later versions of Clang call the
 * run-time's definition. */
#ifndef TLC_PARALLEL_H
#define TLC_PARALLEL_H

#if (defined(__NVPTX__) || defined(__AMDGCN__)) && __clang_major__ == 19
#define TLC_NONE(n)
#define TLC_ONE(n)   TLC_NONE(n), v[n]
#define TLC_TWO(n)   TLC_ONE(n), v[n + 1]
#define TLC_THREE(n) TLC_TWO(n), v[n + 2]
#define TLC_FOUR(n)  TLC_THREE(n), v[n + 3]
#define TLC_FIVE(n)  TLC_FOUR(n), v[n + 4]
#define TLC_SIX(n)   TLC_FIVE(n), v[n + 5]
#define TLC_SEVEN(n) TLC_SIX(n), v[n + 6]
#define TLC_EIGHT(n) TLC_SEVEN(n), v[n + 7]
#define TLC_BELOW_0
#define TLC_BELOW_8  TLC_BELOW_0 TLC_EIGHT(0)
#define TLC_BELOW_16 TLC_BELOW_8 TLC_EIGHT(8)
#define TLC_BELOW_24 TLC_BELOW_16 TLC_EIGHT(16)
#define TLC_BELOW_32 TLC_BELOW_24 TLC_EIGHT(24)
#define TLC_BELOW_40 TLC_BELOW_32 TLC_EIGHT(32)
#define TLC_BELOW_48 TLC_BELOW_40 TLC_EIGHT(40)
#define TLC_CASE(n, values)            \
    case n:                            \
        region(&thread, &zero values); \
        break;
#define TLC_CASES(n)                              \
    TLC_CASE((n) + 0, TLC_BELOW_##n TLC_NONE(n))  \
    TLC_CASE((n) + 1, TLC_BELOW_##n TLC_ONE(n))   \
    TLC_CASE((n) + 2, TLC_BELOW_##n TLC_TWO(n))   \
    TLC_CASE((n) + 3, TLC_BELOW_##n TLC_THREE(n)) \
    TLC_CASE((n) + 4, TLC_BELOW_##n TLC_FOUR(n))  \
    TLC_CASE((n) + 5, TLC_BELOW_##n TLC_FIVE(n))  \
    TLC_CASE((n) + 6, TLC_BELOW_##n TLC_SIX(n))   \
    TLC_CASE((n) + 7, TLC_BELOW_##n TLC_SEVEN(n))

#pragma omp begin declare target device_type(nohost)
void tlc_region_is_not_ours(void); /* never defined, so that the link fails */

/* Declared as in LLVM's offload/DeviceRTL/include/Interface.h. wanted: what `if` says; v: the `count`
 * values that the region captures. The calls below are not valid C, nor are the run-time's: once
 * `region` and `count` are known here, they become calls of the region's own function. */
__attribute__((weak, always_inline)) void __kmpc_parallel_51(void *where, int32_t thread, int32_t wanted,
                                                             int32_t threads, int32_t bind,
                                                             void (*region)(int32_t *, int32_t *, ...),
                                                             void *wrapper, void **v, size_t count)
{
    int32_t zero = 0;
    (void)where;
    (void)threads;
    (void)bind;
    (void)wrapper;
    if (!wanted)
        tlc_region_is_not_ours();
    switch (count) {
        TLC_CASES(0)
        TLC_CASES(8)
        TLC_CASES(16)
        TLC_CASES(24)
        TLC_CASES(32)
        TLC_CASES(40)
        TLC_CASES(48)
    default:
        tlc_region_is_not_ours();
    }
}
#pragma omp end declare target

#undef TLC_CASES
#undef TLC_CASE
#undef TLC_BELOW_48
#undef TLC_BELOW_40
#undef TLC_BELOW_32
#undef TLC_BELOW_24
#undef TLC_BELOW_16
#undef TLC_BELOW_8
#undef TLC_BELOW_0
#undef TLC_EIGHT
#undef TLC_SEVEN
#undef TLC_SIX
#undef TLC_FIVE
#undef TLC_FOUR
#undef TLC_THREE
#undef TLC_TWO
#undef TLC_ONE
#undef TLC_NONE
#endif

#endif
