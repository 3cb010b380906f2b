/* SPDX-License-Identifier: BSD-3-Clause
 * Chooses the form of the tile in flight for a type and a target; no other place asks. Every form has
 * the operations of tile_generic.inc (contract: README.md), so removing a line costs speed only.
 *
 * TLC_READS_ELEMENTS: the region uses tile_get, which a tile held in registers does not offer.
 * TLC_PLAIN_AMDGCN: one of the images is for an AMD GPU without FP64 matrix units. */
#ifndef TLC_READS_ELEMENTS
#define TLC_READS_ELEMENTS 0
#endif
#ifndef TLC_PLAIN_AMDGCN
#define TLC_PLAIN_AMDGCN 0
#endif
#define TLC_AMDGCN_UNITS (!TLC_PLAIN_AMDGCN && !TLC_READS_ELEMENTS)

#if defined(__NVPTX__)
#define TILE_PAIRS 1 /* supports a second tile in flight (README.md) */
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

/* Whether an NVIDIA GPU has the team memory for as many stages as its newest images have. Those with less run
 * images with fewer (tiles.h). */
static inline int FN(tile_stages_fit)(const struct tlc_place *place)
{
    return TLC_WORDS * sizeof(int64_t) + NVPTX_SCRATCH * sizeof(elem_t) <= tlc_team_memory(place->device);
}

/* Bytes of team memory for a tile. The host asks without knowing the device's code, so the result must
 * hold for every target of a back end. */
static inline size_t FN(tile_scratch)(const struct tlc_place *place)
{
    size_t elements = FN(TILE_SCRATCH);
    if (!TLC_HOST && tlc_device_is_cuda(place->device))
        elements = FN(tile_stages_fit)(place) ? NVPTX_SCRATCH : NVPTX_HOLDS(TLC_NVPTX_FEW_STAGES);
    else if (!TLC_HOST && TLC_AMDGCN_UNITS)
        elements = AMDGCN_SCRATCH;
    return elements * sizeof(elem_t);
}
