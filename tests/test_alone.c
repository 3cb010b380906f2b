/* SPDX-License-Identifier: BSD-3-Clause
 * LAPACK's and LAPACKE's names in a program that has neither library: what is printed without an error
 * handler, LAPACKE_NANCHECK, and which library TILECHOL_DISABLE finds. TEST_FAKE is fake_library.c,
 * TEST_FAKE_64 the same under the name of a LAPACK with 64-bit integers. */
#include <math.h>
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

#include "tilechol.h"

enum { N = 3, COL_MAJOR = 102 };

void dpotrf_(const char *uplo, const int32_t *n, double *a, const int32_t *lda, int32_t *info, size_t length);
void dpotrf_64_(const char *uplo, const int64_t *n, double *a, const int64_t *lda, int64_t *info,
                size_t length);
void dposv_64_(const char *uplo, const int64_t *n, const int64_t *nrhs, double *a, const int64_t *lda,
               double *b, const int64_t *ldb, int64_t *info, size_t length);
int32_t LAPACKE_dpotrf(int layout, char uplo, int32_t n, double *a, int32_t lda);
int64_t LAPACKE_dpotrf_64(int layout, char uplo, int64_t n, double *a, int64_t lda);

static const int32_t order = N, small = 1;
static const int64_t order64 = N, small64 = 1;
static double a[N * N], b[N];

static int64_t bad_potrf(void)
{
    int32_t info = 0;
    dpotrf_("U", &order, a, &small, &info, 1);
    return info;
}

static int64_t bad_posv_64(void)
{
    int64_t info = 0;
    dposv_64_("U", &order64, &small64, a, &order64, b, &small64, &info, 1);
    return info;
}

static int64_t bad_layout(void)
{
    return LAPACKE_dpotrf(7, 'U', N, a, N);
}

/* What a call prints on stdout; what it returns is in *info. */
static const char *printed(int64_t (*call)(void), int64_t *info)
{
    static char text[200];
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    *info = call();
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = 0;
    fclose(file);
    return text;
}

/* Without a handler, a bad argument prints LAPACK's own line, or LAPACKE's. */
static void bad_arguments(void **state)
{
    (void)state;
    int64_t info;
    assert_string_equal(printed(bad_potrf, &info),
                        " ** On entry to DPOTRF parameter number  4 had an illegal value\n");
    assert_int_equal(info, -4);
    assert_string_equal(printed(bad_posv_64, &info),
                        " ** On entry to DPOSV parameter number  7 had an illegal value\n");
    assert_int_equal(info, -7);
    assert_string_equal(printed(bad_layout, &info), "Wrong parameter 1 in LAPACKE_dpotrf\n");
    assert_int_equal(info, -1);
}

static void set_identity(void)
{
    memset(a, 0, sizeof(a));
    for (int i = 0; i < N; i++) {
        a[i * (N + 1)] = 1;
    }
}

/* LAPACKE_NANCHECK=0 lets a NaN pass, which then is a pivot that is not positive. */
static void nan_check(void **state)
{
    (void)state;
    static const char *const wishes[] = {"0", "1", NULL};
    for (int i = 0; i < 3; i++) {
        if (wishes[i]) {
            setenv("LAPACKE_NANCHECK", wishes[i], 1);
        } else {
            unsetenv("LAPACKE_NANCHECK");
        }
        set_identity();
        a[N + 1] = NAN;
        assert_int_equal(LAPACKE_dpotrf(COL_MAJOR, 'L', N, a, N), i == 0 ? 2 : -4);
        assert_int_equal(LAPACKE_dpotrf_64(COL_MAJOR, 'L', N, a, N), i == 0 ? 2 : -4);
    }
}

/* The exit status of a child that runs `body` with TILECHOL_DISABLE=1 and `library` as the next LAPACK. */
static int disabled(int (*body)(void), const char *library)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        setenv("TILECHOL_DISABLE", "1", 1);
        setenv("TILECHOL_LAPACK_LIBRARY", library, 1);
        alarm(60);
        set_identity();
        _exit(body());
    }
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int none(void)
{
    int32_t info = 0;
    dpotrf_("L", &order, a, &order, &info, 1);
    return info != TILECHOL_ERROR_NO_BACKEND ||
           strcmp(tilechol_last_error(), "dpotrf_: the next LAPACK lacks this routine");
}

static int64_t potrf_64(void)
{
    int64_t info = 0;
    dpotrf_64_("L", &order64, a, &order64, &info, 1);
    return info;
}

static int none_64(void)
{
    return potrf_64() != TILECHOL_ERROR_NO_BACKEND ||
           strcmp(tilechol_last_error(), "dpotrf_64_: the next LAPACK lacks this routine");
}

static int by_fake_64(void)
{
    return potrf_64() != 1000 + N;
}

/* A LAPACK without _64_ names has 64-bit integers only if its file name is known for that. This test is
 * the first one, since the library reads TILECHOL_DISABLE only once. */
static void next_lapack(void **state)
{
    (void)state;
    assert_int_equal(disabled(none, "/nowhere.so"), 0);
    assert_int_equal(disabled(none_64, TEST_FAKE), 0);
    assert_int_equal(disabled(by_fake_64, TEST_FAKE_64), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(next_lapack), cmocka_unit_test(bad_arguments),
                                       cmocka_unit_test(nan_check)};
    return cmocka_run_group_tests_name("alone", tests, NULL, NULL);
}
