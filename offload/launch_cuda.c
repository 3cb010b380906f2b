/* SPDX-License-Identifier: BSD-3-Clause
 * Launches on NVIDIA GPUs by the CUDA driver itself. The compiler makes each region a call of
 * __tgt_target_kernel, which the linker redirects here (--wrap, cmake/Offload.cmake). libomptarget
 * takes 4 to 5 us for what it does around the driver's launch and wait, half of what these take for an
 * empty kernel, and ends the program if one of them fails. It does not tell which handles the driver
 * has for the kernels that it has loaded, so the image is loaded a second time here. Whatever is not as
 * this file expects is left to libomptarget; without this file, everything is. */
#include "offload/cuda.h"
#include "offload/device.h"
#include "offload/omptarget.h"

#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the driver ------------------------------------------------------------------------------ */

static struct {
    int (*current)(void **context);
    int (*set_current)(void *context);
    int (*push)(void *context);
    int (*pop)(void **context);
    int (*load)(void **module, const void *image);
    int (*kernel)(void **function, void *module, const char *name);
    int (*global)(uint64_t *address, size_t *bytes, void *module, const char *name);
    int (*download)(void *to, uint64_t from, size_t bytes, void *stream);
    int (*attribute)(int *value, int attribute, void *function);
    int (*set_attribute)(void *function, int attribute, int value);
    int (*stream)(void **stream, unsigned flags);
    int (*stream_destroy)(void *stream);
    int (*wait)(void *stream);
    int (*launch)(void *function, unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y,
                  unsigned threads_z, unsigned team_bytes, void *stream, void **parameters, void **extra);
} cuda;
enum {
    ATTRIBUTE_THREADS = 0,
    ATTRIBUTE_TEAM_BYTES = 8,
    NON_BLOCKING = 1,
    OUT_OF_MEMORY = 2,
    NOT_FOUND = 500
};

/* Loads the driver's functions. Returns 0 on success. */
static int load_driver(void)
{
    static int loaded;
    if (loaded)
        return 0;
    const struct tlc_cuda_function wanted[] = {
        {&cuda.current, "cuCtxGetCurrent"},      {&cuda.set_current, "cuCtxSetCurrent"},
        {&cuda.push, "cuCtxPushCurrent_v2"},     {&cuda.pop, "cuCtxPopCurrent_v2"},
        {&cuda.load, "cuModuleLoadData"},        {&cuda.kernel, "cuModuleGetFunction"},
        {&cuda.global, "cuModuleGetGlobal_v2"},  {&cuda.download, "cuMemcpyDtoHAsync_v2"},
        {&cuda.attribute, "cuFuncGetAttribute"}, {&cuda.set_attribute, "cuFuncSetAttribute"},
        {&cuda.stream, "cuStreamCreate"},        {&cuda.stream_destroy, "cuStreamDestroy_v2"},
        {&cuda.wait, "cuStreamSynchronize"},     {&cuda.launch, "cuLaunchKernel"}};
    loaded = !tlc_cuda_load(wanted, sizeof wanted / sizeof *wanted);
    return !loaded;
}

/* ---- a GPU's kernels and streams --------------------------------------------------------------- */

/* Slots for kernels, of which at most half are taken; streams that are kept; most arguments of a
 * kernel; most GPUs. */
enum { SLOTS = 1024, STREAMS = 16, MOST_ARGUMENTS = 63, MOST_GPUS = 64 };

struct kernel {
    void *region; /* the region whose kernel it is; NULL: the slot is free */
    void *function; /* NULL: libomptarget is to launch it */
    int threads; /* at most, in a team */
    int team_bytes; /* team memory that it may have so far */
};
struct gpu {
    void *context, *module;
    void *streams[STREAMS]; /* idle, or NULL */
    struct kernel kernels[SLOTS];
};

static const struct tlc_images *images;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for what is written to a GPU, but its streams */
static struct gpu *gpus[MOST_GPUS];
static struct gpu passed_on; /* stands for the GPUs whose launches go on to libomptarget */
static _Thread_local int64_t error; /* a tilechol_error of the thread's regions, or 0 */

/* libomptarget, which opens the GPUs here, leaves one of their contexts current. Before CUDA has begun none
 * is. */
void __wrap___tgt_register_lib(const struct tlc_images *registered)
{
    void *current = NULL;
    const int has_driver = !load_driver();
    if (has_driver && cuda.current(&current))
        current = NULL;
    images = registered;
    __real___tgt_register_lib(registered);
    if (has_driver)
        cuda.set_current(current);
}

/* A forked child may find the lock held by a thread that it does not have. (CUDA does not work there.) */
static void in_child(void)
{
    pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

int64_t tlc_region_error(int forget)
{
    const int64_t was = error;
    error = forget ? 0 : was;
    return was;
}

/* From here on functions return 0 or the driver's error unless they say otherwise. */

static int stream_take(struct gpu *gpu, void **stream)
{
    for (int i = 0; i < STREAMS; ++i)
        if ((*stream = __atomic_exchange_n(&gpu->streams[i], NULL, __ATOMIC_ACQ_REL)))
            return 0;
    return cuda.stream(stream, NON_BLOCKING);
}

static void stream_leave(struct gpu *gpu, void *stream)
{
    for (int i = 0; i < STREAMS; ++i) {
        void *none = NULL;
        if (__atomic_compare_exchange_n(&gpu->streams[i], &none, stream, 0, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
            return;
    }
    cuda.stream_destroy(stream);
}

/* Loads the image for the device whose context is current: the last one that the driver accepts. */
static int load_image(void **module)
{
    int code = NOT_FOUND;
    for (int i = images->count - 1; i >= 0 && code && code != OUT_OF_MEMORY; --i) {
        const Elf64_Ehdr *elf = images->images[i].start;
        if (memcmp(elf->e_ident, ELFMAG, SELFMAG) == 0 && elf->e_machine == EM_CUDA)
            code = cuda.load(module, elf);
    }
    return code;
}

/* Whether there are regions, in tables as Clang 19 writes them (those of later versions begin with a
 * zero), and slots for all. */
static int has_tables(void)
{
    return images && images->entries < images->entries_end && images->entries->region &&
           images->entries_end - images->entries <= SLOTS / 2;
}

/* Opens a GPU. Returns &passed_on if libomptarget is to launch there, and NULL if there is not enough memory,
 * without which libomptarget would end the program. */
static struct gpu *open_gpu(int device)
{
    void *context = has_tables() ? tlc_cuda_context(device) : NULL, *popped;
    struct gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        return NULL;
    int code = context && !load_driver() ? cuda.push(context) : NOT_FOUND;
    if (!code) {
        gpu->context = context;
        code = load_image(&gpu->module);
        cuda.pop(&popped);
    }
    if (!code)
        return gpu;
    free(gpu);
    return code == OUT_OF_MEMORY ? NULL : &passed_on;
}

/* *at_once: whether all threads of a kernel begin with the region. The kernel's environment says so;
 * bare kernels have none. */
static int starts_at_once(struct gpu *gpu, const char *name, int *at_once)
{
    char text[256];
    unsigned char environment[TLC_MODE_AT + 1];
    uint64_t address;
    size_t bytes;
    void *stream;
    snprintf(text, sizeof text, "%s_kernel_environment", name);
    int code = cuda.global(&address, &bytes, gpu->module, text);
    *at_once = code == NOT_FOUND;
    if (code)
        return *at_once ? 0 : code;
    code = stream_take(gpu, &stream);
    if (code)
        return code;
    code = cuda.download(environment, address, sizeof environment, stream);
    if (!code)
        code = cuda.wait(stream);
    stream_leave(gpu, stream);
    if (!code)
        *at_once = environment[TLC_MODE_AT] == TLC_MODE_SPMD || environment[TLC_MODE_AT] == TLC_MODE_BARE;
    return code;
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Whether a region takes all its arguments by value and is waited for. */
static int is_plain(const struct tlc_arguments *x)
{
    if (x->version != TLC_ARGUMENTS_VERSION || x->count > MOST_ARGUMENTS || x->flags & TLC_NO_WAIT ||
        x->teams[1] > 1 || x->threads[1] > 1)
        return 0;
    for (uint32_t i = 0; i < x->count; ++i)
        if (!(x->types[i] & TLC_BY_VALUE))
            return 0;
    return 1;
}

static const char *name_of(const void *region)
{
    for (const struct tlc_entry *e = images->entries; e + 1 <= images->entries_end; ++e)
        if (e->region == region)
            return e->name;
    return NULL;
}

/* Fills in a region's kernel. Its function stays NULL if libomptarget is to launch it. */
static int find_kernel(struct gpu *gpu, struct kernel *kernel, const void *region,
                       const struct tlc_arguments *x)
{
    const char *name = is_plain(x) ? name_of(region) : NULL;
    void *function;
    int at_once, code = name ? cuda.kernel(&function, gpu->module, name) : NOT_FOUND;
    if (code)
        return code == NOT_FOUND ? 0 : code;
    code = starts_at_once(gpu, name, &at_once);
    if (!code)
        code = cuda.attribute(&kernel->threads, ATTRIBUTE_THREADS, function);
    if (!code)
        code = cuda.attribute(&kernel->team_bytes, ATTRIBUTE_TEAM_BYTES, function);
    kernel->function = !code && at_once ? function : NULL;
    return code;
}

/* The slot of a region's kernel, or the free slot where it belongs, which another thread may take for
 * another region. */
static struct kernel *slot_of(struct gpu *gpu, const void *region, int *found)
{
    for (uintptr_t i = (uintptr_t)region;; ++i) {
        struct kernel *kernel = &gpu->kernels[i % SLOTS];
        const void *owner = __atomic_load_n(&kernel->region, __ATOMIC_ACQUIRE);
        *found = owner == region;
        if (!owner || *found)
            return kernel;
    }
}

/* The kernel of a region, looked up when it is first wanted. */
static int kernel_of(struct gpu *gpu, void *region, const struct tlc_arguments *x, struct kernel **kernel)
{
    int found, code = 0;
    *kernel = slot_of(gpu, region, &found);
    if (found)
        return 0;
    pthread_mutex_lock(&lock);
    *kernel = slot_of(gpu, region, &found);
    if (!found)
        code = find_kernel(gpu, *kernel, region, x);
    if (!found && !code)
        __atomic_store_n(&(*kernel)->region, region, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return code;
}

/* Allows a kernel's teams `bytes` of team memory. */
static int allow(struct kernel *kernel, int bytes)
{
    int code = 0;
    if (bytes <= __atomic_load_n(&kernel->team_bytes, __ATOMIC_RELAXED))
        return 0;
    pthread_mutex_lock(&lock);
    if (bytes > kernel->team_bytes)
        code = cuda.set_attribute(kernel->function, ATTRIBUTE_TEAM_BYTES, bytes);
    if (!code && bytes > kernel->team_bytes)
        __atomic_store_n(&kernel->team_bytes, bytes, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    return code;
}

/* Launches a kernel and waits for it. */
static int launch(struct gpu *gpu, struct kernel *kernel, const struct tlc_arguments *x, int teams,
                  int threads)
{
    enum { BUFFER = 1, BYTES = 2 }; /* CU_LAUNCH_PARAM_BUFFER_ */
    /* A kernel's first argument is its launch environment. Only reductions across teams need one, and
     * libomptarget passes this to kernels that have none (getKernelLaunchEnvironment in LLVM's
     * PluginInterface.cpp). */
    void *const no_environment = (void *)-1;
    void *values[1 + MOST_ARGUMENTS], *stream;
    size_t bytes = (1 + x->count) * sizeof *values;
    void *how[] = {(void *)BUFFER, values, (void *)BYTES, &bytes, NULL};
    int code = allow(kernel, (int)x->team_bytes);
    if (!code)
        code = stream_take(gpu, &stream);
    if (code)
        return code;
    values[0] = no_environment;
    memcpy(values + 1, x->values, x->count * sizeof *values);
    code = cuda.launch(kernel->function, (unsigned)teams, 1, 1, (unsigned)threads, 1, 1, x->team_bytes,
                       stream, NULL, how);
    if (!code)
        code = cuda.wait(stream);
    stream_leave(gpu, stream);
    return code;
}

/* Launches a region's kernel. *passed: it is for libomptarget instead. */
static int attempt(struct gpu *gpu, void *region, const struct tlc_arguments *x, int teams, int threads,
                   int *passed)
{
    struct kernel *kernel;
    const int code = kernel_of(gpu, region, x, &kernel);
    *passed = !code && (!kernel->function || threads > kernel->threads || threads < 1 || teams < 1);
    return code || *passed ? code : launch(gpu, kernel, x, teams, threads);
}

/* ---- where the compiler's call goes -------------------------------------------------------------- */

static struct gpu *opened(int device)
{
    struct gpu *gpu = __atomic_load_n(&gpus[device], __ATOMIC_ACQUIRE);
    if (gpu)
        return gpu;
    pthread_mutex_lock(&lock);
    if (!gpus[device])
        __atomic_store_n(&gpus[device], open_gpu(device), __ATOMIC_RELEASE);
    gpu = gpus[device];
    pthread_mutex_unlock(&lock);
    return gpu;
}

/* The GPU, opened by the first call; &passed_on if libomptarget is to launch there; NULL if there is not
 * enough memory to open it now. */
static struct gpu *gpu_of(int64_t device)
{
    if (device < 0 || device >= MOST_GPUS)
        return &passed_on;
    struct gpu *gpu = opened((int)device);
    if (gpu)
        return gpu;
    tlc_reclaim();
    return opened((int)device);
}

int tlc_region_reports(int device)
{
    return gpu_of(device) != &passed_on;
}

/* Runs a region while the GPU's context is current, as tlc_reclaim leaves it. Returns 1 if it is done or has
 * failed (then `error` is set), 0 if it is for libomptarget. */
static int run(struct gpu *gpu, void *region, const struct tlc_arguments *x, int teams, int threads)
{
    int passed, code = attempt(gpu, region, x, teams, threads, &passed);
    if (code == OUT_OF_MEMORY) { /* for the kernel's code, a stream or the threads' local memory */
        tlc_reclaim();
        code = attempt(gpu, region, x, teams, threads, &passed);
    }
    if (code)
        error = code == OUT_OF_MEMORY ? TILECHOL_ERROR_MEMORY : TILECHOL_ERROR_DEVICE;
    return !passed;
}

/* The same, whichever context is current. */
static int run_there(struct gpu *gpu, void *region, const struct tlc_arguments *x, int teams, int threads)
{
    void *current = NULL;
    if (!cuda.current(&current) && current == gpu->context)
        return run(gpu, region, x, teams, threads);
    if (cuda.push(gpu->context)) {
        error = TILECHOL_ERROR_DEVICE;
        return 1;
    }
    const int done = run(gpu, region, x, teams, threads);
    cuda.pop(&current);
    return done;
}

int __wrap___tgt_target_kernel(void *where, int64_t device, int32_t teams, int32_t threads, void *region,
                               struct tlc_arguments *x)
{
    struct gpu *gpu = gpu_of(device);
    if (!gpu) {
        error = TILECHOL_ERROR_MEMORY;
        return 0;
    }
    if (gpu != &passed_on && run_there(gpu, region, x, teams, threads))
        return 0;
    if (gpu != &passed_on && tlc_device_lost((int)device)) { /* where libomptarget would end the program */
        error = TILECHOL_ERROR_DEVICE;
        return 0;
    }
    return __real___tgt_target_kernel(where, device, teams, threads, region, x);
}
