/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory: aligned host memory for the CPU device and its plans. */
#pragma once

#include "core/base/err.h"

enum { MEMORY_LINE = 64, MEMORY_HUGE = 2 << 20 };

/* `bytes` bytes of undefined contents, aligned to a cache line; large blocks to 2 MiB, in huge pages if the system
   grants them. Nothing is touched: a page will lie near the thread that writes it first. To be freed with free(). NULL:
   ERR_MEMORY, naming `what`. */
void *memory_new(uint64_t bytes, const char *what, struct err *e);

/* Moves the whole pages among `bytes` bytes at p to other physical memory; contents and addresses stay. `threads`
   threads write it first, as in memory_copy. False: ERR_MEMORY, and nothing has changed. */
bool memory_move(void *p, uint64_t bytes, int threads, struct err *e);

/* memcpy and memset, the t-th part of the bytes by thread t of `threads`; by the caller alone if that is faster. */
void memory_copy(void *to, const void *from, uint64_t bytes, int threads);
void memory_fill(void *to, int byte, uint64_t bytes, int threads);
bool memory_parallel(uint64_t bytes); /* whether a team of threads pays */

/* Evicts `bytes` bytes at p from all caches and keeps their contents, if the processor lets programs do so. */
void memory_evict(const void *p, uint64_t bytes);
