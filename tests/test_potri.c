/* SPDX-License-Identifier: BSD-3-Clause
 * potri: residual of the inverse, the rest of the array. */
#include "tests/check.h"

static int tiles_under_test; /* options.tiles of a call; 0: the library chooses */

#define TEMPLATE "tests/test_potri.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                    \
    cmocka_unit_test(tlc_##X##potri_plain), cmocka_unit_test(tlc_##X##potri_kinds), \
        cmocka_unit_test(tlc_##X##potri_ways)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("potri", tests, check_setup, NULL);
}
