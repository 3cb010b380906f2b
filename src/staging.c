/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/staging.h"
#include "src/stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Memory kept between calls: allocating device or pinned memory takes longer than most copies. */
struct block {
    struct block *next;
    const struct tlc_backend *backend;
    void *memory;
    size_t bytes;
    int device, pinned, used;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;
static struct block *blocks;

/* A thread copies a CHUNKS-th of a matrix at a time, within these bounds: each copy has a cost, but
 * nothing can begin before the first chunk has come or end before the last has gone. From pageable to
 * pinned memory, 1 thread copies 8 GB/s, 8 threads 51 and 16 threads 59; from there to the GPU it is 55
 * (16 cores, an H200, PCIe; 2026-11-21). dpotrf of host data with chunks of 1, 2 and 4 MB takes, in ms,
 * 0.76, 0.95 and 1.42 for n = 1024; 4.2, 3.6 and 4.6 for 4096; 16.5, 13.2 and 12.9 for 8192; 65, 52 and
 * 46 for 16384 (2026-11-22). */
enum { CHUNKS = 64, LEAST_BYTES = 1 << 20, MOST_BYTES = 1 << 22, MOST_THREADS = 16 };

/* Page-locked memory, which no thread moves, goes in larger chunks. With 4, 8, 16 and 32 MB, dpotrf
 * takes 11.9, 11.65, 11.7 and 11.7 ms for n = 8192, and 44.9, 43.0, 42.4 and 42.1 for 16384 (when
 * nothing went back before all had come; 2026-11-25). CUDA copies columns that are at most LOCKED_PITCH
 * bytes apart. */
enum { LOCKED_BYTES = 1 << 24, LOCKED_THREADS = 4, LOCKED_PITCH = INT32_MAX };

/* From this size on, results go back past the processor's cache. dpotrf of host data, in ms, with the C
 * library's copies and with streamed ones: n = 4096 4.3 to 4.6 and 4.2 to 4.4, upper 4.4 to 4.6 with
 * both; n = 8192 11.9 to 12.5 and 11.8 to 12.2, upper 13.3 to 14.2 and 12.9 to 13.2. If the way in is
 * streamed too, 8192 takes 12.1 to 12.5, upper 13.1 to 13.7. Of smaller ones, n = 3000 takes 2.81 and
 * 2.85, 3500 3.42 and 3.55, potrs with 1024 right-hand sides of 8192 13.7 and 13.9 (16 cores, H200,
 * 2026-11-28). */
#ifndef STREAMED_BYTES /* a test has its own */
#define STREAMED_BYTES ((size_t)1 << 27)
#endif

static struct block *block_find(const struct tlc_call *call, size_t bytes, int pinned)
{
    struct block *best = NULL;
    for (struct block *b = blocks; b; b = b->next)
        if (!b->used && b->backend == call->backend && b->device == call->place.device &&
            b->pinned == pinned && b->bytes >= bytes && (!best || b->bytes < best->bytes))
            best = b;
    return best;
}

/* Frees one idle block, which is too small: so there are never more blocks than concurrent calls need. */
static void block_drop(const struct tlc_call *call, int pinned)
{
    pthread_mutex_lock(&lock);
    for (struct block **p = &blocks; *p; p = &(*p)->next) {
        struct block *b = *p;
        if (!b->used && b->backend == call->backend && b->device == call->place.device &&
            b->pinned == pinned) {
            *p = b->next;
            b->backend->release(b->device, b->memory, b->pinned);
            free(b);
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

/* Else a forked child could find the lock held by a thread that it does not have. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void survive_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

void *tlc_block_take(const struct tlc_call *call, size_t bytes, int pinned)
{
    pthread_once(&fork_once, survive_forks);
    pthread_mutex_lock(&lock);
    struct block *b = block_find(call, bytes, pinned);
    if (b)
        b->used = 1;
    pthread_mutex_unlock(&lock);
    if (b)
        return b->memory;

    block_drop(call, pinned);
    void *memory = call->backend->allocate(call->place.device, bytes, pinned);
    b = memory ? malloc(sizeof *b) : NULL;
    if (!b) {
        if (memory)
            call->backend->release(call->place.device, memory, pinned);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    *b = (struct block){blocks, call->backend, memory, bytes, call->place.device, pinned, 1};
    blocks = b;
    pthread_mutex_unlock(&lock);
    return memory;
}

void tlc_block_leave(void *memory)
{
    pthread_mutex_lock(&lock);
    for (struct block *b = blocks; b; b = b->next)
        if (b->memory == memory)
            b->used = 0;
    pthread_mutex_unlock(&lock);
}

void tlc_staging_trim(void)
{
    pthread_mutex_lock(&lock);
    for (struct block **p = &blocks; *p;) {
        struct block *b = *p;
        if (b->used) {
            p = &b->next;
            continue;
        }
        *p = b->next;
        b->backend->release(b->device, b->memory, b->pinned);
        free(b);
    }
    pthread_mutex_unlock(&lock);
}

/* The rows of column j that belong to the matrix. */
static void column_range(const struct tlc_matrix *m, int64_t j, int64_t *first, int64_t *count)
{
    const int upper = tlc_is_upper(m->shape);
    *first = m->shape == TLC_FULL || upper ? 0 : j;
    *count = upper && j < m->rows ? j + 1 : m->rows - *first;
}

static size_t column_bytes(const struct tlc_matrix *m)
{
    return (size_t)m->ld * m->element;
}

size_t tlc_matrix_bytes(const struct tlc_matrix *m)
{
    return column_bytes(m) * (size_t)m->columns;
}

/* Columns in each chunk but the last. */
static int64_t chunk_columns(const struct tlc_matrix *m)
{
    const size_t part = tlc_matrix_bytes(m) / CHUNKS, most = m->locked ? LOCKED_BYTES : MOST_BYTES,
                 bytes = part < LEAST_BYTES ? LEAST_BYTES
                         : part < most      ? part
                                            : most;
    return tlc_max1((int64_t)(bytes / column_bytes(m)));
}

int64_t tlc_chunks(const struct tlc_matrix *m)
{
    const int64_t most = chunk_columns(m);
    return (m->columns + most - 1) / most;
}

struct tlc_chunk tlc_chunk_at(const struct tlc_matrix *m, int64_t index)
{
    const int64_t most = chunk_columns(m);
    struct tlc_chunk c = {index * most, tlc_min(most, m->columns - index * most), 0, 0};
    int64_t first, count;
    column_range(m, c.j, &c.first, &count);
    column_range(m, c.j + c.columns - 1, &first, &count);
    c.count = first + count - c.first;
    return c;
}

/* Rows [first, end) of a chunk. */
static struct tlc_chunk chunk_part(const struct tlc_chunk *c, int64_t first, int64_t end)
{
    return (struct tlc_chunk){c->j, c->columns, first, tlc_max(end - first, 0)};
}

/* The rows of a chunk that only some of its columns have: a rectangle of them would exceed the triangle. */
static struct tlc_chunk chunk_ragged(const struct tlc_matrix *m, const struct tlc_chunk *c)
{
    const int64_t end = c->first + c->count, below = tlc_min(c->j + c->columns, end);
    return chunk_part(c, c->j, m->shape == TLC_FULL ? c->j : below);
}

/* The rows of a chunk that all of its columns have. */
static struct tlc_chunk chunk_straight(const struct tlc_matrix *m, const struct tlc_chunk *c)
{
    const int64_t end = c->first + c->count;
    if (m->shape == TLC_UPPER)
        return chunk_part(c, c->first, tlc_min(c->j, end));
    return chunk_part(c, m->shape == TLC_FULL ? c->first : c->j + c->columns, end);
}

/* The part of a chunk that goes through pinned memory. */
static struct tlc_chunk chunk_staged(const struct tlc_matrix *m, const struct tlc_chunk *c)
{
    return m->locked ? chunk_ragged(m, c) : *c;
}

/* Copies the staged part of a chunk between the caller's columns and pinned memory, where columns are
 * contiguous. Pinned memory should stay in the cache, and so should the caller's as far as it fits
 * there. */
static void chunk_move(const struct tlc_matrix *m, const struct tlc_chunk *chunk, char *pinned, int back)
{
    const struct tlc_chunk staged = chunk_staged(m, chunk), *const c = &staged;
    const int past = back && tlc_matrix_bytes(m) >= STREAMED_BYTES;
    if (!c->count)
        return;
    if (m->copy) {
        m->copy(m, c, pinned, c->count, back, 1);
        return;
    }
    for (int64_t j = c->j; j < c->j + c->columns; ++j) {
        int64_t first, count;
        column_range(m, j, &first, &count);
        const int64_t end = tlc_min(first + count, c->first + c->count);
        first = tlc_max(first, c->first);
        if (end <= first)
            continue;
        char *theirs = (char *)m->host + (size_t)(j * m->host_ld + first) * m->element;
        char *ours = pinned + (size_t)((j - c->j) * c->count + first - c->first) * m->element;
        const size_t bytes = (size_t)(end - first) * m->element;
        if (past)
            tlc_stream(theirs, ours, bytes);
        else
            memcpy(back ? theirs : ours, back ? ours : theirs, bytes);
    }
    if (past)
        tlc_stream_end();
}

int tlc_copiers(const struct tlc_call *call, const struct tlc_matrix *m)
{
    const int64_t chunks = tlc_chunks(m);
    const int most = m->locked ? LOCKED_THREADS : MOST_THREADS;
    const int threads = call->place.threads < most ? call->place.threads : most;
    return chunks < threads ? (int)chunks : threads;
}

/* Bytes of the staged part of the largest chunk. */
static size_t copier_bytes(const struct tlc_matrix *m)
{
    const int64_t most = chunk_columns(m);
    const size_t columns = (size_t)tlc_min(most, m->columns);
    if (!m->locked)
        return column_bytes(m) * (size_t)most;
    return m->shape == TLC_FULL ? 0 : columns * columns * m->element;
}

int tlc_copier_open(struct tlc_copier *copier, const struct tlc_call *call, const struct tlc_matrix *m)
{
    *copier = (struct tlc_copier){.call = call, .m = m, .bytes = copier_bytes(m)};
    if (copier->bytes)
        copier->pinned = tlc_block_take(call, 2 * copier->bytes, 1);
    return copier->bytes && !copier->pinned;
}

void tlc_copier_close(struct tlc_copier *copier)
{
    if (copier->last.columns)
        copier->call->backend->copies_wait(copier->call->place.device);
    if (copier->pinned)
        tlc_block_leave(copier->pinned);
}

/* Begins to copy part of a chunk between the device and `here`, where columns are `pitch` bytes apart. */
static int part_begin(const struct tlc_copier *copier, const struct tlc_chunk *part, void *here, size_t pitch,
                      int back)
{
    const struct tlc_matrix *m = copier->m;
    const struct tlc_call *call = copier->call;
    char *there = (char *)m->data + (size_t)(part->j * m->ld + part->first) * m->element;
    return part->count > 0 &&
           call->backend->copy_columns(call->place.device, there, column_bytes(m), here, pitch,
                                       (size_t)part->count * m->element, (size_t)part->columns, back);
}

/* Begins to copy a chunk. */
static int chunk_begin(const struct tlc_copier *copier, const struct tlc_chunk *c, void *room, int back)
{
    const struct tlc_matrix *m = copier->m;
    const struct tlc_chunk staged = chunk_staged(m, c), direct = chunk_straight(m, c);
    const size_t pitch = (size_t)m->host_ld * m->element;
    char *const theirs = (char *)m->host + (size_t)direct.j * pitch + (size_t)direct.first * m->element;
    return (m->locked && part_begin(copier, &direct, theirs, pitch, back)) ||
           part_begin(copier, &staged, room, (size_t)staged.count * m->element, back);
}

int tlc_copier_next(struct tlc_copier *copier, const struct tlc_chunk *c, int back)
{
    const struct tlc_matrix *m = copier->m;
    const int last_back = copier->back;
    const struct tlc_chunk last = copier->last;
    char *const room = copier->pinned + (copier->turn ? copier->bytes : 0);
    char *const last_room = copier->pinned + (copier->turn ? 0 : copier->bytes);
    if (c && !back)
        chunk_move(m, c, room, 0);
    if (last.columns && copier->call->backend->copies_wait(copier->call->place.device))
        return 1;
    copier->last = c ? *c : (struct tlc_chunk){0, 0, 0, 0};
    if (c) {
        copier->back = 0; /* nothing is moved back from a copy that could not begin */
        if (chunk_begin(copier, c, room, back))
            return 1;
        copier->back = back;
        copier->turn = !copier->turn;
    }
    if (last.columns && last_back)
        chunk_move(m, &last, last_room, 1);
    return 0;
}

static int64_t draw(int64_t *next)
{
    int64_t drawn;
#pragma omp atomic capture
    drawn = (*next)++;
    return drawn;
}

/* Copies the elements of a matrix between the caller and the copy, chunk by chunk, with as many threads
 * as there is pinned memory for. Returns 0, or an error with its text. */
static int64_t transfer(const struct tlc_call *call, const struct tlc_matrix *m, int back)
{
    if (m->copy && call->place.device == TILECHOL_DEVICE_CPU) {
        m->copy(m, &(struct tlc_chunk){0, m->columns, 0, m->rows}, m->data, m->ld, back, call->place.threads);
        return 0;
    }
    const int64_t chunks = tlc_chunks(m);
    const int threads = tlc_copiers(call, m);
    int64_t next = 0;
    int failed = 0, copiers = 0;
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(| : failed) reduction(+ : copiers)
    {
        struct tlc_copier copier;
        if (!tlc_copier_open(&copier, call, m)) {
            copiers = 1;
            for (int64_t index; !failed && (index = draw(&next)) < chunks;) {
                const struct tlc_chunk c = tlc_chunk_at(m, index);
                failed = tlc_copier_next(&copier, &c, back);
            }
            failed = failed || tlc_copier_next(&copier, NULL, 0);
        }
        tlc_copier_close(&copier);
    }
    if (failed)
        return TILECHOL_ERROR_DEVICE;
    return copiers ? 0 : TILECHOL_ERROR_MEMORY;
}

int64_t tlc_matrix_fill(const struct tlc_call *call, struct tlc_matrix *m)
{
    if (!m->host || m->filled)
        return 0;
    m->filled = 1;
    return transfer(call, m, 0);
}

static int is_page_locked(const struct tlc_matrix *m)
{
    const int64_t elements = (m->columns - 1) * m->host_ld + m->rows;
    const char *const a = m->host;
    return elements > 0 && (size_t)m->host_ld * m->element <= LOCKED_PITCH &&
           tlc_page_locked(a, a + (size_t)elements * m->element - 1);
}

/* Makes the copy of a matrix that needs one. */
static int64_t make_copy(const struct tlc_call *call, struct tlc_matrix *m, int fill)
{
    m->ld = (m->rows + 15) / 16 * 16;
    if (call->place.device == TILECHOL_DEVICE_CPU && (size_t)m->ld * m->element % 512 == 0)
        m->ld += 16; /* else rows of a block of columns share too few cache sets */
    m->data = tlc_block_take(call, tlc_matrix_bytes(m), 0);
    if (!m->data)
        return TILECHOL_ERROR_MEMORY;
    const int64_t error = fill ? tlc_matrix_fill(call, m) : 0;
    if (error)
        tlc_matrix_close(m);
    return error;
}

int64_t tlc_matrix_open(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape, int64_t rows,
                        int64_t columns, const void *a, int64_t lda, size_t element, int fill)
{
    *m = (struct tlc_matrix){
        .data = (void *)a, .ld = lda, .rows = rows, .columns = columns, .shape = shape, .element = element};
    if (call->place.device == TILECHOL_DEVICE_CPU || tlc_call_location(call, a) >= 0)
        return 0;
    m->host = (void *)a;
    m->host_ld = lda;
    m->locked = is_page_locked(m);
    return make_copy(call, m, fill);
}

int64_t tlc_matrix_open_stored(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape,
                               int64_t n, const void *a, size_t element, tlc_copy_chunk *copy, int fill)
{
    *m = (struct tlc_matrix){
        .host = (void *)a, .rows = n, .columns = n, .shape = shape, .element = element, .copy = copy};
    if (call->place.device != TILECHOL_DEVICE_CPU && tlc_call_location(call, a) >= 0) {
        m->host = NULL;
        return tlc_error(TILECHOL_ERROR_NO_BACKEND,
                         "%s: a packed or RFP matrix is on a GPU, but must be on the host",
                         call->work.routine);
    }
    return make_copy(call, m, fill);
}

int64_t tlc_matrix_copy_back(const struct tlc_call *call, const struct tlc_matrix *m)
{
    return m->host ? transfer(call, m, 1) : 0;
}

void tlc_matrix_close(struct tlc_matrix *m)
{
    if (m->host)
        tlc_block_leave(m->data);
    m->host = NULL;
}
