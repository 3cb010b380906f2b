/* SPDX-License-Identifier: BSD-3-Clause
 * A factorisation part of whose matrix goes back to the host while it is at work on the rest (struct tlc_flow). The region
 * counts the tasks that it has done; the host reads these numbers while it runs, which NVIDIA's copies allow. What has not
 * come when the work begins is for a second region. One that waits for it would never end if a thread of the caller's freed
 * memory of the GPU: the driver then lets nobody copy until the region has ended. */
#include "offload/device.h"

#include <stddef.h>
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
                              bytes, bytes, 1, 1) &&
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
    flow->tasks = calloc(4 * (size_t)groups, sizeof *flow->tasks);
    return !flow->tasks;
}

static int set_counts(int device, struct tlc_control *control, int64_t counts, int64_t end)
{
    return tlc_upload(device, &control->counts, (int64_t[]){counts, end}, 2 * sizeof end);
}
_Static_assert(offsetof(struct tlc_control, end) == offsetof(struct tlc_control, counts) + sizeof(int64_t),
               "they are set together");

int tlc_flow_begin(struct tlc_flow *flow, int device, struct tlc_control *control, int64_t end)
{
    pthread_mutex_lock(&flow->lock);
    flow->device = device;
    flow->control = control;
    pthread_mutex_unlock(&flow->lock);
    return set_counts(device, control, 1, end);
}

int tlc_flow_go_on(struct tlc_flow *flow, int64_t groups, int64_t ticket, int64_t rows)
{
    struct tlc_control *control = flow->control;
    if (flow->await(flow))
        return 1;
    pthread_mutex_lock(&flow->lock);
    for (int64_t g = 0; g < groups; ++g)
        flow->tasks[g] = 0; /* the numbers begin anew */
    pthread_mutex_unlock(&flow->lock);
    return tlc_upload(flow->device, control->progress, tlc_flow_progress(flow),
                      (size_t)rows * sizeof(int32_t)) ||
           tlc_upload(flow->device, &control->ticket, &ticket, sizeof ticket) ||
           set_counts(flow->device, control, 1, 0);
}

void tlc_flow_end(struct tlc_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    if (flow->control)
        set_counts(flow->device, flow->control, 0, 0);
    flow->control = NULL;
    free(flow->tasks);
    flow->tasks = NULL;
    pthread_mutex_unlock(&flow->lock);
}
