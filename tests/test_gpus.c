/* SPDX-License-Identifier: BSD-3-Clause
 * Several GPUs in one process: each call works where its data is or where its options say, arrays on two
 * GPUs are refused, and calls of several threads, one GPU each, do not disturb each other. With fewer
 * than two GPUs the program says so and exits with 77. */
#include <pthread.h>

#include "tests/check.h"

/* The GPUs under test: as many as there are, up to 8. */
enum { MOST_GPUS = 8 };
static int gpus;

/* From here on, device memory is allocated and copied on that GPU. */
static void choose_gpu(int gpu)
{
    CHECK(device_memory_open(gpu) == 0, "GPU %d: %s", gpu, device_memory_error());
}

#define TEMPLATE "tests/test_gpus.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                      \
    cmocka_unit_test(tlc_##X##gpus_data), cmocka_unit_test(tlc_##X##gpus_host),       \
        cmocka_unit_test(tlc_##X##gpus_batch), cmocka_unit_test(tlc_##X##gpus_apart), \
        cmocka_unit_test(tlc_##X##gpus_factor), cmocka_unit_test(tlc_##X##gpus_together)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    gpus = tilechol_gpu_count();
    if (gpus < 2) {
        fprintf(stderr, "skipped: it takes two GPUs, and there are %d\n", gpus);
        return 77;
    }
    gpus = gpus < MOST_GPUS ? gpus : MOST_GPUS;
    setenv("TILECHOL_DEVICE", "gpu", 1);
    return cmocka_run_group_tests_name("gpus", tests, check_setup, NULL);
}
