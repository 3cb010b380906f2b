/* SPDX-License-Identifier: BSD-3-Clause
 * The factorisation by teams of two crews, for large orders on NVIDIA GPUs. */
#define TLC_TWINS  1
#define TLC_HALVES 1
#include "offload/device.h"
#include "offload/crew.h"
#include "offload/twins.h"

#define POTRF        FN(potrf_twins)
#define POTRF_REGION FN(potrf_twins_region)
#define TEMPLATE     "offload/potrf_twins.inc"
#include "src/types/each_type.h"
