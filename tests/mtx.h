/* SPDX-License-Identifier: BSD-3-Clause
 * Real symmetric test matrices, dense. */
#ifndef TILECHOL_TESTS_MTX_H
#define TILECHOL_TESTS_MTX_H

#include <stdint.h>

/* A Matrix Market file (coordinate real symmetric) as a full n x n matrix to free(); NULL if it cannot
 * be opened or read. */
double *mtx_read(const char *path, int64_t *n);

/* A clamped plate on a grid of rows x cols points, with regions of different stiffness: the square of
 * the five-point Laplacian, scaled from both sides. Ill-conditioned like bcsstk13. */
double *mtx_plate(int64_t rows, int64_t cols);

#endif
