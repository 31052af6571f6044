/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages: device memory whose physical pages can be exchanged below its address. */
#pragma once

#include "gpu/device/device_cuda.cuh"

/* False: there is none of that kind, because of the driver, the device, or too little memory; all is as it was. */
bool pages_alloc(struct device *d, uint64_t bytes, void **out);

/* False: it does not come from pages_alloc. */
bool pages_free(struct device *d, void *memory);

/* Copies what pages_alloc gave into other physical pages and puts these in its place; other memory stays where it is.
   ERR_MEMORY: nothing has changed. */
bool pages_move(struct device *d, void *memory, struct err *e);
