/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/check.h"

/* Elements of the guard zone on each side of a guarded grid. */
enum { GUARD = 64 };

/* A signalling NaN of each real type. */
static const uint32_t poison_float = 0x7FA5A5A5u;
static const uint64_t poison_double = 0x7FF5A5A5A5A5A5A5u;

#define TEMPLATE "tests/grid.inc"
#include "src/types/each_type.h"
