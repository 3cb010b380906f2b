/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Host memory: asked for with the question whether there is so much of it, so that a matrix that is
 * too large ends in one clear line instead of in the kernel's out-of-memory killer. */
#ifndef TILECHOL_COMMAND_MEMORY_H
#define TILECHOL_COMMAND_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes this process can still use, by the system and its control group. */
size_t memory_available(void);

/* rows * columns * size bytes, SIZE_MAX if that is more than a size_t holds. */
size_t memory_size(int64_t rows, int64_t columns, size_t size);

/* Fails (EXIT_MEMORY) unless so many bytes are available; what names them in the message. */
void memory_require(size_t bytes, const char *what);

/* As malloc on a cache line; zeroed: with zeros, pages untouched. Both fail instead of returning NULL. */
void *memory_allocate(size_t bytes, const char *what);
void *memory_allocate_zeroed(size_t bytes, const char *what);

#endif
