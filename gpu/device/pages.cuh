/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages: device memory whose physical pages can be replaced at the same address. */
#pragma once

#include "gpu/device/device_cuda.cuh"

/* False: not available, because of the driver, the device, or too little memory; nothing has changed. */
bool pages_alloc(struct device *d, uint64_t bytes, void **out);

/* False: not from pages_alloc. */
bool pages_free(struct device *d, void *memory);

/* Copies memory from pages_alloc to other physical pages and puts these in its place; other memory stays where it is.
   ERR_MEMORY: nothing has changed. */
bool pages_move(struct device *d, void *memory, struct err *e);
