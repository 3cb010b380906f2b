/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measures one contestant on one problem. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

/* On the host, calls shorter than this are timed several at a time, each on a copy of its own. */
#define SHORTEST_SECONDS 2e-3
#define COPIES_BYTES     ((size_t)256 << 20)
#define COPIES_LIMIT     100000

/* A GPU's clock rises while it works, so calls go on for this long before any is timed. */
#define WARM_SECONDS 20e-3

bool routine_has_rhs(enum routine routine)
{
    return routine == POTRS || routine == POSV || routine == TRTRS;
}

bool routine_changes_matrix(enum routine routine)
{
    return routine == POTRF || routine == POSV || routine == POTRI;
}

const char *routine_name(enum routine routine)
{
    static const char *const names[ROUTINES] = {"potrf", "potrs", "posv", "trtrs", "potri"};
    return names[routine];
}

const char *problem_name(const struct problem *problem)
{
    static const char *const layouts[] = {"", "_batched", "_strided", "_interleaved"};
    static char name[32];
    snprintf(name, sizeof name, "%s%s", routine_name(problem->routine), layouts[problem->layout]);
    return name;
}

double problem_flops(const struct problem *problem)
{
    const double n = (double)problem->n, nrhs = (double)problem->nrhs;
    const double flops[ROUTINES] = {[POTRF] = n * n * n / 3,
                                    [POTRS] = 2 * n * n * nrhs,
                                    [POSV] = n * n * n / 3 + 2 * n * n * nrhs,
                                    [TRTRS] = n * n * nrhs,
                                    [POTRI] = 2 * n * n * n / 3};
    return (double)problem->batch * flops[problem->routine] * (strchr("cz", problem->type) ? 4 : 1);
}

size_t matrix_bytes(const struct problem *problem)
{
    return memory_size(problem->n * problem->n, problem->batch, type_functions(problem->type)->size);
}

size_t rhs_bytes(const struct problem *problem)
{
    return memory_size(problem->n * problem->nrhs, problem->batch, type_functions(problem->type)->size);
}

size_t member_elements(const struct problem *problem)
{
    return (size_t)(problem->n * problem->n);
}

bool measurement_right(const struct problem *problem, const struct measurement *measurement)
{
    const double limit = fmax(RESIDUAL_LIMIT, sqrt((double)problem->n));
    return measurement->done && measurement->info == 0 && measurement->residual < limit;
}

/* ---- data ------------------------------------------------------------------------------------ */

static void *allocate_in(const struct place *place, size_t bytes, const struct problem *problem)
{
    void *memory = place->allocate(bytes);
    if (!memory)
        fail(EXIT_MEMORY, "n = %lld: an array of %.3g GB does not fit in the %s's memory",
             (long long)problem->n, (double)bytes * 1e-9, place->name);
    return memory;
}

/* Host memory for what contestants are given: zeroed, and page-locked if the place is. */
static void *allocate_given(const struct place *place, size_t bytes, const struct problem *problem)
{
    if (place != place_locked())
        return memory_allocate_zeroed(bytes, "the data");
    return memset(allocate_in(place, bytes, problem), 0, bytes);
}

static void release_given(const struct place *place, void *memory)
{
    if (place == place_locked())
        place->release(memory);
    else
        free(memory);
}

/* a + b, or SIZE_MAX if that is more. */
static size_t sum_of(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

/* The data on the host and, unless it goes to a GPU's memory, a copy to work on. */
void data_require_memory(const struct problem *problem, const struct place *place)
{
    size_t bytes = sum_of(matrix_bytes(problem), rhs_bytes(problem));
    char what[64];
    snprintf(what, sizeof what, "n = %lld", (long long)problem->n);
    if (!place->on_gpu)
        bytes = sum_of(bytes, bytes);
    memory_require(bytes, what);
}

struct data data_create(const struct problem *problem, const struct place *place)
{
    const struct type_functions *type = type_functions(problem->type);
    const size_t a_bytes = matrix_bytes(problem), b_bytes = rhs_bytes(problem);
    struct data data = {.problem = problem, .place = place};

    data_require_memory(problem, place);
    void *host_a = allocate_given(place, a_bytes, problem);
    void *host_b = allocate_given(place, b_bytes, problem);
    type->fill_matrix(problem, host_a);
    type->fill_rhs(problem, host_b);
    data.expected = type->expect(problem, host_a);
    data.host_a = host_a;
    data.given_b = host_b;
    data.a = host_a;
    data.b = host_b;
    if (place->on_gpu) {
        data.a = allocate_in(place, a_bytes, problem);
        data.b = allocate_in(place, b_bytes, problem);
        if (!place->copy(data.a, host_a, a_bytes) || !place->copy(data.b, host_b, b_bytes))
            fail(EXIT_DEVICE, "a copy to the %s failed", place->name);
    }
    return data;
}

void data_destroy(struct data *data)
{
    if (data->place->on_gpu) {
        data->place->release(data->b);
        data->place->release(data->a);
    }
    release_given(data->place, data->host_a);
    release_given(data->place, data->given_b);
    free(data->expected.v);
    free(data->expected.y);
    *data = (struct data){0};
}

/* ---- timing ---------------------------------------------------------------------------------- */

/* Copies to work on, of what the routine overwrites. */
struct copies {
    int64_t count;
    size_t a_bytes, b_bytes; /* of one; 0: not overwritten */
    char *a, *b;
};

static struct copies copies_create(const struct data *data, int64_t count)
{
    const struct problem *problem = data->problem;
    struct copies copies = {.count = count};
    copies.a_bytes = routine_changes_matrix(problem->routine) ? matrix_bytes(problem) : 0;
    copies.b_bytes = routine_has_rhs(problem->routine) ? rhs_bytes(problem) : 0;
    if (copies.a_bytes)
        copies.a = allocate_in(data->place, copies.a_bytes * (size_t)count, problem);
    if (copies.b_bytes)
        copies.b = allocate_in(data->place, copies.b_bytes * (size_t)count, problem);
    return copies;
}

static void copies_destroy(const struct data *data, struct copies *copies)
{
    if (copies->a)
        data->place->release(copies->a);
    if (copies->b)
        data->place->release(copies->b);
}

static void copies_restore(const struct data *data, const struct copies *copies)
{
    bool right = true;
    for (int64_t k = 0; k < copies->count; k++) {
        if (copies->a)
            right &= data->place->copy(copies->a + (size_t)k * copies->a_bytes, data->a, copies->a_bytes);
        if (copies->b)
            right &= data->place->copy(copies->b + (size_t)k * copies->b_bytes, data->b, copies->b_bytes);
    }
    if (!right)
        fail(EXIT_DEVICE, "a copy within the memory of the %s failed", data->place->name);
}

/* Restores the copies and makes a call on each of them; returns the seconds per call. */
static double time_once(struct contestant *contestant, const struct data *data, const struct copies *copies)
{
    copies_restore(data, copies);
    data->place->synchronise();
    double start = seconds_now();
    for (int64_t k = 0; k < copies->count; k++)
        contestant->run(contestant, data->problem,
                        copies->a ? copies->a + (size_t)k * copies->a_bytes : data->a,
                        copies->b ? copies->b + (size_t)k * copies->b_bytes : data->b);
    data->place->synchronise();
    return (seconds_now() - start) / (double)copies->count;
}

/* How many calls, each on a copy, take SHORTEST_SECONDS; 1 on a GPU, for a batch, or if two do not fit. */
static int64_t copies_wanted(const struct data *data, const struct copies *one, double seconds)
{
    double wanted = SHORTEST_SECONDS / (seconds > 1e-9 ? seconds : 1e-9) + 1;
    size_t room = COPIES_BYTES / (one->a_bytes + one->b_bytes + 1);
    if (data->place->on_gpu || data->problem->batch > 1 || seconds > SHORTEST_SECONDS || room < 2)
        return 1;
    if (wanted > (double)room)
        wanted = (double)room;
    return wanted > COPIES_LIMIT ? COPIES_LIMIT : (int64_t)wanted;
}

static int compare_doubles(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* ---- the result ------------------------------------------------------------------------------ */

static double check_result(const struct data *data, const struct copies *copies)
{
    const struct problem *problem = data->problem;
    const struct type_functions *type = type_functions(problem->type);
    const bool has_rhs = routine_has_rhs(problem->routine);
    const void *a = has_rhs ? data->a : copies->a, *x = copies->b;
    void *host_x = NULL;

    if (data->place->on_gpu) {
        bool right = data->place->copy(data->host_a, a, matrix_bytes(problem));
        a = data->host_a;
        if (has_rhs) {
            host_x = memory_allocate(rhs_bytes(problem), "the check");
            right &= data->place->copy(host_x, x, rhs_bytes(problem));
            x = host_x;
        }
        if (!right)
            fail(EXIT_DEVICE, "a copy from the %s failed", data->place->name);
    }
    double residual = type->check(problem, &data->expected, a, data->given_b, x);
    free(host_x);
    return residual;
}

/* Makes the calls before the first timed one; returns the seconds of the last of them. */
static double warm_up(struct contestant *contestant, const struct data *data, const struct copies *copies,
                      int calls)
{
    const double least = data->place->on_gpu ? WARM_SECONDS : 0, start = seconds_now();
    double last;
    do
        last = time_once(contestant, data, copies);
    while (--calls > 0 || seconds_now() - start < least);
    return last;
}

struct measurement measure(struct contestant *contestant, const struct data *data,
                           const struct effort *effort)
{
    struct measurement result = {0};
    double times[effort->repetitions];

    if (contestant->prepare && !contestant->prepare(contestant, data->problem))
        return result;
    struct copies copies = copies_create(data, 1);
    const double last = warm_up(contestant, data, &copies, effort->warmups);
    int64_t wanted = copies_wanted(data, &copies, last);
    if (wanted > 1) {
        copies_destroy(data, &copies);
        copies = copies_create(data, wanted);
        time_once(contestant, data, &copies);
    }
    for (int k = 0; k < effort->repetitions; k++)
        times[k] = time_once(contestant, data, &copies);
    result.done = true;
    result.info = contestant->info(contestant);
    result.seconds = median(times, effort->repetitions);
    result.residual = check_result(data, &copies);
    copies_destroy(data, &copies);
    return result;
}
