/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/device/nvml.h"

#include <dlfcn.h>

enum { CLOCK_SM = 1, CLOCK_MEMORY = 2 };
/* Reasons that hold the clock down: power cap, slowdown by hardware, heat by software and hardware, power brake. */
enum { REASONS_THROTTLING = 0x4 | 0x8 | 0x20 | 0x40 | 0x80 };

bool nvml_open(struct nvml *n, const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    int (*init)(void) = NULL;
    const struct {
        const char *name;
        void *to;
    } functions[] = {
        { "nvmlInit_v2", &init },
        { "nvmlDeviceGetHandleByPciBusId_v2", &n->device },
        { "nvmlDeviceGetClockInfo", &n->clock },
        { "nvmlDeviceGetCurrentClocksThrottleReasons", &n->reasons },
        { "nvmlDeviceGetPowerUsage", &n->power },
        { "nvmlSystemGetDriverVersion", &n->driver },
    };
    *n = (struct nvml){ 0 };
    for (size_t i = 0; handle && i < COUNT(functions); i++)
        *(void **)functions[i].to = dlsym(handle, functions[i].name);
    if (init && init() == 0)
        return true;
    *n = (struct nvml){ 0 };
    if (handle)
        dlclose(handle);
    return false;
}

void *nvml_device(const struct nvml *n, const char *bus)
{
    void *device = NULL;
    return n->device && n->device(bus, &device) == 0 ? device : NULL;
}

void nvml_driver(const struct nvml *n, char *text, size_t size)
{
    if (size > 0 && (!n->driver || n->driver(text, (unsigned)size) != 0))
        text[0] = '\0';
}

void nvml_state(const struct nvml *n, void *device, struct device_state *s)
{
    unsigned value;
    unsigned long long bits;
    *s = (struct device_state){ 0 };
    if (!device)
        return;
    if (n->clock && n->clock(device, CLOCK_SM, &value) == 0)
        s->clock_mhz = value;
    if (n->clock && n->clock(device, CLOCK_MEMORY, &value) == 0)
        s->memory_mhz = value;
    if (n->power && n->power(device, &value) == 0)
        s->power_w = value / 1000.0;
    s->throttled = n->reasons && n->reasons(device, &bits) == 0 && (bits & REASONS_THROTTLING);
}
