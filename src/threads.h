/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads of the CPU a call may use. */
#ifndef TLC_THREADS_H
#define TLC_THREADS_H

/* Registers what a fork needs; once, before the first call. */
void tlc_threads_setup(void);

/* Threads for a call of so many operations whose options ask for `wish` (0: they do not), before any claim. */
int tlc_threads_for(int wish, double flops);

/* What OpenMP, the affinity mask and the control groups allow now. */
int tlc_threads_allowed(void);

/* How many threads a call of this process may have at most; decided once, when first asked. Tile sizes and algorithms,
 * and so the bits of results, are chosen by this, not by the threads that a call happens to get. */
int tlc_threads_of_process(void);

/* Only one call of a process at a time has several threads, but for those whose options ask for them: whether this
 * thread's call may. TLC_CLAIMED: yes, and it must release them; TLC_CLAIMED_BEFORE: yes, within a call that will. */
enum { TLC_NOT_CLAIMED, TLC_CLAIMED, TLC_CLAIMED_BEFORE };
int tlc_threads_claim(void);
void tlc_threads_release(void);

/* Processors that the control groups of the file `groups` (/proc/self/cgroup) leave, mounted at `root`;
 * at least 1, INT_MAX if they set no limit. */
int tlc_group_limit(const char *root, const char *groups);

#endif
