/* SPDX-License-Identifier: BSD-3-Clause
 * Decodes LAPACK's letters for the routines on packed, RFP and band matrices, which check their
 * arguments themselves. TLC_FULL (= 0) stands for an invalid letter. */
#ifndef TLC_LAPACK_ARGUMENTS_H
#define TLC_LAPACK_ARGUMENTS_H

#include "src/storage.h"

static inline int letter_is(const char *letter, char wanted)
{
    return (*letter | 0x20) == wanted;
}

static inline enum tlc_shape shape_of(const char *uplo, enum tlc_shape lower)
{
    return letter_is(uplo, 'l') ? lower : letter_is(uplo, 'u') ? (enum tlc_shape)(lower + 1) : TLC_FULL;
}

/* TRANSR is N or, in real types, T or, in complex ones, C. */
static inline int is_transr(const char *transr, int is_complex)
{
    return letter_is(transr, 'n') || letter_is(transr, is_complex ? 'c' : 't');
}

static inline enum tlc_shape rfp_shape_of(const char *transr, const char *uplo)
{
    return shape_of(uplo, letter_is(transr, 'n') ? TLC_RFP_LOWER : TLC_RFP_C_LOWER);
}

static inline int64_t least_ld(int64_t rows)
{
    return rows > 1 ? rows : 1;
}

#endif
