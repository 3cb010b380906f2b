/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/device.h"
#include "offload/crew.h"

#define TLC_READS_ELEMENTS 1 /* strips do */
#define TEMPLATE           "offload/solve.inc"
#include "src/types/each_type.h"
