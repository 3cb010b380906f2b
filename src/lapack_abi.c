/* SPDX-License-Identifier: BSD-3-Clause
 * libtilechol_lapack.so: LAPACK's names over the API, dpotrf_ with 32-bit integers and dpotrf_64_ with
 * 64-bit ones. It is preloaded, or linked before LAPACK. info is LAPACK's; a value <= -101 is a
 * tilechol_error, which LAPACK does not know. With TILECHOL_DISABLE set, the next LAPACK does it all. */
#include "include/tilechol.h"
#include "src/lapack/arguments.h"
#include "src/lapack_next.h"
#include "src/lapack/lapacke.h"

#include <stdio.h>
#include <string.h>

/* The error handler of the program's LAPACK, if it can be reached. It may never return: R and Octave
 * jump out of it. This library must not define it, since that would shadow the program's own. */
extern void xerbla_(const char *routine, const int32_t *argument, size_t length) __attribute__((weak));
extern void xerbla_64_(const char *routine, const int64_t *argument, size_t length) __attribute__((weak));

/* Decodes an option's letter, of either case as in Fortran; an invalid one gives 0, which the API refuses. */
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

/* Reports a bad argument as LAPACK does; the API numbers arguments alike. Must be the last thing that a
 * call does, since xerbla_ may not return. Names of fewer than six letters end with a blank, as in
 * LAPACK ("DPOSV "). */
static void report(char letter, const char *name, int bits, int64_t argument)
{
    const int32_t argument32 = (int32_t)argument;
    char routine[12];
    const size_t length = (size_t)snprintf(routine, sizeof routine, "%c%s", letter - 0x20, name);
    if (bits == 64 && xerbla_64_)
        xerbla_64_(routine, &argument, length);
    else if (bits == 32 && xerbla_)
        xerbla_(routine, &argument32, length);
    else
        printf(" ** On entry to %.*s parameter number %2d had an illegal value\n", (int)strcspn(routine, " "),
               routine, argument32);
}

#define EXPORT __attribute__((visibility("default")))
/* ROUTINE("POTRF"): the first two arguments of report, in each of s, d, c, z. */
#define ROUTINE(name)   LETTER(TYPE_LETTER), name
#define LETTER(letter)  LETTER_(letter)
#define LETTER_(letter) (#letter[0])
#define NAME_OF(name)   NAME_OF_(name)
#define NAME_OF_(name)  #name

/* Begins a routine: with TILECHOL_DISABLE set, FORWARD(name, arguments...) has the next LAPACK do the
 * call, and FORWARD_OR(absent, ...) says what to do if that lacks the routine. The strings' lengths,
 * which Fortran passes after the last argument and C may omit, are passed on as they came. */
#define FORWARD_OR(absent, name, ...)                                          \
    if (tlc_disabled()) {                                                      \
        static __typeof__(&LAPACK(name)) next;                                 \
        __typeof__(next) routine = __atomic_load_n(&next, __ATOMIC_RELAXED);   \
        if (!routine) {                                                        \
            routine = (__typeof__(next))tlc_next(NAME_OF(LAPACK(name)), BITS); \
            __atomic_store_n(&next, routine, __ATOMIC_RELAXED);                \
        }                                                                      \
        if (routine)                                                           \
            routine(__VA_ARGS__);                                              \
        else                                                                   \
            absent;                                                            \
        return;                                                                \
    }
#define FORWARD(name, ...) FORWARD_OR(*info = TILECHOL_ERROR_NO_BACKEND, name, __VA_ARGS__)

/* Ends a routine, once its info is known. */
#define REPORT(name)               \
    if (*info < 0 && *info > -101) \
    report(ROUTINE(name), BITS, -*info)

#define TEMPLATE "src/types/reciprocal.inc"
#include "src/types/each_type.h"

/* Both integer interfaces are made from the same two templates: LAPACK's names, and LAPACKE's over them. */
#define BITS         32
#define LARGEST      INT32_MAX
#define lapack_int   int32_t
#define LAPACK(name) TLC_JOIN4(TYPE_LETTER, name, _, )
#define TEMPLATE     "src/lapack_abi.inc"
#include "src/types/each_type.h"
#define LAPACKE(name) TLC_JOIN4(LAPACKE_, TYPE_LETTER, name, )
#define WORK(name)    TLC_JOIN4(LAPACKE_, TYPE_LETTER, name, _work)
#define OWN(name)     TLC_JOIN4(lapacke_, TYPE_LETTER, name, _32)
#define TEMPLATE      "src/lapack/lapacke.inc"
#include "src/types/each_type.h"
#undef BITS
#undef LARGEST
#undef lapack_int
#undef LAPACK
#undef LAPACKE
#undef WORK
#undef OWN

#define BITS         64
#define LARGEST      INT64_MAX
#define lapack_int   int64_t
#define LAPACK(name) TLC_JOIN4(TYPE_LETTER, name, _64_, )
#define TEMPLATE     "src/lapack_abi.inc"
#include "src/types/each_type.h"
#define LAPACKE(name) TLC_JOIN4(LAPACKE_, TYPE_LETTER, name, _64)
#define WORK(name)    TLC_JOIN4(LAPACKE_, TYPE_LETTER, name, _work_64)
#define OWN(name)     TLC_JOIN4(lapacke_, TYPE_LETTER, name, _64)
#define TEMPLATE      "src/lapack/lapacke.inc"
#include "src/types/each_type.h"
