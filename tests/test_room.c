/* SPDX-License-Identifier: BSD-3-Clause
 * TILECHOL_DEVICE=auto and host data that is worth a GPU, with more or less free memory there
 * (fake_gpu.c). The data goes to the GPU if it finds room with all its workspace; else the CPU works on
 * it. No call lacks memory, as some once did. */
#include "src/storage.h"
#include "tests/check.h"
#include "tests/fake_gpu.h"

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

/* Fails if a call has left anything on the GPU but what is kept for later calls. */
static void check_nothing_kept(const char *name)
{
    tilechol_device_info info;
    tilechol_release_workspace();
    CHECK(tilechol_get_device_info(0, &info) == 0, "no GPU");
    CHECK(info.memory_free == atoll(getenv("TEST_GPU_FREE")), "%s keeps memory", name);
}

#define TEMPLATE "tests/test_room.inc"
#include "src/types/each_type.h"

/* Memory for the elements alone is not enough, since tiles extend beyond a matrix's edges. */
static void room_for_edges(void **state)
{
    (void)state;
    set_free(1.05 * 1.5 * UNIT);
    CHECK(tlc_droom_potrf() == 1 && tilechol_last_device() == TILECHOL_DEVICE_CPU, "device %d",
          tilechol_last_device());
}

/* A lost GPU gets no work; what is sent there nevertheless fails as on a broken device. */
static void lost_gpu(void **state)
{
    (void)state;
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = 0;
    set_free(1);
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, FEW, a, FEW, &options) == TILECHOL_ERROR_MEMORY, "memory");
    CHECK(strstr(tilechol_last_error(), "potrf: not enough memory"), "%s", tilechol_last_error());
    setenv("TEST_GPU_LOST", "1", 1);
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, FEW, a, FEW, &options) == TILECHOL_ERROR_DEVICE, "a lost GPU");
    set_free(100.0 * UNIT);
    CHECK(tlc_droom_potrf() == 1 && tilechol_last_device() == TILECHOL_DEVICE_CPU, "device %d",
          tilechol_last_device());
    unsetenv("TEST_GPU_LOST");
}

/* The result does not come back, or a copy fails after it has begun. */
static void late_failures(void **state)
{
    (void)state;
    static const char *const ways[] = {"back", "wait"};
    for (int k = 0; k < 2; k++) {
        set_free(100.0 * UNIT);
        setenv("TEST_GPU_BROKEN", ways[k], 1);
        const int64_t results[] = {tlc_droom_potrf(), tlc_droom_potrs(), tlc_droom_batch()};
        unsetenv("TEST_GPU_BROKEN");
        for (int r = 0; r < COUNT(results); r++) {
            CHECK(results[r] == (k == 1 && r == 2 ? 0 : TILECHOL_ERROR_DEVICE), "%s, call %d: %lld", ways[k],
                  r, (long long)results[r]);
        }
        check_nothing_kept(ways[k]);
    }
}

/* When the workspace finds no room, what earlier calls have left is freed, but not what is in use. */
static void reclaimed(void **state)
{
    (void)state;
    enum { SIDES = 200 };
    const double matrix = 112 * FEW * 8, sides = 112 * SIDES * 8, little = 1000;
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    double *m = allocate(sizeof *m * FEW * FEW), *s = allocate(sizeof *s * FEW * SIDES);
    options.device = 0;
    m[0] = 1;
    m[1] = 2;
    set_free(10 * (matrix + sides));
    CHECK(tilechol_dpotrs(TILECHOL_LOWER, FEW, SIDES, m, FEW, s, FEW, &options) == 0, "potrs");
    char text[32];
    snprintf(text, sizeof text, "%.0f", matrix + sides + little);
    setenv("TEST_GPU_FREE", text, 1);
    const int64_t info = tilechol_dpotrf(TILECHOL_LOWER, FEW, m, FEW, &options);
    CHECK(info == 0 && m[0] == FAKE_RESULT && m[1] == 2 && m[FEW - 1] == 0, "info %lld, %g, %g, %g",
          (long long)info, m[0], m[1], m[FEW - 1]);
    free(m);
    free(s);
}

/* A block that has become too small is not kept beside the larger one. */
static void one_block(void **state)
{
    (void)state;
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    tilechol_device_info info;
    const int64_t n = 2 * FEW, large = (int64_t)(sizeof(double) * 208 * 2 * FEW);
    options.device = 0;
    set_free(100.0 * UNIT);
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, FEW, a, FEW, &options) == 1, "potrf");
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, n, a, n, &options) == 1, "potrf");
    CHECK(tilechol_get_device_info(0, &info) == 0 && info.memory_free == 100 * (int64_t)UNIT - large,
          "%lld bytes are kept", (long long)(100 * (int64_t)UNIT - info.memory_free));
}

/* Memory of one GPU does not serve a call on another. */
static void other_gpu(void **state)
{
    (void)state;
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    set_free(100.0 * UNIT);
    for (options.device = 0; options.device < 2; options.device++) {
        double m[4] = {1, 0, 0, 1};
        CHECK(tilechol_dpotrf(TILECHOL_LOWER, 2, m, 2, &options) == 0 && m[0] == FAKE_RESULT, "GPU %d: %s",
              options.device, tilechol_last_error());
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tlc_sroom),        cmocka_unit_test(tlc_droom),
                                       cmocka_unit_test(tlc_croom),        cmocka_unit_test(tlc_zroom),
                                       cmocka_unit_test(tlc_sresults),     cmocka_unit_test(tlc_dresults),
                                       cmocka_unit_test(tlc_cresults),     cmocka_unit_test(tlc_zresults),
                                       cmocka_unit_test(tlc_dmixed_stays), cmocka_unit_test(tlc_zmixed_stays),
                                       cmocka_unit_test(room_for_edges),   cmocka_unit_test(lost_gpu),
                                       cmocka_unit_test(late_failures),    cmocka_unit_test(reclaimed),
                                       cmocka_unit_test(one_block),        cmocka_unit_test(other_gpu)};
    setenv("TILECHOL_GPU_LIBRARY", TEST_FAKE_GPU, 1);
    setenv("TEST_GPU_COUNT", "2", 1);
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
