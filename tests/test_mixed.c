/* SPDX-License-Identifier: BSD-3-Clause
 * dsposv and zcposv: solutions as good as posv's, how they came about, what is left in the arrays. */
#include <fenv.h>
#include <limits.h>

#include "tests/check.h"

#define TEMPLATE "tests/test_mixed.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                   \
    cmocka_unit_test(tlc_##X##mixed_refined), cmocka_unit_test(tlc_##X##mixed_least_orders),       \
        cmocka_unit_test(tlc_##X##mixed_plain), cmocka_unit_test(tlc_##X##mixed_indefinite),       \
        cmocka_unit_test(tlc_##X##mixed_not_a_number), cmocka_unit_test(tlc_##X##mixed_arguments), \
        cmocka_unit_test(tlc_##X##mixed_is_quiet), cmocka_unit_test(tlc_##X##mixed_too_large),     \
        cmocka_unit_test(tlc_##X##mixed_apart)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(d), TESTS(z)};
    return cmocka_run_group_tests_name("mixed", tests, check_setup, NULL);
}
