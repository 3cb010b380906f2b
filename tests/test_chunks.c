/* SPDX-License-Identifier: BSD-3-Clause
 * Batches of host data go to a GPU in pieces (src/batched.c), with a back end that stands in for a
 * GPU's. Its work adds 1 to the members' triangles, or 2 to their right-hand sides, and returns their
 * orders as info. A piece has at most CHUNK_BYTES, or is one member. */
#include "tests/check.h"
#include "src/batched.h"

static struct {
    size_t copied;     /* bytes, to the GPU and back */
    int64_t works;     /* pieces that were worked on */
    const void *there; /* an array on GPU 1 */
} gpu;

int tlc_location(const void *pointer)
{
    return pointer && pointer == gpu.there ? 1 : -1;
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

static int gpu_copy(int device, void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    gpu.copied += bytes;
    return device != 0;
}

static const struct tlc_backend backend = {.name = "gpu", .upload = gpu_copy, .download = gpu_copy};

const struct tlc_backend *tlc_backend_of(int device)
{
    return device == 0 ? &backend : NULL;
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

static void work_on(const struct tlc_batch *batch, int64_t k)
{
    const int64_t n = batch->ns ? batch->ns[k] : batch->n;
    double *a = (double *)batch->a.data + k * batch->a.stride, *b = (double *)batch->b.data;
    CHECK(n <= batch->n, "order %d in a piece of %d", (int)n, (int)batch->n);
    for (int64_t j = 0; j < n && batch->routine == TLC_BATCH_POTRF; j++) {
        for (int64_t i = batch->upper ? 0 : j; i < (batch->upper ? j + 1 : n); i++) {
            a[i + j * batch->a.ld] += 1;
        }
    }
    for (int64_t j = 0; j < batch->nrhs; j++) {
        for (int64_t i = 0; i < n; i++) {
            b[k * batch->b.stride + i + j * batch->b.ld] += 2;
        }
    }
    batch->info[k] = (int32_t)n;
}

static int64_t work(const struct tlc_call *call, const struct tlc_batch *batch)
{
    (void)call;
    gpu.works++;
    for (int64_t k = 0; k < batch->batch; k++) {
        work_on(batch, k);
    }
    return 0;
}

enum { BATCH = 400, LD_MORE = 3, NRHS = 2 };

struct chunks_case {
    enum tlc_batch_routine routine;
    enum tlc_layout layout;
    tilechol_uplo uplo;
};

/* One of the caller's members: column-major, at its pointer. */
struct member {
    int64_t n, ld;
    double *a, *b;
};

static int64_t order_of(const struct chunks_case *c, int k)
{
    return c->layout == TLC_VARIABLE ? k % 97 == 5 ? 60 : 7 * k % 6 : 6;
}

static void make_members(const struct chunks_case *c, struct member *m)
{
    for (int k = 0; k < BATCH; k++) {
        const int64_t n = order_of(c, k), ld = n + LD_MORE;
        m[k] = (struct member){n, ld, malloc(sizeof(double) * (size_t)(ld * ld)),
                               malloc(sizeof(double) * (size_t)(ld * NRHS))};
        for (int64_t e = 0; e < ld * ld; e++) {
            m[k].a[e] = (double)e;
        }
        for (int64_t e = 0; e < ld * NRHS; e++) {
            m[k].b[e] = -(double)e;
        }
    }
}

/* Fails unless the member is as it should be, `done` or not; frees it. */
static void check_member(const struct chunks_case *c, const struct member *m, int k, int done)
{
    for (int64_t e = 0; e < m->ld * m->ld; e++) {
        const int64_t i = e % m->ld, j = e / m->ld;
        const int inside = i < m->n && j < m->n && (c->uplo == TILECHOL_UPPER ? i <= j : i >= j);
        const double wanted = (double)e + (done && inside && c->routine == TLC_BATCH_POTRF);
        CHECK(m->a[e] == wanted, "member %d: element %d is %g", k, (int)e, m->a[e]);
    }
    for (int64_t e = 0; e < m->ld * NRHS; e++) {
        const int is_solved = done && e % m->ld < m->n && c->routine != TLC_BATCH_POTRF;
        CHECK(m->b[e] == -(double)e + 2 * is_solved, "member %d: right-hand side %g", k, m->b[e]);
    }
    free(m->a);
    free(m->b);
}

/* The call with all members. */
static int64_t call_of(const struct chunks_case *c, const struct member *m, int32_t *info)
{
    int64_t ns[BATCH], lds[BATCH];
    const void *a[BATCH], *b[BATCH];
    for (int k = 0; k < BATCH; k++) {
        ns[k] = m[k].n;
        lds[k] = m[k].ld;
        a[k] = m[k].a;
        b[k] = m[k].b;
    }
    const int varies = c->layout == TLC_VARIABLE;
    const struct tlc_batch_arguments x = {
        .name = "chunks",
        .routine = c->routine,
        .layout = c->layout,
        .uplo = c->uplo,
        .trans = TILECHOL_NO_TRANS,
        .diag = TILECHOL_NON_UNIT,
        .n = varies ? 0 : m[0].n,
        .nrhs = c->routine == TLC_BATCH_POTRF ? 0 : NRHS,
        .batch = BATCH,
        .ns = varies ? ns : NULL,
        .a = {a, m[0].ld, 0, varies ? lds : NULL},
        .b = {b, m[0].ld, 0, varies ? lds : NULL},
        .info = info,
        .element = sizeof(double),
        .flop = 1,
        .largest = 1e300,
        .run = work,
    };
    return tlc_batched(&x);
}

/* Members go to the GPU, are worked on and come back complete. A few large ones do not make all copies
 * as large as theirs, as they once did. */
static void members_come_and_go(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        const struct chunks_case c = {k & 1 ? TLC_BATCH_POSV : TLC_BATCH_POTRF,
                                      k & 2 ? TLC_VARIABLE : TLC_POINTERS,
                                      k & 4 ? TILECHOL_UPPER : TILECHOL_LOWER};
        struct member m[BATCH];
        int32_t info[BATCH];
        size_t wanted = 0;
        make_members(&c, m);
        gpu.copied = 0;
        gpu.works = 0;
        CHECK(call_of(&c, m, info) == 0, "case %d", k);
        for (int i = 0; i < BATCH; i++) {
            CHECK(info[i] == m[i].n, "case %d: info %d of member %d", k, (int)info[i], i);
            wanted += 2 * sizeof(double) * (size_t)(m[i].n * (m[i].n + NRHS) + 1);
            check_member(&c, &m[i], i, 1);
        }
        CHECK(gpu.works > 1, "case %d: in %d pieces", k, (int)gpu.works);
        CHECK(gpu.copied < 4 * wanted, "case %d: %zu bytes copied, %zu wanted", k, gpu.copied, wanted);
    }
}

/* An array on another GPU than the one that works is an error, even if the matrices are of order 0,
 * and nothing is touched. */
static void another_gpu_is_an_error(void **state)
{
    (void)state;
    const struct chunks_case c = {TLC_BATCH_POTRF, TLC_POINTERS, TILECHOL_LOWER};
    struct member m[BATCH];
    int32_t info[BATCH];
    make_members(&c, m);
    gpu.works = 0;
    gpu.there = info;
    const struct tlc_batch_arguments empty = {.name = "chunks",
                                              .routine = TLC_BATCH_POTRF,
                                              .layout = TLC_STRIDED,
                                              .uplo = TILECHOL_LOWER,
                                              .batch = BATCH,
                                              .a = {m[0].a, 1, 0, NULL},
                                              .info = info,
                                              .element = sizeof(double),
                                              .run = work};
    CHECK(tlc_batched(&empty) == TILECHOL_ERROR_LOCATION && gpu.works == 0, "info on another GPU");
    gpu.there = NULL;
    for (int k = 0; k < BATCH; k++) {
        check_member(&c, &m[k], k, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_come_and_go),
                                       cmocka_unit_test(another_gpu_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
