/* SPDX-License-Identifier: BSD-3-Clause
 * The factor handle: solves, log-determinant, condition estimate, refinement, export. */
#include "tests/check.h"
#include <fenv.h>
#include <float.h>

#define TEMPLATE "tests/test_factor.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                             \
    cmocka_unit_test(tlc_##X##factor_solves), cmocka_unit_test(tlc_##X##factor_logdet_is_lapacks),           \
        cmocka_unit_test(tlc_##X##factor_rcond_is_lapacks), cmocka_unit_test(tlc_##X##factor_refines),       \
        cmocka_unit_test(tlc_##X##factor_refines_jitter_away), cmocka_unit_test(tlc_##X##factor_exports),    \
        cmocka_unit_test(tlc_##X##factor_of_indefinite), cmocka_unit_test(tlc_##X##factor_of_packed),        \
        cmocka_unit_test(tlc_##X##factor_of_packed_indefinite),                                              \
        cmocka_unit_test(tlc_##X##factor_rcond_is_exact), cmocka_unit_test(tlc_##X##factor_rcond_is_scaled), \
        cmocka_unit_test(tlc_##X##factor_logdet_cancels), cmocka_unit_test(tlc_##X##factor_refines_nothing), \
        cmocka_unit_test(tlc_##X##factor_raises_nothing)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("factor", tests, check_setup, NULL);
}
