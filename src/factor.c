/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/staging.h"

#include <stdlib.h>
#include <string.h>

#define OPS(call)      ((call)->backend->TYPE_LETTER)
#define FLOP(count)    ((TYPE_COMPLEX ? 4.0 : 1.0) * (count))
#define SHAPE(uplo)    ((uplo) == TILECHOL_UPPER ? TLC_UPPER : TLC_LOWER)
#define IS_UPPER(uplo) ((uplo) == TILECHOL_UPPER)
#define factor_t       struct API(factor)

#define TEMPLATE       "src/factor.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_packed.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_rcond.inc"
#include "src/types/each_type.h"

#define TEMPLATE "src/factor_refine.inc"
#include "src/types/each_type.h"
