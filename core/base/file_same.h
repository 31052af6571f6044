/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_same: whether two paths lead to one file. */
#pragma once

#include "core/base/std.h"

/* True when writing one path would change what the other reads: the same regular file by device and inode, so also
   through links, or, where neither exists yet, the same name in the same folder. Devices and pipes are shared freely.
 */
bool file_same(const char *a, const char *b);
