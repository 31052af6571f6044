/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_header: the header of a Matrix Market file: banner, comments, sizes. */
#pragma once

#include "core/io/text_source.h"
#include "core/matrix/matrix.h"

struct mm_header {
    enum field field;
    enum symmetry symmetry;
    bool array;
    int64_t m, n;
    int64_t entries; /* entry lines that must follow */
    int64_t line;    /* of the size line */
    char title[256]; /* the first comment that says something, scrubbed */
};

/* The lines of a source one after the other. */
struct mm_lines {
    struct text_source *source;
    struct text rest; /* what is left of the piece at hand */
    int64_t line;     /* the number of the line given last */
};

/* Reads up to and with the size line; afterwards `lines` stands at the first entry. On an error
   lines->line is where it is. e is not NULL and holds no error yet. */
bool mm_header_read(struct mm_lines *lines, struct mm_header *h, struct err *e);

/* The token at p, scrubbed and shortened for a message. */
enum { MM_TOKEN = 48 };
const char *mm_token(const char *p, const char *end, char out[MM_TOKEN]);
