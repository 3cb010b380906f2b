/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rocSOLVER and rocBLAS as peers, declared here as far as they are used and opened at run time.
 * NEVER RUN: written from the libraries' documentation, since no AMD GPU was at hand. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include "src/command/bench.h"

/* Values from rocblas-types.h. */
enum { ROCBLAS_FILL_UPPER = 121, ROCBLAS_FILL_LOWER = 122 };
enum { ROCBLAS_OPERATION_NONE = 111, ROCBLAS_DIAGONAL_NON_UNIT = 131, ROCBLAS_SIDE_LEFT = 141 };

typedef int (*create_function)(void **handle);
typedef int (*potrf_function)(void *handle, int uplo, int n, void *a, int lda, int *info); /* potri too */
typedef int (*potrs_function)(void *handle, int uplo, int n, int nrhs, void *a, int lda, void *b, int ldb);
typedef int (*posv_function)(void *handle, int uplo, int n, int nrhs, void *a, int lda, void *b, int ldb,
                             int *info);
typedef int (*trsm_function)(void *handle, int side, int uplo, int trans, int diag, int m, int n,
                             const void *alpha, const void *a, int lda, void *b, int ldb);

struct rocm {
    void *rocsolver, *rocblas, *handle;
    const struct place *gpu;
    void *function;
    int *info; /* on the device */
    int status;
};

/* The libraries keep their workspace in the handle; the warm-up lets it grow. */
static bool rocm_prepare(struct contestant *self, const struct problem *problem)
{
    struct rocm *rocm = self->state;
    char name[64];
    if (problem->routine == TRTRS)
        snprintf(name, sizeof name, "rocblas_%ctrsm", problem->type);
    else
        snprintf(name, sizeof name, "rocsolver_%c%s", problem->type, routine_name(problem->routine));
    rocm->function = dlsym(problem->routine == TRTRS ? rocm->rocblas : rocm->rocsolver, name);
    rocm->status = 0;
    return rocm->function && problem->layout == SINGLE && problem->n <= INT_MAX && problem->nrhs <= INT_MAX;
}

static void rocm_run(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    static const double one[2] = {1, 0};
    static const float one_float[2] = {1, 0};
    struct rocm *rocm = self->state;
    const int n = (int)problem->n, nrhs = (int)problem->nrhs;
    const int uplo = problem->uplo == 'L' ? ROCBLAS_FILL_LOWER : ROCBLAS_FILL_UPPER;
    const bool is_float = problem->type == 's' || problem->type == 'c';
    switch (problem->routine) {
    case POTRF:
    case POTRI:
        rocm->status |= ((potrf_function)rocm->function)(rocm->handle, uplo, n, a, n, rocm->info);
        return;
    case POTRS:
        rocm->status |= ((potrs_function)rocm->function)(rocm->handle, uplo, n, nrhs, a, n, b, n);
        return;
    case POSV:
        rocm->status |= ((posv_function)rocm->function)(rocm->handle, uplo, n, nrhs, a, n, b, n, rocm->info);
        return;
    default:
        rocm->status |= ((trsm_function)rocm->function)(
            rocm->handle, ROCBLAS_SIDE_LEFT, uplo, ROCBLAS_OPERATION_NONE, ROCBLAS_DIAGONAL_NON_UNIT, n, nrhs,
            is_float ? (const void *)one_float : one, a, n, b, n);
    }
}

static int64_t rocm_info(struct contestant *self)
{
    struct rocm *rocm = self->state;
    int info = 0;
    if (rocm->status || !rocm->gpu->copy(&info, rocm->info, sizeof info))
        return -1000 - rocm->status;
    return info;
}

bool peer_rocm_open(struct contestant *peer, const struct place *gpu, const char **why)
{
    static const char *const rocblas[] = {"librocblas.so.5", "librocblas.so.4", "librocblas.so", NULL};
    static const char *const rocsolver[] = {"librocsolver.so.0", "librocsolver.so", NULL};
    static struct rocm rocm;
    int zero = 0;
    if (!rocm.handle) {
        rocm.gpu = gpu;
        if (!(rocm.rocblas = open_library(rocblas, why)) || !(rocm.rocsolver = open_library(rocsolver, why)))
            return false;
        create_function create = (create_function)dlsym(rocm.rocblas, "rocblas_create_handle");
        rocm.info = gpu->allocate(sizeof *rocm.info);
        if (!create || !rocm.info || !gpu->copy(rocm.info, &zero, sizeof zero) || create(&rocm.handle)) {
            *why = "rocBLAS could be opened, but cannot use the GPU";
            return false;
        }
    }
    *peer = (struct contestant){"rocsolver", &rocm, rocm_prepare, rocm_run, rocm_info};
    return true;
}
