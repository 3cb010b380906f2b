/* SPDX-License-Identifier: BSD-3-Clause
 * - An FP32 matrix with elements beyond offset 2^31: spotrf and spotrs of n = 47000, or of the order given
 *   as the argument, in the memory of the device under test. The matrix is random Toeplitz, with a diagonal
 *   that makes its condition about 5: a column is a copy, and no part of the factor is negligible.
 * - Host data of more than 1 GB, part of which comes and goes while a GPU works: potrf of the matrix
 *   whose factor is all ones.
 * - potrs with few right-hand sides, of an order that has more block rows than a GPU has multiprocessors. */
#include <math.h>
#include <float.h>

#include "tests/check.h"

enum { COLUMNS = 512, SAMPLES = 24 };

static const double epsilon = FLT_EPSILON / 2;
static const float above_diagonal = -7e30f;

static int64_t n = 47000;
static enum place place;
static float *t; /* element (i, j) is t[|i - j|] */
static int64_t rows[SAMPLES]; /* at which the factor is sampled, ascending */
static float *sampled[SAMPLES];

static void copy_to(float *there, const float *here, size_t count)
{
    int error = place == PLACE_HOST ? !memcpy(there, here, count * sizeof(float))
                                    : device_memory_write(there, here, count * sizeof(float));
    CHECK(!error, "cannot write %zu elements", count);
}

static void copy_from(float *here, const float *there, size_t count)
{
    int error = place == PLACE_HOST ? !memcpy(here, there, count * sizeof(float))
                                    : device_memory_read(here, there, count * sizeof(float));
    CHECK(!error, "cannot read %zu elements", count);
}

static float *allocate_there(size_t count)
{
    size_t bytes = count * sizeof(float);
    float *there = place == PLACE_HOST ? malloc(bytes) : device_memory_allocate(bytes);
    CHECK(there, "no memory for %zu bytes", bytes);
    return there;
}

static void free_there(float *there)
{
    if (place == PLACE_HOST) {
        free(there);
    } else {
        device_memory_free(there);
    }
}

/* The spectrum of the part off the diagonal lies within +-sqrt(4/3 n log(2n)), but for rare outliers. */
static void make_matrix(void)
{
    uint64_t random = 26;
    t = allocate((size_t)n * sizeof(float));
    for (int64_t k = 0; k < n; k++) {
        t[k] = k ? (float)random_unit(&random) : (float)(6 * sqrt((double)n) + 3);
    }
}

static int64_t columns_from(int64_t j)
{
    return n - j < COLUMNS ? n - j : COLUMNS;
}

static void fill(float *a)
{
    float *chunk = allocate((size_t)n * COLUMNS * sizeof(float));
    for (int64_t j = 0; j < n; j += COLUMNS) {
        int64_t columns = columns_from(j);
        for (int64_t c = 0; c < columns; c++) {
            float *column = chunk + c * n;
            for (int64_t i = 0; i < j + c; i++) {
                column[i] = above_diagonal;
            }
            memcpy(column + j + c, t, (size_t)(n - j - c) * sizeof(float));
        }
        copy_to(a + j * n, chunk, (size_t)(columns * n));
    }
    free(chunk);
}

/* Takes the sampled rows of L out of a, and checks that nothing was written above the diagonal. */
static void sample(const float *a)
{
    float *chunk = allocate((size_t)n * COLUMNS * sizeof(float));
    for (int64_t j = 0; j < n; j += COLUMNS) {
        int64_t columns = columns_from(j);
        copy_from(chunk, a + j * n, (size_t)(columns * n));
        for (int64_t c = 0; c < columns; c++) {
            for (int64_t i = 0; i < j + c; i++) {
                CHECK(chunk[i + c * n] == above_diagonal, "element (%lld, %lld) was changed", (long long)i,
                      (long long)(j + c));
            }
            for (int s = 0; s < SAMPLES; s++) {
                sampled[s][j + c] = rows[s] >= j + c ? chunk[rows[s] + c * n] : 0;
            }
        }
    }
    free(chunk);
}

/* Ends, whose columns are on both sides of offset 2^31 from n = 46341 on, and rows in between. */
static void choose_rows(void)
{
    for (int s = 0; s < SAMPLES; s++) {
        rows[s] = s * (n - 1) / (SAMPLES - 1);
        sampled[s] = allocate((size_t)n * sizeof(float));
    }
    rows[1] = 1 < n ? 1 : 0;
    rows[SAMPLES - 2] = n > 1 ? n - 2 : 0;
}

/* A - L L^T at the sampled rows, each against the rounding errors of its own sum. */
static void check_samples(void)
{
    for (int s = 0; s < SAMPLES; s++) {
        for (int r = 0; r < SAMPLES; r++) {
            double sum = 0, magnitude = 0;
            for (int64_t k = 0; k < n; k++) {
                double product = (double)sampled[s][k] * (double)sampled[r][k];
                sum += product;
                magnitude += fabs(product);
            }
            double error = fabs((double)t[llabs(rows[s] - rows[r])] - sum);
            CHECK(error <= 4 * epsilon * sqrt((double)n) * magnitude, "A - L L^T at (%lld, %lld): %g",
                  (long long)rows[s], (long long)rows[r], error);
        }
    }
}

/* A x in double. */
static double *multiply(const float *x)
{
    double *product = allocate((size_t)n * sizeof(double));
    for (int64_t j = 0; j < n; j++) {
        const double factor = (double)x[j];
        for (int64_t i = 0; i < j; i++) {
            product[i] += (double)t[j - i] * factor;
        }
        for (int64_t i = j; i < n; i++) {
            product[i] += (double)t[i - j] * factor;
        }
    }
    return product;
}

static double norm1(const float *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += fabs((double)x[i]);
    }
    return sum;
}

/* The largest column sum. From a column to the next, one element of t comes in at the top,
 * one goes at the bottom. */
static double matrix_norm1(void)
{
    double sum = norm1(t), norm = sum;
    for (int64_t j = 1; j < n; j++) {
        sum += fabs((double)t[j]) - fabs((double)t[n - j]);
        norm = larger(norm, sum);
    }
    return norm;
}

static void check_solution(const float *x, const float *b)
{
    double *product = multiply(x), norm_r = 0;
    for (int64_t i = 0; i < n; i++) {
        norm_r += fabs((double)b[i] - product[i]);
    }
    double residual = norm_r / (matrix_norm1() * norm1(x) + norm1(b)) / epsilon;
    CHECK(residual < THRESHOLD, "n=%lld: scaled residual %g", (long long)n, residual);
    print_message("n=%lld, device %d: scaled residual %.3g\n", (long long)n, tilechol_last_device(),
                  residual);
    free(product);
}

static void factor_and_solve(void **state)
{
    (void)state;
    float *x = allocate((size_t)n * sizeof(float)), *b = allocate((size_t)n * sizeof(float));
    make_matrix();
    for (int64_t i = 0; i < n; i++) {
        x[i] = 1;
    }
    double *product = multiply(x);
    for (int64_t i = 0; i < n; i++) {
        b[i] = (float)product[i];
    }
    place = (enum place)(places() - 1);
    choose_rows();
    float *a = allocate_there((size_t)n * (size_t)n), *right = allocate_there((size_t)n);
    fill(a);
    copy_to(right, b, (size_t)n);
    int64_t info = tilechol_spotrf(TILECHOL_LOWER, n, a, n, NULL);
    CHECK(info == 0, "spotrf n=%lld: info %lld (%s)", (long long)n, (long long)info, tilechol_last_error());
    info = tilechol_spotrs(TILECHOL_LOWER, n, 1, a, n, right, n, NULL);
    CHECK(info == 0, "spotrs n=%lld: info %lld (%s)", (long long)n, (long long)info, tilechol_last_error());
    copy_from(x, right, (size_t)n);
    check_solution(x, b);
    sample(a);
    check_samples();
    free_there(a);
    free_there(right);
    for (int s = 0; s < SAMPLES; s++) {
        free(sampled[s]);
    }
    free(t);
    free(x);
    free(b);
    free(product);
}

#define TEMPLATE "tests/test_large.inc"
#include "src/types/each_type.h"

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factor_and_solve),           cmocka_unit_test(tlc_sfactor_while_it_comes),
        cmocka_unit_test(tlc_dfactor_while_it_comes), cmocka_unit_test(tlc_cfactor_while_it_comes),
        cmocka_unit_test(tlc_zfactor_while_it_comes), cmocka_unit_test(tlc_ssolve_strips),
        cmocka_unit_test(tlc_dsolve_strips),          cmocka_unit_test(tlc_csolve_strips),
        cmocka_unit_test(tlc_zsolve_strips)};
    n = argc > 1 ? atoll(argv[1]) : n;
    if (n < 1) {
        fprintf(stderr, "usage: test_large [n]\n");
        return EXIT_FAILURE;
    }
    return cmocka_run_group_tests_name("large", tests, check_setup, NULL);
}
