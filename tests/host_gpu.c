/* SPDX-License-Identifier: BSD-3-Clause
 * The host's back end, TEST_BACKEND, in the place of a GPU's: on any machine, all that src/ does for host data
 * that goes to a GPU (copies, blocks of memory, batches in pieces, factor handles there). */
#include "src/backend.h"

extern const struct tlc_backend TEST_BACKEND;
extern struct tlc_backend tilechol_backend_gpu;
struct tlc_backend tilechol_backend_gpu;

static void __attribute__((constructor)) take_place(void)
{
    tilechol_backend_gpu = TEST_BACKEND;
}
