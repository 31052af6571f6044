/* SPDX-License-Identifier: GPL-3.0-or-later */
/* user_path: where a user's files of nzscope lie, by the XDG base directory specification. */
#pragma once

#include "core/base/std.h"

enum user_files { USER_CONFIG, USER_DATA, USER_STATE };

/* $XDG_…_HOME/nzscope/NAME, else the same below ~/.config, ~/.local/share or ~/.local/state. False: there is no place.
 */
bool user_path(enum user_files, const char *name, char *path, size_t size);
/* Makes the folders above the file, for the user alone. False: errno says why. */
bool user_path_folders(char *path);
