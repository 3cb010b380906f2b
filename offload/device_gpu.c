/* SPDX-License-Identifier: BSD-3-Clause
 * GPUs. NVIDIA's are used through the CUDA driver, where they have the driver's numbers: libomptarget may
 * number them in another order, leaves its context current for the caller's thread, prints messages and
 * ends before the program's last destructors run. Other GPUs are used through libomptarget; what OpenMP
 * cannot tell of them (the number of multiprocessors, free memory) has defaults. */
#include "offload/cuda.h"
#include "offload/device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *llvm_omp_target_alloc_host(size_t bytes, int device);
void llvm_omp_target_free_host(void *memory, int device);

enum { MOST_DEVICES = 64, DEFAULT_UNITS = 104 };

/* The CUDA driver's CUDA_MEMCPY2D, as its two ends and the size. */
struct cuda_end {
    size_t x, y;
    int memory;
    void *host, *device, *array;
    size_t pitch;
};
struct cuda_copy {
    struct cuda_end from, to;
    size_t bytes, rows;
};

/* The functions of the CUDA driver that are used here; their constants follow. */
static struct {
    int (*init)(unsigned flags);
    int (*device_count)(int *count);
    int (*device_get)(int *device, int ordinal);
    int (*device_name)(char *name, int length, int device);
    int (*device_attribute)(int *value, int attribute, int device);
    int (*context_retain)(void **context, int device);
    int (*context_current)(void **context);
    int (*context_set)(void *context);
    int (*context_push)(void *context);
    int (*context_pop)(void **context);
    int (*memory_info)(size_t *free, size_t *total);
    int (*allocate)(void **memory, size_t bytes);
    int (*allocate_pinned)(void **memory, size_t bytes);
    int (*release)(void *memory);
    int (*release_pinned)(void *memory);
    int (*priority_range)(int *least, int *greatest);
    int (*stream_synchronize)(void *stream);
    int (*upload)(void *to, const void *from, size_t bytes, void *stream);
    int (*download)(void *to, const void *from, size_t bytes, void *stream);
    int (*copy_2d)(const struct cuda_copy *copy, void *stream);
} cuda;

enum { ATTRIBUTE_UNITS = 16, ATTRIBUTE_MAJOR = 75, ATTRIBUTE_MINOR = 76, ATTRIBUTE_TEAM_MEMORY = 97 };

static struct {
    int count, cuda_count; /* all of them; how many, the first, are CUDA's */
    char why[256];
    int ordinal[MOST_DEVICES];
    void *context[MOST_DEVICES];
    int units[MOST_DEVICES];
    int team_memory[MOST_DEVICES];
    char name[MOST_DEVICES][128];
} gpus;

/* Must be libomptarget's omp_get_num_devices, which the link line ensures: libomp's knows of no device
 * if libomp was in the process before this library. The number after the last device stands for the
 * host. */
static int number_of_devices(void)
{
    return omp_get_num_devices();
}

int tlc_cuda_load(const struct tlc_cuda_function *wanted, size_t count)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver)
        return 1;
    for (size_t i = 0; i < count; ++i) {
        void *symbol = dlsym(driver, wanted[i].name);
        if (!symbol)
            return 1;
        memcpy(wanted[i].pointer, &symbol, sizeof symbol);
    }
    return 0;
}

/* Loads the CUDA driver. Returns whether there is one. */
static int load_cuda(void)
{
    const struct tlc_cuda_function wanted[] = {{&cuda.init, "cuInit"},
                                               {&cuda.device_count, "cuDeviceGetCount"},
                                               {&cuda.device_get, "cuDeviceGet"},
                                               {&cuda.device_name, "cuDeviceGetName"},
                                               {&cuda.device_attribute, "cuDeviceGetAttribute"},
                                               {&cuda.context_retain, "cuDevicePrimaryCtxRetain"},
                                               {&cuda.context_current, "cuCtxGetCurrent"},
                                               {&cuda.context_set, "cuCtxSetCurrent"},
                                               {&cuda.context_push, "cuCtxPushCurrent_v2"},
                                               {&cuda.context_pop, "cuCtxPopCurrent_v2"},
                                               {&cuda.memory_info, "cuMemGetInfo_v2"},
                                               {&cuda.allocate, "cuMemAlloc_v2"},
                                               {&cuda.allocate_pinned, "cuMemAllocHost_v2"},
                                               {&cuda.release, "cuMemFree_v2"},
                                               {&cuda.release_pinned, "cuMemFreeHost"},
                                               {&cuda.priority_range, "cuCtxGetStreamPriorityRange"},
                                               {&cuda.stream_synchronize, "cuStreamSynchronize"},
                                               {&cuda.upload, "cuMemcpyHtoDAsync_v2"},
                                               {&cuda.download, "cuMemcpyDtoHAsync_v2"},
                                               {&cuda.copy_2d, "cuMemcpy2DAsync_v2"}};
    return !tlc_cuda_load(wanted, sizeof wanted / sizeof *wanted) && !cuda.init(0);
}

/* Whether the library has an image for this compute capability. TLC_CUDA_IMAGES lists those with an
 * image, as "8.0 9.0": an image runs on its own major version, from its minor version on. */
static int has_image(int major, int minor)
{
    const char *list = TLC_CUDA_IMAGES;
    for (int have_major, have_minor, used; sscanf(list, "%d.%d%n", &have_major, &have_minor, &used) == 2;
         list += used)
        if (have_major == major && have_minor <= minor)
            return 1;
    return 0;
}

/* Returns 0, with the reason in gpus.why, if the library cannot use the device. */
static int describe_cuda_device(int device)
{
    int major = 0, minor = 0;
    if (cuda.device_get(&gpus.ordinal[device], device)) {
        snprintf(gpus.why, sizeof gpus.why, "the CUDA driver cannot open GPU %d", device);
        return 0;
    }
    const int ordinal = gpus.ordinal[device];
    cuda.device_name(gpus.name[device], (int)sizeof gpus.name[device], ordinal);
    cuda.device_attribute(&gpus.units[device], ATTRIBUTE_UNITS, ordinal);
    cuda.device_attribute(&gpus.team_memory[device], ATTRIBUTE_TEAM_MEMORY, ordinal);
    cuda.device_attribute(&major, ATTRIBUTE_MAJOR, ordinal);
    cuda.device_attribute(&minor, ATTRIBUTE_MINOR, ordinal);
    if (has_image(major, minor))
        return 1;
    snprintf(gpus.why, sizeof gpus.why,
             "%.100s has compute capability %d.%d, but this library has images for %s only (use "
             "CUDA_VISIBLE_DEVICES to hide this GPU)",
             gpus.name[device], major, minor, TLC_CUDA_IMAGES);
    return 0;
}

void *tlc_cuda_context(int device)
{
    if (device >= gpus.cuda_count)
        return NULL;
    /* two threads may retain it at once: it is the same context, and never given back */
    void *context = __atomic_load_n(&gpus.context[device], __ATOMIC_ACQUIRE);
    if (context)
        return context;
    if (cuda.context_retain(&context, gpus.ordinal[device]))
        return NULL;
    __atomic_store_n(&gpus.context[device], context, __ATOMIC_RELEASE);
    return context;
}

/* Makes the device's context current until `leave`. Returns 0 on success. */
static int enter(int device)
{
    void *context = tlc_cuda_context(device);
    return !context || cuda.context_push(context);
}

static void leave(void)
{
    void *context;
    cuda.context_pop(&context);
}

/* Whether regions that libomptarget launches really run on the device. This one is bare (crew.h): if the
 * library had a region in which one thread runs by itself, every kernel would keep what such threads need,
 * and its code twice. */
static int runs_on_device(int device)
{
    int on_host = 1;
#pragma omp target teams ompx_bare device(device) map(from : on_host) num_teams(1) thread_limit(1)
    on_host = omp_is_initial_device();
    return !on_host;
}

/* How many GPUs can be used; 0, with the reason in gpus.why, if none. CUDA's are found, with images. */
static int usable_gpus(void)
{
    int count = number_of_devices();
    if (count < 1) {
        snprintf(gpus.why, sizeof gpus.why, "the OpenMP offload runtime finds no GPU%s",
                 gpus.cuda_count ? " (is OMP_TARGET_OFFLOAD disabled?)" : "");
        return 0;
    }
    const int launches = tlc_region_reports(0); /* launch_cuda.c does */
    if (!launches && !runs_on_device(0)) {
        snprintf(gpus.why, sizeof gpus.why, "offloading is disabled (OMP_TARGET_OFFLOAD)");
        return 0;
    }
    if (!launches && omp_get_teams_thread_limit() > 0) { /* teams could be smaller than regions rely on */
        snprintf(gpus.why, sizeof gpus.why, "OMP_TEAMS_THREAD_LIMIT=%d is set", omp_get_teams_thread_limit());
        return 0;
    }
    if (launches && count < gpus.cuda_count)
        count = gpus.cuda_count; /* libomptarget leaves out those that it cannot open */
    return count < MOST_DEVICES ? count : MOST_DEVICES;
}

static void find_gpus(void)
{
    if (gpus.cuda_count && !tlc_cuda_context(0)) {
        snprintf(gpus.why, sizeof gpus.why, "no CUDA context could be created on %.100s", gpus.name[0]);
        return;
    }
    const int count = usable_gpus();
    for (int d = gpus.cuda_count; d < count; ++d) {
        gpus.units[d] = DEFAULT_UNITS;
        snprintf(gpus.name[d], sizeof gpus.name[d], "GPU");
    }
    gpus.count = count;
}

/* The caller's context stays current, which libomptarget does not see to. */
static void open_gpus(void)
{
    int found = 0;
    void *current = NULL;
    const int has_cuda = load_cuda() && !cuda.context_current(&current);
    if (has_cuda)
        cuda.device_count(&found);
    gpus.cuda_count = found < MOST_DEVICES ? found : MOST_DEVICES;
    for (int d = 0; d < gpus.cuda_count; ++d)
        if (!describe_cuda_device(d))
            return;
    find_gpus();
    if (has_cuda)
        cuda.context_set(current);
}

int tlc_open(void (*reclaim)(void), const char **why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    tlc_reclaim_by(reclaim);
    pthread_once(&once, open_gpus);
    *why = gpus.why;
    return gpus.count;
}

void tlc_describe(int device, tilechol_device_info *info)
{
    size_t free = 0, total = 0;
    if (!enter(device)) {
        cuda.memory_info(&free, &total);
        leave();
    }
    snprintf(info->name, sizeof info->name, "%s", gpus.name[device]);
    info->memory_total = (int64_t)total;
    info->memory_free = (int64_t)free;
    info->units = gpus.units[device];
}

/* A kernel that failed, whoever launched it, leaves an error in the context that every later call
 * reports. Any call would tell; this one takes the least time, 0.1 us (a stream's state: 1.5). */
int tlc_device_lost(int device)
{
    if (!tlc_device_is_cuda(device))
        return 0;
    if (enter(device))
        return 1;
    int least, greatest;
    const int state = cuda.priority_range(&least, &greatest);
    leave();
    return state != 0;
}

void *tlc_device_allocate(int device, size_t bytes, int pinned)
{
    void *memory = NULL;
    if (!tlc_device_is_cuda(device))
        return pinned ? llvm_omp_target_alloc_host(bytes, device) : omp_target_alloc(bytes, device);
    if (enter(device))
        return NULL;
    const int failed = pinned ? cuda.allocate_pinned(&memory, bytes) : cuda.allocate(&memory, bytes);
    leave();
    return failed ? NULL : memory;
}

/* (If the device is lost, its memory is freed with the process.) */
void tlc_release(int device, void *memory, int pinned)
{
    if (!memory)
        return;
    if (!tlc_device_is_cuda(device)) {
        if (pinned)
            llvm_omp_target_free_host(memory, device);
        else
            omp_target_free(memory, device);
    } else if (!enter(device)) {
        if (pinned)
            cuda.release_pinned(memory);
        else
            cuda.release(memory);
        leave();
    }
}

/* The stream that each thread has for itself (CU_STREAM_PER_THREAD). */
#define STREAM ((void *)2)

/* Copies to the device or back; returns when that is done: 0 on success. */
static int copy(int device, void *to, const void *from, size_t bytes, int back)
{
    if (!bytes)
        return 0;
    if (!tlc_device_is_cuda(device)) {
        const int host = number_of_devices();
        return omp_target_memcpy(to, from, bytes, 0, 0, back ? host : device, back ? device : host);
    }
    if (enter(device))
        return 1;
    const int failed =
        (back ? cuda.download(to, from, bytes, STREAM) : cuda.upload(to, from, bytes, STREAM)) ||
        cuda.stream_synchronize(STREAM);
    leave();
    return failed;
}

int tlc_upload(int device, void *to, const void *from, size_t bytes)
{
    return copy(device, to, from, bytes, 0);
}

int tlc_download(int device, void *to, const void *from, size_t bytes)
{
    return copy(device, to, from, bytes, 1);
}

int tlc_copies_wait(int device)
{
    if (!tlc_device_is_cuda(device)) /* copies are done when the call returns */
        return 0;
    if (enter(device))
        return 1;
    const int failed = cuda.stream_synchronize(STREAM);
    leave();
    return failed;
}

static int cuda_copy_columns(int device, const struct cuda_copy *copy)
{
    if (enter(device))
        return 1;
    const int failed = cuda.copy_2d(copy, STREAM);
    leave();
    return failed;
}

int tlc_copy_columns(int device, void *there, size_t pitch, void *here, size_t here_pitch, size_t bytes,
                     size_t columns, int back)
{
    enum { HOST = 1, DEVICE = 2 }; /* CU_MEMORYTYPE_ */
    if (tlc_device_is_cuda(device)) {
        const struct cuda_end host = {.memory = HOST, .host = here, .pitch = here_pitch},
                              gpu = {.memory = DEVICE, .device = there, .pitch = pitch};
        const struct cuda_copy copy = {back ? gpu : host, back ? host : gpu, bytes, columns};
        return cuda_copy_columns(device, &copy);
    }
    int failed = 0;
    for (size_t j = 0; j < columns && !failed; ++j) {
        char *a = (char *)there + j * pitch, *b = (char *)here + j * here_pitch;
        failed = back ? tlc_download(device, b, a, bytes) : tlc_upload(device, a, b, bytes);
    }
    return failed;
}

int tlc_multiprocessors(int device)
{
    return gpus.units[device];
}

size_t tlc_team_memory(int device)
{
    return (size_t)gpus.team_memory[device];
}

const char *tlc_machine(int device)
{
    return gpus.name[device];
}

int tlc_device_is_cuda(int device)
{
    return device < gpus.cuda_count;
}

int tlc_device_barred(int device)
{
    return !tlc_region_reports(device) && tlc_device_lost(device);
}

/* For a library without launch_cuda.c. */
__attribute__((weak)) int tlc_region_reports(int device)
{
    (void)device;
    return 0;
}

__attribute__((weak)) int64_t tlc_region_error(int forget)
{
    (void)forget;
    return 0;
}
