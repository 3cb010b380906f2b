/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "src/command/common.h"

_Noreturn void fail(enum exit_code code, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    va_start(arguments, format);
    fputs("tilechol: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(code);
}

_Noreturn void fail_library(const char *routine, int64_t info)
{
    const char *reason = tilechol_last_error();
    fail(info == TILECHOL_ERROR_MEMORY ? EXIT_MEMORY : EXIT_DEVICE, "%s: %s (info = %lld)", routine,
         *reason ? reason : "failed for an unknown reason", (long long)info);
}

bool parse_integer(const char *text, int64_t lowest, int64_t highest, int64_t *value)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end || errno || number < lowest || number > highest)
        return false;
    *value = number;
    return true;
}

bool parse_device(const char *text, int *device)
{
    int64_t number = 0;
    if (!strcmp(text, "cpu")) {
        *device = TILECHOL_DEVICE_CPU;
        return true;
    }
    if (strncmp(text, "gpu", 3) ||
        (text[3] && (text[3] != ':' || !parse_integer(text + 4, 0, 4095, &number))))
        return false;
    *device = (int)number;
    return true;
}

void require_device(int device)
{
    if (device < 0)
        return;
    int count = tilechol_gpu_count();
    if (count == 0)
        fail(EXIT_DEVICE, "no usable GPU: %s", tilechol_last_error());
    if (device >= count)
        fail(EXIT_DEVICE, "gpu:%d does not exist; the last GPU is gpu:%d", device, count - 1);
}

const char *device_name(int device, char name[128])
{
    tilechol_device_info info;
    if (tilechol_get_device_info(device, &info))
        snprintf(name, 128, "device %d", device);
    else
        snprintf(name, 128, "%s", info.name);
    return name;
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void json_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

void json_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, "%.17g", value);
    else
        fputs("null", out);
}
