/* SPDX-License-Identifier: BSD-3-Clause
 * Twins: two crews in one team of an NVIDIA GPU. Each has a barrier and words of its own; another
 * barrier and other words are for both. Their memory is contiguous, so that they can use it as one: the
 * words of the two come first, then the first crew's memory and the second's. On other targets a region
 * of twins has no body. */
#ifndef TLC_TWINS_H
#define TLC_TWINS_H

#include "offload/crew.h"

/* Which of the two this crew is: 0 or 1. */
TLC_INLINE int tlc_twin(const struct tlc_crew *crew)
{
    return crew->number & 1;
}

/* tlc_crew_join; `bytes` is the memory of each of the two. */
TLC_INLINE struct tlc_crew tlc_crew_join_twin(size_t bytes)
{
    const size_t words = TLC_WORDS * sizeof(int64_t);
    struct tlc_crew crew = tlc_crew_join(NULL, bytes);
    const int twin = crew.rank / TLC_CREW;
    crew.rank %= TLC_CREW;
    crew.number = 2 * crew.number + twin;
    crew.crews *= 2;
    crew.word += twin * TLC_WORDS;
    crew.scratch += words + (size_t)twin * (bytes - words);
    return crew;
}

#if defined(__NVPTX__)
TLC_INLINE void tlc_twins_barrier(void)
{
    nvptx_barrier(3, 2 * TLC_CREW);
}

/* tlc_crew_tell for both crews: tells them the value of the first one's first thread. */
TLC_INLINE int64_t tlc_twins_tell(const struct tlc_crew *crew, int word, int64_t value)
{
    int64_t *at = crew->word - tlc_twin(crew) * TLC_WORDS + word;
    if (crew->rank == 0 && tlc_twin(crew) == 0)
        *at = value;
    tlc_twins_barrier();
    return *at;
}

/* tlc_next_task for both crews. */
TLC_INLINE int64_t tlc_twins_next(const struct tlc_crew *crew, struct tlc_control *control, int64_t *failed)
{
    int64_t *first_failed = crew->word - tlc_twin(crew) * TLC_WORDS + TLC_WORD_BOTH_FAILED, t = 0;
    tlc_twins_barrier(); /* both are done with their last task and have read its ticket */
    if (crew->rank == 0 && tlc_twin(crew) == 0) {
#pragma omp atomic capture
        t = control->ticket++;
        *first_failed = tlc_failed(control);
    }
    t = tlc_twins_tell(crew, TLC_WORD_BOTH_TICKET, t);
    *failed = *first_failed;
    return t;
}

/* Reads how tasks are counted, before which of the `columns` block columns they end, and how many block
 * rows are done. The crew may read these words after its next barrier. */
TLC_INLINE void tlc_twins_ask(const struct tlc_crew *crew, struct tlc_control *control, int64_t columns)
{
    if (crew->rank == 0) {
        crew->word[TLC_WORD_COUNTS] = control->counts;
        crew->word[TLC_WORD_END] = control->end ? control->end : columns;
        crew->word[TLC_WORD_DONE] = control->done;
    }
}

/* Counts the crew's part of slot x of block columns `column` and `column` + 1 as done. What it has
 * written for the caller is visible before the count, and the counts stand behind the progress of the
 * rows. */
TLC_INLINE void tlc_count_done(const struct tlc_crew *crew, struct tlc_control *control, int64_t rows,
                               int64_t column, int64_t x)
{
    const int64_t counts = crew->word[TLC_WORD_COUNTS];
    if (!counts)
        return;
    tlc_crew_barrier();
    if (crew->rank == 0) {
        int32_t *done = &control->progress[rows + tlc_twins_group(counts == TLC_COUNTS_ROWS, column, x)];
        TLC_FLUSH();
#pragma omp atomic
        *done += 1;
    }
}

/* tlc_wait_rows by both crews, for block rows i, i + 1, j and j + 1. */
TLC_INLINE int64_t tlc_twins_wait_rows(const struct tlc_crew *crew, struct tlc_control *control, int64_t i,
                                       int64_t j, int64_t k, int64_t limit, int64_t nb)
{
    int64_t ready = 0;
    if (crew->rank == 0 && tlc_twin(crew) == 0) {
        ready = tlc_spin(control, i, i + 1, j, k, nb);
        const int64_t beside = ready < 0 ? ready : tlc_spin(control, j + 1, j + 1, j + 1, k, nb);
        ready = beside < ready ? beside : ready;
        ready = ready < limit ? ready : limit;
    }
    return tlc_twins_tell(crew, TLC_WORD_BOTH_PROGRESS, ready);
}
#endif

#endif
