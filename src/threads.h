/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads of the CPU a call may use. */
#ifndef TLC_THREADS_H
#define TLC_THREADS_H

/* Registers what a fork needs; once, before the first call. */
void tlc_threads_setup(void);

/* For a call of so many operations whose options ask for `wish` threads (0: nobody asks). */
int tlc_threads_for(int wish, double flops);

/* How many threads calls of this process may have, as it was when this was first asked: the sizes of tiles, whether
 * solves go by tiles, and so the bits of results, do not depend on what a call then has. */
int tlc_threads_of_process(void);

/* One call of a process at a time has more than one thread: whether the calling thread's call may. If so TLC_CLAIMED to who is to
 * release them, TLC_CLAIMED_BEFORE to a call within that one. */
enum { TLC_NOT_CLAIMED, TLC_CLAIMED, TLC_CLAIMED_BEFORE };
int tlc_threads_claim(void);
void tlc_threads_release(void);

/* Processors that the control groups of the file `groups` (/proc/self/cgroup) leave, mounted at `root`;
 * at least 1, INT_MAX if they set no limit. */
int tlc_group_limit(const char *root, const char *groups);

#endif
