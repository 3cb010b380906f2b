/* SPDX-License-Identifier: BSD-3-Clause
 * Which form of the tile in flight a type has on a target; the one place that asks. Every form has
 * the operations of tile_generic.inc (contract: README.md), so taking a line away costs speed only.
 *
 * TLC_READS_ELEMENTS: the region wants tile_get, which a tile in registers has not. TLC_PLAIN_AMDGCN: among
 * the images there is an AMD GPU's without FP64 matrix units. */
#ifndef TLC_READS_ELEMENTS
#define TLC_READS_ELEMENTS 0
#endif
#ifndef TLC_PLAIN_AMDGCN
#define TLC_PLAIN_AMDGCN 0
#endif
#define TLC_AMDGCN_UNITS (!TLC_PLAIN_AMDGCN && !TLC_READS_ELEMENTS)

#if defined(__NVPTX__)
#define TILE_PAIRS 1 /* can have a second tile in flight (README.md) */
#include "offload/tile_nvptx.inc"
#elif TLC_AMDGCN_TILES || (defined(__AMDGCN__) && TLC_AMDGCN_UNITS)
#include "offload/tile_amdgcn.inc"
#elif TLC_HOST && !TLC_GENERIC_TILES
#define TLC_SIMD_TILES 1
#include "offload/tile_simd.inc"
#else
#include "offload/tile_generic.inc"
#endif
#ifndef TILE_PAIRS
#define TILE_PAIRS 0
#endif

/* Bytes of team memory for a tile. The host asks, so this must hold for every target of a back end. */
static inline size_t FN(tile_scratch)(const struct tlc_place *place)
{
    size_t elements = FN(TILE_SCRATCH);
    if (!TLC_HOST && tlc_device_is_cuda(place->device))
        elements = NVPTX_SCRATCH;
    else if (!TLC_HOST && TLC_AMDGCN_UNITS)
        elements = AMDGCN_SCRATCH;
    return elements * sizeof(elem_t);
}
