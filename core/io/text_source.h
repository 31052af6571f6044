/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_source: a text file, plain, gzipped or in a tar archive, as pieces that end where a line ends. */
#pragma once

#include "core/base/err.h"

/* A line ends in LF, CR LF or CR. A line this much longer than the requested piece is refused. */
enum { TEXT_LINE_MAX = 1 << 20, TEXT_PAD = 64 };

struct text_buffer {
    char *bytes;
    size_t room, used;
};

struct text_source {
    int fd;
    struct text_stream *stream; /* what unpacks the file; NULL: a plain one */
    uint64_t size;              /* bytes of the file */
    uint64_t most;              /* no more bytes of text than this can come */
    uint64_t at;                /* plain: what has been read up to */
    uint64_t base;              /* where in the text the buffer begins */
    struct text_buffer buffer;
    size_t given; /* bytes of the buffer that were handed out */
    bool ended;
};

/* A piece of text: whole lines, the last one with its line end, and TEXT_PAD readable bytes after that. */
struct text {
    const char *begin, *end;
};

/* ERR_INPUT for what is no regular file, cannot be read, is empty or compressed in another way. */
bool text_open(struct text_source *s, const char *path, struct err *e);

/* The next piece, of about `want` bytes (at least a line); empty at the end. It stays valid until the next call. */
bool text_next(struct text_source *s, size_t want, struct text *t, struct err *e);

/* The lines of a plain file that begin in from .. to-1, put into `b`; several threads may ask, each with its own b. */
bool text_block(const struct text_source *s, uint64_t from, uint64_t to, struct text_buffer *b, struct text *t,
                struct err *e);
void text_buffer_free(struct text_buffer *);

/* Where in the text p is, which points into the piece at hand. */
uint64_t text_offset(const struct text_source *s, const char *p);

/* Bytes of the file consumed so far, for progress. */
uint64_t text_position(const struct text_source *s);

void text_close(struct text_source *s);

/* Past the next line end at or after p; `end` when there is none before it. */
const char *text_line_end(const char *p, const char *end);
