/* SPDX-License-Identifier: BSD-3-Clause
 * The functions that LAPACK does not have (version, devices, last error), and the options. */
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/check.h"

#define TEMPLATE "tests/test_api.inc"
#include "src/types/each_type.h"

static void version(void **state)
{
    (void)state;
    char expected[64];
    snprintf(expected, sizeof(expected), "%d.%d.%d", TILECHOL_VERSION_MAJOR, TILECHOL_VERSION_MINOR,
             TILECHOL_VERSION_PATCH);
    assert_string_equal(tilechol_version(), expected);
}

static void device_info(void **state)
{
    (void)state;
    const int count = tilechol_gpu_count();
    for (int device = TILECHOL_DEVICE_CPU; device < count; device++) {
        tilechol_device_info info;
        memset(&info, 0xFF, sizeof(info));
        CHECK(tilechol_get_device_info(device, &info) == 0, "device %d has no info", device);
        CHECK(memchr(info.name, 0, sizeof(info.name)) && info.name[0], "device %d has no name", device);
        CHECK(memchr(info.backend, 0, sizeof(info.backend)) && info.backend[0], "device %d: no back end",
              device);
        CHECK(info.units >= 1, "device %d has %d units", device, info.units);
        CHECK(info.memory_total >= 0 && info.memory_free >= 0, "device %d: negative memory", device);
        CHECK(info.memory_free <= info.memory_total, "device %d: more free memory than memory", device);
        for (int t = 0; t < 4; t++) {
            CHECK(info.tile[t] >= 1 && info.tile[t] <= 1024, "device %d, type %c: tile %d", device, "sdcz"[t],
                  info.tile[t]);
        }
    }
}

static void device_info_refuses(void **state)
{
    (void)state;
    tilechol_device_info info;
    int64_t result = tilechol_get_device_info(-7, &info);
    CHECK(result == -1 || result == TILECHOL_ERROR_NO_BACKEND, "device -7: %lld", (long long)result);
    result = tilechol_get_device_info(tilechol_gpu_count(), &info);
    CHECK(result == -1 || result == TILECHOL_ERROR_NO_BACKEND, "one GPU too many: %lld", (long long)result);
    CHECK(tilechol_last_error()[0], "one GPU too many: no text");
    result = tilechol_get_device_info(TILECHOL_DEVICE_CPU, NULL);
    CHECK(result == -2, "nowhere to write: %lld", (long long)result);
}

/* TILECHOL_CPU=v2 means "x86-64-v2" or less. */
static void cpu_level(void **state)
{
    (void)state;
    const char *wish = getenv("TILECHOL_CPU");
    tilechol_device_info info;
    CHECK(tilechol_get_device_info(TILECHOL_DEVICE_CPU, &info) == 0, "no info about the CPU");
    const char *level = strchr(info.backend, 'v');
    if (!wish || !level) {
        skip();
    }
    CHECK(atoi(level + 1) <= atoi(wish + 1), "TILECHOL_CPU=%s, but the back end is %s", wish, info.backend);
}

/* If there is no GPU, the last error says why. */
static void gpu_count_says_why(void **state)
{
    (void)state;
    CHECK(tilechol_gpu_count() >= 0, "%d GPUs", tilechol_gpu_count());
    CHECK(tilechol_gpu_count() > 0 || tilechol_last_error()[0], "no GPU, and no text");
}

/* ---- the last error is each thread's own ---- */

static pthread_barrier_t both_have_failed;

static void *fail_in_thread(void *text_)
{
    char *text = text_;
    int fresh = tilechol_last_error()[0] == '\0' && tilechol_last_device() == TILECHOL_DEVICE_CPU;
    double a = 1;
    tilechol_dpotrf(TILECHOL_LOWER, -5, &a, 1, NULL);
    snprintf(text, 256, "%s", tilechol_last_error());
    pthread_barrier_wait(&both_have_failed);
    pthread_barrier_wait(&both_have_failed);
    int kept = strcmp(text, tilechol_last_error()) == 0;
    return (void *)(intptr_t)(fresh && kept);
}

static void last_error_is_per_thread(void **state)
{
    (void)state;
    char text[256], mine[256];
    double a = 1, b = 1;
    pthread_t thread;
    void *right;
    pthread_barrier_init(&both_have_failed, NULL, 2);
    tilechol_dpotrs(TILECHOL_LOWER, 1, 1, &a, 1, &b, 0, NULL);
    snprintf(mine, sizeof(mine), "%s", tilechol_last_error());
    CHECK(mine[0], "no text");
    CHECK(pthread_create(&thread, NULL, fail_in_thread, text) == 0, "no thread");
    pthread_barrier_wait(&both_have_failed);
    CHECK(strcmp(mine, tilechol_last_error()) == 0, "another thread's error changed mine to: %s",
          tilechol_last_error());
    tilechol_dpotrs(TILECHOL_LOWER, 1, 1, &a, 1, NULL, 1, NULL);
    pthread_barrier_wait(&both_have_failed);
    pthread_join(thread, &right);
    pthread_barrier_destroy(&both_have_failed);
    CHECK(right, "a new thread begins with an error or a device, or lost its own");
    CHECK(text[0] && strcmp(text, mine) != 0, "two different errors have the same text: %s", mine);
}

/* ---- manners ---- */

/* A call that succeeds, an invalid argument, an indefinite matrix, a device that is not there. */
static void make_calls(void)
{
    double a[4] = {4, 1, 1, 4}, indefinite[4] = {1, 2, 2, 1}, b[2] = {1, 1};
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = 1000;
    tilechol_dposv(TILECHOL_LOWER, 2, 1, a, 2, b, 2, NULL);
    tilechol_dposv(TILECHOL_LOWER, 2, -1, a, 2, b, 2, NULL);
    tilechol_dpotrf(TILECHOL_UPPER, 2, indefinite, 2, NULL);
    tilechol_dpotrf(TILECHOL_UPPER, 2, a, 2, &options);
}

static void prints_nothing(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    CHECK(file, "no temporary file");
    fflush(NULL);
    int kept_out = dup(STDOUT_FILENO), kept_error = dup(STDERR_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    make_calls();
    fflush(NULL);
    dup2(kept_out, STDOUT_FILENO);
    dup2(kept_error, STDERR_FILENO);
    close(kept_out);
    close(kept_error);
    long written = lseek(fileno(file), 0, SEEK_END);
    fclose(file);
    CHECK(written == 0, "%ld bytes were printed", written);
}

/* Whether a thread may be cancelled is as before, whatever comes of a call. */
static void cancelability_is_kept(void **state)
{
    (void)state;
    static const int states[] = {PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_ENABLE};
    for (int k = 0; k < 2; k++) {
        int after = -1;
        pthread_setcancelstate(states[k], NULL);
        make_calls();
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &after);
        CHECK(after == states[k], "cancelability was %d and is %d", states[k], after);
    }
}

#define TESTS(X)                                                                       \
    cmocka_unit_test(tlc_##X##jitter), cmocka_unit_test(tlc_##X##thread_counts_agree), \
        cmocka_unit_test(tlc_##X##order_of_work_is_free), cmocka_unit_test(tlc_##X##device_option)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(version),
                                       cmocka_unit_test(device_info),
                                       cmocka_unit_test(device_info_refuses),
                                       cmocka_unit_test(cpu_level),
                                       cmocka_unit_test(gpu_count_says_why),
                                       cmocka_unit_test(last_error_is_per_thread),
                                       cmocka_unit_test(prints_nothing),
                                       cmocka_unit_test(cancelability_is_kept),
                                       TESTS(s),
                                       TESTS(d),
                                       TESTS(c),
                                       TESTS(z)};
    return cmocka_run_group_tests_name("api", tests, check_setup, NULL);
}
