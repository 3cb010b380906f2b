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
    int64_t min_n;
    int verbose;
    char bad[64]; /* a TILECHOL_DEVICE that means nothing */
} environment;

/* From which order on host data is worth its way to a GPU and back (dpotrf on an H200 against 16 cores,
 * 2026-11-21: the GPU is behind at 2048, ahead at 4096), and from which a second thread is. */
enum { GPU_MIN_N = 3072, THREADS_MIN_N = 192 };

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

static void read_environment(void)
{
    const char *device = getenv("TILECHOL_DEVICE"), *min_n = getenv("TILECHOL_MIN_N"),
               *verbose = getenv("TILECHOL_VERBOSE");
#if !defined(__clang__)
    pthread_atfork(NULL, NULL, in_child);
#endif
    environment.device = TILECHOL_DEVICE_DEFAULT;
    environment.min_n = min_n ? strtoll(min_n, NULL, 10) : GPU_MIN_N;
    environment.verbose = verbose && *verbose && strcmp(verbose, "0") != 0;
    if (!device || !*device || strcmp(device, "auto") == 0)
        return;
    if (strcmp(device, "cpu") == 0)
        environment.device = TILECHOL_DEVICE_CPU;
    else if (strcmp(device, "gpu") == 0)
        environment.device = 0;
    else if (strncmp(device, "gpu:", 4) == 0 && device[4] >= '0' && device[4] <= '9')
        environment.device = atoi(device + 4);
    else
        snprintf(environment.bad, sizeof environment.bad, "%s", device);
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

static int threads_for(int wish, int64_t n)
{
    if (one_thread_only)
        return 1;
    if (wish > 0)
        return wish;
    if (n <= THREADS_MIN_N || omp_in_parallel())
        return 1;
    return omp_get_max_threads();
}

/* Host data: as the options say, else the environment, else by size. */
static int64_t choose_device(const tilechol_options *options, const char *routine, int64_t n, int *device)
{
    int count;
    const char *why;
    *device = options && options->device != TILECHOL_DEVICE_DEFAULT ? options->device : environment.device;
    if (*device != TILECHOL_DEVICE_DEFAULT)
        return 0;
    if (environment.bad[0])
        return tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s: TILECHOL_DEVICE=%s is none of auto, cpu, gpu, gpu:K",
                         routine, environment.bad);
    *device = n >= environment.min_n && tlc_gpu_backend(&count, &why) ? 0 : TILECHOL_DEVICE_CPU;
    return 0;
}

static int64_t begin(struct tlc_call *call, const char *routine, int device, int threads, int64_t n,
                     double flops)
{
    if (n > LARGEST_N)
        return tlc_error(TILECHOL_ERROR_MEMORY, "%s: n = %lld is beyond any memory", routine, (long long)n);
    *call = (struct tlc_call){.device = device, .routine = routine, .n = n, .flops = flops};
    call->backend = tlc_backend_of(device);
    if (!call->backend)
        return TILECHOL_ERROR_NO_BACKEND;
    call->place = (struct tlc_place){device, threads_for(threads, n)};
    call->start = environment.verbose ? now() : 0;
    last_device = device;
    return 0;
}

int64_t tlc_call_begin(struct tlc_call *call, const char *routine, const tilechol_options *options, int64_t n,
                       double flops, const void *a, const void *b)
{
    pthread_once(&environment_once, read_environment);
    const int at_a = tlc_location(a), at_b = b ? tlc_location(b) : TILECHOL_DEVICE_CPU;
    int device = at_a >= 0 ? at_a : at_b;
    if (at_a >= 0 && at_b >= 0 && at_a != at_b)
        return tlc_error(TILECHOL_ERROR_LOCATION, "%s: the arrays are on GPU %d and on GPU %d", routine, at_a,
                         at_b);
    if (device < 0) {
        const int64_t error = choose_device(options, routine, n, &device);
        if (error)
            return error;
    }
    return begin(call, routine, device, options ? options->threads : 0, n, flops);
}

int64_t tlc_call_begin_on(struct tlc_call *call, const char *routine, int device, int threads, int64_t n,
                          double flops, const void *a, const void *b)
{
    pthread_once(&environment_once, read_environment);
    const void *const arrays[] = {a, b};
    for (int i = 0; i < 2; ++i) {
        const int at = arrays[i] ? tlc_location(arrays[i]) : TILECHOL_DEVICE_CPU;
        if (at >= 0 && at != device)
            return tlc_error(TILECHOL_ERROR_LOCATION, "%s: an array is on GPU %d, the factor is not", routine,
                             at);
    }
    return begin(call, routine, device, threads, n, flops);
}

int64_t tlc_call_end(const struct tlc_call *call, int64_t info)
{
    if (info < 0)
        tlc_backend_error(info, call->routine);
    if (environment.verbose) {
        const double seconds = now() - call->start;
        fprintf(stderr, "tilechol: %s n=%lld backend=%s device=%d info=%lld ms=%.3f gflops=%.1f\n",
                call->routine, (long long)call->n, call->backend->name, call->device, (long long)info,
                seconds * 1e3, call->flops / seconds * 1e-9);
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
