/* SPDX-License-Identifier: BSD-3-Clause
 * potrf: residual, LAPACK's factor, the rest of the array, determinism. */
#include "tests/check.h"

static int tiles_under_test; /* of a GPU's task; 0: as tuned */

static const tilechol_options *options_under_test(void)
{
    static tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.tiles = tiles_under_test;
    return &options;
}

#define TEMPLATE "tests/test_potrf.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                    \
    cmocka_unit_test(tlc_##X##potrf_plain), cmocka_unit_test(tlc_##X##potrf_kinds),                 \
        cmocka_unit_test(tlc_##X##potrf_smallest), cmocka_unit_test(tlc_##X##potrf_subnormal),      \
        cmocka_unit_test(tlc_##X##potrf_scaled), cmocka_unit_test(tlc_##X##potrf_is_deterministic), \
        cmocka_unit_test(tlc_##X##potrf_kernels), cmocka_unit_test(tlc_##X##potrf_by_four)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("potrf", tests, check_setup, NULL);
}
