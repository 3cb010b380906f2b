/* SPDX-License-Identifier: BSD-3-Clause
 * What `parallel` is on NVIDIA's GPUs. Clang has the construct call __kmpc_parallel_51, which goes for any region: of what values
 * it captures, by which threads, in whatever other regions. Where the image is linked LLVM would make a call of each region of
 * it, with the regions' code, and copy from all that what each kernel wants: minutes (MEASURED.md, Building). Ours are the
 * statement of a `target teams`, for all threads of a team: so this is all that is to be done, and the compiler knows it before
 * the link, where the run-time's own takes the place of this one. */
#ifndef TLC_PARALLEL_H
#define TLC_PARALLEL_H

#if defined(__NVPTX__)
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
        region(&zero, &thread values); \
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
void tlc_region_has_too_many_values(void); /* is not defined: the link fails */

/* As in LLVM's offload/DeviceRTL/include/Interface.h; values: `count` of them, or where they are. */
__attribute__((weak, always_inline)) void __kmpc_parallel_51(void *where, int32_t thread, int32_t wanted,
                                                             int32_t threads, int32_t bind,
                                                             void (*region)(int32_t *, int32_t *, ...),
                                                             void *wrapper, void **v, size_t count)
{
    int32_t zero = 0;
    (void)where;
    (void)wanted;
    (void)threads;
    (void)bind;
    (void)wrapper;
    switch (count) {
        TLC_CASES(0)
        TLC_CASES(8)
        TLC_CASES(16)
        TLC_CASES(24)
        TLC_CASES(32)
        TLC_CASES(40)
        TLC_CASES(48)
    default:
        tlc_region_has_too_many_values();
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
