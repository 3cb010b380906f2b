/* SPDX-License-Identifier: BSD-3-Clause
 * What the compiler writes for libomptarget (Clang 19; LLVM's offload/include/Shared/APITypes.h), and
 * the two calls that launch_cuda.c intercepts. */
#ifndef TLC_OMPTARGET_H
#define TLC_OMPTARGET_H

#include <stddef.h>
#include <stdint.h>

/* A region of the program. */
struct tlc_entry {
    void *region;
    const char *name; /* of its kernel */
    size_t size;
    int32_t flags, data;
};
struct tlc_image {
    const void *start, *end;
    const struct tlc_entry *entries, *entries_end;
};
struct tlc_images {
    int32_t count;
    const struct tlc_image *images;
    const struct tlc_entry *entries, *entries_end; /* of all regions */
};

/* The arguments of a launch. */
struct tlc_arguments {
    uint32_t version, count;
    void **values;
    void **pointers;
    int64_t *sizes, *types;
    void **names, **mappers;
    uint64_t trips, flags;
    uint32_t teams[3], threads[3], team_bytes;
};
enum { TLC_ARGUMENTS_VERSION = 3, TLC_BY_VALUE = 0x100, TLC_NO_WAIT = 1 };

/* How a kernel begins, its execution mode, and which byte of the kernel's environment says so. */
enum { TLC_MODE_BARE = 0, TLC_MODE_SPMD = 2, TLC_MODE_AT = 2 };

void __real___tgt_register_lib(const struct tlc_images *images);
void __wrap___tgt_register_lib(const struct tlc_images *images);
int __real___tgt_target_kernel(void *where, int64_t device, int32_t teams, int32_t threads, void *region,
                               struct tlc_arguments *x);
int __wrap___tgt_target_kernel(void *where, int64_t device, int32_t teams, int32_t threads, void *region,
                               struct tlc_arguments *x);

#endif
