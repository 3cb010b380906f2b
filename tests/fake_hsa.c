/* SPDX-License-Identifier: BSD-3-Clause
 * Stands in for AMD's HSA run-time under its soname libhsa-runtime64.so.1 (test_gpu_pointers.c). Its agents are
 * GPU 0, a CPU and GPU 1. The GPUs' memory may neither be read nor written; the CPU's is an array. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { BYTES = 1 << 20, AGENTS = 3, TYPE_HSA = 1, AGENT_DEVICE = 17 };

struct agent {
    uint64_t handle;
};
struct pointer_info {
    uint32_t size, type;
    void *agent_base, *host_base;
    size_t bytes;
    void *user;
    struct agent owner;
    uint32_t flags, registered;
};

static const int types[AGENTS] = {1, 0, 1};
static char cpu_memory[BYTES], *memory[AGENTS];
void *fake_hsa_memory[AGENTS];

__attribute__((constructor)) static void map(void)
{
    for (int i = 0; i < AGENTS; i++) {
        memory[i] = types[i] ? mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : cpu_memory;
        fake_hsa_memory[i] = memory[i];
    }
}

int hsa_amd_pointer_info(const void *pointer, struct pointer_info *info, void *allocate, void *count,
                         void *agents)
{
    (void)allocate, (void)count, (void)agents;
    memset((char *)info + sizeof info->size, 0, sizeof *info - sizeof info->size);
    for (int i = 0; i < AGENTS; i++) {
        if ((uintptr_t)pointer - (uintptr_t)memory[i] < BYTES) {
            info->type = TYPE_HSA;
            info->owner.handle = 100 + (uint64_t)i;
        }
    }
    return 0;
}

int hsa_agent_get_info(struct agent agent, int attribute, void *value)
{
    *(int *)value = types[agent.handle - 100];
    return attribute != AGENT_DEVICE;
}

int hsa_iterate_agents(int (*visit)(struct agent agent, void *data), void *data)
{
    for (uint64_t i = 0; i < AGENTS; i++) {
        const int stop = visit((struct agent){100 + i}, data);
        if (stop) {
            return stop;
        }
    }
    return 0;
}
