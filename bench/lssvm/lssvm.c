/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol-lssvm: least-squares support vector machines by Cholesky and by conjugate gradients. */
#include "bench/lssvm/lssvm.h"
#include "bench/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "tilechol-lssvm [options]: trains by Cholesky and by CG, and tells times, residuals and accuracies\n"
    "  --device cpu|gpu   where the target regions and the library run (cpu)\n"
    "  --data FILE        points that digits.py has written, one machine for each class; a quarter is held "
    "out\n"
    "  --sizes N,N,...    made data of these sizes, 64 features\n"
    "  --error N          Frobenius error of factors of random L up to this order\n"
    "  --out FOLDER       where lssvm.csv and factor_error.csv go (none)\n"
    "Without --data, --sizes and --error: a check on small made data, exit status 1 if it fails.\n";

struct study {
    const struct lssvm_target *target;
    FILE *csv, *errors;
    int failures;
};

static const char *const kernel_names[KERNELS] = {"linear", "polynomial", "rbf"};

/* ---- one training -------------------------------------------------------------------------------- */

/* Norm of the difference to a reference solution, relative to that solution's norm; NaN without one. */
static double distance(const struct lssvm_run *run, const double *reference)
{
    if (!reference || !run->a)
        return NAN;
    const int64_t count = (run->data->train.count - 1) * run->data->classes;
    double rest = 0, norm = 0;
    for (int64_t i = 0; i < count; ++i) {
        rest += (run->a[i] - reference[i]) * (run->a[i] - reference[i]);
        norm += reference[i] * reference[i];
    }
    return sqrt(rest / norm);
}

static void report(const struct study *study, const char *data, const struct lssvm_run *run, int type,
                   double distance_to_reference)
{
    const char *solver = run->solver == CG ? "cg" : "cholesky";
    const double setting = run->solver == CG ? run->epsilon : run->jitter;
    printf("%s %c %-8s n=%-6lld %-10s C=%-7g %-8s %-7g info=%-5lld it=%-6lld assembly %8.4f s solve %9.5f s "
           "residual %-9.2e distance %-9.2e accuracy %.4f\n",
           study->target->name, TYPE_NAME(type), data, (long long)(run->data->train.count - 1),
           kernel_names[run->model.kernel], run->model.cost, solver, setting, (long long)run->info,
           (long long)run->iterations, run->assembly_seconds, run->solve_seconds, run->residual,
           distance_to_reference, run->accuracy);
    fflush(stdout);
    if (study->csv)
        fprintf(study->csv, "%s,%c,%s,%lld,%lld,%s,%g,%s,%g,%lld,%lld,%.6g,%.6g,%.4g,%.4g,%.6g\n",
                study->target->name, TYPE_NAME(type), data, (long long)(run->data->train.count - 1),
                (long long)run->data->features, kernel_names[run->model.kernel], run->model.cost, solver,
                setting, (long long)run->info, (long long)run->iterations, run->assembly_seconds,
                run->solve_seconds, run->residual, distance_to_reference, run->accuracy);
}

static struct lssvm_run training(const struct lssvm_data *data, enum lssvm_kernel kernel, double cost,
                                 enum lssvm_solver solver, double setting)
{
    struct lssvm_run run = {.data = data, .solver = solver};
    run.model = (struct lssvm_model){kernel, 1.0 / (double)data->features, 0, cost, 3};
    run.jitter = solver == CHOLESKY ? setting : 0;
    run.epsilon = solver == CG ? setting : 0;
    return run;
}

/* ---- accuracy ------------------------------------------------------------------------------------ */

static void study_model(const struct study *study, const char *name, const struct lssvm_data *data,
                        enum lssvm_kernel kernel, double cost)
{
    static const double jitters[] = {0, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1}, epsilons[] = {1e-3, 1e-6, 1e-10};
    struct lssvm_run reference = training(data, kernel, cost, CHOLESKY, 0);
    study->target->train[1](&reference);
    for (int type = 0; type < 2; ++type) {
        for (size_t i = 0; i < sizeof jitters / sizeof *jitters; ++i) {
            struct lssvm_run run = training(data, kernel, cost, CHOLESKY, jitters[i]);
            study->target->train[type](&run);
            report(study, name, &run, type, distance(&run, reference.a));
            free(run.a);
        }
        for (size_t i = 0; i < sizeof epsilons / sizeof *epsilons; ++i) {
            struct lssvm_run run = training(data, kernel, cost, CG, epsilons[i]);
            study->target->train[type](&run);
            report(study, name, &run, type, distance(&run, reference.a));
            free(run.a);
        }
    }
    free(reference.a);
}

static void study_data(const struct study *study, const char *path)
{
    static const double costs[] = {1, 1e3, 1e6};
    struct lssvm_data data = lssvm_read(path);
    for (int kernel = 0; kernel < KERNELS; ++kernel)
        for (size_t c = 0; c < sizeof costs / sizeof *costs; ++c)
            study_model(study, "digits", &data, (enum lssvm_kernel)kernel, costs[c]);
    lssvm_free(&data);
}

/* ---- time over size ------------------------------------------------------------------------------ */

static void study_size(const struct study *study, int64_t n)
{
    static const struct {
        enum lssvm_solver solver;
        double setting;
    } ways[] = {{CHOLESKY, 0}, {CG, 1e-3}, {CG, 1e-6}};
    struct lssvm_data data = lssvm_planes(n + 1, 1000, 64, 7);
    for (int type = 0; type < 2; ++type)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w)
            for (int repetition = 0; repetition < 2; ++repetition) { /* the first loads what is loaded once */
                struct lssvm_run run = training(&data, RBF, 1, ways[w].solver, ways[w].setting);
                study->target->train[type](&run);
                if (repetition == 1)
                    report(study, "planes", &run, type, NAN);
                free(run.a);
            }
    lssvm_free(&data);
}

static void study_sizes(const struct study *study, const char *list)
{
    for (char *end; *list; list = *end == ',' ? end + 1 : end) {
        const long long n = strtoll(list, &end, 10);
        if (end == list || n < 2)
            fail("not a list of sizes: ", list);
        study_size(study, n);
    }
}

/* ---- error of L ---------------------------------------------------------------------------------- */

static void study_errors(const struct study *study, int64_t most)
{
    static const double jitters[] = {0, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1};
    for (int type = 0; type < 2; ++type)
        for (size_t j = 0; j < sizeof jitters / sizeof *jitters; ++j)
            for (int64_t n = 2; n <= most; n = n < 16 ? n + 2 : n * 5 / 4)
                for (uint64_t seed = 1; seed <= 5; ++seed) {
                    int64_t info;
                    const double error = lssvm_factor_error(type, n, jitters[j], seed, &info);
                    printf("factor_error %c n=%lld jitter=%g seed=%d info=%lld error=%g\n", TYPE_NAME(type),
                           (long long)n, jitters[j], (int)seed, (long long)info, error);
                    if (study->errors)
                        fprintf(study->errors, "%s,%c,%lld,%g,%d,%lld,%.6g\n", study->target->name,
                                TYPE_NAME(type), (long long)n, jitters[j], (int)seed, (long long)info, error);
                }
}

/* ---- the check ----------------------------------------------------------------------------------- */

static void check(struct study *study, int right, const char *what, double value)
{
    printf("%s: %g %s\n", what, value, right ? "passed" : "FAILED");
    study->failures += !right;
}

/* Both solvers reach the same solution, with a residual of rounding's size, and separate the classes. */
static void check_model(struct study *study, const struct lssvm_data *data, enum lssvm_kernel kernel)
{
    static const double epsilon[2] = {6e-8, 1.1e-16};
    struct lssvm_run reference = training(data, kernel, 1, CHOLESKY, 0);
    study->target->train[1](&reference);
    for (int type = 0; type < 2; ++type) {
        struct lssvm_run by_factor = training(data, kernel, 1, CHOLESKY, 0);
        struct lssvm_run by_steps = training(data, kernel, 1, CG, type ? 1e-12 : 1e-6);
        study->target->train[type](&by_factor);
        study->target->train[type](&by_steps);
        report(study, "check", &by_factor, type, distance(&by_factor, reference.a));
        report(study, "check", &by_steps, type, distance(&by_steps, reference.a));
        check(study, by_factor.info == 0 && by_factor.residual < 1e3 * epsilon[type], "residual of Cholesky",
              by_factor.residual);
        check(study, distance(&by_factor, reference.a) < 1e4 * epsilon[type], "its distance to double",
              distance(&by_factor, reference.a));
        check(study, distance(&by_steps, reference.a) < (type ? 1e-7 : 1e-2), "distance of CG",
              distance(&by_steps, reference.a));
        check(study, by_steps.iterations > 1 && by_steps.iterations <= data->train.count, "iterations",
              (double)by_steps.iterations);
        check(study, by_factor.accuracy > 0.85, "accuracy", by_factor.accuracy);
        free(by_factor.a);
        free(by_steps.a);
    }
    free(reference.a);
}

static void check_all(struct study *study)
{
    struct lssvm_data data = lssvm_planes(301, 200, 8, 3);
    for (int kernel = 0; kernel < KERNELS; ++kernel)
        check_model(study, &data, (enum lssvm_kernel)kernel);
    lssvm_free(&data);
    int64_t info;
    const double error = lssvm_factor_error(1, 10, 0, 1, &info);
    check(study, info == 0 && error < 1e-8, "error of L, n = 10", error);
    check(study, lssvm_factor_error(1, 10, 1e-1, 1, &info) > 1e-3, "error of L with jitter 0.1",
          lssvm_factor_error(1, 10, 1e-1, 1, &info));
}

/* ---- the program --------------------------------------------------------------------------------- */

static const struct lssvm_target *find_target(int gpu)
{
#if BENCH_GPU
    if (gpu && !lssvm_target_gpu.present())
        fail("no GPU that the regions run on", "");
    return gpu ? &lssvm_target_gpu : &lssvm_target_host;
#else
    if (gpu)
        fail("built without GPU code; see README, \"GPUs\"", "");
    return &lssvm_target_host;
#endif
}

int main(int argc, char **argv)
{
    const char *device = "cpu", *data = NULL, *sizes = NULL, *out = NULL;
    int64_t error = 0;
    for (int i = 1; i < argc; i += 2) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return finish(0);
        }
        if (i + 1 == argc)
            fail("unknown option, or no value for ", argv[i]);
        if (!strcmp(argv[i], "--device") && (!strcmp(argv[i + 1], "cpu") || !strcmp(argv[i + 1], "gpu")))
            device = argv[i + 1];
        else if (!strcmp(argv[i], "--data"))
            data = argv[i + 1];
        else if (!strcmp(argv[i], "--sizes"))
            sizes = argv[i + 1];
        else if (!strcmp(argv[i], "--out"))
            out = argv[i + 1];
        else if (!strcmp(argv[i], "--error") && atoll(argv[i + 1]) > 0)
            error = atoll(argv[i + 1]);
        else
            fail("bad option or value: ", argv[i]);
    }
    struct study study = {.target = find_target(!strcmp(device, "gpu"))};
    setenv("TILECHOL_DEVICE", device, 1);
    study.csv =
        open_table(out, "lssvm.csv",
                   "device,type,data,n,features,kernel,cost,solver,setting,info,iterations,assembly_seconds,"
                   "solve_seconds,residual,distance,accuracy\n");
    study.errors =
        error ? open_table(out, "factor_error.csv", "device,type,n,jitter,seed,info,error\n") : NULL;
    if (data)
        study_data(&study, data);
    if (sizes)
        study_sizes(&study, sizes);
    if (error)
        study_errors(&study, error);
    if (!data && !sizes && !error)
        check_all(&study);
    close_table(study.csv);
    close_table(study.errors);
    return finish(study.failures != 0);
}
