/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/check.h"

#define TEMPLATE "tests/make.inc"
#include "src/types/each_type.h"
