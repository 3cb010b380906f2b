/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CPU peers are measured in processes of their own: idle workers of one threading library spin for a
 * while and would slow down another's. This command runs itself again with a hidden option; that process
 * writes one line "done seconds residual info" for each problem, or one line with a reason. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

/* ---- the process that measures --------------------------------------------------------------- */

static const char *library_path(const char *peer)
{
    if (!strncmp(peer, "lapack=", 7))
        return peer + 7;
    return strcmp(peer, "lapack") ? NULL : "liblapack.so.3";
}

int peer_process_main(const struct bench_request *request)
{
    struct contestant peer;
    const char *why;
    if (!peer_lapack_open(&peer, library_path(request->measure_peer), &why)) {
        printf("%s\n", why);
        return 0;
    }
    for (int k = 0; k < problem_count(request); k++) {
        struct problem problem = problem_at(request, k);
        struct data data = data_create(&problem, place_host());
        progress(peer.name, &problem);
        struct measurement m = measure(&peer, &data, &request->effort);
        printf("%d %.17g %.17g %lld\n", m.done, m.seconds, m.residual, (long long)m.info);
        fflush(stdout);
        data_destroy(&data);
    }
    progress(NULL, NULL);
    return 0;
}

/* ---- the process that asks ------------------------------------------------------------------- */

static int processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

static void set_threads(int threads)
{
    static const char *const variables[] = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "BLIS_NUM_THREADS",
                                            "MKL_NUM_THREADS"};
    char number[16];
    snprintf(number, sizeof number, "%d", threads);
    for (int k = 0; k < 4; k++)
        setenv(variables[k], number, 1);
}

/* Runs this command again; returns its standard output. */
static FILE *start(const struct bench_request *request, const char *peer, int threads, pid_t *child)
{
    char option[512], *arguments[request->argc + 4];
    int ends[2], count = 0;
    snprintf(option, sizeof option, "--measure-peer=%s", peer);
    arguments[count++] = "tilechol";
    arguments[count++] = "bench";
    arguments[count++] = option;
    for (int k = 1; k < request->argc; k++)
        arguments[count++] = request->argv[k];
    arguments[count] = NULL;
    fflush(NULL);
    if (pipe(ends) || (*child = fork()) < 0)
        fail(EXIT_DEVICE, "cannot start a process for %s: %s", peer, strerror(errno));
    if (*child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        set_threads(threads);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    if (!output)
        fail(EXIT_DEVICE, "cannot read from the process for %s: %s", peer, strerror(errno));
    return output;
}

/* Keeps the faster of two measurements. */
static void take(struct measurement *best, const struct measurement *other)
{
    if (other->done && (!best->done || other->seconds < best->seconds))
        *best = *other;
}

static void run_peer(const struct bench_request *request, const char *peer, int threads,
                     struct peer_results *results)
{
    char line[256];
    pid_t child;
    int status, got = 0;
    FILE *output = start(request, peer, threads, &child);
    while (fgets(line, sizeof line, output)) {
        struct measurement m;
        int done;
        long long info;
        if (sscanf(line, "%d %lf %lf %lld", &done, &m.seconds, &m.residual, &info) == 4) {
            m.done = done;
            m.info = info;
            if (got < problem_count(request))
                take(&results->of[got++], &m);
        } else {
            line[strcspn(line, "\n")] = 0;
            snprintf(results->why, sizeof results->why, "%s", line);
            results->missing = true;
        }
    }
    fclose(output);
    waitpid(child, &status, 0);
    if (got < problem_count(request) && !*results->why)
        snprintf(results->why, sizeof results->why, "its process ended after %d of %d problems", got,
                 problem_count(request));
}

void peer_process_measure(const struct bench_request *request, const char *peer, struct peer_results *results)
{
    const int threads = request->threads > 0 ? request->threads : processors();
    snprintf(results->name, sizeof results->name, "%s", !strncmp(peer, "lapack=", 7) ? "lapack" : peer);
    results->of = memory_allocate_zeroed((size_t)problem_count(request) * sizeof *results->of, "the results");
    run_peer(request, peer, 1, results);
    if (threads > 1 && !*results->why)
        run_peer(request, peer, threads, results);
}
