/* SPDX-License-Identifier: BSD-3-Clause
 * The crews of a region: who draws which task, who waits for whom.
 *
 * A crew is the TLC_CREW threads that carry one tile: a team on a GPU, one thread on a CPU. (In
 * NVIDIA's batches in blocks it is a team of any size, which draws no tickets.) Crews draw tickets in
 * order and wait only for tasks with smaller tickets, which running crews hold, so there is no
 * deadlock, however few crews run. Atomics are relaxed; `omp flush` orders them (NVPTX has no ordered
 * atomics in Clang 19). */
#ifndef TLC_CREW_H
#define TLC_CREW_H

#include "offload/tiles.h"
#include <omp.h>
#if TLC_HOST
#include <sched.h>
#include <time.h>
#else
#include <ompx.h>
#endif

/* Shared by the crews of one region or, in potrf_members.inc, of one gang; all zero before and after it. */
struct tlc_control {
    int64_t ticket;
    int64_t pad0[15];
    int64_t failed; /* 1 + index of the pivot that failed */
    int64_t departed; /* crews that are done */
    /* Set by the host for twins whose matrix is copied in and out meanwhile (struct tlc_flow): how they
     * count their tasks, before which block column they stop (by rows: block row; 0: nowhere), how many
     * block rows are done. */
    int64_t counts, end, done;
    int64_t pad1[11];
    int64_t diagonal; /* its tiles: DIAGONAL_TAKEN times those taken on, plus those open but not taken on */
    int64_t multiprocessor; /* 1 + that of the crew that does these; 0: there is none */
    int64_t pad2[14];
    int32_t progress[]; /* how many tiles of a block row are final, and more (README.md, "The schedule") */
};

/* One thread's view of its crew. */
struct tlc_crew {
    int rank; /* of this thread in the crew */
    int64_t *word; /* team memory: TLC_WORDS words in which the first thread tells the crew what it learnt */
    char *scratch; /* team memory, 16-byte aligned, as much as the launch asked for */
    int number, crews; /* which crew this is, of how many */
};

enum {
    TLC_WORD_TICKET,
    TLC_WORD_FAILED,
    TLC_WORD_PROGRESS,
    TLC_WORD_FLAG,
    TLC_WORD_LEFT,
    TLC_WORD_MORE, /* what the diagonal's crew learns */
    TLC_WORD_ORDINARY,
    TLC_WORD_SEEN,
    TLC_WORD_BOTH_TICKET, /* what twins learn together */
    TLC_WORD_BOTH_FAILED,
    TLC_WORD_BOTH_PROGRESS,
    TLC_WORD_COUNTS,
    TLC_WORD_END,
    TLC_WORD_DONE,
    TLC_WORD_ZERO,
    TLC_WORD_WAY,
    TLC_WORDS = 16
};
_Static_assert(TLC_WORDS * sizeof(int64_t) % 64 == 0,
               "a launch's rounding adds nothing to the memory of twins");

/* TLC_TWINS: an NVIDIA GPU's team is two crews (twins.h). */
#ifndef TLC_TWINS
#define TLC_TWINS 0
#endif

#if TLC_HOST
#define TLC_CREW_BARRIER()
#elif TLC_TWINS && defined(__NVPTX__)
#include "offload/ukr_nvptx.h"
#define TLC_CREW_BARRIER() nvptx_barrier(1 + ompx_thread_id_x() / TLC_CREW, TLC_CREW);
#elif defined(__AMDGCN__)
#define TLC_CREW_BARRIER() TLC_PRAGMA(omp barrier)
#else
#define TLC_CREW_BARRIER() ompx_sync_block_acq_rel();
#endif

/* A region: every thread of every crew runs the statement that follows. */
#if TLC_HOST
#define TLC_REGION(device, crews, scratch, ...) TLC_PRAGMA(omp parallel num_threads(crews) if (crews > 1))
#else
#include "offload/parallel.h"
void *llvm_omp_target_dynamic_shared_alloc(void);
/* Bare, without OpenMP's run-time: a call takes 0.92x to 1.04x the time, typically 0.99x (H100,
 * 2026-11-26), and the library is linked in 222 s instead of 396. Clang 19 does not pass on how many
 * threads a bare kernel may have. On an AMD GPU a thread would then get no more registers than the
 * largest team leaves it, so regions there have the usual form, as do those of TLC_REGION_BOUND.
 * parallel.h says what `parallel` is in these. */
#if defined(__AMDGCN__)
#define TLC_BARE
#define TLC_BARE_THREADS(threads) TLC_PRAGMA(omp parallel num_threads(threads))
#else
#define TLC_BARE ompx_bare
#define TLC_BARE_THREADS(threads)
#endif
#define TLC_REGION_OF(threads, device_, crews, scratch, ...)                                    \
    TLC_PRAGMA(omp target teams TLC_BARE device(device_) num_teams(crews) thread_limit(threads) \
                   ompx_dyn_cgroup_mem(scratch) is_device_ptr(__VA_ARGS__))                     \
    TLC_BARE_THREADS(threads)
#define TLC_REGION(device, crews, scratch, ...) \
    TLC_REGION_OF((1 + TLC_TWINS) * TLC_CREW, device, crews, (1 + TLC_TWINS) * (scratch), __VA_ARGS__)
/* A region of as many threads as is worked out at run time, up to `bound`, which limits each thread's
 * registers. Captures are by value, which halves the time to compile (MEASURED.md, Building). */
#define TLC_REGION_BOUND(bound, threads, device_, crews, scratch, ...)                                      \
    TLC_PRAGMA(omp target teams device(device_) num_teams(crews) thread_limit(threads) ompx_dyn_cgroup_mem( \
        scratch) is_device_ptr(__VA_ARGS__) ompx_attribute(__attribute__((launch_bounds(bound)))))          \
    TLC_PRAGMA(omp parallel default(firstprivate))
#endif

/* Orders a crew's memory accesses before it and after it, as other crews see them. */
#if TLC_HOST
#define TLC_FLUSH() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#else
#define TLC_FLUSH() TLC_PRAGMA(omp flush)
#endif

/* Joins the region as one of its crews. scratch: the memory of all crews on a CPU, unused on a GPU. */
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
    crew.rank = ompx_thread_id_x();
    crew.number = ompx_block_id_x();
    crew.crews = ompx_grid_dim_x();
#endif
    crew.word = (int64_t *)scratch;
    crew.scratch = scratch + TLC_WORDS * sizeof(int64_t);
    return crew;
}

#if TLC_HOST
/* The calling thread as the only crew, where a region is not worth its start. */
TLC_INLINE struct tlc_crew tlc_crew_alone(char *scratch)
{
    return (struct tlc_crew){0, (int64_t *)scratch, scratch + TLC_WORDS * sizeof(int64_t), 0, 1};
}
#endif

/* The same crew, hidden from the compiler: what it derives from the rank it then computes in the task
 * and does not keep in registers from one task to the next. */
TLC_INLINE struct tlc_crew tlc_crew_here(const struct tlc_crew *crew)
{
    struct tlc_crew here = *crew;
#if defined(__NVPTX__) /* on AMD, Clang would then leave the run-time in the kernel */
    __asm__ volatile("" : "+r"(here.rank));
#endif
    return here;
}

TLC_INLINE void tlc_crew_barrier(void){TLC_CREW_BARRIER()}

/* Tells the whole crew the first thread's value. Its one barrier is before the read (README.md). */
TLC_INLINE int64_t tlc_crew_tell(const struct tlc_crew *crew, int word, int64_t value)
{
    if (TLC_CREW == 1)
        return value;
    if (crew->rank == 0)
        crew->word[word] = value;
    tlc_crew_barrier();
    return crew->word[word];
}

/* 1 + the index of the pivot that failed, or 0. */
TLC_INLINE int64_t tlc_failed(struct tlc_control *control)
{
    int64_t failed;
#pragma omp atomic read
    failed = control->failed;
    return failed;
}

/* How many crews a factorisation of nt block columns can keep busy. On a CPU each further crew costs
 * the start of a thread and moves tiles between caches, so the number is about the work, nt^3 / 3
 * updates, over the longest chain, 3 nt. It is 1 for two block columns, whose tasks are one chain. On
 * 16 cores of a Xeon, dpotrf with all of them was 2.5 times as slow for n = 256 as with 1, and 1.3
 * times for n = 512 as with 4 (2026-11-21). */
static inline int64_t tlc_useful_crews(int64_t nt, int64_t tasks)
{
    const int64_t crews = 1 + nt * nt / 8;
    if (!TLC_HOST || tasks < crews)
        return tasks;
    return crews;
}

/* Draws the crew's next task. *failed becomes control->failed. */
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

/* What a thread does between two looks at what it waits for. */
TLC_INLINE void tlc_pause(int *spins)
{
#if TLC_HOST
    /* There may be more threads than free cores, and the thread we wait for may need ours. So yield; if
     * that does not help (a scheduler may take the next thread from another core, or this one again),
     * sleep. */
    enum { PAUSES = 2000, YIELDS = 100 };
    if (*spins >= PAUSES) {
        if (*spins < PAUSES + YIELDS) {
            ++*spins;
            sched_yield();
        } else {
            nanosleep(&(struct timespec){0, 20000}, NULL);
        }
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

/* Called by the first thread: waits until tile k of block rows h, i and j is final. Returns how many
 * tiles are final in each, or -1 if tile k will never be, because a pivot of its block column, of nb
 * columns, or of an earlier one failed. If `third` is not NULL, *third becomes h's progress, and h is
 * not waited for. */
TLC_INLINE int64_t tlc_spin_for(struct tlc_control *control, int64_t h, int64_t i, int64_t j, int64_t k,
                                int64_t nb, int64_t *third)
{
    int64_t ready = 0;
    for (int spins = 0;; tlc_pause(&spins)) {
        /* all loads at once: each has a long latency */
        const int32_t o = tlc_progress(control, h), p = tlc_progress(control, i),
                      q = tlc_progress(control, j);
        const int64_t failed = tlc_failed(control);
        ready = p < q ? p : q;
        if (third)
            *third = o;
        else
            ready = ready < o ? ready : o;
        if (ready > k)
            break;
        if (failed && (failed - 1) / nb <= k)
            return -1;
    }
    TLC_FLUSH();
    return ready;
}

TLC_INLINE int64_t tlc_spin(struct tlc_control *control, int64_t h, int64_t i, int64_t j, int64_t k,
                            int64_t nb)
{
    return tlc_spin_for(control, h, i, j, k, nb, NULL);
}

/* Makes the crew wait until tile k of block rows h, i and j is final. Returns what tlc_spin_for does,
 * but at most limit. */
TLC_INLINE int64_t tlc_wait_three_rows(const struct tlc_crew *crew, struct tlc_control *control, int64_t h,
                                       int64_t i, int64_t j, int64_t k, int64_t limit, int64_t nb)
{
    int64_t ready = 0;
    if (crew->rank == 0) {
        ready = tlc_spin(control, h, i, j, k, nb);
        ready = ready < limit ? ready : limit;
    }
    return tlc_crew_tell(crew, TLC_WORD_PROGRESS, ready);
}
TLC_INLINE int64_t tlc_wait_rows(const struct tlc_crew *crew, struct tlc_control *control, int64_t i,
                                 int64_t j, int64_t k, int64_t limit, int64_t nb)
{
    return tlc_wait_three_rows(crew, control, i, i, j, k, limit, nb);
}

/* tlc_wait_rows for i and j. *seen: whether row h, which is not waited for, is as far. */
TLC_INLINE int64_t tlc_wait_rows_look(const struct tlc_crew *crew, struct tlc_control *control, int64_t h,
                                      int64_t i, int64_t j, int64_t k, int64_t limit, int64_t nb, int *seen)
{
    const int64_t yes = (int64_t)1 << 32;
    int64_t ready = 0;
    if (crew->rank == 0) {
        int64_t third = 0;
        ready = tlc_spin_for(control, h, i, j, k, nb, &third);
        ready = ready < limit ? ready : limit;
        if (ready >= 0 && third >= ready)
            ready += yes;
    }
    ready = tlc_crew_tell(crew, TLC_WORD_PROGRESS, ready);
    *seen = ready >= yes;
    return *seen ? ready - yes : ready;
}

/* Waits until tile k of block row i is final. Returns 0 if it never will be. */
TLC_INLINE int tlc_wait_tile(const struct tlc_crew *crew, struct tlc_control *control, int64_t i, int64_t k,
                             int64_t nb)
{
    int64_t ready = 0;
    if (crew->rank == 0)
        ready = tlc_spin(control, i, i, i, k, nb);
    return tlc_crew_tell(crew, TLC_WORD_FLAG, ready) > k;
}

/* Called by one thread: tells the others that the first `count` tiles of block row `row` are final. All
 * of them were stored before the thread's last barrier. */
TLC_INLINE void tlc_announce(struct tlc_control *control, int64_t row, int64_t count)
{
    TLC_FLUSH();
#pragma omp atomic write
    control->progress[row] = (int32_t)count;
}

/* The same by the whole crew, for all that it has stored. On AMD each wave waits for its own stores,
 * since one thread's fence does not cover the other wave's. Clang 19 leaves out a fence that directly
 * follows a barrier there (read in the code for gfx942 and gfx90a, 2026-11-27). */
TLC_INLINE void tlc_publish(const struct tlc_crew *crew, struct tlc_control *control, int64_t row,
                            int64_t count)
{
#if defined(__AMDGCN__)
    TLC_FLUSH();
#endif
    tlc_crew_barrier();
    if (crew->rank == 0)
        tlc_announce(control, row, count);
}

#if !TLC_HOST
/* In a region that draws no tasks, counts crews that are past a barrier of their own; the ticket, which
 * counts them, is 0 again at the end. The first thread gets the count so far. */
TLC_INLINE int64_t tlc_crew_begins(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t begun = 0;
    if (crew->rank == 0) {
        TLC_FLUSH();
#pragma omp atomic capture
        begun = ++control->ticket;
        TLC_FLUSH();
    }
    return begun;
}

/* Whether all crews have been counted. */
TLC_INLINE int tlc_crews_have_begun(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t begun = 0;
    if (crew->rank == 0) {
#pragma omp atomic read
        begun = control->ticket;
        TLC_FLUSH();
    }
    return tlc_crew_tell(crew, TLC_WORD_FLAG, begun) == crew->crews;
}

/* The diagonal. One crew at a time does its tiles, in their order. A tile is open when all tasks before
 * it have been drawn. A crew that opens one and finds no other that is open but not taken on becomes
 * the diagonal's crew. */
#define DIAGONAL_TAKEN ((int64_t)1 << 32)

/* Opens one more tile. Returns the first that this crew is to do, or -1 if another crew does them. */
TLC_INLINE int64_t tlc_diagonal_open(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t old = 0;
    if (crew->rank == 0) {
#pragma omp atomic capture
        {
            old = control->diagonal;
            control->diagonal += 1;
        }
    }
    old = tlc_crew_tell(crew, TLC_WORD_FLAG, old);
    return old % DIAGONAL_TAKEN ? -1 : old / DIAGONAL_TAKEN;
}

/* Called by one thread: counts the tile that the crew is doing as taken on. After the next barrier all
 * threads see whether another is open, for this crew to go on with. If none is, whoever opens the next
 * one becomes the diagonal's crew. */
TLC_INLINE void tlc_diagonal_take(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t old = 0;
#pragma omp atomic capture
    {
        old = control->diagonal;
        control->diagonal += DIAGONAL_TAKEN - 1;
    }
    crew->word[TLC_WORD_MORE] = old % DIAGONAL_TAKEN > 1;
}

/* The number of the multiprocessor that runs this. */
TLC_INLINE int64_t tlc_this_multiprocessor(void)
{
    uint32_t number = 0;
#if defined(__NVPTX__)
    __asm__ volatile("mov.u32 %0, %%smid;" : "=r"(number));
#endif
    return number;
}

/* Called by one thread: says that the diagonal's crew is on this multiprocessor, or that there is none. */
TLC_INLINE void tlc_diagonal_here(struct tlc_control *control, int here)
{
    const int64_t its = here ? 1 + tlc_this_multiprocessor() : 0;
#pragma omp atomic write
    control->multiprocessor = +its;
}

/* Whether the diagonal's crew is on this multiprocessor. */
TLC_INLINE int tlc_diagonal_is_here(struct tlc_control *control)
{
    int64_t its;
#pragma omp atomic read
    its = control->multiprocessor;
    return its == 1 + tlc_this_multiprocessor();
}

/* Called by one thread: looks, without waiting, whether tile k of block row i is final (1) and that of
 * block row j too (2). All threads see the answer after the next barrier. */
TLC_INLINE void tlc_look(const struct tlc_crew *crew, struct tlc_control *control, int64_t i, int64_t j,
                         int64_t k)
{
    const int32_t p = tlc_progress(control, i), q = tlc_progress(control, j);
    TLC_FLUSH();
    crew->word[TLC_WORD_SEEN] = p > k ? 1 + (q > k) : 0;
}
#endif

/* Says that a pivot failed: `pivot` is 1 + its index. */
TLC_INLINE void tlc_fail(const struct tlc_crew *crew, struct tlc_control *control, int64_t pivot)
{
    if (crew->rank == 0) {
#pragma omp atomic write
        control->failed = +pivot; /* without the +, GCC would call it unused */
    }
}

#if TLC_HOST
/* Waits until the last crew has left. The run-time's own barrier after the region would not yield for
 * some milliseconds, and with more threads than free cores the last crew may be waiting for this one's
 * core. */
static inline void tlc_wait_for_last(struct tlc_control *control)
{
    int64_t left = 1;
    for (int spins = 0; left; tlc_pause(&spins)) {
#pragma omp atomic read
        left = control->departed;
    }
}

/* Leaves a region that has drawn no tasks. */
static inline void tlc_crew_part(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t left;
#pragma omp atomic capture
    left = ++control->departed;
    if (left < crew->crews) {
        tlc_wait_for_last(control);
        return;
    }
#pragma omp atomic write
    control->departed = 0;
}
#endif

/* Whether this crew is the last to be done. If so, it sees what the others stored before a barrier of
 * their own. */
TLC_INLINE int tlc_crew_is_last(const struct tlc_crew *crew, struct tlc_control *control)
{
    int64_t left = 0;
    if (crew->rank == 0) {
        TLC_FLUSH();
#pragma omp atomic capture
        left = ++control->departed;
        TLC_FLUSH();
    }
    return tlc_crew_tell(crew, TLC_WORD_LEFT, left) == crew->crews;
}

/* Leaves the region. The last crew hands the result on, where something failed, and leaves control all
 * zero, so that a call needs no copy and no other launch. */
TLC_INLINE void tlc_crew_leave(const struct tlc_crew *crew, struct tlc_control *control, int64_t rows,
                               int64_t *result)
{
    if (!tlc_crew_is_last(crew, control)) {
#if TLC_HOST
        tlc_wait_for_last(control);
#endif
        return;
    }
    for (int64_t r = crew->rank; r < rows; r += TLC_CREW)
        control->progress[r] = 0;
    if (crew->rank == 0) {
        if (control->failed) /* 0 is there already, and writes to the host's memory are slow */
            *result = control->failed;
        control->ticket = control->failed = control->diagonal = 0;
#if TLC_HOST /* a GPU's crews do not wait for each other here */
        TLC_FLUSH();
#endif
#pragma omp atomic write
        control->departed = 0;
    }
}

#endif
