/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol bench: what happens in which order. */
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

/* ---- tilechol as a contestant ---------------------------------------------------------------- */

static bool our_prepare(struct contestant *self, const struct problem *problem)
{
    struct ourselves *ourselves = self->state;
    return problem->layout == SINGLE || batch_arrays_prepare(&ourselves->arrays, problem);
}

static void our_run(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    struct ourselves *ourselves = self->state;
    struct batch_arrays *arrays = &ourselves->arrays;
    if (problem->layout != SINGLE) {
        ourselves->info = -1000;
        if (batch_arrays_point(arrays, problem, a, b))
            ourselves->info =
                type_functions(problem->type)
                    ->call_batch(problem, a, b, arrays->pointers, arrays->info, &ourselves->options);
        return;
    }
    ourselves->info = type_functions(problem->type)->call(problem, a, b, &ourselves->options);
}

static int64_t our_info(struct contestant *self)
{
    const struct ourselves *ourselves = self->state;
    return ourselves->info || !ourselves->arrays.batch ? ourselves->info
                                                       : batch_arrays_info(&ourselves->arrays);
}

struct contestant ourselves_contestant(struct ourselves *ourselves)
{
    return (struct contestant){"tilechol", ourselves, our_prepare, our_run, our_info};
}

/* ---- peers ----------------------------------------------------------------------------------- */

/* The peers of one device. GPU peers that could be opened are `here` and measured in this process. CPU
 * peers have been measured already, in processes of their own, and have no contestant. */
struct peers {
    struct peer_results results[PEER_LIMIT];
    struct contestant contestants[PEER_LIMIT];
    bool here[PEER_LIMIT];
    int count;
};

static void refuse(struct peer_results *results, const char *why)
{
    results->missing = true;
    snprintf(results->why, sizeof results->why, "%s", why);
}

static void add_cpu_peer(const struct bench_request *request, const char *name, struct peers *peers)
{
    const bool automatic = !strcmp(name, "auto");
    struct peer_results *results = &peers->results[peers->count++];
    peer_process_measure(request, automatic ? "openblas" : name, results);
    if (automatic && *results->why) {
        struct peer_results other = {0};
        peer_process_measure(request, "lapack", &other);
        if (*other.why) {
            free(other.of);
        } else {
            free(results->of);
            *results = other;
        }
    }
}

static void add_gpu_peer(const struct bench_request *request, const struct bench_device *device,
                         const struct place *gpu, const char *name, struct peers *peers)
{
    const bool automatic = !strcmp(name, "auto");
    const int k = peers->count++;
    const char *why = "", *not_amd;
    struct contestant *peer = &peers->contestants[k];
    struct peer_results *results = &peers->results[k];
    snprintf(results->name, sizeof results->name, "%s", automatic ? "cusolver" : name);
    results->of = memory_allocate_zeroed((size_t)problem_count(request) * sizeof *results->of, "the results");
    if (!gpu) {
        refuse(results, "no GPU runtime library could be opened");
        return;
    }
    if (strcmp(name, "rocsolver"))
        peers->here[k] = peer_cuda_open(peer, gpu, &why);
    else
        peers->here[k] = peer_rocm_open(peer, gpu, &why);
    if (automatic && !peers->here[k] && (peers->here[k] = peer_rocm_open(peer, gpu, &not_amd)))
        snprintf(results->name, sizeof results->name, "%s", peer->name);
    if (!peers->here[k])
        refuse(results, why);
    else if (device->kind != ON_GPU)
        peer_copies_open(peer, gpu);
}

/* Opens the peers of one device; those of the CPU are measured right away. Fails if one that was asked for by
 * name cannot be opened. */
static void open_peers(const struct bench_request *request, const struct bench_device *device,
                       const struct place *gpu, struct peers *peers)
{
    *peers = (struct peers){0};
    for (int k = 0; k < request->peer_count; k++) {
        const char *name = request->peers[k];
        const bool automatic = !strcmp(name, "auto");
        if (!strcmp(name, "none") || (!automatic && is_gpu_peer(name) != (device->kind != ON_CPU)))
            continue;
        if (device->kind == ON_CPU)
            add_cpu_peer(request, name, peers);
        else
            add_gpu_peer(request, device, gpu, name, peers);
        if (!automatic && peers->results[peers->count - 1].missing)
            fail(EXIT_DEVICE, "--peer=%s: %s", name, peers->results[peers->count - 1].why);
    }
}

/* ---- one device ------------------------------------------------------------------------------ */

const struct place *find_gpu(const struct bench_device *device)
{
    const char *why;
    if (device->kind == ON_CPU)
        return NULL;
    require_device(device->number);
    const struct place *gpu = place_gpu(device->number, &why);
    if (!gpu && device->kind != ON_HOST_FOR_GPU)
        fail(EXIT_DEVICE, "--device=%s: %s; --device=host-gpu does not need them", device_word(device), why);
    return gpu;
}

const struct place *place_of(const struct bench_device *device, const struct place *gpu)
{
    return device->kind == ON_GPU ? gpu : device->kind == ON_LOCKED_FOR_GPU ? place_locked() : place_host();
}

static bool bench_device(const struct bench_request *request, const struct bench_device *device,
                         bool continued)
{
    char name[128];
    struct peers peers;
    struct ourselves ourselves = {.options = TILECHOL_OPTIONS_DEFAULT};
    struct contestant us = ourselves_contestant(&ourselves);
    bool right = true;
    const struct place *gpu = find_gpu(device), *place = place_of(device, gpu);

    for (int k = 0; k < problem_count(request); k++) {
        const struct problem problem = problem_at(request, k);
        data_require_memory(&problem, place);
    }
    open_peers(request, device, gpu, &peers);
    ourselves.options.device = device->number;
    ourselves.options.threads = request->threads;
    ourselves.arrays.place = place;
    struct bench_report report = {request,       device,      device_name(device->number, name),
                                  peers.results, peers.count, continued};
    report_begin(&report);
    for (int k = 0; k < problem_count(request); k++) {
        struct problem problem = problem_at(request, k);
        struct data data = data_create(&problem, place);
        progress("tilechol", &problem);
        struct measurement ours = measure(&us, &data, &request->effort);
        for (int p = 0; p < peers.count; p++) {
            if (!peers.here[p])
                continue;
            progress(peers.results[p].name, &problem);
            peers.results[p].of[k] = measure(&peers.contestants[p], &data, &request->effort);
        }
        progress(NULL, NULL);
        if (ours.info <= TILECHOL_ERROR_MEMORY)
            fail_library(routine_name(problem.routine), ours.info);
        report_row(&report, &problem, &ours, k);
        right &= measurement_right(&problem, &ours);
        data_destroy(&data);
    }
    report_end(&report);
    for (int p = 0; p < peers.count; p++)
        free(peers.results[p].of);
    return right;
}

int command_bench(int argc, char **argv)
{
    struct bench_request request;
    bool right = true;
    if (argc > 2 && !strcmp(argv[1], "batched") && !strcmp(argv[2], "--tune"))
        tune_batched(argv + 3);
    bench_parse(argc, argv, &request);
    if (request.measure_peer)
        return peer_process_main(&request);
    if (request.tune)
        return tune(&request);
    /* The CPU comes first, so that its peers' processes start before this one has threads or an open GPU. */
    bool continued = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < request.device_count; k++) {
            if ((request.devices[k].kind != ON_CPU) != pass)
                continue;
            right &= bench_device(&request, &request.devices[k], continued);
            continued = true;
        }
    }
    if (request.format == AS_JSON)
        printf("\n]\n");
    if (!right)
        fail(EXIT_RESIDUAL, "a result is wrong: its scaled residual is too large or its info is not 0");
    return 0;
}
