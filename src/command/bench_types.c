/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

/* A number in [-1, 1) that depends only on the two arguments: the mixing of MurmurHash3 (Appleby). */
static inline double hash_uniform(uint32_t i, uint32_t j)
{
    uint32_t h = i * 0x9e3779b1u + j * 0x85ebca77u + 0x27d4eb2fu;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    h ^= h >> 16;
    return (double)(int32_t)h * 0x1p-31;
}

#define TEMPLATE "src/command/bench.inc"
#include "src/types/each_type.h"

const struct type_functions *type_functions(char type)
{
    switch (type) {
    case 's':
        return &tlc_sbench_functions;
    case 'c':
        return &tlc_cbench_functions;
    case 'z':
        return &tlc_zbench_functions;
    default:
        return &tlc_dbench_functions;
    }
}
