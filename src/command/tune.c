/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol bench --tune: measures the values that a call can be given (crews, groups, threads, where to work)
 * and prints rows for offload/tuning.h with those that are best here.
 *
 *   --device=gpu        TLC_GROUP, TLC_TILES (potrf) and TLC_CREWS, by type and n; for potrs and potri, the
 *                       times by strips and by tiles, from which TLC_BY_STRIPS and the like are read off
 *   --device=cpu        TLC_GROUP (potrf) by type and n, TLC_THREADS_MIN_FLOPS
 *   --device=host-gpu   TLC_GPU_MIN_N */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "src/command/bench.h"

/* A larger value is preferred only if it takes less than this part of a smaller one's time: clock noise. */
#define WORTH 0.98

enum { CANDIDATES = 5 };

/* A number of the table, and the values to try for it. */
struct choice {
    const char *what;
    int count, values[CANDIDATES];
};
static const struct choice group_choice = {"TLC_GROUP", 4, {1, 2, 4, 8}},
                           crews_choice = {"TLC_CREWS", 4, {1, 2, 3, 4}},
                           tiles_choice = {"TLC_TILES", 3, {1, 2, 4}},
                           strips_choice = {"strips of 8, 16, 32, tiles", 5, {8, 16, 32, 1, 4}},
                           inverse_choice = {"strips of 16, 32, tiles", 3, {16, 32, 1}};

struct tuning {
    const struct bench_request *request;
    const struct bench_device *device;
    const struct place *place; /* of the data */
    char machine[128];
};

/* The seconds of a call with these options; fails if its result is wrong. */
static double seconds_with(const struct tuning *tuning, const struct data *data,
                           const tilechol_options *options)
{
    struct ourselves ourselves = {.options = *options};
    struct contestant us = ourselves_contestant(&ourselves);
    progress("tilechol", data->problem);
    const struct measurement m = measure(&us, data, &tuning->request->effort);
    progress(NULL, NULL);
    if (!measurement_right(data->problem, &m))
        fail(EXIT_RESIDUAL, "%s, n = %lld: residual %.2g, info %lld", routine_name(data->problem->routine),
             (long long)data->problem->n, m.residual, (long long)m.info);
    return m.seconds;
}

static tilechol_options tuning_options(const struct tuning *tuning)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = tuning->device->number;
    options.threads = tuning->request->threads;
    return options;
}

/* ---- the best of a few values ------------------------------------------------------------------------- */

/* Tries the choice's values in *value, a member of *options, and leaves the best there. */
static void try_candidates(const struct tuning *tuning, const struct data *data, const struct choice *choice,
                           tilechol_options *options, int *value, double seconds[CANDIDATES])
{
    int best = 0;
    for (int k = 0; k < choice->count; k++) {
        *value = choice->values[k];
        seconds[k] = seconds_with(tuning, data, options);
        if (seconds[k] < WORTH * seconds[best])
            best = k;
    }
    *value = choice->values[best];
}

/* Prints how long each value took, as a comment. */
static void print_times(const struct choice *choice, const struct problem *problem,
                        const double seconds[CANDIDATES])
{
    printf("/* n = %lld, ms:", (long long)problem->n);
    for (int k = 0; k < choice->count; k++)
        printf(" %d %.4g", choice->values[k], 1e3 * seconds[k]);
    printf(" */\n");
    fflush(stdout);
}

/* Prints the times, after a row if the value differs from *before, the last row's (0: there is none yet). */
static void print_row(const struct tuning *tuning, const struct choice *choice, const struct problem *problem,
                      const double seconds[CANDIDATES], int value, int *before)
{
    if (value != *before)
        printf("{%s, \"%s\", \"%s\", \"%c\", %lld, %d}, ", choice->what, tuning->machine,
               routine_name(problem->routine), problem->type, *before ? (long long)problem->n : 0, value);
    print_times(choice, problem, seconds);
    *before = value;
}

/* Tries the choice's values in *value, a member of *options, and prints the row. */
static void choose(const struct tuning *tuning, const struct data *data, const struct choice *choice,
                   tilechol_options *options, int *value, int *before)
{
    double seconds[CANDIDATES];
    try_candidates(tuning, data, choice, options, value, seconds);
    print_row(tuning, choice, data->problem, seconds, *value, before);
}

/* Prints how long a solve, or an inverse, takes by strips and by tiles. Up to 48 right-hand sides go by
 * strips even if tiles are asked for (tilechol.h). */
static void tell_strips(const struct tuning *tuning, const struct data *data)
{
    const int inverse = data->problem->routine == POTRI;
    const int64_t nrhs = inverse ? data->problem->n : data->problem->nrhs;
    const struct choice *choice = inverse ? &inverse_choice : &strips_choice;
    tilechol_options options = tuning_options(tuning);
    double seconds[CANDIDATES];
    try_candidates(tuning, data, choice, &options, &options.tiles, seconds);
    printf("/* %s, %lld right-hand sides */ ", choice->what, (long long)nrhs);
    print_times(choice, data->problem, seconds);
}

/* Chooses group, tiles and crews, in this order, for one type, by n: each with the best of those before
 * it and the table's values of those after it. */
static void tune_launches(const struct tuning *tuning, struct problem problem)
{
    const int on_gpu = tuning->device->kind == ON_GPU;
    int group = 0, tiles = 0, crews = 0;
    for (int k = 0; k < tuning->request->n_count; k++) {
        tilechol_options options = tuning_options(tuning);
        problem.n = tuning->request->n[k];
        struct data data = data_create(&problem, tuning->place);
        if (problem.routine == POTRF)
            choose(tuning, &data, &group_choice, &options, &options.group, &group);
        if (problem.routine == POTRF && on_gpu)
            choose(tuning, &data, &tiles_choice, &options, &options.tiles, &tiles);
        if (problem.routine != POTRF && on_gpu)
            tell_strips(tuning, &data);
        if (on_gpu)
            choose(tuning, &data, &crews_choice, &options, &options.crews, &crews);
        data_destroy(&data);
    }
}

/* ---- from which size on ----------------------------------------------------------------------- */

/* The index of the size from which on b is faster than a, as far as was measured; count if there is none. */
static int first_faster(const double *a, const double *b, int count)
{
    int first = count;
    while (first > 0 && b[first - 1] < a[first - 1])
        first--;
    return first;
}

/* Measures all n with two sets of options; returns the index of the n from which on the second is faster. */
static int compare(const struct tuning *tuning, struct problem problem, const char *name_a,
                   const tilechol_options *a, const char *name_b, const tilechol_options *b)
{
    double with_a[LIST_LIMIT], with_b[LIST_LIMIT];
    const int count = tuning->request->n_count;
    for (int k = 0; k < count; k++) {
        problem.n = tuning->request->n[k];
        struct data data = data_create(&problem, tuning->place);
        with_a[k] = seconds_with(tuning, &data, a);
        with_b[k] = seconds_with(tuning, &data, b);
        printf("/* n = %lld, ms: %s %.4g, %s %.4g */\n", (long long)problem.n, name_a, 1e3 * with_a[k],
               name_b, 1e3 * with_b[k]);
        fflush(stdout);
        data_destroy(&data);
    }
    return first_faster(with_a, with_b, count);
}

/* The number of operations from which on all threads beat one. */
static void tune_threads(const struct tuning *tuning, struct problem problem)
{
    tilechol_options one = tuning_options(tuning), all = one;
    one.threads = 1;
    if (all.threads == 0)
        all.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    const int first = compare(tuning, problem, "1 thread", &one, "all", &all);
    if (first == tuning->request->n_count) {
        printf("/* %d threads are not faster than one at the largest n */\n", all.threads);
        return;
    }
    problem.n = tuning->request->n[first];
    printf("{TLC_THREADS_MIN_FLOPS, \"%s\", \"\", \"sdcz\", 0, %.3g}, /* n = %lld */\n", tuning->machine,
           problem_flops(&problem), (long long)problem.n);
}

/* The n from which on a GPU beats the CPU for data on the host. */
static void tune_place(const struct tuning *tuning, struct problem problem)
{
    tilechol_options cpu = tuning_options(tuning), gpu = cpu;
    cpu.device = TILECHOL_DEVICE_CPU;
    const int first = compare(tuning, problem, "CPU", &cpu, "GPU", &gpu);
    if (first == tuning->request->n_count)
        printf("/* the GPU is not faster at the largest n */\n");
    else
        printf("{TLC_GPU_MIN_N, \"%s\", \"\", \"sdcz\", 0, %lld},\n", tuning->machine,
               (long long)tuning->request->n[first]);
}

/* ---- the command ------------------------------------------------------------------------------ */

static int compare_numbers(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

/* The machine's name in the table: the GPU's or, for where host data goes, the CPU's. */
static void find_machine(struct tuning *tuning)
{
    const int gpu = tuning->device->kind == ON_GPU;
    tilechol_device_info info;
    if (tilechol_get_device_info(gpu ? tuning->device->number : TILECHOL_DEVICE_CPU, &info))
        fail_library("get_device_info", TILECHOL_ERROR_NO_BACKEND);
    snprintf(tuning->machine, sizeof tuning->machine, "%s", gpu ? info.name : info.backend);
}

static void tune_device(const struct bench_request *request, const struct bench_device *device)
{
    struct tuning tuning = {request, device, NULL, ""};
    char name[128], today[32];
    const time_t now = time(NULL);
    if (device->kind == ON_LOCKED_FOR_GPU)
        fail(EXIT_USAGE, "--tune: there is no tuning for page-locked memory");
    if (device->kind == ON_CPU && request->routine != POTRF)
        fail(EXIT_USAGE, "--tune: on the CPU, only potrf is tuned");
    const struct place *gpu = device->kind == ON_CPU ? NULL : find_gpu(device);
    tuning.place = place_of(device, gpu);
    find_machine(&tuning);
    strftime(today, sizeof today, "%Y-%m-%d", gmtime(&now));
    printf("/* tilechol %s bench %s --tune: %s, %s, median of %d */\n", tilechol_version(),
           routine_name(request->routine), device_name(device->number, name), today,
           request->effort.repetitions);
    for (const char *type = request->types; *type; type++) {
        struct problem problem = problem_at(request, 0);
        problem.type = *type;
        if (device->kind == ON_HOST_FOR_GPU)
            tune_place(&tuning, problem);
        else
            tune_launches(&tuning, problem);
        if (device->kind == ON_CPU && problem.routine == POTRF)
            tune_threads(&tuning, problem);
    }
}

int tune(struct bench_request *request)
{
    if (request->layout != SINGLE)
        fail(EXIT_USAGE, "--tune: for batches, use tilechol bench batched --tune");
    if (request->routine != POTRF && request->routine != POTRS && request->routine != POTRI)
        fail(EXIT_USAGE, "--tune: only potrf, potrs and potri are tuned");
    qsort(request->n, (size_t)request->n_count, sizeof *request->n, compare_numbers);
    for (int k = 0; k < request->device_count; k++)
        tune_device(request, &request->devices[k]);
    return 0;
}

void tune_batched(char **arguments)
{
    static const char name[] = "tilechol-tune-batched";
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof name);
    char *own = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    if (own) {
        strcpy(own + 1, name);
        arguments[-1] = path;
        execv(path, arguments - 1);
    }
    fail(EXIT_FILE, "cannot start %s, built with TILECHOL_BUILD_BENCH=ON but not installed: %s", name,
         strerror(errno));
}
