/* SPDX-License-Identifier: BSD-3-Clause
 * Copies that bypass the processor's cache, for results that are not read again soon. The processor does
 * not read a cache line before writing it. */
#ifndef TLC_STREAM_H
#define TLC_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { TLC_STREAM_LEAST = 2048 }; /* bytes; in fewer, the ends dominate, which go by memcpy; not measured */
enum { TLC_STREAM_LINE = 64 };    /* bytes of a cache line */

/* Copies one line to `to`, which is aligned to a line. */
static inline void tlc_stream_line(char *to, const char *from)
{
    for (int i = 0; i < TLC_STREAM_LINE; i += (int)sizeof(__m128i))
        _mm_stream_si128((__m128i *)(void *)(to + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
}

/* to = from; the two do not overlap. */
static inline void tlc_stream(char *to, const char *from, size_t bytes)
{
    const size_t head = bytes < TLC_STREAM_LEAST ? bytes : -(uintptr_t)to % TLC_STREAM_LINE,
                 lines = (bytes - head) / TLC_STREAM_LINE * TLC_STREAM_LINE, tail = bytes - head - lines;
    memcpy(to, from, head);
    for (size_t i = head; i < head + lines; i += TLC_STREAM_LINE)
        tlc_stream_line(to + i, from + i);
    memcpy(to + head + lines, from + head + lines, tail);
}

/* Must follow copies before other threads are told of them: else these might not see the data yet. */
static inline void tlc_stream_end(void)
{
    _mm_sfence();
}
#else
static inline void tlc_stream(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static inline void tlc_stream_end(void) {}
#endif

#endif
