/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack: the text of a gzipped file, or of the matrix in a tar archive, gzipped or not. */
#pragma once

#include <stdatomic.h>

#include "core/base/err.h"

struct unpack;

/* fd, which the caller keeps, is a file of `size` bytes; in an archive the text is that of NAME/NAME.mtx, or of the
   member named like the archive at `path`. Once *stop is set, reading fails with ERR_CANCELLED. */
struct unpack *unpack_open(int fd, const char *path, bool gzip, uint64_t size, const atomic_bool *stop, struct err *e);

/* Reads n bytes of text. *got is smaller only at its end, once the rest of the file has been checked: complete members
   of the archive, correct gzip sums. *got is valid even after an error. */
bool unpack_read(struct unpack *u, char *to, size_t n, size_t *got, struct err *e);

/* Bytes of text left, UINT64_MAX if unknown. */
uint64_t unpack_left(const struct unpack *u);

/* Bytes of the file unpacked so far. */
uint64_t unpack_position(const struct unpack *u);
void unpack_close(struct unpack *u);
