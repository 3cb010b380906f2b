/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "src/threads.h"
#include "src/backend.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__has_include)
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define IS_SINGLE_THREADED __libc_single_threaded
#endif
#endif
#ifndef IS_SINGLE_THREADED
#define IS_SINGLE_THREADED 0
#endif

/* GCC's OpenMP run-time cannot start threads in a forked child of a process that had some; LLVM's can. */
static int one_thread_only;

/* 1 while a thread holds the claim, else 0; briefly more while others try to get it. */
static int claimed;
static _Thread_local int is_mine;

int tlc_threads_claim(void)
{
    if (is_mine)
        return TLC_CLAIMED_BEFORE;
    if (__atomic_fetch_add(&claimed, 1, __ATOMIC_ACQUIRE) == 0) {
        is_mine = 1;
        return TLC_CLAIMED;
    }
    __atomic_fetch_sub(&claimed, 1, __ATOMIC_RELAXED);
    return TLC_NOT_CLAIMED;
}

void tlc_threads_release(void)
{
    if (!is_mine)
        return;
    is_mine = 0;
    __atomic_fetch_sub(&claimed, 1, __ATOMIC_RELEASE);
}

/* ---- parallel regions ---------------------------------------------------------------------------- */

/* The program, or a library in it, may use an OpenMP run-time other than ours. */
enum { RUNTIMES = 4 };
static const char *const runtimes[RUNTIMES] = {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"};
typedef int ask_t(void);
static ask_t *asks[RUNTIMES];
static unsigned long long looked_at; /* how many libraries had been loaded at the last look */

static int read_loads(struct dl_phdr_info *info, size_t size, void *loads)
{
    (void)size;
    *(unsigned long long *)loads = info->dlpi_adds;
    return 1;
}

/* In a forked child a thread that it does not have may hold the loader's lock. There the libraries are counted
 * without it, and the number goes on from the parent's last one. */
static int is_child;
static unsigned long long last_loads, libraries_at_fork;

static unsigned long long count_libraries(void)
{
    unsigned long long count = 0;
    for (const struct link_map *library = _r_debug.r_map; library; library = library->l_next)
        ++count;
    return count;
}

unsigned long long tlc_loads(void)
{
    unsigned long long loads = 0;
    if (is_child) {
        const unsigned long long count = count_libraries();
        return last_loads + (count > libraries_at_fork ? count - libraries_at_fork : 0);
    }
    dl_iterate_phdr(read_loads, &loads);
    if (loads != __atomic_load_n(&last_loads, __ATOMIC_RELAXED)) /* threads share it, mostly to read */
        __atomic_store_n(&last_loads, loads, __ATOMIC_RELAXED);
    return loads;
}

/* Looks for the run-times again if a library has been loaded. A look takes 50 us, since absent run-times
 * are looked for in the file system. A run-time that has been found stays loaded, since its handle is
 * kept. (No lock: a library's constructor, under the loader's lock, may call us.) */
static void look_for_runtimes(void)
{
    const unsigned long long loads = tlc_loads();
    if (loads == __atomic_load_n(&looked_at, __ATOMIC_ACQUIRE))
        return;
    for (int k = 0; k < RUNTIMES; ++k) {
        const int known = __atomic_load_n(&asks[k], __ATOMIC_RELAXED) != NULL;
        void *runtime = known ? NULL : dlopen(runtimes[k], RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL);
        if (runtime)
            __atomic_store_n(&asks[k], (ask_t *)dlsym(runtime, "omp_in_parallel"), __ATOMIC_RELEASE);
    }
    __atomic_store_n(&looked_at, loads, __ATOMIC_RELEASE);
}

/* Whether the caller is in a parallel region of any OpenMP run-time of the process. */
static int in_parallel(void)
{
    int inside = omp_in_parallel();
    look_for_runtimes();
    for (int k = 0; k < RUNTIMES && !inside; ++k) {
        ask_t *const ask = __atomic_load_n(&asks[k], __ATOMIC_ACQUIRE);
        inside = ask && ask();
    }
    return inside;
}

/* ---- forks ------------------------------------------------------------------------------------ */

static int had_threads; /* the process that forked last, as far as is known */

static void before_fork(void)
{
    __atomic_store_n(&had_threads, !IS_SINGLE_THREADED, __ATOMIC_RELAXED);
}

/* The thread that had claimed the others may not exist in the child. */
static void in_child(void)
{
    if (had_threads && !is_child) {
        is_child = 1;
        libraries_at_fork = count_libraries();
        last_loads += !last_loads; /* 0: nobody has looked */
    }
#if !defined(__clang__)
    one_thread_only |= had_threads;
#endif
    __atomic_store_n(&claimed, is_mine, __ATOMIC_RELAXED);
}

/* When the library is loaded: the first call may be one of a child. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(before_fork, NULL, in_child);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- control groups ------------------------------------------------------------------------------ */

/* How many processors' time "quota period", in microseconds, gives; at least one. */
static int processors_of(double quota, double period)
{
    if (!(quota > 0) || !(period > 0) || quota / period >= INT_MAX)
        return INT_MAX;
    return quota < period ? 1 : (int)(quota / period);
}

static int read_number(const char *path, const char *name, double *number)
{
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path, name);
    FILE *in = fopen(file, "re");
    const int got = in && fscanf(in, "%lf", number) == 1;
    if (in)
        fclose(in);
    return got;
}

/* The limit that one group sets: version 2 in cpu.max ("max 100000": no limit), version 1 in two files. */
static int limit_of(const char *group)
{
    char file[4096];
    double quota = 0, period = 0;
    snprintf(file, sizeof file, "%s/cpu.max", group);
    FILE *in = fopen(file, "re");
    if (in) {
        const int got = fscanf(in, "%lf %lf", &quota, &period);
        fclose(in);
        return got == 2 ? processors_of(quota, period) : INT_MAX;
    }
    if (!read_number(group, "cpu.cfs_quota_us", &quota) || !read_number(group, "cpu.cfs_period_us", &period))
        return INT_MAX;
    return processors_of(quota, period);
}

/* The smallest limit of a group and of those that it is in, up to the mount. In a container that sees
 * the host's names, its own group is the mount itself. */
static int limit_of_path(const char *mount, const char *group)
{
    char path[4096];
    int least = limit_of(mount);
    snprintf(path, sizeof path, "%s%s", mount, group);
    for (char *slash; strlen(path) > strlen(mount) && (slash = strrchr(path, '/')); *slash = 0)
        least = smaller(least, limit_of(path));
    return least;
}

/* Whether "cpu" is among the controllers, a list like "cpu,cpuacct". */
static int has_cpu(const char *controllers)
{
    for (const char *at = controllers; (at = strstr(at, "cpu")); at += 3)
        if ((at == controllers || at[-1] == ',') && (at[3] == ',' || !at[3]))
            return 1;
    return 0;
}

int tlc_group_limit(const char *root, const char *groups)
{
    char line[4096], mount[4096];
    int least = INT_MAX;
    FILE *in = fopen(groups, "re");
    while (in && fgets(line, sizeof line, in)) {
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = 0;
        ++controllers;
        group[strcspn(group, "\n")] = 0;
        if (*controllers && !has_cpu(controllers))
            continue;
        /* version 2, alone or beside version 1, or the controllers' own mount */
        const char *const places[] = {*controllers ? controllers : "", *controllers ? "cpu" : "unified"};
        for (int k = 0; k < 2; ++k) {
            snprintf(mount, sizeof mount, "%.2000s%s%.2000s", root, *places[k] ? "/" : "", places[k]);
            least = smaller(least, limit_of_path(mount, group));
        }
    }
    if (in)
        fclose(in);
    return least;
}

static pthread_once_t group_once = PTHREAD_ONCE_INIT;
static int group_limit;

static void read_group_limit(void)
{
    group_limit = tlc_group_limit("/sys/fs/cgroup", "/proc/self/cgroup");
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int tlc_threads_allowed(void)
{
    pthread_once(&group_once, read_group_limit);
    return smaller(smaller(omp_get_max_threads(), omp_get_thread_limit()),
                   smaller(omp_get_num_procs(), group_limit));
}

int tlc_threads_for(int wish, double flops)
{
    enum { MOST = 256 }; /* for a batch of small members each further thread costs memory, too */
    if (one_thread_only)
        return 1;
    if (wish > MOST)
        wish = smaller(wish, omp_get_num_procs() > MOST ? omp_get_num_procs() : MOST);
    if (wish > 0)
        return smaller(wish, omp_get_thread_limit());
    if (flops < tlc_number(TLC_THREADS_MIN_FLOPS) || omp_get_max_threads() == 1 || in_parallel())
        return 1;
    return tlc_threads_allowed();
}

static pthread_once_t process_once = PTHREAD_ONCE_INIT;
static int threads_of_process;

static void find_threads(void)
{
    threads_of_process = tlc_threads_allowed();
}

int tlc_threads_of_process(void)
{
    pthread_once(&process_once, find_threads);
    return threads_of_process;
}
