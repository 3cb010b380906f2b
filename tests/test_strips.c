/* SPDX-License-Identifier: BSD-3-Clause
 * The GPUs' schedule for few right-hand sides, in its generic form on the CPU: a back end's sources are
 * compiled for that (tests/CMakeLists.txt). */
#include "tests/check.h"
#include "offload/device.h"

#define TEMPLATE "offload/operations.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_strips.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                     \
    cmocka_unit_test(tlc_##X##strips_solve_systems), cmocka_unit_test(tlc_##X##strips_solve_packed), \
        cmocka_unit_test(tlc_##X##strips_solve_triangles), cmocka_unit_test(tlc_##X##strips_invert)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("strips", tests, NULL, NULL);
}
