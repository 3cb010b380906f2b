/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/flow.h"

#include <omp.h>
#include <stddef.h>
#include <time.h>

/* One thread has the GPU work, the others copy. With enough threads to move data as fast as the bus
 * does, the GPU works while part of a large triangle is still coming. Of a lower triangle, FIRST of
 * PARTS of the columns come first: 64 % of the data and a third of the work. That saves 6 of 51 ms for
 * dpotrf of n = 16384. At 8192, where the processors' memory limits the copies in both directions
 * together, it loses 0.5 of 12.7 ms (16 cores, H200, 2026-11-22; 1.2 of 11.9 on 2026-11-28). With
 * page-locked memory there is no such limit: with three threads, one copies back what is final while
 * another still brings the rest.
 *
 * Of an upper triangle, the work begins with the triangle of the first UPPER_FIRST of UPPER_PARTS of the
 * columns: 56 % of the data and two fifths of the work. Its columns are final late, so that the work
 * begins early from half the size on. dpotrf of 8192 then takes 12.3 to 12.9 ms, and 12.9 to 13.2 when
 * everything has to come first; zpotrf of 6000, 7000 and 8000 takes 13.6, 17.9 and 22.8 against 14.8,
 * 19.9 and 26.5; dpptrf of 8192 takes 12.5 to 12.9 against 13.2 to 13.3 (2026-11-28). */
enum { LEAST_THREADS = 2, BRINGING_THREADS = 6, FIRST = 2, PARTS = 5, UPPER_FIRST = 3, UPPER_PARTS = 4 };
#ifndef BRINGING_BYTES /* a test has its own */
#define BRINGING_BYTES ((size_t)1 << 30)
#endif
#ifndef BRINGING_LOCKED
#define BRINGING_LOCKED ((size_t)1 << 28)
#endif

struct flow {
    const struct tlc_call *call;
    struct tlc_matrix m;
    int in_parts; /* as tlc_flow was told */
    struct tlc_flow device; /* the back end's view of this */
    int64_t chunks; /* of the matrix */
    int64_t first; /* chunks that must be on the device before the work begins */
    pthread_mutex_t lock; /* guards the rest */
    int64_t brought; /* chunks that some thread has begun to bring to the device */
    int64_t come; /* chunks that are there */
    int64_t next; /* the next chunk to copy back */
    int64_t final; /* columns that may go back */
    int working; /* the factorisation has not ended */
    int asking; /* a thread is reading its progress */
    int failed;
    int early; /* threads that are to copy back before all has come */
};

int tlc_flow_suits(const struct tlc_call *call, const struct tlc_matrix *m)
{
    return m->host && call->place.device != TILECHOL_DEVICE_CPU && call->place.threads >= LEAST_THREADS &&
           call->backend->flows(call->place.device);
}

static void pause_for(long nanoseconds)
{
    nanosleep(&(struct timespec){0, nanoseconds}, NULL);
}

/* The chunk that is brought as the number-th. If the work waits for all of them, the smallest come
 * first: nothing is on its way until one is in pinned memory. */
static struct tlc_chunk coming(const struct flow *f, int64_t number)
{
    return tlc_chunk_at(&f->m, f->first < f->chunks || f->device.upper ? number : f->chunks - 1 - number);
}

/* Brings the chunks before `end` to the device: each step begins one, or none, and completes the previous. */
static void bring(struct flow *f, struct tlc_copier *copier, int64_t end)
{
    int64_t index, before = -1;
    do {
        pthread_mutex_lock(&f->lock);
        index = !f->failed && f->brought < end ? f->brought++ : -1;
        pthread_mutex_unlock(&f->lock);
        const struct tlc_chunk c = coming(f, index < 0 ? 0 : index);
        const int failed = tlc_copier_next(copier, index < 0 ? NULL : &c, 0);
        pthread_mutex_lock(&f->lock);
        f->failed |= failed;
        f->come += before >= 0;
        pthread_mutex_unlock(&f->lock);
        before = index;
    } while (index >= 0);
}

/* Brings the rest, unless this thread is wanted for copying back. */
static void bring_rest(struct flow *f, struct tlc_copier *copier)
{
    pthread_mutex_lock(&f->lock);
    const int early = f->early > 0;
    f->early -= early;
    pthread_mutex_unlock(&f->lock);
    if (!early)
        bring(f, copier, f->chunks);
}

/* Implements struct tlc_flow's await. */
static int await_rest(struct tlc_flow *device)
{
    struct flow *f = (struct flow *)((char *)device - offsetof(struct flow, device));
    for (;;) {
        pthread_mutex_lock(&f->lock);
        const int failed = f->failed, come = f->come == f->chunks;
        pthread_mutex_unlock(&f->lock);
        if (failed || come)
            return failed;
        pause_for(5000);
    }
}

/* The chunk that a thread copies back next; -1: none is ready, -2: there will be none. */
static int64_t next_chunk(struct flow *f)
{
    if (f->failed || f->next == f->chunks)
        return -2;
    const struct tlc_chunk c = tlc_chunk_at(&f->m, f->next);
    return c.j + c.columns <= f->final ? f->next++ : -1;
}

/* Asks how many columns are final; only one thread asks at a time, and each pauses. */
static void ask(struct flow *f)
{
    int64_t final = 0;
    const int mine = f->working && !f->asking;
    f->asking |= mine;
    pthread_mutex_unlock(&f->lock);
    if (mine)
        final = f->call->backend->flow_final(&f->device);
    pause_for(20000);
    pthread_mutex_lock(&f->lock);
    if (mine)
        f->asking = 0;
    f->final = tlc_max(f->final, final);
}

/* Copies back until nothing is left: each step begins a chunk, or none, and completes the previous one. */
static void copy_all(struct flow *f, struct tlc_copier *copier)
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
        const struct tlc_chunk c = tlc_chunk_at(&f->m, index < 0 ? 0 : index);
        const int failed = tlc_copier_next(copier, index < 0 ? NULL : &c, 1);
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
    const int64_t info = work(&call, &f->m, jitter);
    await_rest(&f->device); /* if a pivot failed, everything still goes back */
    pthread_mutex_lock(&f->lock);
    f->working = 0;
    f->final = f->m.columns;
    if (info < 0) /* nothing more goes back */
        f->next = f->chunks;
    pthread_mutex_unlock(&f->lock);
    return info;
}

/* The number of chunks that lie within the columns that come first. */
static int64_t first_part(const struct flow *f)
{
    const int64_t n = f->m.columns,
                  first = f->device.upper ? n * UPPER_FIRST / UPPER_PARTS : n * FIRST / PARTS;
    return first / tlc_chunk_at(&f->m, 0).columns;
}

/* The size from which on the work begins before everything is there. */
static size_t bringing_bytes(const struct flow *f)
{
    if (f->m.locked)
        return BRINGING_LOCKED;
    return f->device.upper ? BRINGING_BYTES / 2 : BRINGING_BYTES;
}

/* Decides what must be there before the work begins. */
static void plan(struct flow *f, int helpers)
{
    const struct tlc_matrix *m = &f->m;
    const int enough = helpers >= (m->locked ? 1 : BRINGING_THREADS);
    if (f->in_parts && enough && tlc_matrix_bytes(m) >= bringing_bytes(f))
        f->first = first_part(f);
    if (f->brought == f->chunks || f->first == f->chunks)
        return;
    f->device.come = tlc_chunk_at(m, f->first).j;
    f->early = m->locked && helpers > 1;
}

/* Thread 0 works, then copies. All threads take pinned memory before, since that may wait for the GPU. */
static int64_t run(struct flow *f, tlc_flow_work *work, double jitter)
{
    const int threads = tlc_copiers(f->call, &f->m);
    int64_t info = 0;
    int copying = 0, helpers = 0;
#pragma omp parallel num_threads(threads)
    {
        struct tlc_copier copier;
        const int good = !tlc_copier_open(&copier, f->call, &f->m);
#pragma omp atomic
        copying += good;
#pragma omp atomic
        helpers += good && omp_get_thread_num() > 0;
#pragma omp barrier
#pragma omp single
        plan(f, helpers);
        if (good)
            bring(f, &copier, f->first);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            info = copying ? work_on(f, work, jitter) : TILECHOL_ERROR_MEMORY;
        else if (good)
            bring_rest(f, &copier);
        if (good)
            copy_all(f, &copier);
        tlc_copier_close(&copier);
    }
    return info;
}

int64_t tlc_flow(const struct tlc_call *call, const struct tlc_matrix *m, int in_parts, tlc_flow_work *work,
                 double jitter)
{
    struct flow f = {.call = call, .m = *m, .in_parts = in_parts, .working = 1};
    f.first = f.chunks = tlc_chunks(m);
    f.brought = f.come = m->filled ? f.chunks : 0;
    f.device = (struct tlc_flow){
        .upper = tlc_is_upper(m->shape), .columns = m->columns, .come = m->columns, .await = await_rest};
    pthread_mutex_init(&f.lock, NULL);
    pthread_mutex_init(&f.device.lock, NULL);
    const int64_t info = run(&f, work, jitter);
    pthread_mutex_destroy(&f.device.lock);
    pthread_mutex_destroy(&f.lock);
    return f.failed ? TILECHOL_ERROR_DEVICE : info;
}
