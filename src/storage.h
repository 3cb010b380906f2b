/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's ways to store a matrix, and the functions for them that the API lacks. libtilechol.so exports
 * these for libtilechol_lapack.so; they are not part of the API. */
#ifndef TLC_STORAGE_H
#define TLC_STORAGE_H

#include "include/tilechol.h"

/* Which elements of an array belong to the matrix, and where they are. Packed: the triangle's columns
 * one after the other. RFP (rectangular full packed): the triangle folded into a rectangle of half the
 * matrix's size, TRANSR = 'N'; RFP_C: that rectangle conjugate-transposed (Gustavson, Wasniewski,
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

/* After TLC_FULL, lower and upper shapes alternate. */
static inline int tlc_is_upper(enum tlc_shape shape)
{
    return shape > TLC_FULL && shape % 2 == 0;
}

/* In a template: the name of one of these functions. */
#define STORED(name) TLC_JOIN4(tilechol_lapack_, TYPE_LETTER, name, )

#define TEMPLATE     "src/storage_calls.inc"
#include "src/types/each_type.h"

/* Whether a pointer is to a GPU's memory. */
int tilechol_lapack_on_gpu(const void *pointer);
/* Gives tilechol_last_error() the text "routine: why" and returns TILECHOL_ERROR_NO_BACKEND. */
int64_t tilechol_lapack_refuse(const char *routine, const char *why);

/* Refuses arrays (NULL: none) on a GPU, for routines that access them on the host; else returns 0. */
static inline int64_t tlc_host_only(const char *routine, const void *a, const void *b)
{
    return tilechol_lapack_on_gpu(a) || tilechol_lapack_on_gpu(b)
               ? tilechol_lapack_refuse(routine, "an array is on a GPU, but must be on the host")
               : 0;
}

#endif
