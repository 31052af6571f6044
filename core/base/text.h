/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: sizes and counts as people read them, the same in every part of the program and in every locale; text that
   grows; lists of items, words, and what names end in. */
#pragma once

#include "core/base/c_names.h"
#include "core/base/std.h"

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

/* Appends to what stands in `out`, as far as there is room. text_join: behind `between`, where something stands there.
 */
void text_add(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
void text_join(char *out, size_t size, const char *between, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The next of the words with blanks between them, and its length; *words goes on behind it. NULL: no more. */
const char *text_word(const char **words, int *length);

/* Whether one of the words is the first `length` bytes of this one. */
bool text_has(const char *words, const char *word, int length);

/* What stands behind "NAME=" in a word, case ignored; NULL: nothing. */
const char *text_value(const char *words, const char *name);

/* Whether a name ends in `end` and is more than that. */
bool text_ends_in(const char *name, const char *end);

C_NAMES_END
