/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's names for packed, RFP and band matrices and the pivoted factorisation: what LAPACK's own test
 * programs do not check. The library is opened, not linked, so that LAPACKE, the oracle, stays LAPACK's. */
#include "tests/check.h"

#include <dlfcn.h>
#include <omp.h>

static void *library;

/* The last bad argument reported to this program's handlers. LAPACK's test programs
 * have such handlers, too. */
static struct {
    char routine[16];
    int64_t argument;
} reported;

void xerbla_(const char *routine, const int32_t *argument, size_t length);
void xerbla_64_(const char *routine, const int64_t *argument, size_t length);

static void note(const char *routine, int64_t argument, size_t length)
{
    snprintf(reported.routine, sizeof(reported.routine), "%.*s", (int)length, routine);
    reported.argument = argument;
}

void xerbla_(const char *routine, const int32_t *argument, size_t length)
{
    note(routine, *argument, length);
}

void xerbla_64_(const char *routine, const int64_t *argument, size_t length)
{
    note(routine, *argument, length);
}

/* The address of one of the library's routines; any function type. */
typedef void any_function(void);

static any_function *find(char letter, const char *name)
{
    char symbol[24];
    snprintf(symbol, sizeof(symbol), "%c%s_", letter, name);
    any_function *function = (any_function *)dlsym(library, symbol);
    CHECK(function, "no %s", symbol);
    return function;
}

static int open_library(void **state)
{
    library = open_lapack_library(TEST_LAPACK_LIBRARY);
    return library ? check_setup(state) : -1;
}

/* With TILECHOL_DISABLE the library passes all arguments on to the next LAPACK, which has no names with _64 and
 * other blocks. */
static int is_disabled(void)
{
    return getenv("TILECHOL_DISABLE") != NULL;
}

/* How a triangle is stored. */
enum storage { PACKED, RFP_N, RFP_C, STORAGES };

#define TEMPLATE "tests/test_storage.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_storage_band.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_storage_pivoted.inc"
#include "src/types/each_type.h"

/* Routines report their first bad argument under their name; pptrf with 64-bit integers, too. */
static void bad_arguments(void **state)
{
    (void)state;
    const int32_t n = 4, bad = -1, ld = 3, ok = 4;
    const int64_t n64 = 4, bad64 = -1;
    double a[32] = {0}, b[32] = {0}, one = 1;
    int32_t info = 0, rank = 0, piv[4];
    int64_t info64 = 0;
#define CALL(name, types, arguments, expected, position)                                                 \
    info = 0;                                                                                            \
    memset(&reported, 0, sizeof(reported));                                                              \
    ((void(*) types)find('d', name)) arguments;                                                          \
    CHECK(strcmp(reported.routine, expected) == 0 && reported.argument == (position), "%s: %s %d", name, \
          reported.routine, (int)reported.argument);                                                     \
    CHECK(info == -(position) || strcmp(name, "tfsm") == 0, "%s: info %d", name, (int)info)
    typedef const char *text;
    typedef const int32_t *in;
    CALL("pptrf", (text, in, double *, int32_t *), ("X", &n, a, &info), "DPPTRF", 1);
    CALL("pptrf", (text, in, double *, int32_t *), ("U", &bad, a, &info), "DPPTRF", 2);
    CALL("pptri", (text, in, double *, int32_t *), ("X", &n, a, &info), "DPPTRI", 1);
    CALL("pptri", (text, in, double *, int32_t *), ("U", &bad, a, &info), "DPPTRI", 2);
    CALL("pptrs", (text, in, in, double *, double *, in, int32_t *), ("X", &n, &ok, a, b, &ok, &info),
         "DPPTRS", 1);
    CALL("pptrs", (text, in, in, double *, double *, in, int32_t *), ("U", &bad, &ok, a, b, &ok, &info),
         "DPPTRS", 2);
    CALL("pptrs", (text, in, in, double *, double *, in, int32_t *), ("U", &n, &ok, a, b, &ld, &info),
         "DPPTRS", 6);
    CALL("ppsv", (text, in, in, double *, double *, in, int32_t *), ("U", &n, &bad, a, b, &ok, &info),
         "DPPSV ", 3);
    CALL("pptrs", (text, in, in, double *, double *, in, int32_t *), ("U", &n, &bad, a, b, &ok, &info),
         "DPPTRS", 3);
    CALL("ppsv", (text, in, in, double *, double *, in, int32_t *), ("l", &n, &ok, a, b, &ld, &info),
         "DPPSV ", 6);
    CALL("pftrf", (text, text, in, double *, int32_t *), ("C", "U", &n, a, &info), "DPFTRF", 1);
    CALL("pftrf", (text, text, in, double *, int32_t *), ("N", "X", &n, a, &info), "DPFTRF", 2);
    CALL("pftrf", (text, text, in, double *, int32_t *), ("N", "U", &bad, a, &info), "DPFTRF", 3);
    CALL("pftri", (text, text, in, double *, int32_t *), ("C", "U", &n, a, &info), "DPFTRI", 1);
    CALL("pftri", (text, text, in, double *, int32_t *), ("T", "X", &n, a, &info), "DPFTRI", 2);
    CALL("pftri", (text, text, in, double *, int32_t *), ("N", "U", &bad, a, &info), "DPFTRI", 3);
    CALL("pftrs", (text, text, in, in, double *, double *, in, int32_t *),
         ("T", "U", &bad, &ok, a, b, &ok, &info), "DPFTRS", 3);
    CALL("pftrs", (text, text, in, in, double *, double *, in, int32_t *),
         ("T", "U", &n, &ok, a, b, &ld, &info), "DPFTRS", 7);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "U", "C", "N", &n, &n, &one, a, b, &n), "DTFSM ", 4);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "U", "T", "N", &n, &n, &one, a, b, &ld), "DTFSM ", 11);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("C", "L", "U", "N", "N", &n, &n, &one, a, b, &n), "DTFSM ", 1);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "X", "U", "N", "N", &n, &n, &one, a, b, &n), "DTFSM ", 2);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "X", "N", "N", &n, &n, &one, a, b, &n), "DTFSM ", 3);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "U", "N", "X", &n, &n, &one, a, b, &n), "DTFSM ", 5);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "U", "N", "N", &bad, &n, &one, a, b, &n), "DTFSM ", 6);
    CALL("tfsm", (text, text, text, text, text, in, in, double *, double *, double *, in),
         ("N", "L", "U", "N", "N", &n, &bad, &one, a, b, &n), "DTFSM ", 7);
    CALL("trttf", (text, text, in, double *, in, double *, int32_t *), ("N", "U", &n, a, &ld, b, &info),
         "DTRTTF", 5);
    CALL("tfttr", (text, text, in, double *, double *, in, int32_t *), ("N", "U", &n, a, b, &ld, &info),
         "DTFTTR", 6);
    CALL("trttp", (text, in, double *, in, double *, int32_t *), ("X", &n, a, &ok, b, &info), "DTRTTP", 1);
    CALL("trttp", (text, in, double *, in, double *, int32_t *), ("U", &bad, a, &ok, b, &info), "DTRTTP", 2);
    CALL("trttp", (text, in, double *, in, double *, int32_t *), ("U", &n, a, &ld, b, &info), "DTRTTP", 4);
    CALL("tpttf", (text, text, in, double *, double *, int32_t *), ("C", "U", &n, a, b, &info), "DTPTTF", 1);
    CALL("tpttf", (text, text, in, double *, double *, int32_t *), ("N", "U", &bad, a, b, &info), "DTPTTF",
         3);
    CALL("tfttp", (text, text, in, double *, double *, int32_t *), ("N", "X", &n, a, b, &info), "DTFTTP", 2);
    CALL("tfttp", (text, text, in, double *, double *, int32_t *), ("N", "U", &bad, a, b, &info), "DTFTTP",
         3);
    CALL("tpttr", (text, in, double *, double *, in, int32_t *), ("U", &n, a, b, &ld, &info), "DTPTTR", 5);
    CALL("pbtrf", (text, in, in, double *, in, int32_t *), ("U", &n, &ld, a, &ld, &info), "DPBTRF", 5);
    CALL("pbtf2", (text, in, in, double *, in, int32_t *), ("U", &n, &bad, a, &ld, &info), "DPBTF2", 3);
    CALL("pbtrs", (text, in, in, in, double *, in, double *, in, int32_t *),
         ("U", &n, &ld, &n, a, &n, b, &ld, &info), "DPBTRS", 8);
    CALL("pbsv", (text, in, in, in, double *, in, double *, in, int32_t *),
         ("U", &n, &ld, &n, a, &ld, b, &ld, &info), "DPBSV ", 6);
    CALL("pstrf", (text, in, double *, in, int32_t *, int32_t *, double *, double *, int32_t *),
         ("U", &n, a, &ld, piv, &rank, &one, b, &info), "DPSTRF", 4);
    CALL("pstf2", (text, in, double *, in, int32_t *, int32_t *, double *, double *, int32_t *),
         ("?", &n, a, &ok, piv, &rank, &one, b, &info), "DPSTF2", 1);
#undef CALL
    if (is_disabled()) {
        return;
    }
    ((void (*)(text, const int64_t *, double *, int64_t *))find('d', "pptrf_64"))("U", &bad64, a, &info64);
    CHECK(info64 == -2 && reported.argument == 2, "pptrf_64: info %d", (int)info64);
    ((void (*)(text, const int64_t *, double *, int64_t *))find('d', "pptrf_64"))("X", &n64, a, &info64);
    CHECK(info64 == -1 && reported.argument == 1, "pptrf_64: info %d", (int)info64);
}

/* tfsm does nothing, and at once, if B has columns of no rows. */
static void empty_columns(void **state)
{
    (void)state;
    typedef const char *text;
    typedef const int64_t *in;
    typedef void tfsm(text, text, text, text, text, in, in, const double *, double *, double *, in);
    const int64_t none = 0, one = 1, many = (int64_t)1 << 60;
    const double two = 2;
    double a[1] = {1}, b[1] = {3};
    ((tfsm *)find('d', "tfsm_64"))("N", "R", "L", "N", "N", &none, &one, &two, a, b, &one);
    ((tfsm *)find('d', "tfsm_64"))("N", "L", "L", "N", "N", &none, &many, &two, a, b, &one);
    CHECK(b[0] == 3, "B became %g", b[0]);
}

#define TESTS(X)                                                                           \
    cmocka_unit_test(tlc_##X##stored_sizes), cmocka_unit_test(tlc_##X##stored_failures),   \
        cmocka_unit_test(tlc_##X##conversions), cmocka_unit_test(tlc_##X##tfsm_sizes),     \
        cmocka_unit_test(tlc_##X##band_sizes), cmocka_unit_test(tlc_##X##band_failures),   \
        cmocka_unit_test(tlc_##X##band_threads), cmocka_unit_test(tlc_##X##pivoted_sizes), \
        cmocka_unit_test(tlc_##X##pivoted_stops), cmocka_unit_test(tlc_##X##pivoted_threads)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s),
                                       TESTS(d),
                                       TESTS(c),
                                       TESTS(z),
                                       cmocka_unit_test(empty_columns),
                                       cmocka_unit_test(bad_arguments)};
    return cmocka_run_group_tests_name("storage", tests, open_library, NULL);
}
