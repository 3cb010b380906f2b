/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of a host matrix to a GPU, and back while the GPU works on it (src/staging.c, src/flow.c), with
 * a back end that stands in for a GPU's. It makes a copy when the copy is waited for. Its work adds 1 to
 * the triangle, column by column, and spoils what is beside it. */
#include "tests/check.h"
#include "src/flow.h"
#include <omp.h>
#include <sched.h>
#include <time.h>

static struct {
    int64_t final;       /* columns */
    int copies, fail_at; /* copies that have begun; the one that fails */
    int pinned, no_pinned_from;
    int wrong, touched; /* elements of the matrix that had not come; others that had */
    int64_t come; /* columns that were there when the work began */
    int locked; /* whether the caller's memory is page-locked */
    const double *begin, *end; /* of the caller's memory */
    size_t staged; /* bytes copied from or to other host memory */
    size_t largest; /* piece of pinned memory */
    int slow; /* copies there take a while once the work has begun */
    int hold, works, backs; /* copies there wait for one back; the work has begun; copies back */
} gpu = {.no_pinned_from = 1000};

/* What first went wrong in any thread. Most of what is here runs in several, where CHECK may not be used:
 * it jumps to the main thread's test. */
static const char *failure;

static void expect(int condition, const char *text)
{
    const char *none = NULL;
    if (!condition) {
        __atomic_compare_exchange_n(&failure, &none, text, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

/* Fails the test if an expectation was not met; for the main thread, after a call. */
static void check_expectations(void)
{
    const char *text = failure;
    failure = NULL;
    CHECK(!text, "%s", text);
}

int tlc_location(const void *pointer)
{
    (void)pointer;
    return -1;
}

int tlc_page_locked(const void *first, const void *last)
{
    expect(first == gpu.begin && (const char *)last + 1 == (const char *)gpu.end,
           "not the first byte and the last");
    return gpu.locked;
}

int64_t tlc_error(int64_t code, const char *format, ...)
{
    (void)format;
    return code;
}

/* The memory holds nothing of an earlier matrix. */
static void *gpu_allocate(int device, size_t bytes, int pinned)
{
    (void)device;
    int number = 0;
    if (pinned) {
#pragma omp atomic capture
        number = gpu.pinned++;
#pragma omp critical
        gpu.largest = bytes > gpu.largest ? bytes : gpu.largest;
    }
    void *const memory = pinned && number >= gpu.no_pinned_from ? NULL : malloc(bytes);
    return memory ? memset(memory, 0xff, bytes) : NULL;
}

static void gpu_release(int device, void *memory, int pinned)
{
    (void)device;
    (void)pinned;
    free(memory);
}

/* Copies that this thread has begun and not waited for. */
struct copy {
    char *from, *to;
    size_t from_pitch, to_pitch, bytes, columns;
};
static _Thread_local struct copy begun[4];
static _Thread_local int begun_count;

static void hold_until_one_goes_back(void)
{
    int backs = 0;
    for (int k = 0; k < 2000 && !backs; k++) {
#pragma omp atomic read
        backs = gpu.backs;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    expect(backs > 0, "nothing goes back before all has come");
}

static int gpu_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch,
                            size_t bytes, size_t columns, int back)
{
    int number, works;
    (void)device;
#pragma omp atomic capture
    number = ++gpu.copies;
#pragma omp atomic
    gpu.backs += back;
#pragma omp atomic read
    works = gpu.works;
    if (gpu.hold && works && !back) {
        hold_until_one_goes_back();
    }
    if (gpu.slow && works && !back) {
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    if ((double *)here < gpu.begin || (double *)here >= gpu.end) {
#pragma omp atomic
        gpu.staged += bytes * columns;
    }
    expect(begun_count < COUNT(begun), "a copier begins more than a chunk or two");
    if (number == gpu.fail_at || begun_count == COUNT(begun)) {
        return 1;
    }
    begun[begun_count++] = back ? (struct copy){there, here, pitch, here_pitch, bytes, columns}
                                : (struct copy){here, there, here_pitch, pitch, bytes, columns};
    return 0;
}

static int gpu_copies_wait(int device)
{
    (void)device;
    for (int k = 0; k < begun_count; k++) {
        const struct copy *c = &begun[k];
        for (size_t j = 0; j < c->columns; j++) {
            memcpy(c->to + j * c->to_pitch, c->from + j * c->from_pitch, c->bytes);
        }
    }
    begun_count = 0;
    return 0;
}

static int gpu_flows(int device)
{
    (void)device;
    return 1;
}

static int64_t gpu_flow_final(struct tlc_flow *flow)
{
    (void)flow;
    int64_t final;
#pragma omp atomic read
    final = gpu.final;
    return final;
}

static double value_at(int64_t i, int64_t j)
{
    return (double)(i + 1000 * j);
}

static int in_triangle(enum tlc_shape shape, int64_t i, int64_t j)
{
    return tlc_is_upper(shape) ? i <= j : i >= j;
}

/* Elements beside the matrix are not whole numbers, so that they would be recognised on the device. */
static double caller_has(enum tlc_shape shape, int64_t n, int64_t i, int64_t j)
{
    return value_at(i, j) + (i < n && in_triangle(shape, i, j) ? 0 : 0.5);
}

/* The work on element (i, j). */
static void work_on(const struct tlc_matrix *m, int64_t i, int64_t j)
{
    double *a = (double *)m->data + j * m->ld + i;
    if (in_triangle(m->shape, i, j)) {
        gpu.wrong += *a != value_at(i, j);
        *a += 1;
    } else {
        gpu.touched += *a == caller_has(m->shape, m->rows, i, j);
        *a = -1;
    }
}

/* shift: 0, or 1 + the column whose pivot fails, or the error to return. */
static int64_t gpu_work(const struct tlc_call *call, const struct tlc_matrix *m, double shift)
{
    struct tlc_flow *flow = call->place.flow;
    expect(flow && flow->columns == m->columns && flow->upper == tlc_is_upper(m->shape), "no flow");
    gpu.come = flow->come;
#pragma omp atomic write
    gpu.works = 1;
    if (shift < 0)
        return (int64_t)shift;
    for (int64_t l = 0; l < m->columns; l++) {
        if (l == flow->come && flow->await(flow))
            return TILECHOL_ERROR_DEVICE;
        if (shift > 0 && l + 1 == (int64_t)shift)
            return l + 1;
        for (int64_t k = 0; k < m->rows; k++) {
            work_on(m, k, l);
        }
#pragma omp atomic write
        gpu.final = l / 7 * 7;
        if (l % 64 == 0)
            sched_yield();
    }
    return 0;
}

static const struct tlc_backend backend = {.allocate = gpu_allocate,
                                           .release = gpu_release,
                                           .copy_columns = gpu_copy_columns,
                                           .copies_wait = gpu_copies_wait,
                                           .flows = gpu_flows,
                                           .flow_final = gpu_flow_final};

static struct tlc_call call_of(int threads)
{
    return (struct tlc_call){
        .work = {.routine = "test"}, .backend = &backend, .place = {.device = 0, .threads = threads}};
}

static const enum tlc_shape shapes[] = {TLC_LOWER, TLC_UPPER, TLC_PACKED_LOWER, TLC_PACKED_UPPER};

static int is_packed(enum tlc_shape shape)
{
    return shape == TLC_PACKED_LOWER || shape == TLC_PACKED_UPPER;
}

/* A packed triangle's copy (tlc_copy_chunk), element by element. */
static void copy_packed(const struct tlc_matrix *m, const struct tlc_chunk *c, void *ours, int64_t ld,
                        int back, int threads)
{
    (void)threads;
    for (int64_t j = c->j; j < c->j + c->columns; j++) {
        const int64_t column = m->shape == TLC_PACKED_UPPER ? j * (j + 1) / 2 : j * (2 * m->rows - j - 1) / 2;
        for (int64_t i = c->first; i < c->first + c->count; i++) {
            if (in_triangle(m->shape, i, j)) {
                double *const theirs = (double *)m->host + column + i;
                double *const mine = (double *)ours + (j - c->j) * ld + i - c->first;
                *(back ? theirs : mine) = *(back ? mine : theirs);
            }
        }
    }
}

struct flow_case {
    enum tlc_shape shape;
    int64_t n, ld; /* of packed triangles: ld of the columns that they are packed from */
    int threads;
    int late; /* the matrix may come while the work goes on */
    int locked; /* the caller's memory is page-locked */
    int in_parts; /* the work reports what is final */
};

/* From the columns at a to the caller's packed triangle, or back. */
static void pack(struct flow_case c, double *a, double *packed, int back)
{
    const struct tlc_matrix m = {.host = packed, .rows = c.n, .shape = c.shape};
    copy_packed(&m, &(struct tlc_chunk){0, c.n, 0, c.n}, a, c.ld, !back, 1);
}

static int64_t open_matrix(const struct tlc_call *call, struct tlc_matrix *m, struct flow_case c, double *a,
                           double *packed)
{
    if (packed)
        return tlc_matrix_open_stored(call, m, c.shape, c.n, packed, sizeof *a, copy_packed, !c.late);
    return tlc_matrix_open(call, m, c.shape, c.n, c.n, a, c.ld, sizeof *a, !c.late);
}

static double *packed_of(struct flow_case c, double *a)
{
    double *const packed = is_packed(c.shape) ? malloc((size_t)(c.n * (c.n + 1) / 2) * sizeof *a) : NULL;
    if (packed)
        pack(c, a, packed, 0);
    return packed;
}

/* Makes the caller's matrix, *a, and has it worked on, in any thread. */
static int64_t flow_anywhere(struct flow_case c, double shift, double **a)
{
    struct tlc_call call = call_of(c.threads);
    struct tlc_matrix m;
    *a = malloc((size_t)(c.ld * c.n) * sizeof **a);
    for (int64_t j = 0; j < c.n; j++) {
        for (int64_t i = 0; i < c.ld; i++) {
            (*a)[j * c.ld + i] = caller_has(c.shape, c.n, i, j);
        }
    }
    gpu.final = gpu.copies = gpu.pinned = gpu.wrong = gpu.touched = 0;
    gpu.staged = gpu.largest = 0;
    gpu.works = gpu.backs = 0;
    gpu.locked = c.locked;
    gpu.begin = *a;
    gpu.end = *a + (c.n - 1) * c.ld + c.n;
    double *const packed = packed_of(c, *a);
    int64_t info = open_matrix(&call, &m, c, *a, packed);
    if (!info) {
        expect(tlc_flow_suits(&call, &m), "flow does not suit what it is for");
        info = tlc_flow(&call, &m, c.in_parts, gpu_work, shift);
        tlc_matrix_close(&m);
    }
    if (packed)
        pack(c, *a, packed, 1);
    free(packed);
    return info;
}

/* The same in the main thread. */
static int64_t flow(struct flow_case c, double shift, double **a)
{
    const int64_t info = flow_anywhere(c, shift, a);
    check_expectations();
    return info;
}

/* Fails unless columns before `done` have been worked on and nothing else is changed. */
static void check_result(const double *a, struct flow_case c, int64_t done, const char *where)
{
    CHECK(!gpu.wrong, "%s: %d elements were not there", where, gpu.wrong);
    CHECK(!gpu.touched, "%s: %d elements beside the matrix have been read", where, gpu.touched);
    for (int64_t j = 0; j < c.n; j++) {
        for (int64_t i = 0; i < c.ld; i++) {
            const double expected =
                caller_has(c.shape, c.n, i, j) + (in_triangle(c.shape, i, j) && i < c.n && j < done);
            CHECK(a[j * c.ld + i] == expected, "%s: n=%d element %d, %d is %g", where, (int)c.n, (int)i,
                  (int)j, a[j * c.ld + i]);
        }
    }
}

/* After a call that failed: elements have been worked on or are as they were. */
static void check_nothing_else(const double *a, struct flow_case c)
{
    for (int64_t j = 0; j < c.n; j++) {
        for (int64_t i = 0; i < c.ld; i++) {
            const double before = caller_has(c.shape, c.n, i, j), x = a[j * c.ld + i];
            const int ours = in_triangle(c.shape, i, j) && i < c.n;
            CHECK(x == before || (ours && x == before + 1), "element %d, %d is %g", (int)i, (int)j, x);
        }
    }
}

static void all_comes_and_goes(void **state)
{
    (void)state;
    static const int64_t orders[] = {1, 2, 63, 64, 300, 701, 1300, 2000};
    for (int k = 0; k < 32 * COUNT(orders); k++) {
        for (int threads = 2; threads <= 16; threads += 7) {
            double *a;
            const int64_t n = orders[k / 32];
            const enum tlc_shape shape = shapes[k % 4];
            const int locked = k / 16 % 2 && !is_packed(shape);
            const struct flow_case c = {shape, n, n + k % 3, threads, k / 4 % 2, locked, k / 8 % 2};
            const size_t all = (size_t)(n * n) * sizeof *a;
            const int large = n == 2000, many = threads > 6, upper = tlc_is_upper(shape),
                      enough = n < 1300 ? 0 : c.locked || (many && (large || upper)),
                      early = c.late && c.in_parts && enough, most = (int)(upper ? n * 3 / 4 : n * 2 / 5);
            gpu.hold = early && c.locked && threads > 2;
            CHECK(flow(c, 0, &a) == 0, "n=%d", (int)n);
            gpu.hold = 0;
            check_result(a, c, n, "all");
            CHECK(!c.locked || gpu.largest <= 2 * all, "n=%d: %d bytes of pinned memory", (int)n,
                  (int)gpu.largest);
            CHECK(!large ||
                      (c.locked ? gpu.staged < all / 8 : gpu.staged > all / 2 && gpu.staged < all * 5 / 4),
                  "n=%d: staged %d", (int)n, (int)gpu.staged);
            CHECK(early ? gpu.come > 0 && gpu.come <= most : gpu.come == n, "n=%d: %d columns come first",
                  (int)n, (int)gpu.come);
            free(a);
        }
    }
}

/* Inside a parallel region the library has no threads of its own. */
static void one_thread_does_it(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const struct flow_case c = {k % 2 ? TLC_UPPER : TLC_LOWER, 1500, 1501, 8, 1, k / 2, 1};
        double *a = NULL;
        int64_t info = -1;
        omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
#pragma omp single
        info = flow_anywhere(c, 0, &a);
        check_expectations();
        CHECK(info == 0, "info %d", (int)info);
        check_result(a, c, c.n, "alone");
        CHECK(!c.locked || gpu.staged < (size_t)(c.n * c.n), "page-locked memory is copied directly");
        free(a);
    }
}

/* Pinned memory for three threads only: these make all copies. */
static void few_have_pinned_memory(void **state)
{
    (void)state;
    const struct flow_case c = {TLC_UPPER, 1500, 1500, 12, 1, 0, 1};
    double *a;
    tlc_staging_trim();
    gpu.no_pinned_from = 3;
    CHECK(flow(c, 0, &a) == 0, "info");
    check_result(a, c, c.n, "three threads");
    CHECK(gpu.come == c.n, "%d columns come first", (int)gpu.come);
    free(a);
    gpu.no_pinned_from = 1000;
    tlc_staging_trim();
}

static void a_failed_pivot_leaves_the_rest(void **state)
{
    (void)state;
    for (int k = 0; k < 8 * COUNT(shapes); k++) {
        const enum tlc_shape shape = shapes[k / 8];
        const struct flow_case c = {shape, 1500, 1500, 12, k / 4 % 2, k % 2 && !is_packed(shape), 1};
        const int column = k % 4 * 499;
        double *a;
        gpu.slow = 1;
        CHECK(flow(c, 1 + column, &a) == 1 + column, "info");
        gpu.slow = 0;
        check_result(a, c, column, "a pivot failed");
        free(a);
    }
}

static void errors_are_told(void **state)
{
    (void)state;
    struct flow_case c = {TLC_LOWER, 1500, 1500, 12, 1, 0, 1};
    double *a;
    CHECK(flow(c, TILECHOL_ERROR_MEMORY, &a) == TILECHOL_ERROR_MEMORY, "no memory for the work");
    check_result(a, c, 0, "nothing is written");
    free(a);
    for (gpu.fail_at = 1; gpu.fail_at < 37; gpu.fail_at += 3) {
        c.locked = gpu.fail_at % 2;
        c.shape = gpu.fail_at / 2 % 2 ? TLC_UPPER : TLC_LOWER;
        CHECK(flow(c, 0, &a) == TILECHOL_ERROR_DEVICE, "copy %d failed", gpu.fail_at);
        check_nothing_else(a, c);
        free(a);
    }
    gpu.fail_at = 0;
}

/* More columns than rows, and more than one chunk has. */
static void rectangles_come_and_go(void **state)
{
    (void)state;
    enum { ROWS = 37, COLUMNS = 9001, LD = 41 };
    for (int way = 0; way < 3; way++) {
        const int locked = way == 1;
        struct tlc_call call = call_of(3);
        struct tlc_matrix m;
        double *a = malloc(sizeof *a * LD * COLUMNS);
        if (way == 2) { /* one of three threads has pinned memory */
            tlc_staging_trim();
            gpu.pinned = 0;
            gpu.no_pinned_from = 1;
        }
        for (int64_t e = 0; e < LD * COLUMNS; e++) {
            a[e] = (double)e;
        }
        gpu.locked = locked;
        gpu.staged = 0;
        gpu.begin = a;
        gpu.end = a + LD * (COLUMNS - 1) + ROWS;
        CHECK(!tlc_matrix_open(&call, &m, TLC_FULL, ROWS, COLUMNS, a, LD, sizeof *a, 1), "opened");
        for (int64_t j = 0; j < COLUMNS; j++) {
            for (int64_t i = 0; i < ROWS; i++) {
                ((double *)m.data)[j * m.ld + i] += 0.5;
            }
        }
        CHECK(!tlc_matrix_copy_back(&call, &m), "copied back");
        tlc_matrix_close(&m);
        check_expectations();
        for (int64_t e = 0; e < LD * COLUMNS; e++) {
            CHECK(a[e] == (double)e + (e % LD < ROWS ? 0.5 : 0), "element %d is %g", (int)e, a[e]);
        }
        CHECK(locked ? !gpu.staged : gpu.staged > 0, "staged: %d bytes", (int)gpu.staged);
        free(a);
    }
    gpu.no_pinned_from = 1000;
    tlc_staging_trim();
}

/* No pinned memory at all, once that kept from other tests is freed: an error, and nothing is written. */
static void without_pinned_memory(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        const struct flow_case c = {TLC_LOWER, 700, 700, 6, late, 0, 1};
        double *a;
        tlc_staging_trim();
        gpu.no_pinned_from = 0;
        CHECK(flow(c, 0, &a) == TILECHOL_ERROR_MEMORY, "no pinned memory");
        check_result(a, c, 0, "nothing is written");
        free(a);
    }
    tlc_staging_trim();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_comes_and_goes),     cmocka_unit_test(one_thread_does_it),
        cmocka_unit_test(few_have_pinned_memory), cmocka_unit_test(a_failed_pivot_leaves_the_rest),
        cmocka_unit_test(errors_are_told),        cmocka_unit_test(rectangles_come_and_go),
        cmocka_unit_test(without_pinned_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
