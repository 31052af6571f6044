/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_folder: where nzscope's own data files are. */
#pragma once

#include "core/base/std.h"

/* Looks for `file` upwards from the program: in share/nzscope/NAME beside an installed one (wherever it was moved), in
   SOURCE beside one in a build tree. Else the folder is the one that `make install` fills; false: it does not exist. */
bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size);
