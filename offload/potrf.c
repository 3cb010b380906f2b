/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/device.h"
#include "offload/crew.h"

#define POTRF        FN(potrf)
#define POTRF_REGION FN(potrf_region)
#define TEMPLATE     "offload/potrf.inc"
#include "src/types/each_type.h"
