/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: sizes and counts for people, independent of the locale; appending to text; splitting lists and words. */
#pragma once

#include "core/base/c_names.h"
#include "core/base/std.h"

C_NAMES_BEGIN

enum { TEXT_SIZE = 32 }; /* room for each `out` below, which is returned */

/* Decimal units: "812 B", "9.5 kB", "81 MB", "12.4 GB"; one decimal below 100. UINT64_MAX: "over 18 EB". */
const char *text_bytes(char *out, uint64_t bytes);

/* "81,204". */
const char *text_count(char *out, int64_t count);

/* Copies the next item of "a,b,c" into `item`, cut to fit; moves *list past it (NULL after the last). False: none. */
bool text_item(const char **list, char *item, size_t size);

/* The "s" of a plural, "" for one. */
static inline const char *text_plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

/* "2 of 3"; of a single one, "it". */
const char *text_some(char *out, int some, int all);

/* Appends to the text in `out`, cut to fit; text_join first adds `between` unless `out` is empty. */
void text_add(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
void text_join(char *out, size_t size, const char *between, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The next word between blanks, and its length; moves *words past it. NULL: no more. */
const char *text_word(const char **words, int *length);

/* Whether the first `length` bytes of `word` are one of the words. */
bool text_has(const char *words, const char *word, int length);

/* The value of the word "NAME=value", whatever the case of NAME; NULL: none. It ends at a blank or the end. */
const char *text_value(const char *words, const char *name);

/* Prints foreign text into a Markdown page or table: it adds no markup, link or cell. */
void text_put_markdown(FILE *, const char *text);

/* The length of a UTF-8 byte order mark at the beginning; 0: none. */
size_t text_bom(const char *bytes, size_t n);

/* Whether a name ends in `end`, case ignored, and is longer. */
bool text_ends_in(const char *name, const char *end);

C_NAMES_END
