/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix Market files (Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats", NISTIR 5935,
 * 1996): coordinate or array; real, integer or complex; general, symmetric or Hermitian. */
#ifndef TILECHOL_COMMAND_MATRIX_MARKET_H
#define TILECHOL_COMMAND_MATRIX_MARKET_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

enum mm_symmetry { MM_GENERAL, MM_SYMMETRIC, MM_HERMITIAN };

/* A matrix as its file lists it: only the lower triangle if it is symmetric or Hermitian. An element
 * that is listed more than once is the sum of its entries. */
struct mm_matrix {
    enum mm_symmetry symmetry;
    bool is_complex;
    bool is_array;
    int64_t rows, columns;
    int64_t count;   /* entries */
    int64_t *row;    /* 0-based; NULL in an array, which lists columns one by one */
    int64_t *column; /* likewise */
    double *value;   /* count numbers; complex: count pairs */
};

/* Steps through the entries: for (struct mm_entry e = mm_first(); mm_next(m, &e);) ... */
struct mm_entry {
    int64_t k, row, column;
    double _Complex value;
};
struct mm_entry mm_first(void);
bool mm_next(const struct mm_matrix *matrix, struct mm_entry *entry);

/* Reads the file ("-": standard input); fails with FILE:LINE in the message if it is not well-formed. */
struct mm_matrix mm_read(const char *path);
void mm_free(struct mm_matrix *matrix);

/* y = A x, with the elements that the file only implies, summed in extended precision. */
void mm_multiply(const struct mm_matrix *matrix, const double _Complex *x, long double _Complex *y);

/* Writes a column-major rows x columns array. digits: how many significant digits tell all numbers apart. */
void mm_write(const char *path, int64_t rows, int64_t columns, const double _Complex *values, bool is_complex,
              int digits);

/* "real symmetric", for messages. */
const char *mm_kind(const struct mm_matrix *matrix);

#endif
