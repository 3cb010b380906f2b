/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACKE's names over the LAPACK names of this library (lapacke.inc): LAPACKE_dpotrf and
 * LAPACKE_dpotrf_work, with 64-bit integers LAPACKE_dpotrf_64 and LAPACKE_dpotrf_work_64. Results are
 * LAPACKE's: info counts the layout as argument 1.
 *
 * A row-major triangle, read as column-major, is the other triangle of the transposed matrix. The
 * transpose of a Hermitian matrix is its conjugate. So triangles stay where they are, and only
 * right-hand sides are transposed. */
#ifndef TLC_LAPACKE_H
#define TLC_LAPACKE_H

#include "src/lapack/arguments.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROW_MAJOR = 101, COL_MAJOR = 102, WORK_MEMORY_ERROR = -1010, TRANSPOSE_MEMORY_ERROR = -1011 };

/* The program's own LAPACKE, if it can be reached. */
extern int LAPACKE_get_nancheck(void) __attribute__((weak));
extern int LAPACKE_get_nancheck_64(void) __attribute__((weak));
extern void LAPACKE_xerbla(const char *name, int32_t info) __attribute__((weak));
extern void LAPACKE_xerbla_64(const char *name, int64_t info) __attribute__((weak));

/* Whether to check arrays for NaN: as set by LAPACKE_set_nancheck, else by LAPACKE_NANCHECK, else yes. */
static int nan_check(int bits)
{
    if (bits == 64 && LAPACKE_get_nancheck_64)
        return LAPACKE_get_nancheck_64();
    if (bits == 32 && LAPACKE_get_nancheck)
        return LAPACKE_get_nancheck();
    const char *wish = getenv("LAPACKE_NANCHECK");
    return !wish || atoi(wish) != 0;
}

/* Reports a failed check as LAPACKE does; returns info. */
static int64_t complain(const char *name, int bits, int64_t info)
{
    if (bits == 64 && LAPACKE_xerbla_64)
        LAPACKE_xerbla_64(name, info);
    else if (bits == 32 && LAPACKE_xerbla)
        LAPACKE_xerbla(name, (int32_t)info);
    else if (info == WORK_MEMORY_ERROR)
        printf("Not enough memory to allocate work array in %s\n", name);
    else if (info == TRANSPOSE_MEMORY_ERROR)
        printf("Not enough memory to transpose matrix in %s\n", name);
    else
        printf("Wrong parameter %d in %s\n", (int)-info, name);
    return info;
}

/* Reports that arrays (NULL: none) cannot be transposed: they are on a GPU, or there is no memory. */
static int64_t not_turned(const char *name, int bits, const void *a, const void *b)
{
    const int64_t error = tlc_host_only(name, a, b);
    return error ? error : complain(name, bits, TRANSPOSE_MEMORY_ERROR);
}

/* Whether there is an array that the host can check for NaN. */
static int is_readable(const void *a)
{
    return a && !tilechol_lapack_on_gpu(a);
}

/* The other triangle; an invalid letter stays as it is, for LAPACK to refuse. */
static char other_uplo(char uplo)
{
    return is_letter(uplo, 'u') ? 'L' : is_letter(uplo, 'l') ? 'U' : uplo;
}

/* A LAPACK routine's info with LAPACKE's argument numbers; a tilechol_error stays as it is. */
static int64_t shifted(int64_t info)
{
    return info < 0 && info > -101 ? info - 1 : info;
}

#endif
