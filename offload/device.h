/* SPDX-License-Identifier: BSD-3-Clause
 * Devices and their memory, and what the launch of a region needs. Only what is declared here uses the
 * device API. */
#ifndef TLC_DEVICE_H
#define TLC_DEVICE_H

#include "offload/crew.h"
#include "src/backend.h"

/* Each compilation of a back end has these names for itself. */
#define TLC_NAME(name)      TLC_JOIN(name, TLC_SUFFIX)
#define tlc_open            TLC_NAME(tlc_open)
#define tlc_describe        TLC_NAME(tlc_describe)
#define tlc_allocate        TLC_NAME(tlc_allocate)
#define tlc_device_allocate TLC_NAME(tlc_device_allocate)
#define tlc_release         TLC_NAME(tlc_release)
#define tlc_upload          TLC_NAME(tlc_upload)
#define tlc_download        TLC_NAME(tlc_download)
#define tlc_copy_columns    TLC_NAME(tlc_copy_columns)
#define tlc_copies_wait     TLC_NAME(tlc_copies_wait)
#define tlc_trim            TLC_NAME(tlc_trim)
#define tlc_reclaim         TLC_NAME(tlc_reclaim)
#define tlc_reclaim_by      TLC_NAME(tlc_reclaim_by)
#define tlc_flows           TLC_NAME(tlc_flows)
#define tlc_flow_final      TLC_NAME(tlc_flow_final)
#define tlc_flow_open       TLC_NAME(tlc_flow_open)
#define tlc_flow_begin      TLC_NAME(tlc_flow_begin)
#define tlc_flow_go_on      TLC_NAME(tlc_flow_go_on)
#define tlc_flow_end        TLC_NAME(tlc_flow_end)
#define tlc_device_is_cuda  TLC_NAME(tlc_device_is_cuda)
#define tlc_multiprocessors TLC_NAME(tlc_multiprocessors)
#define tlc_team_memory     TLC_NAME(tlc_team_memory)
#define tlc_device_lost     TLC_NAME(tlc_device_lost)
#define tlc_device_barred   TLC_NAME(tlc_device_barred)
#define tlc_region_error    TLC_NAME(tlc_region_error)
#define tlc_machine         TLC_NAME(tlc_machine)
#define tlc_tuned           TLC_NAME(tlc_tuned)
#define tlc_workspace_take  TLC_NAME(tlc_workspace_take)
#define tlc_workspace_leave TLC_NAME(tlc_workspace_leave)
#define tlc_crews           TLC_NAME(tlc_crews)
#define tlc_launch_prepare  TLC_NAME(tlc_launch_prepare)
#define tlc_launch_drop     TLC_NAME(tlc_launch_drop)
#define tlc_launch_end      TLC_NAME(tlc_launch_end)

#define TLC_QUOTE_(x)       #x
#define TLC_QUOTE(x)        TLC_QUOTE_(x)

int tlc_open(void (*reclaim)(void), const char **why);
void tlc_describe(int device, tilechol_device_info *info);
/* Memory, or NULL if the device has not so much free. tlc_allocate then frees everything idle and tries
 * once more. */
void *tlc_device_allocate(int device, size_t bytes, int pinned);
void *tlc_allocate(int device, size_t bytes, int pinned);
void tlc_release(int device, void *memory, int pinned);
int tlc_upload(int device, void *to, const void *from, size_t bytes);
int tlc_download(int device, void *to, const void *from, size_t bytes);
int tlc_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch, size_t bytes,
                     size_t columns, int back);
int tlc_copies_wait(int device);
void tlc_trim(void);
/* Frees everything idle: with the function that tlc_reclaim_by was given, else with tlc_trim. */
void tlc_reclaim(void);
void tlc_reclaim_by(void (*how)(void));
int tlc_flows(int device);
int64_t tlc_flow_final(struct tlc_flow *flow);

/* Multiprocessors of a GPU. */
int tlc_multiprocessors(int device);
/* Bytes of team memory that a team may have. */
size_t tlc_team_memory(int device);
int tlc_device_is_cuda(int device);
/* Whether this is an NVIDIA GPU on which a region gets as many teams as it asks for, which those of
 * batch_blocks.inc need: with OMP_NUM_TEAMS libomptarget limits them. */
#if !TLC_HOST
static inline int tlc_has_teams(int device)
{
    return tlc_device_is_cuda(device) && omp_get_max_teams() <= 0;
}
#endif
/* The device's name in tuning.h. */
const char *tlc_machine(int device);
/* Whether the device can no longer be used: a kernel, whoever launched it, has failed on it. */
int tlc_device_lost(int device);
/* Whether that is so and launching a region would end the program. */
int tlc_device_barred(int device);
/* A tilechol_error if a region that this thread launched has failed since the last call with `forget`
 * set, else 0. */
int64_t tlc_region_error(int forget);

/* Memory that one call uses at a time, kept for the next. */
struct tlc_workspace {
    struct tlc_workspace *next;
    int device;
    char *data; /* on the device */
    size_t bytes;
    struct tlc_control *control; /* on the device, all zero */
    int64_t rows;
    int64_t *result; /* host memory that the device can write */
    int32_t *info; /* the same, for up to TLC_INFOS members of a batch */
};
enum { TLC_INFOS = 1024 };

/* Takes a workspace of at least `bytes` bytes and `rows` rows of progress; NULL if there is not enough
 * memory. */
struct tlc_workspace *tlc_workspace_take(int device, size_t bytes, int64_t rows);
void tlc_workspace_leave(struct tlc_workspace *workspace);

/* `place`, with whatever is still open about a routine's launch filled in from tuning.h. */
struct tlc_place tlc_tuned(const struct tlc_place *place, const char *routine, char type, int64_t n);
#define TLC_TUNED(place, routine, n) tlc_tuned(place, routine, *TLC_QUOTE(TYPE_LETTER), n)

/* Opens the flow of a factorisation by twins of `rows` block rows, which counts its tasks. It must be
 * ended before the launch is. Returns 0 on success. */
int tlc_flow_open(struct tlc_flow *flow, int64_t rows, int64_t nb);
/* Tells the region how to count, and to end before block column `end` (of an upper matrix: block row;
 * 0: nowhere). Returns 0 on success. */
int tlc_flow_begin(struct tlc_flow *flow, int device, struct tlc_control *control, int64_t end);
/* After a region that ended before `done`, and in which pivot `failed` may have failed (0: none): waits
 * for the rest of the matrix and prepares the next region to go on from there. Returns 0 on success. */
int tlc_flow_go_on(struct tlc_flow *flow, int64_t done, int64_t failed);
void tlc_flow_end(struct tlc_flow *flow);

/* One launch of a region. */
struct tlc_launch {
    int device, crews;
    size_t scratch_bytes; /* of one crew */
    char *scratch; /* of all crews, on a CPU */
    struct tlc_control *control;
    int64_t *result;
    int64_t error;
    struct tlc_workspace *workspace;
};

/* How many crews a launch has for `tasks` tasks. */
int tlc_crews(const struct tlc_place *place, int64_t tasks);
/* Prepares a launch for `tasks` tasks, by crews with scratch_bytes of team memory each, with `rows`
 * rows of progress. Returns `bytes` of workspace on the device, aligned to 64 bytes, or NULL with
 * launch->error if that cannot be had. */
void *tlc_launch_prepare(struct tlc_launch *launch, const struct tlc_place *place, int64_t tasks,
                         size_t scratch_bytes, int64_t rows, size_t bytes);
/* Gives the workspace back; returns what the region left as its result. */
int64_t tlc_launch_end(struct tlc_launch *launch);
/* Frees the workspace: the region did not come to its end, so what it left in the control block is
 * unknown. */
void tlc_launch_drop(struct tlc_launch *launch);

#endif
