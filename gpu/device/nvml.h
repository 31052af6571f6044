/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nvml: what the NVIDIA driver's management library says of a GPU, where it is there. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* The library, loaded and initialised. Functions that it lacks are NULL, and what they would say stays unknown. */
struct nvml {
    int (*device)(const char *bus, void **device);
    int (*clock)(void *device, int which, unsigned *mhz);
    int (*reasons)(void *device, unsigned long long *bits);
    int (*power)(void *device, unsigned *milliwatts);
    int (*driver)(char *text, unsigned size);
};

/* False: the library is not there or does not start; all members are NULL. It stays loaded. */
bool nvml_open(struct nvml *, const char *library);

/* The GPU at this PCI address, "0000:19:00.0"; NULL: it knows none. */
void *nvml_device(const struct nvml *, const char *bus);

void nvml_driver(const struct nvml *, char *text, size_t size);
void nvml_state(const struct nvml *, void *device, struct device_state *);

C_NAMES_END
