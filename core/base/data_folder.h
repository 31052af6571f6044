/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_folder: where the project's own data lie on this machine. */
#pragma once

#include "core/base/std.h"

/* The folder share/nzscope/NAME where this program was installed (which need not be where it was built for), or SOURCE
   in a folder above build/nzscope or a test, whichever holds `file`; else NAME where installing would put it. False:
   nothing is there either. */
bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size);
