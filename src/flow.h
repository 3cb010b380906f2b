/* SPDX-License-Identifier: BSD-3-Clause
 * Factorisations of host matrices on a GPU, of which what is final is copied back while the rest is worked on. */
#ifndef TLC_FLOW_H
#define TLC_FLOW_H

#include "src/staging.h"

/* The factorisation of m on the GPU, which reports its progress to call->place.flow; returns info or an error. */
typedef int64_t tlc_flow_work(const struct tlc_call *call, const struct tlc_matrix *m, double jitter);

/* Whether m is a copy of host data on a GPU that can report progress, and there are threads to copy meanwhile. */
int tlc_flow_suits(const struct tlc_call *call, const struct tlc_matrix *m);
/* Fills m if need be, does the work, and copies m back unless the work returns an error. in_parts: the work can begin
 * before all of m is there, as in double precision. Returns what the work returned, or an error of copying. */
int64_t tlc_flow(const struct tlc_call *call, const struct tlc_matrix *m, int in_parts, tlc_flow_work *work,
                 double jitter);

#endif
