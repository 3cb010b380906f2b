/* SPDX-License-Identifier: BSD-3-Clause
 * The trainings of one compilation. */
#include "bench/lssvm/lssvm.h"
#include "include/tilechol.h"

#include <stdlib.h>

enum { CG_REFRESH = 50 };

#define EXP(x)   FN(exponential)(x)

#define TEMPLATE "bench/lssvm/exponential.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/lssvm/system.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/lssvm/cg.inc"
#include "bench/target/each_real.h"
#define TEMPLATE "bench/lssvm/train.inc"
#include "bench/target/each_real.h"

#if BENCH_HOST
#define TARGET_NAME "cpu"
#else
#define TARGET_NAME "gpu"
#endif

const struct lssvm_target BENCH_NAME(lssvm_target) = {
    TARGET_NAME,
    target_present,
    {BENCH_JOIN4(bench_, s, train, BENCH_SUFFIX), BENCH_JOIN4(bench_, d, train, BENCH_SUFFIX)}};
