/* SPDX-License-Identifier: BSD-3-Clause
 * The micro-kernels alone, of those forms of the tile that a host can run. */
#include "tests/test_tiles.h"

#if TLC_AMDGCN_TILES
#define TEMPLATE "tests/test_tiles_ukr_amdgcn.inc"
#elif TLC_GENERIC_TILES
#define TEMPLATE "tests/test_tiles_ukr_generic.inc"
#else
#define TEMPLATE "tests/test_tiles_ukr_simd.inc"
#endif
#include "src/types/each_type.h"
