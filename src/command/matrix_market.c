/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/common.h"
#include "src/command/matrix_market.h"

struct mm_entry mm_first(void)
{
    return (struct mm_entry){.k = -1, .row = -1, .column = 0};
}

bool mm_next(const struct mm_matrix *matrix, struct mm_entry *entry)
{
    int64_t k = ++entry->k;
    if (k >= matrix->count)
        return false;
    if (!matrix->is_array) {
        entry->row = matrix->row[k];
        entry->column = matrix->column[k];
    } else if (++entry->row == matrix->rows) {
        entry->column++;
        entry->row = matrix->symmetry == MM_GENERAL ? 0 : entry->column;
    }
    if (matrix->is_complex)
        entry->value = __builtin_complex(matrix->value[2 * k], matrix->value[2 * k + 1]);
    else
        entry->value = matrix->value[k];
    return true;
}

void mm_free(struct mm_matrix *matrix)
{
    free(matrix->row);
    free(matrix->column);
    free(matrix->value);
    *matrix = (struct mm_matrix){0};
}

const char *mm_kind(const struct mm_matrix *matrix)
{
    static const char *const kinds[2][3] = {{"real general", "real symmetric", "real Hermitian"},
                                            {"complex general", "complex symmetric", "complex Hermitian"}};
    return kinds[matrix->is_complex][matrix->symmetry];
}

void mm_multiply(const struct mm_matrix *matrix, const double _Complex *x, long double _Complex *y)
{
    for (int64_t i = 0; i < matrix->rows; i++)
        y[i] = 0;
    for (struct mm_entry e = mm_first(); mm_next(matrix, &e);) {
        long double _Complex a = e.value;
        y[e.row] += a * x[e.column];
        if (matrix->symmetry != MM_GENERAL && e.row != e.column)
            y[e.column] += (matrix->symmetry == MM_HERMITIAN ? conjl(a) : a) * x[e.row];
    }
}

void mm_write(const char *path, int64_t rows, int64_t columns, const double _Complex *values, bool is_complex,
              int digits)
{
    FILE *file = fopen(path, "w");
    if (!file)
        fail(EXIT_FILE, "%s: %s", path, strerror(errno));
    fprintf(file, "%%%%MatrixMarket matrix array %s general\n%lld %lld\n", is_complex ? "complex" : "real",
            (long long)rows, (long long)columns);
    for (int64_t k = 0; k < rows * columns; k++) {
        if (is_complex)
            fprintf(file, "%.*g %.*g\n", digits, creal(values[k]), digits, cimag(values[k]));
        else
            fprintf(file, "%.*g\n", digits, creal(values[k]));
    }
    bool failed = ferror(file);
    if (fclose(file) || failed)
        fail(EXIT_FILE, "%s: %s", path, strerror(errno));
}
