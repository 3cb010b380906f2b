/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/device_memory.h"

#include <dlfcn.h>
#include <stdio.h>

static struct {
    int device;
    int (*set_device)(int);
    int (*allocate)(void **, size_t);
    int (*copy)(void *, const void *, size_t, int);
    int (*release)(void *);
    int (*synchronize)(void);
    int (*lock)(void *, size_t, unsigned);
    int (*unlock)(void *);
    char error[256];
} runtime;

/* The runtimes' copy directions, the same in CUDA and HIP. */
enum { TO_DEVICE = 1, TO_HOST = 2 };

static void *symbol(void *library, const char *prefix, const char *name)
{
    char text[64];
    snprintf(text, sizeof(text), "%s%s", prefix, name);
    return dlsym(library, text);
}

static int bind(void *library, const char *prefix)
{
    *(void **)&runtime.set_device = symbol(library, prefix, "SetDevice");
    *(void **)&runtime.allocate = symbol(library, prefix, "Malloc");
    *(void **)&runtime.copy = symbol(library, prefix, "Memcpy");
    *(void **)&runtime.release = symbol(library, prefix, "Free");
    *(void **)&runtime.synchronize = symbol(library, prefix, "DeviceSynchronize");
    *(void **)&runtime.lock = symbol(library, prefix, "HostRegister");
    *(void **)&runtime.unlock = symbol(library, prefix, "HostUnregister");
    return runtime.set_device && runtime.allocate && runtime.copy && runtime.release && runtime.synchronize &&
           runtime.lock && runtime.unlock;
}

int device_memory_open(int device)
{
    static const char *const names[][2] = {
        {"libcudart.so.13", "cuda"}, {"libcudart.so.12", "cuda"}, {"libcudart.so", "cuda"},
        {"libamdhip64.so.6", "hip"}, {"libamdhip64.so.5", "hip"}, {"libamdhip64.so", "hip"},
    };
    snprintf(runtime.error, sizeof(runtime.error), "neither libcudart nor libamdhip64 can be opened");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        void *library = dlopen(names[i][0], RTLD_NOW | RTLD_LOCAL);
        if (!library || !bind(library, names[i][1])) {
            continue;
        }
        int error = runtime.set_device(device);
        if (error == 0) {
            runtime.device = device;
            return 0;
        }
        snprintf(runtime.error, sizeof(runtime.error), "%s: %sSetDevice(%d) failed with %d", names[i][0],
                 names[i][1], device, error);
    }
    return -1;
}

const char *device_memory_error(void)
{
    return runtime.error;
}

void *device_memory_allocate(size_t bytes)
{
    void *pointer = NULL;
    if (runtime.set_device(runtime.device) != 0 || runtime.allocate(&pointer, bytes ? bytes : 1) != 0) {
        return NULL;
    }
    return pointer;
}

void device_memory_free(void *device)
{
    runtime.release(device);
}

int device_memory_lock(void *host, size_t bytes)
{
    return runtime.set_device(runtime.device) || runtime.lock(host, bytes, 0);
}

int device_memory_unlock(void *host)
{
    return runtime.unlock(host);
}

/* A copy from pageable memory may return before the data has arrived; another
 * stream would not wait for it. */
int device_memory_write(void *device, const void *host, size_t bytes)
{
    return bytes ? runtime.copy(device, host, bytes, TO_DEVICE) || runtime.synchronize() : 0;
}

int device_memory_read(void *host, const void *device, size_t bytes)
{
    return bytes ? runtime.copy(host, device, bytes, TO_HOST) || runtime.synchronize() : 0;
}
