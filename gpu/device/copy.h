/* SPDX-License-Identifier: GPL-3.0-or-later */
/* copy: memcpy on all threads. */
#ifndef NZ_COPY_H
#define NZ_COPY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void copy_on_threads(void *to, const void *from, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
