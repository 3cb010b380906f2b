/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/storage.h"

#define TEMPLATE "src/cpu_only.inc"
#include "src/types/each_type.h"
