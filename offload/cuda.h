/* SPDX-License-Identifier: BSD-3-Clause
 * The CUDA driver, which libomptarget has loaded: its functions by name, as nothing here is built with its headers. */
#ifndef TLC_CUDA_H
#define TLC_CUDA_H

#include <stddef.h>

/* Where a pointer to a function is to be kept, and its name. */
struct tlc_cuda_function {
    void *pointer;
    const char *name;
};

/* 0 on success. */
int tlc_cuda_load(const struct tlc_cuda_function *wanted, size_t count);

/* The primary context of a device, from its first use on; NULL if it is not CUDA's or there is none. */
void *tlc_cuda_context(int device);

/* Whether a region that fails there is told of by tlc_region_error; else libomptarget ends the program. */
int tlc_region_reports(int device);

#endif
