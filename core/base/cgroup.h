/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cgroup: the limits of this process's control group and its ancestors, version 2 or 1. */
#pragma once

#include "core/base/std.h"

/* The least limit_of(FOLDER) over the folder of our group and its parents up to `root`; INFINITY: no limit.
   `controller` names a tree of version 1; "" is the single tree of version 2. In a container our own limits may be
   those of `root`. */
double cgroup_least(const char *root, const char *controller, double (*limit_of)(const char *folder));

/* The number in a file of this folder, or on its line that begins with `key`; INFINITY: there is none, or "max". */
double cgroup_number(const char *folder, const char *file, const char *key);
