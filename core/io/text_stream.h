/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_stream: unpacks a gzipped file, or the matrix in a tar archive, in a thread of its own. */
#pragma once

#include "core/base/err.h"

struct text_stream;

/* Unpacks descriptor fd, which stays the caller's. In an archive the text is that of NAME/NAME.mtx, or of the
   member that bears the name of the archive at `path`. *most: no more bytes of text than this can come. NULL on
   failure. */
struct text_stream *text_stream_open(int fd, const char *path, bool gzip, uint64_t size, uint64_t *most, struct err *e);

/* Waits for the next n bytes; *got is less at the end only. */
bool text_stream_read(struct text_stream *s, char *to, size_t n, size_t *got, struct err *e);

/* Bytes of the file that have been unpacked. */
uint64_t text_stream_position(struct text_stream *s);
void text_stream_close(struct text_stream *s);
