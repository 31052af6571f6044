/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_text: opens a text file for reading. */
#ifndef NZ_FILE_TEXT_H
#define NZ_FILE_TEXT_H

#include <stdio.h>

/* NULL and errno: it cannot be. A pipe that nobody writes to is empty: waiting for its writer would freeze the screen,
   and no signal could end it. */
FILE *file_text_open(const char *path);

#endif
