/* SPDX-License-Identifier: BSD-3-Clause
 * The LAPACK that the program would have without this library. */
#ifndef TLC_LAPACK_NEXT_H
#define TLC_LAPACK_NEXT_H

/* Whether TILECHOL_DISABLE is set; -1 until it is first asked. */
extern int tlc_disabled_state;
int tlc_read_disabled(void);

static inline int tlc_disabled(void)
{
    const int state = __atomic_load_n(&tlc_disabled_state, __ATOMIC_RELAXED);
    return __builtin_expect(state, 0) && (state > 0 || tlc_read_disabled());
}

/* The next LAPACK's routine `name` (dpotrf_, or dpotrf_64_ for bits = 64); NULL, with an error text, if
 * it has none. */
void *tlc_next(const char *name, int bits);

#endif
