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

void *tlc_block_take(const struct tlc_call *call, size_t bytes, int pinned)
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
    *first = m->shape == TLC_LOWER ? j : 0;
    *count = m->shape == TLC_UPPER && j < m->rows ? j + 1 : m->rows - *first;
}

/* Copies all columns between the caller and the copy, as many at a time as fit in pinned memory. */
static int transfer(const struct tlc_call *call, const struct tlc_matrix *m, int back)
{
    const size_t column = (size_t)m->ld * m->element;
    const int64_t most = column < PINNED_BYTES ? (int64_t)(PINNED_BYTES / column) : 1;
    char *pinned = tlc_block_take(call, column < PINNED_BYTES ? PINNED_BYTES : column, 1);
    int failed = !pinned;
    for (int64_t j0 = 0; j0 < m->columns && !failed; j0 += most) {
        const int64_t columns = m->columns - j0 < most ? m->columns - j0 : most;
        char *device = (char *)m->data + (size_t)j0 * column;
        if (back)
            failed = call->backend->download(call->place.device, pinned, device, (size_t)columns * column);
        for (int64_t j = 0; j < columns && !failed; ++j) {
            int64_t first, count;
            column_range(m, j0 + j, &first, &count);
            char *theirs = (char *)m->host + (size_t)((j0 + j) * m->host_ld + first) * m->element,
                 *ours = pinned + (size_t)j * column + (size_t)first * m->element;
            memcpy(back ? theirs : ours, back ? ours : theirs, (size_t)count * m->element);
        }
        if (!back && !failed)
            failed = call->backend->upload(call->place.device, device, pinned, (size_t)columns * column);
    }
    if (pinned)
        tlc_block_leave(pinned);
    return failed;
}

int64_t tlc_matrix_open(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape, int64_t rows,
                        int64_t columns, const void *a, int64_t lda, size_t element, int fill)
{
    *m = (struct tlc_matrix){(void *)a, lda, NULL, 0, rows, columns, shape, element};
    if (call->device == TILECHOL_DEVICE_CPU || tlc_location(a) >= 0)
        return 0;
    m->ld = (rows + 15) / 16 * 16;
    m->host = (void *)a;
    m->host_ld = lda;
    m->data = tlc_block_take(call, (size_t)m->ld * (size_t)columns * element, 0);
    if (!m->data)
        return tlc_backend_error(TILECHOL_ERROR_MEMORY, call->work.routine);
    if (fill && transfer(call, m, 0)) {
        tlc_matrix_close(call, m);
        return tlc_backend_error(TILECHOL_ERROR_DEVICE, call->work.routine);
    }
    return 0;
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
        tlc_block_leave(m->data);
    m->host = NULL;
}
