/* SPDX-License-Identifier: BSD-3-Clause
 * What no routine may touch: the other triangle, rows n..lda-1, guard zones around the array. All of it
 * is NaN, so that the result shows reads. The arrays are aligned to no more than an element. */
#include "tests/check.h"

/* What a holds before a call and after it. */
enum content { MATRIX, FACTOR, INVERSE };

/* Where A is, and B: one place, or, where there is a GPU, two. */
static const enum place two_places[][2] = {{PLACE_HOST, PLACE_HOST},
                                           {PLACE_LOCKED, PLACE_LOCKED},
                                           {PLACE_DEVICE, PLACE_DEVICE},
                                           {PLACE_DEVICE, PLACE_HOST},
                                           {PLACE_HOST, PLACE_DEVICE}};

#define TEMPLATE "tests/test_memory.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                           \
    cmocka_unit_test(tlc_##X##memory_potrf), cmocka_unit_test(tlc_##X##memory_potrs),      \
        cmocka_unit_test(tlc_##X##memory_posv), cmocka_unit_test(tlc_##X##memory_trtrs),   \
        cmocka_unit_test(tlc_##X##memory_potri), cmocka_unit_test(tlc_##X##memory_factor), \
        cmocka_unit_test(tlc_##X##memory_apart)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("memory", tests, check_setup, NULL);
}
