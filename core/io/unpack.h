/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack: the text in a gzipped file, or that of the matrix in a tar archive, gzipped or not. */
#pragma once

#include <stdatomic.h>

#include "core/base/err.h"

struct unpack;

/* Descriptor fd, which stays the caller's, is a file of `size` bytes; in an archive the text is that of NAME/NAME.mtx,
   or of the member that bears the name of the archive at `path`. Where *stop is set, reading fails with ERR_CANCELLED.
 */
struct unpack *unpack_open(int fd, const char *path, bool gzip, uint64_t size, const atomic_bool *stop, struct err *e);

/* Reads n bytes of text. *got is less at its end only, when what follows in the file has been checked, too: members of
   the archive are whole, and the sums of gzip are right. *got counts before an error, too. */
bool unpack_read(struct unpack *u, char *to, size_t n, size_t *got, struct err *e);

/* Bytes of text that are left, UINT64_MAX where that is not known. */
uint64_t unpack_left(const struct unpack *u);

/* Bytes of the file that have been unpacked. */
uint64_t unpack_position(const struct unpack *u);
void unpack_close(struct unpack *u);
