/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: sizes and counts as people read them, the same in every part of the program and in every locale; lists of
   items, and what names end in. */
#ifndef NZ_TEXT_H
#define NZ_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/c_names.h"

C_NAMES_BEGIN

enum { TEXT_SIZE = 32 };

/* Decimal units: "812 B", "9.5 kB", "81 MB", "12.4 GB"; one decimal below 100. UINT64_MAX: "over 18 EB". Writes into
   out, which has room for TEXT_SIZE bytes, and returns it. */
const char *text_bytes(char *out, uint64_t bytes);

/* "81,204". Writes into out, which has room for TEXT_SIZE bytes, and returns it. */
const char *text_count(char *out, int64_t count);

/* Takes the next item of "a,b,c" into `item`, cut off where there is no room, and goes on behind it; *list is NULL
   behind the last one. False: it is. */
bool text_item(const char **list, char *item, size_t size);

/* Whether a name ends in `end` and is more than that. */
bool text_ends_in(const char *name, const char *end);

C_NAMES_END
#endif
