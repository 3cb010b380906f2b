/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/crew.h"
#include "offload/device.h"

#define TEMPLATE "offload/unpack.inc"
#include "src/types/each_type.h"
