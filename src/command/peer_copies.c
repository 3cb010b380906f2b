/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a user of a GPU library does with data on the host: copy in, call, copy out. The memory on the
 * GPU is kept from call to call. */
#include "src/command/bench.h"
#include "src/command/memory.h"

struct copies {
    struct contestant inner;
    const struct place *gpu;
    void *a, *b;
    size_t a_bytes, b_bytes;
    bool failed;
};

static bool grow(const struct place *gpu, void **memory, size_t *bytes, size_t wanted)
{
    if (wanted <= *bytes)
        return true;
    if (*memory)
        gpu->release(*memory);
    *memory = gpu->allocate(wanted);
    *bytes = *memory ? wanted : 0;
    return *memory != NULL;
}

static bool copies_prepare(struct contestant *self, const struct problem *problem)
{
    struct copies *copies = self->state;
    copies->failed = false;
    return grow(copies->gpu, &copies->a, &copies->a_bytes, matrix_bytes(problem)) &&
           grow(copies->gpu, &copies->b, &copies->b_bytes, rhs_bytes(problem)) &&
           copies->inner.prepare(&copies->inner, problem);
}

static void copies_run(struct contestant *self, const struct problem *problem, void *a, void *b)
{
    struct copies *copies = self->state;
    bool right = copies->gpu->copy(copies->a, a, matrix_bytes(problem));
    right &= copies->gpu->copy(copies->b, b, rhs_bytes(problem));
    copies->inner.run(&copies->inner, problem, copies->a, copies->b);
    if (routine_changes_matrix(problem->routine))
        right &= copies->gpu->copy(a, copies->a, matrix_bytes(problem));
    right &= copies->gpu->copy(b, copies->b, rhs_bytes(problem));
    copies->failed |= !right;
}

static int64_t copies_info(struct contestant *self)
{
    struct copies *copies = self->state;
    return copies->failed ? -1000 : copies->inner.info(&copies->inner);
}

void peer_copies_open(struct contestant *peer, const struct place *gpu)
{
    struct copies *copies = memory_allocate_zeroed(sizeof *copies, "a peer");
    copies->inner = *peer;
    copies->gpu = gpu;
    *peer = (struct contestant){copies->inner.name, copies, copies_prepare, copies_run, copies_info};
}
