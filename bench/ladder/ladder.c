/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol-ladder: runs the rungs, checks each, writes tables. */
#include "bench/ladder/batch_run.h"
#include "bench/ladder/ladder.h"
#include "bench/program.h"
#include "include/tilechol.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The threshold of LAPACK's own test programs. */
#define THRESHOLD 30.0
enum { TOLD_ITERATIONS = 16 };

static const char usage[] =
    "tilechol-ladder [options]: every rung of the ladder, checked\n"
    "  --device cpu|gpu    where the target regions run (cpu)\n"
    "  --tables            growing sizes instead of a few small ones\n"
    "  --seconds S         with --tables: the longest that one run may be expected to take (2)\n"
    "  --n N               this size only\n"
    "  --full N            compare whole factors with LAPACK up to this size (512); beyond, products with "
    "vectors\n"
    "  --goal N            with --tables: O(n^3) extrapolations to this size (60000)\n"
    "  --iterations N      with --tables: the size for times of each iteration (4096)\n"
    "  --type s|d          one type only\n"
    "  --rung TEXT         rungs whose number or name has this in it\n"
    "  --batch M           with --tables: members of rung 4's batches (10000)\n"
    "  --out FOLDER        where ladder.csv, batch.csv, iterations.csv and memory.csv go (none)\n";

struct options {
    int gpu, tables;
    double seconds;
    int64_t n, full, goal, iterations, batch;
    const char *types, *rung, *out;
};

struct ladder {
    struct options options;
    const struct ladder_target *target;
    FILE *csv, *iterations;
    int failures, checks;
};

struct outcome {
    double seconds, gflops, ratio, deviation, difference; /* NaN: not measured */
    const char *check;
    int passed;
};

/* ---- one run ------------------------------------------------------------------------------------ */

static void check_factor(const struct ladder *l, const struct rung *rung, int type, double scale,
                         const struct ladder_run *run, struct outcome *o)
{
    const struct ladder_matrix *matrix = &l->target->matrix[type];
    const int64_t n = run->n, rs = rung->flags & RUNG_TRANSPOSED ? n : 1,
                  cs = rung->flags & RUNG_TRANSPOSED ? 1 : n;
    /* rung 3's own table lists the deviation up to 1024 */
    const int64_t full = l->options.full > 1024 || rung->most != 1024 ? l->options.full : 1024;
    if (n <= full) {
        double m[5];
        matrix->compare(n, scale, run->a, rs, cs, m);
        o->check = "full";
        o->ratio = m[1] / ((double)n * m[2] * matrix->epsilon);
        o->deviation = m[0];
        o->difference = m[3] / ((double)n * m[4] * matrix->epsilon);
    } else {
        double sums[3];
        matrix->product(n, scale, run->a, rs, cs, sums);
        o->check = "vector";
        /* the norm of A is at least |A v| / |v| */
        o->ratio = sums[0] / ((double)n * sums[1] * matrix->epsilon);
    }
    o->passed = run->info == 0 && o->ratio < THRESHOLD && (isnan(o->difference) || o->difference < THRESHOLD);
}

static void check_solution(const struct ladder *l, int type, const struct ladder_run *run, struct outcome *o)
{
    double norms[3];
    const struct ladder_matrix *matrix = &l->target->matrix[type];
    matrix->solved(run->n, run->b, norms);
    o->check = "solution";
    o->ratio = norms[0] / (norms[1] * norms[2] * matrix->epsilon);
    o->passed = run->info == 0 && o->ratio < THRESHOLD;
}

/* Fills, runs, checks. */
static struct outcome run_once(const struct ladder *l, const struct rung *rung, int type, double scale,
                               struct ladder_run *run)
{
    struct outcome o = {0, 0, NAN, NAN, NAN, "", 0};
    const double n = (double)run->n;
    l->target->matrix[type].fill(run->n, scale, run->a, run->b);
    rung->run[type](run);
    o.seconds = run->seconds;
    o.gflops = (rung->flags & RUNG_SOLVES ? 2 * n * n : n * n * n / 3) / o.seconds * 1e-9;
    if (rung->flags & RUNG_SOLVES)
        check_solution(l, type, run, &o);
    else
        check_factor(l, rung, type, scale, run, &o);
    return o;
}

/* Short runs are repeated; the median of their times is reported. */
static struct outcome run_rung(const struct ladder *l, const struct rung *rung, int type, int64_t n,
                               double scale)
{
    const size_t size = l->target->matrix[type].size;
    struct ladder_run run = {.n = n, .variant = rung->variant};
    run.a = l->target->allocate((size_t)(n * n) * size);
    run.b = rung->flags & RUNG_SOLVES ? l->target->allocate((size_t)n * size) : NULL;
    struct outcome o = run_once(l, rung, type, scale, &run);
    if (l->options.tables && o.seconds < 0.1 && o.passed) {
        double t[3] = {o.seconds};
        for (int i = 1; i < 3; ++i) {
            run.info = 0;
            l->target->matrix[type].fill(n, scale, run.a, run.b);
            rung->run[type](&run);
            t[i] = run.seconds;
        }
        const double median = fmax(fmin(t[0], t[1]), fmin(fmax(t[0], t[1]), t[2]));
        o.gflops *= o.seconds / median;
        o.seconds = median;
    }
    if (run.b)
        l->target->release(run.b);
    l->target->release(run.a);
    return o;
}

/* ---- tables ------------------------------------------------------------------------------------- */

static void number(FILE *f, double x)
{
    if (isnan(x))
        fprintf(f, ",");
    else
        fprintf(f, ",%.6g", x);
}

static void report(struct ladder *l, const struct rung *rung, int type, int64_t n, const struct outcome *o,
                   const char *note)
{
    const char *verdict = o->passed ? "passed" : "FAILED";
    l->checks++;
    l->failures += !o->passed;
    printf("%-3s %c %-8s %-28s n=%-6lld %11.6f s %10.2f GFLOP/s  %-8s %-9.3g %s%s\n", l->target->name,
           TYPE_NAME(type), rung->number, rung->name, (long long)n, o->seconds, o->gflops, o->check, o->ratio,
           verdict, note);
    fflush(stdout);
    if (!l->csv)
        return;
    fprintf(l->csv, "%s,%c,%s,\"%s\",\"%s\",%lld", l->target->name, TYPE_NAME(type), rung->number,
            rung->source, rung->name, (long long)n);
    number(l->csv, o->seconds);
    number(l->csv, o->gflops);
    fprintf(l->csv, ",%s", o->check);
    number(l->csv, o->ratio);
    number(l->csv, o->deviation);
    number(l->csv, o->difference);
    fprintf(l->csv, ",%s%s\n", verdict, note);
    fflush(l->csv);
}

/* A row that was not measured, and says so. */
static void extrapolate(struct ladder *l, const struct rung *rung, int type, int64_t n, double seconds)
{
    const double goal = (double)l->options.goal, ratio = goal / (double)n;
    if (!l->csv || !l->options.goal || rung->flags & RUNG_SOLVES || rung->most || n >= l->options.goal)
        return;
    fprintf(l->csv, "%s,%c,%s,\"%s\",\"%s\",%lld,%.6g,,extrapolated,,,,O(n^3) from n = %lld\n",
            l->target->name, TYPE_NAME(type), rung->number, rung->source, rung->name,
            (long long)l->options.goal, seconds * ratio * ratio * ratio, (long long)n);
}

/* The goal takes the place of the first power of two beyond it. */
static int64_t next_size(int64_t n, int64_t first, int64_t goal)
{
    return n == 0 ? first : n < goal && 2 * n > goal ? goal : 2 * n;
}

/* PolyBench's sizes in rung 2; elsewhere from 256 (rung 3: 32) on, doubled up to the goal. Stops where a
 * run is not expected to end in time. */
static void climb(struct ladder *l, const struct rung *rung, int type)
{
    static const int64_t polybench[] = {32, 128, 1024, 2000, 4000};
    const int fixed = !strcmp(rung->number, "2"), growth = fixed || rung->flags & RUNG_SOLVES ? 2 : 3;
    const int64_t first = !strcmp(rung->number, "3") ? 32 : 256;
    double seconds = 0;
    int64_t n = 0;
    run_rung(l, rung, type, 64, 1); /* loads what is loaded only once */
    for (int i = 0;; ++i) {
        const int64_t next = fixed ? polybench[i < 5 ? i : 0] : next_size(n, first, l->options.goal);
        const double ratio = n ? (double)next / (double)n : 0;
        if ((fixed && i == 5) || (rung->most && next > rung->most) || next > l->options.goal ||
            seconds * pow(ratio, growth) > l->options.seconds)
            break;
        const struct outcome o = run_rung(l, rung, type, next, 1);
        report(l, rung, type, next, &o, "");
        n = next;
        seconds = rung->flags & RUNG_SOLVES ? o.seconds * 4 : o.seconds;
    }
    extrapolate(l, rung, type, n, seconds);
}

/* For every TOLD_ITERATIONS-th iteration: the times of its two parts, and the sum of all up to it. */
static void tell_iterations(struct ladder *l, const struct rung *rung, int type)
{
    const int64_t n = l->options.iterations;
    double *column = calloc((size_t)n, sizeof *column), *submatrix = calloc((size_t)n, sizeof *submatrix);
    struct ladder_run run = {.n = n, .variant = rung->variant, .column = column, .submatrix = submatrix};
    if (!column || !submatrix)
        fail("no memory for iterations", "");
    run.a = l->target->allocate((size_t)(n * n) * l->target->matrix[type].size);
    l->target->matrix[type].fill(n, 1, run.a, NULL);
    rung->run[type](&run);
    double sum = 0;
    for (int64_t j = 0; j < n; ++j) {
        sum += column[j] + submatrix[j];
        if (submatrix[j] > 0 && j % TOLD_ITERATIONS == 0)
            fprintf(l->iterations, "%s,%c,\"%s\",%lld,%lld,%.4g,%.4g,%.4g\n", l->target->name,
                    TYPE_NAME(type), rung->name, (long long)n, (long long)j, column[j], submatrix[j], sum);
    }
    l->target->release(run.a);
    free(column);
    free(submatrix);
}

static void run_tables(struct ladder *l, const struct rung *rung, int type)
{
    if (l->options.n) {
        const struct outcome o = run_rung(l, rung, type, l->options.n, 1);
        report(l, rung, type, l->options.n, &o, "");
        return;
    }
    climb(l, rung, type);
    if (l->iterations && rung->flags & RUNG_TELLS && type == 0)
        tell_iterations(l, rung, type);
}

/* ---- the small run: every rung, checked ----------------------------------------------------------- */

static void run_small(struct ladder *l, const struct rung *rung, int type)
{
    static const int64_t sizes[] = {1, 2, 63, 64, 65, 200, 320};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const struct outcome o = run_rung(l, rung, type, sizes[i], 1);
        report(l, rung, type, sizes[i], &o, "");
    }
    if (type != 0 || strcmp(rung->number, "1") || rung->flags & RUNG_SOLVES)
        return;
    /* elements of about 1e20 are representable, their products are not */
    struct outcome o = run_rung(l, rung, type, 100, 1e20);
    if (rung->flags & RUNG_OVERFLOWS) {
        o.passed = !o.passed;
        report(l, rung, type, 100, &o, " (A of about 1e20 overflows here, as it must)");
    } else {
        report(l, rung, type, 100, &o, " (A of about 1e20)");
    }
}

/* Elements that each layout of rung 1 takes. */
static void write_memory(FILE *f)
{
    fprintf(f, "n,full,packed,padded_columns,padded_blocks,library_tiles_gpu\n");
    for (int64_t n = 1000; n <= 64000; n += 1000) {
        const int64_t p = (n + 31) / 32 * 32, b = (n + 63) / 64 * 64;
        fprintf(f, "%lld,%lld,%lld,%lld,%lld,%lld\n", (long long)n, (long long)(n * n),
                (long long)(n * (n + 1) / 2), (long long)(p * (p + 32) / 2), (long long)(b * (b + 64) / 2),
                (long long)(b * (b + 64) / 2));
    }
}

/* ---- the program -------------------------------------------------------------------------------- */

static struct options parse(int argc, char **argv)
{
    struct options o = {.seconds = 2,
                        .full = 512,
                        .goal = 60000,
                        .iterations = 4096,
                        .batch = 10000,
                        .types = "sd",
                        .rung = ""};
    for (int i = 1; i < argc; ++i) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(name, "--tables")) {
            o.tables = 1;
            continue;
        }
        if (!strcmp(name, "--help")) {
            fputs(usage, stdout);
            exit(finish(0));
        }
        if (!value)
            fail("unknown option, or no value for ", name);
        ++i;
        if (!strcmp(name, "--device") && (!strcmp(value, "cpu") || !strcmp(value, "gpu")))
            o.gpu = !strcmp(value, "gpu");
        else if (!strcmp(name, "--type") && (!strcmp(value, "s") || !strcmp(value, "d")))
            o.types = value;
        else if (!strcmp(name, "--rung"))
            o.rung = value;
        else if (!strcmp(name, "--out"))
            o.out = value;
        else if (!strcmp(name, "--seconds") && atof(value) > 0)
            o.seconds = atof(value);
        else if (!strcmp(name, "--n") && atoll(value) > 0)
            o.n = atoll(value);
        else if (!strcmp(name, "--full") && atoll(value) >= 0)
            o.full = atoll(value);
        else if (!strcmp(name, "--goal") && atoll(value) >= 0)
            o.goal = atoll(value);
        else if (!strcmp(name, "--batch") && atoll(value) > 0)
            o.batch = atoll(value);
        else if (!strcmp(name, "--iterations") && atoll(value) > 0)
            o.iterations = atoll(value);
        else
            fail("bad option or value: ", name);
    }
    return o;
}

/* The library works where the rungs do. It goes to a GPU first, so that a context whose host waits by
 * spinning is made before the first region. */
static const struct ladder_target *find_target(int gpu)
{
    setenv("TILECHOL_DEVICE", gpu ? "gpu" : "cpu", 1);
#if BENCH_GPU
    if (gpu && (tilechol_gpu_count() == 0 || !ladder_target_gpu.present()))
        fail("no GPU that the regions run on: ", tilechol_last_error());
    return gpu ? &ladder_target_gpu : &ladder_target_host;
#else
    if (gpu)
        fail("built without GPU code; see README, \"GPUs\"", "");
    return &ladder_target_host;
#endif
}

/* Rung 4. */
static void run_batches(struct ladder *l)
{
    struct batch_run run = {.target = l->target->batch, .device = l->target->name, .map = l->options.tables};
    run.batch = run.map ? l->options.batch : 37;
    run.csv = open_table(l->options.out, "batch.csv",
                         "device,type,name,layout,n,batch,side,team,relaxed,seconds,gflops,residual\n");
    batch_climb(&run, l->options.types);
    l->checks += run.checks;
    l->failures += run.failures;
    close_table(run.csv);
}

int main(int argc, char **argv)
{
    struct ladder l = {.options = parse(argc, argv)};
    l.target = find_target(l.options.gpu);
    l.csv = open_table(l.options.out, "ladder.csv",
                       "device,type,number,source,rung,n,seconds,gflops,check,residual,max_deviation,"
                       "lapack_difference,verdict\n");
    if (l.options.tables && !l.options.n)
        l.iterations = open_table(l.options.out, "iterations.csv",
                                  "device,type,rung,n,iteration,update_column,update_submatrix,cumulative\n");
    FILE *memory = open_table(l.options.out, "memory.csv", "");
    if (memory) {
        write_memory(memory);
        close_table(memory);
    }
    for (const struct rung *rung = l.target->rungs; rung->name; ++rung)
        for (const char *type = l.options.types; *type; ++type)
            if (strstr(rung->number, l.options.rung) || strstr(rung->name, l.options.rung)) {
                if (l.options.tables || l.options.n)
                    run_tables(&l, rung, *type == 'd');
                else
                    run_small(&l, rung, *type == 'd');
            }
    if (strstr("4 batched", l.options.rung) && !l.options.n)
        run_batches(&l);
    printf("%d of %d checks failed\n", l.failures, l.checks);
    close_table(l.csv);
    close_table(l.iterations);
    return finish(l.failures || !l.checks);
}
