/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/staging.h"

#define TEMPLATE "src/triangular.inc"
#include "src/types/each_type.h"
