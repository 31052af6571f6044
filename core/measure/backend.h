/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend: the one symbol of a plug-in: its devices and kernels. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

enum { BACKEND_ABI = 9 };

struct backend {
    /* BACKEND_ABI, sizes of the structs above, and the number of operations when it was compiled. */
    uint32_t abi, device_size, problem_size, kernel_size, operations;
    const char *name; /* "cpu", "cuda", "cusparse" */
    const char *kind; /* the kind of device its kernels run on */
    /* Finds the devices; false: none usable, and why. Called once, by the worker thread. */
    bool (*open)(struct err *why);
    struct device *(*device)(int index); /* NULL after the last; NULL pointer: it has no devices */
    const struct kernel *const *kernels; /* ends in NULL; kernels of the same name, one per type, are adjacent */
    /* The foreign library that its kernels call, with the version loaded: "cuSPARSE 12.9.4"; after `open`. NULL: none,
       or version unknown. */
    const char *(*foreign)(void);
};

#define BACKEND_SIZES BACKEND_ABI, sizeof(struct device), sizeof(struct problem), sizeof(struct kernel), OP_COUNT
#define BACKEND_SYMBOL "nzscope_backend"
typedef const struct backend *backend_entry(void);
/* The head of the one function that a plug-in exports. */
#define BACKEND_EXPORT                                                                                                 \
    backend_entry nzscope_backend;                                                                                     \
    __attribute__((visibility("default"))) const struct backend *nzscope_backend(void)

C_NAMES_END
