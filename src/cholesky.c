/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/flow.h"

#include <string.h>

#define TEMPLATE "src/cholesky.inc"
#include "src/types/each_type.h"
