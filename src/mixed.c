/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/staging.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define TEMPLATE "src/mixed.inc"
#include "src/types/each_type.h"
