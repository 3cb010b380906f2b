/* SPDX-License-Identifier: BSD-3-Clause
 * Calls of the batched routines, for tests; tests/batch.inc makes them. */
#ifndef TILECHOL_TESTS_BATCH_H
#define TILECHOL_TESTS_BATCH_H

#include "tests/check.h"

/* ALONE is no batch but a call for one matrix. The routines from ROUTINES on have no batches; HANDLE makes a
 * factor handle, solves with it and writes its factor to a. */
enum layout { POINTERS, STRIDED, VARIABLE, INTERLEAVED, LAYOUTS, ALONE = LAYOUTS };
enum routine { POTRF, POTRS, POSV, TRTRS, ROUTINES, POTRI = ROUTINES, TRTRI, HANDLE };

static const char *const layout_names[] = {"_batched", "_strided", "_vbatched", "_interleaved", ""};
static const char *const routine_names[] = {"potrf", "potrs", "posv", "trtrs", "potri", "trtri", "factor"};

/* A batched call without its arrays. */
struct batch_call {
    enum routine routine;
    enum layout layout;
    enum place place;
    int arrays_on_device; /* those of pointers, sizes and info */
    tilechol_uplo uplo;
    tilechol_trans trans;
    tilechol_diag diag;
    int64_t nrhs, batch;
    const tilechol_options *options;
};

#define TEMPLATE "tests/batch.inc"
#include "src/types/each_type.h"

#endif
