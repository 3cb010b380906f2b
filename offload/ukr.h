/* SPDX-License-Identifier: BSD-3-Clause
 * The micro-kernel of the generic tile: acc += A B^H over kc columns, a block of UKR_MR x UKR_NR.
 *
 *        kc            UKR_NR
 *      +----+        +------+
 *   MR | A  |   .  kc| B^H  |    A: column l at a + l * lda, UKR_MR elements
 *      +----+        +------+    B: column l at b + l * ldb, UKR_NR elements
 *
 * acc[j][i] belongs to row i of A and row j of B; terms are added in the order of l. */
#undef UKR_MR
#undef UKR_NR
#if !TLC_HOST && TYPE_COMPLEX
#define UKR_MR 4 /* NB * NB / TLC_CREW elements a thread */
#define UKR_NR 2
#else
#define UKR_MR 8
#define UKR_NR 4
#endif

TLC_INLINE void FN(ukr)(int kc, const elem_t *restrict a, int lda, const elem_t *restrict b, int ldb,
                        elem_t acc[UKR_NR][UKR_MR])
{
    TLC_UNROLL_BY(4)
    for (int l = 0; l < kc; ++l)
        TLC_UNROLL
    for (int j = 0; j < UKR_NR; ++j)
        TLC_UNROLL
    for (int i = 0; i < UKR_MR; ++i)
        acc[j][i] += a[l * lda + i] * CONJ(b[l * ldb + j]);
}
