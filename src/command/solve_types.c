/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "src/command/memory.h"
#include "src/command/solve.h"

#define TEMPLATE "src/command/solve.inc"
#include "src/types/each_type.h"
