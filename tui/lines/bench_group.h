/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_group: the runs of a bench as bars, a group for each matrix. */
#ifndef NZ_BENCH_GROUP_H
#define NZ_BENCH_GROUP_H

#include "core/base/err.h"

struct pivot;

/* As SVG to a path that ends in .svg, a file for each of the tables: A.svg, A-2.svg; else all as text; "-": on the
   standard output. ERR_INPUT, ERR_USAGE where nothing was measured. */
bool bench_group_write(const struct pivot *, const char *path, struct err *);

#endif
