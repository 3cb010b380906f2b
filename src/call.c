/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"

#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Thread_local char last_error[512];
static _Thread_local int last_device = TILECHOL_DEVICE_CPU;

/* What the environment says, read once. */
static pthread_once_t environment_once = PTHREAD_ONCE_INIT;
static struct {
    int device; /* of TILECHOL_DEVICE; TILECHOL_DEVICE_DEFAULT: by size */
    int64_t min_n; /* of TILECHOL_MIN_N */
    int min_n_given, verbose;
    char bad[96]; /* a setting that means nothing */
} environment;

/* When host data goes to a GPU and back if nobody says: from this order on, where each byte moved is
 * worth this many operations (dpotrf on an H200 against 16 cores, 2026-11-21: the GPU is behind at
 * n = 2048, ahead at 4096). And from which work on a second thread helps (dpotrf, n = 192). */
enum { GPU_MIN_N = 3072 };
static const double GPU_MIN_FLOPS_PER_BYTE = 64, THREADS_MIN_FLOPS = 2.4e6;

/* GCC's OpenMP run-time cannot start threads in the child of a process that had some; LLVM's can. */
static int one_thread_only;
#if !defined(__clang__)
static void in_child(void)
{
    one_thread_only = 1;
}
#endif

/* Up to this order no count of bytes overflows 64 bits. */
static const int64_t LARGEST_N = (int64_t)1 << 29;

static void read_device(const char *device)
{
    char *end = NULL;
    environment.device = TILECHOL_DEVICE_DEFAULT;
    if (!device || !*device || strcmp(device, "auto") == 0)
        return;
    if (strcmp(device, "cpu") == 0)
        environment.device = TILECHOL_DEVICE_CPU;
    else if (strcmp(device, "gpu") == 0)
        environment.device = 0;
    else if (strncmp(device, "gpu:", 4) == 0 && device[4] >= '0' && device[4] <= '9')
        environment.device = (int)strtol(device + 4, &end, 10);
    if (environment.device == TILECHOL_DEVICE_DEFAULT || (end && *end)) {
        environment.device = TILECHOL_DEVICE_DEFAULT;
        snprintf(environment.bad, sizeof environment.bad, "TILECHOL_DEVICE=%.60s", device);
    }
}

static void read_environment(void)
{
    const char *min_n = getenv("TILECHOL_MIN_N"), *verbose = getenv("TILECHOL_VERBOSE");
    char *end;
#if !defined(__clang__)
    pthread_atfork(NULL, NULL, in_child);
#endif
    environment.verbose = verbose && *verbose && strcmp(verbose, "0") != 0;
    read_device(getenv("TILECHOL_DEVICE"));
    if (!min_n || !*min_n)
        return;
    environment.min_n = strtoll(min_n, &end, 10);
    environment.min_n_given = 1;
    if (*end)
        snprintf(environment.bad, sizeof environment.bad, "TILECHOL_MIN_N=%.60s", min_n);
}

int64_t tlc_error(int64_t code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    return code;
}

int64_t tlc_bad_argument(const char *routine, int position)
{
    return tlc_error(-position, "%s: argument %d is invalid", routine, position);
}

int64_t tlc_backend_error(int64_t code, const char *routine)
{
    if (code == TILECHOL_ERROR_MEMORY)
        return tlc_error(code, "%s: not enough memory", routine);
    return tlc_error(code, "%s: the device, or a copy to or from it, failed", routine);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int threads_for(int wish, double flops)
{
    if (one_thread_only)
        return 1;
    if (wish > 0)
        return wish;
    if (flops < THREADS_MIN_FLOPS || omp_in_parallel())
        return 1;
    return omp_get_max_threads();
}

/* Whether so many bytes can be had on GPU 0, which auto would use. */
static int gpu_has(double bytes)
{
    int count;
    const char *why;
    tilechol_device_info info = {.memory_free = 0};
    const struct tlc_backend *gpu = tlc_gpu_backend(&count, &why);
    if (!gpu)
        return 0;
    gpu->describe(0, &info);
    if (info.memory_total > 0 && (double)info.memory_free < bytes) {
        tilechol_release_workspace();
        gpu->describe(0, &info);
    }
    return info.memory_total == 0 || (double)info.memory_free >= bytes;
}

/* Host data: as the options say, else the environment, else by size; bytes is what a GPU would need. */
static int64_t choose_device(const tilechol_options *options, const struct tlc_work *work, int *device)
{
    *device = options && options->device != TILECHOL_DEVICE_DEFAULT ? options->device : environment.device;
    if (*device != TILECHOL_DEVICE_DEFAULT)
        return 0;
    if (environment.bad[0])
        return tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s: %s is not understood", work->routine,
                         environment.bad);
    const int worth = environment.min_n_given
                          ? work->n >= environment.min_n
                          : work->n >= GPU_MIN_N && work->flops >= GPU_MIN_FLOPS_PER_BYTE * work->bytes;
    *device = worth && gpu_has(2 * work->bytes) ? 0 : TILECHOL_DEVICE_CPU;
    return 0;
}

static int64_t begin(struct tlc_call *call, const struct tlc_work *work, int device, int threads)
{
    if (work->n > LARGEST_N)
        return tlc_error(TILECHOL_ERROR_MEMORY, "%s: n = %lld is beyond any memory", work->routine,
                         (long long)work->n);
    *call = (struct tlc_call){.work = *work, .device = device};
    call->backend = tlc_backend_of(device);
    if (!call->backend)
        return TILECHOL_ERROR_NO_BACKEND;
    call->place = (struct tlc_place){device, threads_for(threads, work->flops)};
    call->start = environment.verbose ? now() : 0;
    last_device = device;
    return 0;
}

int64_t tlc_call_begin(struct tlc_call *call, const struct tlc_work *work, const tilechol_options *options,
                       const void *a, const void *b)
{
    pthread_once(&environment_once, read_environment);
    const int at_a = tlc_location(a), at_b = b ? tlc_location(b) : TILECHOL_DEVICE_CPU;
    int device = at_a >= 0 ? at_a : at_b;
    if (at_a >= 0 && at_b >= 0 && at_a != at_b)
        return tlc_error(TILECHOL_ERROR_LOCATION, "%s: the arrays are on GPU %d and on GPU %d", work->routine,
                         at_a, at_b);
    if (device < 0) {
        const int64_t error = choose_device(options, work, &device);
        if (error)
            return error;
    }
    return begin(call, work, device, options ? options->threads : 0);
}

int64_t tlc_call_begin_on(struct tlc_call *call, const struct tlc_work *work, int device, int threads,
                          const void *a, const void *b)
{
    pthread_once(&environment_once, read_environment);
    const void *const arrays[] = {a, b};
    for (int i = 0; i < 2; ++i) {
        const int at = arrays[i] ? tlc_location(arrays[i]) : TILECHOL_DEVICE_CPU;
        if (at >= 0 && at != device)
            return tlc_error(TILECHOL_ERROR_LOCATION, "%s: an array is on GPU %d, the factor is not",
                             work->routine, at);
    }
    return begin(call, work, device, threads);
}

void tlc_call_effort(struct tlc_call *call, const tilechol_options *options, double operations)
{
    const int most = threads_for(options ? options->threads : 0, operations);
    call->place.threads = operations < THREADS_MIN_FLOPS ? 1 : most;
}

int64_t tlc_call_end(const struct tlc_call *call, int64_t info)
{
    if (info < 0)
        tlc_backend_error(info, call->work.routine);
    if (environment.verbose) {
        const double seconds = now() - call->start;
        fprintf(stderr, "tilechol: %s n=%lld backend=%s device=%d info=%lld ms=%.3f gflops=%.1f\n",
                call->work.routine, (long long)call->work.n, call->backend->name, call->device,
                (long long)info, seconds * 1e3, call->work.flops / seconds * 1e-9);
    }
    return info;
}

const char *tilechol_last_error(void)
{
    return last_error;
}

int tilechol_last_device(void)
{
    return last_device;
}
