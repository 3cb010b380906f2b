/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/staging.h"

#include <stdlib.h>
#include <string.h>

#define factor_t struct API(factor)

#define TEMPLATE "src/factor.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_packed.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_rcond.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_refine.inc"
#include "src/types/each_type.h"
