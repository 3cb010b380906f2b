/* SPDX-License-Identifier: BSD-3-Clause
 * What the programs share that has nothing to do with regions. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stdio.h>

/* Ends the program with status 2; its name and the two texts go to stderr. */
_Noreturn void fail(const char *message, const char *what);

/* Opens a table in a folder, which is made if it is not there. NULL if the folder is NULL. */
FILE *open_table(const char *folder, const char *name, const char *header);

/* Closes a table, which may be NULL. If not all of it could be written (a full disk), the program ends with
 * status 2, too. */
void close_table(FILE *table);

/* What main returns: the status, if all of the standard output could be written. */
int finish(int status);

#endif
