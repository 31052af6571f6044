/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner: the thread or block of threads that a row of the matrix falls to. */
#ifndef NZ_OWNER_H
#define NZ_OWNER_H

#include "tui/views/scene.h"

/* How the rows are divided by the kernel of the run under the cursor, else the kernel under the cursor; NULL: that is
   not known (yet), and *why says so. Only where `on`. */
const struct model_work *owner_work(const struct scene *, bool on, char *why, size_t size);
/* The unit that a row belongs to, -1: not known. */
int64_t owner_unit(const struct model_work *, int64_t row);
/* Its colour, and a letter where there are none. */
enum role owner_role(int64_t unit);
char owner_letter(int64_t unit);

#endif
