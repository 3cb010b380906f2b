/* SPDX-License-Identifier: BSD-3-Clause
 * Includes TEMPLATE for s and for d, as src/types/each_type.h does for the four types: FN(name) is a function's
 * name, API(name) the library's routine of the type, LAPACKE(name) LAPACK's. */
#include <float.h>
#include <math.h>

#ifndef FN
#define BENCH_JOIN4_(a, b, c, d) a##b##c##d
#define BENCH_JOIN4(a, b, c, d)  BENCH_JOIN4_(a, b, c, d)
#define FN(name)                 BENCH_JOIN4(bench_, TYPE_LETTER, name, BENCH_SUFFIX)
#define API(name)                BENCH_JOIN4(tilechol_, TYPE_LETTER, name, )
#define LAPACKE(name)            BENCH_JOIN4(LAPACKE_, TYPE_LETTER, name, )
#endif

#include "src/types/s.h"
#include TEMPLATE
#include "src/types/end.h"
#include "src/types/d.h"
#include TEMPLATE
#include "src/types/end.h"
#undef TEMPLATE
