/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host: this machine as Linux describes it: processor, caches, memory, and the limits of the control group. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void host_name(char *name, size_t size); /* the processor's model; "CPU" when unknown */
uint64_t host_memory(void);              /* bytes installed */
uint64_t host_cache(void);               /* bytes of all last-level caches that our processors have; 0: unknown */
int host_processors(void);               /* processors that the affinity mask allows; ≥ 1 */
int host_processor_next(int from);       /* the first of them that is ≥ from; -1: none */
bool host_bind(int processor);           /* binds the calling thread to it; -1: to all that the mask allows */
double host_quota(void);                 /* processors that the control group's quota is worth; 0: no quota */
