/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuSOLVER and cuBLAS as peers, declared here as far as they are used and opened at run time, so that
 * neither building nor running this command needs CUDA. potrf and potrs use the 64-bit interface. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"

/* Values from cublas_api.h and library_types.h. */
enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 };
enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_OP_N = 0, CUBLAS_OP_C = 2, CUBLAS_DIAG_NON_UNIT = 0 };
enum { CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_C_32F = 4, CUDA_C_64F = 5 };

typedef int (*create_function)(void **handle);
typedef int (*potrf_size_function)(void *handle, void *params, int uplo, int64_t n, int type, const void *a,
                                   int64_t lda, int compute_type, size_t *device_bytes, size_t *host_bytes);
typedef int (*potrf_function)(void *handle, void *params, int uplo, int64_t n, int type, void *a, int64_t lda,
                              int compute_type, void *device_work, size_t device_bytes, void *host_work,
                              size_t host_bytes, int *info);
typedef int (*potrs_function)(void *handle, void *params, int uplo, int64_t n, int64_t nrhs, int a_type,
                              const void *a, int64_t lda, int b_type, void *b, int64_t ldb, int *info);
typedef int (*potri_size_function)(void *handle, int uplo, int n, void *a, int lda, int *elements);
typedef int (*potri_function)(void *handle, int uplo, int n, void *a, int lda, void *work, int elements,
                              int *info);
typedef int (*potrf_batched_function)(void *handle, int uplo, int n, void *const *a, int lda, int *info,
                                      int batch);
typedef int (*potrs_batched_function)(void *handle, int uplo, int n, int nrhs, void *const *a, int lda,
                                      void *const *b, int ldb, int *info, int batch);
typedef int (*trsm_function)(void *handle, int side, int uplo, int trans, int diag, int64_t m, int64_t n,
                             const void *alpha, const void *a, int64_t lda, void *b, int64_t ldb);
typedef int (*trsm_batched_function)(void *handle, int side, int uplo, int trans, int diag, int m, int n,
                                     const void *alpha, void *const *a, int lda, void *const *b, int ldb,
                                     int batch);

struct cuda {
    void *cusolver, *cublas; /* libraries */
    void *solver, *params, *blas;
    const struct place *gpu;
    potrf_size_function potrf_size;
    potrf_function potrf;
    potrs_function potrs;
    potri_size_function potri_size;
    potri_function potri;
    trsm_function trsm;
    potrf_batched_function potrf_batched;
    potrs_batched_function potrs_batched;
    trsm_batched_function trsm_batched;
    struct batch_arrays arrays;
    void *work, *host_work; /* kept, as a user would keep them */
    size_t work_bytes, host_bytes;
    int *info; /* on the device */
    int status;
};

static int data_type(char type)
{
    return type == 's' ? CUDA_R_32F : type == 'd' ? CUDA_R_64F : type == 'c' ? CUDA_C_32F : CUDA_C_64F;
}

static int fill_mode(const struct problem *problem)
{
    return problem->uplo == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

/* The workspace that the problem's routine asks for. */
static bool ask_workspace(struct cuda *cuda, const struct problem *problem, size_t *bytes, size_t *host_bytes)
{
    const int64_t n = problem->n;
    const int type = data_type(problem->type);
    int elements = 0;
    *bytes = *host_bytes = 0;
    if (problem->routine == POTRF || problem->routine == POSV)
        return !cuda->potrf_size(cuda->solver, cuda->params, fill_mode(problem), n, type, NULL, n, type,
                                 bytes, host_bytes);
    if (problem->routine == POTRI) {
        if (n > INT_MAX || !cuda->potri_size || !cuda->potri ||
            cuda->potri_size(cuda->solver, fill_mode(problem), (int)n, NULL, (int)n, &elements))
            return false;
        *bytes = (size_t)elements * type_functions(problem->type)->size;
    }
    return problem->routine != TRTRS || cuda->trsm;
}

/* cuSOLVER's batches: potrf, and potrs with one right-hand side; with several, and for trtrs, cuBLAS's trsm. */
static bool prepare_batch(struct cuda *cuda, const struct problem *problem)
{
    const char letter = (char)(problem->type - 'a' + 'A');
    char name[64];
    snprintf(name, sizeof name, "cusolverDn%cpotrfBatched", letter);
    cuda->potrf_batched = (potrf_batched_function)dlsym(cuda->cusolver, name);
    snprintf(name, sizeof name, "cusolverDn%cpotrsBatched", letter);
    cuda->potrs_batched = (potrs_batched_function)dlsym(cuda->cusolver, name);
    snprintf(name, sizeof name, "cublas%ctrsmBatched", letter);
    cuda->trsm_batched = (trsm_batched_function)dlsym(cuda->cublas, name);
    cuda->status = 0;
    cuda->arrays.place = cuda->gpu;
    return cuda->potrf_batched && cuda->potrs_batched && cuda->trsm_batched &&
           problem->layout != INTERLEAVED && problem->nrhs <= INT_MAX && problem->batch <= INT_MAX &&
           batch_arrays_prepare(&cuda->arrays, problem);
}

/* 1, as cuBLAS wants it for the problem's type. */
static const void *one_of(const struct problem *problem)
{
    static const double one[2] = {1, 0};
    static const float one_float[2] = {1, 0};
    return problem->type == 's' || problem->type == 'c' ? (const void *)one_float : one;
}

static int run_trsm_batched(struct cuda *cuda, const struct problem *problem, int trans)
{
    const int n = (int)problem->n, batch = (int)problem->batch;
    return cuda->trsm_batched(cuda->blas, CUBLAS_SIDE_LEFT, fill_mode(problem), trans, CUBLAS_DIAG_NON_UNIT,
                              n, (int)problem->nrhs, one_of(problem), cuda->arrays.pointers, n,
                              cuda->arrays.pointers + batch, n, batch);
}

static int run_potrs_batched(struct cuda *cuda, const struct problem *problem)
{
    const int n = (int)problem->n, batch = (int)problem->batch, lower = problem->uplo == 'L';
    if (problem->nrhs == 1)
        return cuda->potrs_batched(cuda->solver, fill_mode(problem), n, 1, cuda->arrays.pointers, n,
                                   cuda->arrays.pointers + batch, n, cuda->info, batch);
    const int status = run_trsm_batched(cuda, problem, lower ? CUBLAS_OP_N : CUBLAS_OP_C);
    return status | run_trsm_batched(cuda, problem, lower ? CUBLAS_OP_C : CUBLAS_OP_N);
}

static int run_batch(struct cuda *cuda, const struct problem *problem, void *a, void *b)
{
    struct batch_arrays *arrays = &cuda->arrays;
    const int n = (int)problem->n, batch = (int)problem->batch;
    int status = !batch_arrays_point(arrays, problem, a, b);
    if (problem->routine == TRTRS)
        return status | run_trsm_batched(cuda, problem, CUBLAS_OP_N);
    if (problem->routine != POTRS)
        status |= cuda->potrf_batched(cuda->solver, fill_mode(problem), n, arrays->pointers, n, arrays->info,
                                      batch);
    if (problem->routine != POTRF)
        status |= run_potrs_batched(cuda, problem);
    return status;
}

/* Finds the functions of the type and allocates workspace, untimed. */
static bool cuda_prepare(struct contestant *self, const struct problem *problem)
{
    struct cuda *cuda = self->state;
    const char letter = (char)(problem->type - 'a' + 'A');
    char name[64];
    size_t bytes, host_bytes;

    if (problem->layout != SINGLE)
        return prepare_batch(cuda, problem);
    cuda->arrays.batch = 0;
    snprintf(name, sizeof name, "cusolverDn%cpotri", letter);
    cuda->potri = (potri_function)dlsym(cuda->cusolver, name);
    snprintf(name, sizeof name, "cusolverDn%cpotri_bufferSize", letter);
    cuda->potri_size = (potri_size_function)dlsym(cuda->cusolver, name);
    snprintf(name, sizeof name, "cublas%ctrsm_v2_64", letter);
    cuda->trsm = (trsm_function)dlsym(cuda->cublas, name);
    cuda->status = 0;
    if (!ask_workspace(cuda, problem, &bytes, &host_bytes))
        return false;
    if (bytes > cuda->work_bytes) {
        cuda->gpu->release(cuda->work);
        cuda->work = cuda->gpu->allocate(bytes);
        cuda->work_bytes = cuda->work ? bytes : 0;
    }
    if (host_bytes > cuda->host_bytes) {
        free(cuda->host_work);
        cuda->host_work = malloc(host_bytes);
        cuda->host_bytes = cuda->host_work ? host_bytes : 0;
    }
    return bytes <= cuda->work_bytes && host_bytes <= cuda->host_bytes;
}

static int run_potrf(struct cuda *cuda, const struct problem *problem, void *a)
{
    const int type = data_type(problem->type);
    return cuda->potrf(cuda->solver, cuda->params, fill_mode(problem), problem->n, type, a, problem->n, type,
                       cuda->work, cuda->work_bytes, cuda->host_work, cuda->host_bytes, cuda->info);
}

static int run_potrs(struct cuda *cuda, const struct problem *problem, const void *a, void *b)
{
    const int type = data_type(problem->type);
    return cuda->potrs(cuda->solver, cuda->params, fill_mode(problem), problem->n, problem->nrhs, type, a,
                       problem->n, type, b, problem->n, cuda->info);
}

static int run_trsm(struct cuda *cuda, const struct problem *problem, const void *a, void *b)
{
    return cuda->trsm(cuda->blas, CUBLAS_SIDE_LEFT, fill_mode(problem), CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                      problem->n, problem->nrhs, one_of(problem), a, problem->n, b, problem->n);
}

static void cuda_run(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    struct cuda *cuda = self->state;
    if (problem->layout != SINGLE) {
        cuda->status |= run_batch(cuda, problem, a, b);
        return;
    }
    const int elements = (int)(cuda->work_bytes / type_functions(problem->type)->size);
    switch (problem->routine) {
    case POTRF:
        cuda->status |= run_potrf(cuda, problem, a);
        return;
    case POTRS:
        cuda->status |= run_potrs(cuda, problem, a, b);
        return;
    case POSV:
        cuda->status |= run_potrf(cuda, problem, a);
        cuda->status |= run_potrs(cuda, problem, a, b);
        return;
    case TRTRS:
        cuda->status |= run_trsm(cuda, problem, a, b);
        return;
    default:
        cuda->status |= cuda->potri(cuda->solver, fill_mode(problem), (int)problem->n, a, (int)problem->n,
                                    cuda->work, elements, cuda->info);
    }
}

/* A call that failed counts as an info below 0. */
static int64_t cuda_info(struct contestant *self)
{
    struct cuda *cuda = self->state;
    int info = 0;
    if (cuda->status || !cuda->gpu->copy(&info, cuda->info, sizeof info))
        return -1000 - cuda->status;
    if (cuda->arrays.batch)
        return batch_arrays_info(&cuda->arrays);
    return info;
}

static bool create(struct cuda *cuda)
{
    create_function solver = (create_function)dlsym(cuda->cusolver, "cusolverDnCreate");
    create_function params = (create_function)dlsym(cuda->cusolver, "cusolverDnCreateParams");
    create_function blas = (create_function)dlsym(cuda->cublas, "cublasCreate_v2");
    int zero = 0;
    cuda->potrf_size = (potrf_size_function)dlsym(cuda->cusolver, "cusolverDnXpotrf_bufferSize");
    cuda->potrf = (potrf_function)dlsym(cuda->cusolver, "cusolverDnXpotrf");
    cuda->potrs = (potrs_function)dlsym(cuda->cusolver, "cusolverDnXpotrs");
    if (!solver || !params || !blas || !cuda->potrf_size || !cuda->potrf || !cuda->potrs)
        return false;
    cuda->info = cuda->gpu->allocate(sizeof *cuda->info);
    return cuda->info && cuda->gpu->copy(cuda->info, &zero, sizeof zero) && !solver(&cuda->solver) &&
           !params(&cuda->params) && !blas(&cuda->blas);
}

bool peer_cuda_open(struct contestant *peer, const struct place *gpu, const char **why)
{
    static const char *const cublas[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so", NULL};
    static const char *const cusolver[] = {"libcusolver.so.12", "libcusolver.so.11", "libcusolver.so", NULL};
    static struct cuda cuda;
    if (!cuda.solver) {
        cuda.gpu = gpu;
        if (!(cuda.cublas = open_library(cublas, why)) || !(cuda.cusolver = open_library(cusolver, why)))
            return false;
        if (!create(&cuda)) {
            *why = "the libraries could be opened, but lack the 64-bit functions or cannot use the GPU";
            return false;
        }
    }
    *peer = (struct contestant){"cusolver", &cuda, cuda_prepare, cuda_run, cuda_info};
    return true;
}
