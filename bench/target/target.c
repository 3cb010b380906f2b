/* SPDX-License-Identifier: BSD-3-Clause */
#include "bench/target/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory, size_t bytes, const char *what)
{
    if (memory)
        return memory;
    fprintf(stderr, "%.3g GB of %s memory cannot be had\n", (double)bytes * 1e-9, what);
    exit(EXIT_FAILURE);
}

#if BENCH_HOST

int target_present(void)
{
    return 1;
}

void *target_allocate(size_t bytes)
{
    return must(aligned_alloc(64, (bytes + 64) / 64 * 64), bytes, "host");
}

void target_release(void *memory)
{
    free(memory);
}

void target_upload(void *device, const void *host, size_t bytes)
{
    memcpy(device, host, bytes);
}

void target_download(void *host, const void *device, size_t bytes)
{
    memcpy(host, device, bytes);
}

void target_download_start(void *host, const void *device, size_t bytes)
{
    memcpy(host, device, bytes);
}

void *target_host_allocate(enum target_memory kind, size_t bytes)
{
    (void)kind;
    return target_allocate(bytes);
}

void target_host_release(enum target_memory kind, void *memory)
{
    (void)kind;
    free(memory);
}

#else

void *llvm_omp_target_alloc_host(size_t bytes, int device);
void *llvm_omp_target_alloc_shared(size_t bytes, int device);
void llvm_omp_target_free_host(void *memory, int device);
void llvm_omp_target_free_shared(void *memory, int device);

static int device(void)
{
    return omp_get_default_device();
}

int target_present(void)
{
    int on_host = 1;
    if (omp_get_num_devices() == 0)
        return 0;
#pragma omp target map(from : on_host)
    on_host = omp_is_initial_device();
    return !on_host;
}

void *target_allocate(size_t bytes)
{
    return must(omp_target_alloc(bytes + 64, device()), bytes, "device");
}

void target_release(void *memory)
{
    omp_target_free(memory, device());
}

static void copy(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    if (omp_target_memcpy(to, from, bytes, 0, 0, to_device, from_device)) {
        fprintf(stderr, "a copy to or from the device failed\n");
        exit(EXIT_FAILURE);
    }
}

void target_upload(void *to, const void *host, size_t bytes)
{
    copy(to, device(), host, omp_get_initial_device(), bytes);
}

void target_download(void *host, const void *from, size_t bytes)
{
    copy(host, omp_get_initial_device(), from, device(), bytes);
}

void target_download_start(void *host, const void *from, size_t bytes)
{
    if (omp_target_memcpy_async(host, from, bytes, 0, 0, omp_get_initial_device(), device(), 0, NULL)) {
        fprintf(stderr, "a copy from the device failed\n");
        exit(EXIT_FAILURE);
    }
}

void *target_host_allocate(enum target_memory kind, size_t bytes)
{
    if (kind == TARGET_PINNED)
        return must(llvm_omp_target_alloc_host(bytes + 64, device()), bytes, "pinned");
    if (kind == TARGET_MANAGED)
        return must(llvm_omp_target_alloc_shared(bytes + 64, device()), bytes, "managed");
    return must(malloc(bytes + 64), bytes, "host");
}

void target_host_release(enum target_memory kind, void *memory)
{
    if (kind == TARGET_PINNED)
        llvm_omp_target_free_host(memory, device());
    else if (kind == TARGET_MANAGED)
        llvm_omp_target_free_shared(memory, device());
    else
        free(memory);
}

#endif
