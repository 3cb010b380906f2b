/* SPDX-License-Identifier: BSD-3-Clause
 * Factorisations of host matrices on a GPU, of which what is final is copied back while the rest is worked on. */
#ifndef TLC_FLOW_H
#define TLC_FLOW_H

#include "src/staging.h"

/* What is to be done with the matrix, by a call whose place's flow is told how far it is; returns info or an error. */
typedef int64_t tlc_flow_work(const struct tlc_call *call, const struct tlc_matrix *m, double jitter);

/* Whether that can be had for a matrix. */
int tlc_flow_suits(const struct tlc_call *call, const struct tlc_matrix *m);
/* Has it done with m, and m copied back unless that returns an error. in_parts: whether the work can begin with some of m and
 * tells what is final, as it does in double precision. Returns what that does, or an error. */
int64_t tlc_flow(const struct tlc_call *call, const struct tlc_matrix *m, int in_parts, tlc_flow_work *work,
                 double jitter);

#endif
