/* SPDX-License-Identifier: BSD-3-Clause
 * potrs with a factor of LAPACK's and with potrf's, and posv. */
#include "tests/check.h"

#include <math.h>

static int threads_under_test; /* 0: the library chooses                   */
static int tiles_under_test;   /* the same for the tiles of a GPU's task   */
static double jitter_under_test;

#define TEMPLATE "tests/test_potrs.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                 \
    cmocka_unit_test(tlc_##X##ratios_see_nan), cmocka_unit_test(tlc_##X##potrs_sizes),           \
        cmocka_unit_test(tlc_##X##potrs_many_columns), cmocka_unit_test(tlc_##X##potrs_threads), \
        cmocka_unit_test(tlc_##X##potrs_tiles), cmocka_unit_test(tlc_##X##potrs_strips),         \
        cmocka_unit_test(tlc_##X##posv_sizes), cmocka_unit_test(tlc_##X##posv_small),            \
        cmocka_unit_test(tlc_##X##posv_jitter), cmocka_unit_test(tlc_##X##solve_kinds)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("potrs", tests, check_setup, NULL);
}
