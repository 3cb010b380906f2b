/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's names over the API, as libtilechol_lapack.so: dpotrf_ with 32-bit integers, dpotrf_64_ with
 * 64-bit ones. To be preloaded, or linked before LAPACK. info is LAPACK's; a value <= -101 is a
 * tilechol_error, which LAPACK does not know. */
#include "include/tilechol.h"

#include <stdio.h>

/* The handler of the program's LAPACK, if there is one in reach. It may never return: R and Octave jump
 * out of it. A library that defined it would shadow the program's own. */
extern void xerbla_(const char *routine, const int32_t *argument, size_t length) __attribute__((weak));
extern void xerbla_64_(const char *routine, const int64_t *argument, size_t length) __attribute__((weak));

/* An option's letter in any case, as Fortran passes it; invalid ones are 0, which the API refuses. */
static tilechol_uplo uplo_of(const char *letter)
{
    switch (*letter | 0x20) {
    case 'u':
        return TILECHOL_UPPER;
    case 'l':
        return TILECHOL_LOWER;
    }
    return (tilechol_uplo)0;
}

static tilechol_trans trans_of(const char *letter)
{
    switch (*letter | 0x20) {
    case 'n':
        return TILECHOL_NO_TRANS;
    case 't':
        return TILECHOL_TRANS;
    case 'c':
        return TILECHOL_CONJ_TRANS;
    }
    return (tilechol_trans)0;
}

static tilechol_diag diag_of(const char *letter)
{
    switch (*letter | 0x20) {
    case 'n':
        return TILECHOL_NON_UNIT;
    case 'u':
        return TILECHOL_UNIT;
    }
    return (tilechol_diag)0;
}

/* What LAPACK does about a bad argument, numbered alike in both interfaces; last thing of a call. */
static void report(const char *routine, int bits, int64_t argument)
{
    const int32_t argument32 = (int32_t)argument;
    if (bits == 64 && xerbla_64_)
        xerbla_64_(routine, &argument, 6);
    else if (bits == 32 && xerbla_)
        xerbla_(routine, &argument32, 6);
    else
        printf(" ** On entry to %.*s parameter number %2d had an illegal value\n", routine[5] == ' ' ? 5 : 6,
               routine, argument32);
}

#define EXPORT __attribute__((visibility("default")))
/* LAPACK's names have six characters, blanks included. */
#define ROUTINE(name) \
    ((const char[]){(char)(LETTER(TYPE_LETTER) - 0x20), name[0], name[1], name[2], name[3], name[4], '\0'})
#define LETTER(letter)  LETTER_(letter)
#define LETTER_(letter) (#letter[0])

#define BITS            32
#define lapack_int      int32_t
#define LAPACK(name)    TLC_JOIN4(TYPE_LETTER, name, _, )
#define TEMPLATE        "src/lapack_abi.inc"
#include "src/types/each_type.h"
#undef BITS
#undef lapack_int
#undef LAPACK

#define BITS         64
#define lapack_int   int64_t
#define LAPACK(name) TLC_JOIN4(TYPE_LETTER, name, _64_, )
#define TEMPLATE     "src/lapack_abi.inc"
#include "src/types/each_type.h"
