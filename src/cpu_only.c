/* SPDX-License-Identifier: BSD-3-Clause */
#include "src/call.h"
#include "src/storage.h"

int tilechol_lapack_on_gpu(const void *pointer)
{
    return pointer && tlc_location(pointer) >= 0;
}

int64_t tilechol_lapack_refuse(const char *routine, const char *why)
{
    return tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s: %s", routine, why);
}

#define TEMPLATE "src/cpu_only.inc"
#include "src/types/each_type.h"
