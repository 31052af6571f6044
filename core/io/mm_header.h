/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_header: reads the header of a Matrix Market file: banner, comments, sizes. */
#pragma once

#include "core/io/text_source.h"
#include "core/matrix/matrix.h"

struct mm_header {
    enum field field;
    enum symmetry symmetry;
    bool array;
    int64_t m, n;
    int64_t entries; /* entry lines that follow */
    int64_t line;    /* number of the size line */
    char title[256]; /* scrubbed: the first comment in brackets, where SuiteSparse has it, else the first with text */
    bool in_brackets;
};

/* Reads a source line by line. */
struct mm_lines {
    struct text_source *source;
    struct text rest; /* the rest of the current piece */
    int64_t line;     /* number of the last line read */
};

/* Reads up to the size line; `lines` is then at the first entry, or at the line of the error. e holds no error yet. */
bool mm_header_read(struct mm_lines *lines, struct mm_header *h, struct err *e);

/* The token at p, scrubbed and shortened for messages. */
enum { MM_TOKEN = 48 };
const char *mm_token(const char *p, const char *end, char out[MM_TOKEN]);
