/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol: Cholesky factorisation and solves of symmetric (Hermitian) positive definite systems,
 * on the CPU and on GPUs, from one source.
 *
 * Everything public is here, documented once. Each routine exists for s (float), d (double),
 * c (float complex) and z (double complex); below, X stands for that letter, T for the element
 * type and R for its real type.
 *
 *   Matrices     column-major: element (i, j) is a[i + j * lda], 0-based, lda >= max(1, n).
 *                Only the triangle that uplo names is read or written; the other one, and the rows
 *                n..lda-1, are not touched. The imaginary part of a Hermitian matrix's diagonal is taken as zero.
 *   Memory       every pointer to an array may be host memory or memory of a GPU (omp_target_alloc,
 *                cudaMalloc, hipMalloc); the library finds out which. Data on a GPU is worked on
 *                where it is; data on the host is worked on by the CPU, or by a GPU and copied back,
 *                as options->device says, else TILECHOL_DEVICE. If some arrays are on a GPU and others
 *                on the host, that GPU works and these are copied (batches, dsposv: an error). Scalars
 *                (results by pointer, options) are host memory. A call takes no stream: what the caller
 *                has enqueued for the data must have finished; results are there when it returns. Elements
 *                on a GPU must be aligned to their size (complex double: to 8 bytes).
 *   Result       the returned int64_t is LAPACK's info:
 *                  0            success
 *                  -i           argument i (counted from 1), or an element of it (_vbatched: sizes), is
 *                               invalid; nothing was touched
 *                  k > 0        see the routine
 *                  <= -101      a tilechol_error; tilechol_last_error() has the text. The outputs may
 *                               have been written in part
 *                A kernel that fails on an NVIDIA GPU, in this call or before it, is reported as
 *                TILECHOL_ERROR_DEVICE; as ever with CUDA, the process cannot use that GPU any more.
 *                On an AMD GPU, or if the GPU library was not built by Clang 19, LLVM's offload
 *                run-time ends the program when a kernel of this call fails.
 *   Workspace    beside its arguments a call takes so many elements where it works:
 *                  potrf         n^2 / 2
 *                  potri         n^2 / 2 and up to 3 n^2; on a GPU n^2 / 2 more, if there is as much
 *                  potrs, trtrs  up to 3 n nrhs (nrhs rounded up to 32; at most about 4 GB), on the
 *                                CPU n^2 / 2 more; on a GPU, with many right-hand sides and if there
 *                                is as much, potrs n^2 more, trtrs n^2 / 2
 *                  trtri         n^2 / 2 and n^2
 *                  lauum         n^2 / 2
 *                  factor_create n^2 / 2, which the handle keeps; its solve, on a GPU, as trtrs there
 *                  batches       of orders that are worked on by tiles, n^2 / 2 a thread or team
 *                and on a GPU for host data a copy of the data. It is kept for the next calls.
 *   Threads      all functions may be called from any number of threads at once, as long as none
 *                writes an array that another uses. One factor handle may be in use by any number of
 *                calls at once, but for factor_destroy.
 *   Environment  to be set before the first call; later changes may not be seen
 *                TILECHOL_DEVICE=auto|cpu|gpu|gpu:K   where host data is worked on (default: auto)
 *                TILECHOL_MIN_N=N                     smallest n that auto sends to a GPU
 *                TILECHOL_MIN_N_POTRF=N               the same for one routine, here potrf; wins over TILECHOL_MIN_N
 *                TILECHOL_GPU_LIBRARY=PATH            the GPU back end, if not beside this library
 *                TILECHOL_CPU=v2|v3|v4                highest x86-64 level the CPU back end may use
 *                TILECHOL_VERBOSE=1                   one line on stderr for each call of the program's
 *                TILECHOL_DISABLE=1                   libtilechol_lapack.so: the next LAPACK does all (-103: it has none)
 *                TILECHOL_LAPACK_LIBRARY=PATH         ... and which one that is
 *                LAPACKE_NANCHECK=0                   ... LAPACKE's names do not look for NaN (on a GPU they never do)
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
    TILECHOL_ERROR_MEMORY = -101,     /* not enough host or device memory                        */
    TILECHOL_ERROR_DEVICE = -102,     /* the device, or a copy to or from it, failed             */
    TILECHOL_ERROR_NO_BACKEND = -103, /* no back end for where the data is or the device asked for,
                                         or a value of TILECHOL_DEVICE, _MIN_N or, for work on the CPU,
                                         TILECHOL_CPU is not understood                           */
    TILECHOL_ERROR_LOCATION = -104    /* arrays are on different GPUs, or on one where the factor is
                                         not; a batch's: on host and GPU; dsposv's, zcposv's: on
                                         a GPU                                                     */
} tilechol_error;

enum {
    TILECHOL_DEVICE_DEFAULT = -2, /* as TILECHOL_DEVICE says, else by size                       */
    TILECHOL_DEVICE_CPU = -1      /* the CPU; 0, 1, ... are the GPUs                             */
};

/* Options of a call. Start from TILECHOL_OPTIONS_DEFAULT; NULL means the same. */
typedef struct tilechol_options {
    double jitter; /* A + jitter * I is factored instead of A: by potrf and posv, alone or in
                      batches, factor_create and factor_create_packed; others ignore it           */
    int device;    /* where host data is worked on: TILECHOL_DEVICE_DEFAULT, _CPU or a GPU's number;
                      data on a GPU is always worked on there                                     */
    int threads;   /* CPU threads to use at most (host data on a GPU: to copy it). 0: as many as
                      OpenMP would use and the affinity mask and the control groups allow, but only one
                      inside a parallel region (of any OpenMP run-time), while a call of another
                      thread uses several (asked for or not), or for little work. In a forked child always one if GCC
                      built the library, since its OpenMP cannot start threads there              */
    int jitter_tries;     /* batches of potrf and posv. 0: jitter is added to all members. k > 0: a
                             member that fails without is tried again with jitter, 10 jitter, 100
                             jitter, ..., k times at most, while that is finite in the type      */
    double *jitter_added; /* batches of potrf and posv: array of `batch` elements that gets what was
                             added to each member's diagonal in its last try; on the host or, with
                             data on a GPU, on that GPU. NULL: not wanted. Single calls add jitter
                             at once, whatever jitter_tries and jitter_added are                 */
    /* For tuning on GPUs; 0: as the library's table says. If any of the three is not 0, a small matrix on
     * an NVIDIA GPU is not worked on as a batch of one. */
    int crews; /* thread blocks for each multiprocessor; in batches: warps for each member    */
    int group; /* block columns of a factorisation that are worked on in turn; in batches whose
                      warps have several members each: members of a thread block                  */
    int tiles; /* NVIDIA. potrf: tiles of a task: 1, 2 (one below the other) or 4 (2 x 2, in s, d
                      and z where the GPU has the memory, else 2), whose results differ from those of
                      1 and 2 in the last bits; 8 and more mean 4; 0: also 4 for large host matrices
                      in d and z. Solves: 1 or 4 tiles, with more than 48 right-hand sides; or strips
                      of 8, 16 or 32 right-hand sides. potri, trtri: 1, or strips of 16 or 32       */
} tilechol_options;

#define TILECHOL_OPTIONS_DEFAULT {0.0, TILECHOL_DEVICE_DEFAULT, 0, 0, 0, 0, 0, 0}

/* ---- the library ---------------------------------------------------------------------------- */

/* "0.1.0" */
const char *tilechol_version(void);

/* Text of the calling thread's last error <= -101 or bad argument, or of why its tilechol_gpu_count()
 * was 0; "" if there was none. A success does not clear it; the next such text overwrites it. */
const char *tilechol_last_error(void);

/* Number of GPUs the library can use: 0 without the GPU library or a driver, or if a visible GPU is one that
 * it has no image for (CUDA_VISIBLE_DEVICES hides such a one); tilechol_last_error() then says which. Opens
 * the GPU back end. */
int tilechol_gpu_count(void);

/* What one device is. device = TILECHOL_DEVICE_CPU or 0..tilechol_gpu_count()-1. */
typedef struct tilechol_device_info {
    char name[128]; /* "NVIDIA H200", "CPU (x86-64-v3)"                                    */
    char backend[32]; /* "gpu", "x86-64-v3", "generic"                                       */
    int64_t memory_total; /* bytes; 0 if unknown                                                 */
    int64_t memory_free;
    int units; /* multiprocessors (AMD: 104, whatever it has); of the CPU the threads a call may have */
    int tile[4]; /* tile size for s, d, c, z                                            */
} tilechol_device_info;

/* Fills *info. Returns 0, -1, -2 or TILECHOL_ERROR_NO_BACKEND (of the CPU, if TILECHOL_CPU is not understood). */
int64_t tilechol_get_device_info(int device, tilechol_device_info *info);

/* The device that the calling thread's last routine worked on; TILECHOL_DEVICE_CPU before any. */
int tilechol_last_device(void);

/* Frees the workspace that calls have left for the next ones (device memory, pinned host memory,
 * host memory). Calls in flight keep theirs. */
void tilechol_release_workspace(void);

/* ---- one call, LAPACK's arguments ----------------------------------------------------------- */

/* potrf: A = L L^H (lower) or U^H U (upper), in place.
 *   info = k > 0: the leading minor of order k is not positive (its pivot was zero, negative or
 *   NaN); the first such k. The whole blocks of NB columns (upper: rows) before the k-th then hold the
 *   factor, the rest of A is unchanged. NB is n up to an order of at most 176 on an NVIDIA GPU; 48 on a
 *   CPU for 192 <= n < min(150 T, 1500) (c: from n = 128 on; not z) where the process may have T > 1
 *   threads; else the tile size of the device that did the work. (In s on an NVIDIA GPU, n >= 6656 or
 *   options->tiles = 4, row i of these blocks may have NaN if it has an element larger than 2^8
 *   times the root of |A(i, i)|, as only a matrix that is not positive definite has.)
 *   If GCC built the library, a call on a CPU raises no floating-point exceptions but inexact and
 *   underflow, even if a pivot fails, unless a number overflows or is not finite: a program may trap the
 *   others. The same holds for posv, trtrs, potri and batches.
 *
 * potrs: solves A X = B with the factor that potrf left in a; b (n x nrhs, ldb >= max(1, n)) is B
 *   on entry, X on return. (In s and c on an NVIDIA GPU elements of B, and of A in potrf, may count as
 *   multiples of 2^-136, 1e-41, as its matrix units have them: those below 1e-34 lose digits.)
 *
 * posv: potrf, then potrs. info = k > 0 as for potrf; b is then unchanged, and, on an NVIDIA GPU up to
 *   some n <= 256, so is a.
 *
 * trtrs: solves op(A) X = B, A triangular, op(A) = A, A^T or A^H; b as for potrs. diag = TILECHOL_UNIT
 *   takes the diagonal as ones and does not read it. info = k > 0: A(k, k) is exactly zero (also looked
 *   for if nrhs = 0); b is unchanged. The reciprocal of a diagonal element smaller than 5.6e-309 (FP32:
 *   2.9e-39) overflows: X may then be Inf or NaN where LAPACK, which divides, has numbers.
 *
 * potri: the uplo triangle of inv(A) from the factor that potrf left in a, in place.
 *   info = k > 0: element (k, k) of the factor is zero; a is unchanged.
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

/* trtri: the inverse of a triangular matrix, in place. diag = TILECHOL_UNIT takes the diagonal as ones,
 *   and neither reads nor writes it. info = k > 0: A(k, k) is exactly zero; a is unchanged.
 *
 * lauum: L^H L (lower) or U U^H (upper), in place; the triangle's diagonal is taken as real. With trtri
 *   before it, potri. */
#define TILECHOL_TRIANGULAR_PROTOTYPES(X, T)                                                          \
    int64_t tilechol_##X##trtri(tilechol_uplo uplo, tilechol_diag diag, int64_t n, T *a, int64_t lda, \
                                const tilechol_options *options);                                     \
    int64_t tilechol_##X##lauum(tilechol_uplo uplo, int64_t n, T *a, int64_t lda,                     \
                                const tilechol_options *options);

TILECHOL_TRIANGULAR_PROTOTYPES(s, float)
TILECHOL_TRIANGULAR_PROTOTYPES(d, double)
TILECHOL_TRIANGULAR_PROTOTYPES(c, tilechol_complex_float)
TILECHOL_TRIANGULAR_PROTOTYPES(z, tilechol_complex_double)

/* dsposv, zcposv: A X = B by a factorisation in single precision and iterative refinement in double;
 *   a (n x n), b and x (n x nrhs, not the same array) are host memory (else TILECHOL_ERROR_LOCATION). b is
 *   only read. *iterations is LAPACK's ITER. If >= 0, refinement took so many steps, and a was only read. If
 *   < 0, a was factored in double precision as by potrf, since -1: n < 16; -2: a number is too large for
 *   single precision; -3: A is not positive definite in it; -31: no convergence in 30 steps. info = k > 0
 *   as for potrf; x is then undefined. Of options device and threads count, the others are ignored. Takes, beside
 *   what potrf and potrs take, n^2 / 2 + 3 n nrhs / 2 elements of double, on a GPU also a copy of a.
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

/* A tilechol_Xfactor holds the Cholesky factor of one A in packed tiles (half of a matrix) on the
 * device that made it, for as many solves as wanted.
 *
 * factor_create: factors A (+ jitter I), which is only read, and makes *factor. On info > 0 (as
 *   potrf) or an error *factor is NULL. options->threads holds for all calls with the handle; crews, group
 *   and tiles are of the factorisation alone.
 *
 * factor_create_packed: the same for an A in packed storage: the leading n x n part of a matrix of `order`
 *   >= n, a multiple of block >= 1, whose uplo triangle stands in ap as its block x block blocks, each
 *   column-major and whole, one after the other, block column by block column: ap has
 *   order (order + block) / 2 elements. block = 1 is LAPACK's packed storage (pptrf). PLSSVM's matrices are
 *   that with uplo lower and order = n + 32; the padded blocks of the SYCL Cholesky made for it are
 *   block > 1. What lies beyond row or column n, or above a diagonal in its block (upper: below), is not used.
 *   Takes n^2 elements of workspace while it runs, on a GPU for host data also a copy of ap.
 *
 * For solve, logdet and rcond A is what was factored, jitter and all. Arrays are on the host or the factor's
 * device.
 *
 * factor_solve: A X = B; b (n x nrhs, ldb >= max(1, n)) is B on entry, X on return.
 *
 * factor_logdet: *logdet = log(det(A)).
 *
 * factor_rcond: *rcond = estimate of 1 / (norm1(A) norm1(inv(A))), as LAPACK's pocon makes it
 *   (Higham, "FORTRAN codes for estimating the one-norm", ACM TOMS 14, 1988; LAPACK's lacn2). 1 for
 *   n = 0; 0 if A is singular to working precision or its norm overflows.
 *
 * factor_refine: improves x (n x nrhs), a solution of A x = b that the caller already has, by
 *   iterative refinement in working precision with LAPACK's stopping rule (porfs): at most five
 *   steps, while the componentwise backward error (Oettli and Prager) at least halves. a (n x n; its
 *   uplo triangle, which need not be factor_create's) and b (n x nrhs) are only read. berr (host, nrhs
 *   values; or NULL) gets each column's last backward error. The factor's jitter is not added to a: x
 *   converges to the solution without it.
 *
 * factor_export: writes the factor L (lower) or U = L^H (upper) to the uplo triangle of l (n x n,
 *   ldl >= max(1, n)); uplo need not be that of factor_create.
 *
 * factor_destroy: frees it; NULL is allowed. */
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
 *   _batched       a[m] is member m's matrix; all of one n and lda
 *   _strided       a + m * stride_a is member m's matrix: stride_a >= lda * (n - 1) + n, and
 *                  stride_b >= ldb * (nrhs - 1) + n
 *   _vbatched      as _batched, with n[m], lda[m] and ldb[m]; nrhs is the same for all
 *   _interleaved   element (i, j) of member m is a[(i + j * lda) * stride_a + m], stride_a >= batch:
 *                  neighbours in memory are the same element of neighbouring members. For small n.
 *
 * Any n is allowed; they are made for n up to 1024. potrf and posv: info[m] is 0 or k > 0 as for one
 * system, but if it is k > 0 member m's matrices, a and b, are unchanged. trtrs: info[m] = k > 0 if
 * element (k, k) is exactly zero; its b is unchanged. A member that fails disturbs no other, and the call
 * still returns 0; it returns -i or a tilechol_error as other calls do, never k > 0.
 *
 * posv and the solves only read a: unlike posv of one system, posv does not leave the factor there. For
 * factor and solutions use potrf, then potrs.
 *
 * options->jitter_tries > 0 is a ladder for members that fail (as in GPyTorch): A, A + jitter I,
 * A + 10 jitter I, ... are tried until one has a factor.
 *
 * Arrays of pointers, arrays of sizes and info may each be host memory or, with data on a GPU, memory of
 * that GPU; with data on the host they must be host memory. The matrices of a call are all on one GPU or
 * all on the host; of those given by pointers the first that is not empty is looked at, or the array of
 * pointers, if that is on a GPU. Sizes on a GPU are copied to the host first. A matrix that is only read
 * may be the same for several members (stride_a = 0). All arrays may be NULL if batch = 0; a if n = 0,
 * b if n or nrhs is 0 (_vbatched: only b, if nrhs = 0).
 *
 * On an NVIDIA GPU small systems stay in registers or team memory from load to store, potrf's up to
 * n = 512 go panel by panel, others by tiles, left-looking; on the CPU, systems up to n = 24 to 56 (of
 * different orders, and trtrs with a triangle that is solved from its end: 16) go as many at a time as
 * a vector has lanes:
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
