/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the programs of bench/ with `omp target` regions of their own share. A file with such regions is
 * compiled once for the host (BENCH_HOST=1) and, in a build with TILECHOL_GPU, once for the GPUs;
 * BENCH_SUFFIX keeps the names of the two apart.
 *
 * Plain regions are ordinary OpenMP. Where a team shares memory, TEAMS opens a region in which every
 * thread of every team runs the statement that follows. On a GPU a team is TEAM threads, or as many as
 * TEAMS_OF says; on a CPU it is one thread. */
#ifndef BENCH_TARGET_H
#define BENCH_TARGET_H

#include <omp.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_JOIN_(a, b)     a##b
#define BENCH_JOIN(a, b)      BENCH_JOIN_(a, b)
#define BENCH_NAME(name)      BENCH_JOIN(name, BENCH_SUFFIX)

#define target_present        BENCH_NAME(target_present)
#define target_allocate       BENCH_NAME(target_allocate)
#define target_release        BENCH_NAME(target_release)
#define target_upload         BENCH_NAME(target_upload)
#define target_download       BENCH_NAME(target_download)
#define target_download_start BENCH_NAME(target_download_start)
#define target_host_allocate  BENCH_NAME(target_host_allocate)
#define target_host_release   BENCH_NAME(target_host_release)

/* Whether regions run on the kind of device that this compilation is for. */
int target_present(void);

/* Device memory, and copies. On failure these end the program with a message. */
void *target_allocate(size_t bytes);
void target_release(void *memory);
void target_upload(void *device, const void *host, size_t bytes);
void target_download(void *host, const void *device, size_t bytes);
/* The same; it is done when the calling task passes its next taskwait. */
void target_download_start(void *host, const void *device, size_t bytes);

/* Host memory. Pageable: the device cannot use it. Pinned: copies run at full speed, and the device can
 * read it over the bus. Managed: pages move to whoever touches them. On the host all are the same. */
enum target_memory { TARGET_PAGEABLE, TARGET_PINNED, TARGET_MANAGED };
void *target_host_allocate(enum target_memory kind, size_t bytes);
void target_host_release(enum target_memory kind, void *memory);

/* The letter of type 0 (s) or 1 (d). */
#define TYPE_NAME(type)   ((type) ? 'd' : 's')

#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)

#ifdef __clang__
#define BENCH_UNROLL BENCH_PRAGMA(unroll)
#else
#define BENCH_UNROLL BENCH_PRAGMA(GCC unroll 64)
#endif

#if BENCH_HOST
enum { TEAM = 1 };
#define TARGET_INLINE static inline
#define TEAM_BARRIER()
#define TEAM_MEMORY(type, name, count) type name[count]
#define TEAMS_OF(threads, most, bytes, ...)             \
    BENCH_PRAGMA(omp target is_device_ptr(__VA_ARGS__)) \
    BENCH_PRAGMA(omp parallel if ((most) > 1))
#define TEAMS_NOWAIT(most, bytes, a)            \
    BENCH_PRAGMA(omp task depend(inout : a[0])) \
    BENCH_PRAGMA(omp target is_device_ptr(a))   \
    BENCH_PRAGMA(omp parallel if ((most) > 1))
#else
enum { TEAM = 128 };
#define TARGET_INLINE                  static inline __attribute__((always_inline))
#define TEAM_BARRIER()                 BENCH_PRAGMA(omp barrier)
#define TEAM_MEMORY(type, name, count) type *name = llvm_omp_target_dynamic_shared_alloc()
#define TEAMS_OF(threads, most, bytes, ...)                                                        \
    BENCH_PRAGMA(omp target teams num_teams(most) thread_limit(threads) ompx_dyn_cgroup_mem(bytes) \
                     is_device_ptr(__VA_ARGS__))                                                   \
    BENCH_PRAGMA(omp parallel num_threads(threads))
/* The same as a task that follows the previous one on a. (The host's form avoids `target nowait`, with
 * which GCC 12 crashes.) */
#define TEAMS_NOWAIT(most, bytes, a)                                                            \
    BENCH_PRAGMA(omp target teams num_teams(most) thread_limit(TEAM) ompx_dyn_cgroup_mem(bytes) \
                     is_device_ptr(a) nowait depend(inout : a[0]))                              \
    BENCH_PRAGMA(omp parallel num_threads(TEAM))
void *llvm_omp_target_dynamic_shared_alloc(void);
#endif
#define TEAMS(most, bytes, ...) TEAMS_OF(TEAM, most, bytes, __VA_ARGS__)

/* One thread's place in a region of TEAMS. */
struct team {
    int rank;          /* in its team */
    int64_t number, count; /* which team of how many */
};

TARGET_INLINE struct team team_join(void)
{
#if BENCH_HOST
    return (struct team){0, omp_get_thread_num(), omp_get_num_threads()};
#else
    return (struct team){omp_get_thread_num(), omp_get_team_num(), omp_get_num_teams()};
#endif
}

/* One team per task, up to what a launch takes without a limit of its own. */
static inline int teams_for(int64_t tasks)
{
    return (int)(tasks < 1 ? 1 : tasks > 1 << 20 ? 1 << 20 : tasks);
}

#endif
