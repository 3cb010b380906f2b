/* SPDX-License-Identifier: BSD-3-Clause
 * Rung 4: the tuning map of the rung's own kernels, relaxed arithmetic, and peers. */
#include "bench/ladder/batch_run.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define THRESHOLD 30.0
enum { CHECKED_TEAM = 128 };

/* One kernel, routine or peer on one batch. */
struct contestant {
    const char *name, *layout;
    int side, team, relaxed;
};

static double median3(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static void report(struct batch_run *run, int type, int n, const struct contestant *c, double seconds,
                   double ratio)
{
    const double flops = (double)n * n * n / 3 * (double)run->batch;
    const int passed = isnan(ratio) || ratio < THRESHOLD;
    run->checks += !isnan(ratio);
    run->failures += !passed;
    printf("%-3s %c 4        %-20s %-11s n=%-4d side=%d team=%-3d relaxed=%d %11.6f s %10.2f GFLOP/s  %-9.3g "
           "%s\n",
           run->device, TYPE_NAME(type), c->name, c->layout, n, c->side, c->team, c->relaxed, seconds,
           flops / seconds * 1e-9, ratio,
           isnan(ratio) ? "not checked"
           : passed     ? "passed"
                        : "FAILED");
    if (run->csv)
        fprintf(run->csv, "%s,%c,%s,%s,%d,%lld,%d,%d,%d,%.6g,%.6g,%.4g\n", run->device, TYPE_NAME(type),
                c->name, c->layout, n, (long long)run->batch, c->side, c->team, c->relaxed, seconds,
                flops / seconds * 1e-9, ratio);
    fflush(stdout);
}

/* ---- the rung's own kernels ---------------------------------------------------------------------- */

static void run_kernel(struct batch_run *run, int type, int n, int side, int team, int relaxed, void *a)
{
    const struct batch_functions *f = &run->target->types[type];
    const struct contestant c = {"rung", "interleaved", batch_sides[side], team, relaxed};
    double t[3];
    for (int i = 0; i < 3; ++i) {
        f->fill(n, run->batch, run->batch, 1, a);
        const double start = omp_get_wtime();
        f->factor[side](n, run->batch, team, relaxed, a);
        t[i] = omp_get_wtime() - start;
    }
    /* the number of threads a team does not change the results */
    const double ratio = team == CHECKED_TEAM ? f->check(n, run->batch, run->batch, 1, a) : NAN;
    report(run, type, n, &c, median3(t[0], t[1], t[2]), ratio);
}

static void run_kernels(struct batch_run *run, int type, int n)
{
    static const int teams[] = {32, 64, 128, 256};
    void *a = run->target->allocate((size_t)(n * n) * (size_t)run->batch * run->target->types[type].size);
    for (int side = 0; side < BATCH_SIDES; ++side)
        for (int t = 0; t < (run->map ? 4 : 1); ++t)
            for (int relaxed = 0; relaxed < 2; ++relaxed)
                run_kernel(run, type, n, side, teams[run->map ? t : 2], relaxed, a);
    run->target->release(a);
}

/* ---- the library --------------------------------------------------------------------------------- */

/* All elements of b are 1. */
static void fill_right(const struct batch_run *run, int type, int n, void *b)
{
    const size_t count = (size_t)n * (size_t)run->batch;
    float *s = malloc(count * sizeof *s);
    double *d = malloc(count * sizeof *d);
    if (!s || !d)
        abort();
    for (size_t i = 0; i < count; ++i)
        s[i] = (float)(d[i] = 1);
    run->target->upload(b, type ? (void *)d : (void *)s, count * run->target->types[type].size);
    free(d);
    free(s);
}

/* What a routine starts from: matrices, or for the solves factors. */
static void prepare(const struct batch_run *run, int type, int n, int routine, void *a, void *b,
                    int32_t *info)
{
    const struct batch_functions *f = &run->target->types[type];
    const int64_t element = routine == BATCH_INTERLEAVED ? run->batch : 1;
    f->fill(n, run->batch, element, routine == BATCH_INTERLEAVED ? 1 : (int64_t)n * n, a);
    fill_right(run, type, n, b);
    if (routine == BATCH_POTRS)
        f->library[BATCH_POTRF](n, run->batch, a, b, info);
}

static void run_library(struct batch_run *run, int type, int n, int routine)
{
    static const char *const names[BATCH_ROUTINES] = {"tilechol potrf", "tilechol potrf", "tilechol potrs",
                                                      "tilechol posv", "tilechol potrf+potrs"};
    const struct batch_functions *f = &run->target->types[type];
    const int interleaved = routine == BATCH_INTERLEAVED;
    const struct contestant c = {names[routine], interleaved ? "interleaved" : "strided", 0, 0, 0};
    void *a = run->target->allocate((size_t)(n * n) * (size_t)run->batch * f->size);
    void *b = run->target->allocate((size_t)n * (size_t)run->batch * f->size);
    int32_t *info = run->target->allocate((size_t)run->batch * sizeof *info);
    double t[3], ratio = NAN;
    int64_t error = 0;
    for (int i = -1; i < 3; ++i) {
        prepare(run, type, n, routine, a, b, info);
        const double start = omp_get_wtime();
        error |= f->library[routine](n, run->batch, a, b, info);
        t[i < 0 ? 0 : i] = omp_get_wtime() - start;
    }
    if (routine >= BATCH_POTRS)
        ratio = f->solved(n, run->batch, b);
    else
        ratio = f->check(n, run->batch, interleaved ? run->batch : 1, interleaved ? 1 : (int64_t)n * n, a);
    report(run, type, n, &c, median3(t[0], t[1], t[2]), error ? INFINITY : ratio);
    run->target->release(info);
    run->target->release(b);
    run->target->release(a);
}

/* ---- peers --------------------------------------------------------------------------------------- */

/* Device memory with pointers to `batch` arrays of `bytes` bytes each, the first one at `from`. */
static void **point(const struct batch_run *run, char *from, size_t bytes, void *device)
{
    void **members = malloc((size_t)run->batch * sizeof *members);
    if (!members)
        abort();
    for (int64_t m = 0; m < run->batch; ++m)
        members[m] = from + (size_t)m * bytes;
    run->target->upload(device, members, (size_t)run->batch * sizeof *members);
    free(members);
    return device;
}

static void run_peer(struct batch_run *run, int type, int n, const struct batch_peer *peer)
{
    const struct batch_functions *f = &run->target->types[type];
    const size_t pointers = (size_t)run->batch * sizeof(void *), vector = (size_t)n * f->size;
    char *a = run->target->allocate((size_t)run->batch * (size_t)n * vector);
    char *members = run->target->allocate(pointers),
         *work = run->target->allocate(pointers + (size_t)run->batch * vector);
    const struct contestant c = {peer->name, "strided", 0, 0, 0};
    double t[3];
    int done = 1;
    point(run, a, (size_t)n * vector, members);
    point(run, work + pointers, vector, work);
    for (int i = -1; i < 3 && done; ++i) {
        f->fill(n, run->batch, 1, (int64_t)n * n, a);
        const double start = omp_get_wtime();
        done = peer->run(type, n, (void *const *)members, work, run->batch);
        t[i < 0 ? 0 : i] = omp_get_wtime() - start;
    }
    if (done)
        report(run, type, n, &c, median3(t[0], t[1], t[2]), NAN);
    run->target->release(work);
    run->target->release(members);
    run->target->release(a);
}

void batch_climb(struct batch_run *run, const char *types)
{
    static const int small[] = {1, 3, 8, 17}, tables[] = {5, 8, 16, 24, 32, 48, 64, 80, 100};
    const int *sizes = run->map ? tables : small, count = run->map ? 9 : 4;
    for (const char *type = types; *type; ++type)
        for (int i = 0; i < count; ++i) {
            run_kernels(run, *type == 'd', sizes[i]);
            for (int routine = 0; routine < BATCH_ROUTINES; ++routine)
                run_library(run, *type == 'd', sizes[i], routine);
            for (const struct batch_peer *p = run->map ? run->target->peers : NULL; p && p->name; ++p)
                run_peer(run, *type == 'd', sizes[i], p);
        }
}
