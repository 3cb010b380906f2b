/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for CUDA's driver under its soname libcuda.so.1 (test_gpu_pointers.c). The memory of GPU 0
 * is a block that may neither be read nor written. */
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { BYTES = 1 << 20, MEMORY_TYPE = 2, TYPE_DEVICE = 2 };

char *fake_gpu_memory;

__attribute__((constructor)) static void map(void)
{
    fake_gpu_memory = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int cuPointerGetAttributes(unsigned count, const int *attributes, void **data, uint64_t pointer)
{
    const int inside = pointer - (uint64_t)(uintptr_t)fake_gpu_memory < BYTES;
    for (unsigned i = 0; i < count; i++) {
        *(int *)data[i] = inside && attributes[i] == MEMORY_TYPE ? TYPE_DEVICE : 0;
    }
    return 0;
}
