/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/threads.h"

#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static _Thread_local char last_error[512];
static _Thread_local int last_device = TILECHOL_DEVICE_CPU;
static _Thread_local int depth; /* calls that have begun; all but the first are parts of the first */

/* The routines that choose where to work on host data, by the names in tlc_work: those that may have a
 * TILECHOL_MIN_N_ROUTINE. */
#define AND_BATCHES(name) name, name "_batched", name "_strided", name "_vbatched", name "_interleaved"
static const char *const routines[] = {AND_BATCHES("potrf"),
                                       AND_BATCHES("potrs"),
                                       AND_BATCHES("posv"),
                                       AND_BATCHES("trtrs"),
                                       "potri",
                                       "trtri",
                                       "lauum",
                                       "dsposv",
                                       "zcposv",
                                       "factor_create",
                                       "factor_create_packed",
                                       "pptrf",
                                       "pptrs",
                                       "ppsv",
                                       "pptri",
                                       "pftrf",
                                       "pftrs",
                                       "pftri",
                                       "tfsm"};
enum { ROUTINES = sizeof routines / sizeof *routines };

/* The smallest order that goes to a GPU, if a setting gives it. */
struct min_n {
    int given;
    int64_t n;
};

/* The environment's settings, read once. What follows from them, small_backend, is found out afterwards, since
 * an error may be told of on the way. */
static pthread_once_t settings_once = PTHREAD_ONCE_INIT, environment_once = PTHREAD_ONCE_INIT;
static struct {
    int device; /* of TILECHOL_DEVICE; TILECHOL_DEVICE_DEFAULT: by size */
    struct min_n min_n, routine_min_n[ROUTINES];
    int verbose;
    char bad[128]; /* what is wrong with a setting; empty: nothing */
} environment;

/* When host data goes to a GPU and back, unless told otherwise. */
#define GPU_MIN_N              tlc_number(TLC_GPU_MIN_N)
#define GPU_MIN_FLOPS_PER_BYTE tlc_number(TLC_GPU_FLOPS_PER_BYTE)

/* Up to this order, factoring on the host takes no workspace and no second thread (offload/small.inc). */
enum { SMALL_N = 48 };
const struct tlc_place tlc_small_place = {.device = TILECHOL_DEVICE_CPU, .threads = 1, .company = 1};
static const struct tlc_backend
    *small_backend; /* for calls up to SMALL_N, set once it is known that all of them stay on the host */

/* Up to this order a matrix's bytes can be counted in 64 bits. */
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
    else if (strncmp(device, "gpu:", 4) == 0 && device[4] >= '0' && device[4] <= '9') {
        const long number = strtol(device + 4, &end, 10);
        environment.device = number > INT_MAX ? TILECHOL_DEVICE_DEFAULT : (int)number;
    }
    if (environment.device == TILECHOL_DEVICE_DEFAULT || (end && *end)) {
        environment.device = TILECHOL_DEVICE_DEFAULT;
        snprintf(environment.bad, sizeof environment.bad, "TILECHOL_DEVICE=%.60s is not understood", device);
    }
}

/* Reads the setting name=text, whose name has `length` characters. */
static struct min_n read_min_n(const char *name, int length, const char *text)
{
    char *end;
    const struct min_n min_n = {1, strtoll(text, &end, 10)};
    if (*end)
        snprintf(environment.bad, sizeof environment.bad, "%.*s=%.40s is not understood", length, name, text);
    return min_n;
}

/* Reads TILECHOL_MIN_N_POTRF=N and the like; the name has `length` characters and ends with `routine`. */
static void read_routine(const char *setting, int length, const char *routine)
{
    const size_t letters = (size_t)(setting + length - routine);
    for (int i = 0; i < ROUTINES; ++i)
        if (strlen(routines[i]) == letters && strncasecmp(routines[i], routine, letters) == 0) {
            environment.routine_min_n[i] = read_min_n(setting, length, setting + length + 1);
            return;
        }
    snprintf(environment.bad, sizeof environment.bad, "%.*s: auto sends no routine of this name to a GPU",
             length < 64 ? length : 64, setting);
}

static void read_routines(void)
{
    static const char prefix[] = "TILECHOL_MIN_N_";
    for (char **setting = environ; setting && *setting; ++setting) {
        const char *equals = strchr(*setting, '=');
        if (strncmp(*setting, prefix, sizeof prefix - 1) == 0 && equals && equals[1])
            read_routine(*setting, (int)(equals - *setting), *setting + sizeof prefix - 1);
    }
}

/* Whether no setting affects calls up to order SMALL_N with data on the host. */
static int small_is_silent(void)
{
    int64_t least = environment.min_n.given ? environment.min_n.n : (int64_t)GPU_MIN_N;
    for (int i = 0; i < ROUTINES; ++i)
        if (environment.routine_min_n[i].given)
            least = tlc_min(least, environment.routine_min_n[i].n);
    return !environment.verbose && !environment.bad[0] && environment.device < 0 && least > SMALL_N;
}

static void read_settings(void)
{
    const char *min_n = getenv("TILECHOL_MIN_N"), *verbose = getenv("TILECHOL_VERBOSE");
    environment.verbose = verbose && *verbose && strcmp(verbose, "0") != 0;
    read_device(getenv("TILECHOL_DEVICE"));
    read_routines();
    if (min_n && *min_n)
        environment.min_n = read_min_n("TILECHOL_MIN_N", sizeof "TILECHOL_MIN_N" - 1, min_n);
}

static void read_environment(void)
{
    pthread_once(&settings_once, read_settings);
    if (small_is_silent())
        __atomic_store_n(&small_backend, tlc_backend_of(TILECHOL_DEVICE_CPU), __ATOMIC_RELEASE);
}

int64_t tlc_error(int64_t code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    pthread_once(&settings_once, read_settings);
    if (environment.verbose && code <= TILECHOL_ERROR_MEMORY)
        fprintf(stderr, "tilechol: error %lld: %s\n", (long long)code, last_error);
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
    if (code == TILECHOL_ERROR_DEVICE)
        return tlc_error(code, "%s: the device, or a copy to or from it, failed", routine);
    return code;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether GPU 0, which auto would use, has room for a call. The extra eighth is for tiles that extend
 * beyond a matrix's edges and for diagonals. The constant is for small allocations and for solves by
 * strips (offload/solve_few.inc): these need one more solution, but are not used where it would be
 * larger than that. */
static int gpu_has(double room)
{
    const double bytes = 1.125 * room + 0x1p26;
    int count;
    const char *why;
    tilechol_device_info info = {.memory_free = 0};
    const struct tlc_backend *gpu = tlc_gpu_backend(&count, &why);
    if (!gpu || gpu->lost(0))
        return 0;
    gpu->describe(0, &info);
    if (info.memory_total > 0 && (double)info.memory_free < bytes) {
        tilechol_release_workspace();
        gpu->describe(0, &info);
    }
    return info.memory_total == 0 || (double)info.memory_free >= bytes;
}

/* Whether host data is worth a GPU: as the environment says for the routine or for all, else by size. */
static int worth_gpu(const struct tlc_work *work)
{
    for (int i = 0; i < ROUTINES; ++i)
        if (environment.routine_min_n[i].given && strcmp(work->routine, routines[i]) == 0)
            return work->n >= environment.routine_min_n[i].n;
    if (environment.min_n.given)
        return work->n >= environment.min_n.n;
    return work->n >= GPU_MIN_N && work->flops >= GPU_MIN_FLOPS_PER_BYTE * work->bytes;
}

/* Where to work on host data: by the options, else the environment, else size and the GPU's free memory. */
static int64_t choose_device(const tilechol_options *options, const struct tlc_work *work, int *device)
{
    *device = options && options->device != TILECHOL_DEVICE_DEFAULT ? options->device : environment.device;
    if (*device != TILECHOL_DEVICE_DEFAULT)
        return 0;
    if (environment.bad[0])
        return tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s: %s", work->routine, environment.bad);
    *device = worth_gpu(work) && gpu_has(work->room) ? 0 : TILECHOL_DEVICE_CPU;
    return 0;
}

/* How many threads a call gets whose options ask for `threads` (0: the library decides). A call that
 * asks gets them even without the claim. It still takes the claim if that is free, so that other calls
 * stay on their own threads. */
static int claim_threads(struct tlc_call *call, int threads, double flops)
{
    const int most = tlc_threads_for(threads, flops);
    if (most <= 1)
        return most;
    const int claim = tlc_threads_claim();
    call->claims |= claim == TLC_CLAIMED;
    return claim || threads > 0 ? most : 1;
}

/* The order below which a factorisation may use smaller tiles, by the process's threads, not the call's. */
static int fine_below(int threads)
{
    const int most = TLC_FINE_N / TLC_FINE_EACH;
    return threads == 1 ? 0 : TLC_FINE_EACH * (threads < most ? threads : most);
}

/* parallel: several threads have something to do: they work on host data or copy it to a GPU. */
static int64_t begin(struct tlc_call *call, const struct tlc_work *work, int device, int threads,
                     int parallel)
{
    if (work->bytes > 0 && work->n > LARGEST_N) /* band matrices have bytes = 0 */
        return tlc_error(TILECHOL_ERROR_MEMORY, "%s: n = %lld is too large for any memory", work->routine,
                         (long long)work->n);
    *call = (struct tlc_call){.work = *work, .backend = tlc_backend_of(device)};
    if (!call->backend)
        return TILECHOL_ERROR_NO_BACKEND;
    /* a call waits at cancellation points, for threads that would be left alone with its work */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &call->cancels);
    call->place = (struct tlc_place){.device = device, .threads = 1, .company = 1};
    if (parallel)
        call->place.threads = claim_threads(call, threads, work->flops);
    if (device < 0)
        call->place.company = tlc_threads_of_process();
    if (device < 0 && work->n < TLC_FINE_N)
        call->place.fine = fine_below(call->place.company);
    call->start = environment.verbose ? now() : 0;
    last_device = device;
    ++depth;
    return 0;
}

const struct tlc_backend *tlc_call_small(const tilechol_options *options, int64_t n, const void *a)
{
    const struct tlc_backend *backend = __atomic_load_n(&small_backend, __ATOMIC_ACQUIRE);
    if (!backend || options || n > SMALL_N || !tlc_in_heap(a))
        return NULL;
    last_device = TILECHOL_DEVICE_CPU;
    return backend;
}

static int on_host(struct tlc_found found)
{
    return found.array && found.location < 0;
}

struct tlc_found tlc_find(const void *array)
{
    return (struct tlc_found){array, array ? tlc_location(array) : TILECHOL_DEVICE_CPU};
}

int64_t tlc_call_begin_found(struct tlc_call *call, const struct tlc_work *work,
                             const tilechol_options *options, struct tlc_found a, struct tlc_found b)
{
    pthread_once(&environment_once, read_environment);
    int device = a.location >= 0 ? a.location : b.location;
    if (a.location >= 0 && b.location >= 0 && a.location != b.location)
        return tlc_error(TILECHOL_ERROR_LOCATION, "%s: the arrays are on different GPUs (%d and %d)",
                         work->routine, a.location, b.location);
    if (device < 0) {
        const int64_t error = choose_device(options, work, &device);
        if (error)
            return error;
    }
    const int64_t error =
        begin(call, work, device, options ? options->threads : 0, a.location < 0 || on_host(b));
    call->found[0] = a;
    call->found[1] = b;
    if (!error && options) {
        call->place.crews = options->crews;
        call->place.group = options->group;
        call->place.tiles = options->tiles;
    }
    return error;
}

int64_t tlc_call_begin(struct tlc_call *call, const struct tlc_work *work, const tilechol_options *options,
                       const void *a, const void *b)
{
    return tlc_call_begin_found(call, work, options, tlc_find(a), tlc_find(b));
}

int64_t tlc_call_begin_on(struct tlc_call *call, const struct tlc_work *work, int device, int threads,
                          const void *a, const void *b)
{
    pthread_once(&environment_once, read_environment);
    const struct tlc_found found[] = {tlc_find(a), tlc_find(b)};
    int64_t error = 0;
    for (int i = 0; i < 2 && !error; ++i)
        error = tlc_check_location(work->routine, device, found[i].location, "factor is");
    if (error)
        return error;
    error = begin(call, work, device, threads, device < 0 || on_host(found[0]) || on_host(found[1]));
    memcpy(call->found, found, sizeof found);
    return error;
}

void tlc_call_effort(struct tlc_call *call, const tilechol_options *options, double operations)
{
    const int most = claim_threads(call, options ? options->threads : 0, operations);
    call->place.threads = operations < tlc_number(TLC_THREADS_MIN_FLOPS) ? 1 : most;
}

/* A GPU that has failed leaves no result; on a lost GPU, a lack of memory is such a failure too. */
static int64_t end_on_gpu(const struct tlc_call *call, int64_t info)
{
    const struct tlc_backend *backend = call->backend;
    const int64_t error = backend->error(1), result = error ? error : info;
    return result == TILECHOL_ERROR_MEMORY && backend->lost(call->place.device) ? TILECHOL_ERROR_DEVICE
                                                                                : result;
}

int64_t tlc_call_end(const struct tlc_call *call, int64_t info)
{
    if (call->claims)
        tlc_threads_release();
    if (call->place.device >= 0)
        info = end_on_gpu(call, info);
    --depth;
    if (info < 0 && depth == 0)
        tlc_backend_error(info, call->work.routine);
    if (depth == 0 && environment.verbose) {
        const double seconds = now() - call->start, flops = info == 0 ? call->work.flops : 0;
        fprintf(stderr, "tilechol: %s n=%lld backend=%s device=%d info=%lld ms=%.3f gflops=%.1f\n",
                call->work.routine, (long long)call->work.n, call->backend->name, call->place.device,
                (long long)info, seconds * 1e3, flops / seconds * 1e-9);
    }
    pthread_setcancelstate(call->cancels, NULL);
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
