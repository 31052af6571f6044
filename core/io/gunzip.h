/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gunzip: the bytes of a gzipped file, checked against the sums of all its members; those of any other as they are. */
#pragma once

#include "core/base/err.h"

struct gunzip;

/* Descriptor fd, which stays the caller's, is a file of `size` bytes. NULL: ERR_MEMORY. */
struct gunzip *gunzip_open(int fd, bool gzip, uint64_t size, struct err *e);

/* Reads n bytes; *got is less at the end only, which is reached when all sums have been found right. As gzip does it,
   zeros after the last member are left out; anything else there is an error. *got counts before an error, too. */
bool gunzip_read(struct gunzip *g, char *to, size_t n, size_t *got, struct err *e);

/* The same without keeping the bytes. */
bool gunzip_skip(struct gunzip *g, uint64_t n, uint64_t *skipped, struct err *e);

/* Bytes of the file that have been unpacked. */
uint64_t gunzip_position(const struct gunzip *g);
void gunzip_close(struct gunzip *g);
