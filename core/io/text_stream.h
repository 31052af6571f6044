/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_stream: unpacks a gzipped file, or the matrix in a tar archive, on its own thread. */
#pragma once

#include "core/base/err.h"

struct text_stream;

/* fd, which the caller keeps, is a file of `size` bytes; in an archive the text is that of NAME/NAME.mtx, or of the
   member named like the archive at `path`. *most: an upper bound on the bytes of text. NULL on failure. */
struct text_stream *text_stream_open(int fd, const char *path, bool gzip, uint64_t size, uint64_t *most, struct err *e);

/* Waits for the next n bytes; *got is smaller only at the end. */
bool text_stream_read(struct text_stream *s, char *to, size_t n, size_t *got, struct err *e);

/* Bytes of the file unpacked so far. */
uint64_t text_stream_position(struct text_stream *s);
void text_stream_close(struct text_stream *s);
