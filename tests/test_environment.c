/* SPDX-License-Identifier: BSD-3-Clause
 * Environment variables. The library reads them once, at the first call, so each case is a child process
 * that has made none. TEST_FAKE is fake_library.c, TEST_FAKE_GPU fake_gpu.c. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "offload/tuning.h"
#include "src/storage.h"
#include "tilechol.h"

enum { N = 10, M = 20 };

static double matrix[N * N];

static void set_matrix(void)
{
    memset(matrix, 0, sizeof(matrix));
    for (int i = 0; i < N; i++) {
        matrix[i * (N + 1)] = 4;
    }
}

static int64_t factor(int64_t n)
{
    set_matrix();
    return tilechol_dpotrf(TILECHOL_LOWER, n, matrix, N, NULL);
}

/* The same in malloc's heap: but for the first call, potrf makes no decisions there if no setting says anything
 * about it (tlc_call_small). */
static int64_t factor_in_heap(int64_t n)
{
    double *a = calloc(N * N, sizeof *a);
    for (int i = 0; i < N; i++) {
        a[i * (N + 1)] = 4;
    }
    const int64_t info = tilechol_dpotrf(TILECHOL_LOWER, n, a, N, NULL);
    free(a);
    return info;
}

/* The exit status of a child that runs `body` with these settings, up to a NULL. */
static int child(int (*body)(void), ...)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        va_list settings;
        unsetenv("TILECHOL_DEVICE");
        unsetenv("TILECHOL_MIN_N");
        unsetenv("TILECHOL_CPU");
        setenv("TILECHOL_GPU_LIBRARY", TEST_FAKE, 1);
        va_start(settings, body);
        for (char *setting; (setting = va_arg(settings, char *));) {
            putenv(setting);
        }
        va_end(settings);
        alarm(60);
        _exit(body());
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int opened(void)
{
    return getenv("TEST_FAKE_OPENED") != NULL;
}

/* Orders below a threshold leave the GPU back end, and so its driver, unopened; the
 * first one at it opens it. */
static int at_threshold(void)
{
    if (factor(N - 1) || opened()) {
        return 1;
    }
    return factor(N) || !opened() ? 2 : 0;
}

static int never(void)
{
    return factor(N) || opened();
}

static int always(void)
{
    return factor(1) || !opened();
}

static int small_at_threshold(void)
{
    if (factor_in_heap(N - 1) || factor_in_heap(N - 1) || opened()) {
        return 1;
    }
    return factor_in_heap(N) || !opened() ? 2 : 0;
}

static void thresholds(void **state)
{
    (void)state;
    assert_int_equal(child(never, NULL), 0);
    assert_int_equal(child(at_threshold, "TILECHOL_MIN_N=10", NULL), 0);
    assert_int_equal(child(at_threshold, "TILECHOL_MIN_N_POTRF=10", NULL), 0);
    assert_int_equal(child(at_threshold, "TILECHOL_MIN_N_potrf=10", "TILECHOL_MIN_N=1", NULL), 0);
    assert_int_equal(child(always, "TILECHOL_MIN_N_POTRS=10", "TILECHOL_MIN_N=1", NULL), 0);
    assert_int_equal(child(never, "TILECHOL_MIN_N_POTRS=1", "TILECHOL_MIN_N_POTRF=", NULL), 0);
    assert_int_equal(child(never, "TILECHOL_DEVICE=cpu", "TILECHOL_MIN_N=1", NULL), 0);
    assert_int_equal(child(small_at_threshold, "TILECHOL_MIN_N=10", NULL), 0);
    assert_int_equal(child(small_at_threshold, "TILECHOL_MIN_N_POTRF=10", NULL), 0);
}

/* On a GPU with much memory: an order, and operations for each byte that is moved. */
static int by_size(void)
{
    const int64_t n = (int64_t)tlc_tuned_value(TLC_GPU_MIN_N, "", "", 'd', 0);
    double *a = calloc((size_t)(n * n), sizeof *a), *b = calloc((size_t)n, sizeof *b);
    if (tilechol_dpotrf(TILECHOL_LOWER, n - 1, a, n, NULL) != 1 ||
        tilechol_last_device() != TILECHOL_DEVICE_CPU) {
        return 1;
    }
    if (tilechol_dpotrf(TILECHOL_LOWER, n, a, n, NULL) != 1 || tilechol_last_device() != 0) {
        return 2;
    }
    if (tilechol_dpotrs(TILECHOL_LOWER, n, 1, a, n, b, n, NULL) ||
        tilechol_last_device() != TILECHOL_DEVICE_CPU) {
        return 3;
    }
    free(a);
    free(b);
    return 0;
}

static int other_gpu(void)
{
    return factor(N) != TILECHOL_ERROR_NO_BACKEND ||
           strcmp(tilechol_last_error(), "GPU 3 does not exist; the number of usable GPUs is 1") != 0;
}

/* A call that makes no decisions comes after one on a GPU. */
static int last_device(void)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = 0;
    set_matrix();
    if (tilechol_dpotrf(TILECHOL_LOWER, N, matrix, N, &options) || tilechol_last_device() != 0) {
        return 1;
    }
    return factor_in_heap(N) || tilechol_last_device() != TILECHOL_DEVICE_CPU ? 2 : 0;
}

static void with_gpu(void **state)
{
    (void)state;
    char library[] = "TILECHOL_GPU_LIBRARY=" TEST_FAKE_GPU, memory[] = "TEST_GPU_FREE=1000000000";
    assert_int_equal(child(by_size, library, memory, NULL), 0);
    assert_int_equal(child(other_gpu, library, memory, "TILECHOL_DEVICE=gpu:3", NULL), 0);
    assert_int_equal(child(last_device, library, memory, NULL), 0);
}

static int refused(void)
{
    return factor(N) != TILECHOL_ERROR_NO_BACKEND || !strstr(tilechol_last_error(), "is not understood");
}

static int small_refused(void)
{
    return factor_in_heap(N) != TILECHOL_ERROR_NO_BACKEND || factor_in_heap(N) != TILECHOL_ERROR_NO_BACKEND;
}

/* An empty TILECHOL_GPU_LIBRARY counts as unset: the back end beside the library is looked for, and if
 * it is not there the error names its path. An empty value used to be taken for a file name. */
static int beside(void)
{
    const int none = tilechol_gpu_count() == 0;
    const char *text = tilechol_last_error(), *name = strstr(text, "libtilechol_gpu.so");
    return none && name && (name == text || name[-1] != '/');
}

static int told(void)
{
    return refused() || !strstr(tilechol_last_error(), "TILECHOL_MIN_N_POTRF_STRIDED=1k");
}

/* Each routine has a setting. (Those beyond 16 used to be ignored.) */
static int many(void)
{
    char names[] =
        "POTRF POTRS POSV TRTRS POTRI TRTRI LAUUM DSPOSV ZCPOSV FACTOR_CREATE FACTOR_CREATE_PACKED "
        "PPTRF PPTRS PPSV PPTRI PFTRF PFTRS PFTRI TFSM "
        "POTRF_BATCHED POTRF_STRIDED POTRF_VBATCHED POTRF_INTERLEAVED "
        "POTRS_BATCHED POTRS_STRIDED POTRS_VBATCHED POTRS_INTERLEAVED "
        "POSV_BATCHED POSV_STRIDED POSV_VBATCHED POSV_INTERLEAVED "
        "TRTRS_BATCHED TRTRS_STRIDED TRTRS_VBATCHED TRTRS_INTERLEAVED";
    char setting[64];
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
        snprintf(setting, sizeof(setting), "TILECHOL_MIN_N_%s", name);
        setenv(setting, "10", 1);
    }
    return at_threshold();
}

/* A name that is misspelt, or has a type's letter. */
static int no_routine(void)
{
    return factor(N) != TILECHOL_ERROR_NO_BACKEND ||
           !strstr(tilechol_last_error(), ": auto sends no routine of this name to a GPU") ||
           !strstr(tilechol_last_error(), "potrf: TILECHOL_MIN_N_");
}

static int64_t factor_on_cpu(void)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = TILECHOL_DEVICE_CPU;
    return tilechol_dpotrf(TILECHOL_LOWER, 1, (double[]){4}, 1, &options);
}

/* A CPU level that does not exist is an error for every call that would work on the CPU. */
static int no_level(void)
{
    tilechol_device_info info;
    if (refused() || !strstr(tilechol_last_error(), "TILECHOL_CPU=")) {
        return 1;
    }
    if (factor_on_cpu() != TILECHOL_ERROR_NO_BACKEND) {
        return 2;
    }
    return tilechol_get_device_info(TILECHOL_DEVICE_CPU, &info) != TILECHOL_ERROR_NO_BACKEND;
}

static int a_level(void)
{
    return factor(N) || factor_on_cpu();
}

static void no_setting(void **state)
{
    (void)state;
    assert_int_equal(child(beside, "TILECHOL_GPU_LIBRARY=", NULL), 0);
}

/* Settings without a meaning are refused. (A GPU's number beyond an int used to wrap around.) */
static void bad_settings(void **state)
{
    (void)state;
    assert_int_equal(child(refused, "TILECHOL_DEVICE=tpu", NULL), 0);
    assert_int_equal(child(small_refused, "TILECHOL_DEVICE=tpu", NULL), 0);
    assert_int_equal(child(small_refused, "TILECHOL_DEVICE=gpu", NULL), 0); /* there is none */
    assert_int_equal(child(refused, "TILECHOL_DEVICE=gpu:1x", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_MIN_N=many", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_MIN_N_POTRF=1k", NULL), 0);
    assert_int_equal(child(told, "TILECHOL_MIN_N_POTRF_STRIDED=1k", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_DEVICE=gpu:", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_DEVICE=gpu:4294967295", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_DEVICE=gpu:4294967296", NULL), 0);
    assert_int_equal(child(refused, "TILECHOL_DEVICE=gpu:18446744073709551616", NULL), 0);
    assert_int_equal(child(no_routine, "TILECHOL_MIN_N_POTRF_OF_NO_ROUTINE_AT_ALL=1", NULL), 0);
    assert_int_equal(child(no_routine, "TILECHOL_MIN_N_PTRF=1000", NULL), 0);
    assert_int_equal(child(no_routine, "TILECHOL_MIN_N_DPOTRF=1000", "TILECHOL_MIN_N=1000", NULL), 0);
    assert_int_equal(child(never, "TILECHOL_MIN_N_PTRF=1000", "TILECHOL_DEVICE=cpu", NULL), 0);
    assert_int_equal(child(never, "TILECHOL_MIN_N_PTRF=", NULL), 0);
    assert_int_equal(child(many, NULL), 0);
}

static void cpu_levels(void **state)
{
    (void)state;
    assert_int_equal(child(a_level, "TILECHOL_CPU=", NULL), 0);
    assert_int_equal(child(a_level, "TILECHOL_CPU=v2", NULL), 0);
    assert_int_equal(child(a_level, "TILECHOL_CPU=v4", NULL), 0);
    assert_int_equal(child(no_level, "TILECHOL_CPU=V3", NULL), 0);
    assert_int_equal(child(no_level, "TILECHOL_CPU=v5", NULL), 0);
    assert_int_equal(child(no_level, "TILECHOL_CPU=v3a", NULL), 0);
    assert_int_equal(child(no_level, "TILECHOL_CPU=x86-64-v3", "TILECHOL_DEVICE=cpu", NULL), 0);
}

enum { TEXT = 1024 };

/* Gets what a call prints on stderr. Returns its length, or -1 if the call fails or this does. */
static int printed(int64_t (*call)(void), char text[TEXT])
{
    FILE *out = tmpfile();
    if (!out || dup2(fileno(out), STDERR_FILENO) < 0 || call()) {
        return -1;
    }
    rewind(out);
    const size_t length = fread(text, 1, TEXT - 1, out);
    text[length] = 0;
    const int failed = ferror(out);
    fclose(out);
    return failed ? -1 : (int)length;
}

/* Whether a call prints exactly one line on stderr, for that routine, that order, the CPU and info 0. */
static int prints_order(int64_t (*call)(void), const char *routine, int order)
{
    char text[TEXT], name[32], backend[32];
    int n, device, info, used = 0;
    double ms, gflops;
    const int length = printed(call, text);
    if (length < 0) {
        return 0;
    }
    return sscanf(text, "tilechol: %31s n=%d backend=%31s device=%d info=%d ms=%lf gflops=%lf\n%n", name, &n,
                  backend, &device, &info, &ms, &gflops, &used) == 7 &&
           used == length && strcmp(name, routine) == 0 && n == order && device == TILECHOL_DEVICE_CPU &&
           info == 0 && ms > 0 && gflops >= 0;
}

static int prints(int64_t (*call)(void), const char *routine)
{
    return prints_order(call, routine, M);
}

#define TEMPLATE "tests/test_environment.inc"
#include "src/types/each_type.h"

static int quiet(void)
{
    char text[TEXT];
    return printed(tlc_dprint_potrf, text) != 0;
}

static int64_t factor_small(void)
{
    return factor_in_heap(N);
}

static int small(void)
{
    char text[TEXT];
    return printed(factor_small, text) <= 0 || printed(factor_small, text) <= 0 ||
           !strstr(text, "tilechol: potrf n=10 ");
}

/* Its first pivot fails, at once. */
static int64_t fails(void)
{
    enum { LARGE = 400 };
    double *a = calloc(LARGE * LARGE, sizeof *a);
    const int64_t info = tilechol_dpotrf(TILECHOL_LOWER, LARGE, a, LARGE, NULL);
    free(a);
    return info != 1;
}

static int no_gflops(void)
{
    char text[TEXT];
    return printed(fails, text) <= 0 || !strstr(text, " info=1 ") || !strstr(text, " gflops=0.0\n");
}

static int64_t has_no_backend(void)
{
    return tlc_dprint_potrf() != TILECHOL_ERROR_NO_BACKEND;
}

static int tells_of_error(void)
{
    static const char line[] = "tilechol: error -103: ";
    char text[TEXT];
    return printed(has_no_backend, text) <= 0 || strncmp(text, line, sizeof line - 1) != 0;
}

static int64_t has_no_device(void)
{
    tilechol_device_info info;
    return tilechol_get_device_info(1000000, &info) != TILECHOL_ERROR_NO_BACKEND;
}

/* The same if the first call is one that follows no setting. */
static int tells_of_first_error(void)
{
    static const char line[] = "tilechol: error -103: ";
    char text[TEXT];
    return printed(has_no_device, text) <= 0 || strncmp(text, line, sizeof line - 1) != 0;
}

/* clearenv leaves no array of settings. */
static int works_without_environment(void)
{
    return clearenv() || factor(2) != 0;
}

static void no_environment(void **state)
{
    (void)state;
#ifdef __clang__
    skip(); /* LLVM's OpenMP run-time crashes */
#endif
    assert_int_equal(child(works_without_environment, NULL), 0);
}

/* TILECHOL_VERBOSE prints a program's own calls, and not those that the library makes within them; and errors. */
static void verbose(void **state)
{
    (void)state;
    assert_int_equal(child(quiet, NULL), 0);
    assert_int_equal(child(quiet, "TILECHOL_VERBOSE=0", NULL), 0);
    assert_int_equal(child(tlc_sprint, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(tlc_dprint, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(tlc_cprint, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(tlc_zprint, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(small, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(no_gflops, "TILECHOL_VERBOSE=1", NULL), 0);
    assert_int_equal(child(tells_of_error, "TILECHOL_VERBOSE=1", "TILECHOL_DEVICE=gup", NULL), 0);
    assert_int_equal(child(tells_of_first_error, "TILECHOL_VERBOSE=1", NULL), 0);
}

typedef void lapack_potrf(const char *, const int32_t *, double *, const int32_t *, int32_t *, size_t);

/* dpotrf_ of libtilechol_lapack.so, opened as an interpreter opens its modules. */
static int64_t lapack(void)
{
    const int32_t n = N;
    int32_t info = -1;
    void *library = dlopen(TEST_LAPACK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    lapack_potrf *potrf = library ? (lapack_potrf *)dlsym(library, "dpotrf_") : NULL;
    set_matrix();
    if (potrf) {
        potrf("L", &n, matrix, &n, &info, 1);
    }
    return info;
}

/* Only a call that this library serves prints a line, so these two know who did the work. */
static int by_us(void)
{
    setenv("TILECHOL_VERBOSE", "1", 1);
    return !prints_order(lapack, "potrf", N) || matrix[0] != 2;
}

static int by_system(void)
{
    char text[TEXT];
    setenv("TILECHOL_VERBOSE", "1", 1);
    return printed(lapack, text) != 0 || matrix[0] != 2;
}

static int by_fake(void)
{
    return lapack() != 1000 + N || matrix[0] != 4;
}

static int by_none(void)
{
    return lapack() != TILECHOL_ERROR_NO_BACKEND || matrix[0] != 4;
}

typedef void lapack_tfsm(const char *, const char *, const char *, const char *, const char *,
                         const int32_t *, const int32_t *, const double *, const double *, double *,
                         const int32_t *, size_t, size_t, size_t, size_t, size_t);

/* tfsm has no info: if no library can do it, B becomes NaN. */
static int tfsm_by_none(void)
{
    const int32_t n = 1;
    const double one = 1, a = 2;
    double b = 3;
    void *library = dlopen(TEST_LAPACK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    lapack_tfsm *tfsm = library ? (lapack_tfsm *)dlsym(library, "dtfsm_") : NULL;
    if (tfsm) {
        tfsm("N", "L", "L", "N", "N", &n, &n, &one, &a, &b, &n, 1, 1, 1, 1, 1);
    }
    return b == b;
}

/* With TILECHOL_DISABLE, the named library does the work, else the system's; if that is
 * missing, it is an error. */
static void disabled(void **state)
{
    (void)state;
    assert_int_equal(child(by_us, NULL), 0);
    assert_int_equal(child(by_us, "TILECHOL_DISABLE=0", NULL), 0);
    assert_int_equal(child(by_us, "TILECHOL_DISABLE=", NULL), 0);
    assert_int_equal(child(by_fake, "TILECHOL_DISABLE=1", "TILECHOL_LAPACK_LIBRARY=" TEST_FAKE, NULL), 0);
    assert_int_equal(child(by_system, "TILECHOL_DISABLE=1", NULL), 0);
    assert_int_equal(child(by_none, "TILECHOL_DISABLE=1", "TILECHOL_LAPACK_LIBRARY=/nowhere.so", NULL), 0);
    assert_int_equal(child(tfsm_by_none, "TILECHOL_DISABLE=1", "TILECHOL_LAPACK_LIBRARY=/nowhere.so", NULL),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(thresholds), cmocka_unit_test(with_gpu),
                                       cmocka_unit_test(no_setting), cmocka_unit_test(bad_settings),
                                       cmocka_unit_test(cpu_levels), cmocka_unit_test(verbose),
                                       cmocka_unit_test(disabled),   cmocka_unit_test(no_environment)};
    return cmocka_run_group_tests_name("environment", tests, NULL, NULL);
}
