/* SPDX-License-Identifier: BSD-3-Clause
 * The LAPACKE names of libtilechol_lapack.so beside the system's LAPACKE: the same results up to rounding
 * in both layouts, the same info and the same complaints about bad arguments, the same elements touched. With
 * TILECHOL_DISABLE the library passes all arguments on to the next LAPACK, which gives the same too. */
#include <dlfcn.h>

#include "tests/check.h"

/* What is in a matrix's array beside the matrix. */
enum { PADDING = 77 };

/* Both libraries find these handlers and report bad arguments to them. */
static char complaint[64];
static int complaint_info, complaints;

void LAPACKE_xerbla(const char *name, lapack_int info)
{
    snprintf(complaint, sizeof(complaint), "%s", name);
    complaint_info = (int)info;
    complaints++;
}

void xerbla_(const char *name, const lapack_int *argument, size_t length)
{
    snprintf(complaint, sizeof(complaint), "%.*s", (int)length, name);
    complaint_info = *argument;
    complaints++;
}

void xerbla_64_(const char *name, const int64_t *argument, size_t length)
{
    const lapack_int argument32 = (lapack_int)*argument;
    xerbla_(name, &argument32, length);
}

/* Whether names with _64 look for NaN. */
static int checks_64 = 1;

int LAPACKE_get_nancheck_64(void);
int LAPACKE_get_nancheck_64(void)
{
    return checks_64;
}

static void *library;

/* A routine of the library under test: pattern has the type's letter as %c. */
static void *find(const char *pattern, char type)
{
    char name[64];
    snprintf(name, sizeof(name), pattern, type);
    void *routine = dlsym(library, name);
    CHECK(routine, "there is no %s", name);
    return routine;
}

static int open_library(void **state)
{
    library = open_lapack_library(TEST_LAPACK_LIBRARY);
    return library ? check_setup(state) : -1;
}

static const int layouts[2] = {LAPACK_COL_MAJOR, LAPACK_ROW_MAJOR};

/* LAPACK has no names with _64, and looks for NaN otherwise. */
static int is_disabled(void)
{
    return getenv("TILECHOL_DISABLE") != NULL;
}

#define TEMPLATE "tests/test_lapacke.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                \
    cmocka_unit_test(tlc_##X##one_triangle), cmocka_unit_test(tlc_##X##triangle_and_columns),   \
        cmocka_unit_test(tlc_##X##packed_triangles), cmocka_unit_test(tlc_##X##rfp_triangles),  \
        cmocka_unit_test(tlc_##X##bands), cmocka_unit_test(tlc_##X##pivoted),                   \
        cmocka_unit_test(tlc_##X##bad_arguments), cmocka_unit_test(tlc_##X##not_a_number),      \
        cmocka_unit_test(tlc_##X##not_a_number_anywhere), cmocka_unit_test(tlc_##X##unblocked), \
        cmocka_unit_test(tlc_##X##long_integers), cmocka_unit_test(tlc_##X##mixed_precision)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("lapacke", tests, open_library, NULL);
}
