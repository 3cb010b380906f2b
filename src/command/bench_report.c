/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints the rows of bench as a table, as CSV or as JSON. */
#include <string.h>
#include <unistd.h>
#include "src/command/bench.h"

void progress(const char *who, const struct problem *problem)
{
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    if (problem)
        fprintf(stderr, "%s: %c%s %c n = %lld nrhs = %lld batch = %lld", who, problem->type,
                problem_name(problem), problem->uplo, (long long)problem->n, (long long)problem->nrhs,
                (long long)problem->batch);
    fflush(stderr);
}

const char *device_word(const struct bench_device *device)
{
    static const char *const words[] = {"cpu", "gpu", "host-gpu", "locked-gpu"};
    return words[device->kind];
}

static double gflops(const struct problem *problem, const struct measurement *m)
{
    return m->done ? problem_flops(problem) / m->seconds * 1e-9 : 0;
}

static double ratio(const struct measurement *ours, const struct measurement *peer)
{
    return ours->done && peer->done ? peer->seconds / ours->seconds : 0;
}

/* "0.21", "45 WRONG", "info 3" or "not measured"; then "lapack: residual 45, info 0" for each wrong peer. */
static void print_check(const struct bench_report *report, const struct problem *problem,
                        const struct measurement *ours, int k)
{
    if (!ours->done)
        printf("  not measured");
    else if (ours->info)
        printf("  info %lld", (long long)ours->info);
    else
        printf(measurement_right(problem, ours) ? "  %8.2g" : "  %8.2g WRONG", ours->residual);
    for (int p = 0; p < report->peer_count; p++)
        if (report->peers[p].of[k].done && !measurement_right(problem, &report->peers[p].of[k]))
            printf("  %s: residual %.2g, info %lld", report->peers[p].name, report->peers[p].of[k].residual,
                   (long long)report->peers[p].of[k].info);
}

/* ---- table ----------------------------------------------------------------------------------- */

static void table_begin(const struct bench_report *report)
{
    static const char *const places[] = {"", ", data in its memory", ", data on the host",
                                         ", data in page-locked memory of the host"};
    char threads[32] = "";
    if (report->device->kind == ON_CPU && report->request->threads)
        snprintf(threads, sizeof threads, ", threads %d", report->request->threads);
    printf("%s%s on %s%s%s; median of %d\n", report->continued ? "\n" : "",
           problem_name(
               &(struct problem){.routine = report->request->routine, .layout = report->request->layout}),
           report->device_name, places[report->device->kind], threads, report->request->effort.repetitions);
    printf("type uplo       n    nrhs   batch         ms    GFLOP/s");
    for (int p = 0; p < report->peer_count; p++)
        printf("  %9.9s ms   ratio", report->peers[p].name);
    printf("     check\n");
}

static void table_row(const struct bench_report *report, const struct problem *problem,
                      const struct measurement *ours, int k)
{
    printf("%-4c %-4c %7lld ", problem->type, problem->uplo, (long long)problem->n);
    if (problem->nrhs)
        printf("%7lld ", (long long)problem->nrhs);
    else
        printf("%7s ", "-");
    printf("%7lld ", (long long)problem->batch);
    if (ours->done)
        printf("%10.4g %10.4g", 1e3 * ours->seconds, gflops(problem, ours));
    else
        printf("%10s %10s", "-", "-");
    for (int p = 0; p < report->peer_count; p++) {
        const struct measurement *peer = &report->peers[p].of[k];
        if (peer->done)
            printf("  %12.4g  %6.2f", 1e3 * peer->seconds, ratio(ours, peer));
        else
            printf("  %12s  %6s", "-", "-");
    }
    print_check(report, problem, ours, k);
    printf("\n");
}

/* ---- CSV, JSON ------------------------------------------------------------------------------- */

static void csv_begin(const struct bench_report *report)
{
    if (!report->continued)
        printf("device,routine,type,uplo,n,nrhs,batch,threads,library,ms,gflops,ratio,residual,info\n");
}

static void csv_line(const struct bench_report *report, const struct problem *problem, const char *library,
                     const struct measurement *m, double by_ours)
{
    printf("%s,%s,%c,%c,%lld,%lld,%lld,%d,%s,", device_word(report->device), problem_name(problem),
           problem->type, problem->uplo, (long long)problem->n, (long long)problem->nrhs,
           (long long)problem->batch, report->request->threads, library);
    if (m->done)
        printf("%.6g,%.6g,%.4g,%.3g,%lld\n", 1e3 * m->seconds, gflops(problem, m), by_ours, m->residual,
               (long long)m->info);
    else
        printf(",,,,\n");
}

static void json_measurement(const struct problem *problem, const struct measurement *m)
{
    printf("\"ms\": ");
    json_number(stdout, m->done ? 1e3 * m->seconds : 0.0 / 0.0);
    printf(", \"gflops\": ");
    json_number(stdout, m->done ? gflops(problem, m) : 0.0 / 0.0);
    printf(", \"residual\": ");
    json_number(stdout, m->done ? m->residual : 0.0 / 0.0);
    printf(", \"info\": %lld, \"right\": %s", (long long)m->info,
           measurement_right(problem, m) ? "true" : "false");
}

static void json_row(const struct bench_report *report, const struct problem *problem,
                     const struct measurement *ours, int k)
{
    printf("%s\n  {\"device\": \"%s\", \"device_name\": ", report->continued || k ? "," : "[",
           device_word(report->device));
    json_string(stdout, report->device_name);
    printf(", \"routine\": \"%s\", \"type\": \"%c\", \"uplo\": \"%c\", \"n\": %lld, \"nrhs\": %lld, "
           "\"batch\": %lld, \"threads\": %d, ",
           problem_name(problem), problem->type, problem->uplo, (long long)problem->n,
           (long long)problem->nrhs, (long long)problem->batch, report->request->threads);
    json_measurement(problem, ours);
    printf(", \"peers\": [");
    for (int p = 0; p < report->peer_count; p++) {
        const struct measurement *peer = &report->peers[p].of[k];
        printf("%s{\"name\": ", p ? ", " : "");
        json_string(stdout, report->peers[p].name);
        printf(", \"ratio\": ");
        json_number(stdout, peer->done && ours->done ? ratio(ours, peer) : 0.0 / 0.0);
        printf(", ");
        json_measurement(problem, peer);
        printf(", \"why\": ");
        json_string(stdout, report->peers[p].why);
        printf("}");
    }
    printf("]}");
}

/* ---- all formats ----------------------------------------------------------------------------- */

void report_begin(struct bench_report *report)
{
    if (report->request->format == AS_TABLE)
        table_begin(report);
    else if (report->request->format == AS_CSV)
        csv_begin(report);
}

void report_row(struct bench_report *report, const struct problem *problem, const struct measurement *ours,
                int k)
{
    if (report->request->format == AS_TABLE) {
        table_row(report, problem, ours, k);
    } else if (report->request->format == AS_JSON) {
        json_row(report, problem, ours, k);
    } else {
        csv_line(report, problem, "tilechol", ours, 1);
        for (int p = 0; p < report->peer_count; p++)
            csv_line(report, problem, report->peers[p].name, &report->peers[p].of[k],
                     ratio(ours, &report->peers[p].of[k]));
    }
    fflush(stdout);
}

/* Says why a column is empty: under the table or, for CSV, on stderr; JSON has it in the rows. */
void report_end(struct bench_report *report)
{
    for (int p = 0; p < report->peer_count && report->request->format != AS_JSON; p++)
        if (*report->peers[p].why)
            fprintf(report->request->format == AS_TABLE ? stdout : stderr, "%s: %s\n", report->peers[p].name,
                    report->peers[p].why);
}
