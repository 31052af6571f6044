/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host: this machine according to Linux: processor, caches, memory, and the limits of the control group. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void host_name(char *name, size_t size); /* the processor's model; "CPU" if unknown */
uint64_t host_memory(void);              /* bytes installed */
uint64_t host_cache(void);               /* bytes of our processors' last-level caches; 0: unknown */
int host_processors(void);               /* processors in the affinity mask; ≥ 1 */
int host_processor_next(int from);       /* the first of them ≥ from; -1: none */
bool host_bind(int processor);           /* binds the calling thread to it; -1: to all in the mask */
double host_quota(void);                 /* the control group's quota in processors; 0: no quota */

/* The current clock of our fastest processor, in MHz; 0: unknown. `root` precedes /sys and /proc. */
double host_mhz(const char *root);
