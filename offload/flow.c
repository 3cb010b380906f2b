/* SPDX-License-Identifier: BSD-3-Clause
 * A factorisation that sends part of the matrix back to the host while it works on the rest (struct
 * tlc_flow). The region counts the tasks that it has done, and the host reads these counts while the
 * region runs, which NVIDIA's copies allow. Columns that have not arrived when the work begins are for
 * a second region. A region that waited for them would never end if a thread of the caller's freed GPU
 * memory: the driver then lets nobody copy until the region has ended. */
#include "offload/device.h"

#include <stddef.h>
#include <stdlib.h>

int tlc_flows(int device)
{
    return tlc_device_is_cuda(device);
}

/* How many of the first columns are final. Groups follow each other in the matrix, but are done in
 * another order. */
static int64_t final_columns(const struct tlc_flow *flow)
{
    const int32_t *done = flow->tasks + flow->groups;
    int64_t g = 0;
    while (g < flow->groups && done[g] == flow->tasks[g])
        ++g;
    const int64_t columns = g ? flow->lead + (g - 1) * flow->width : 0;
    return columns < flow->columns ? columns : flow->columns;
}

int64_t tlc_flow_final(struct tlc_flow *flow)
{
    int64_t columns = 0;
    pthread_mutex_lock(&flow->lock);
    if (flow->control) {
        struct tlc_control *control = flow->control;
        const size_t bytes = (size_t)flow->groups * sizeof *flow->tasks;
        if (!tlc_download(flow->device, flow->tasks + flow->groups, &control->progress[flow->row], bytes))
            columns = final_columns(flow);
    }
    pthread_mutex_unlock(&flow->lock);
    return columns;
}

int tlc_flow_open(struct tlc_flow *flow, int64_t rows, int64_t nb)
{
    flow->groups = rows / 2 + 1;
    flow->width = 2 * nb;
    flow->lead = flow->upper ? nb : 2 * nb;
    flow->row = rows;
    flow->tasks = calloc((size_t)(2 * flow->groups + rows), sizeof *flow->tasks);
    if (!flow->tasks)
        return 1;
    flow->tasks[0] = 2;
    for (int64_t j = 0; j < rows; j += 2)
        for (int64_t x = 0; x < tlc_twins_slots(rows, j); ++x)
            flow->tasks[tlc_twins_group(flow->upper, j, x)] += 2;
    return 0;
}

/* Tells the next region how to count, where to end and how much is done before it. */
static int set_counts(const struct tlc_flow *flow, struct tlc_control *control, int64_t counts, int64_t end,
                      int64_t done)
{
    return tlc_upload(flow->device, &control->counts, (int64_t[]){counts, end, done}, 3 * sizeof end);
}
_Static_assert(offsetof(struct tlc_control, end) == offsetof(struct tlc_control, counts) + sizeof(int64_t) &&
                   offsetof(struct tlc_control, done) == offsetof(struct tlc_control, end) + sizeof(int64_t),
               "they are set together");

static int64_t counts_of(const struct tlc_flow *flow)
{
    return flow->upper ? TLC_COUNTS_ROWS : TLC_COUNTS_COLUMNS;
}

int tlc_flow_begin(struct tlc_flow *flow, int device, struct tlc_control *control, int64_t end)
{
    pthread_mutex_lock(&flow->lock);
    flow->device = device;
    flow->control = control;
    pthread_mutex_unlock(&flow->lock);
    return set_counts(flow, control, counts_of(flow), end, 0);
}

/* Sets the block rows' progress to what the first region has left: all rows of the block columns before
 * `done` or, of an upper matrix, all columns of the block rows before it, but nothing from block column
 * `failed` on. Returns the next ticket. */
static int64_t set_progress(const struct tlc_flow *flow, int32_t *progress, int64_t done, int64_t failed)
{
    int64_t ticket = 1;
    for (int64_t i = 0; i < flow->row; ++i) {
        const int64_t tiles = flow->upper ? (i < done ? i + 1 : 0) : i <= done ? i + 1 : done;
        progress[i] = (int32_t)(tiles < failed ? tiles : failed);
    }
    for (int64_t j = 0; j < done && !flow->upper; j += 2)
        ticket += tlc_twins_slots(flow->row, j);
    return ticket;
}

int tlc_flow_go_on(struct tlc_flow *flow, int64_t done, int64_t failed)
{
    struct tlc_control *control = flow->control;
    int32_t *progress = flow->tasks + 2 * flow->groups;
    if (flow->await(flow))
        return 1;
    const int64_t least = failed ? (failed - 1) / (flow->width / 2) : flow->row,
                  ticket = set_progress(flow, progress, done, least);
    pthread_mutex_lock(&flow->lock);
    for (int64_t g = 0; g < (done + 1) / 2; ++g)
        flow->tasks[g] = 0; /* the second region counts from zero */
    pthread_mutex_unlock(&flow->lock);
    return tlc_upload(flow->device, control->progress, progress, (size_t)flow->row * sizeof(int32_t)) ||
           tlc_upload(flow->device, &control->ticket, &ticket, sizeof ticket) ||
           tlc_upload(flow->device, &control->failed, &failed, sizeof failed) ||
           set_counts(flow, control, counts_of(flow), 0, flow->upper ? done : 0);
}

void tlc_flow_end(struct tlc_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    if (flow->control)
        set_counts(flow, flow->control, TLC_COUNTS_NONE, 0, 0);
    flow->control = NULL;
    free(flow->tasks);
    flow->tasks = NULL;
    pthread_mutex_unlock(&flow->lock);
}
