/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/mtx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *read_entries(FILE *file, int64_t n, long long entries)
{
    double *a = calloc((size_t)(n * n), sizeof(*a));
    for (long long e = 0; a && e < entries; e++) {
        long long i, j;
        double value;
        if (fscanf(file, "%lld %lld %lf", &i, &j, &value) != 3 || i < 1 || j < 1 || i > n || j > n) {
            free(a);
            return NULL;
        }
        a[(i - 1) + (j - 1) * n] = value;
        a[(j - 1) + (i - 1) * n] = value;
    }
    return a;
}

double *mtx_read(const char *path, int64_t *n)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return NULL;
    }
    double *a = NULL;
    char line[1024] = "";
    long long rows, cols, entries;
    int symmetric = fgets(line, sizeof(line), file) &&
                    strncmp(line, "%%MatrixMarket matrix coordinate real symmetric", 47) == 0;
    while (line[0] == '%' && fgets(line, sizeof(line), file)) {
    }
    if (symmetric && sscanf(line, "%lld %lld %lld", &rows, &cols, &entries) == 3 && rows == cols &&
        rows > 0) {
        *n = rows;
        a = read_entries(file, rows, entries);
    }
    fclose(file);
    return a;
}

/* The points of row k of the Laplacian and its values; returns how many. */
static int laplacian_row(int64_t rows, int64_t cols, int64_t k, int64_t points[5], double values[5])
{
    const int64_t r = k % rows, c = k / rows;
    const int64_t neighbours[4][2] = {{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}};
    int count = 1;
    points[0] = k;
    values[0] = 4;
    for (int i = 0; i < 4; i++) {
        if (neighbours[i][0] >= 0 && neighbours[i][0] < rows && neighbours[i][1] >= 0 &&
            neighbours[i][1] < cols) {
            points[count] = neighbours[i][0] + neighbours[i][1] * rows;
            values[count++] = -1;
        }
    }
    return count;
}

double *mtx_plate(int64_t rows, int64_t cols)
{
    const int64_t n = rows * cols;
    double *a = calloc((size_t)(n * n), sizeof(*a));
    for (int64_t k = 0; a && k < n; k++) {
        int64_t points[5];
        double values[5];
        int count = laplacian_row(rows, cols, k, points, values);
        for (int p = 0; p < count; p++) {
            for (int q = 0; q < count; q++) {
                double scale = pow(10, (double)(points[p] / 7 % 3 + points[q] / 7 % 3));
                a[points[p] + points[q] * n] += values[p] * values[q] * scale;
            }
        }
    }
    return a;
}
