/* SPDX-License-Identifier: BSD-3-Clause
 * The smaller and the larger of two numbers: orders, counts, leading dimensions. */
#ifndef TLC_NUMBERS_H
#define TLC_NUMBERS_H

#include <stdint.h>

static inline int64_t tlc_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t tlc_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The least leading dimension that LAPACK allows for so many rows. */
static inline int64_t tlc_max1(int64_t rows)
{
    return tlc_max(rows, 1);
}

#endif
