/* SPDX-License-Identifier: BSD-3-Clause
 * The crews of a region: who draws which task, who waits for whom.
 *
 * A crew is the TLC_CREW threads that carry one tile: a team on a GPU, one thread on a CPU. Crews
 * draw tickets in order and wait only for tasks with smaller tickets, which running crews hold: no
 * deadlock, however few crews run. Atomics are relaxed; `omp flush` orders them (NVPTX has no
 * ordered atomics in Clang 19). */
#ifndef TLC_CREW_H
#define TLC_CREW_H

#include "offload/tiles.h"
#include <omp.h>
#if TLC_HOST
#include <sched.h>
#endif

/* Shared by the crews of one region; all zero before and after it. */
struct tlc_control {
    int64_t ticket;
    int64_t pad0[15];
    int64_t failed; /* 1 + index of the pivot that failed */
    int64_t departed; /* crews that are done */
    int64_t pad1[14];
    int32_t progress[]; /* how many tiles of a block row are final */
};

/* One thread's view of its crew. */
struct tlc_crew {
    int rank;         /* of this thread in the crew */
    int64_t *word;    /* team memory, TLC_WORDS to tell the crew what its first thread learnt */
    char *scratch;    /* team memory, 16-byte aligned, as much as the launch asked for */
    int number, crews; /* which crew of how many */
};

enum { TLC_WORD_TICKET, TLC_WORD_FAILED, TLC_WORD_PROGRESS, TLC_WORD_FLAG, TLC_WORD_LEFT, TLC_WORDS = 8 };

#if TLC_HOST
#define TLC_CREW_BARRIER()
#else
#define TLC_CREW_BARRIER() TLC_PRAGMA(omp barrier)
#endif

/* A region: every thread of every crew runs the statement that follows. */
#if TLC_HOST
#define TLC_REGION(device, crews, scratch, ...) TLC_PRAGMA(omp parallel num_threads(crews) if (crews > 1))
#else
void *llvm_omp_target_dynamic_shared_alloc(void);
#define TLC_REGION_OF(threads, device_, crews, scratch, ...)                           \
    TLC_PRAGMA(omp target teams device(device_) num_teams(crews) thread_limit(threads) \
                   ompx_dyn_cgroup_mem(scratch) is_device_ptr(__VA_ARGS__))            \
    TLC_PRAGMA(omp parallel num_threads(threads))
#define TLC_REGION(...) TLC_REGION_OF(TLC_CREW, __VA_ARGS__)
#endif

/* Orders a crew's accesses to memory before and after, as the others see them. */
#if TLC_HOST
#define TLC_FLUSH() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#else
#define TLC_FLUSH() TLC_PRAGMA(omp flush)
#endif

/* Joins the region. scratch: the memory of all crews on a CPU, unused on a GPU. */
TLC_INLINE struct tlc_crew tlc_crew_join(char *scratch, size_t bytes)
{
    struct tlc_crew crew;
#if TLC_HOST
    crew.rank = 0;
    crew.number = omp_get_thread_num();
    crew.crews = omp_get_num_threads();
    scratch += (size_t)crew.number * bytes;
#else
    (void)bytes;
    scratch = llvm_omp_target_dynamic_shared_alloc();
    crew.rank = omp_get_thread_num();
    crew.number = omp_get_team_num();
    crew.crews = omp_get_num_teams();
#endif
    crew.word = (int64_t *)scratch;
    crew.scratch = scratch + TLC_WORDS * sizeof(int64_t);
    return crew;
}

#if TLC_HOST
/* The one crew where no region is worth its start: the calling thread. */
TLC_INLINE struct tlc_crew tlc_crew_alone(char *scratch)
{
    return (struct tlc_crew){0, (int64_t *)scratch, scratch + TLC_WORDS * sizeof(int64_t), 0, 1};
}
#endif

TLC_INLINE void tlc_crew_barrier(void){TLC_CREW_BARRIER()}

/* Tells the whole crew the first thread's value. */
TLC_INLINE int64_t tlc_crew_tell(const struct tlc_crew *crew, int word, int64_t value)
{
    if (TLC_CREW == 1)
        return value;
    if (crew->rank == 0)
        crew->word[word] = value;
    tlc_crew_barrier();
    return crew->word[word];
}

TLC_INLINE int64_t tlc_failed(struct tlc_control *control)
{
    int64_t failed;
#pragma omp atomic read
    failed = control->failed;
    return failed;
}

/* The crew's next task, and whether a pivot has failed (as in control->failed). */
TLC_INLINE int64_t tlc_next_task(const struct tlc_crew *crew, struct tlc_control *control, int64_t *failed)
{
    int64_t t = 0;
    tlc_crew_barrier(); /* the crew is done with its last task and has read its ticket */
    if (crew->rank == 0) {
#pragma omp atomic capture
        t = control->ticket++;
        *failed = tlc_failed(control);
        if (TLC_CREW > 1)
            crew->word[TLC_WORD_FAILED] = *failed;
    }
    t = tlc_crew_tell(crew, TLC_WORD_TICKET, t);
    if (TLC_CREW > 1)
        *failed = crew->word[TLC_WORD_FAILED];
    return t;
}

TLC_INLINE void tlc_pause(int *spins)
{
#if TLC_HOST
    /* more crews than cores: let the one we wait for run */
    if (*spins == 2000) {
        sched_yield();
        return;
    }
    ++*spins;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
#else
    (void)spins;
#endif
}

TLC_INLINE int32_t tlc_progress(struct tlc_control *control, int64_t row)
{
    int32_t p;
#pragma omp atomic read
    p = control->progress[row];
    return p;
}

/* The first thread's wait: until block row i (and j) is final beyond tile k. Returns how far both
 * are; -1 if tile k will never come, since a pivot of an earlier tile column failed (tiles of nb). */
TLC_INLINE int64_t tlc_spin(struct tlc_control *control, int64_t i, int64_t j, int64_t k, int64_t nb)
{
    int64_t ready = 0;
    for (int spins = 0;; tlc_pause(&spins)) {
        int32_t p = tlc_progress(control, i), q = tlc_progress(control, j);
        ready = p < q ? p : q;
        if (ready > k)
            break;
        int64_t failed = tlc_failed(control);
        if (failed && (failed - 1) / nb <= k)
            return -1;
    }
    TLC_FLUSH();
    return ready;
}

/* Waits until the block rows i and j are final beyond tile k; returns how far, at most limit. */
TLC_INLINE int64_t tlc_wait_rows(const struct tlc_crew *crew, struct tlc_control *control, int64_t i,
                                 int64_t j, int64_t k, int64_t limit, int64_t nb)
{
    int64_t ready = 0;
    if (crew->rank == 0) {
        ready = tlc_spin(control, i, j, k, nb);
        ready = ready < limit ? ready : limit;
    }
    return tlc_crew_tell(crew, TLC_WORD_PROGRESS, ready);
}

/* Waits until tile k of block row i is final. 0 if it never will be. */
TLC_INLINE int tlc_wait_tile(const struct tlc_crew *crew, struct tlc_control *control, int64_t i, int64_t k,
                             int64_t nb)
{
    int64_t ready = 0;
    if (crew->rank == 0)
        ready = tlc_spin(control, i, i, k, nb);
    return tlc_crew_tell(crew, TLC_WORD_FLAG, ready) > k;
}

/* The crew's stores are final: block row `row` is now done up to tile `count`. */
TLC_INLINE void tlc_publish(const struct tlc_crew *crew, struct tlc_control *control, int64_t row,
                            int64_t count)
{
    tlc_crew_barrier();
    if (crew->rank == 0) {
        TLC_FLUSH();
#pragma omp atomic write
        control->progress[row] = (int32_t)count;
    }
}

TLC_INLINE void tlc_fail(const struct tlc_crew *crew, struct tlc_control *control, int64_t pivot)
{
    if (crew->rank == 0) {
#pragma omp atomic write
        control->failed = +pivot; /* + : GCC would call it unused */
    }
}

/* Leaves the region. The last crew hands the result to the host and leaves control all zero, so
 * that a call needs no copy and no other launch. */
TLC_INLINE void tlc_crew_leave(const struct tlc_crew *crew, struct tlc_control *control, int64_t rows,
                               int64_t *result)
{
    int64_t left = 0;
    if (crew->rank == 0) {
        TLC_FLUSH();
#pragma omp atomic capture
        left = ++control->departed;
        TLC_FLUSH();
    }
    if (tlc_crew_tell(crew, TLC_WORD_LEFT, left) < crew->crews)
        return;
    for (int64_t r = crew->rank; r < rows; r += TLC_CREW)
        control->progress[r] = 0;
    if (crew->rank == 0) {
        *result = control->failed;
        control->ticket = control->failed = control->departed = 0;
    }
}

#endif
