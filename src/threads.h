/* SPDX-License-Identifier: BSD-3-Clause
 * How many CPU threads a call may use. */
#ifndef TLC_THREADS_H
#define TLC_THREADS_H

/* Threads for a call of so many operations whose options ask for `wish` (0: for none), before any claim. */
int tlc_threads_for(int wish, double flops);

/* What OpenMP, the affinity mask and the control groups allow now. */
int tlc_threads_allowed(void);

/* The most threads that any call of this process may have; decided once, when first asked. Tile sizes
 * and algorithms, and so the bits of results, depend on this number, not on the threads that a call
 * happens to get. */
int tlc_threads_of_process(void);

/* Whether this thread's call may have several threads. Only one call of a process at a time may, except
 * for those whose options ask for threads. TLC_CLAIMED: yes, and the call must release them;
 * TLC_CLAIMED_BEFORE: yes, as part of a call that will. */
enum { TLC_NOT_CLAIMED, TLC_CLAIMED, TLC_CLAIMED_BEFORE };
int tlc_threads_claim(void);
void tlc_threads_release(void);

/* How many libraries the process has loaded so far: if it is as before, none has come. */
unsigned long long tlc_loads(void);

/* Processors that the control groups listed in the file `groups` (/proc/self/cgroup) and mounted at
 * `root` allow; at least 1, INT_MAX if they set no limit. */
int tlc_group_limit(const char *root, const char *groups);

#endif
