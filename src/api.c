/* SPDX-License-Identifier: BSD-3-Clause
 * The public functions that take no matrix. */
#include "src/call.h"
#include "src/staging.h"
#include "src/threads.h"

#include <stdio.h>
#include <string.h>

#define QUOTE_(x) #x
#define QUOTE(x)  QUOTE_(x)

const char *tilechol_version(void)
{
    return QUOTE(TILECHOL_VERSION_MAJOR) "." QUOTE(TILECHOL_VERSION_MINOR) "." QUOTE(TILECHOL_VERSION_PATCH);
}

int tilechol_gpu_count(void)
{
    int count;
    const char *why;
    if (!tlc_gpu_backend(&count, &why))
        tlc_error(0, "%s", why);
    return count;
}

int64_t tilechol_get_device_info(int device, tilechol_device_info *info)
{
    if (device < TILECHOL_DEVICE_CPU)
        return tlc_bad_argument("get_device_info", 1);
    if (!info)
        return tlc_bad_argument("get_device_info", 2);
    const struct tlc_backend *backend = tlc_backend_of(device);
    if (!backend)
        return TILECHOL_ERROR_NO_BACKEND;
    memset(info, 0, sizeof *info);
    snprintf(info->backend, sizeof info->backend, "%s", backend->name);
    memcpy(info->tile, backend->tile, sizeof info->tile);
    backend->describe(device, info);
    if (device == TILECHOL_DEVICE_CPU)
        info->units = tlc_threads_allowed();
    return 0;
}

void tilechol_release_workspace(void)
{
    const struct tlc_backend *gpu = tlc_gpu_backend_if_open();
    tlc_staging_trim();
    tlc_host_backend()->trim();
    if (gpu)
        gpu->trim();
}
