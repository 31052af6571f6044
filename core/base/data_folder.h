/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_folder: where this program and its data files are. */
#pragma once

#include "core/base/std.h"

/* The folder of this program, or the one `up` levels above it. False: there is none. */
bool program_folder(char *folder, size_t size, int up);

/* The folder of the data called NAME, which holds `file`: share/nzscope/NAME (installed, perhaps moved since) or SOURCE
   (a source tree), in a folder above the program. Else the one that `make install` fills; false: that is missing. */
bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size);
