/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unzip: reads members of a zip archive, stored or deflated, and checks their sums. */
#pragma once

#include "core/base/err.h"

struct unzip;

/* Only in programs built with libzip. NULL: ERR_INPUT or ERR_MEMORY. */
struct unzip *unzip_open(const char *path, struct err *e);
void unzip_close(struct unzip *z); /* NULL is allowed */

bool unzip_has(const struct unzip *z, const char *name);

/* Begins a member; one at a time. *size: its declared bytes, checked against what its packed bytes can hold. */
bool unzip_begin(struct unzip *z, const char *name, uint64_t *size, struct err *e);

/* Reads exactly n bytes. */
bool unzip_read(struct unzip *z, void *to, size_t n, struct err *e);

/* Ends a member, which must have been read completely, and checks its sum. */
bool unzip_end(struct unzip *z, struct err *e);

/* Ends it unread and unchecked. */
void unzip_leave(struct unzip *z);
