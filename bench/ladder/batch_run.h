/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_BATCH_RUN_H
#define BENCH_BATCH_RUN_H

#include "bench/ladder/batch.h"

#include <stdio.h>

struct batch_run {
    const struct batch_target *target;
    const char *device;
    int64_t batch;
    int map;   /* the sizes and team sizes of the tables, and peers */
    FILE *csv; /* or NULL */
    int checks, failures;
};

/* Runs rung 4 for the types in the text (s, d). */
void batch_climb(struct batch_run *run, const char *types);

#endif
