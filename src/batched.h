/* SPDX-License-Identifier: BSD-3-Clause
 * A batched call as its caller makes it, before it is decided where it works. */
#ifndef TLC_BATCHED_H
#define TLC_BATCHED_H

#include "src/call.h"

enum tlc_layout { TLC_POINTERS, TLC_STRIDED, TLC_VARIABLE, TLC_INTERLEAVED };

/* One argument: an array of pointers to the members' matrices, or the first matrix. */
struct tlc_batch_matrix {
    const void *array;
    int64_t ld, stride;
    const int64_t *lds; /* TLC_VARIABLE: each member's leading dimension */
};

struct tlc_batch_arguments {
    const char *name; /* the routine's */
    enum tlc_batch_routine routine;
    enum tlc_layout layout;
    tilechol_uplo uplo;
    tilechol_trans trans; /* trans and diag: of trtrs only */
    tilechol_diag diag;
    int64_t n, nrhs, batch;
    const int64_t *ns; /* TLC_VARIABLE: each member's order */
    struct tlc_batch_matrix a, b;
    int32_t *info; /* potrs has none */
    const tilechol_options *options;
    /* what depends on the type */
    size_t element;
    double flop; /* real operations per operation */
    double largest; /* the largest finite number */
    int64_t (*run)(const struct tlc_call *call, const struct tlc_batch *batch);
};

/* Where the matrix of member `index` begins, whose elements have `element` bytes. */
static inline void *tlc_member_data(const struct tlc_members *m, int64_t index, size_t element)
{
    return m->pointers ? (void *)m->pointers[index] : (char *)m->data + (size_t)(index * m->stride) * element;
}

/* Checks the arguments in order, decides where to work, and has the back end do it. Returns info. */
int64_t tlc_batched(const struct tlc_batch_arguments *arguments);

#endif
