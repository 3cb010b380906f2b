/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "bench/program.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

void fail(const char *message, const char *what)
{
    fprintf(stderr, "%s: %s%s\n", program_invocation_short_name, message, what);
    exit(2);
}

FILE *open_table(const char *folder, const char *name, const char *header)
{
    char path[4096];
    if (!folder)
        return NULL;
    if (mkdir(folder, 0777) && errno != EEXIST)
        fail("cannot make the folder ", folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f)
        fail("cannot write ", path);
    fputs(header, f);
    return f;
}

void close_table(FILE *table)
{
    if (!table)
        return;
    const int failed = ferror(table); /* of rows that were written before */
    if (fclose(table) || failed)
        fail("cannot write all of a table", "");
}

int finish(int status)
{
    if (fflush(stdout) || ferror(stdout))
        fail("cannot write to the standard output", "");
    return status;
}
