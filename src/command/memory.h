/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Host memory, and a check that there is enough of it, so that a matrix that is too large ends in one
 * clear message instead of in the kernel's out-of-memory killer. */
#ifndef TILECHOL_COMMAND_MEMORY_H
#define TILECHOL_COMMAND_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that the system has available, at most the control group's limit (whose usage is not subtracted) and
 * what is left of `ulimit -v`. */
size_t memory_available(void);

/* rows * columns * size bytes; SIZE_MAX if a size_t cannot hold that. */
size_t memory_size(int64_t rows, int64_t columns, size_t size);

/* Fails (EXIT_MEMORY) unless so many bytes are available; `what` names their use in the message. */
void memory_require(size_t bytes, const char *what);

/* memory_allocate is malloc, aligned to a cache line, above 256 MB after memory_require.
 * memory_allocate_zeroed is calloc, which touches no page yet and is not checked. Both fail instead of
 * returning NULL. */
void *memory_allocate(size_t bytes, const char *what);
void *memory_allocate_zeroed(size_t bytes, const char *what);

#endif
