/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/flow.h"

#include <omp.h>
#include <time.h>

/* One thread has the GPU work, the others copy. */
enum { LEAST_THREADS = 2 };

struct flow {
    const struct tlc_call *call;
    const struct tlc_matrix *m;
    struct tlc_flow device;
    pthread_mutex_t lock; /* of what follows */
    int64_t chunks, next; /* to copy */
    int64_t final;        /* columns */
    int working, asking, failed;
};

int tlc_flow_suits(const struct tlc_call *call, const struct tlc_matrix *m)
{
    return m->host && call->device != TILECHOL_DEVICE_CPU && call->place.threads >= LEAST_THREADS &&
           call->backend->flows(call->place.device);
}

/* The chunk that a thread is to copy next; -1: there is none now, -2: there will be none. */
static int64_t next_chunk(struct flow *f)
{
    if (f->failed || f->next == f->chunks)
        return -2;
    const struct tlc_chunk c = tlc_chunk_at(f->m, f->next);
    return c.j + c.columns <= f->final ? f->next++ : -1;
}

/* Asks how much is final, one thread at a time and with pauses. */
static void ask(struct flow *f)
{
    int64_t final = 0;
    const int mine = f->working && !f->asking;
    f->asking |= mine;
    pthread_mutex_unlock(&f->lock);
    if (mine)
        final = f->call->backend->flow_final(&f->device);
    nanosleep(&(struct timespec){0, 20000}, NULL);
    pthread_mutex_lock(&f->lock);
    if (mine)
        f->asking = 0;
    f->final = final > f->final ? final : f->final;
}

/* Copies until nothing is left: each step begins a chunk, or none, and completes the one before. */
static void copy_all(struct flow *f, struct tlc_lane *lane)
{
    int64_t before = -1;
    pthread_mutex_lock(&f->lock);
    for (;;) {
        const int64_t index = next_chunk(f);
        if (index < 0 && before < 0) {
            if (index == -2)
                break;
            ask(f);
            continue;
        }
        pthread_mutex_unlock(&f->lock);
        const struct tlc_chunk c = tlc_chunk_at(f->m, index < 0 ? 0 : index);
        const int failed = tlc_lane_next(lane, index < 0 ? NULL : &c, 1);
        before = index;
        pthread_mutex_lock(&f->lock);
        f->failed |= failed;
    }
    pthread_mutex_unlock(&f->lock);
}

static int64_t work_on(struct flow *f, tlc_flow_work *work, double jitter)
{
    struct tlc_call call = *f->call;
    call.place.flow = &f->device;
    const int64_t info = work(&call, f->m, jitter);
    pthread_mutex_lock(&f->lock);
    f->working = 0;
    f->final = f->m->columns;
    if (info < 0) /* nothing has been written */
        f->next = f->chunks;
    pthread_mutex_unlock(&f->lock);
    return info;
}

/* Thread 0 works, then copies. Pinned memory is taken before: that may wait for the GPU. */
static int64_t run(struct flow *f, tlc_flow_work *work, double jitter)
{
    const int threads = tlc_lanes(f->call, f->m);
    int64_t info = 0;
    int copying = 0;
#pragma omp parallel num_threads(threads)
    {
        struct tlc_lane lane;
        const int good = !tlc_lane_open(&lane, f->call, f->m);
#pragma omp atomic
        copying += good;
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            info = copying ? work_on(f, work, jitter)
                           : tlc_backend_error(TILECHOL_ERROR_MEMORY, f->call->work.routine);
        if (good)
            copy_all(f, &lane);
        tlc_lane_close(&lane);
    }
    return info;
}

int64_t tlc_flow(const struct tlc_call *call, const struct tlc_matrix *m, tlc_flow_work *work, double jitter)
{
    struct flow f = {.call = call, .m = m, .chunks = tlc_chunks(m), .working = 1};
    f.device = (struct tlc_flow){.columns = m->columns};
    pthread_mutex_init(&f.lock, NULL);
    pthread_mutex_init(&f.device.lock, NULL);
    const int64_t info = run(&f, work, jitter);
    pthread_mutex_destroy(&f.device.lock);
    pthread_mutex_destroy(&f.lock);
    return f.failed ? tlc_backend_error(TILECHOL_ERROR_DEVICE, call->work.routine) : info;
}
