/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for a GPU back end, to show whether it is opened, and for a LAPACK, to show whether it is
 * called (test_environment.c, test_alone.c). */
#include <stdint.h>
#include <stdlib.h>

/* As a back end's table it has a version that no back end has. */
const int64_t tilechol_backend_gpu[512];

__attribute__((constructor)) static void tell(void)
{
    setenv("TEST_FAKE_OPENED", "1", 1);
}

void dpotrf_(const char *uplo, const int32_t *n, double *a, const int32_t *lda, int32_t *info, size_t length)
{
    (void)uplo;
    (void)a;
    (void)lda;
    *info = length == 1 ? 1000 + *n : -1000;
}
