/* SPDX-License-Identifier: BSD-3-Clause
 * Where a pointer points. Only a driver that is already in the process can have allocated device memory,
 * so this file asks a driver only if it is loaded, and never loads one. */
#define _GNU_SOURCE
#include "src/call.h"
#include "src/threads.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* CUDA driver: cuPointerGetAttributes(count, attributes, data, pointer); other memory gives zeros. */
typedef int cuda_attributes(unsigned count, int *attributes, void **data, uint64_t pointer);
enum {
    CUDA_MEMORY_TYPE = 2,
    CUDA_BUFFER_ID = 7,
    CUDA_DEVICE_ORDINAL = 9,
    CUDA_TYPE_HOST = 1,
    CUDA_TYPE_DEVICE = 2,
    CUDA_IS_MANAGED = 8
};

/* HSA, which HIP and libomptarget use on AMD GPUs (ROCm's hsa.h, hsa_ext_amd.h; never run here). */
struct hsa_agent {
    uint64_t handle;
};
struct hsa_pointer_info {
    uint32_t size, type;
    void *agent_base, *host_base;
    size_t bytes;
    void *user;
    struct hsa_agent owner;
    uint32_t flags, registered;
};
typedef int hsa_pointer(const void *pointer, struct hsa_pointer_info *info, void *allocate, void *count,
                        void *agents);
typedef int hsa_agent_info(struct hsa_agent agent, int attribute, void *value);
typedef int hsa_agents(int (*visit)(struct hsa_agent agent, void *data), void *data);
enum { HSA_TYPE_HSA = 1, HSA_AGENT_DEVICE = 17, HSA_DEVICE_GPU = 1 };

static struct {
    unsigned long long loads; /* how many libraries had been loaded at the last look */
    cuda_attributes *cuda;
    hsa_pointer *hsa;
    hsa_agent_info *hsa_info;
    hsa_agents *hsa_agents;
} drivers;

/* A driver, if it is in the process. It then stays loaded, since its handle is kept. */
static void *find_driver(const char *library)
{
    return dlopen(library, RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL);
}

static void use_cuda(void *driver)
{
    __atomic_store_n(&drivers.cuda, (cuda_attributes *)dlsym(driver, "cuPointerGetAttributes"),
                     __ATOMIC_RELEASE);
}

static void use_hsa(void *driver)
{
    hsa_pointer *pointer = (hsa_pointer *)dlsym(driver, "hsa_amd_pointer_info");
    hsa_agent_info *info = (hsa_agent_info *)dlsym(driver, "hsa_agent_get_info");
    hsa_agents *agents = (hsa_agents *)dlsym(driver, "hsa_iterate_agents");
    if (!pointer || !info || !agents)
        return;
    __atomic_store_n(&drivers.hsa_info, info, __ATOMIC_RELAXED);
    __atomic_store_n(&drivers.hsa_agents, agents, __ATOMIC_RELAXED);
    __atomic_store_n(&drivers.hsa, pointer, __ATOMIC_RELEASE);
}

/* Looks for the drivers that are not known yet if a library has been loaded since the last look. */
static void look_for_drivers(void)
{
    const unsigned long long loads = tlc_loads();
    if (loads == __atomic_load_n(&drivers.loads, __ATOMIC_ACQUIRE))
        return;
    void *cuda = __atomic_load_n(&drivers.cuda, __ATOMIC_RELAXED) ? NULL : find_driver("libcuda.so.1");
    void *hsa = __atomic_load_n(&drivers.hsa, __ATOMIC_RELAXED) ? NULL : find_driver("libhsa-runtime64.so.1");
    if (cuda)
        use_cuda(cuda);
    if (hsa)
        use_hsa(hsa);
    __atomic_store_n(&drivers.loads, loads, __ATOMIC_RELEASE);
}

/* Whether a pointer is to memory of the wanted CUDA_TYPE, and of which device. Managed memory counts as
 * neither type: the CPU can work on it, and a GPU gets a copy. */
static int cuda_is(cuda_attributes *attributes, const void *pointer, int wanted_type, int *ordinal)
{
    int wanted[] = {CUDA_MEMORY_TYPE, CUDA_IS_MANAGED, CUDA_DEVICE_ORDINAL};
    int type = 0, managed = 0;
    void *data[] = {&type, &managed, ordinal};
    return !attributes(3, wanted, data, (uint64_t)(uintptr_t)pointer) && type == wanted_type &&
           !(managed & 1);
}

static int cuda_location(cuda_attributes *attributes, const void *pointer)
{
    int ordinal = TILECHOL_DEVICE_CPU;
    return cuda_is(attributes, pointer, CUDA_TYPE_DEVICE, &ordinal) ? ordinal : TILECHOL_DEVICE_CPU;
}

struct hsa_search {
    uint64_t owner;
    int gpus, found;
};

/* Counts the GPUs; the owner's number is how many come before it. */
static int hsa_visit(struct hsa_agent agent, void *data)
{
    struct hsa_search *search = data;
    int type = -1;
    if (__atomic_load_n(&drivers.hsa_info, __ATOMIC_RELAXED)(agent, HSA_AGENT_DEVICE, &type) ||
        type != HSA_DEVICE_GPU)
        return 0;
    if (agent.handle == search->owner)
        search->found = search->gpus;
    ++search->gpus;
    return 0;
}

static int hsa_location(hsa_pointer *pointer_info, const void *pointer)
{
    struct hsa_pointer_info info = {.size = sizeof info};
    struct hsa_search search = {.found = TILECHOL_DEVICE_CPU};
    if (pointer_info(pointer, &info, NULL, NULL, NULL) || info.type != HSA_TYPE_HSA)
        return TILECHOL_DEVICE_CPU;
    search.owner = info.owner.handle;
    __atomic_load_n(&drivers.hsa_agents, __ATOMIC_RELAXED)(hsa_visit, &search);
    return search.found;
}

/* The part of the heap that grows from the program's end, where malloc puts small blocks. No driver maps
 * anything into it, and this test takes 3 ns, whereas asking whether there is a driver takes 30 ns, half
 * of the smallest call. */
static uintptr_t heap_start = UINTPTR_MAX;

static void __attribute__((constructor)) find_heap(void)
{
    const uintptr_t end = (uintptr_t)sbrk(0), most = 1 << 20;
    void *small = malloc(1);
    const uintptr_t address = (uintptr_t)small;
    if (small && address < end && end - address < most) /* another malloc may keep its memory elsewhere */
        heap_start = address;
    free(small);
}

int tlc_in_heap(const void *pointer)
{
    const uintptr_t address = (uintptr_t)pointer;
    return address >= heap_start && address < (uintptr_t)sbrk(0);
}

int tlc_location(const void *pointer)
{
    if (tlc_in_heap(pointer))
        return TILECHOL_DEVICE_CPU;
    look_for_drivers();
    cuda_attributes *cuda = __atomic_load_n(&drivers.cuda, __ATOMIC_ACQUIRE);
    hsa_pointer *hsa = __atomic_load_n(&drivers.hsa, __ATOMIC_ACQUIRE);
    int device = cuda ? cuda_location(cuda, pointer) : TILECHOL_DEVICE_CPU;
    if (device < 0 && hsa)
        device = hsa_location(hsa, pointer);
    return device;
}

/* CUDA's identifier of a pointer's allocation or registration; 0 if it gives none. */
static unsigned long long cuda_buffer(cuda_attributes *attributes, const void *pointer)
{
    int wanted = CUDA_BUFFER_ID;
    unsigned long long id = 0;
    void *data = &id;
    return attributes(1, &wanted, &data, (uint64_t)(uintptr_t)pointer) ? 0 : id;
}

/* Both ends must belong to one registration: CUDA does not copy memory that is only partly locked. */
int tlc_page_locked(const void *first, const void *last)
{
    int ordinal;
    look_for_drivers();
    cuda_attributes *cuda = __atomic_load_n(&drivers.cuda, __ATOMIC_ACQUIRE);
    return cuda && cuda_is(cuda, first, CUDA_TYPE_HOST, &ordinal) &&
           cuda_is(cuda, last, CUDA_TYPE_HOST, &ordinal) &&
           cuda_buffer(cuda, first) == cuda_buffer(cuda, last);
}
