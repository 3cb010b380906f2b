/* SPDX-License-Identifier: BSD-3-Clause
 * trtrs: op N, T, C, lower and upper, unit and non-unit diagonal. */
#include "tests/check.h"

static int tiles_under_test; /* options.tiles: the width of strips; 0: the library chooses */

#define TEMPLATE "tests/test_trtrs.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                             \
    cmocka_unit_test(tlc_##X##trtrs_sizes), cmocka_unit_test(tlc_##X##trtrs_many_columns),   \
        cmocka_unit_test(tlc_##X##trtrs_conditions), cmocka_unit_test(tlc_##X##trtrs_large), \
        cmocka_unit_test(tlc_##X##trtrs_infinite_pivot)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("trtrs", tests, check_setup, NULL);
}
