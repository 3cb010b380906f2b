/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all test programs share. A test body takes a place (host memory, or memory of the GPU under
 * test) and builds each array as a grid: its image on the host, which is copied to the place for the
 * call and fetched back after it. Every element of a grid that the call must not read is a signalling
 * NaN with a known bit pattern, so that a read shows in the result and a write in a comparison.
 *
 * The device under test is the CPU, or the GPU that TILECHOL_DEVICE=gpu[:K] names. */
#ifndef TILECHOL_TESTS_CHECK_H
#define TILECHOL_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <lapacke.h>

#include "tilechol.h"
#include "tests/device_memory.h"

/* The threshold of LAPACK's own test programs. */
#define THRESHOLD 30.0

/* Fails the test with a message unless the condition holds; not for use in threads. */
#define CHECK(condition, ...)      \
    do {                           \
        if (!(condition)) {        \
            fail_msg(__VA_ARGS__); \
        }                          \
    } while (0)

/* The larger one; NaN if either is. */
static inline double larger(double most, double x)
{
    return most == most && !(x <= most) ? x : most;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* In a template: the LAPACKE routine, the type's index in tilechol_device_info.tile, the type's letter. */
#define LAPACKE(name) TLC_JOIN4(LAPACKE_, TYPE_LETTER, name, )
#define TYPE_INDEX    (TYPE_DOUBLE + 2 * TYPE_COMPLEX)
#define TYPE_CHAR     ("sdcz"[TYPE_INDEX])

static const tilechol_uplo both_uplo[2] = {TILECHOL_LOWER, TILECHOL_UPPER};
static const tilechol_trans all_trans[3] = {TILECHOL_NO_TRANS, TILECHOL_TRANS, TILECHOL_CONJ_TRANS};

enum place { PLACE_HOST, PLACE_LOCKED, PLACE_DEVICE };

/* Test matrices, as LAPACK's testers choose them (xLATB4). */
enum kind {
    KIND_PLAIN,    /* random Hermitian with a large diagonal: condition below 10      */
    KIND_MODERATE, /* condition 100                                                   */
    KIND_ILL,      /* condition 0.1/eps, for large n a little less                    */
    KIND_TINY,     /* condition 100, norm near underflow                              */
    KIND_HUGE,     /* condition 100, norm near overflow                               */
    KINDS
};

/* What a call was, for messages. Fields that do not matter stay 0. */
struct call {
    char type;
    const char *routine;
    tilechol_uplo uplo;
    enum place place;
    enum kind kind;
    int64_t n, lda, nrhs, ldb;
};

/* Text of a call; valid until the thread's next describe(). */
const char *describe(const struct call *call);

/* Group setup of every program: finds the device under test; fails if the one asked for is not there. */
int check_setup(void **state);

/* The library of LAPACK's names, opened beside LAPACK's own; NULL, with the reason
 * on stderr, if that fails. */
void *open_lapack_library(const char *path);

/* The exceptions raised that a program may trap. None are reported with Clang, whose code divides by what is
 * in unused lanes of a vector. */
int raised_exceptions(void);

int device_under_test(void); /* TILECHOL_DEVICE_CPU or a GPU's number */
int places(void); /* 1 on the CPU (host), 3 on a GPU (host, page-locked host, device) */
const char *place_name(enum place place);
int64_t tile_under_test(int type_index);

/* Sizes around the tile borders and some small ones, ascending. Fill sizes and return their number. */
enum { MAX_SIZES = 28 };
int edge_sizes(int type_index, int64_t sizes[MAX_SIZES]);
int few_sizes(int type_index, int64_t sizes[MAX_SIZES]);

/* The first allocates a block in a place and copies `bytes` bytes of host there; the other copies them
 * back and frees the block. */
void *place_in(enum place place, const void *host, size_t bytes);
void place_out(enum place place, void *placed, void *host, size_t bytes);

void *allocate(size_t bytes); /* never NULL, zeroed */
char uplo_char(tilechol_uplo uplo);
int64_t at_least_1(int64_t n);

/* Uniform in [-1, 1); the same sequence everywhere. Marsaglia, "Xorshift RNGs", 2003, with the
 * multiplier of xorshift64*. */
static inline double random_unit(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)(*state * 0x2545F4914F6CDD1DULL >> 11) * 0x1p-52 - 1.0;
}

#define TEMPLATE "tests/check_type.inc"
#include "src/types/each_type.h"

#endif
