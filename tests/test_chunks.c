/* SPDX-License-Identifier: BSD-3-Clause
 * Batches of host data go to a GPU in pieces (src/batched.c), with a back end that stands in for a
 * GPU's. Its work adds 1 to the members' triangles (potrf), or the sum of a member's triangle to its
 * right-hand sides, and returns their orders as info and as what was added. A piece has at most CHUNK_BYTES,
 * or is one member. */
#include "tests/check.h"
#include "src/batched.h"

static struct {
    size_t copied;     /* bytes, to the GPU and back */
    int64_t works;     /* pieces that were worked on */
    const double *here, *here_end; /* memory of GPU 0 */
    const void *there; /* an array on GPU 1 */
} gpu;

int tlc_location(const void *pointer)
{
    if (pointer && pointer == gpu.there) {
        return 1;
    }
    return (const double *)pointer >= gpu.here && (const double *)pointer < gpu.here_end ? 0 : -1;
}

struct tlc_found tlc_find(const void *array)
{
    return (struct tlc_found){array, tlc_location(array)};
}

int64_t tlc_error(int64_t code, const char *format, ...)
{
    (void)format;
    return code;
}

int64_t tlc_bad_argument(const char *routine, int position)
{
    (void)routine;
    return -position;
}

int64_t tlc_backend_error(int64_t code, const char *routine)
{
    (void)routine;
    return code;
}

static int gpu_upload(int device, void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    gpu.copied += bytes;
    return device != 0;
}

/* Sizes may also come from GPU 1. */
static int gpu_download(int device, void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    gpu.copied += bytes;
    return device != (from == gpu.there);
}

static const struct tlc_backend backend = {.name = "gpu", .upload = gpu_upload, .download = gpu_download};

const struct tlc_backend *tlc_backend_of(int device)
{
    return device == 0 || device == 1 ? &backend : NULL;
}

void *tlc_block_take(const struct tlc_call *call, size_t bytes, int pinned)
{
    (void)call;
    (void)pinned;
    return malloc(bytes);
}

void tlc_block_leave(void *memory)
{
    free(memory);
}

int64_t tlc_call_begin_found(struct tlc_call *call, const struct tlc_work *work,
                             const tilechol_options *options, struct tlc_found a, struct tlc_found b)
{
    (void)options;
    *call = (struct tlc_call){.work = *work, .backend = &backend, .found = {a, b}};
    return 0;
}

void tlc_call_effort(struct tlc_call *call, const tilechol_options *options, double operations)
{
    (void)call;
    (void)options;
    (void)operations;
}

int64_t tlc_call_end(const struct tlc_call *call, int64_t info)
{
    (void)call;
    return info;
}

/* A matrix: element (i, j) is p[(i + j * ld) * step]. */
struct view {
    double *p;
    int64_t ld, step;
};

static double *element(struct view v, int64_t i, int64_t j)
{
    return v.p + (i + j * v.ld) * v.step;
}

/* The work on one member. */
static void work_on(enum tlc_batch_routine routine, int upper, int64_t n, int64_t nrhs, struct view a,
                    struct view b)
{
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = upper ? 0 : j; i < (upper ? j + 1 : n); i++) {
            *element(a, i, j) += routine == TLC_BATCH_POTRF;
            sum += *element(a, i, j);
        }
    }
    for (int64_t j = 0; j < nrhs; j++) {
        for (int64_t i = 0; i < n; i++) {
            *element(b, i, j) += sum;
        }
    }
}

static struct view view_of(const struct tlc_members *m, int64_t k)
{
    double *const p = m->pointers ? (double *)m->pointers[k] : (double *)m->data + k * m->stride;
    return (struct view){p, m->lds ? m->lds[k] : m->ld, m->step};
}

static int64_t work(const struct tlc_call *call, const struct tlc_batch *batch)
{
    (void)call;
    const int is_trtrs = batch->routine == TLC_BATCH_TRTRS;
    CHECK(batch->transposed == is_trtrs && batch->unit == is_trtrs, "another triangle");
    gpu.works++;
    for (int64_t k = 0; k < batch->batch; k++) {
        const int64_t n = batch->ns ? batch->ns[k] : batch->n;
        CHECK(n <= batch->n, "order %d in a piece of %d", (int)n, (int)batch->n);
        CHECK(!batch->ns || batch->host_ns[k] == n, "order %d, on the host %d", (int)n,
              (int)batch->host_ns[k]);
        work_on(batch->routine, batch->upper, n, batch->nrhs, view_of(&batch->a, k), view_of(&batch->b, k));
        if (batch->info) {
            batch->info[k] = (int32_t)n;
        }
        if (batch->added) {
            batch->added[k] = (double)n;
        }
    }
    return 0;
}

enum { BATCH = 400, LD_MORE = 3, GAP = 5, NRHS = 2 };

struct chunks_case {
    enum tlc_batch_routine routine;
    enum tlc_layout layout;
    tilechol_uplo uplo;
};

static int64_t order_of(const struct chunks_case *c, int k)
{
    return c->layout == TLC_VARIABLE ? k % 97 == 5 ? 60 : 7 * k % 6 : 6;
}

/* The caller's matrices of one argument, in a block whose elements all differ. */
struct matrices {
    int64_t count, stride, lds[BATCH];
    double *block, *expected; /* expected: what the call is to make of the block */
    struct view views[BATCH]; /* the members in it */
    const void *pointers[BATCH];
};

/* Members with so many columns, or square ones. */
static struct matrices make_matrices(const struct chunks_case *c, int columns)
{
    struct matrices v = {.count = 0};
    const int interleaved = c->layout == TLC_INTERLEAVED;
    int64_t starts[BATCH];
    for (int k = 0; k < BATCH; k++) {
        const int64_t n = order_of(c, k), spanned = (n + LD_MORE) * (columns ? columns : n);
        v.lds[k] = n + LD_MORE;
        v.stride = interleaved ? BATCH + GAP : spanned + GAP;
        starts[k] = interleaved ? k : v.count;
        v.count = interleaved ? spanned * v.stride : v.count + v.stride;
    }
    v.block = allocate((size_t)v.count * sizeof *v.block);
    v.expected = allocate((size_t)v.count * sizeof *v.expected);
    for (int64_t e = 0; e < v.count; e++) {
        v.block[e] = v.expected[e] = (double)(e + 1);
    }
    for (int k = 0; k < BATCH; k++) {
        v.pointers[k] = v.block + starts[k];
        v.views[k] = (struct view){v.expected + starts[k], v.lds[k], interleaved ? v.stride : 1};
    }
    return v;
}

/* Fails unless the block is as it should be; frees it. */
static void check_matrices(const struct chunks_case *c, struct matrices *v, const char *what)
{
    for (int64_t e = 0; e < v->count; e++) {
        CHECK(v->block[e] == v->expected[e], "routine %d, layout %d: element %d of %s is %g, not %g",
              c->routine, c->layout, (int)e, what, v->block[e], v->expected[e]);
    }
    free(v->block);
    free(v->expected);
}

/* The call with all members. */
static int64_t call_of(const struct chunks_case *c, const struct matrices *a, const struct matrices *b,
                       const int64_t *ns, int32_t *info, const tilechol_options *options)
{
    const int varies = c->layout == TLC_VARIABLE, given = varies || c->layout == TLC_POINTERS,
              is_trtrs = c->routine == TLC_BATCH_TRTRS;
    const struct tlc_batch_arguments x = {
        .name = "chunks",
        .routine = c->routine,
        .layout = c->layout,
        .uplo = c->uplo,
        .trans = is_trtrs ? TILECHOL_TRANS : TILECHOL_NO_TRANS,
        .diag = is_trtrs ? TILECHOL_UNIT : TILECHOL_NON_UNIT,
        .n = varies ? 0 : ns[0],
        .nrhs = c->routine == TLC_BATCH_POTRF ? 0 : NRHS,
        .batch = BATCH,
        .ns = varies ? ns : NULL,
        .a = {given ? (const void *)a->pointers : a->block, a->lds[0], a->stride, varies ? a->lds : NULL},
        .b = {given ? (const void *)b->pointers : b->block, b->lds[0], b->stride, varies ? b->lds : NULL},
        .info = c->routine == TLC_BATCH_POTRS ? NULL : info,
        .options = options,
        .element = sizeof(double),
        .flop = 1,
        .largest = 1e300,
        .run = work,
    };
    return tlc_batched(&x);
}

/* Sets each info to 77; what the call is to make of the matrices is kept with them. */
static void expect_work(const struct chunks_case *c, struct matrices *a, struct matrices *b, int64_t *ns,
                        int32_t *info)
{
    for (int k = 0; k < BATCH; k++) {
        ns[k] = order_of(c, k);
        info[k] = 77;
        work_on(c->routine, c->uplo == TILECHOL_UPPER, ns[k], c->routine == TLC_BATCH_POTRF ? 0 : NRHS,
                a->views[k], b->views[k]);
    }
}

/* Members go to the GPU, are worked on and come back complete. A few large ones do not make all copies
 * as large as theirs, as they once did. */
static void members_come_and_go(void **state)
{
    (void)state;
    static const enum tlc_batch_routine routines[] = {TLC_BATCH_POTRF, TLC_BATCH_POTRS, TLC_BATCH_POSV,
                                                      TLC_BATCH_TRTRS};
    static const enum tlc_layout layouts[] = {TLC_POINTERS, TLC_STRIDED, TLC_VARIABLE, TLC_INTERLEAVED};
    for (int k = 0; k < 2 * COUNT(routines) * COUNT(layouts); k++) {
        const struct chunks_case c = {routines[k / 2 % 4], layouts[k / 8], both_uplo[k % 2]};
        struct matrices a = make_matrices(&c, 0), b = make_matrices(&c, NRHS);
        int64_t ns[BATCH];
        int32_t info[BATCH];
        double added[BATCH];
        const tilechol_options options = {.jitter_added = added};
        const int factors = c.routine == TLC_BATCH_POTRF || c.routine == TLC_BATCH_POSV;
        size_t wanted = 0;
        for (int i = 0; i < BATCH; i++) {
            added[i] = -1;
        }
        expect_work(&c, &a, &b, ns, info);
        gpu.copied = 0;
        gpu.works = 0;
        CHECK(call_of(&c, &a, &b, ns, info, &options) == 0, "case %d", k);
        for (int i = 0; i < BATCH; i++) {
            const int64_t told = c.routine == TLC_BATCH_POTRS ? 77 : ns[i];
            CHECK(info[i] == told, "case %d: info %d of member %d", k, (int)info[i], i);
            CHECK(added[i] == (factors ? (double)ns[i] : -1), "case %d: added %g to member %d", k, added[i],
                  i);
            wanted += 2 * sizeof(double) * (size_t)(ns[i] * (ns[i] + NRHS) + 1);
        }
        check_matrices(&c, &a, "a");
        check_matrices(&c, &b, "b");
        CHECK(gpu.works > 1, "case %d: in %d pieces", k, (int)gpu.works);
        CHECK(gpu.copied < 4 * wanted, "case %d: %zu bytes copied, %zu wanted", k, gpu.copied, wanted);
    }
}

/* Matrices on GPU 0 are worked on there, but not if another array is on GPU 1: then nothing is touched. */
static void another_gpu_is_an_error(void **state)
{
    (void)state;
    const struct chunks_case c = {TLC_BATCH_POTRF, TLC_VARIABLE, TILECHOL_LOWER};
    for (int k = 0; k < 5; k++) {
        struct matrices a = make_matrices(&c, 0), b = make_matrices(&c, NRHS);
        int64_t ns[BATCH];
        int32_t info[BATCH];
        double added[BATCH] = {0};
        const void *const arrays[] = {ns, a.lds, info, added, NULL};
        const tilechol_options options = {.jitter_added = added};
        expect_work(&c, &a, &b, ns, info);
        if (arrays[k]) {
            memcpy(a.expected, a.block, (size_t)a.count * sizeof *a.block);
        }
        gpu.works = 0;
        gpu.here = a.block;
        gpu.here_end = a.block + a.count;
        gpu.there = arrays[k];
        const int64_t result = call_of(&c, &a, &b, ns, info, &options);
        gpu.here = gpu.here_end = NULL;
        gpu.there = NULL;
        CHECK(result == (arrays[k] ? TILECHOL_ERROR_LOCATION : 0), "array %d: %d", k, (int)result);
        CHECK(gpu.works == !arrays[k], "array %d: worked %d times", k, (int)gpu.works);
        CHECK(info[1] == (arrays[k] ? 77 : ns[1]), "array %d: info %d", k, (int)info[1]);
        CHECK(added[1] == (arrays[k] ? 0 : (double)ns[1]), "array %d: added %g", k, added[1]);
        check_matrices(&c, &a, "a");
        check_matrices(&c, &b, "b");
    }
}

/* Info on another GPU than the one that works, with matrices of order 0. */
static void info_elsewhere_is_an_error(void **state)
{
    (void)state;
    int32_t info[BATCH] = {77};
    double unused = 0;
    gpu.works = 0;
    gpu.there = info;
    const struct tlc_batch_arguments empty = {.name = "chunks",
                                              .routine = TLC_BATCH_POTRF,
                                              .layout = TLC_STRIDED,
                                              .uplo = TILECHOL_LOWER,
                                              .batch = BATCH,
                                              .a = {&unused, 1, 0, NULL},
                                              .info = info,
                                              .element = sizeof(double),
                                              .run = work};
    const int64_t result = tlc_batched(&empty);
    gpu.there = NULL;
    CHECK(result == TILECHOL_ERROR_LOCATION && gpu.works == 0 && info[0] == 77, "info on another GPU: %d",
          (int)result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_come_and_go),
                                       cmocka_unit_test(another_gpu_is_an_error),
                                       cmocka_unit_test(info_elsewhere_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
