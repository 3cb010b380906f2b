/* SPDX-License-Identifier: BSD-3-Clause
 * tilechol-tune-batched: the search of Kurzak, Anzt, Gates and Dongarra ("Implementation and tuning of
 * batched Cholesky factorization and solve for NVIDIA GPUs", 2016) for each order: every candidate of
 * the template that fits is checked against LAPACK, then timed. The library runs beside them: its kernel
 * for whole warps has steps of sixteen columns and a choice of warps, from which rows of
 * offload/tuning.h follow. */
#include "bench/program.h"
#include "bench/tune/candidates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THRESHOLD 30.0 /* for differences to LAPACK, in n eps */
#define HOPELESS  1.5  /* this many times the best time or more: timed once */
#define WORTH     0.97 /* another shape than the previous order's must be this much faster */
enum { RUNS = 5 };

static const char usage[] = "tilechol-tune-batched [options] [n=FIRST..LAST[+STEP]]: the fastest batched "
                            "factorisation of each order\n"
                            "  --device cpu|gpu    where to work (cpu); the data is in that device's memory\n"
                            "  --type LETTERS      s, d or sd (sd)\n"
                            "  --batch M           members (10000)\n"
                            "  --out FOLDER        writes tune_batched.csv there, a row for each candidate\n";

/* Threads a system and systems a team. On a CPU a team is one thread. */
static const struct shape {
    int threads, systems;
} gpu_shapes[] = {{8, 4},  {8, 8},  {8, 16}, {16, 2}, {16, 4}, {16, 8}, {16, 16}, {32, 1},
                  {32, 2}, {32, 4}, {32, 8}, {64, 1}, {64, 2}, {64, 4}, {128, 1}, {128, 2}},
  host_shapes[] = {{1, 1}};

/* The same for the library, whose teams have one of the larger systems each. */
enum { WARP = 32, LIBRARY_SHAPES = 6 };
static const struct shape library_shapes[LIBRARY_SHAPES] = {{32, 1},  {64, 1},  {96, 1},
                                                            {128, 1}, {192, 1}, {256, 1}};

struct options {
    int gpu, first, last, step;
    int64_t batch;
    const char *types, *out;
};

/* One type and order. */
struct search {
    struct options options;
    const struct candidate_target *target;
    const struct candidate_type *type;
    char letter, machine[128];
    int n;
    int64_t batch; /* whole teams */
    void *originals, *expected, *twice, *ones, *solutions; /* of the distinct members */
    void *a, *b;
    int32_t *info;
    FILE *csv;
    int checks, failures;
};

/* What is timed: a candidate, or the library's potrf or posv, in its own choice of shape if that is 0. */
struct contestant {
    const char *name;
    struct candidate candidate;
    struct shape shape;
    int solves, twice;
};

/* ---- one contestant ------------------------------------------------------------------------------ */

/* The seconds of one run on a fresh batch; infinite if the call fails. */
static double run_once(const struct search *s, const struct contestant *c)
{
    const int64_t n = s->n;
    int64_t error = 0;
    s->type->restore(n * n, s->batch, s->originals, s->a);
    if (c->solves)
        s->type->restore(n, s->batch, s->ones, s->b);
    const double start = omp_get_wtime();
    if (c->candidate.factor) {
        c->candidate.factor(s->n, s->batch, c->shape.threads, c->shape.systems, c->twice, s->a);
    } else {
        tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
        options.crews = c->shape.threads / WARP;
        error = s->type->library(s->n, s->batch, s->a, c->solves ? s->b : NULL, s->info, &options);
    }
    const double seconds = omp_get_wtime() - start;
    return error ? INFINITY : seconds;
}

/* The largest difference to what LAPACK has for any member, in n eps of the largest element. */
static double difference(const struct search *s, const struct contestant *c)
{
    const int64_t n = s->n;
    const double d = c->solves ? s->type->check(n, s->batch, s->solutions, s->b)
                               : s->type->check(n * n, s->batch, c->twice ? s->twice : s->expected, s->a);
    return d / ((double)n * s->type->epsilon);
}

static int compare_doubles(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void report(const struct search *s, const struct contestant *c, double seconds, double wrong)
{
    const double n = s->n, flops = (double)s->options.batch * (n * n * n / 3 + (c->solves ? 2 * n * n : 0));
    if (!s->csv)
        return;
    fprintf(s->csv, "%s,%c,\"%s\",%d,%lld,%d,%d,%d,%d,%.4g,%.4g,%.3g\n", s->options.gpu ? "gpu" : "cpu",
            s->letter, c->name, s->n, (long long)s->options.batch, c->candidate.panel, c->candidate.rows,
            c->shape.threads, c->shape.systems, seconds, flops / seconds * 1e-9, wrong);
    fflush(s->csv);
}

/* Checks it, then returns its median time, or a single time where that is hopeless against the best so
 * far; infinite if it is wrong. */
static double measure(struct search *s, const struct contestant *c, double best)
{
    double seconds[RUNS] = {run_once(s, c)};
    const double wrong = isinf(seconds[0]) ? INFINITY : difference(s, c);
    ++s->checks;
    if (!(wrong < THRESHOLD)) {
        ++s->failures;
        printf("%c n=%d %s panel=%d rows=%d threads=%d systems=%d: WRONG, %.3g\n", s->letter, s->n, c->name,
               c->candidate.panel, c->candidate.rows, c->shape.threads, c->shape.systems, wrong);
        return INFINITY;
    }
    int runs = 0;
    while (runs < RUNS && (runs != 1 || seconds[0] < HOPELESS * best))
        seconds[runs++] = run_once(s, c);
    qsort(seconds, (size_t)runs, sizeof *seconds, compare_doubles);
    report(s, c, seconds[runs / 2], wrong);
    return seconds[runs / 2];
}

/* ---- the template's candidates --------------------------------------------------------------------- */

/* With twice as many threads a system as rows, or more, half of them are idle. */
static int fits(const struct search *s, const struct candidate *c, const struct shape *shape)
{
    const size_t bytes = candidate_room(s->n, c->panel) * (size_t)shape->systems * s->type->size;
    return bytes <= TEAM_BYTES && (shape->threads < 2 * s->n || shape->threads <= 8);
}

static void search_candidates(struct search *s)
{
    const struct shape *shapes = s->options.gpu ? gpu_shapes : host_shapes;
    const int count = s->options.gpu ? sizeof gpu_shapes / sizeof *gpu_shapes : 1;
    struct contestant best = {0};
    double least = INFINITY;
    for (int tile = 0; tile < TILES; ++tile)
        for (int k = 0; k < count; ++k) {
            const struct contestant c = {"candidate", s->type->candidates[tile], shapes[k], 0, 0};
            const double seconds = fits(s, &c.candidate, &c.shape) ? measure(s, &c, least) : INFINITY;
            if (seconds < least) {
                least = seconds;
                best = c;
            }
        }
    best.name = "candidate, twice";
    best.twice = 1;
    printf("/* %c n = %d: panel %d, %d rows per thread, %d threads per system, %d systems per team: %.4g ms, "
           "written twice %.4g */\n",
           s->letter, s->n, best.candidate.panel, best.candidate.rows, best.shape.threads, best.shape.systems,
           1e3 * least, 1e3 * measure(s, &best, INFINITY));
    fflush(stdout);
}

/* ---- the library ------------------------------------------------------------------------------------ */

/* A row of offload/tuning.h where the shape differs from the previous order's. */
static void print_rows(const struct search *s, const char *routine, struct shape best, struct shape *before)
{
    if (best.threads != before->threads)
        printf("{TLC_WARPS, \"%s\", \"%s\", \"%c\", %d, %d}, ", s->machine, routine, s->letter, s->n,
               best.threads / WARP);
    *before = best;
}

/* The first shape that is near enough to the least time; the previous order's, if that is near enough. */
static struct shape choose_shape(const struct shape shapes[], const double seconds[], int count, double least,
                                 struct shape before)
{
    struct shape best = {0};
    for (int k = 0; k < count; ++k) {
        if (WORTH * seconds[k] > least)
            continue;
        if (shapes[k].threads == before.threads && shapes[k].systems == before.systems)
            return before;
        if (!best.threads)
            best = shapes[k];
    }
    return best;
}

static void search_library(struct search *s, int solves, struct shape *before)
{
    struct contestant c = {.name = solves ? "tilechol posv" : "tilechol potrf", .solves = solves};
    const char *routine = c.name + strlen("tilechol ");
    const double first = measure(s, &c, INFINITY);
    double seconds[LIBRARY_SHAPES], least = INFINITY;
    if (!s->options.gpu) {
        printf("/* %c%s n = %d: %.4g ms */\n", s->letter, routine, s->n, 1e3 * first);
        return;
    }
    for (int k = 0; k < LIBRARY_SHAPES; ++k) {
        c.shape = library_shapes[k];
        seconds[k] = solves && c.shape.threads < s->n ? INFINITY : measure(s, &c, least);
        least = fmin(least, seconds[k]);
    }
    print_rows(s, routine, choose_shape(library_shapes, seconds, LIBRARY_SHAPES, least, *before), before);
    printf("/* %c%s n = %d, ms: %.4g, best %.4g */\n", s->letter, routine, s->n, 1e3 * first, 1e3 * least);
    fflush(stdout);
}

/* ---- orders and types ------------------------------------------------------------------------------- */

static void *on_device(const struct search *s, const void *host, size_t bytes)
{
    void *device = s->target->allocate(bytes);
    s->target->upload(device, host, bytes);
    return device;
}

static void open_data(struct search *s)
{
    const size_t vector = (size_t)s->n * s->type->size, matrix = (size_t)s->n * vector;
    char *host = malloc(DISTINCT * (3 * matrix + 2 * vector));
    if (!host)
        fail("not enough memory", "");
    char *expected = host + DISTINCT * matrix, *twice = expected + DISTINCT * matrix,
         *b = twice + DISTINCT * matrix, *x = b + DISTINCT * vector;
    s->type->make(s->n, host, expected, twice, b, x);
    s->originals = on_device(s, host, DISTINCT * matrix);
    s->expected = on_device(s, expected, DISTINCT * matrix);
    s->twice = on_device(s, twice, DISTINCT * matrix);
    s->ones = on_device(s, b, DISTINCT * vector);
    s->solutions = on_device(s, x, DISTINCT * vector);
    s->a = s->target->allocate((size_t)s->batch * matrix);
    s->b = s->target->allocate((size_t)s->batch * vector);
    s->info = s->target->allocate((size_t)s->batch * sizeof *s->info);
    free(host);
}

static void close_data(struct search *s)
{
    void *const all[] = {s->originals, s->expected, s->twice, s->ones, s->solutions, s->a, s->b, s->info};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        s->target->release(all[k]);
}

static void search_type(struct search *s)
{
    struct shape potrf = {0}, posv = {0};
    for (s->n = s->options.first; s->n <= s->options.last; s->n += s->options.step) {
        open_data(s);
        search_candidates(s);
        search_library(s, 0, &potrf);
        search_library(s, 1, &posv);
        close_data(s);
    }
}

/* ---- the program -------------------------------------------------------------------------------------- */

static void parse_orders(const char *text, struct options *o)
{
    int end = 0;
    o->step = 1;
    sscanf(text, "n=%d..%d%n+%d%n", &o->first, &o->last, &end, &o->step, &end);
    if (end == 0 || text[end] || o->first < 1 || o->last < o->first || o->last > MOST_N || o->step < 1)
        fail("orders are n=FIRST..LAST or n=FIRST..LAST+STEP, 1 to 128, not ", text);
}

static struct options parse(int argc, char **argv)
{
    struct options o = {.first = 5, .last = 100, .step = 1, .batch = 10000, .types = "sd"};
    for (int i = 1; i < argc; ++i) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strncmp(name, "n=", 2)) {
            parse_orders(name, &o);
            continue;
        }
        if (!strcmp(name, "--help")) {
            fputs(usage, stdout);
            exit(finish(0));
        }
        ++i;
        if (!strcmp(name, "--device") && (!strcmp(value, "cpu") || !strcmp(value, "gpu")))
            o.gpu = !strcmp(value, "gpu");
        else if (!strcmp(name, "--type") && *value && strspn(value, "sd") == strlen(value))
            o.types = value;
        else if (!strcmp(name, "--batch") && atoll(value) > 0)
            o.batch = atoll(value);
        else if (!strcmp(name, "--out") && *value)
            o.out = value;
        else
            fail("bad option or value: ", name);
    }
    return o;
}

/* The library works where the candidates do. It goes to a GPU first, so that a context whose host waits
 * by spinning is made before the first region. */
static void find_target(struct search *s)
{
    tilechol_device_info info;
    setenv("TILECHOL_DEVICE", s->options.gpu ? "gpu" : "cpu", 1);
    s->target = &candidate_target_host;
#if BENCH_GPU
    if (s->options.gpu)
        s->target = &candidate_target_gpu;
#else
    if (s->options.gpu)
        fail("built without GPU code; see README, \"GPUs\"", "");
#endif
    if (s->options.gpu && (tilechol_gpu_count() == 0 || !s->target->present()))
        fail("no GPU that the candidates run on: ", tilechol_last_error());
    tilechol_get_device_info(s->options.gpu ? 0 : TILECHOL_DEVICE_CPU, &info);
    snprintf(s->machine, sizeof s->machine, "%s", info.name);
}

int main(int argc, char **argv)
{
    struct search s = {.options = parse(argc, argv)};
    find_target(&s);
    s.csv = open_table(s.options.out, "tune_batched.csv",
                       "device,type,name,n,batch,panel,rows,threads,systems,seconds,gflops,difference\n");
    s.batch = (s.options.batch + SYSTEMS - 1) / SYSTEMS * SYSTEMS;
    for (const char *letter = s.options.types; *letter; ++letter) {
        s.letter = *letter;
        s.type = &s.target->types[*letter == 'd'];
        search_type(&s);
    }
    printf("/* %d of %d candidates are wrong */\n", s.failures, s.checks);
    close_table(s.csv);
    return finish(s.failures || !s.checks);
}
