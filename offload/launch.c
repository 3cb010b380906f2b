/* SPDX-License-Identifier: BSD-3-Clause
 * Workspaces and launches, on any kind of device. */
#include "offload/device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tlc_workspace *idle;

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

static void workspace_free(struct tlc_workspace *w)
{
    tlc_release(w->device, w->data, 0);
    tlc_release(w->device, w->control, 0);
    tlc_release(w->device, w->result, 1);
    free(w);
}

void tlc_trim(void)
{
    pthread_mutex_lock(&lock);
    struct tlc_workspace *w = idle;
    idle = NULL;
    pthread_mutex_unlock(&lock);
    while (w) {
        struct tlc_workspace *next = w->next;
        workspace_free(w);
        w = next;
    }
}

static void (*reclaim)(void) = tlc_trim;

/* Without these a forked child could find the lock held by a thread that it does not have. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

/* (Several copies of libtilechol.so in one process may open this library.) */
void tlc_reclaim_by(void (*how)(void))
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    reclaim = how;
    pthread_once(&once, watch_forks);
}

void tlc_reclaim(void)
{
    reclaim();
}

void *tlc_allocate(int device, size_t bytes, int pinned)
{
    void *memory = tlc_device_allocate(device, bytes, pinned);
    if (memory)
        return memory;
    tlc_reclaim();
    return tlc_device_allocate(device, bytes, pinned);
}

/* Takes the smallest idle workspace that is large enough, else returns NULL. */
static struct tlc_workspace *take_idle(int device, size_t bytes, int64_t rows)
{
    struct tlc_workspace **best = NULL;
    pthread_mutex_lock(&lock);
    for (struct tlc_workspace **w = &idle; *w; w = &(*w)->next)
        if ((*w)->device == device && (*w)->bytes >= bytes && (*w)->rows >= rows &&
            (!best || (*w)->bytes < (*best)->bytes))
            best = w;
    struct tlc_workspace *taken = best ? *best : NULL;
    if (taken)
        *best = taken->next;
    pthread_mutex_unlock(&lock);
    return taken;
}

/* Zeroes the control block. From then on regions leave it zero; only a flow writes to it (flow.c). */
static int clear_control(struct tlc_workspace *w, size_t bytes)
{
    void *zeros = calloc(1, bytes);
    const int failed = !zeros || tlc_upload(w->device, w->control, zeros, bytes);
    free(zeros);
    return failed;
}

static struct tlc_workspace *workspace_make(int device, size_t bytes, int64_t rows)
{
    struct tlc_workspace *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    rows = (int64_t)round_up((size_t)rows, 1024);
    bytes = round_up(bytes + 1, bytes < (1u << 20) ? 1u << 16 : 1u << 21);
    const size_t control_bytes = sizeof(struct tlc_control) + (size_t)rows * sizeof(int32_t);
    *w = (struct tlc_workspace){.device = device, .bytes = bytes, .rows = rows};
    w->data = tlc_allocate(device, bytes, 0);
    w->control = w->data ? tlc_allocate(device, control_bytes, 0) : NULL;
    w->result = w->control ? tlc_allocate(device, sizeof *w->result + TLC_INFOS * sizeof *w->info, 1) : NULL;
    if (!w->result || clear_control(w, control_bytes)) {
        workspace_free(w);
        return NULL;
    }
    w->info = (int32_t *)(w->result + 1);
    return w;
}

struct tlc_workspace *tlc_workspace_take(int device, size_t bytes, int64_t rows)
{
    size_t most_bytes = bytes;
    int64_t most_rows = rows;
    struct tlc_workspace *w = take_idle(device, bytes, rows);
    if (w)
        return w;
    w = take_idle(device, 0, 0); /* too small, so replace it: there are never more than calls use at a time */
    if (w) {
        /* calls of one kind need more bytes, of another more rows: the next serves both (workspace_make
         * adds a byte) */
        most_bytes = w->bytes > bytes ? w->bytes - 1 : bytes;
        most_rows = w->rows > rows ? w->rows : rows;
        workspace_free(w);
    }
    w = workspace_make(device, most_bytes, most_rows);
    return w ? w : workspace_make(device, bytes, rows);
}

void tlc_workspace_leave(struct tlc_workspace *workspace)
{
    if (tlc_region_error(0)) { /* what is in it is unknown */
        workspace_free(workspace);
        return;
    }
    pthread_mutex_lock(&lock);
    workspace->next = idle;
    idle = workspace;
    pthread_mutex_unlock(&lock);
}

struct tlc_place tlc_tuned(const struct tlc_place *place, const char *routine, char type, int64_t n)
{
    struct tlc_place tuned = *place;
    const char *machine = tlc_machine(place->device);
    if (!TLC_HOST && tuned.crews <= 0)
        tuned.crews = (int)tlc_tuned_value(TLC_CREWS, machine, routine, type, n);
    if (tuned.group <= 0)
        tuned.group = (int)tlc_tuned_value(TLC_GROUP, machine, routine, type, n);
    if (tuned.tiles <= 0)
        tuned.tiles = (int)tlc_tuned_value(TLC_TILES, machine, routine, type, n);
    return tuned;
}

/* The crews of a launch: several for each multiprocessor of a GPU, one for each thread of a CPU, and no
 * more than tasks, but at least one even if there is nothing to do. */
int tlc_crews(const struct tlc_place *place, int64_t tasks)
{
    const int64_t each = TLC_HOST || place->crews > 0 ? place->crews : tlc_tuned(place, "", 's', 0).crews;
    const int64_t most = TLC_HOST ? place->threads : each * tlc_multiprocessors(place->device);
    const int64_t crews = tasks < most ? tasks : most;
    return crews > 1 ? (int)crews : 1;
}

void *tlc_launch_prepare(struct tlc_launch *launch, const struct tlc_place *place, int64_t tasks,
                         size_t scratch_bytes, int64_t rows, size_t bytes)
{
    *launch = (struct tlc_launch){.device = place->device, .crews = tlc_crews(place, tasks)};
    bytes = round_up(bytes, 64);
    launch->scratch_bytes = round_up(TLC_WORDS * sizeof(int64_t) + scratch_bytes, 64);
    if (tlc_device_barred(place->device)) {
        launch->error = TILECHOL_ERROR_DEVICE;
        return NULL;
    }
    const size_t scratch = TLC_HOST ? launch->scratch_bytes * (size_t)launch->crews : 0;
    launch->workspace = tlc_workspace_take(place->device, bytes + scratch, rows);
    if (!launch->workspace) {
        launch->error = TILECHOL_ERROR_MEMORY;
        return NULL;
    }
    launch->scratch = launch->workspace->data + bytes;
    launch->control = launch->workspace->control;
    launch->result = launch->workspace->result;
    *launch->result = 0;
    return launch->workspace->data;
}

void tlc_launch_drop(struct tlc_launch *launch)
{
    workspace_free(launch->workspace);
}

int64_t tlc_launch_end(struct tlc_launch *launch)
{
    const int64_t result = *launch->result;
    tlc_workspace_leave(launch->workspace);
    return result;
}
