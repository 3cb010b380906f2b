/* SPDX-License-Identifier: BSD-3-Clause
 * The CUDA driver. Its functions are found by name, since nothing here is built with its headers. */
#ifndef TLC_CUDA_H
#define TLC_CUDA_H

#include <stddef.h>

/* A function's name, and where the pointer to it is to be kept. */
struct tlc_cuda_function {
    void *pointer;
    const char *name;
};

/* Finds `count` functions. Returns 0 on success. */
int tlc_cuda_load(const struct tlc_cuda_function *wanted, size_t count);

/* The primary context of a device, retained at its first use; NULL if the device is not CUDA's or has
 * none. */
void *tlc_cuda_context(int device);

/* Whether tlc_region_error reports a region that fails on the device; if not, libomptarget ends the
 * program. */
int tlc_region_reports(int device);

#endif
