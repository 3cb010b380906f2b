/* SPDX-License-Identifier: BSD-3-Clause
 * One call of the library: where its data is, which back end does the work, what it reports. */
#ifndef TLC_CALL_H
#define TLC_CALL_H

#include "src/backend.h"
#include "src/numbers.h"

#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ > 0 || defined(__ASSOCIATIVE_MATH__)
#error \
    "tilechol tests for NaN and relies on the order of sums: build it without -ffast-math, -Ofast and the like"
#endif

/* What a call has to do. */
struct tlc_work {
    const char *routine;
    int64_t n;
    double flops;
    double bytes; /* of its matrices */
    double room; /* bytes that a GPU needs for host data: copies and workspace (gpu_has in call.c) */
};

/* An array (NULL: none) and where it is. */
struct tlc_found {
    const void *array;
    int location;
};

struct tlc_call {
    struct tlc_work work;
    const struct tlc_backend *backend;
    struct tlc_place place; /* where the call works */
    int claims; /* whether it has claimed the process's threads (threads.h) */
    int cancels; /* the thread's cancelability before */
    struct tlc_found found[2]; /* the arrays that it began with */
    double start;
};

/* Remembers the text of an error of this thread and returns its code. */
int64_t tlc_error(int64_t code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns info = -position and remembers a text. */
int64_t tlc_bad_argument(const char *routine, int position);
/* Remembers a text for a lack of memory or a device's failure; other codes have one. Returns the code. */
int64_t tlc_backend_error(int64_t code, const char *routine);

/* Where a pointer points: a GPU's number, TILECHOL_DEVICE_CPU for host memory (location.c). */
int tlc_location(const void *pointer);
/* Whether CUDA has page-locked host memory, given by its first and last byte, so that a GPU can copy it
 * at the bus's speed. */
int tlc_page_locked(const void *first, const void *last);
/* A fast test whether a pointer is into malloc's heap, thus to host memory; if not, nothing is known. */
int tlc_in_heap(const void *pointer);

struct tlc_found tlc_find(const void *array);

/* Decides where a call works, by where its arrays are (NULL: none) and what the options say.
 * Returns 0 or an error. */
int64_t tlc_call_begin(struct tlc_call *call, const struct tlc_work *work, const tilechol_options *options,
                       const void *a, const void *b);
/* The same if the arrays' locations are known. */
int64_t tlc_call_begin_found(struct tlc_call *call, const struct tlc_work *work,
                             const tilechol_options *options, struct tlc_found a, struct tlc_found b);
/* The same for a factor, whose device is known. */
int64_t tlc_call_begin_on(struct tlc_call *call, const struct tlc_work *work, int device, int threads,
                          const void *a, const void *b);

/* The host's back end if n <= SMALL_N, a is in the heap, and neither options nor environment say
 * anything about the call; else NULL. potrf then calls it with tlc_small_place and without
 * tlc_call_begin, which takes half of such a call's time. */
const struct tlc_backend *tlc_call_small(const tilechol_options *options, int64_t n, const void *a);
extern const struct tlc_place tlc_small_place;

/* tlc_location, but without asking again for the arrays that the call began with: tlc_location takes a
 * hundredth of the shortest call on a GPU. */
static inline int tlc_call_location(const struct tlc_call *call, const void *pointer)
{
    for (int i = 0; i < 2; ++i)
        if (pointer == call->found[i].array)
            return call->found[i].location;
    return tlc_location(pointer);
}

/* An error if an array is on a GPU other than `device`, else 0. `what` completes the text: "factor is"
 * or the like, for what is on that device. */
static inline int64_t tlc_check_location(const char *routine, int device, int location, const char *what)
{
    if (location < 0 || location == device)
        return 0;
    return tlc_error(TILECHOL_ERROR_LOCATION, "%s: an array is on GPU %d, but the %s not", routine, location,
                     what);
}

/* The workspace of a solve with so many bytes of right-hand sides: one solution for each triangle, of
 * all right-hand sides or of some at a time (solve_parts in offload/solve.inc). */
static inline double tlc_solve_room(double bytes, int triangles)
{
    const double most = 0x1p32, room = triangles * bytes;
    return room < most ? room : most;
}

/* Decides anew how many threads the call gets, for work that takes as long as so many operations. */
void tlc_call_effort(struct tlc_call *call, const tilechol_options *options, double operations);

/* Ends a call and reports it; every call that has begun ends here. Returns info. */
int64_t tlc_call_end(const struct tlc_call *call, int64_t info);

/* The back end of a device, NULL (with an error text) if there is none. */
const struct tlc_backend *tlc_backend_of(int device);
const struct tlc_backend *tlc_host_backend(void);
/* The GPUs' back end if there is a usable GPU, else NULL and *why. The first call opens it. */
const struct tlc_backend *tlc_gpu_backend(int *count, const char **why);
/* The same, but NULL if it has not been opened. */
const struct tlc_backend *tlc_gpu_backend_if_open(void);

static inline int tlc_is_uplo(tilechol_uplo uplo)
{
    return uplo == TILECHOL_LOWER || uplo == TILECHOL_UPPER;
}

/* The position of the first bad one of the arguments uplo, n, a and lda, if these are the first four; 0 if none
 * is bad. */
static inline int tlc_check_triangle(tilechol_uplo uplo, int64_t n, const void *a, int64_t lda)
{
    if (!tlc_is_uplo(uplo))
        return 1;
    if (n < 0)
        return 2;
    if (!a && n > 0)
        return 3;
    return lda < tlc_max1(n) ? 4 : 0;
}

/* For templates (types/each_type.h): the back end's routines of the type; the real operations in `count`
 * operations of the type; LAPACK's CABS1, a modulus without a root; uplo as staging.h and as the back end
 * take it. */
#define OPS(call)      ((call)->backend->TYPE_LETTER)
#define FLOP(count)    ((TYPE_COMPLEX ? 4.0 : 1.0) * (count))
#define CABS1(x)       (TYPE_COMPLEX ? ABS(RE(x)) + ABS(IM(x)) : ABS(RE(x)))
#define SHAPE(uplo)    ((uplo) == TILECHOL_UPPER ? TLC_UPPER : TLC_LOWER)
#define IS_UPPER(uplo) ((uplo) == TILECHOL_UPPER)

#endif
