/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tar: headers of the members of a tar archive. */
#pragma once

#include "core/base/std.h"

enum { TAR_BLOCK = 512 };

/* Whether a block of TAR_BLOCK bytes is the header of a member. */
bool tar_is_header(const char *block);

/* The size of the member; false: it has none. */
bool tar_size(const char *block, uint64_t *size);

/* Whether the member is the matrix of the archive at this path: NAME/NAME.mtx or ARCHIVE.mtx, not NAME/NAME_b.mtx. */
bool tar_wanted(const char *block, const char *archive);
