/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cgroup: the limits of this process's control group and its ancestors, version 2 or 1. */
#pragma once

#include "core/base/std.h"

/* The least limit_of(FOLDER) of our group and its ancestors below `root`; INFINITY: no limit. `controller` names the
   tree of version 1; "" is the single tree of version 2. In a container the root may be ours. */
double cgroup_least(const char *root, const char *controller, double (*limit_of)(const char *folder));

/* The number in a file of a group, with `key` the number after that word; INFINITY: none, or "max". */
double cgroup_number(const char *folder, const char *file, const char *key);
