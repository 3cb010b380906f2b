/* SPDX-License-Identifier: BSD-3-Clause
 * Which form of the tile in flight a type has on a target; the one place that asks. Every form has
 * the operations of tile_generic.inc (contract: README.md), so taking a line away costs speed only. */
#if defined(__NVPTX__) && TYPE_DOUBLE && !TYPE_COMPLEX
#include "offload/tile_nvptx.inc"
#else
#include "offload/tile_generic.inc"
#endif
