/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/crew.h"
#include "offload/device.h"

#define TLC_READS_ELEMENTS 1
#define TEMPLATE           "offload/lauum.inc"
#include "src/types/each_type.h"
