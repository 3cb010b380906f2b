/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for the GPU back end (test_room.c, test_environment.c). Its operations take the workspace that
 * those of offload/ take, and do little else. In the environment:
 *   TEST_GPU_COUNT    how many GPUs there are; without it, one
 *   TEST_GPU_FREE     bytes of free memory, of all together, when nothing is allocated
 *   TEST_GPU_LOST     they are lost
 *   TEST_GPU_BROKEN   copies fail: "all", "back" (those to the host) or "wait" (those that are waited for) */
#include <stdlib.h>
#include <string.h>

#include "src/backend.h"
#include "tests/fake_gpu.h"

static size_t used;
static void (*reclaim)(void);

/* A block begins this many bytes before what its user gets, with its size; that is 0 for pinned memory. The
 * device follows, and whether it is pinned. */
enum { HEAD = 64 };

/* Whether a block is in a device's memory. */
static int is_of(int device, const void *memory)
{
    int of[2];
    memcpy(of, (const char *)memory - HEAD + sizeof(size_t), sizeof of);
    return of[0] == device && !of[1];
}

static size_t limit(void)
{
    const char *bytes = getenv("TEST_GPU_FREE");
    return bytes ? strtoull(bytes, NULL, 10) : 0;
}

static void *gpu_allocate(int device, size_t bytes, int pinned)
{
    const size_t counted = pinned ? 0 : bytes;
    if (used + counted > limit()) {
        reclaim();
    }
    char *memory = used + counted > limit() ? NULL : malloc(HEAD + bytes);
    if (!memory) {
        return NULL;
    }
    __atomic_fetch_add(&used, counted, __ATOMIC_RELAXED);
    memcpy(memory, &counted, sizeof counted);
    memcpy(memory + sizeof counted, (int[]){device, pinned}, 2 * sizeof device);
    return memory + HEAD;
}

static void gpu_release(int device, void *memory, int pinned)
{
    (void)device;
    (void)pinned;
    if (memory) {
        size_t counted;
        memcpy(&counted, (char *)memory - HEAD, sizeof counted);
        __atomic_fetch_sub(&used, counted, __ATOMIC_RELAXED);
        free((char *)memory - HEAD);
    }
}

static int gpu_open(void (*how)(void), const char **why)
{
    reclaim = how;
    *why = "";
    const char *count = getenv("TEST_GPU_COUNT");
    return count ? atoi(count) : 1;
}

static void gpu_describe(int device, tilechol_device_info *info)
{
    (void)device;
    info->memory_total = INT64_MAX;
    info->memory_free = (int64_t)(limit() - used);
}

static int is_broken(const char *how)
{
    const char *broken = getenv("TEST_GPU_BROKEN");
    return broken && strcmp(broken, how) == 0;
}

static int gpu_upload(int device, void *to, const void *from, size_t bytes)
{
    (void)device;
    memcpy(to, from, bytes);
    return is_broken("all");
}

static int gpu_download(int device, void *to, const void *from, size_t bytes)
{
    (void)device;
    memcpy(to, from, bytes);
    return is_broken("all") || is_broken("back");
}

static int gpu_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch,
                            size_t bytes, size_t columns, int back)
{
    (void)device;
    for (size_t j = 0; j < columns; j++) {
        char *a = (char *)there + j * pitch, *b = (char *)here + j * here_pitch;
        memcpy(back ? b : a, back ? a : b, bytes);
    }
    return is_broken("all") || (back && is_broken("back"));
}

static int gpu_copies_wait(int device)
{
    (void)device;
    return is_broken("wait");
}

static int gpu_no(int unused)
{
    (void)unused;
    return 0;
}

static int gpu_lost(int device)
{
    (void)device;
    return getenv("TEST_GPU_LOST") != NULL;
}

static int64_t gpu_no_error(int unused)
{
    (void)unused;
    return 0;
}

static void gpu_trim(void) {}

#define TEMPLATE "tests/fake_gpu.inc"
#include "src/types/each_type.h"

#define OPERATIONS(X)                             \
    {.tile_bytes = tlc_##X##tile_bytes,           \
     .potrf = tlc_##X##potrf,                     \
     .potrs = tlc_##X##potrs,                     \
     .trtrs = tlc_##X##trtrs,                     \
     .potri = tlc_##X##potri,                     \
     .trtri = tlc_##X##trtri,                     \
     .lauum = tlc_##X##lauum,                     \
     .residual = tlc_##X##residual,               \
     .factor_solve = tlc_##X##factor_solve,       \
     .factor_export = tlc_##X##factor_export,     \
     .factor_diagonal = tlc_##X##factor_diagonal, \
     .hemv = tlc_##X##hemv,                       \
     .batched = tlc_##X##batched,                 \
     .unpack = tlc_##X##unpack}

extern const struct tlc_backend tilechol_backend_gpu;
const struct tlc_backend tilechol_backend_gpu = {
    .abi = TLC_BACKEND_ABI,
    .name = "fake",
    .open = gpu_open,
    .describe = gpu_describe,
    .allocate = gpu_allocate,
    .release = gpu_release,
    .upload = gpu_upload,
    .download = gpu_download,
    .copy_columns = gpu_copy_columns,
    .copies_wait = gpu_copies_wait,
    .error = gpu_no_error,
    .lost = gpu_lost,
    .flows = gpu_no,
    .trim = gpu_trim,
    .s = OPERATIONS(s),
    .d = OPERATIONS(d),
    .c = OPERATIONS(c),
    .z = OPERATIONS(z),
};
