/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for CUDA's driver under its soname libcuda.so.1 (test_gpu_pointers.c). The memory of GPU 0
 * is a block that may neither be read nor written, and so is that of GPU 1. Managed memory is of GPU 0 too,
 * but may be read and written. */
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { BYTES = 1 << 20, MEMORY_TYPE = 2, IS_MANAGED = 8, ORDINAL = 9, TYPE_DEVICE = 2 };

char *fake_gpu_memory, *fake_other_memory, *fake_managed_memory;

static char *map(int access)
{
    return mmap(NULL, BYTES, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

__attribute__((constructor)) static void map_all(void)
{
    fake_gpu_memory = map(PROT_NONE);
    fake_other_memory = map(PROT_NONE);
    fake_managed_memory = map(PROT_READ | PROT_WRITE);
}

static int is_in(const char *memory, uint64_t pointer)
{
    return pointer - (uint64_t)(uintptr_t)memory < BYTES;
}

int cuPointerGetAttributes(unsigned count, const int *attributes, void **data, uint64_t pointer)
{
    const int other = is_in(fake_other_memory, pointer), managed = is_in(fake_managed_memory, pointer),
              inside = other || managed || is_in(fake_gpu_memory, pointer);
    for (unsigned i = 0; i < count; i++) {
        const int value = attributes[i] == MEMORY_TYPE  ? TYPE_DEVICE
                          : attributes[i] == IS_MANAGED ? managed
                          : attributes[i] == ORDINAL    ? other
                                                        : 0;
        *(int *)data[i] = inside ? value : 0;
    }
    return 0;
}
