/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's and LAPACKE's names given pointers to GPU memory, without a GPU back end: each call is
 * refused, and none reads or writes there, which would end the program. (Some once did.)
 * TEST_DRIVER is fake_driver.c, TEST_HSA fake_hsa.c. */
#include <dlfcn.h>

#include "tests/check.h"

static void *library, *gpu, *other_gpu, *managed;
static double host[64]; /* zeros, of any type */
static int32_t complaint;

void xerbla_(const char *routine, const int32_t *argument, size_t length)
{
    (void)routine;
    (void)length;
    complaint = *argument;
}

typedef void any_function(void);

static any_function *find(const char *pattern, char letter)
{
    char name[32];
    snprintf(name, sizeof(name), pattern, letter);
    any_function *function = (any_function *)dlsym(library, name);
    CHECK(function, "there is no %s", name);
    return function;
}

static void *memory_of(void *driver, const char *name)
{
    void **memory = driver ? dlsym(driver, name) : NULL;
    return memory ? *memory : NULL;
}

/* The first call comes before the driver. */
static int open_libraries(void **state)
{
    (void)state;
    if (tilechol_dpotrf(TILECHOL_LOWER, 1, host, 1, NULL) != 1) {
        return -1;
    }
    void *driver = dlopen(TEST_DRIVER, RTLD_NOW | RTLD_LOCAL);
    gpu = memory_of(driver, "fake_gpu_memory");
    other_gpu = memory_of(driver, "fake_other_memory");
    managed = memory_of(driver, "fake_managed_memory");
    library = open_lapack_library(TEST_LAPACK_LIBRARY);
    return library && gpu && other_gpu && managed ? 0 : -1;
}

typedef const char *text;
typedef const int32_t *in;
typedef void *array;
typedef int32_t *out;

static const char letters[] = "sdcz";
static const int32_t order = 3;

/* A LAPACK routine that only the host has is refused, and the last error says why. */
#define REFUSED(pattern, types, arguments)                                                          \
    do {                                                                                            \
        int32_t info = 0;                                                                           \
        tilechol_sposv(TILECHOL_LOWER, -1, 0, NULL, 0, NULL, 0, NULL); /* another text */           \
        ((void(*) types)find(pattern, letter)) arguments;                                           \
        CHECK(info == TILECHOL_ERROR_NO_BACKEND, "%s, %c: info %d", pattern, letter, info);         \
        CHECK(strstr(tilechol_last_error(), "an array is on a GPU"), "%s, %c: %s", pattern, letter, \
              tilechol_last_error());                                                               \
    } while (0)

static void conversions(void **state)
{
    (void)state;
    for (int v = 0; v < 8; v++) {
        const char letter = letters[v / 2];
        const array from = v % 2 ? gpu : host, to = v % 2 ? host : gpu;
        REFUSED("%ctrttf_", (text, text, in, array, in, array, out),
                ("N", "U", &order, from, &order, to, &info));
        REFUSED("%ctfttr_", (text, text, in, array, array, in, out),
                ("N", "U", &order, from, to, &order, &info));
        REFUSED("%ctpttf_", (text, text, in, array, array, out), ("N", "U", &order, from, to, &info));
        REFUSED("%ctfttp_", (text, text, in, array, array, out), ("N", "U", &order, from, to, &info));
        REFUSED("%ctrttp_", (text, in, array, in, array, out), ("L", &order, from, &order, to, &info));
        REFUSED("%ctpttr_", (text, in, array, array, in, out), ("L", &order, from, to, &order, &info));
    }
}

static void unblocked(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++) {
        const char letter = letters[v];
        REFUSED("%ctrti2_", (text, text, in, array, in, out), ("L", "N", &order, gpu, &order, &info));
    }
}

typedef void tfsm(text, text, text, text, text, in, in, const void *, const void *, void *, in);

/* tfsm has no info. If B is on a GPU, that is a bad argument; if A is, B becomes NaN. */
static void tfsm_tells(void **state)
{
    (void)state;
    const double alphas[] = {0, 1, 2};
    double b[9] = {0};
    for (int v = 0; v < 4 * COUNT(alphas); v++) {
        const double _Complex z = alphas[v / 4];
        const float _Complex c = (float)alphas[v / 4];
        const int simple = v % 4 % 2 == 0;
        complaint = 0;
        ((tfsm *)find("%ctfsm_", letters[v % 4]))("N", "L", "L", "N", "N", &order, &order,
                                                  simple ? (const void *)&c : &z, host, gpu, &order);
        CHECK(complaint == 10, "%ctfsm: argument %d", letters[v % 4], complaint);
    }
    ((tfsm *)find("%ctfsm_", 'd'))("N", "L", "L", "N", "N", &order, &order, &alphas[1], gpu, b, &order);
    CHECK(b[0] != b[0] && b[8] != b[8], "dtfsm with A on a GPU leaves B");
}

/* LAPACKE's names neither look for NaN in GPU memory nor transpose an array there. */
#define GIVES(expected, pattern, types, arguments)                                                    \
    do {                                                                                              \
        const int32_t info = ((int32_t(*) types)find(pattern, letter))arguments;                      \
        CHECK(info == (expected), "%s, %c: info %d, not %d", pattern, letter, info, (int)(expected)); \
    } while (0)
#define GIVEN(pattern, types, arguments) GIVES(TILECHOL_ERROR_NO_BACKEND, pattern, types, arguments)

static void lapacke(int layout, char letter, array a, array b)
{
    const int n = order;
    GIVEN("LAPACKE_%cpotrs", (int, char, int, int, array, int, array, int), (layout, 'L', n, 2, a, n, b, n));
    GIVEN("LAPACKE_%cposv", (int, char, int, int, array, int, array, int), (layout, 'L', n, 2, a, n, b, n));
    GIVEN("LAPACKE_%ctrtrs", (int, char, char, char, int, int, array, int, array, int),
          (layout, 'L', 'N', 'N', n, 2, a, n, b, n));
    GIVEN("LAPACKE_%cpptrs", (int, char, int, int, array, array, int), (layout, 'L', n, 2, a, b, n));
    GIVEN("LAPACKE_%cppsv", (int, char, int, int, array, array, int), (layout, 'L', n, 2, a, b, n));
    GIVEN("LAPACKE_%cpftrs", (int, char, char, int, int, array, array, int),
          (layout, 'N', 'L', n, 2, a, b, n));
    GIVEN("LAPACKE_%cpbtrs", (int, char, int, int, int, array, int, array, int),
          (layout, 'L', n, 1, 2, a, n, b, n));
    if (a == gpu) {
        GIVEN("LAPACKE_%cpotrf", (int, char, int, array, int), (layout, 'L', n, a, n));
        GIVEN("LAPACKE_%ctrtri", (int, char, char, int, array, int), (layout, 'L', 'N', n, a, n));
        GIVEN("LAPACKE_%cpptrf", (int, char, int, array), (layout, 'L', n, a));
        GIVEN("LAPACKE_%cpftrf", (int, char, char, int, array), (layout, 'N', 'L', n, a));
        GIVEN("LAPACKE_%cpbtrf", (int, char, int, int, array, int), (layout, 'L', n, 1, a, n));
        GIVEN("LAPACKE_%cpbsv", (int, char, int, int, int, array, int, array, int),
              (layout, 'L', n, 1, 2, a, n, b, n));
    }
}

/* The arrays must be on the host; row-major B and X are refused earlier, since they would be transposed. */
static void lapacke_mixed(int layout, array a, array b, array x)
{
    const int n = order, turned = layout == LAPACK_ROW_MAJOR && a != gpu;
    int32_t iterations;
    for (int v = 0; v < 2; v++) {
        const char letter = "dz"[v];
        GIVES(turned ? TILECHOL_ERROR_NO_BACKEND : TILECHOL_ERROR_LOCATION,
              v ? "LAPACKE_%ccposv" : "LAPACKE_%csposv",
              (int, char, int, int, array, int, array, int, array, int, out),
              (layout, 'L', n, 2, a, n, b, n, x, n, &iterations));
    }
}

static void lapacke_names(void **state)
{
    (void)state;
    for (int v = 0; v < 8; v++) {
        const int layout = v / 4 ? LAPACK_ROW_MAJOR : LAPACK_COL_MAJOR;
        lapacke(layout, letters[v % 4], gpu, host);
        lapacke(layout, letters[v % 4], host, gpu);
        lapacke(layout, letters[v % 4], gpu, gpu);
        lapacke_mixed(layout, gpu, host, host);
        lapacke_mixed(layout, host, gpu, host);
        lapacke_mixed(layout, host, host, gpu);
    }
}

/* Batches without an element: whichever of their arrays is on a GPU, the call belongs there. (Only info
 * once counted, so that the CPU read pointers and wrote jitter_added there.) */
static void empty_batches(void **state)
{
    (void)state;
    const int64_t zeros[2] = {0, 0}, ones[2] = {1, 1};
    int32_t info[2];
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.jitter_tries = 1;
    options.jitter_added = gpu;
    double *none[2] = {NULL, NULL};
    const int64_t results[] = {
        tilechol_dpotrs_vbatched(TILECHOL_LOWER, zeros, 2, gpu, ones, none, ones, 2, NULL),
        tilechol_dpotrs_vbatched(TILECHOL_LOWER, zeros, 2, none, ones, gpu, ones, 2, NULL),
        tilechol_dpotrf_vbatched(TILECHOL_LOWER, zeros, gpu, ones, info, 2, NULL),
        tilechol_dpotrf_vbatched(TILECHOL_LOWER, zeros, none, ones, gpu, 2, NULL),
        tilechol_dpotrf_vbatched(TILECHOL_LOWER, zeros, none, ones, info, 2, &options)};
    for (size_t k = 0; k < COUNT(results); k++) {
        CHECK(results[k] == TILECHOL_ERROR_NO_BACKEND, "call %zu: %lld", k, (long long)results[k]);
    }
}

/* Arrays on two GPUs are refused, in whichever order. */
static void two_gpus(void **state)
{
    (void)state;
    const char *text = "potrs: the arrays are on different GPUs (0 and 1)";
    CHECK(tilechol_dpotrs(TILECHOL_LOWER, 3, 1, gpu, 3, other_gpu, 3, NULL) == TILECHOL_ERROR_LOCATION &&
              strcmp(tilechol_last_error(), text) == 0,
          "potrs: %s", tilechol_last_error());
    CHECK(tilechol_dposv(TILECHOL_LOWER, 3, 1, other_gpu, 3, gpu, 3, NULL) == TILECHOL_ERROR_LOCATION,
          "posv: %s", tilechol_last_error());
}

/* AMD's GPUs are numbered among the GPUs; what a CPU owns is on the host. The driver comes when the other one is
 * known. */
static void amd_gpus(void **state)
{
    (void)state;
    void *driver = dlopen(TEST_HSA, RTLD_NOW | RTLD_LOCAL);
    void **memory = driver ? dlsym(driver, "fake_hsa_memory") : NULL;
    CHECK(memory, "no fake HSA");
    CHECK(tilechol_dpotrs(TILECHOL_LOWER, 3, 1, memory[2], 3, memory[0], 3, NULL) ==
                  TILECHOL_ERROR_LOCATION &&
              strcmp(tilechol_last_error(), "potrs: the arrays are on different GPUs (1 and 0)") == 0,
          "potrs: %s", tilechol_last_error());
    double *a = memory[1];
    a[0] = 4;
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, 1, a, 1, NULL) == 0 && a[0] == 2, "%s", tilechol_last_error());
}

/* Where B is does not matter if it has no columns. */
static void no_columns(void **state)
{
    (void)state;
    double a[1] = {4};
    CHECK(tilechol_dposv(TILECHOL_LOWER, 1, 0, a, 1, gpu, 1, NULL) == 0 && a[0] == 2, "posv: %s",
          tilechol_last_error());
    CHECK(tilechol_dtrtrs(TILECHOL_LOWER, TILECHOL_TRANS, TILECHOL_UNIT, 1, 0, a, 1, gpu, 1, NULL) == 0,
          "trtrs: %s", tilechol_last_error());
}

/* The CPU works on managed memory. */
static void managed_memory(void **state)
{
    (void)state;
    double *a = managed;
    a[0] = 4;
    CHECK(tilechol_dpotrf(TILECHOL_LOWER, 1, a, 1, NULL) == 0 && a[0] == 2, "%s", tilechol_last_error());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conversions),   cmocka_unit_test(unblocked),     cmocka_unit_test(tfsm_tells),
        cmocka_unit_test(lapacke_names), cmocka_unit_test(empty_batches), cmocka_unit_test(two_gpus),
        cmocka_unit_test(amd_gpus),      cmocka_unit_test(no_columns),    cmocka_unit_test(managed_memory)};
    return cmocka_run_group_tests_name("gpu_pointers", tests, open_libraries, NULL);
}
