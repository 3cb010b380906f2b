/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/crew.h"
#include "offload/device.h"

/* B and A X cancel each other. What three products for a complex one leave of that is several times what four leave: too
 * much for zcposv, which refines until little is left. */
#define TLC_FOUR_PRODUCTS  1

#define TLC_READS_ELEMENTS 1
#define TEMPLATE           "offload/residual.inc"
#include "src/types/each_type.h"
