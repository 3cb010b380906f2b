/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of host matrices on the device that a call works on: through pinned memory or, if the matrices
 * are page-locked, directly. */
#ifndef TLC_STAGING_H
#define TLC_STAGING_H

#include "src/call.h"
#include "src/storage.h"

struct tlc_matrix;

/* Columns [j, j + columns) of a matrix, and in these, rows [first, first + count). */
struct tlc_chunk {
    int64_t j, columns, first, count;
};

/* Copies a chunk of a packed or RFP triangle to columns that are ld elements apart, with the chunk's
 * first element at `ours`, or back. */
typedef void tlc_copy_chunk(const struct tlc_matrix *m, const struct tlc_chunk *c, void *ours, int64_t ld,
                            int back, int threads);

/* A matrix where the call works: the caller's own, or a copy. */
struct tlc_matrix {
    void *data;
    int64_t ld;
    /* the caller's */
    void *host;
    int64_t host_ld, rows, columns;
    enum tlc_shape shape;
    size_t element;
    tlc_copy_chunk *copy; /* NULL: the caller's columns are stored as ours */
    int filled; /* whether a copy has the caller's values */
    int locked; /* whether the caller's memory is page-locked and copied directly */
};

/* Makes m stand for the caller's rows x columns elements at a. With fill, a copy starts with the
 * caller's values. Returns 0 or an error with its text; after an error nothing needs to be released. */
int64_t tlc_matrix_open(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape, int64_t rows,
                        int64_t columns, const void *a, int64_t lda, size_t element, int fill);
/* The same for a packed or RFP triangle on the host, which is always copied to a full one. */
int64_t tlc_matrix_open_stored(const struct tlc_call *call, struct tlc_matrix *m, enum tlc_shape shape,
                               int64_t n, const void *a, size_t element, tlc_copy_chunk *copy, int fill);
/* Gives a copy the caller's values, unless it has them. Returns 0 or an error. */
int64_t tlc_matrix_fill(const struct tlc_call *call, struct tlc_matrix *m);
/* Copies a copy back to the caller; writes only the elements of its shape. */
int64_t tlc_matrix_copy_back(const struct tlc_call *call, const struct tlc_matrix *m);
/* Returns a copy's memory; may also be called after an open that failed. */
void tlc_matrix_close(struct tlc_matrix *m);
/* Bytes that a copy takes on the device. */
size_t tlc_matrix_bytes(const struct tlc_matrix *m);

/* How many chunks a matrix has, and the index-th of them, in the order of columns. A chunk has all rows
 * that any of its columns has. */
int64_t tlc_chunks(const struct tlc_matrix *m);
struct tlc_chunk tlc_chunk_at(const struct tlc_matrix *m, int64_t index);

/* One thread's double buffer in pinned memory: while one chunk is on its way to the device or back, the
 * thread moves another between pinned memory and the caller's. A page-locked matrix is copied directly,
 * except for those rows of a triangle's chunk that some of its columns do not have. */
struct tlc_copier {
    const struct tlc_call *call;
    const struct tlc_matrix *m;
    char *pinned; /* two buffers of `bytes` each; NULL if bytes = 0 */
    size_t bytes;
    struct tlc_chunk last; /* on its way; no columns: none */
    int back; /* whether `last` goes to the host */
    int turn; /* which buffer is free */
};

/* How many copiers (threads) copy a matrix. */
int tlc_copiers(const struct tlc_call *call, const struct tlc_matrix *m);
/* Returns 0 on success. A copier may be closed even if opening it failed. */
int tlc_copier_open(struct tlc_copier *copier, const struct tlc_call *call, const struct tlc_matrix *m);
void tlc_copier_close(struct tlc_copier *copier);
/* Begins a chunk (NULL: none) and completes the one before. Returns 0 on success. */
int tlc_copier_next(struct tlc_copier *copier, const struct tlc_chunk *c, int back);

/* Memory of the call's device or, if pinned, of the host, for the call's duration; NULL if there is none. */
void *tlc_block_take(const struct tlc_call *call, size_t bytes, int pinned);
void tlc_block_leave(void *memory);

/* Frees the memory that is kept for later calls. */
void tlc_staging_trim(void);

#endif
