/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory of the host, and of a GPU through the vendor's runtime library, opened at run time. CUDA's and
 * HIP's memory functions have the same signatures; only their names differ. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

#define COPY_DEFAULT 4 /* cudaMemcpyDefault, hipMemcpyDefault: the addresses tell the direction */

/* ---- host ------------------------------------------------------------------------------------ */

static void *host_allocate(size_t bytes)
{
    return memory_allocate(bytes, "a copy of the data");
}

static bool host_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return true;
}

static void host_synchronise(void) {}

const struct place *place_host(void)
{
    static const struct place host = {"host", false, host_allocate, free, host_copy, host_synchronise};
    return &host;
}

/* ---- GPU ------------------------------------------------------------------------------------- */

static struct {
    int (*set_device)(int device);
    int (*malloc)(void **memory, size_t bytes);
    int (*free)(void *memory);
    int (*memcpy)(void *to, const void *from, size_t bytes, int kind);
    int (*synchronise)(void);
    int (*last_error)(void);
    int (*lock)(void *memory, size_t bytes, unsigned flags);
    int (*unlock)(void *memory);
} runtime;

static void *gpu_allocate(size_t bytes)
{
    void *memory = NULL;
    if (runtime.malloc(&memory, bytes ? bytes : 1)) {
        runtime.last_error();
        return NULL;
    }
    return memory;
}

static void gpu_release(void *memory)
{
    runtime.free(memory);
}

static bool gpu_copy(void *to, const void *from, size_t bytes)
{
    return bytes == 0 || (!runtime.memcpy(to, from, bytes, COPY_DEFAULT) && !runtime.synchronise());
}

static void gpu_synchronise(void)
{
    if (runtime.synchronise())
        fail(EXIT_DEVICE, "the GPU reports an error");
}

static const struct place gpu = {"GPU", true, gpu_allocate, gpu_release, gpu_copy, gpu_synchronise};

/* ---- page-locked memory ---------------------------------------------------------------------- */

static void *locked_allocate(size_t bytes)
{
    const size_t page = 4096, whole = (bytes / page + 1) * page; /* no page is locked twice */
    void *memory = aligned_alloc(page, whole);
    if (memory && runtime.lock(memory, whole, 0)) {
        runtime.last_error();
        free(memory);
        return NULL;
    }
    return memory;
}

static void locked_release(void *memory)
{
    if (runtime.unlock(memory))
        runtime.last_error();
    free(memory);
}

const struct place *place_locked(void)
{
    static const struct place locked = {"host",         false,     locked_allocate,
                                        locked_release, host_copy, host_synchronise};
    return &locked;
}

/* ---- the vendor's library -------------------------------------------------------------------- */

static bool load_runtime(void *library, const char *prefix)
{
    static const char *const names[] = {
        "SetDevice",         "Malloc",       "Free",         "Memcpy",
        "DeviceSynchronize", "GetLastError", "HostRegister", "HostUnregister"};
    void *symbols[8];
    char name[64];
    for (int k = 0; k < 8; k++) {
        snprintf(name, sizeof name, "%s%s", prefix, names[k]);
        if (!(symbols[k] = dlsym(library, name)))
            return false;
    }
    memcpy(&runtime, symbols, sizeof runtime);
    return true;
}

void *open_library(const char *const *names, const char **why)
{
    static const char *const folders[] = {"", "/usr/local/cuda/lib64/", "/opt/rocm/lib/"};
    static char reason[256];
    char path[256];
    *why = reason;
    for (int k = 0; names[k]; k++) {
        for (int f = 0; f < 3; f++) {
            snprintf(path, sizeof path, "%s%s", folders[f], names[k]);
            void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            if (library)
                return library;
            if (k == 0 && f == 0)
                snprintf(reason, sizeof reason, "%s", dlerror());
        }
    }
    return NULL;
}

const struct place *place_gpu(int device, const char **why)
{
    static const char *const cuda[] = {"libcudart.so.13", "libcudart.so.12", "libcudart.so", NULL};
    static const char *const hip[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                      "libamdhip64.so", NULL};
    _Static_assert(sizeof runtime == 8 * sizeof(void *), "the table is eight pointers");
    void *library = open_library(cuda, why);
    bool ready = library && load_runtime(library, "cuda") && !runtime.set_device(device);
    if (!ready) {
        library = open_library(hip, why);
        ready = library && load_runtime(library, "hip") && !runtime.set_device(device);
    }
    if (!ready) {
        *why = "neither libcudart (CUDA 12, 13) nor libamdhip64 (ROCm 5 to 7) gives access to the GPU";
        return NULL;
    }
    return &gpu;
}
