/* SPDX-License-Identifier: GPL-3.0-or-later */
/* append: whole rows at the end of a table that several programs may write at once. */
#ifndef NZ_APPEND_H
#define NZ_APPEND_H

#include <stddef.h>

#include "core/base/err.h"

enum { APPEND_LINE = 4096 };

struct append {
    int fd;                  /* -1: not open */
    char first[APPEND_LINE]; /* the first line of the table, without its end */
    bool whole;              /* its last line has an end */
};

/* Opens or makes the file. One that is empty gets `header`, once however many programs begin together; nothing else is
   changed. ERR_INPUT. */
bool append_open(struct append *, const char *path, const char *header, struct err *);

/* Adds whole rows; those of others come before or after, never between. ERR_INPUT. */
bool append_put(struct append *, const char *rows, size_t length, struct err *);

void append_close(struct append *);

#endif
