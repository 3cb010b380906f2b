/* SPDX-License-Identifier: BSD-3-Clause
 * The micro-kernels of the host's two forms of tile, alone. */
#include "tests/test_tiles.h"

#if TLC_GENERIC_TILES
#define TEMPLATE "tests/test_tiles_ukr_generic.inc"
#else
#define TEMPLATE "tests/test_tiles_ukr_simd.inc"
#endif
#include "src/types/each_type.h"
