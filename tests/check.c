/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/check.h"

#include <dlfcn.h>
#include <fenv.h>

static int device = TILECHOL_DEVICE_CPU;
static int has_device_memory;
static tilechol_device_info info;

const char *describe(const struct call *call)
{
    static _Thread_local char text[200];
    static const char *const kinds[KINDS] = {"plain", "cond 100", "ill-conditioned", "tiny", "huge"};
    snprintf(text, sizeof(text), "%c%s uplo=%c n=%lld lda=%lld nrhs=%lld ldb=%lld, %s matrix, %s memory",
             call->type, call->routine, uplo_char(call->uplo), (long long)call->n, (long long)call->lda,
             (long long)call->nrhs, (long long)call->ldb, kinds[call->kind], place_name(call->place));
    return text;
}

static int find_gpu(const char *name)
{
    device = name[3] == ':' ? atoi(name + 4) : 0;
    int count = tilechol_gpu_count();
    if (device >= count) {
        fprintf(stderr, "TILECHOL_DEVICE=%s, but there are %d GPUs: %s\n", name, count,
                tilechol_last_error());
        return -1;
    }
    if (getenv("TEST_HOST_DATA")) { /* a GPU without memory of its own: the test host_gpu */
        return 0;
    }
    if (device_memory_open(device)) {
        fprintf(stderr, "no device memory for the tests: %s\n", device_memory_error());
        return -1;
    }
    has_device_memory = 1;
    return 0;
}

void *open_lapack_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
    }
    return library;
}

/* Without TILECHOL_DEVICE=gpu the tests run on the CPU, even if the machine has a GPU. */
int check_setup(void **state)
{
    (void)state;
    unsetenv("TILECHOL_VERBOSE");
    const char *name = getenv("TILECHOL_DEVICE");
    if (name && strncmp(name, "gpu", 3) == 0) {
        if (find_gpu(name)) {
            return -1;
        }
    } else {
        setenv("TILECHOL_DEVICE", "cpu", 1);
    }
    int64_t result = tilechol_get_device_info(device, &info);
    if (result) {
        fprintf(stderr, "tilechol_get_device_info(%d): %lld %s\n", device, (long long)result,
                tilechol_last_error());
        return -1;
    }
    for (int t = 0; t < 4; t++) {
        if (info.tile[t] < 1) {
            fprintf(stderr, "device %d: tile size %d for type %c\n", device, info.tile[t], "sdcz"[t]);
            return -1;
        }
    }
    return 0;
}

int raised_exceptions(void)
{
#ifdef __clang__
    return 0;
#else
    return fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
}

int device_under_test(void)
{
    return device;
}

int places(void)
{
    return has_device_memory ? 3 : 1;
}

const char *place_name(enum place place)
{
    static const char *const names[] = {"host", "page-locked", "device"};
    return names[place];
}

int64_t tile_under_test(int type_index)
{
    return info.tile[type_index];
}

/* Ascending and without repetition. */
static int add_size(int64_t *sizes, int count, int64_t n)
{
    int at = count;
    while (at > 0 && sizes[at - 1] > n) {
        at--;
    }
    if (n < 0 || (at > 0 && sizes[at - 1] == n)) {
        return count;
    }
    memmove(sizes + at + 1, sizes + at, (size_t)(count - at) * sizeof(*sizes));
    sizes[at] = n;
    return count + 1;
}

int edge_sizes(int type_index, int64_t sizes[MAX_SIZES])
{
    int64_t nb = info.tile[type_index];
    const int64_t wanted[] = {0,  1,  2,      3,      5,      7,          8,
                              9,  13, 16,     17,     24,     31,         33,
                              40, nb, nb - 1, nb + 1, 2 * nb, 2 * nb + 3, 3 * nb + nb / 2};
    int count = 0;
    for (int i = 0; i < COUNT(wanted); i++) {
        count = add_size(sizes, count, wanted[i]);
    }
    /* orders that one GPU team may hold, the last ones with one team per multiprocessor */
    const int64_t held[] = {100, 160, 200, 250, 320};
    for (int i = 0; i < COUNT(held) && device_under_test() >= 0; i++) {
        count = add_size(sizes, count, held[i]);
    }
    return count;
}

int few_sizes(int type_index, int64_t sizes[MAX_SIZES])
{
    int64_t nb = info.tile[type_index];
    const int64_t wanted[] = {0, 1, 2, 5, 19, 33, nb - 1, nb, nb + 1, 2 * nb + 3};
    int count = 0;
    for (int i = 0; i < COUNT(wanted); i++) {
        count = add_size(sizes, count, wanted[i]);
    }
    return count;
}

void *allocate(size_t bytes)
{
    void *pointer = calloc(bytes ? bytes : 1, 1);
    if (!pointer) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(EXIT_FAILURE);
    }
    return pointer;
}

void *place_in(enum place place, const void *host, size_t bytes)
{
    if (place == PLACE_HOST) {
        return memcpy(allocate(bytes), host, bytes);
    }
    if (place == PLACE_LOCKED) { /* whole pages, so that none is locked twice */
        const size_t page = 4096, whole = (bytes / page + 1) * page;
        void *locked = aligned_alloc(page, whole);
        if (!locked || device_memory_lock(memcpy(locked, host, bytes), whole)) {
            fprintf(stderr, "cannot page-lock %zu bytes\n", bytes);
            exit(EXIT_FAILURE);
        }
        return locked;
    }
    void *placed = device_memory_allocate(bytes);
    if (!placed || device_memory_write(placed, host, bytes)) {
        fprintf(stderr, "cannot copy %zu bytes to device %d\n", bytes, device);
        exit(EXIT_FAILURE);
    }
    return placed;
}

void place_out(enum place place, void *placed, void *host, size_t bytes)
{
    if (place == PLACE_LOCKED && device_memory_unlock(placed)) {
        fprintf(stderr, "cannot unlock %zu bytes\n", bytes);
        exit(EXIT_FAILURE);
    }
    if (place != PLACE_DEVICE) {
        memcpy(host, placed, bytes);
        free(placed);
        return;
    }
    if (device_memory_read(host, placed, bytes)) {
        fprintf(stderr, "cannot copy %zu bytes from device %d\n", bytes, device);
        exit(EXIT_FAILURE);
    }
    device_memory_free(placed);
}

char uplo_char(tilechol_uplo uplo)
{
    return uplo == TILECHOL_UPPER ? 'U' : 'L';
}

int64_t at_least_1(int64_t n)
{
    return n > 1 ? n : 1;
}
