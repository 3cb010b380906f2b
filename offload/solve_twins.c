/* SPDX-License-Identifier: BSD-3-Clause
 * Solves by teams of two crews, for large systems with many right-hand sides on NVIDIA GPUs. */
#define TLC_TWINS 1
#include "offload/device.h"
#include "offload/crew.h"
#include "offload/twins.h"

#define TLC_READS_ELEMENTS 1
#define TEMPLATE           "offload/solve_twins.inc"
#include "src/types/each_type.h"
