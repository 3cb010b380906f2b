/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arrays of a batched call in the place of its data. */
#include <stdlib.h>
#include <string.h>
#include "src/command/bench.h"
#include "src/command/memory.h"

bool batch_arrays_prepare(struct batch_arrays *arrays, const struct problem *problem)
{
    const size_t batch = (size_t)problem->batch, info_bytes = batch * sizeof *arrays->info;
    if (arrays->pointers) {
        arrays->place->release(arrays->pointers);
        arrays->place->release(arrays->info);
    }
    arrays->a = arrays->b = NULL;
    arrays->batch = problem->batch;
    arrays->pointers = arrays->place->allocate(2 * batch * sizeof *arrays->pointers);
    arrays->info = arrays->place->allocate(info_bytes);
    if (!arrays->pointers || !arrays->info)
        return false;
    void *zeros = memory_allocate_zeroed(info_bytes, "a batch");
    const bool right = arrays->place->copy(arrays->info, zeros, info_bytes);
    free(zeros);
    return right;
}

bool batch_arrays_point(struct batch_arrays *arrays, const struct problem *problem, void *a, void *b)
{
    const size_t size = type_functions(problem->type)->size, matrix = member_elements(problem) * size,
                 sides = (size_t)(problem->n * problem->nrhs) * size, batch = (size_t)problem->batch;
    if (arrays->a == a && arrays->b == b)
        return true;
    char **pointers = memory_allocate(2 * batch * sizeof *pointers, "a batch");
    for (size_t m = 0; m < batch; m++) {
        pointers[m] = (char *)a + m * matrix;
        pointers[batch + m] = (char *)b + m * sides;
    }
    const bool right = arrays->place->copy(arrays->pointers, pointers, 2 * batch * sizeof *pointers);
    free(pointers);
    arrays->a = a;
    arrays->b = b;
    return right;
}

int64_t batch_arrays_info(const struct batch_arrays *arrays)
{
    const size_t bytes = (size_t)arrays->batch * sizeof *arrays->info;
    int32_t *info = memory_allocate(bytes, "a batch");
    int64_t first = arrays->place->copy(info, arrays->info, bytes) ? 0 : -1000;
    for (int64_t m = 0; m < arrays->batch && !first; m++)
        first = info[m];
    free(info);
    return first;
}
