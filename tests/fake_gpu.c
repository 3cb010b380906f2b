/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for the GPU back end (test_room.c): one GPU, with TEST_GPU_FREE bytes of free
 * memory when nothing is allocated. Its operations take the workspace that those of offload/
 * take, and do little else. */
#include <stdlib.h>
#include <string.h>

#include "src/backend.h"

static size_t used;
static void (*reclaim)(void);

/* A block begins this many bytes before what its user gets, with its size; that is 0 for pinned memory. */
enum { HEAD = 64 };

static size_t limit(void)
{
    const char *bytes = getenv("TEST_GPU_FREE");
    return bytes ? strtoull(bytes, NULL, 10) : 0;
}

static void *gpu_allocate(int device, size_t bytes, int pinned)
{
    (void)device;
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
    return 1;
}

static void gpu_describe(int device, tilechol_device_info *info)
{
    (void)device;
    info->memory_total = INT64_MAX;
    info->memory_free = (int64_t)(limit() - used);
}

static int gpu_copy(int device, void *to, const void *from, size_t bytes)
{
    (void)device;
    memcpy(to, from, bytes);
    return 0;
}

static int gpu_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch,
                            size_t bytes, size_t columns, int back)
{
    (void)device;
    for (size_t j = 0; j < columns; j++) {
        char *a = (char *)there + j * pitch, *b = (char *)here + j * here_pitch;
        memcpy(back ? b : a, back ? a : b, bytes);
    }
    return 0;
}

static int gpu_no(int unused)
{
    (void)unused;
    return 0;
}

static int64_t gpu_no_error(int unused)
{
    (void)unused;
    return 0;
}

static void gpu_trim(void) {}

#define TEMPLATE "tests/fake_gpu.inc"
#include "src/types/each_type.h"

#define OPERATIONS(X)                       \
    {.tile_bytes = tlc_##X##tile_bytes,     \
     .potrf = tlc_##X##potrf,               \
     .potrs = tlc_##X##potrs,               \
     .trtrs = tlc_##X##trtrs,               \
     .potri = tlc_##X##potri,               \
     .trtri = tlc_##X##trtri,               \
     .residual = tlc_##X##residual,         \
     .factor_solve = tlc_##X##factor_solve, \
     .hemv = tlc_##X##hemv,                 \
     .batched = tlc_##X##batched,           \
     .unpack = tlc_##X##unpack}

extern const struct tlc_backend tilechol_backend_gpu;
const struct tlc_backend tilechol_backend_gpu = {
    .abi = TLC_BACKEND_ABI,
    .name = "fake",
    .open = gpu_open,
    .describe = gpu_describe,
    .allocate = gpu_allocate,
    .release = gpu_release,
    .upload = gpu_copy,
    .download = gpu_copy,
    .copy_columns = gpu_copy_columns,
    .copies_wait = gpu_no,
    .error = gpu_no_error,
    .lost = gpu_no,
    .flows = gpu_no,
    .trim = gpu_trim,
    .s = OPERATIONS(s),
    .d = OPERATIONS(d),
    .c = OPERATIONS(c),
    .z = OPERATIONS(z),
};
