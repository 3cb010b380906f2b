/* SPDX-License-Identifier: BSD-3-Clause
 * Copies that pass by the processor's cache: what is written is not read again soon, so no line of it is read before it is
 * written. */
#ifndef TLC_STREAM_H
#define TLC_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { TLC_STREAM_LEAST = 2048 }; /* bytes: of fewer the ends count, which go as ever; not measured */
enum { TLC_STREAM_LINE = 64 };    /* bytes of a line of the cache */

/* A line to `to`, which is where one begins. */
static inline void tlc_stream_line(char *to, const char *from)
{
    for (int i = 0; i < TLC_STREAM_LINE; i += (int)sizeof(__m128i))
        _mm_stream_si128((__m128i *)(void *)(to + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
}

/* to = from, apart from each other. */
static inline void tlc_stream(char *to, const char *from, size_t bytes)
{
    const size_t head = bytes < TLC_STREAM_LEAST ? bytes : -(uintptr_t)to % TLC_STREAM_LINE,
                 lines = (bytes - head) / TLC_STREAM_LINE * TLC_STREAM_LINE, tail = bytes - head - lines;
    memcpy(to, from, head);
    for (size_t i = head; i < head + lines; i += TLC_STREAM_LINE)
        tlc_stream_line(to + i, from + i);
    memcpy(to + head + lines, from + head + lines, tail);
}

/* Behind copies that other threads are told of: or they may be told before. */
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
