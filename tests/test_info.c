/* SPDX-License-Identifier: BSD-3-Clause
 * info: planted failures, what they leave behind, invalid arguments. */
#include "tests/check.h"

#include <fenv.h>

/* Members that fill the lanes of vectors of any length; some more than fill some. */
enum { QUIET_BATCH = 32, QUIET_REST = 19 };

/* Offsets at which failures are planted in a matrix of order n: ends, middle, both sides of tile borders. */
static int plant_positions(int64_t n, int64_t nb, int64_t positions[12])
{
    const int64_t wanted[] = {0, 1, n / 2, nb - 2, nb - 1, nb, nb + 1, 2 * nb - 1, 2 * nb, n - 1};
    int count = 0;
    for (int i = 0; i < COUNT(wanted); i++) {
        if (wanted[i] >= 0 && wanted[i] < n) {
            positions[count++] = wanted[i];
        }
    }
    return count;
}

/* Whether the last call worked on an NVIDIA GPU. */
static int is_on_nvidia(void)
{
    tilechol_device_info device;
    CHECK(tilechol_get_device_info(tilechol_last_device(), &device) == 0, "no device info");
    return strncmp(device.name, "NVIDIA", 6) == 0;
}

#define TEMPLATE "tests/test_info.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_arguments.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_exceptions.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                       \
    cmocka_unit_test(tlc_##X##info_indefinite), cmocka_unit_test(tlc_##X##info_nonfinite_diagonal),    \
        cmocka_unit_test(tlc_##X##info_nonfinite_off_diagonal), cmocka_unit_test(tlc_##X##info_posv),  \
        cmocka_unit_test(tlc_##X##info_block_columns), cmocka_unit_test(tlc_##X##info_trtrs_singular), \
        cmocka_unit_test(tlc_##X##info_trtrs_ways), cmocka_unit_test(tlc_##X##info_potri_singular),    \
        cmocka_unit_test(tlc_##X##info_subnormal_pivot), cmocka_unit_test(tlc_##X##exceptions_none),   \
        cmocka_unit_test(tlc_##X##arguments_potrf), cmocka_unit_test(tlc_##X##arguments_potrs),        \
        cmocka_unit_test(tlc_##X##arguments_trtrs), cmocka_unit_test(tlc_##X##arguments_factor),       \
        cmocka_unit_test(tlc_##X##arguments_nothing_to_do), cmocka_unit_test(tlc_##X##errors)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("info", tests, check_setup, NULL);
}
