/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/staging.h"

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
static struct block *blocks;

enum { PINNED_BYTES = 1 << 25 };

static struct block *block_find(const struct tlc_call *call, size_t bytes, int pinned)
{
    struct block *best = NULL;
    for (struct block *b = blocks; b; b = b->next)
        if (!b->used && b->backend == call->backend && b->device == call->place.device &&
            b->pinned == pinned && b->bytes >= bytes && (!best || b->bytes < best->bytes))
            best = b;
    return best;
}

/* Frees an idle block, which is too small: so there are never more than calls at a time need. */
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

static void *block_take(const struct tlc_call *call, size_t bytes, int pinned)
{
    pthread_mutex_lock(&lock);
    struct block *b = block_find(call, bytes, pinned);
    if (b)
        b->used = 1;
    pthread_mutex_unlock(&lock);
    if (b)
        return b->memory;

    block_drop(call, pinned);
    void *memory = call->backend->allocate(call->place.device, bytes, pinned);
    if (!memory) {
        tilechol_release_workspace();
        memory = call->backend->allocate(call->place.device, bytes, pinned);
    }
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

static void block_leave(void *memory)
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
    *first = m->shape == TLC_LOWER ? j : 0;
    *count = m->shape == TLC_UPPER && j < m->rows ? j + 1 : m->rows - *first;
}

/* Copies columns j0.. between the caller and the host memory `ours`. */
static void copy_columns(const struct tlc_call *call, const struct tlc_matrix *m, char *ours, int64_t j0,
                         int64_t columns, int back)
{
    if (m->copy) {
        m->copy(m, ours, j0, columns, back, call->place.threads);
        return;
    }
    for (int64_t j = 0; j < columns; ++j) {
        int64_t first, count;
        column_range(m, j0 + j, &first, &count);
        char *theirs = (char *)m->host + (size_t)((j0 + j) * m->host_ld + first) * m->element,
             *mine = ours + (size_t)(j * m->ld + first) * m->element;
        memcpy(back ? theirs : mine, back ? mine : theirs, (size_t)count * m->element);
    }
}

/* Copies all columns between the caller and the copy; to a GPU as many at a time as fit in pinned
 * memory. */
static int transfer(const struct tlc_call *call, const struct tlc_matrix *m, int back)
{
    if (call->device == TILECHOL_DEVICE_CPU) {
        copy_columns(call, m, m->data, 0, m->columns, back);
        return 0;
    }
    const size_t column = (size_t)m->ld * m->element;
    const int64_t most = column < PINNED_BYTES ? (int64_t)(PINNED_BYTES / column) : 1;
    char *pinned = block_take(call, column < PINNED_BYTES ? PINNED_BYTES : column, 1);
    int failed = !pinned;
    for (int64_t j0 = 0; j0 < m->columns && !failed; j0 += most) {
        const int64_t columns = m->columns - j0 < most ? m->columns - j0 : most;
        char *device = (char *)m->data + (size_t)j0 * column;
        if (back)
            failed = call->backend->download(call->place.device, pinned, device, (size_t)columns * column);
        if (!failed)
            copy_columns(call, m, pinned, j0, columns, back);
        if (!back && !failed)
            failed = call->backend->upload(call->place.device, device, pinned, (size_t)columns * column);
    }
    if (pinned)
        block_leave(pinned);
    return failed;
}

/* Makes the copy of a matrix that has one. */
static int64_t make_copy(const struct tlc_call *call, struct tlc_matrix *m, int fill)
{
    m->ld = (m->rows + 15) / 16 * 16;
    if (call->device == TILECHOL_DEVICE_CPU && (size_t)m->ld * m->element % 512 == 0)
        m->ld += 16; /* rows of a block of columns would share too few sets of a cache */
    m->data = block_take(call, (size_t)m->ld * (size_t)m->columns * m->element, 0);
    if (!m->data)
        return tlc_backend_error(TILECHOL_ERROR_MEMORY, call->work.routine);
    if (fill && transfer(call, m, 0)) {
        tlc_matrix_close(call, m);
        return tlc_backend_error(TILECHOL_ERROR_DEVICE, call->work.routine);
    }
    return 0;
}

int64_t tlc_matrix_open(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape, int64_t rows,
                        int64_t columns, const void *a, int64_t lda, size_t element, int fill)
{
    *m = (struct tlc_matrix){(void *)a, lda, NULL, 0, rows, columns, shape, element, NULL};
    if (call->device == TILECHOL_DEVICE_CPU || tlc_location(a) >= 0)
        return 0;
    m->host = (void *)a;
    m->host_ld = lda;
    return make_copy(call, m, fill);
}

int64_t tlc_matrix_open_stored(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape,
                               int64_t n, const void *a, size_t element, tlc_copy_columns *copy)
{
    *m = (struct tlc_matrix){NULL, 0, (void *)a, 0, n, n, shape, element, copy};
    if (call->device != TILECHOL_DEVICE_CPU && tlc_location(a) >= 0) {
        m->host = NULL;
        return tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s: a packed or RFP matrix is on a GPU",
                         call->work.routine);
    }
    return make_copy(call, m, 1);
}

int64_t tlc_matrix_copy_back(const struct tlc_call *call, const struct tlc_matrix *m)
{
    if (!m->host || !transfer(call, m, 1))
        return 0;
    return tlc_backend_error(TILECHOL_ERROR_DEVICE, call->work.routine);
}

void tlc_matrix_close(const struct tlc_call *call, struct tlc_matrix *m)
{
    (void)call;
    if (m->host)
        block_leave(m->data);
    m->host = NULL;
}
