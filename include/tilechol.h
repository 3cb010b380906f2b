/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol: Cholesky factorisation and solves of symmetric (Hermitian) positive definite systems,
 * on the CPU and on GPUs, from one source.
 *
 * This header is the whole public API and its only reference. Each routine exists for s (float),
 * d (double), c (float complex) and z (double complex). Below, X stands for that letter, T for the
 * element type and R for its real type.
 *
 *   Matrices     Column-major: element (i, j) is a[i + j * lda], 0-based, with lda >= max(1, n).
 *                Only the triangle that uplo names is read or written; the other triangle and the
 *                rows n..lda-1 are not touched. The imaginary parts on the diagonal of a Hermitian
 *                matrix are taken as zero.
 *
 *   Memory       Every array may be host memory or GPU memory (omp_target_alloc, cudaMalloc, hipMalloc);
 *                the library finds out which. Data on a GPU is worked on there. Data on the host is
 *                worked on by the CPU, or copied to a GPU and back: options->device decides, else
 *                TILECHOL_DEVICE. If some arrays are on a GPU and others on the host, the call works on
 *                that GPU and copies the host arrays (batches and dsposv: an error). Scalars (options,
 *                results returned through pointers) are host memory. Elements on a GPU must be aligned
 *                to their size (complex double: to 8 bytes).
 *
 *   Streams      A call takes no stream. Whatever the caller has enqueued for the data must have
 *                finished before the call; when it returns, the results are there.
 *
 *   Result       The returned int64_t is LAPACK's info:
 *                  0            success
 *                  -i           argument i, counted from 1, is invalid, or (_vbatched) one of the
 *                               sizes in it; no array was touched
 *                  k > 0        see the routine
 *                  <= -101      a tilechol_error, described by tilechol_last_error(). The outputs may
 *                               have been written in part
 *                A kernel that fails on an NVIDIA GPU, in this call or before it, is reported as
 *                TILECHOL_ERROR_DEVICE; as always with CUDA, the process can no longer use that GPU.
 *                On an AMD GPU, or if the GPU library was not built by Clang 19, LLVM's offload
 *                run-time ends the program when a kernel of this call fails.
 *
 *   Workspace    Besides its arguments a call takes this many elements where it works:
 *                  potrf         n^2 / 2
 *                  potri         n^2 / 2, plus up to 3 n^2; on a GPU n^2 / 2 more, if available
 *                  potrs, trtrs  up to 3 n nrhs (nrhs rounded up to 32; at most about 4 GB, or what 1024
 *                                right-hand sides take). On the CPU n^2 / 2 more and, for small n,
 *                                several times as much. On a GPU with many right-hand sides, if
 *                                available, n^2 more (potrs) or n^2 / 2 more (trtrs)
 *                  trtri         n^2 / 2, plus n^2
 *                  lauum         n^2 / 2
 *                  factor_create n^2 / 2, which the handle keeps; factor_solve on a GPU, as trtrs there
 *                  batches       n^2 / 2 per thread or team, for orders that are worked on by tiles (of few
 *                                such members: per member). posv of large ones, or with several
 *                                right-hand sides, on an NVIDIA GPU also n^2 for each of as many members as
 *                                fit into 1 GiB, or for two for each multiprocessor, if 8 GiB hold them.
 *                                posv of few large ones on the CPU also what potrs takes
 *                A GPU that works on host data also holds a copy of the data. The workspace is kept for
 *                later calls until tilechol_release_workspace().
 *
 *   Threads      All functions may be called from any number of threads at once, as long as no thread
 *                writes an array that another uses. Any number of calls may use one factor handle at
 *                once, except factor_destroy. A thread that calls needs a stack of 64 KB.
 *
 *   Environment  Set these before the first call; later changes may not be seen.
 *                TILECHOL_DEVICE=auto|cpu|gpu|gpu:K   where host data is worked on (default: auto)
 *                TILECHOL_MIN_N=N                     smallest n that auto sends to a GPU
 *                TILECHOL_MIN_N_POTRF=N               the same for one routine, here potrf; overrides
 *                                                     TILECHOL_MIN_N
 *                TILECHOL_GPU_LIBRARY=PATH            the GPU back end, if not beside this library
 *                TILECHOL_CPU=v2|v3|v4                highest x86-64 level the CPU back end may use
 *                TILECHOL_VERBOSE=1                   one line on stderr for each call of the program's that
 *                                                     has work to do (but conversions and trti2), and
 *                                                     for each error from -101 on
 *                For libtilechol_lapack.so:
 *                TILECHOL_DISABLE=1                   the next LAPACK serves every call (-103: it lacks
 *                                                     the routine)
 *                TILECHOL_LAPACK_LIBRARY=PATH         which LAPACK that is
 *                LAPACKE_NANCHECK=0                   LAPACKE's names do not check for NaN (for arrays on
 *                                                     a GPU they never do)
 */
#ifndef TILECHOL_H
#define TILECHOL_H

#include <stdint.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<float> tilechol_complex_float;
typedef std::complex<double> tilechol_complex_double;
extern "C" {
#else
#include <complex.h>
typedef float _Complex tilechol_complex_float;
typedef double _Complex tilechol_complex_double;
#endif

#define TILECHOL_VERSION_MAJOR 0
#define TILECHOL_VERSION_MINOR 1
#define TILECHOL_VERSION_PATCH 0

/* Values as in CBLAS and LAPACKE. */
typedef enum { TILECHOL_UPPER = 121, TILECHOL_LOWER = 122 } tilechol_uplo;
typedef enum { TILECHOL_NO_TRANS = 111, TILECHOL_TRANS = 112, TILECHOL_CONJ_TRANS = 113 } tilechol_trans;
typedef enum { TILECHOL_NON_UNIT = 131, TILECHOL_UNIT = 132 } tilechol_diag;

typedef enum {
    /* Not enough host or device memory. */
    TILECHOL_ERROR_MEMORY = -101,
    /* The device, or a copy to or from it, failed. */
    TILECHOL_ERROR_DEVICE = -102,
    /* There is no back end for where the data is or for the device asked for; or a value of
     * TILECHOL_DEVICE, of TILECHOL_MIN_N where the device is auto, or of TILECHOL_CPU for work on the CPU is
     * not understood, or there is a TILECHOL_MIN_N_NAME for which auto has no routine to send to a GPU. */
    TILECHOL_ERROR_NO_BACKEND = -103,
    /* The arrays are on different GPUs, or on a GPU that does not hold the factor. Batches: one is on the
     * host and one on a GPU. dsposv, zcposv: one is on a GPU. */
    TILECHOL_ERROR_LOCATION = -104
} tilechol_error;

enum {
    TILECHOL_DEVICE_DEFAULT = -2, /* as TILECHOL_DEVICE says, else by size */
    TILECHOL_DEVICE_CPU = -1 /* the CPU; 0, 1, ... are the GPUs */
};

/* Options of a call. Start from TILECHOL_OPTIONS_DEFAULT; NULL means the same. */
typedef struct tilechol_options {
    /* Factor A + jitter * I instead of A. For potrf and posv, single or batched, factor_create and
     * factor_create_packed; other routines ignore it. */
    double jitter;
    /* Where to work on host data: TILECHOL_DEVICE_DEFAULT, TILECHOL_DEVICE_CPU or a GPU's number. Data on
     * a GPU is always worked on there. */
    int device;
    /* The most CPU threads to use (host data on a GPU: to copy it). A number above both 256 and the number of
     * CPUs counts as the larger of the two. 0: as many as OpenMP would use and the affinity mask and the
     * control groups allow; but only one for little work, inside a parallel region (of any OpenMP run-time),
     * and while another thread's call uses several (requested or not). In a forked child always one if GCC
     * built the library and the parent had several threads: its OpenMP cannot start any there. */
    int threads;
    /* Batches of potrf and posv. 0: jitter is added to all members. k > 0: a member that fails without it
     * is tried again with jitter, 10 jitter, 100 jitter, ..., at most k times, while that is finite in the
     * type. Single calls add jitter at once, whatever jitter_tries and jitter_added are. */
    int jitter_tries;
    /* Batches of potrf and posv: array of `batch` elements that receives what was added to each member's
     * diagonal in its last try. Host memory or, with data on a GPU, memory of that GPU. NULL: not wanted. */
    double *jitter_added;
    /* crews, group and tiles are for tuning on GPUs; 0: as the library's table says. If any of them is not
     * 0, a small matrix on an NVIDIA GPU is not worked on as a batch of one. */

    /* Thread blocks per multiprocessor; batches: warps per member. */
    int crews;
    /* Block columns of a factorisation whose tasks alternate; batches with several members per warp:
     * members per thread block. */
    int group;
    /* NVIDIA. potrf: tiles per task: 1, 2 (one below the other) or 4 (2 x 2, in s, d and z where the GPU
     * has the memory, else 2). The results of 4 differ from those of 1 and 2 in the last bits. 8 and more
     * mean 4; 0 also chooses 4 for large host matrices in d and z. Solves: 1 or 4 tiles, with more than
     * 48 right-hand sides; or strips of 8, 16 or 32 right-hand sides. potri, trtri: 1, or strips of 16
     * or 32. */
    int tiles;
} tilechol_options;

#define TILECHOL_OPTIONS_DEFAULT {0.0, TILECHOL_DEVICE_DEFAULT, 0, 0, 0, 0, 0, 0}

/* ---- the library ---------------------------------------------------------------------------- */

/* "0.1.0" */
const char *tilechol_version(void);

/* Text of the calling thread's last bad argument or error <= -101, or of why its tilechol_gpu_count()
 * returned 0; "" if there was none. A success does not clear it; the next such text overwrites it. */
const char *tilechol_last_error(void);

/* Number of GPUs that the library can use; opens the GPU back end. It is 0 without the GPU library or a
 * driver, or if the library has no image for one of the visible GPUs (CUDA_VISIBLE_DEVICES hides such a
 * GPU); tilechol_last_error() then says why. */
int tilechol_gpu_count(void);

/* Properties of one device. */
typedef struct tilechol_device_info {
    char name[128]; /* "NVIDIA H200", "CPU (x86-64-v3)" */
    char backend[32]; /* "gpu", "x86-64-v3", "generic" */
    int64_t memory_total; /* bytes; 0 if unknown */
    int64_t memory_free;
    int units; /* GPU: multiprocessors (AMD: always 104); CPU: the threads a call may have */
    int tile[4]; /* tile size for s, d, c, z */
} tilechol_device_info;

/* Fills *info for device = TILECHOL_DEVICE_CPU or 0..tilechol_gpu_count()-1. Returns 0, -1, -2 or
 * TILECHOL_ERROR_NO_BACKEND (for the CPU: TILECHOL_CPU is not understood). */
int64_t tilechol_get_device_info(int device, tilechol_device_info *info);

/* The device that the calling thread's last routine worked on; TILECHOL_DEVICE_CPU before any. */
int tilechol_last_device(void);

/* Frees the workspace (device memory, pinned host memory, host memory) that finished calls have kept for
 * later ones. Calls in flight keep theirs. */
void tilechol_release_workspace(void);

/* ---- one call, LAPACK's arguments ----------------------------------------------------------- */

/* potrf: A = L L^H (lower) or U^H U (upper), in place.
 *   info = k > 0: the leading minor of order k is not positive (its pivot was zero, negative or NaN); k is
 *   the first such order. The whole blocks of NB columns (upper: rows) before the k-th then hold the
 *   factor; the rest of A is unchanged. NB is
 *     - n, on an NVIDIA GPU up to some n <= 176;
 *     - 48, on a CPU where the process may have T > 1 threads, for 192 <= n < min(150 T, 1500)
 *       (c: from n = 128 on; not z);
 *     - otherwise the tile size of the device that did the work.
 *   In s on an NVIDIA GPU with n >= 6656 or options->tiles = 4, row i of these blocks may hold NaN if it has
 *   an element larger than 2^8 sqrt(|A(i, i)|), which happens only if A is not positive definite; and an
 *   infinite A(i, i) may count as not positive.
 *
 * potrs: solves A X = B with the factor that potrf left in a; b (n x nrhs, ldb >= max(1, n)) is B on
 *   entry, X on return. In s and c on an NVIDIA GPU, elements of B, and in potrf of A, may be treated as
 *   multiples of 2^-136 (1e-41), the resolution of its matrix units: those below 1e-34 lose digits.
 *
 * posv: potrf, then potrs. info = k > 0 as for potrf; b is then unchanged and, on an NVIDIA GPU up to some
 *   n <= 256, so is a.
 *
 * trtrs: solves op(A) X = B, A triangular, op(A) = A, A^T or A^H; b as for potrs. diag = TILECHOL_UNIT
 *   takes the diagonal as ones and does not use it. info = k > 0: A(k, k) is exactly zero (checked even
 *   if nrhs = 0); b is unchanged. The reciprocal of a diagonal element smaller than 5.6e-309 (FP32:
 *   2.9e-39) overflows: X may then be Inf or NaN where LAPACK, which divides, has numbers. On a GPU a NaN or
 *   Inf in B may make NaN of elements of its column before it, too: of those less than 64 rows away.
 *
 * potri: the uplo triangle of inv(A) from the factor that potrf left in a, in place. The factor's diagonal must
 *   be real, as potrf leaves it.
 *   info = k > 0: element (k, k) of the factor is zero; a is unchanged.
 *
 * Floating-point exceptions: if GCC built the library, potrf, posv, trtrs, potri and batches on a CPU raise
 * only inexact and underflow, even if a pivot fails, unless a number overflows or is not finite. A program
 * may therefore trap the other exceptions.
 *
 * Left-looking tile algorithms in one dataflow region: Buttari, Langou, Kurzak, Dongarra, "A class
 * of parallel tiled linear algebra algorithms for multicore architectures", 2009. */
#define TILECHOL_LAPACK_PROTOTYPES(X, T)                                                                    \
    int64_t tilechol_##X##potrf(tilechol_uplo uplo, int64_t n, T *a, int64_t lda,                           \
                                const tilechol_options *options);                                           \
    int64_t tilechol_##X##potrs(tilechol_uplo uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, T *b, \
                                int64_t ldb, const tilechol_options *options);                              \
    int64_t tilechol_##X##posv(tilechol_uplo uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, T *b,        \
                               int64_t ldb, const tilechol_options *options);                               \
    int64_t tilechol_##X##trtrs(tilechol_uplo uplo, tilechol_trans trans, tilechol_diag diag, int64_t n,    \
                                int64_t nrhs, const T *a, int64_t lda, T *b, int64_t ldb,                   \
                                const tilechol_options *options);                                           \
    int64_t tilechol_##X##potri(tilechol_uplo uplo, int64_t n, T *a, int64_t lda,                           \
                                const tilechol_options *options);

TILECHOL_LAPACK_PROTOTYPES(s, float)
TILECHOL_LAPACK_PROTOTYPES(d, double)
TILECHOL_LAPACK_PROTOTYPES(c, tilechol_complex_float)
TILECHOL_LAPACK_PROTOTYPES(z, tilechol_complex_double)

/* ---- triangular matrices, mixed precision ---------------------------------------------------- */

/* trtri: the inverse of a triangular matrix, in place. diag = TILECHOL_UNIT takes the diagonal as ones
 *   and neither uses nor writes it. info = k > 0: A(k, k) is exactly zero; a is unchanged.
 *
 * lauum: L^H L (lower) or U U^H (upper), in place; the triangle's diagonal is taken as real. trtri
 *   followed by lauum is potri. */
#define TILECHOL_TRIANGULAR_PROTOTYPES(X, T)                                                          \
    int64_t tilechol_##X##trtri(tilechol_uplo uplo, tilechol_diag diag, int64_t n, T *a, int64_t lda, \
                                const tilechol_options *options);                                     \
    int64_t tilechol_##X##lauum(tilechol_uplo uplo, int64_t n, T *a, int64_t lda,                     \
                                const tilechol_options *options);

TILECHOL_TRIANGULAR_PROTOTYPES(s, float)
TILECHOL_TRIANGULAR_PROTOTYPES(d, double)
TILECHOL_TRIANGULAR_PROTOTYPES(c, tilechol_complex_float)
TILECHOL_TRIANGULAR_PROTOTYPES(z, tilechol_complex_double)

/* dsposv, zcposv: solve A X = B by a factorisation in single precision and iterative refinement in double.
 *   a (n x n), b and x (n x nrhs, two different arrays) are host memory (else TILECHOL_ERROR_LOCATION); b is
 *   only read. info = k > 0 as for potrf; x is then undefined. *iterations is LAPACK's ITER:
 *     >= 0   the number of refinement steps; a was only read
 *     < 0    a was factored in double precision, as by potrf, because
 *            -1: n < 16
 *            -2: a number is too large for single precision
 *            -3: A is not positive definite in single precision
 *            -31: no convergence in 30 steps
 *   Of the options only device and threads count. Besides the workspace of potrf and potrs a call takes
 *   n^2 / 2 + 3 n nrhs / 2 elements of double, on a GPU also a copy of a.
 *
 * J. Langou et al., "Exploiting the performance of 32 bit floating point arithmetic in obtaining 64 bit
 * accuracy", SC 2006; the stopping rule is that of LAPACK's dsposv, with half its bound. */
int64_t tilechol_dsposv(tilechol_uplo uplo, int64_t n, int64_t nrhs, double *a, int64_t lda, const double *b,
                        int64_t ldb, double *x, int64_t ldx, int64_t *iterations,
                        const tilechol_options *options);
int64_t tilechol_zcposv(tilechol_uplo uplo, int64_t n, int64_t nrhs, tilechol_complex_double *a, int64_t lda,
                        const tilechol_complex_double *b, int64_t ldb, tilechol_complex_double *x,
                        int64_t ldx, int64_t *iterations, const tilechol_options *options);

/* ---- a factor to keep ----------------------------------------------------------------------- */

/* A tilechol_Xfactor holds the Cholesky factor of one matrix A in packed tiles (half of a full matrix) on
 * the device that made it, for any number of solves. Arrays passed with it are on the host or on that
 * device. If A was factored with a jitter, then solve, logdet and rcond mean A + jitter I where they say A.
 *
 * factor_create: factors A (+ jitter I), which is only read, and creates *factor. On info > 0 (as for
 *   potrf) or an error *factor is NULL. options->threads applies to all calls with the handle; crews,
 *   group and tiles to the factorisation alone.
 *
 * factor_create_packed: the same for an A in packed storage. A is the leading n x n part of a matrix of
 *   `order` >= n, a multiple of block >= 1. The uplo triangle of that matrix is stored in ap as
 *   block x block blocks, each of them whole and column-major, one after the other, block column by block
 *   column: ap has order (order + block) / 2 elements. Elements beyond row or column n, and those of a
 *   diagonal block above its diagonal (upper: below), are not used.
 *   block = 1 is LAPACK's packed storage (pptrf); with order = n + 32 and uplo lower it is PLSSVM's.
 *   block > 1 is the layout of the SYCL Cholesky made for PLSSVM, with its padded blocks.
 *   While it runs, the call takes n^2 elements of workspace, on a GPU for host data also a copy of ap.
 *
 * factor_solve: solves A X = B; b (n x nrhs, ldb >= max(1, n)) is B on entry, X on return.
 *
 * factor_logdet: *logdet = log(det(A)).
 *
 * factor_rcond: *rcond = estimate of 1 / (norm1(A) norm1(inv(A))), computed as LAPACK's pocon does
 *   (Higham, "FORTRAN codes for estimating the one-norm", ACM TOMS 14, 1988; LAPACK's lacn2). 1 for
 *   n = 0; 0 if A is singular to working precision or its norm overflows.
 *
 * factor_refine: improves x (n x nrhs), a solution of A x = b that the caller already has, by iterative
 *   refinement in working precision with LAPACK's stopping rule (porfs): at most five steps, while the
 *   componentwise backward error (Oettli and Prager) at least halves. a (n x n; its uplo triangle, which
 *   need not be that of factor_create) and b (n x nrhs) are only read. berr (nrhs values in host memory,
 *   or NULL) receives each column's last backward error. The factor's jitter is not added to a: x
 *   converges to the solution without it.
 *
 * factor_export: writes the factor L (lower) or U = L^H (upper) to the uplo triangle of l (n x n,
 *   ldl >= max(1, n)); uplo need not be that of factor_create.
 *
 * factor_destroy: frees the handle; NULL is allowed. */
#define TILECHOL_FACTOR_PROTOTYPES(X, T, R)                                                                  \
    typedef struct tilechol_##X##factor tilechol_##X##factor;                                                \
    int64_t tilechol_##X##factor_create(tilechol_uplo uplo, int64_t n, const T *a, int64_t lda,              \
                                        const tilechol_options *options, tilechol_##X##factor **factor);     \
    int64_t tilechol_##X##factor_create_packed(tilechol_uplo uplo, int64_t n, int64_t order, int64_t block,  \
                                               const T *ap, const tilechol_options *options,                 \
                                               tilechol_##X##factor **factor);                               \
    int64_t tilechol_##X##factor_solve(const tilechol_##X##factor *factor, int64_t nrhs, T *b, int64_t ldb); \
    int64_t tilechol_##X##factor_logdet(const tilechol_##X##factor *factor, R *logdet);                      \
    int64_t tilechol_##X##factor_rcond(const tilechol_##X##factor *factor, R *rcond);                        \
    int64_t tilechol_##X##factor_refine(const tilechol_##X##factor *factor, tilechol_uplo uplo, const T *a,  \
                                        int64_t lda, int64_t nrhs, const T *b, int64_t ldb, T *x,            \
                                        int64_t ldx, R *berr);                                               \
    int64_t tilechol_##X##factor_export(const tilechol_##X##factor *factor, tilechol_uplo uplo, T *l,        \
                                        int64_t ldl);                                                        \
    void tilechol_##X##factor_destroy(tilechol_##X##factor *factor);

TILECHOL_FACTOR_PROTOTYPES(s, float, float)
TILECHOL_FACTOR_PROTOTYPES(d, double, double)
TILECHOL_FACTOR_PROTOTYPES(c, tilechol_complex_float, float)
TILECHOL_FACTOR_PROTOTYPES(z, tilechol_complex_double, double)

/* ---- many small systems --------------------------------------------------------------------- */

/* potrf, potrs, posv and trtrs of `batch` >= 0 systems (members) in one call, in four layouts:
 *
 *   _batched       a[m] points to member m's matrix; all members have the same n and lda
 *   _strided       member m's matrix is at a + m * stride_a, with stride_a >= lda * (n - 1) + n and
 *                  stride_b >= ldb * (nrhs - 1) + n
 *   _vbatched      as _batched, but member m has n[m], lda[m] and ldb[m]; nrhs is the same for all
 *   _interleaved   element (i, j) of member m is a[(i + j * lda) * stride_a + m], with stride_a >= batch
 *                  and stride_b >= batch: the same element of neighbouring members is adjacent in
 *                  memory. For small n.
 *
 * Any n is allowed; the routines are made for n up to 1024. An NVIDIA GPU takes up to 2^31 - 1 members in a call
 * (more: TILECHOL_ERROR_MEMORY). A matrix that is only read may be shared by several members (_strided:
 * stride_a = 0).
 *
 * Results. The call returns 0 even if members fail; it returns -i or a tilechol_error like other calls,
 * never k > 0. A member that fails does not affect the others.
 *   potrf, posv    info[m] is 0 or k > 0 as for one system; if k > 0, member m's a and b are unchanged
 *   trtrs          info[m] = k > 0: element (k, k) is exactly zero; the member's b is unchanged
 *   potrs          has no info
 * posv and the solves only read a: unlike posv of one system, a batched posv does not leave the factor
 * there. For both factor and solutions call potrf, then potrs.
 *
 * Jitter. options->jitter_tries > 0 is a ladder for members that fail (as in GPyTorch): A, A + jitter I,
 * A + 10 jitter I, ... are tried until one has a factor.
 *
 * Memory. The matrices of a call are all on one GPU or all on the host. With data on a GPU the arrays of
 * pointers, the arrays of sizes and info may each be on the host or on that GPU; with data on the host
 * they must be host memory. For matrices given by pointers the library looks where the array of pointers
 * is and, if that is not on a GPU, where the first member that is not empty is. Sizes on a GPU are copied
 * to the host first. All arrays may be NULL if batch = 0; a if n = 0, b if n or nrhs is 0 (_vbatched: only
 * b, if nrhs = 0).
 *
 * Methods. On an NVIDIA GPU small systems stay in registers or team memory from load to store. Larger ones
 * go panel by panel in potrf up to n = 512, and otherwise by tiles, left-looking; if they are few, several
 * teams share one. Solves of larger ones with few right-hand sides have a team for each; of few systems with
 * many right-hand sides several teams share one. Solves of systems of any order with several right-hand sides
 * each, if all systems together have some thousands, go by the matrix units. posv of larger ones, and with
 * several or many right-hand sides, factors copies. On the CPU each system has one thread, but potrf and posv
 * of few large ones (one of n = 301 and more for two threads, say) have all threads for one after the
 * other, and potrs and trtrs of larger ones a thread for each 96 (z: 48) right-hand sides; systems up to n
 * = 24 to 56 (16 if the orders differ, and for trtrs with a triangle that is solved from its end) are
 * worked on as many at a time as a vector has lanes.
 * Kurzak, Anzt, Gates, Dongarra, "Implementation and tuning of batched Cholesky factorization and
 * solve for NVIDIA GPUs", IEEE TPDS 27, 2016. */
#define TILECHOL_BATCH_PROTOTYPES(X, T)                                                                      \
    int64_t tilechol_##X##potrf_batched(tilechol_uplo uplo, int64_t n, T *const *a, int64_t lda,             \
                                        int32_t *info, int64_t batch, const tilechol_options *options);      \
    int64_t tilechol_##X##potrf_strided(tilechol_uplo uplo, int64_t n, T *a, int64_t lda, int64_t stride_a,  \
                                        int32_t *info, int64_t batch, const tilechol_options *options);      \
    int64_t tilechol_##X##potrf_vbatched(tilechol_uplo uplo, const int64_t *n, T *const *a,                  \
                                         const int64_t *lda, int32_t *info, int64_t batch,                   \
                                         const tilechol_options *options);                                   \
    int64_t tilechol_##X##potrf_interleaved(tilechol_uplo uplo, int64_t n, T *a, int64_t lda,                \
                                            int64_t stride_a, int32_t *info, int64_t batch,                  \
                                            const tilechol_options *options);                                \
    int64_t tilechol_##X##potrs_batched(tilechol_uplo uplo, int64_t n, int64_t nrhs, T *const *a,            \
                                        int64_t lda, T *const *b, int64_t ldb, int64_t batch,                \
                                        const tilechol_options *options);                                    \
    int64_t tilechol_##X##potrs_strided(tilechol_uplo uplo, int64_t n, int64_t nrhs, const T *a,             \
                                        int64_t lda, int64_t stride_a, T *b, int64_t ldb, int64_t stride_b,  \
                                        int64_t batch, const tilechol_options *options);                     \
    int64_t tilechol_##X##potrs_vbatched(tilechol_uplo uplo, const int64_t *n, int64_t nrhs, T *const *a,    \
                                         const int64_t *lda, T *const *b, const int64_t *ldb, int64_t batch, \
                                         const tilechol_options *options);                                   \
    int64_t tilechol_##X##potrs_interleaved(                                                                 \
        tilechol_uplo uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, int64_t stride_a, T *b,        \
        int64_t ldb, int64_t stride_b, int64_t batch, const tilechol_options *options);                      \
    int64_t tilechol_##X##posv_batched(tilechol_uplo uplo, int64_t n, int64_t nrhs, T *const *a,             \
                                       int64_t lda, T *const *b, int64_t ldb, int32_t *info, int64_t batch,  \
                                       const tilechol_options *options);                                     \
    int64_t tilechol_##X##posv_strided(tilechol_uplo uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, \
                                       int64_t stride_a, T *b, int64_t ldb, int64_t stride_b, int32_t *info, \
                                       int64_t batch, const tilechol_options *options);                      \
    int64_t tilechol_##X##posv_vbatched(tilechol_uplo uplo, const int64_t *n, int64_t nrhs, T *const *a,     \
                                        const int64_t *lda, T *const *b, const int64_t *ldb, int32_t *info,  \
                                        int64_t batch, const tilechol_options *options);                     \
    int64_t tilechol_##X##posv_interleaved(                                                                  \
        tilechol_uplo uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, int64_t stride_a, T *b,        \
        int64_t ldb, int64_t stride_b, int32_t *info, int64_t batch, const tilechol_options *options);       \
    int64_t tilechol_##X##trtrs_batched(tilechol_uplo uplo, tilechol_trans trans, tilechol_diag diag,        \
                                        int64_t n, int64_t nrhs, T *const *a, int64_t lda, T *const *b,      \
                                        int64_t ldb, int32_t *info, int64_t batch,                           \
                                        const tilechol_options *options);                                    \
    int64_t tilechol_##X##trtrs_strided(tilechol_uplo uplo, tilechol_trans trans, tilechol_diag diag,        \
                                        int64_t n, int64_t nrhs, const T *a, int64_t lda, int64_t stride_a,  \
                                        T *b, int64_t ldb, int64_t stride_b, int32_t *info, int64_t batch,   \
                                        const tilechol_options *options);                                    \
    int64_t tilechol_##X##trtrs_vbatched(tilechol_uplo uplo, tilechol_trans trans, tilechol_diag diag,       \
                                         const int64_t *n, int64_t nrhs, T *const *a, const int64_t *lda,    \
                                         T *const *b, const int64_t *ldb, int32_t *info, int64_t batch,      \
                                         const tilechol_options *options);                                   \
    int64_t tilechol_##X##trtrs_interleaved(tilechol_uplo uplo, tilechol_trans trans, tilechol_diag diag,    \
                                            int64_t n, int64_t nrhs, const T *a, int64_t lda,                \
                                            int64_t stride_a, T *b, int64_t ldb, int64_t stride_b,           \
                                            int32_t *info, int64_t batch, const tilechol_options *options);

TILECHOL_BATCH_PROTOTYPES(s, float)
TILECHOL_BATCH_PROTOTYPES(d, double)
TILECHOL_BATCH_PROTOTYPES(c, tilechol_complex_float)
TILECHOL_BATCH_PROTOTYPES(z, tilechol_complex_double)

#ifdef __cplusplus
}
#endif

#endif
