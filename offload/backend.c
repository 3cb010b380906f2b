/* SPDX-License-Identifier: BSD-3-Clause
 * The table of this back end. */
#include "offload/device.h"

#define TEMPLATE "offload/operations.inc"
#include "src/types/each_type.h"

#define TLC_OPERATIONS                         \
    {.tile_bytes = FN(tile_bytes),             \
     .potrf = FN(potrf),                       \
     .potrs = FN(potrs),                       \
     .trtrs = FN(trtrs),                       \
     .potri = FN(potri),                       \
     .factor_solve = FN(factor_solve),         \
     .factor_export = FN(factor_export),       \
     .factor_diagonal = FN(factor_diagonal),   \
     .zero_on_diagonal = FN(zero_on_diagonal), \
     .hemv = FN(hemv),                         \
     .batched = FN(batched)}

#define TLC_QUOTE_(x) #x
#define TLC_QUOTE(x)  TLC_QUOTE_(x)

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
