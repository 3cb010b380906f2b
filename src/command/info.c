/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol info: the version, and what this machine offers. */
#include <argp.h>
#include <string.h>
#include "src/command/common.h"

#define GIGABYTE 1e9

static void print_device(int device)
{
    tilechol_device_info info;
    const int failed = tilechol_get_device_info(device, &info) != 0;
    const char *text = failed ? tilechol_last_error() : info.name;
    if (device < 0)
        printf("cpu       %s\n", text);
    else
        printf("gpu:%-5d %s\n", device, text);
    if (failed)
        return;
    printf("          back end %s, %d %s", info.backend, info.units,
           device < 0 ? "threads" : "multiprocessors");
    if (info.memory_total > 0)
        printf(", memory %.1f GB (%.1f GB free)", (double)info.memory_total / GIGABYTE,
               (double)info.memory_free / GIGABYTE);
    printf("\n          tiles s %d, d %d, c %d, z %d\n", info.tile[0], info.tile[1], info.tile[2],
           info.tile[3]);
}

static void print_device_json(int device)
{
    tilechol_device_info info = {0};
    if (tilechol_get_device_info(device, &info)) {
        printf("{\"device\": %d, \"error\": ", device);
        json_string(stdout, tilechol_last_error());
        printf("}");
        return;
    }
    printf("{\"device\": %d, \"name\": ", device);
    json_string(stdout, info.name);
    printf(", \"backend\": ");
    json_string(stdout, info.backend);
    printf(", \"units\": %d, \"memory_total\": %lld, \"memory_free\": %lld, ", info.units,
           (long long)info.memory_total, (long long)info.memory_free);
    printf("\"tile\": {\"s\": %d, \"d\": %d, \"c\": %d, \"z\": %d}}", info.tile[0], info.tile[1],
           info.tile[2], info.tile[3]);
}

static void print_text(int gpus, const char *why)
{
    printf("tilechol  %s\n", tilechol_version());
    for (int device = TILECHOL_DEVICE_CPU; device < gpus; device++)
        print_device(device);
    if (gpus == 0)
        printf("gpu       none: %s\n", why);
}

static void print_json(int gpus, const char *why)
{
    printf("{\"version\": ");
    json_string(stdout, tilechol_version());
    printf(", \"devices\": [");
    for (int device = TILECHOL_DEVICE_CPU; device < gpus; device++) {
        if (device > TILECHOL_DEVICE_CPU)
            printf(", ");
        print_device_json(device);
    }
    printf("], \"no_gpu_because\": ");
    if (gpus == 0)
        json_string(stdout, why);
    else
        printf("null");
    printf("}\n");
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    switch (key) {
    case 'j':
        *(bool *)state->input = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "info takes no arguments");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int command_info(int argc, char **argv)
{
    static const struct argp_option options[] = {{"json", 'j', NULL, 0, "Print one JSON object", 0}, {0}};
    static const struct argp argp = {
        options, parse,
        NULL,    "Show the version, the back ends, the devices, and why no GPU is used if none is.",
        NULL,    NULL,
        NULL};
    bool json = false;
    char why[512] = "";

    argp_parse(&argp, argc, argv, 0, NULL, &json);
    int gpus = tilechol_gpu_count();
    if (gpus == 0)
        snprintf(why, sizeof why, "%s", tilechol_last_error());
    if (json)
        print_json(gpus, why);
    else
        print_text(gpus, why);
    return 0;
}
