/* SPDX-License-Identifier: BSD-3-Clause
 * The table of this back end (src/backend.h). */
#include "offload/device.h"

#define TEMPLATE "offload/operations.inc"
#include "src/types/each_type.h"

#if TLC_HOST
#define TLC_HOST_OPERATIONS .pbtrf = FN(pbtrf), .pbtrs = FN(pbtrs), .pftrs = FN(pftrs), .pstrf = FN(pstrf)
#else
#define TLC_HOST_OPERATIONS .pbtrf = NULL, .pbtrs = NULL, .pftrs = NULL, .pstrf = NULL
#endif

#define TLC_OPERATIONS                       \
    {.tile_bytes = FN(tile_bytes),           \
     .potrf = FN(potrf),                     \
     .potrs = FN(potrs),                     \
     .posv = FN(posv),                       \
     .trtrs = FN(trtrs),                     \
     .trsm = FN(trsm),                       \
     .potri = FN(potri),                     \
     .trtri = FN(trtri),                     \
     .lauum = FN(lauum),                     \
     .residual = FN(residual),               \
     .factor_solve = FN(factor_solve),       \
     .factor_export = FN(factor_export),     \
     .factor_diagonal = FN(factor_diagonal), \
     .hemv = FN(hemv),                       \
     .batched = FN(batched),                 \
     .unpack = FN(unpack),                   \
     TLC_HOST_OPERATIONS}

extern const struct tlc_backend TLC_NAME(tilechol_backend);

const struct tlc_backend TLC_NAME(tilechol_backend) = {
    .abi = TLC_BACKEND_ABI,
    .name = TLC_QUOTE(TLC_BACKEND),
    .tile = {TLC_NB_s, TLC_NB_d, TLC_NB_c, TLC_NB_z},
    .open = tlc_open,
    .describe = tlc_describe,
    .allocate = tlc_allocate,
    .release = tlc_release,
    .upload = tlc_upload,
    .download = tlc_download,
    .copy_columns = tlc_copy_columns,
    .copies_wait = tlc_copies_wait,
    .error = tlc_region_error,
    .lost = tlc_device_lost,
    .flows = tlc_flows,
    .flow_final = tlc_flow_final,
    .trim = tlc_trim,
#define TYPE_LETTER s
    .s = TLC_OPERATIONS,
#undef TYPE_LETTER
#define TYPE_LETTER d
    .d = TLC_OPERATIONS,
#undef TYPE_LETTER
#define TYPE_LETTER c
    .c = TLC_OPERATIONS,
#undef TYPE_LETTER
#define TYPE_LETTER z
    .z = TLC_OPERATIONS,
#undef TYPE_LETTER
};
