/* SPDX-License-Identifier: BSD-3-Clause
 * Batched calls: check the arguments, find out where the data is, copy what is elsewhere. */
#include "src/batched.h"
#include "src/staging.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TEMPLATE "src/batched.inc"
#include "src/types/each_type.h"

/* ---- arguments ------------------------------------------------------------------------------- */

static int has_rhs(const struct tlc_batch_arguments *x)
{
    return x->routine != TLC_BATCH_POTRF;
}

/* Whether the routine factors, and so may add jitter to diagonals. */
static int factors(const struct tlc_batch_arguments *x)
{
    return x->routine == TLC_BATCH_POTRF || x->routine == TLC_BATCH_POSV;
}

static int has_info(const struct tlc_batch_arguments *x)
{
    return x->routine != TLC_BATCH_POTRS;
}

static int has_strides(const struct tlc_batch_arguments *x)
{
    return x->layout == TLC_STRIDED || x->layout == TLC_INTERLEAVED;
}

/* Elements that a matrix spans, from its first to its last; INT64_MAX if they are more. */
static int64_t extent(int64_t rows, int64_t columns, int64_t ld)
{
    if (!rows || !columns)
        return 0;
    return columns > 1 && ld > (INT64_MAX - rows) / (columns - 1) ? INT64_MAX : ld * (columns - 1) + rows;
}

/* Whether an argument with so many columns has a valid stride. One that is only read may have 0: all members
 * share it. */
static int is_stride(const struct tlc_batch_arguments *x, const struct tlc_batch_matrix *m, int64_t columns,
                     int written)
{
    if (x->layout == TLC_INTERLEAVED)
        return m->stride >= x->batch;
    if (!written && m->stride == 0)
        return 1;
    return m->stride >= (x->batch > 1 ? extent(x->n, columns, m->ld) : 0);
}

/* Checks of a matrix argument that need no member's size; advances *position. Returns 0 or the bad
 * argument's position. */
static int check_matrix(const struct tlc_batch_arguments *x, const struct tlc_batch_matrix *m,
                        int64_t columns, int written, int *position)
{
    const int variable = x->layout == TLC_VARIABLE;
    ++*position;
    if (!m->array && x->batch > 0 && columns > 0 && (variable || x->n > 0))
        return *position;
    ++*position;
    if (variable ? !m->lds && x->batch > 0 : m->ld < tlc_max1(x->n))
        return *position;
    if (has_strides(x) && (++*position, !is_stride(x, m, columns, written)))
        return *position;
    return 0;
}

/* Returns 0 or the position of the first bad argument. */
static int check(const struct tlc_batch_arguments *x)
{
    int position = 1;
    if (!tlc_is_uplo(x->uplo))
        return position;
    if (x->routine == TLC_BATCH_TRTRS) {
        ++position;
        if (x->trans != TILECHOL_NO_TRANS && x->trans != TILECHOL_TRANS && x->trans != TILECHOL_CONJ_TRANS)
            return position;
        ++position;
        if (x->diag != TILECHOL_UNIT && x->diag != TILECHOL_NON_UNIT)
            return position;
    }
    ++position;
    if (x->layout == TLC_VARIABLE ? !x->ns && x->batch > 0 : x->n < 0)
        return position;
    if (has_rhs(x) && (++position, x->nrhs < 0))
        return position;
    int bad = check_matrix(x, &x->a, x->layout == TLC_VARIABLE ? 1 : x->n, x->routine == TLC_BATCH_POTRF,
                           &position);
    if (!bad && has_rhs(x))
        bad = check_matrix(x, &x->b, x->nrhs, 1, &position);
    if (bad)
        return bad;
    if (has_info(x) && (++position, !x->info && x->batch > 0))
        return position;
    ++position;
    return x->batch < 0 ? position : 0;
}

/* The same for the members' sizes, which are in host memory. */
static int check_sizes(const struct tlc_batch_arguments *x, const int64_t *ns, const int64_t *ldas,
                       const int64_t *ldbs)
{
    const int at_n = x->routine == TLC_BATCH_TRTRS ? 4 : 2, at_a = at_n + (has_rhs(x) ? 3 : 2);
    for (int64_t m = 0; m < x->batch; ++m) {
        if (ns[m] < 0)
            return at_n;
        if (ldas[m] < tlc_max1(ns[m]))
            return at_a;
        if (has_rhs(x) && ldbs[m] < tlc_max1(ns[m]))
            return at_a + 2;
    }
    return 0;
}

/* ---- arrays that are not where they are needed ----------------------------------------------- */

/* The memory that a call has taken (tlc_block_take) and returns at its end. */
enum { MOST_LOANS = 16 };
struct loans {
    const struct tlc_call *call;
    void *taken[MOST_LOANS];
    int count;
    int64_t error; /* the first */
};

static void *take(struct loans *loans, size_t bytes, int pinned)
{
    void *memory = loans->error ? NULL : tlc_block_take(loans->call, bytes ? bytes : 1, pinned);
    if (memory)
        loans->taken[loans->count++] = memory;
    else if (!loans->error)
        loans->error = TILECHOL_ERROR_MEMORY;
    return memory;
}

static void leave(struct loans *loans)
{
    while (loans->count > 0)
        tlc_block_leave(loans->taken[--loans->count]);
}

/* Whether the device can access one of the caller's arrays; one on another GPU is an error. */
static int is_seen(struct loans *loans, const void *array)
{
    const struct tlc_call *call = loans->call;
    if (!array || call->place.device == TILECHOL_DEVICE_CPU)
        return 1;
    const int location = tlc_call_location(call, array);
    if (!loans->error)
        loans->error = tlc_check_location(call->work.routine, call->place.device, location, "matrices are");
    return location >= 0;
}

/* One of the caller's arrays where the device can access it: itself, or a copy. */
static const void *on_device(struct loans *loans, const void *array, size_t bytes)
{
    const struct tlc_call *call = loans->call;
    if (is_seen(loans, array))
        return array;
    void *copy = take(loans, bytes, 0);
    if (copy && call->backend->upload(call->place.device, copy, array, bytes))
        loans->error = TILECHOL_ERROR_DEVICE;
    return copy;
}

/* Where the device writes an array: the caller's own, or pinned memory of the host. */
static void *to_fill(struct loans *loans, void *array, size_t bytes)
{
    return is_seen(loans, array) ? array : take(loans, bytes, 1);
}

/* Sizes in host memory: the caller's own, or a copy that must be freed (*copied). Sets *error on failure. */
static const int64_t *on_host(const int64_t *sizes, int64_t batch, void **copied, int64_t *error)
{
    const int device = sizes ? tlc_location(sizes) : TILECHOL_DEVICE_CPU;
    const size_t bytes = (size_t)batch * sizeof *sizes;
    *copied = NULL;
    if (device < 0 || *error)
        return sizes;
    const struct tlc_backend *backend = tlc_backend_of(device);
    if (!backend) {
        *error = TILECHOL_ERROR_NO_BACKEND;
        return NULL;
    }
    *copied = malloc(bytes);
    if (!*copied)
        *error = TILECHOL_ERROR_MEMORY;
    else if (backend->download(device, *copied, sizes, bytes))
        *error = TILECHOL_ERROR_DEVICE;
    return *copied;
}

/* ---- where the data is ----------------------------------------------------------------------- */

/* Where the data is: where the array is if that is on a device, else where its first non-empty member is. */
static struct tlc_found probe(const struct tlc_batch_arguments *x, const struct tlc_batch_matrix *m,
                              const int64_t *ns)
{
    const struct tlc_found found = tlc_find(m->array);
    if (has_strides(x) || !m->array || found.location >= 0)
        return found;
    const void *const *pointers = m->array;
    for (int64_t k = 0; k < x->batch; ++k)
        if (!ns || ns[k] > 0)
            return tlc_find(pointers[k]);
    return tlc_find(NULL);
}

static struct tlc_members members_of(const struct tlc_batch_arguments *x, const struct tlc_batch_matrix *m)
{
    struct tlc_members members = {.ld = m->ld, .lds = m->lds, .stride = m->stride, .step = 1};
    if (x->layout == TLC_INTERLEAVED) {
        members.step = m->stride;
        members.stride = 1;
    }
    if (has_strides(x))
        members.data = (void *)m->array;
    else
        members.pointers = m->array;
    return members;
}

/* The jitter, or the first step of the ladder: 0 if the type has no such number. */
static double jitter_of(const struct tlc_batch_arguments *x)
{
    const tilechol_options *options = x->options;
    const double jitter = options ? options->jitter : 0;
    return options && options->jitter_tries > 0 && !(fabs(jitter) <= x->largest) ? 0 : jitter;
}

/* Steps of the jitter ladder. No step after the first overflows, and there is only one if the jitter is 0. */
static int tries_of(const struct tlc_batch_arguments *x)
{
    const tilechol_options *options = x->options;
    const int most = options && options->jitter_tries > 0 ? options->jitter_tries : 0;
    const double first = most ? fabs(jitter_of(x)) : 0;
    int tries = most > 0;
    for (double step = first; first > 0 && tries < most && step * 10 <= x->largest; ++tries)
        step *= 10;
    return tries;
}

static struct tlc_batch batch_of(const struct tlc_batch_arguments *x, int64_t n, const int64_t *ns)
{
    return (struct tlc_batch){.routine = x->routine,
                              .upper = x->uplo == TILECHOL_UPPER,
                              .transposed = x->trans == TILECHOL_TRANS || x->trans == TILECHOL_CONJ_TRANS,
                              .conjugated = x->trans == TILECHOL_CONJ_TRANS,
                              .unit = x->diag == TILECHOL_UNIT,
                              .batch = x->batch,
                              .n = n,
                              .nrhs = x->nrhs,
                              .ns = x->ns,
                              .host_ns = ns,
                              .a = members_of(x, &x->a),
                              .b = members_of(x, &x->b),
                              .info = x->info,
                              .jitter = jitter_of(x),
                              .tries = tries_of(x),
                              .added = factors(x) && x->options ? x->options->jitter_added : NULL};
}

/* ---- data on the device ---------------------------------------------------------------------- */

static void fill_back(void *array, const void *filled, size_t bytes)
{
    if (array && array != filled)
        memcpy(array, filled, bytes);
}

static int64_t run_in_place(const struct tlc_call *call, const struct tlc_batch_arguments *x,
                            struct tlc_batch *batch)
{
    const size_t count = (size_t)x->batch, sizes = count * sizeof(int64_t), pointers = count * sizeof(void *);
    int32_t *const info = batch->info;
    double *const added = batch->added;
    struct loans loans = {.call = call};
    int64_t result;
    batch->ns = on_device(&loans, batch->ns, sizes);
    batch->a.lds = on_device(&loans, batch->a.lds, sizes);
    batch->b.lds = on_device(&loans, batch->b.lds, sizes);
    batch->a.pointers = on_device(&loans, batch->a.pointers, pointers);
    batch->b.pointers = on_device(&loans, batch->b.pointers, pointers);
    batch->info = to_fill(&loans, info, count * sizeof *info);
    batch->added = to_fill(&loans, added, count * sizeof *added);
    result = loans.error;
    if (!result)
        result = x->run(call, batch);
    if (!result) {
        fill_back(info, batch->info, count * sizeof *info);
        fill_back(added, batch->added, count * sizeof *added);
    }
    leave(&loans);
    return result;
}

/* ---- data on the host, work on a GPU: as many members at a time as the pinned memory holds ------- */

#ifndef CHUNK_BYTES /* a test has its own */
#define CHUNK_BYTES   ((size_t)1 << 25)
#define CHUNK_MEMBERS ((int64_t)1 << 20)
#endif

/* Dense column-major copies of some members: those of a, with leading dimension n, then those of b. */
struct chunk {
    const struct tlc_batch_arguments *x;
    const struct tlc_batch *batch; /* the caller's */
    int64_t first, count, n; /* n: their largest order */
    size_t a_bytes, b_bytes; /* of one member */
    char *pinned, *device;
};

static int64_t chunk_order(const struct chunk *c, int64_t index)
{
    return c->batch->host_ns ? c->batch->host_ns[index] : c->batch->n;
}

/* Bytes of a member of order n. */
static size_t chunk_bytes(const struct chunk *c, int64_t n)
{
    return (size_t)(n * (n + c->batch->nrhs)) * c->x->element;
}

/* Takes as many members from c->first on as there is room for, at least one. Each occupies as much as the
 * largest of them, at least that of n = 1. */
static void chunk_take(struct chunk *c, size_t room, int64_t most)
{
    const int64_t left = c->batch->batch - c->first;
    c->n = 1;
    c->count = 0;
    while (c->count < most && c->count < left) {
        const int64_t own = chunk_order(c, c->first + c->count), n = tlc_max(own, c->n);
        if (c->count > 0 && chunk_bytes(c, n) > room / (size_t)(c->count + 1))
            break;
        c->n = n;
        ++c->count;
    }
    c->a_bytes = (size_t)(c->n * c->n) * c->x->element;
    c->b_bytes = chunk_bytes(c, c->n) - c->a_bytes;
}

/* Copies `rows` elements, `step` apart in the caller's column, to its dense copy, or back. */
static void copy_column(char *theirs, int64_t step, char *ours, int64_t rows, size_t element, int back)
{
    if (step == 1) {
        memcpy(back ? theirs : ours, back ? ours : theirs, (size_t)rows * element);
        return;
    }
    for (int64_t i = 0; i < rows; ++i) {
        char *there = theirs + (size_t)(i * step) * element, *here = ours + (size_t)i * element;
        memcpy(back ? there : here, back ? here : there, element);
    }
}

static void copy_member(const struct chunk *c, const struct tlc_members *m, int64_t index, int triangle,
                        int64_t columns, char *ours, int back)
{
    const size_t element = c->x->element;
    const int64_t n = chunk_order(c, index), ld = m->lds ? m->lds[index] : m->ld;
    char *theirs = tlc_member_data(m, index, element);
    columns = triangle ? n : columns;
    for (int64_t j = 0; j < columns; ++j) {
        const int64_t from = triangle && !c->batch->upper ? j : 0,
                      to = triangle && c->batch->upper ? j + 1 : n;
        copy_column(theirs + (size_t)((from + j * ld) * m->step) * element, m->step,
                    ours + (size_t)(from + j * c->n) * element, to - from, element, back);
    }
}

/* Copies the matrices to pinned memory, or the results back. */
static void copy_chunk(const struct chunk *c, int back)
{
    const int of_a = !back || c->x->routine == TLC_BATCH_POTRF;
    for (int64_t k = 0; k < c->count; ++k) {
        const size_t at_b = (size_t)c->count * c->a_bytes + (size_t)k * c->b_bytes;
        if (of_a)
            copy_member(c, &c->batch->a, c->first + k, 1, 0, c->pinned + (size_t)k * c->a_bytes, back);
        if (has_rhs(c->x))
            copy_member(c, &c->batch->b, c->first + k, 0, c->batch->nrhs, c->pinned + at_b, back);
    }
}

static int64_t run_chunk(const struct tlc_call *call, const struct chunk *c, struct tlc_batch part)
{
    const size_t a_bytes = (size_t)c->count * c->a_bytes, bytes = a_bytes + (size_t)c->count * c->b_bytes;
    const size_t from = c->x->routine == TLC_BATCH_POTRF ? 0 : a_bytes;
    int64_t result;
    copy_chunk(c, 0);
    if (call->backend->upload(call->place.device, c->device, c->pinned, bytes))
        return TILECHOL_ERROR_DEVICE;
    part.batch = c->count;
    part.n = c->n;
    part.a = (struct tlc_members){.data = c->device, .stride = part.n * part.n, .step = 1, .ld = part.n};
    part.b = (struct tlc_members){
        .data = c->device + a_bytes, .stride = part.n * part.nrhs, .step = 1, .ld = part.n};
    part.host_ns = part.host_ns ? part.host_ns + c->first : NULL;
    result = c->x->run(call, &part);
    if (!result &&
        call->backend->download(call->place.device, c->pinned + from, c->device + from, bytes - from))
        result = TILECHOL_ERROR_DEVICE;
    if (!result)
        copy_chunk(c, 1);
    return result;
}

static int64_t run_copied(const struct tlc_call *call, const struct tlc_batch_arguments *x,
                          const struct tlc_batch *batch)
{
    struct chunk c = {.x = x, .batch = batch};
    struct loans loans = {.call = call};
    struct tlc_batch part = *batch;
    const size_t largest = chunk_bytes(&c, batch->n);
    const int64_t fit = largest < CHUNK_BYTES ? (int64_t)(CHUNK_BYTES / largest) : 1,
                  most = tlc_min(x->batch, CHUNK_MEMBERS);
    const size_t room = largest * (size_t)tlc_min(fit, x->batch);
    c.pinned = take(&loans, room, 1);
    c.device = take(&loans, room, 0);
    int32_t *info = x->info ? take(&loans, (size_t)most * sizeof *info, 1) : NULL;
    double *added = batch->added ? take(&loans, (size_t)most * sizeof *added, 1) : NULL;
    int64_t *ns = x->ns ? take(&loans, (size_t)most * sizeof *ns, 0) : NULL;
    int64_t result = loans.error;
    part.info = info;
    part.added = added;
    part.ns = ns;
    for (c.first = 0; c.first < x->batch && !result; c.first += c.count) {
        chunk_take(&c, room, most);
        if (ns && call->backend->upload(call->place.device, ns, batch->host_ns + c.first,
                                        (size_t)c.count * sizeof *ns))
            result = TILECHOL_ERROR_DEVICE;
        if (!result)
            result = run_chunk(call, &c, part);
        if (!result && info)
            memcpy(batch->info + c.first, info, (size_t)c.count * sizeof *info);
        if (!result && added)
            memcpy(batch->added + c.first, added, (size_t)c.count * sizeof *added);
    }
    leave(&loans);
    return result;
}

/* ---- a call ---------------------------------------------------------------------------------- */

/* The cost of moving a matrix, in operations per element, and of a member as such, in operations. */
static const double MOVE_EFFORT = 8, MEMBER_EFFORT = 200;

/* Where a call whose members are all empty works: where one of its arrays is on a GPU, since it writes
 * info and jitter_added, wherever they are. */
static struct tlc_found probe_empty(const struct tlc_batch_arguments *x)
{
    const void *arrays[] = {
        x->info, x->options ? x->options->jitter_added : NULL, x->ns, x->a.array, x->b.array, x->a.lds,
        x->b.lds};
    struct tlc_found found = tlc_find(arrays[0]);
    for (size_t k = 1; k < sizeof arrays / sizeof *arrays && found.location < 0; ++k)
        found = tlc_find(arrays[k]);
    return found;
}

/* Bytes that a GPU needs for the members that it holds at a time and for their workspace. */
static double room_of(const struct tlc_batch_arguments *x, int64_t n)
{
    const double member = (double)n * ((double)n + (double)x->nrhs) * (double)x->element;
    return 2 * (member > (double)CHUNK_BYTES ? member : (double)CHUNK_BYTES);
}

static struct tlc_work work_of(const struct tlc_batch_arguments *x, int64_t n, const int64_t *ns,
                               double *effort)
{
    const double solves = x->routine == TLC_BATCH_POTRF ? 0 : x->routine == TLC_BATCH_TRTRS ? 1 : 2;
    double squares = 0, flops = 0;
    for (int64_t m = 0; m < (ns ? x->batch : 1); ++m) {
        const double order = (double)(ns ? ns[m] : n), times = ns ? 1 : (double)x->batch;
        squares += times * order * order;
        flops += x->flop * times * order * order * ((factors(x) ? order / 3 : 0) + solves * (double)x->nrhs);
    }
    *effort = flops + MOVE_EFFORT * squares + MEMBER_EFFORT * (double)x->batch;
    return (struct tlc_work){x->name, n, flops, squares * (double)x->element, room_of(x, n)};
}

/* Does the call; the sizes are in host memory. */
static int64_t run(const struct tlc_batch_arguments *x, const int64_t *ns, const int64_t *ldas,
                   const int64_t *ldbs)
{
    struct tlc_call call;
    double effort;
    int64_t n = x->n;
    for (int64_t m = 0; ns && m < x->batch; ++m)
        n = tlc_max(n, ns[m]);
    const struct tlc_work work = work_of(x, n, ns, &effort);
    struct tlc_batch batch = batch_of(x, n, ns);
    const struct tlc_found a = n ? probe(x, &x->a, ns) : probe_empty(x),
                           b = n && has_rhs(x) && x->nrhs ? probe(x, &x->b, ns) : tlc_find(NULL);
    int64_t result = tlc_call_begin_found(&call, &work, x->options, a, b);
    if (result)
        return result;
    if (call.place.device == TILECHOL_DEVICE_CPU)
        tlc_call_effort(&call, x->options, effort);
    if ((a.location < 0) != (b.location < 0) && b.array)
        return tlc_call_end(
            &call, tlc_error(TILECHOL_ERROR_LOCATION, "%s: only one of the arrays is on a GPU", x->name));
    if (n == 0 || call.place.device == TILECHOL_DEVICE_CPU || a.location >= 0) {
        result = run_in_place(&call, x, &batch);
    } else {
        batch.a.lds = ldas;
        batch.b.lds = ldbs;
        result = run_copied(&call, x, &batch);
    }
    return tlc_call_end(&call, result);
}

int64_t tlc_batched(const struct tlc_batch_arguments *x)
{
    const int64_t *sizes[3] = {x->ns, x->a.lds, x->b.lds};
    void *copied[3] = {NULL, NULL, NULL};
    int bad = check(x);
    int64_t result = 0;
    if (bad)
        return tlc_bad_argument(x->name, bad);
    if (x->batch == 0)
        return 0;
    for (int k = 0; k < 3; ++k)
        sizes[k] = on_host(sizes[k], x->batch, &copied[k], &result);
    if (result)
        result = tlc_backend_error(result, x->name);
    else if (x->layout == TLC_VARIABLE && (bad = check_sizes(x, sizes[0], sizes[1], sizes[2])))
        result = tlc_bad_argument(x->name, bad);
    else if (x->routine != TLC_BATCH_POTRS || (x->nrhs > 0 && (x->ns || x->n > 0)))
        result = run(x, sizes[0], sizes[1], sizes[2]);
    for (int k = 0; k < 3; ++k)
        free(copied[k]);
    return result;
}
