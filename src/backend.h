/* SPDX-License-Identifier: BSD-3-Clause
 * A back end is offload/ compiled for one target, behind a table of functions. The host has one for
 * each x86-64 level, all in libtilechol.so; the GPUs' is libtilechol_gpu.so. Choosing a back end means
 * choosing a table. */
#ifndef TLC_BACKEND_H
#define TLC_BACKEND_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "include/tilechol.h"
#include "offload/tuning.h"

/* Changes with the table, so that a GPU library of another version is not used. */
#define TLC_BACKEND_ABI 12

/* Where a call runs. */
struct tlc_place {
    int device;  /* number of the GPU, or TILECHOL_DEVICE_CPU */
    int threads; /* CPU threads of this call: they work or, for a GPU, copy */
    int company; /* most CPU threads of any call of this process; decides whatever changes bits of a result */
    int fine; /* on a CPU, factorisations below this order may use smaller tiles (TLC_FINE_N in tuning.h) */
    int crews, group, tiles; /* for a GPU, as in tilechol_options; 0: as offload/tuning.h says */
    struct tlc_flow *flow; /* of a factorisation that reports its progress, else NULL */
};

/* A factorisation that may begin before all columns of the caller's triangle are on the GPU, and
 * that reports which columns are final. The caller fills in the members before `device`; `device`
 * and the rest belong to the back end. */
struct tlc_flow {
    pthread_mutex_t lock; /* of control and tasks */
    int upper; /* which triangle */
    int64_t columns; /* of the matrix */
    int64_t come; /* leading columns that are on the GPU when the work begins */
    int (*await)(struct tlc_flow *flow); /* waits for the others; returns 0 once they are there */
    int device;
    void *control; /* the control block of the running region, which counts its finished tasks; else NULL */
    int64_t groups, width, lead; /* groups of columns: their number; columns in each; columns in the first */
    int64_t row; /* index in control->progress of the first group's count (crew.h) */
    /* three arrays: each group's tasks, those done, each block row's progress (for tlc_flow_go_on) */
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
    int keep; /* posv: leave L where A was */
    int64_t batch, n, nrhs; /* n: the largest */
    const int64_t *ns; /* each member's order; NULL: all have n */
    const int64_t *host_ns; /* the same in host memory */
    struct tlc_members a, b;
    int32_t *info; /* NULL: not wanted */
    double jitter;
    int tries; /* 0: all members get the jitter; else only those that fail, in at most so many tries */
    double *added; /* NULL: not wanted */
};

/* The operations of one type. Matrices are in memory that the back end can access, arguments are valid,
 * n > 0 and nrhs > 0. `factor` is L's packed lower tiles (tile_bytes). They return info or an error. */
#define TEMPLATE "src/backend_ops.inc"
#include "src/types/each_type.h"

struct tlc_backend {
    int abi;
    const char *name;
    int tile[4]; /* s, d, c, z */

    /* Returns the number of usable devices; 0 with *why if there is none. May take long the first
     * time. A back end that runs out of memory calls `reclaim`, which frees whatever the library
     * holds idle, and retries once. */
    int (*open)(void (*reclaim)(void), const char **why);
    /* Fills in everything but backend and tile, which the caller has set, and a CPU's units. */
    void (*describe)(int device, tilechol_device_info *info);
    /* Memory of a device or, if pinned, of the host for copies to and from it; NULL if there is none. */
    void *(*allocate)(int device, size_t bytes, int pinned);
    void (*release)(int device, void *memory, int pinned);
    /* Copies between the host and a device, in either direction. 0 on success. */
    int (*upload)(int device, void *to, const void *from, size_t bytes);
    int (*download)(int device, void *to, const void *from, size_t bytes);
    /* The same for columns of `bytes` each, `pitch` bytes apart on the device and `here_pitch` apart
     * in the host's page-locked memory; to the host if back. Several threads may call it.
     * copies_wait waits for all the copies that the calling thread has begun. */
    int (*copy_columns)(int device, void *there, size_t pitch, void *here, size_t here_pitch, size_t bytes,
                        size_t columns, int back);
    int (*copies_wait)(int device);
    /* An error if the calling thread's work on a device has failed, else 0; forget: resets the error. */
    int64_t (*error)(int forget);
    /* Whether a device has become unusable. */
    int (*lost)(int device);
    /* Whether potrf reports its progress on a device; if so, the number of leading columns that are
     * final, for which several threads may ask. */
    int (*flows)(int device);
    int64_t (*flow_final)(struct tlc_flow *flow);
    void (*trim)(void); /* frees idle workspace */

    struct tlc_sops s;
    struct tlc_dops d;
    struct tlc_cops c;
    struct tlc_zops z;
};

/* A number of tuning.h, for this host. */
double tlc_number(enum tlc_tuned what);

#endif
