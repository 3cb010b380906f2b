/* SPDX-License-Identifier: BSD-3-Clause
 * The CPU as a device: its memory is ordinary memory. */
#include "offload/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int tlc_open(void (*reclaim)(void), const char **why)
{
    tlc_reclaim_by(reclaim);
    *why = "";
    return 1;
}

void tlc_describe(int device, tilechol_device_info *info)
{
    (void)device;
    const int64_t page = sysconf(_SC_PAGESIZE);
    snprintf(info->name, sizeof info->name, "CPU (%.32s)", info->backend);
    info->memory_total = page * sysconf(_SC_PHYS_PAGES);
    info->memory_free = page * sysconf(_SC_AVPHYS_PAGES);
}

/* Large blocks are in huge pages: the first touch in 4 KB pages costs more than a small factorisation. */
void *tlc_device_allocate(int device, size_t bytes, int pinned)
{
    const size_t huge = (size_t)1 << 21;
    void *memory = NULL;
    (void)device;
    (void)pinned;
    if (posix_memalign(&memory, bytes < huge ? 64 : huge, bytes))
        return NULL;
    if (bytes >= huge)
        madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

void tlc_release(int device, void *memory, int pinned)
{
    (void)device;
    (void)pinned;
    free(memory);
}

int tlc_upload(int device, void *to, const void *from, size_t bytes)
{
    (void)device;
    memcpy(to, from, bytes);
    return 0;
}

int tlc_download(int device, void *to, const void *from, size_t bytes)
{
    return tlc_upload(device, to, from, bytes);
}

int tlc_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch, size_t bytes,
                     size_t columns, int back)
{
    (void)device;
    for (size_t j = 0; j < columns; ++j) {
        char *a = (char *)there + j * pitch, *b = (char *)here + j * here_pitch;
        memcpy(back ? b : a, back ? a : b, bytes);
    }
    return 0;
}

int tlc_copies_wait(int device)
{
    (void)device;
    return 0;
}

int tlc_multiprocessors(int device)
{
    (void)device;
    return 1;
}

int tlc_device_is_cuda(int device)
{
    (void)device;
    return 0;
}

const char *tlc_machine(int device)
{
    (void)device;
    return TLC_QUOTE(TLC_BACKEND);
}

int tlc_device_lost(int device)
{
    (void)device;
    return 0;
}

int tlc_device_barred(int device)
{
    (void)device;
    return 0;
}

int64_t tlc_region_error(int forget)
{
    (void)forget;
    return 0;
}
