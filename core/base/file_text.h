/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_text: reads text files line by line. */
#pragma once

#include "core/base/err.h"

/* Opens a file for reading; NULL and errno on failure. A pipe without a writer reads as empty: waiting for one would
   freeze the screen. */
FILE *file_text_open(const char *path);
/* Refuses pipes and devices, which could block the screen: ERR_INPUT, in which `what` says what a file is expected to
   be: "a tour". A missing file passes. */
bool file_text_is_file(const char *path, const char *what, struct err *);
/* Opens what file_text_is_file accepts. ERR_INPUT. */
FILE *file_text_open_file(const char *path, const char *what, struct err *);

/* The next line without its line end, trailing blanks or a byte order mark. False at the end, or with ERR_INPUT. */
enum { FILE_TEXT_LINE = 8192 };
bool file_text_line(FILE *, char line[FILE_TEXT_LINE], struct err *);
