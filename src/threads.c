/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "src/threads.h"

#include <dlfcn.h>
#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From this work on a second thread helps (dpotrf, n = 192). */
static const double THREADS_MIN_FLOPS = 2.4e6;

/* GCC's OpenMP run-time cannot start threads in the child of a process that had some; LLVM's can. */
static int one_thread_only;

/* The threads that have claimed the others: one, or more if such a one never gave them back. */
static int claimed;
static _Thread_local int is_mine;

/* The thread that had claimed them may not exist in the child. */
static void in_child(void)
{
#if !defined(__clang__)
    one_thread_only = 1;
#endif
    __atomic_store_n(&claimed, is_mine, __ATOMIC_RELAXED);
}

void tlc_threads_setup(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

int tlc_threads_claim(void)
{
    if (is_mine)
        return 1;
    if (__atomic_fetch_add(&claimed, 1, __ATOMIC_ACQUIRE) == 0)
        return is_mine = 1;
    __atomic_fetch_sub(&claimed, 1, __ATOMIC_RELAXED);
    return 0;
}

void tlc_threads_release(void)
{
    if (!is_mine)
        return;
    is_mine = 0;
    __atomic_fetch_sub(&claimed, 1, __ATOMIC_RELEASE);
}

/* ---- parallel regions ---------------------------------------------------------------------------- */

/* Whether the caller is in a parallel region of any OpenMP run-time of the process: a program, or a
 * library in it, may use another one than ours. */
static int in_parallel(void)
{
    static const char *const runtimes[] = {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"};
    int inside = omp_in_parallel();
    for (int k = 0; k < 4 && !inside; ++k) {
        void *runtime = dlopen(runtimes[k], RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL);
        if (!runtime)
            continue;
        int (*const ask)(void) = (int (*)(void))dlsym(runtime, "omp_in_parallel");
        inside = ask && ask();
        dlclose(runtime);
    }
    return inside;
}

/* ---- control groups ------------------------------------------------------------------------------ */

/* The processors' worth of time that "quota period" in microseconds gives; no less than one. */
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

/* What one group sets: version 2 in cpu.max ("max 100000" is no limit), version 1 in two files. */
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

/* The least of a group and of those it is in, up to the mount. In a container that sees the host's names,
 * its own group is the mount itself. */
static int limit_of_path(const char *mount, const char *group)
{
    char path[4096];
    int least = limit_of(mount);
    snprintf(path, sizeof path, "%s%s", mount, group);
    for (char *slash; strlen(path) > strlen(mount) && (slash = strrchr(path, '/')); *slash = 0) {
        const int limit = limit_of(path);
        least = limit < least ? limit : least;
    }
    return least;
}

/* Whether "cpu" is among the controllers "cpu,cpuacct". */
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
            const int limit = limit_of_path(mount, group);
            least = limit < least ? limit : least;
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

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int tlc_threads_for(int wish, double flops)
{
    if (one_thread_only)
        return 1;
    if (wish > 0)
        return smaller(wish, omp_get_thread_limit());
    if (flops < THREADS_MIN_FLOPS || in_parallel())
        return 1;
    pthread_once(&group_once, read_group_limit);
    return smaller(smaller(omp_get_max_threads(), omp_get_thread_limit()),
                   smaller(omp_get_num_procs(), group_limit));
}
