/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's ways to store a matrix, and the functions for those ways that the API lacks, which libtilechol.so
 * exports for libtilechol_lapack.so: they are no part of the API. */
#ifndef TLC_STORAGE_H
#define TLC_STORAGE_H

#include "include/tilechol.h"

/* Which elements of an array are the matrix's, and where they stand. Packed: the triangle's columns
 * one after the other. RFP (rectangular full packed): the triangle folded into a rectangle of half
 * its size, TRANSR = 'N', or RFP_C that rectangle conjugate-transposed (Gustavson, Wasniewski,
 * Dongarra, Langou, "Rectangular full packed format for Cholesky's algorithm", ACM TOMS 37, 2010). */
enum tlc_shape {
    TLC_FULL,
    TLC_LOWER,
    TLC_UPPER,
    TLC_PACKED_LOWER,
    TLC_PACKED_UPPER,
    TLC_RFP_LOWER,
    TLC_RFP_UPPER,
    TLC_RFP_C_LOWER,
    TLC_RFP_C_UPPER
};

/* Of those that follow TLC_FULL, lower and upper take turns. */
static inline int tlc_is_upper(enum tlc_shape shape)
{
    return shape > TLC_FULL && shape % 2 == 0;
}

/* In a template: the name of such a function. */
#define STORED(name) TLC_JOIN4(tilechol_lapack_, TYPE_LETTER, name, )

#define TEMPLATE     "src/storage_calls.inc"
#include "src/types/each_type.h"

/* Whether a pointer is to a GPU's memory. */
int tilechol_lapack_on_gpu(const void *pointer);
/* Gives tilechol_last_error() the text "routine: why" and returns TILECHOL_ERROR_NO_BACKEND. */
int64_t tilechol_lapack_refuse(const char *routine, const char *why);

/* Refuses arrays (NULL: none) on a GPU, which the routine would read or write itself; else 0. */
static inline int64_t tlc_host_only(const char *routine, const void *a, const void *b)
{
    return tilechol_lapack_on_gpu(a) || tilechol_lapack_on_gpu(b)
               ? tilechol_lapack_refuse(routine, "an array is on a GPU")
               : 0;
}

#endif
