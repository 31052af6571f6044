/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_source: a text file, plain, gzipped or in a tar archive, cut into pieces at line ends. */
#pragma once

#include "core/base/err.h"

/* A line ends in LF, CR LF or CR. Lines longer than a requested piece by more than TEXT_LINE_MAX are refused. */
enum { TEXT_LINE_MAX = 1 << 20, TEXT_PAD = 64 };

struct text_buffer {
    char *bytes;
    size_t room, used;
};

struct text_source {
    int fd;
    struct text_stream *stream; /* NULL: a plain file */
    uint64_t size;              /* bytes of the file */
    uint64_t most;              /* an upper bound on the bytes of text */
    uint64_t at;                /* plain: bytes read so far */
    uint64_t base;              /* offset of the buffer in the text */
    struct text_buffer buffer;
    size_t given; /* bytes of the buffer handed out */
    bool ended;
};

/* A piece of text: whole lines, each with its line end, and TEXT_PAD readable bytes after them. */
struct text {
    const char *begin, *end;
};

/* ERR_INPUT unless it is a regular file, readable, not empty, and not packed in any other way. */
bool text_open(struct text_source *s, const char *path, struct err *e);

/* The next piece, of about `want` bytes (at least a line), valid until the next call; empty at the end. */
bool text_next(struct text_source *s, size_t want, struct text *t, struct err *e);

/* Reads the lines of a plain file that begin in from .. to-1 into `b`. Thread-safe, with a `b` for each thread. */
bool text_block(const struct text_source *s, uint64_t from, uint64_t to, struct text_buffer *b, struct text *t,
                struct err *e);
void text_buffer_free(struct text_buffer *);

/* The offset in the text of p, which points into the current piece. */
uint64_t text_offset(const struct text_source *s, const char *p);

/* Bytes of the file consumed so far. */
uint64_t text_position(const struct text_source *s);

void text_close(struct text_source *s);

/* One past the next line end at or after p; `end` if there is none before it. */
const char *text_line_end(const char *p, const char *end);
