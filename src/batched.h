/* SPDX-License-Identifier: BSD-3-Clause
 * A batched call as its caller has made it, before it is known where it works. */
#ifndef TLC_BATCHED_H
#define TLC_BATCHED_H

#include "src/call.h"

enum tlc_layout { TLC_POINTERS, TLC_STRIDED, TLC_VARIABLE, TLC_INTERLEAVED };

/* One argument: pointers to the members' matrices, or the first of them. */
struct tlc_batch_matrix {
    const void *array;
    int64_t ld, stride;
    const int64_t *lds; /* TLC_VARIABLE: each member's */
};

struct tlc_batch_arguments {
    const char *name; /* of the routine */
    enum tlc_batch_routine routine;
    enum tlc_layout layout;
    tilechol_uplo uplo;
    tilechol_trans trans; /* this and diag: trtrs */
    tilechol_diag diag;
    int64_t n, nrhs, batch;
    const int64_t *ns; /* TLC_VARIABLE: each member's */
    struct tlc_batch_matrix a, b;
    int32_t *info; /* not of potrs */
    const tilechol_options *options;
    /* of the type */
    size_t element;
    double flop; /* real operations per operation */
    double largest; /* finite number */
    int64_t (*run)(const struct tlc_call *call, const struct tlc_batch *batch);
};

/* Checks the arguments in their order, decides where to work, has it done. Returns info. */
int64_t tlc_batched(const struct tlc_batch_arguments *arguments);

#endif
