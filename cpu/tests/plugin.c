/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: a backend of one kernel for a device that no machine has; test_registry builds it in several ways. */
#include "core/kernel.h"

#ifndef ABI
#define ABI BACKEND_ABI
#endif
#ifndef KERNEL_SIZE
#define KERNEL_SIZE sizeof(struct kernel)
#endif

static const struct kernel kernel = {
    .name = "test.csr.nothing", .what = "does nothing", .on = "test", .format = "csr", .op = OP_MUL
};

static const struct kernel *const kernels[] = { &kernel, NULL };

#ifdef OPEN_FAILS
static bool plugin_open(struct err *why)
{
    static const struct err no = { ERR_DEVICE, "the moon is not full" };

    *why = no;
    return false;
}
#else
static bool plugin_open(struct err *why)
{
    (void)why;
    return true;
}
#endif

#ifdef DEVICE
static struct device *plugin_device(int index)
{
    static struct device device = { .id = "test0", .kind = "test", .name = "a device of paper" };

    return index == 0 ? &device : NULL;
}
#else
#define plugin_device NULL
#endif

static const struct backend backend = { ABI,    sizeof(struct device), sizeof(struct problem), KERNEL_SIZE, NAME,
                                        "test", plugin_open,           plugin_device,          kernels };

backend_entry nzscope_backend;
__attribute__((visibility("default"))) const struct backend *nzscope_backend(void)
{
    return &backend;
}
