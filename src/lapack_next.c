/* SPDX-License-Identifier: BSD-3-Clause
 * Finds the next LAPACK: the one that TILECHOL_LAPACK_LIBRARY names, else the one after this library in
 * the program's search order or, if the program is an interpreter that keeps its LAPACK to itself
 * (Python), the system's by its name. */
#include "src/lapack_next.h"
#include "src/storage.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tlc_disabled_state = -1;

int tlc_read_disabled(void)
{
    const char *disable = getenv("TILECHOL_DISABLE");
    const int state = disable && *disable && strcmp(disable, "0") != 0;
    __atomic_store_n(&tlc_disabled_state, state, __ATOMIC_RELAXED);
    return state;
}

/* A symbol of a library, which then stays open; NULL if there is no such library or symbol. */
static void *symbol_of(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return handle ? dlsym(handle, name) : NULL;
}

/* Debian's libraries that have 64-bit integers under names without _64_. */
enum { PLAIN_64 = 2 };
static const char *const plain_64[PLAIN_64] = {"liblapack64.so.3", "libopenblas64.so.0"};

/* The symbol of such a library that corresponds to `name`, which ends in _64_. */
static void *symbol_of_64(const char *library, const char *name)
{
    char plain[32];
    snprintf(plain, sizeof plain, "%.*s_", (int)(strlen(name) - strlen("_64_")), name);
    return symbol_of(library, plain);
}

/* A symbol of the library that the user named; only its file name tells that plain names have 64 bits. */
static void *symbol_told(const char *library, const char *name, int bits)
{
    const char *slash = strrchr(library, '/'), *file = slash ? slash + 1 : library;
    void *symbol = symbol_of(library, name);
    for (int i = 0; i < PLAIN_64 && bits == 64 && !symbol; ++i)
        if (strcmp(file, plain_64[i]) == 0)
            symbol = symbol_of_64(library, name);
    return symbol;
}

static void *symbol_found(const char *name, int bits)
{
    static const char *const libraries[] = {"liblapack.so.3", "libopenblas.so.0", "libopenblas64_.so.0"};
    void *symbol = dlsym(RTLD_NEXT, name);
    for (int i = 0; i < 3 && !symbol; ++i)
        symbol = symbol_of(libraries[i], name);
    for (int i = 0; i < PLAIN_64 && bits == 64 && !symbol; ++i)
        symbol = symbol_of_64(plain_64[i], name);
    return symbol;
}

void *tlc_next(const char *name, int bits)
{
    const char *told = getenv("TILECHOL_LAPACK_LIBRARY");
    void *symbol = told && *told ? symbol_told(told, name, bits) : symbol_found(name, bits);
    if (!symbol)
        tilechol_lapack_refuse(name, "the next LAPACK lacks this routine");
    return symbol;
}
