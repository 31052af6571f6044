/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gunzip: reads a file, inflating it if gzipped, and checks the sum of each member. */
#pragma once

#include "core/base/err.h"

struct gunzip;

/* fd, which the caller keeps, is a file of `size` bytes. NULL: ERR_MEMORY. */
struct gunzip *gunzip_open(int fd, bool gzip, uint64_t size, struct err *e);

/* Reads n bytes. *got is smaller only at the end, once all sums are correct, and is valid even after an error. Like
   gzip, ignores zeros after the last member; any other byte there is an error. */
bool gunzip_read(struct gunzip *g, char *to, size_t n, size_t *got, struct err *e);

/* Skips up to n bytes, some at a time: *skipped is 0 only at the end. */
bool gunzip_skip(struct gunzip *g, uint64_t n, uint64_t *skipped, struct err *e);

/* Bytes of the file read and inflated so far. */
uint64_t gunzip_position(const struct gunzip *g);
void gunzip_close(struct gunzip *g); /* NULL is allowed */

/* ERR_INPUT: "is damaged: WHAT; fetch or pack it again"; returns false. */
bool gunzip_damaged(struct err *e, const char *what);
