/* SPDX-License-Identifier: BSD-3-Clause
 * TILECHOL_DEVICE=auto and host data that is worth a GPU, with more or less free memory there
 * (fake_gpu.c). The data goes to the GPU if it finds room with all its workspace; else the CPU works on
 * it. No call lacks memory, as some once did. */
#include "src/storage.h"
#include "tests/check.h"

/* Matrices are zero, so that the CPU is done at once. The n^2 or n nrhs elements of a
 * large array take UNIT bytes. */
enum { UNIT = 64 << 20, FEW = 100 };
static void *a, *b, *x;

static void set_free(double bytes)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", bytes);
    tilechol_release_workspace();
    setenv("TEST_GPU_FREE", text, 1);
}

#define TEMPLATE "tests/test_room.inc"
#include "src/types/each_type.h"

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tlc_sroom), cmocka_unit_test(tlc_droom),
                                       cmocka_unit_test(tlc_croom), cmocka_unit_test(tlc_zroom)};
    setenv("TILECHOL_GPU_LIBRARY", TEST_FAKE_GPU, 1);
    setenv("TILECHOL_DEVICE", "auto", 1);
    setenv("TILECHOL_MIN_N", "1", 1);
    a = allocate(UNIT);
    b = allocate(UNIT);
    x = allocate(UNIT);
    const int failed = cmocka_run_group_tests_name("room", tests, NULL, NULL);
    free(x);
    free(b);
    free(a);
    return failed;
}
