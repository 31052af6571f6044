/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_word: the name of a file in a command to the engine. */
#ifndef NZ_FILE_WORD_H
#define NZ_FILE_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* Where the name of a file stands in a line: from..to; false: the command reads none. */
bool file_word_find(const char *line, size_t *from, size_t *to);
/* That word, up to a blank, without the escapes of link_word. */
void file_word_plain(const char *word, char *out, size_t size);

#endif
