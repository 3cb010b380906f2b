/* SPDX-License-Identifier: BSD-3-Clause
 * GPU memory and page-locked host memory for tests, through the CUDA or HIP runtime, opened at run time. */
#ifndef TILECHOL_TESTS_DEVICE_MEMORY_H
#define TILECHOL_TESTS_DEVICE_MEMORY_H

#include <stddef.h>

/* Opens a runtime and chooses its device; 0, or -1 with text in device_memory_error(). */
int device_memory_open(int device);
const char *device_memory_error(void);

void *device_memory_allocate(size_t bytes); /* NULL on failure */
void device_memory_free(void *device);

/* Page-lock host memory, and unlock it; 0 on success. */
int device_memory_lock(void *host, size_t bytes);
int device_memory_unlock(void *host);

/* Synchronous in both directions; 0 on success. */
int device_memory_write(void *device, const void *host, size_t bytes);
int device_memory_read(void *host, const void *device, size_t bytes);

#endif
