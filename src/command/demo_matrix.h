/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TILECHOL_COMMAND_DEMO_MATRIX_H
#define TILECHOL_COMMAND_DEMO_MATRIX_H

#include "src/command/matrix_market.h"

#define DEMO_ORDER       4884
#define DEMO_DESCRIPTION "stiffness matrix of a clamped concrete beam (3-D linear elasticity, 8-node bricks)"

/* That matrix, of order n: real, symmetric, positive definite, as a file would list it. */
struct mm_matrix demo_matrix(int64_t n);

#endif
