/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_same: whether two paths lead to the same file. */
#pragma once

#include "core/base/std.h"

/* Whether writing to one path would change what the other reads: the same regular file, following links, or, where
   neither exists yet, the same name in the same folder. Devices and pipes may be shared. */
bool file_same(const char *a, const char *b);
