/* SPDX-License-Identifier: BSD-3-Clause
 * Factorisations of host matrices on a GPU that copy back what is final while the GPU works on the rest. */
#ifndef TLC_FLOW_H
#define TLC_FLOW_H

#include "src/staging.h"

/* Factors m on the GPU and reports the progress to call->place.flow; returns info or an error. */
typedef int64_t tlc_flow_work(const struct tlc_call *call, const struct tlc_matrix *m, double jitter);

/* Whether m is a copy of host data on a GPU that can report progress, with threads to copy meanwhile. */
int tlc_flow_suits(const struct tlc_call *call, const struct tlc_matrix *m);
/* Fills m if it is not filled, does the work, and copies m back unless the work returns an error.
 * in_parts: the work can begin before all of m is there, as in double precision. Returns what the work
 * returned, or a copy's error. */
int64_t tlc_flow(const struct tlc_call *call, const struct tlc_matrix *m, int in_parts, tlc_flow_work *work,
                 double jitter);

#endif
