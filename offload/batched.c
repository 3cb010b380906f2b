/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/device.h"
#include "offload/crew.h"

#define TEMPLATE "offload/batched.inc"
#include "src/types/each_type.h"
