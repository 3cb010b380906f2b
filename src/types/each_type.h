/* SPDX-License-Identifier: BSD-3-Clause
 * Includes TEMPLATE once for each of s, d, c, z. In a template, elem_t and real_t are the types,
 * FN(name) is an internal function's name (tlc_dname), and API(name) a public one's (tilechol_dname). A
 * back end that is compiled more than once appends its own suffix to FN names (TLC_SUFFIX). */
#include <complex.h>
#include <float.h>
#include <math.h>

#ifndef FN
#ifndef TLC_SUFFIX
#define TLC_SUFFIX
#endif
#define TLC_JOIN4_(a, b, c, d) a##b##c##d
#define TLC_JOIN4(a, b, c, d)  TLC_JOIN4_(a, b, c, d)
#define FN(name)               TLC_JOIN4(tlc_, TYPE_LETTER, name, TLC_SUFFIX)
#define API(name)              TLC_JOIN4(tilechol_, TYPE_LETTER, name, )
#endif

/* A complex product is four real products, not a call that checks for infinities. */
#ifdef __clang__
#pragma STDC CX_LIMITED_RANGE ON
#endif

#include "src/types/s.h"
#include TEMPLATE
#include "src/types/end.h"
#include "src/types/d.h"
#include TEMPLATE
#include "src/types/end.h"
#include "src/types/c.h"
#include TEMPLATE
#include "src/types/end.h"
#include "src/types/z.h"
#include TEMPLATE
#include "src/types/end.h"
#undef TEMPLATE
