/* SPDX-License-Identifier: BSD-3-Clause
 * Real matrices: bcsstk01 and bcsstk02 from tests/matrices; bcsstk13 and bcsstk16 from the folder
 * TILECHOL_MATRICES when it is set, else matrices of their kind made here. */
#include "tests/check.h"
#include "tests/mtx.h"

static const char *name;
static double *matrix;
static int64_t order;

#define TEMPLATE "tests/test_matrices.inc"
#include "src/types/each_type.h"

static double *read_from(const char *folder, const char *file)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, file);
    name = file;
    return mtx_read(path, &order);
}

static void check_all_types(void)
{
    tlc_scheck_matrix();
    tlc_dcheck_matrix();
    tlc_ccheck_matrix();
    tlc_zcheck_matrix();
    free(matrix);
}

static void small_matrices(void **state)
{
    (void)state;
    static const char *const files[] = {"bcsstk01.mtx", "bcsstk02.mtx"};
    for (int i = 0; i < COUNT(files); i++) {
        matrix = read_from(TEST_MATRICES, files[i]);
        CHECK(matrix, "cannot read %s/%s", TEST_MATRICES, files[i]);
        check_all_types();
    }
}

static void ill_conditioned_matrix(void **state)
{
    (void)state;
    const char *folder = getenv("TILECHOL_MATRICES");
    matrix = folder ? read_from(folder, "bcsstk13.mtx") : NULL;
    CHECK(!folder || matrix, "cannot read %s/bcsstk13.mtx", folder);
    if (!matrix) {
        name = "plate 31 x 29";
        order = 31 * 29;
        matrix = mtx_plate(31, 29);
    }
    check_all_types();
}

static void large_matrix(void **state)
{
    (void)state;
    const char *folder = getenv("TILECHOL_MATRICES");
    if (!folder) {
        skip();
    }
    matrix = read_from(folder, "bcsstk16.mtx");
    CHECK(matrix, "cannot read %s/bcsstk16.mtx", folder);
    tlc_dcheck_matrix();
    free(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_matrices),
                                       cmocka_unit_test(ill_conditioned_matrix),
                                       cmocka_unit_test(large_matrix)};
    return cmocka_run_group_tests_name("matrices", tests, check_setup, NULL);
}
