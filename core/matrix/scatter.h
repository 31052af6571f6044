/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scatter: the stable counting sort behind assembly and transposition, shared among threads. */
#ifndef NZ_SCATTER_H
#define NZ_SCATTER_H

#include <stdint.h>

/* How many workers should scatter `items` items into `lines` lines: no more than threads, and so few that their
   counters (8 bytes a line each) stay below the items themselves. */
int scatter_workers(int64_t items, int64_t lines);

/* On entry count[w*lines + i] says how many items worker w has for line i. On return ptr[0..lines] are the line
   pointers, and count[w*lines + i] is where worker w puts its first item of line i: workers in order, hence stable. */
void scatter_offsets(int64_t *count, int workers, int64_t lines, int64_t *ptr);

#endif
