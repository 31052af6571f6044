/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nvml: data about a GPU from the NVIDIA driver's management library, if present. */
#pragma once

#include "core/measure/device.h"

C_NAMES_BEGIN

/* The library, loaded and initialised. Missing functions are NULL, and their data stay unknown. */
struct nvml {
    int (*device)(const char *bus, void **device);
    int (*clock)(void *device, int which, unsigned *mhz);
    int (*reasons)(void *device, unsigned long long *bits);
    int (*power)(void *device, unsigned *milliwatts);
    int (*driver)(char *text, unsigned size);
};

/* False: the library is missing or does not start; all members are NULL. It stays loaded. */
bool nvml_open(struct nvml *, const char *library);

/* The GPU at this PCI address, "0000:19:00.0"; NULL: unknown. */
void *nvml_device(const struct nvml *, const char *bus);

void nvml_driver(const struct nvml *, char *text, size_t size);
void nvml_state(const struct nvml *, void *device, struct device_state *);

C_NAMES_END
