/* SPDX-License-Identifier: BSD-3-Clause
 * What a back end is: offload/ compiled for one target, behind this table. The host has one for
 * each x86-64 level, all in libtilechol.so; the GPUs' is libtilechol_gpu.so. Choosing a back end is
 * choosing a table. */
#ifndef TLC_BACKEND_H
#define TLC_BACKEND_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "include/tilechol.h"
#include "offload/tuning.h"

/* Changes with the table: a library of another build is not used. */
#define TLC_BACKEND_ABI 12

/* Where a call runs. */
struct tlc_place {
    int device;  /* number of the GPU, or TILECHOL_DEVICE_CPU */
    int threads; /* CPU threads of this call, to work or, for a GPU, to copy */
    int company; /* CPU threads that a call of this process may have: choices that change bits go by this */
    int fine; /* on a CPU, below this order a factorisation may have smaller tiles (TLC_FINE_N in tuning.h) */
    int crews, group, tiles; /* of a GPU, as in tilechol_options; 0: as offload/tuning.h says */
    struct tlc_flow *flow; /* of a factorisation that tells how far it is, else NULL */
};

/* A factorisation that may begin before all columns of the caller's triangle have come to the GPU, and tells which are
 * final. The caller fills in the members before `device`; that one and the rest are the back end's. */
struct tlc_flow {
    pthread_mutex_t lock; /* of control and tasks */
    int upper; /* which triangle */
    int64_t columns; /* of the matrix */
    int64_t come; /* columns, from the first, that are there when the work begins */
    int (*await)(struct tlc_flow *flow); /* waits for the others; 0 if they have come */
    int device;
    void *control; /* the control block of the region that is at work and counts its tasks, else NULL */
    int64_t groups, width, lead; /* groups of columns: how many; columns of each; columns of the first */
    int64_t row; /* index in control->progress of the first group's count (crew.h) */
    /* three arrays: tasks of each group, those of them done, the block rows' progress (for tlc_flow_go_on) */
    int32_t *tasks;
};

/* The matrices of one argument of a batch. Element (i, j) of member m is
 * p[(i + j * ld) * step] with p = pointers[m] or, if there are none, data + m * stride elements, and
 * ld = lds[m] or, if there are none, ld. */
struct tlc_members {
    void *data;
    const void *const *pointers;
    int64_t stride, step, ld;
    const int64_t *lds;
};

enum tlc_batch_routine { TLC_BATCH_POTRF, TLC_BATCH_POTRS, TLC_BATCH_POSV, TLC_BATCH_TRTRS };

/* A batched call (tilechol.h). The back end's device sees all arrays except host_ns. */
struct tlc_batch {
    enum tlc_batch_routine routine;
    int upper;
    int transposed, conjugated, unit; /* trtrs only */
    int keep; /* posv: L is left where A was */
    int64_t batch, n, nrhs; /* n: the largest */
    const int64_t *ns; /* each member's, NULL: n */
    const int64_t *host_ns; /* the same in host memory */
    struct tlc_members a, b;
    int32_t *info; /* NULL: not wanted */
    double jitter;
    int tries; /* 0: all members have the jitter; else those that fail, so often */
    double *added; /* NULL: not wanted */
};

/* The operations of one type. Matrices are memory of the back end's, arguments are valid, n > 0 and
 * nrhs > 0. `factor` is the packed lower tiles of L (tile_bytes). They return info or an error. */
#define TEMPLATE "src/backend_ops.inc"
#include "src/types/each_type.h"

struct tlc_backend {
    int abi;
    const char *name;
    int tile[4]; /* s, d, c, z */

    /* Number of devices that can be used; 0 with *why if none. May take long the first time. Whatever lacks memory here
     * calls `reclaim`, which frees what is idle anywhere in the library, and asks once more. */
    int (*open)(void (*reclaim)(void), const char **why);
    /* Fills in all but backend and tile, which are there already, and a CPU's units. */
    void (*describe)(int device, tilechol_device_info *info);
    /* Memory of a device, or, pinned, of the host for copies to and from it. NULL if there is none. */
    void *(*allocate)(int device, size_t bytes, int pinned);
    void (*release)(int device, void *memory, int pinned);
    /* Copies between the host and a device, in either direction. 0 on success. */
    int (*upload)(int device, void *to, const void *from, size_t bytes);
    int (*download)(int device, void *to, const void *from, size_t bytes);
    /* The same for columns of `bytes` each: `pitch` bytes apart on the device, `here_pitch` in the host's page-locked memory;
     * to the host if back. May be called by several threads, each of which waits for all that it has begun. */
    int (*copy_columns)(int device, void *there, size_t pitch, void *here, size_t here_pitch, size_t bytes,
                        size_t columns, int back);
    int (*copies_wait)(int device);
    /* An error if work of the calling thread has failed on a device, else 0; with forget, that is then reset. */
    int64_t (*error)(int forget);
    /* Whether a device can no longer be used. */
    int (*lost)(int device);
    /* Whether potrf tells how far it is. Then: how many of the first columns are final. May be called by several threads. */
    int (*flows)(int device);
    int64_t (*flow_final)(struct tlc_flow *flow);
    void (*trim)(void); /* frees idle workspace */

    struct tlc_sops s;
    struct tlc_dops d;
    struct tlc_cops c;
    struct tlc_zops z;
};

/* A number of tuning.h for this host. */
double tlc_number(enum tlc_tuned what);

#endif
