/* SPDX-License-Identifier: BSD-3-Clause
 * What the operations of fake_gpu.c leave. */
#ifndef TILECHOL_TESTS_FAKE_GPU_H
#define TILECHOL_TESTS_FAKE_GPU_H

enum { FAKE_RESULT = 9 };

#endif
