/* SPDX-License-Identifier: GPL-3.0-or-later */
/* copy: memcpy on all threads. */
#pragma once

#include <stddef.h>

#include "core/base/c_names.h"

C_NAMES_BEGIN

void copy_on_threads(void *to, const void *from, size_t bytes);

C_NAMES_END
