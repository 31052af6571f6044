/* SPDX-License-Identifier: GPL-3.0-or-later */
/* user_path: where nzscope keeps a user's files, per the XDG base directory specification. */
#pragma once

#include "core/base/std.h"

enum user_files { USER_CONFIG, USER_DATA, USER_STATE };

/* The path of a file: $XDG_…_HOME/nzscope/NAME, else below ~/.config, ~/.local/share or ~/.local/state. False: no home,
   or too long. */
bool user_path(enum user_files, const char *name, char *path, size_t size);
/* The folder for temporary files: $TMPDIR if that is an absolute path, and not too long, else /tmp. */
const char *user_path_temporary(void);
/* Makes the folders above a file, mode 0700. False and errno on failure. */
bool user_path_folders(char *path);
