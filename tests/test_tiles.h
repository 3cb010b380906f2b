/* SPDX-License-Identifier: BSD-3-Clause
 * What the parts of test_tiles share. Expected values are sums in long double, in plain loops. */
#ifndef TILECHOL_TESTS_TEST_TILES_H
#define TILECHOL_TESTS_TEST_TILES_H

#include "tests/check.h"
#include "offload/device.h"

#ifndef TLC_GENERIC_TILES
#define TLC_GENERIC_TILES 0
#endif
#ifndef TLC_AMDGCN_TILES
#define TLC_AMDGCN_TILES 0
#endif
#if TLC_AMDGCN_TILES
#include "tests/ukr_amdgcn.h"
#endif
#define WHOLE_TILES (TLC_GENERIC_TILES || TLC_AMDGCN_TILES) /* even where a view shows less */

#define wide_t      TLC_JOIN(wide_, TYPE_COMPLEX)
typedef long double wide_0;
typedef long double _Complex wide_1;

/* The micro-kernels' tests, in a file of their own: the source of a tile ends its kernel's macros. */
void tlc_sukr_is_a_product(void **state);
void tlc_dukr_is_a_product(void **state);
void tlc_cukr_is_a_product(void **state);
void tlc_zukr_is_a_product(void **state);

#define TEMPLATE "tests/test_tiles_sum.inc"
#include "src/types/each_type.h"

#endif
