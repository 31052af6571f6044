/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_cuts: for tests: whether the pieces and blocks of a text are whole lines that together are the text. */
#pragma once

#include <sys/mman.h>

#include "core/io/text_source.h"

/* A plain file of these bytes, whatever they begin with; text_close closes it. */
static inline struct text_source cuts_source(const char *text, size_t n)
{
    int fd = memfd_create("text", 0);

    if (fd < 0 || write(fd, text, n) != (ssize_t)n)
        abort();
    return (struct text_source){ .fd = fd, .size = n, .most = n };
}

/* Whether the lines t follow the first *at bytes of the text, which then grow by them. */
static inline bool cuts_follow(const char *text, size_t n, size_t *at, struct text t)
{
    size_t size = (size_t)(t.end - t.begin), own = size < n - *at ? size : n - *at;
    const char *next = text + *at + own;

    if (size == 0)
        return true;
    if (memcmp(text + *at, t.begin, own) != 0 || (t.end[-1] != '\n' && t.end[-1] != '\r'))
        return false;
    /* a line end may have been added to the last line, but to no other */
    if (size > own && (size != own + 1 || own == 0 || next[-1] == '\n' || next[-1] == '\r'))
        return false;
    if (t.end[-1] == '\r' && next < text + n && *next == '\n')
        return false;
    *at += own;
    return true;
}

static inline bool cuts_pieces(const char *text, size_t n, size_t want)
{
    struct text_source s;
    struct text t;
    struct err e = { 0 };
    size_t at = text_bom(text, n); /* the byte order mark is no part of it */
    bool ok;

    s = cuts_source(text, n);
    do {
        ok = text_next(&s, want, &t, &e) && (t.begin == t.end || text_offset(&s, t.begin) == at) &&
             cuts_follow(text, n, &at, t);
    } while (ok && t.begin < t.end);
    text_close(&s);
    return ok && at == n;
}

static inline bool cuts_blocks(const char *text, size_t n, size_t block)
{
    struct text_source s;
    struct text_buffer b = { 0 };
    struct text t;
    struct err e = { 0 };
    size_t at = 0;
    bool ok = true;

    s = cuts_source(text, n);
    for (size_t from = 0; ok && from < n; from += block)
        ok = text_block(&s, from, from + block < n ? from + block : n, &b, &t, &e) && cuts_follow(text, n, &at, t);
    text_buffer_free(&b);
    text_close(&s);
    return ok && at == n;
}
