/* SPDX-License-Identifier: BSD-3-Clause
 * Finding the next LAPACK: the one that TILECHOL_LAPACK_LIBRARY names, else the one after this library in
 * the program's search order or, where the program is an interpreter that keeps its LAPACK to itself
 * (Python), the system's by its name. */
#include "src/lapack_next.h"

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

/* Of the libraries whose integers have 64 bits under names without _64_ (Debian's). */
static void *symbol_of_64(const char *name)
{
    static const char *const libraries[] = {"liblapack64.so.3", "libopenblas64.so.0"};
    char plain[32];
    void *symbol = NULL;
    snprintf(plain, sizeof plain, "%.*s_", (int)(strlen(name) - strlen("_64_")), name);
    for (int i = 0; i < 2 && !symbol; ++i)
        symbol = symbol_of(libraries[i], plain);
    return symbol;
}

void *tlc_next(const char *name, int bits)
{
    static const char *const libraries[] = {"liblapack.so.3", "libopenblas.so.0", "libopenblas64_.so.0"};
    const char *told = getenv("TILECHOL_LAPACK_LIBRARY");
    if (told && *told)
        return symbol_of(told, name);
    void *symbol = dlsym(RTLD_NEXT, name);
    for (int i = 0; i < 3 && !symbol; ++i)
        symbol = symbol_of(libraries[i], name);
    return symbol || bits == 32 ? symbol : symbol_of_64(name);
}
