/* SPDX-License-Identifier: BSD-3-Clause
 * trtri and lauum: residuals, what they must not touch, singular triangles. */
#include "tests/check.h"

static int tiles_under_test; /* options.tiles of a call; 0: the library chooses */

#define TEMPLATE "tests/test_triangular.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                           \
    cmocka_unit_test(tlc_##X##trtri_sizes), cmocka_unit_test(tlc_##X##trtri_ways),         \
        cmocka_unit_test(tlc_##X##trtri_singular), cmocka_unit_test(tlc_##X##lauum_sizes), \
        cmocka_unit_test(tlc_##X##make_potri)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("triangular", tests, check_setup, NULL);
}
