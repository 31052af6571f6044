/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_text: reads text files line by line. */
#pragma once

#include "core/base/err.h"

/* NULL and errno on failure. A pipe without a writer reads as empty: waiting for one would freeze the screen. */
FILE *file_text_open(const char *path);
/* False for a pipe or a device, with ERR_INPUT that calls it `what`, "a tour": the screen, and what takes Ctrl-C
   itself, must not wait for its other end. */
bool file_text_is_file(const char *path, const char *what, struct err *);
/* Opens a file and nothing else. ERR_INPUT. */
FILE *file_text_open_file(const char *path, const char *what, struct err *);

/* The next line without trailing blanks, line end, and the mark of UTF-8 before it. False at the end, or with ERR_INPUT
   where the line is too long or cannot be read. */
enum { FILE_TEXT_LINE = 8192 };
bool file_text_line(FILE *, char line[FILE_TEXT_LINE], struct err *);
