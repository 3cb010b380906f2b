/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Any LAPACK with Fortran's names and 32-bit integers as a peer: OpenBLAS, the reference, ... */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include "src/command/bench.h"

/* Each character argument has a hidden length after the last argument. */
typedef void (*potrf_function)(const char *uplo, const int *n, void *a, const int *lda, int *info, size_t);
typedef void (*potrs_function)(const char *uplo, const int *n, const int *nrhs, const void *a, const int *lda,
                               void *b, const int *ldb, int *info, size_t);
typedef void (*posv_function)(const char *uplo, const int *n, const int *nrhs, void *a, const int *lda,
                              void *b, const int *ldb, int *info, size_t);
typedef void (*trtrs_function)(const char *uplo, const char *trans, const char *diag, const int *n,
                               const int *nrhs, const void *a, const int *lda, void *b, const int *ldb,
                               int *info, size_t, size_t, size_t);

struct lapack {
    void *library;
    void *function;
    int info;
};

static bool lapack_prepare(struct contestant *self, const struct problem *problem)
{
    struct lapack *lapack = self->state;
    char name[16];
    snprintf(name, sizeof name, "%c%s_", problem->type, routine_name(problem->routine));
    lapack->function = dlsym(lapack->library, name);
    return lapack->function && problem->layout != INTERLEAVED && problem->n <= INT_MAX &&
           problem->nrhs <= INT_MAX;
}

static void run_one(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    struct lapack *lapack = self->state;
    const int n = (int)problem->n, nrhs = (int)problem->nrhs;
    const char *uplo = problem->uplo == 'L' ? "L" : "U";
    switch (problem->routine) {
    case POTRF:
    case POTRI: /* the same arguments */
        ((potrf_function)lapack->function)(uplo, &n, a, &n, &lapack->info, 1);
        return;
    case POTRS:
        ((potrs_function)lapack->function)(uplo, &n, &nrhs, a, &n, b, &n, &lapack->info, 1);
        return;
    case POSV:
        ((posv_function)lapack->function)(uplo, &n, &nrhs, a, &n, b, &n, &lapack->info, 1);
        return;
    default:
        ((trtrs_function)lapack->function)(uplo, "N", "N", &n, &nrhs, a, &n, b, &n, &lapack->info, 1, 1, 1);
    }
}

/* A batch is a loop over its members. */
static void lapack_run(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    const size_t size = type_functions(problem->type)->size, matrix = member_elements(problem) * size,
                 sides = (size_t)(problem->n * problem->nrhs) * size;
    for (int64_t m = 0; m < problem->batch; m++)
        run_one(self, problem, (char *)a + (size_t)m * matrix, (char *)b + (size_t)m * sides);
}

static int64_t lapack_info(struct contestant *self)
{
    return ((struct lapack *)self->state)->info;
}

bool peer_lapack_open(struct contestant *peer, const char *path, const char **why)
{
    static const char *const openblas[] = {"libopenblas.so.0", "libopenblas.so", NULL};
    static struct lapack lapack;
    const char *given[] = {path, NULL};
    lapack.library = open_library(path ? given : openblas, why);
    if (!lapack.library)
        return false;
    *peer =
        (struct contestant){path ? "lapack" : "openblas", &lapack, lapack_prepare, lapack_run, lapack_info};
    return true;
}
