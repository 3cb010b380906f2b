/* SPDX-License-Identifier: BSD-3-Clause
 * potrf.inc again, with smaller tiles: cut into a few large ones, a matrix would leave several threads
 * mostly waiting for one. */
#define TLC_FINE_TILES 1
#include "offload/device.h"
#include "offload/crew.h"

#define POTRF        FN(potrf_fine)
#define POTRF_REGION FN(potrf_fine_region)
#define TEMPLATE     "offload/potrf_fine.inc"
#include "src/types/each_type.h"
