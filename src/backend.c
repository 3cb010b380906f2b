/* SPDX-License-Identifier: BSD-3-Clause
 * Finds the back ends: the host's by what the CPU supports, the GPUs' by opening its library. */
#define _GNU_SOURCE
#include "src/call.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The highest x86-64 level that TILECHOL_CPU allows; 0 if its value is not a level. */
static int wished_level(void)
{
    const char *wish = getenv("TILECHOL_CPU");
    if (!wish || !*wish)
        return 4;
    return wish[0] == 'v' && wish[1] >= '2' && wish[1] <= '4' && !wish[2] ? wish[1] - '0' : 0;
}

#if TLC_HAVE_X86_LEVELS
extern const struct tlc_backend tilechol_backend_v2, tilechol_backend_v3, tilechol_backend_v4;

static int cpu_has_v4(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

static int cpu_has_v3(void)
{
#if (defined(__clang__) && __clang_major__ >= 18) || (!defined(__clang__) && __GNUC__ >= 12)
    return __builtin_cpu_supports("x86-64-v3");
#else
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#endif
}

static const struct tlc_backend *choose_host(void)
{
    const int level = wished_level();
    if (level >= 4 && cpu_has_v4())
        return &tilechol_backend_v4;
    if (level >= 3 && cpu_has_v3())
        return &tilechol_backend_v3;
    return &tilechol_backend_v2;
}
#else
extern const struct tlc_backend tilechol_backend_generic;

static const struct tlc_backend *choose_host(void)
{
    return &tilechol_backend_generic;
}
#endif

static pthread_once_t host_once = PTHREAD_ONCE_INIT;
static const struct tlc_backend *host;
static char host_why[96]; /* why no call may use the host; empty: calls may */

static void open_host(void)
{
    const char *why;
    if (!wished_level())
        snprintf(host_why, sizeof host_why, "TILECHOL_CPU=%.60s is not understood", getenv("TILECHOL_CPU"));
    host = choose_host();
    host->open(tilechol_release_workspace, &why);
}

const struct tlc_backend *tlc_host_backend(void)
{
    pthread_once(&host_once, open_host);
    return host;
}

static pthread_once_t gpu_once = PTHREAD_ONCE_INIT;
static struct {
    const struct tlc_backend *backend;
    int count;
    char why[512];
} gpu;

/* When it is loaded, the offload runtime creates the CUDA devices' primary contexts with blocking waits,
 * which cost 20 us a launch, but it takes existing contexts as they are. So this function creates them
 * first, with the driver's default way of waiting. Contexts that the program has made stay as they are.
 *
 * A failure here only makes launches slower, so none is reported: the back end opens the devices itself
 * and says why if it cannot. The driver stays open, since the contexts last as long as the process. */
static void make_cuda_contexts(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver)
        return;
    int (*init)(unsigned) = (int (*)(unsigned))dlsym(driver, "cuInit");
    int (*count_devices)(int *) = (int (*)(int *))dlsym(driver, "cuDeviceGetCount");
    int (*state)(int, unsigned *, int *) =
        (int (*)(int, unsigned *, int *))dlsym(driver, "cuDevicePrimaryCtxGetState");
    int (*set_flags)(int, unsigned) = (int (*)(int, unsigned))dlsym(driver, "cuDevicePrimaryCtxSetFlags_v2");
    int (*retain)(void **, int) = (int (*)(void **, int))dlsym(driver, "cuDevicePrimaryCtxRetain");
    int count, active;
    unsigned flags;
    void *context;
    if (!init || !count_devices || !state || !set_flags || !retain || init(0) || count_devices(&count))
        return;
    for (int d = 0; d < count; ++d)
        if (state(d, &flags, &active) == 0 && !active) {
            set_flags(d, 0);
            retain(&context, d);
        }
}

/* Opens the library of the GPUs' back end: the one that the environment names, else the one beside this
 * library. Without such a library, no driver is touched. */
static void *open_library(void)
{
    char path[4096] = "";
    Dl_info self;
    const char *told = getenv("TILECHOL_GPU_LIBRARY");
    if (told && *told)
        snprintf(path, sizeof path, "%s", told);
    else if (dladdr((const void *)&gpu_once, &self) && strrchr(self.dli_fname, '/'))
        snprintf(path, sizeof path, "%.*s/libtilechol_gpu.so",
                 (int)(strrchr(self.dli_fname, '/') - self.dli_fname), self.dli_fname);
    if (access(path, R_OK)) {
        snprintf(gpu.why, sizeof gpu.why, "the GPU back end is not installed: %.400s does not exist",
                 path[0] ? path : "libtilechol_gpu.so");
        return NULL;
    }
    make_cuda_contexts();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        snprintf(gpu.why, sizeof gpu.why, "the GPU back end cannot be opened: %.400s", dlerror());
    return library;
}

/* The library stays open: its images are registered with the offload runtime. */
static void open_gpu(void)
{
    void *library = open_library();
    if (!library)
        return;
    const struct tlc_backend *backend = dlsym(library, "tilechol_backend_gpu");
    if (!backend || backend->abi != TLC_BACKEND_ABI) {
        snprintf(gpu.why, sizeof gpu.why, "libtilechol_gpu.so is from a different version of tilechol");
        return;
    }
    const char *why = "";
    gpu.count = backend->open(tilechol_release_workspace, &why);
    if (gpu.count > 0)
        __atomic_store_n(&gpu.backend, backend, __ATOMIC_RELEASE);
    else
        snprintf(gpu.why, sizeof gpu.why, "%s", why);
}

const struct tlc_backend *tlc_gpu_backend(int *count, const char **why)
{
    pthread_once(&gpu_once, open_gpu);
    *count = gpu.count;
    *why = gpu.why;
    return gpu.backend;
}

const struct tlc_backend *tlc_gpu_backend_if_open(void)
{
    return __atomic_load_n(&gpu.backend, __ATOMIC_ACQUIRE);
}

const struct tlc_backend *tlc_backend_of(int device)
{
    int count;
    const char *why;
    if (device == TILECHOL_DEVICE_CPU) {
        const struct tlc_backend *backend = tlc_host_backend();
        if (host_why[0])
            tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s", host_why);
        return host_why[0] ? NULL : backend;
    }
    const struct tlc_backend *backend = tlc_gpu_backend(&count, &why);
    if (!backend) {
        tlc_error(TILECHOL_ERROR_NO_BACKEND, "%s", why);
        return NULL;
    }
    if (device < 0 || device >= count) {
        tlc_error(TILECHOL_ERROR_NO_BACKEND, "GPU %d does not exist; the number of usable GPUs is %d", device,
                  count);
        return NULL;
    }
    return backend;
}

double tlc_number(enum tlc_tuned what)
{
    return tlc_tuned_value(what, tlc_host_backend()->name, "", 'd', 0);
}
