/* SPDX-License-Identifier: BSD-3-Clause
 * offload/launch_cuda.c alone, between stand-ins for libomptarget and the CUDA driver: what the driver
 * launches, and with what; what is left to libomptarget; what becomes of errors. */
#include <elf.h>
#include <pthread.h>

#include "offload/cuda.h"
#include "offload/device.h"
#include "offload/omptarget.h"
#include "tests/check.h"

/* GPUs: one that works, one without a context, one whose driver takes no image, one that is
 * lost, one that is short of memory when it is opened, others that work. */
enum { GOOD, NO_CONTEXT, NO_IMAGE, LOST, SHORT, OTHER, GPUS = 40 };
enum { MOST_THREADS = 256, TEAM_BYTES = 48 << 10, STREAMS = 16, SLOTS = 1024, CALLERS = 24, CALLS = 2000 };
static char contexts[GPUS], modules[GPUS];
static _Thread_local void *current; /* a thread's context */

/* Regions. The first three have kernels that are bare, begin with all threads, or begin with
 * one. NOWHERE is in no table, MISSING is not in the image, the next four are like SPMD, and the
 * last one has BARE's slot. */
enum {
    BARE,
    SPMD,
    GENERIC,
    NOWHERE,
    MISSING,
    MANY,
    COUNTED_OTHERWISE,
    NOT_WAITED_FOR,
    MAPPING,
    SAME_SLOT = SLOTS
};
static char regions[SLOTS + 1];
static char functions[GPUS][3];
static const char *const names[3] = {"bare", "spmd", "generic"};
static const struct tlc_entry entries[] = {
    {&regions[BARE], "bare", 0, 0, 0},           {&regions[SPMD], "spmd", 0, 0, 0},
    {&regions[GENERIC], "generic", 0, 0, 0},     {&regions[MISSING], "missing", 0, 0, 0},
    {&regions[MANY], "spmd", 0, 0, 0},           {&regions[COUNTED_OTHERWISE], "spmd", 0, 0, 0},
    {&regions[NOT_WAITED_FOR], "spmd", 0, 0, 0}, {&regions[MAPPING], "spmd", 0, 0, 0},
    {&regions[SAME_SLOT], "spmd", 0, 0, 0}};

/* ---- libomptarget ------------------------------------------------------------------------------ */

static int left; /* launches that were left to it */
/* Whether one of them had other arguments than its caller's. Threads launch, too, where CHECK may not be used. */
static int misused;
static const struct tlc_images *registered;

void __real___tgt_register_lib(const struct tlc_images *images)
{
    registered = images;
    current = &contexts[LOST];
}

int __real___tgt_target_kernel(void *where, int64_t device, int32_t teams, int32_t threads, void *region,
                               struct tlc_arguments *x)
{
    if (!(where && region && x && teams > 0 && threads >= 0 && device < 99))
        __atomic_store_n(&misused, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&left, 1, __ATOMIC_RELAXED);
    return 7;
}

/* ---- the rest of the library ------------------------------------------------------------------- */

static int reclaimed;

void tlc_reclaim(void)
{
    ++reclaimed;
}

int tlc_device_lost(int device)
{
    return device == LOST;
}

/* ---- the driver -------------------------------------------------------------------------------- */

/* How many contexts a thread has pushed, and its last launch. */
static _Thread_local int depth;
static _Thread_local struct {
    void *function, *stream, *context, *values[8];
    unsigned teams, threads, team_bytes;
    size_t bytes;
} last;
static struct {
    int launches, waits, streams, destroyed, allowed, allowances;
    int launch_error, wait_error, push_error, memory_error,
        image_error; /* the last two: how often there is no memory for a kernel's code, for an image */
    const void *image;
    char busy[CALLERS * CALLS]; /* streams */
    void *owners[CALLERS * CALLS]; /* their contexts */
} driver;

static int context_current(void **context)
{
    *context = current;
    return 0;
}

static int context_set(void *context)
{
    current = context;
    return 0;
}

static int context_push(void *context)
{
    if (driver.push_error)
        return driver.push_error;
    current = context;
    ++depth;
    return 0;
}

static int context_pop(void **context)
{
    *context = current;
    current = NULL;
    --depth;
    return 0;
}

static int load_image(void **loaded, const void *image)
{
    if (current == &contexts[SHORT] && driver.image_error > 0)
        return driver.image_error--, 2;
    if (current == &contexts[NO_IMAGE])
        return 209;
    if (((const Elf64_Ehdr *)image)->e_flags != 90)
        return 209;
    driver.image = image;
    *loaded = &modules[(char *)current - contexts];
    return 0;
}

static int find_function(void **function, void *of, const char *name)
{
    const ptrdiff_t gpu = (char *)of - modules;
    if (driver.memory_error > 0)
        return driver.memory_error--, 2;
    for (int k = 0; k < COUNT(names); k++)
        if (current == &contexts[gpu] && strcmp(name, names[k]) == 0) {
            *function = &functions[gpu][k];
            return 0;
        }
    return 500;
}

static int find_global(uint64_t *address, size_t *bytes, void *of, const char *name)
{
    *bytes = 8;
    *address = strcmp(name, "spmd_kernel_environment") == 0      ? 2
               : strcmp(name, "generic_kernel_environment") == 0 ? 1
                                                                 : 0;
    return current == &contexts[(char *)of - modules] && *address ? 0 : 500;
}

static int download(void *to, uint64_t from, size_t bytes, void *stream)
{
    memset(to, (int)from, bytes); /* the address is the mode (find_global) */
    return !stream;
}

static int get_attribute(int *value, int attribute, void *function)
{
    *value = attribute == 0 ? MOST_THREADS : TEAM_BYTES;
    return !function || (attribute != 0 && attribute != 8);
}

static int set_attribute(void *function, int attribute, int value)
{
    driver.allowed = value;
    driver.allowances++;
    return !function || attribute != 8;
}

static int make_stream(void **stream, unsigned flags)
{
    const int number = __atomic_add_fetch(&driver.streams, 1, __ATOMIC_RELAXED);
    *stream = &driver.busy[number];
    driver.owners[number] = current;
    return flags != 1;
}

static void *owner_of(void *stream)
{
    return driver.owners[(char *)stream - driver.busy];
}

static int destroy_stream(void *stream)
{
    __atomic_add_fetch(&driver.destroyed, 1, __ATOMIC_RELAXED);
    return !stream;
}

static int wait_for(void *stream)
{
    __atomic_add_fetch(&driver.waits, 1, __ATOMIC_RELAXED);
    __atomic_store_n((char *)stream, 0, __ATOMIC_RELAXED);
    return driver.wait_error;
}

static int launch(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned threads_y,
                  unsigned threads_z, unsigned team_bytes, void *stream, void **parameters, void **extra)
{
    if (!current || parameters || y != 1 || z != 1 || threads_y != 1 || threads_z != 1 ||
        extra[0] != (void *)1 || extra[2] != (void *)2 || extra[4] ||
        __atomic_exchange_n((char *)stream, 1, __ATOMIC_RELAXED))
        return 1;
    __atomic_add_fetch(&driver.launches, 1, __ATOMIC_RELAXED);
    last.function = function;
    last.stream = stream;
    last.context = current;
    last.teams = x;
    last.threads = threads;
    last.team_bytes = team_bytes;
    last.bytes = *(size_t *)extra[3];
    memcpy(last.values, extra[1], last.bytes < sizeof last.values ? last.bytes : sizeof last.values);
    return driver.launch_error;
}

int tlc_cuda_load(const struct tlc_cuda_function *wanted, size_t count)
{
    const struct {
        const char *name;
        void *function;
    } have[] = {{"cuCtxGetCurrent", (void *)context_current},  {"cuCtxSetCurrent", (void *)context_set},
                {"cuCtxPushCurrent_v2", (void *)context_push}, {"cuCtxPopCurrent_v2", (void *)context_pop},
                {"cuModuleLoadData", (void *)load_image},      {"cuModuleGetFunction", (void *)find_function},
                {"cuModuleGetGlobal_v2", (void *)find_global}, {"cuMemcpyDtoHAsync_v2", (void *)download},
                {"cuFuncGetAttribute", (void *)get_attribute}, {"cuFuncSetAttribute", (void *)set_attribute},
                {"cuStreamCreate", (void *)make_stream},       {"cuStreamDestroy_v2", (void *)destroy_stream},
                {"cuStreamSynchronize", (void *)wait_for},     {"cuLaunchKernel", (void *)launch}};
    for (size_t i = 0; i < count; ++i) {
        size_t k = 0;
        while (k < sizeof have / sizeof *have && strcmp(have[k].name, wanted[i].name) != 0)
            ++k;
        if (k == sizeof have / sizeof *have)
            return 1;
        memcpy(wanted[i].pointer, &have[k].function, sizeof have[k].function);
    }
    return 0;
}

void *tlc_cuda_context(int device)
{
    return device == NO_CONTEXT ? NULL : &contexts[device];
}

/* ---- calls ------------------------------------------------------------------------------------- */

static int64_t types[100];

/* A call as the compiler makes it, with three arguments by value. `change`, if any,
 * replaces what is usual. */
static int call(int64_t device, int region, const struct tlc_arguments *change, int threads)
{
    void *values[100] = {(void *)11, (void *)12, (void *)13};
    struct tlc_arguments x = {
        .version = 3, .count = 3, .team_bytes = 1000, .teams = {5, 0, 0}, .threads = {64, 0, 0}};
    if (change)
        x = *change;
    x.values = x.pointers = values;
    x.types = types;
    return __wrap___tgt_target_kernel(&x, device, 5, threads, &regions[region], &x);
}

/* Whether the driver launched the region, and not libomptarget; fails unless
 * exactly one of them did, once. */
static int goes_to_driver(int64_t device, int region, const struct tlc_arguments *change, int threads)
{
    const int launches = driver.launches, were_left = left, result = call(device, region, change, threads);
    const int launched = driver.launches - launches, passed = left - were_left;
    CHECK(!misused, "libomptarget does not get what the caller gave");
    CHECK(launched + passed == 1 && result == (passed ? 7 : 0), "%d and %d launches, result %d", launched,
          passed, result);
    return launched;
}

static void driver_launches(void **state)
{
    (void)state;
    for (int region = BARE; region <= SPMD; region++) {
        CHECK(goes_to_driver(GOOD, region, NULL, 64), "%s is left to libomptarget", names[region]);
        CHECK(last.function == &functions[GOOD][region] && last.teams == 5 && last.threads == 64 &&
                  last.team_bytes == 1000,
              "%s is not launched as it asks to be", names[region]);
        CHECK(last.bytes == 4 * sizeof(void *) && last.values[0] == (void *)-1 &&
                  last.values[1] == (void *)11 && last.values[3] == (void *)13,
              "%s has not the arguments it was given", names[region]);
        CHECK(!*(char *)last.stream && depth == 0 && !current, "%s: no wait, or a context is left",
              names[region]);
    }
    CHECK(driver.streams == 1, "%d streams for calls one after the other", driver.streams);
    CHECK(!tlc_region_error(1), "an error is told of, but nothing has failed");
    CHECK(tlc_region_reports(GOOD), "failures would not be told of");
}

static void gpus_are_apart(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const int gpu = k % 2 ? GOOD : OTHER;
        CHECK(goes_to_driver(gpu, 1, NULL, 64) && last.function == &functions[gpu][1] &&
                  last.context == &contexts[gpu] && owner_of(last.stream) == &contexts[gpu],
              "GPU %d: a kernel, a context or a stream of another", gpu);
    }
}

static void context_is_left(void **state)
{
    (void)state;
    current = &contexts[GOOD];
    CHECK(goes_to_driver(GOOD, 0, NULL, 64) && current == &contexts[GOOD] && depth == 0,
          "a context was pushed");
    current = NULL;
    driver.push_error = 4;
    CHECK(call(GOOD, 0, NULL, 64) == 0 && tlc_region_error(1), "a context that cannot be had is no failure");
    driver.push_error = 0;
}

static void others_are_left(void **state)
{
    (void)state;
    const struct tlc_arguments usual = {.version = 3, .count = 3, .teams = {5, 0, 0}, .threads = {64, 0, 0}};
    struct tlc_arguments x = usual;
    CHECK(!goes_to_driver(GOOD, GENERIC, NULL, 64), "a region that one thread begins");
    CHECK(!goes_to_driver(GOOD, NOWHERE, NULL, 64), "a region that is in no table");
    CHECK(!goes_to_driver(GOOD, MISSING, NULL, 64), "a region that is not in the image");
    CHECK(!goes_to_driver(GOOD, 0, NULL, MOST_THREADS + 1), "more threads than a team may have");
    CHECK(!goes_to_driver(GOOD, 0, NULL, 0), "no number of threads");
    CHECK(!goes_to_driver(NO_CONTEXT, 0, NULL, 64) && !tlc_region_reports(NO_CONTEXT),
          "a GPU without a context");
    CHECK(!goes_to_driver(NO_IMAGE, 0, NULL, 64) && !tlc_region_reports(NO_IMAGE), "a GPU without an image");
    CHECK(!goes_to_driver(-1, 0, NULL, 64) && !goes_to_driver(77, 0, NULL, 64), "no GPU");
    x.count = 64;
    CHECK(!goes_to_driver(GOOD, MANY, &x, 64), "more arguments than there is room for");
    x = usual;
    x.version = 4;
    CHECK(!goes_to_driver(GOOD, COUNTED_OTHERWISE, &x, 64), "another form of the arguments");
    x = usual;
    x.flags = 1;
    CHECK(!goes_to_driver(GOOD, NOT_WAITED_FOR, &x, 64), "a region that is not waited for");
    types[1] = 0x23;
    CHECK(!goes_to_driver(GOOD, MAPPING, NULL, 64), "a region that maps memory");
    types[1] = 0x120;
    CHECK(goes_to_driver(GOOD, SAME_SLOT, NULL, 64), "the usual is left too");
    CHECK(!tlc_region_error(1), "what is left has failed");
    const int were_left = left;
    CHECK(call(LOST, GENERIC, NULL, 64) == 0 && left == were_left &&
              tlc_region_error(1) == TILECHOL_ERROR_DEVICE,
          "a region that is left on a GPU that is lost goes to libomptarget, which would end the program");
}

static void memory_is_allowed(void **state)
{
    (void)state;
    static const int bytes[] = {TEAM_BYTES, TEAM_BYTES + 1, 100, 200000, TEAM_BYTES + 1, 200000};
    static const int allowed[] = {0, TEAM_BYTES + 1, TEAM_BYTES + 1, 200000, 200000, 200000};
    for (int k = 0; k < COUNT(bytes); k++) {
        struct tlc_arguments x = {.version = 3,
                                  .count = 1,
                                  .teams = {5, 0, 0},
                                  .threads = {64, 0, 0},
                                  .team_bytes = (uint32_t)bytes[k]};
        CHECK(goes_to_driver(GOOD, 0, &x, 64) && last.team_bytes == (unsigned)bytes[k] &&
                  driver.allowed == allowed[k],
              "%d bytes: %d are allowed", bytes[k], driver.allowed);
    }
    CHECK(driver.allowances == 2, "memory was allowed %d times", driver.allowances);
}

static void failures_are_kept(void **state)
{
    (void)state;
    driver.launch_error = 700;
    CHECK(call(GOOD, 0, NULL, 64) == 0 && tlc_region_error(1) && !tlc_region_error(1), "a launch that fails");
    driver.launch_error = 0;
    *(char *)last.stream = 0; /* it has not been waited for */
    driver.wait_error = 700;
    CHECK(call(GOOD, 1, NULL, 64) == 0 && call(GOOD, 1, NULL, 64) == 0, "a wait that fails");
    driver.wait_error = 0;
    CHECK(tlc_region_error(1) && !tlc_region_error(1), "is told of once");
    CHECK(goes_to_driver(GOOD, 1, NULL, 64) && !tlc_region_error(1), "what succeeds is told of");
}

/* If memory lacks, what is idle is freed and the memory asked for again; if it still
 * lacks, that is the error. */
static void memory_is_reclaimed(void **state)
{
    (void)state;
    driver.memory_error = 1;
    CHECK(goes_to_driver(OTHER, BARE, NULL, 64) && reclaimed == 1 && !tlc_region_error(1),
          "memory that can be had");
    driver.memory_error = 2;
    CHECK(call(OTHER, SAME_SLOT, NULL, 64) == 0 && reclaimed == 2 &&
              tlc_region_error(0) == TILECHOL_ERROR_MEMORY && tlc_region_error(1) == TILECHOL_ERROR_MEMORY,
          "memory that cannot be had");
    CHECK(goes_to_driver(OTHER, SAME_SLOT, NULL, 64) && !tlc_region_error(1), "memory that can be had later");
}

/* The same for a GPU's image. libomptarget, which would end the program, never gets such a region. */
static void opening_is_tried_again(void **state)
{
    (void)state;
    const int before = reclaimed;
    driver.image_error = 2;
    CHECK(call(SHORT, BARE, NULL, 64) == 0 && reclaimed == before + 1 &&
              tlc_region_error(1) == TILECHOL_ERROR_MEMORY,
          "an image for which there is no memory");
    driver.image_error = 2;
    CHECK(tlc_region_reports(SHORT), "a GPU that may have memory later is given up");
    driver.image_error = 1;
    CHECK(goes_to_driver(SHORT, BARE, NULL, 64) && reclaimed == before + 3 && !tlc_region_error(1),
          "an image for which there is memory later");
}

/* libomptarget leaves another context current. */
static void registering_leaves_context(void **state)
{
    (void)state;
    current = &contexts[OTHER];
    __wrap___tgt_register_lib(registered);
    CHECK(current == &contexts[OTHER], "the caller's context is lost");
    current = NULL;
}

struct first_call {
    pthread_barrier_t *both;
    int region, wrong;
};

/* The first call on each of many GPUs. */
static void *first_calls(void *x_)
{
    struct first_call *x = x_;
    for (int gpu = OTHER + 1; gpu < GPUS; gpu++) {
        pthread_barrier_wait(x->both);
        x->wrong +=
            call(gpu, x->region, NULL, 64) || last.function != &functions[gpu][x->region == SAME_SLOT];
    }
    return NULL;
}

/* Two regions that have the same slot are first used at the same time. They could formerly
 * get each other's kernel. */
static void slots_are_apart(void **state)
{
    (void)state;
    pthread_barrier_t both;
    pthread_t threads[2];
    struct first_call calls[2] = {{&both, BARE, 0}, {&both, SAME_SLOT, 0}};
    pthread_barrier_init(&both, NULL, 2);
    for (int t = 0; t < 2; t++)
        CHECK(pthread_create(&threads[t], NULL, first_calls, &calls[t]) == 0, "no thread");
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    CHECK(!calls[0].wrong && !calls[1].wrong && !misused, "another region's kernel %d and %d times",
          calls[0].wrong, calls[1].wrong);
}

static void *many_calls(void *failed)
{
    for (int i = 0; i < CALLS; i++)
        *(int *)failed |= call(GOOD, i % 2, NULL, 64) || tlc_region_error(1);
    return NULL;
}

/* More callers than there are streams kept. If two calls had a stream at the same time, launch would fail. */
static void threads_have_streams(void **state)
{
    (void)state;
    pthread_t threads[CALLERS];
    int failed[CALLERS] = {0};
    const int before = driver.streams; /* one of them this GPU's */
    for (int t = 0; t < CALLERS; t++)
        CHECK(pthread_create(&threads[t], NULL, many_calls, &failed[t]) == 0, "no thread");
    for (int t = 0; t < CALLERS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < CALLERS; t++)
        CHECK(!failed[t] && !misused, "caller %d: a call failed", t);
    CHECK(driver.streams - driver.destroyed - before < STREAMS, "%d more streams are kept",
          driver.streams - driver.destroyed - before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_launches),           cmocka_unit_test(gpus_are_apart),
        cmocka_unit_test(context_is_left),           cmocka_unit_test(others_are_left),
        cmocka_unit_test(memory_is_allowed),         cmocka_unit_test(memory_is_reclaimed),
        cmocka_unit_test(failures_are_kept),         cmocka_unit_test(slots_are_apart),
        cmocka_unit_test(threads_have_streams),      cmocka_unit_test(opening_is_tried_again),
        cmocka_unit_test(registering_leaves_context)};
    Elf64_Ehdr elf[4];
    struct tlc_image images[4];
    const struct tlc_images all = {4, images, entries, entries + COUNT(entries)};
    static const int machines[4] = {EM_CUDA, EM_CUDA, EM_CUDA, 224 /* AMD */}, flags[4] = {80, 90, 100, 90};
    memset(elf, 0, sizeof elf);
    for (int k = 0; k < 4; k++) {
        memcpy(elf[k].e_ident, ELFMAG, SELFMAG);
        elf[k].e_machine = (Elf64_Half)machines[k];
        elf[k].e_flags = (Elf64_Word)flags[k];
        images[k] = (struct tlc_image){&elf[k], &elf[k] + 1, NULL, NULL};
    }
    for (int k = 0; k < COUNT(types); k++)
        types[k] = 0x120;
    __wrap___tgt_register_lib(&all);
    const int failed = cmocka_run_group_tests_name("launch", tests, NULL, NULL);
    return failed || misused || registered != &all || driver.image != &elf[1];
}
