/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/crew.h"
#include "offload/device.h"

/* B and A X cancel each other. What is left of them with three real products for a complex one is
 * several times what is left with four: too much for zcposv, which refines until little is left. */
#define TLC_FOUR_PRODUCTS  1

#define TLC_READS_ELEMENTS 1
#define TEMPLATE           "offload/residual.inc"
#include "src/types/each_type.h"
