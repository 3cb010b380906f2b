/* SPDX-License-Identifier: BSD-3-Clause
 * cuBLAS's batched LU and QR as peers, opened at run time: neither building nor running needs CUDA. */
#include "bench/ladder/batch.h"

#include <dlfcn.h>
#include <stdio.h>

typedef int create_function(void **handle);
typedef int lu_function(void *handle, int n, void *const *a, int lda, int *pivots, int *info, int batch);
typedef int qr_function(void *handle, int m, int n, void *const *a, int lda, void *const *tau, int *info,
                        int batch);
typedef int synchronize_function(void);

static struct {
    void *handle;
    lu_function *lu[2];
    qr_function *qr[2];
    synchronize_function *synchronize;
} cublas;

static void *open_any(const char *const names[])
{
    for (; *names; ++names) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
    }
    return NULL;
}

/* 0 if cuBLAS cannot be used. */
static int open_cublas(void)
{
    static const char *const blas[] = {"libcublas.so.13", "libcublas.so.12", NULL}, *const driver[] = {
                                                                                        "libcuda.so.1", NULL};
    static int tried;
    if (tried++)
        return cublas.handle != NULL;
    void *library = open_any(blas), *cuda = open_any(driver);
    if (!library || !cuda)
        return 0;
    create_function *create = (create_function *)dlsym(library, "cublasCreate_v2");
    cublas.lu[0] = (lu_function *)dlsym(library, "cublasSgetrfBatched");
    cublas.lu[1] = (lu_function *)dlsym(library, "cublasDgetrfBatched");
    cublas.qr[0] = (qr_function *)dlsym(library, "cublasSgeqrfBatched");
    cublas.qr[1] = (qr_function *)dlsym(library, "cublasDgeqrfBatched");
    cublas.synchronize = (synchronize_function *)dlsym(cuda, "cuCtxSynchronize");
    const int all =
        create && cublas.lu[0] && cublas.lu[1] && cublas.qr[0] && cublas.qr[1] && cublas.synchronize;
    if (!all || create(&cublas.handle))
        cublas.handle = NULL;
    return cublas.handle != NULL;
}

/* work: batch (n + 1) integers. LU without pivoting: the matrices are positive definite. */
static int run_lu(int type, int n, void *const *members, void *work, int64_t batch)
{
    if (!open_cublas())
        return 0;
    return !cublas.lu[type](cublas.handle, n, members, n, NULL, work, (int)batch) && !cublas.synchronize();
}

/* work: batch pointers, each to n elements behind them. */
static int run_qr(int type, int n, void *const *members, void *work, int64_t batch)
{
    int info;
    if (!open_cublas())
        return 0;
    return !cublas.qr[type](cublas.handle, n, n, members, n, work, &info, (int)batch) && !info &&
           !cublas.synchronize();
}

const struct batch_peer batch_cublas[] = {{"cuBLAS LU", run_lu}, {"cuBLAS QR", run_qr}, {NULL, NULL}};
