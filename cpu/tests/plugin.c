/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: a backend of one kernel for a device that no machine has; test_registry builds it in several ways. */
#include <signal.h>

#include "core/measure/backend.h"

/* What a library may do to the process while it is loaded, while it is opened, and while its kernel runs. */
#ifndef AT_LOAD
#define AT_LOAD (void)0
#endif
#ifndef AT_OPEN
#define AT_OPEN (void)0
#endif
#ifndef AT_RUN
#define AT_RUN (void)0
#endif
#ifndef ON
#define ON "test"
#endif

#ifndef ABI
#define ABI BACKEND_ABI
#endif
#ifndef KERNEL_SIZE
#define KERNEL_SIZE sizeof(struct kernel)
#endif

static __attribute__((constructor)) void plugin_loaded(void)
{
    AT_LOAD;
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return true;
}

static bool run(void *plan_data, struct err *e)
{
    AT_RUN;
    return true;
}

static const struct kernel kernel = {
    .name = "test.csr.nothing",
    .what = "does nothing",
    .family = ON,
    .format = "csr",
    .op = OP_MUL,
    .prepare = prepare,
    .run = run,
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
    AT_OPEN;
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

#ifdef LIBRARY
static const char *plugin_foreign(void)
{
    return LIBRARY;
}
#else
#define plugin_foreign NULL
#endif

#ifndef OPERATIONS
#define OPERATIONS OP_COUNT
#endif
static const struct backend backend = {
    .abi = ABI,
    .device_size = sizeof(struct device),
    .problem_size = sizeof(struct problem),
    .kernel_size = KERNEL_SIZE,
    .operations = OPERATIONS,
    .name = NAME,
    .kind = "test",
    .open = plugin_open,
    .device = plugin_device,
    .kernels = kernels,
    .foreign = plugin_foreign,
};

BACKEND_EXPORT
{
    return &backend;
}
