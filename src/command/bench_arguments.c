/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arguments of bench, and the problems they name. */
#include <argp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"

#define LARGEST_N 10000000

enum {
    KEY_N = 256,
    KEY_NRHS,
    KEY_UPLO,
    KEY_BATCH,
    KEY_THREADS,
    KEY_PEER,
    KEY_REPS,
    KEY_WARMUP,
    KEY_JSON,
    KEY_CSV,
    KEY_TUNE,
    KEY_MEASURE
};

static const struct argp_option option_list[] = {
    {"type", 't', "LETTERS", 0, "Types: any of s, d, c and z (d)", 0},
    {"n", KEY_N, "LIST", 0, "Orders: 256,512 or first:last:xFACTOR or first:last:+STEP (256:2048:x2)", 0},
    {"nrhs", KEY_NRHS, "LIST", 0, "Right-hand sides, for potrs, posv and trtrs only (1)", 0},
    {"uplo", KEY_UPLO, "LETTERS", 0, "Triangles: L, U or LU (L)", 0},
    {"batch", KEY_BATCH, "LIST", 0,
     "Members of a batch, for _batched, _strided and _interleaved only (10000)", 0},
    {"device", 'd', "LIST", 0,
     "cpu; gpu[:K]: data in that GPU's memory; host-gpu[:K]: data on the host, work on the GPU; "
     "locked-gpu[:K]: the same with page-locked host memory (cpu)",
     0},
    {"threads", KEY_THREADS, "T", 0, "Maximum number of CPU threads (all)", 0},
    {"peer", KEY_PEER, "LIST", 0,
     "Libraries to compare with: auto, none, openblas, lapack[=PATH], cusolver, rocsolver (auto)", 0},
    {"reps", KEY_REPS, "R", 0, "Repetitions; the median is reported (7)", 0},
    {"warmup", KEY_WARMUP, "W", 0,
     "Untimed calls before the first timed one, at least 1 (2); with data on a GPU, at least 20 ms of them",
     0},
    {"json", KEY_JSON, NULL, 0, "Print a JSON array, one object for each row", 0},
    {"csv", KEY_CSV, NULL, 0, "Print comma-separated values", 0},
    {"tune", KEY_TUNE, NULL, 0,
     "Measure the tuning parameters of potrf, potrs or potri and print rows for offload/tuning.h", 0},
    {"measure-peer", KEY_MEASURE, "PEER", OPTION_HIDDEN, "", 0},
    {0}};

/* ---- lists ----------------------------------------------------------------------------------- */

static void add_number(const char *option, int64_t number, int64_t *list, int *count)
{
    if (*count == LIST_LIMIT)
        fail(EXIT_USAGE, "--%s: more than %d values", option, LIST_LIMIT);
    list[(*count)++] = number;
}

/* first:last:xFACTOR or first:last:+STEP */
static bool add_range(const char *option, char *range, int64_t *list, int *count)
{
    char *rest, *first = strtok_r(range, ":", &rest), *last = strtok_r(NULL, ":", &rest);
    int64_t from, to, step;
    if (!first || !last || (*rest != 'x' && *rest != '+') || !parse_integer(first, 1, LARGEST_N, &from) ||
        !parse_integer(last, from, LARGEST_N, &to) || !parse_integer(rest + 1, 1, LARGEST_N, &step) ||
        (*rest == 'x' && step < 2))
        return false;
    for (int64_t number = from; number <= to; number = *rest == 'x' ? number * step : number + step)
        add_number(option, number, list, count);
    return true;
}

static void require_items(const char *option, const char *text, int count)
{
    if (count == 0)
        fail(EXIT_USAGE, "--%s=%s: the list is empty", option, text);
}

static void parse_numbers(const char *option, const char *text, int64_t *list, int *count)
{
    char *copy = strdup(text), *rest;
    int64_t number;
    *count = 0;
    for (char *item = strtok_r(copy, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        if (parse_integer(item, 1, LARGEST_N, &number))
            add_number(option, number, list, count);
        else if (!strchr(item, ':') || !add_range(option, item, list, count))
            fail(EXIT_USAGE,
                 "--%s=%s: expected N, first:last:xFACTOR or first:last:+STEP, with numbers in 1..%d", option,
                 text, LARGEST_N);
    }
    free(copy);
    require_items(option, text, *count);
}

static void parse_letters(const char *option, const char *text, const char *letters, char *result)
{
    size_t length = strlen(text);
    bool right = length > 0 && length <= strlen(letters) && strspn(text, letters) == length;
    for (size_t k = 0; right && k < length; k++)
        right = strchr(text + k + 1, text[k]) == NULL;
    if (!right)
        fail(EXIT_USAGE, "--%s=%s: expected one or more of the letters %s, each at most once", option, text,
             letters);
    strcpy(result, text);
}

static int parse_count(const char *option, const char *text, int lowest)
{
    int64_t number;
    if (!parse_integer(text, lowest, 100000, &number))
        fail(EXIT_USAGE, "--%s=%s: expected an integer in %d..100000", option, text, lowest);
    return (int)number;
}

static void parse_devices(const char *text, struct bench_request *request)
{
    char *copy = strdup(text), *rest;
    for (char *item = strtok_r(copy, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        struct bench_device device = {0};
        const bool from_host = !strncmp(item, "host-gpu", 8), locked = !strncmp(item, "locked-gpu", 10);
        if (!parse_device(item + (from_host ? 5 : locked ? 7 : 0), &device.number))
            fail(EXIT_USAGE,
                 "--device=%s: the devices are cpu, gpu[:K], host-gpu[:K] and locked-gpu[:K], where K is a "
                 "GPU's number",
                 text);
        device.kind = from_host           ? ON_HOST_FOR_GPU
                      : locked            ? ON_LOCKED_FOR_GPU
                      : device.number < 0 ? ON_CPU
                                          : ON_GPU;
        if (request->device_count == LIST_LIMIT)
            fail(EXIT_USAGE, "--device: more than %d devices", LIST_LIMIT);
        request->devices[request->device_count++] = device;
    }
    require_items("device", text, request->device_count);
    free(copy);
}

bool is_gpu_peer(const char *name)
{
    return !strcmp(name, "cusolver") || !strcmp(name, "rocsolver");
}

static void parse_peers(const char *text, struct bench_request *request)
{
    static const char *const names[] = {"auto", "none", "openblas", "lapack", "cusolver", "rocsolver"};
    char *copy = strdup(text), *rest; /* never freed: the names point into it */
    for (char *item = strtok_r(copy, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        bool known = !strncmp(item, "lapack=", 7);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            known |= !strcmp(item, names[k]);
        if (!known)
            fail(EXIT_USAGE,
                 "--peer=%s: the peers are auto, none, openblas, lapack[=PATH], cusolver and rocsolver",
                 text);
        if (request->peer_count == PEER_LIMIT)
            fail(EXIT_USAGE, "--peer: more than %d peers", PEER_LIMIT);
        request->peers[request->peer_count++] = item;
    }
    require_items("peer", text, request->peer_count);
}

/* ---- problems -------------------------------------------------------------------------------- */

static int nrhs_count(const struct bench_request *request)
{
    return routine_has_rhs(request->routine) ? request->nrhs_count : 1;
}

/* Five lists of up to LIST_LIMIT values have more combinations than an int can count. */
static int64_t count_problems(const struct bench_request *request)
{
    return (int64_t)strlen(request->types) * (int64_t)strlen(request->uplos) * request->n_count *
           nrhs_count(request) * request->batch_count;
}

int problem_count(const struct bench_request *request)
{
    return (int)count_problems(request); /* bench_parse has refused more */
}

/* Types outermost, then triangles, orders, right-hand sides, batches. */
struct problem problem_at(const struct bench_request *request, int k)
{
    struct problem problem = {.routine = request->routine, .layout = request->layout};
    const int sides = nrhs_count(request), triangles = (int)strlen(request->uplos);
    problem.batch = request->batch[k % request->batch_count];
    k /= request->batch_count;
    if (routine_has_rhs(request->routine))
        problem.nrhs = request->nrhs[k % sides];
    k /= sides;
    problem.n = request->n[k % request->n_count];
    k /= request->n_count;
    problem.uplo = request->uplos[k % triangles];
    problem.type = request->types[k / triangles];
    return problem;
}

/* ---- argp ------------------------------------------------------------------------------------ */

static void parse_routine(const char *text, struct bench_request *request)
{
    for (int k = 0; k < ROUTINES * (INTERLEAVED + 1); k++) {
        const struct problem problem = {.routine = (enum routine)(k % ROUTINES),
                                        .layout = (enum bench_layout)(k / ROUTINES)};
        const bool exists = problem.layout == SINGLE || problem.routine != POTRI;
        if (exists && !strcmp(text, problem_name(&problem)) && request->routine == ROUTINES) {
            request->routine = problem.routine;
            request->layout = problem.layout;
            return;
        }
    }
    fail(EXIT_USAGE,
         "'%s': bench measures potrf, potrs, posv, trtrs or potri; the first four also with _batched, "
         "_strided or _interleaved appended",
         text);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct bench_request *request = state->input;
    switch (key) {
    case 't':
        parse_letters("type", argument, "sdcz", request->types);
        return 0;
    case KEY_N:
        parse_numbers("n", argument, request->n, &request->n_count);
        return 0;
    case KEY_NRHS:
        parse_numbers("nrhs", argument, request->nrhs, &request->nrhs_count);
        return 0;
    case KEY_UPLO:
        parse_letters("uplo", argument, "LU", request->uplos);
        return 0;
    case KEY_BATCH:
        parse_numbers("batch", argument, request->batch, &request->batch_count);
        return 0;
    case 'd':
        parse_devices(argument, request);
        return 0;
    case KEY_THREADS:
        request->threads = parse_count("threads", argument, 1);
        return 0;
    case KEY_PEER:
        parse_peers(argument, request);
        return 0;
    case KEY_REPS:
        request->effort.repetitions = parse_count("reps", argument, 1);
        return 0;
    case KEY_WARMUP:
        request->effort.warmups = parse_count("warmup", argument, 1);
        return 0;
    case KEY_JSON:
        request->format = AS_JSON;
        return 0;
    case KEY_CSV:
        request->format = AS_CSV;
        return 0;
    case KEY_TUNE:
        request->tune = true;
        return 0;
    case KEY_MEASURE:
        request->measure_peer = argument;
        return 0;
    case ARGP_KEY_ARG:
        parse_routine(argument, request);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --tune measures the library alone, for one triangle and number of right-hand sides, and prints C. */
static void check_tune(const struct bench_request *request)
{
    if (request->format != AS_TABLE)
        fail(EXIT_USAGE, "--tune: it prints rows for offload/tuning.h, neither JSON nor CSV");
    for (int k = 0; k < request->peer_count; k++)
        if (strcmp(request->peers[k], "none"))
            fail(EXIT_USAGE, "--tune: no other library is measured, so there is no --peer=%s",
                 request->peers[k]);
    if (request->uplos[1] || request->nrhs_count > 1)
        fail(EXIT_USAGE, "--tune: give one triangle, and one number of right-hand sides");
}

/* A peer that is named must be able to work on one of the devices. */
static void check_peers(const struct bench_request *request)
{
    for (int k = 0; k < request->peer_count; k++) {
        const char *name = request->peers[k];
        bool fits = !strcmp(name, "auto") || !strcmp(name, "none");
        for (int d = 0; d < request->device_count; d++)
            fits |= is_gpu_peer(name) == (request->devices[d].kind != ON_CPU);
        if (!fits)
            fail(EXIT_USAGE, "--peer=%s: it works on %s, and --device names none", name,
                 is_gpu_peer(name) ? "a GPU" : "the CPU");
    }
}

/* Fills in what no option said, and refuses options that would not be followed. */
static void complete(struct bench_request *request)
{
    if (request->routine == ROUTINES)
        fail(EXIT_USAGE, "bench needs a routine: potrf, potrs, posv, trtrs or potri");
    if (request->nrhs_count == 0)
        request->nrhs[request->nrhs_count++] = 1;
    else if (!routine_has_rhs(request->routine))
        fail(EXIT_USAGE, "--nrhs: %s has no right-hand sides", routine_name(request->routine));
    if (request->batch_count == 0)
        request->batch[request->batch_count++] = request->layout == SINGLE ? 1 : 10000;
    else if (request->layout == SINGLE)
        fail(EXIT_USAGE, "--batch: %s works on one matrix, not on a batch", routine_name(request->routine));
    if (count_problems(request) > INT_MAX)
        fail(EXIT_USAGE, "the lists make %lld problems, more than %d", (long long)count_problems(request),
             INT_MAX);
    if (request->device_count == 0)
        request->devices[request->device_count++] = (struct bench_device){ON_CPU, TILECHOL_DEVICE_CPU};
    if (request->tune)
        check_tune(request);
    if (request->peer_count == 0)
        request->peers[request->peer_count++] = "auto";
    check_peers(request);
}

void bench_parse(int argc, char **argv, struct bench_request *request)
{
    static const struct argp argp = {
        option_list,
        parse,
        "potrf|potrs|posv|trtrs|potri[_batched|_strided|_interleaved]",
        "Measure a routine and its counterparts in other libraries on this machine, with the same data."
        "\vRatios are the peer's time divided by ours: above 1, tilechol is faster. The check is a scaled "
        "residual; results up to 30, or the square root of n if that is larger, are right.\n\n"
        "'tilechol bench batched --tune [n=5..100] ...' searches for the fastest batched factorisation of "
        "each order; its --help describes the options.",
        NULL,
        NULL,
        NULL};
    *request = (struct bench_request){.routine = ROUTINES,
                                      .types = "d",
                                      .uplos = "L",
                                      .n = {256, 512, 1024, 2048},
                                      .n_count = 4,
                                      .effort = {.repetitions = 7, .warmups = 2},
                                      .argc = argc,
                                      .argv = argv};
    argp_parse(&argp, argc, argv, 0, NULL, request);
    complete(request);
}
