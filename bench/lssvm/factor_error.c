/* SPDX-License-Identifier: BSD-3-Clause */
#include "bench/lssvm/lssvm.h"
#include "include/tilechol.h"

#include <stdlib.h>

#define BENCH_SUFFIX
#define TEMPLATE "bench/lssvm/factor_error.inc"
#include "bench/target/each_real.h"

double lssvm_factor_error(int type, int64_t n, double jitter, uint64_t seed, int64_t *info)
{
    return type ? bench_dfactor_error(n, jitter, seed, info) : bench_sfactor_error(n, jitter, seed, info);
}
