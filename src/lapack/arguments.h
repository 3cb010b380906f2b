/* SPDX-License-Identifier: BSD-3-Clause
 * Decodes LAPACK's letters for the routines on packed, RFP and band matrices, which check their
 * arguments themselves. TLC_FULL (= 0) stands for an invalid letter. */
#ifndef TLC_LAPACK_ARGUMENTS_H
#define TLC_LAPACK_ARGUMENTS_H

#include "src/numbers.h"
#include "src/storage.h"

/* Fortran's LSAME; `letter` is lower-case. */
static inline int is_letter(char c, char letter)
{
    return (c | 0x20) == letter;
}

static inline enum tlc_shape shape_of(const char *uplo, enum tlc_shape lower)
{
    return is_letter(*uplo, 'l') ? lower : is_letter(*uplo, 'u') ? (enum tlc_shape)(lower + 1) : TLC_FULL;
}

/* TRANSR is N or, in real types, T or, in complex ones, C. */
static inline int is_transr(const char *transr, int is_complex)
{
    return is_letter(*transr, 'n') || is_letter(*transr, is_complex ? 'c' : 't');
}

static inline enum tlc_shape rfp_shape_of(const char *transr, const char *uplo)
{
    return shape_of(uplo, is_letter(*transr, 'n') ? TLC_RFP_LOWER : TLC_RFP_C_LOWER);
}

#endif
