/* SPDX-License-Identifier: BSD-3-Clause
 * A factorisation part of whose matrix goes back to the host while it is at work on the rest (struct tlc_flow). The region
 * counts the tasks that it has done; the host reads these numbers while it runs, which NVIDIA's copies allow. That the
 * matrix comes meanwhile was tried: a region that waits for the host never ends if a thread of the caller's frees memory
 * of the GPU, since the driver then lets nobody copy until the region has ended. */
#include "offload/device.h"

#include <stdlib.h>

int tlc_flows(int device)
{
    return tlc_device_is_cuda(device);
}

/* Groups follow each other in the matrix, but end in another order. */
static int64_t final_columns(const struct tlc_flow *flow)
{
    const int32_t *done = flow->tasks + flow->groups;
    int64_t g = 0;
    while (g < flow->groups && done[g] == flow->tasks[g])
        ++g;
    return g * flow->width < flow->columns ? g * flow->width : flow->columns;
}

int64_t tlc_flow_final(struct tlc_flow *flow)
{
    int64_t columns = 0;
    pthread_mutex_lock(&flow->lock);
    if (flow->control) {
        struct tlc_control *control = flow->control;
        const size_t bytes = (size_t)flow->groups * sizeof *flow->tasks;
        if (!tlc_copy_columns(flow->device, &control->progress[flow->row], bytes, flow->tasks + flow->groups,
                              bytes, 1, 1) &&
            !tlc_copies_wait(flow->device))
            columns = final_columns(flow);
    }
    pthread_mutex_unlock(&flow->lock);
    return columns;
}

int tlc_flow_open(struct tlc_flow *flow, int64_t groups, int64_t width, int64_t row)
{
    flow->groups = groups;
    flow->width = width;
    flow->row = row;
    flow->tasks = calloc(2 * (size_t)groups, sizeof *flow->tasks);
    return !flow->tasks;
}

static int set_counts(int device, struct tlc_control *control, int64_t counts)
{
    return tlc_upload(device, &control->counts, &counts, sizeof counts);
}

int tlc_flow_begin(struct tlc_flow *flow, int device, struct tlc_control *control)
{
    pthread_mutex_lock(&flow->lock);
    flow->device = device;
    flow->control = control;
    pthread_mutex_unlock(&flow->lock);
    return set_counts(device, control, 1);
}

void tlc_flow_end(struct tlc_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    if (flow->control)
        set_counts(flow->device, flow->control, 0);
    flow->control = NULL;
    free(flow->tasks);
    flow->tasks = NULL;
    pthread_mutex_unlock(&flow->lock);
}
