/* SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "src/command/common.h"
#include "src/command/memory.h"

/* The number in a file that holds one; SIZE_MAX if there is none ("max", no such file). */
static size_t number_in(const char *path)
{
    uint64_t number = SIZE_MAX;
    FILE *file = fopen(path, "r");
    if (!file)
        return SIZE_MAX;
    if (fscanf(file, "%" SCNu64, &number) != 1)
        number = SIZE_MAX;
    fclose(file);
    return (size_t)number;
}

static size_t system_available(void)
{
    char line[128];
    uint64_t kilobytes;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "MemAvailable: %" SCNu64, &kilobytes) == 1) {
            fclose(file);
            return (size_t)kilobytes * 1024;
        }
    }
    if (file)
        fclose(file);
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* What `ulimit -v` leaves of this process's address space; SIZE_MAX without such a limit. */
static size_t address_space_left(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    const size_t pages = number_in("/proc/self/statm"), size = (size_t)sysconf(_SC_PAGESIZE);
    const size_t used = pages == SIZE_MAX ? 0 : pages * size, most = (size_t)limit.rlim_cur;
    return used < most ? most - used : 0;
}

size_t memory_available(void)
{
    size_t available = system_available();
    size_t limits[] = {number_in("/sys/fs/cgroup/memory.max"),
                       number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"), address_space_left()};
    for (int k = 0; k < 3; k++)
        if (limits[k] < available)
            available = limits[k];
    return available;
}

size_t memory_size(int64_t rows, int64_t columns, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow((size_t)rows, (size_t)columns, &bytes) ||
        __builtin_mul_overflow(bytes, size, &bytes))
        return SIZE_MAX;
    return bytes;
}

static _Noreturn void too_large(size_t bytes, const char *what)
{
    const double gigabyte = 1e9, wanted = (double)bytes / gigabyte;
    const size_t available = memory_available();
    if (bytes <= available)
        fail(EXIT_MEMORY, "%s needs %.3g GB of memory, which the system refuses", what, wanted);
    fail(EXIT_MEMORY, "%s needs %.3g GB of memory, but only %.3g GB are available", what, wanted,
         (double)available / gigabyte);
}

void memory_require(size_t bytes, const char *what)
{
    if (bytes > memory_available())
        too_large(bytes, what);
}

void *memory_allocate(size_t bytes, const char *what)
{
    void *memory = NULL;
    if (bytes > (size_t)1 << 28)
        memory_require(bytes, what);
    if (bytes > PTRDIFF_MAX || posix_memalign(&memory, 64, bytes ? bytes : 64))
        too_large(bytes, what);
    return memory;
}

void *memory_allocate_zeroed(size_t bytes, const char *what)
{
    void *memory = bytes > PTRDIFF_MAX ? NULL : calloc(1, bytes ? bytes : 1);
    if (!memory)
        too_large(bytes, what);
    return memory;
}
