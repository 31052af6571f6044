/* SPDX-License-Identifier: GPL-3.0-or-later */
/* supports: who could compute a problem, and what it would take, before anything is allocated. */
#ifndef NZ_SUPPORTS_H
#define NZ_SUPPORTS_H

#include "core/engine/session.h"

/* Whether a kernel takes the problem, with its memory set against the limit; *bytes on the device. Cheap. */
bool supports_problem(struct session *, const struct registered *, struct device *, int64_t k, int threads,
                      const int64_t *param, uint64_t *bytes, struct err *why);
/* The device named `id` if the kernel can run there, the first that it can run on when id is NULL; else NULL. */
struct device *supports_device(const struct session *, const struct kernel *, const char *id);

#endif
