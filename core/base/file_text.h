/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_text: opens a text file for reading, and reads its lines. */
#pragma once

#include "core/base/err.h"

/* NULL and errno: it cannot be. A pipe that nobody writes to is empty: waiting for its writer would freeze the screen,
   and no signal could end it. */
FILE *file_text_open(const char *path);

/* The next line, without its end and the blanks before that. False: no more, or (ERR_INPUT) it is longer than any that
   people write. */
enum { FILE_TEXT_LINE = 8192 };
bool file_text_line(FILE *, char line[FILE_TEXT_LINE], struct err *);
