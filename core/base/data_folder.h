/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_folder: where this program and its data files are. */
#pragma once

#include "core/base/std.h"

/* The folder of this program, or the one `up` levels above it. False: none. */
bool program_folder(char *folder, size_t size, int up);

/* Searches upwards from the program for `file`: in share/nzscope/NAME beside an installed program (wherever it was
   moved), in SOURCE beside one in a build tree. Else `path` is the folder that `make install` fills; false: missing. */
bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size);
