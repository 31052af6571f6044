/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/gunzip.h"

#include <zlib.h>

#include "core/io/file_read.h"

enum { INPUT = 1 << 17, SKIP = 1 << 15, GZIP_WINDOW = 15 + 16 /* zlib: 32 kB, gzip's header and trailer only */ };

struct gunzip {
    int fd;
    bool gzip, ended;
    uint64_t size, at; /* size of the file, and bytes read so far */
    z_stream z;
    size_t room;
    unsigned char input[]; /* `room` bytes */
};

bool gunzip_damaged(struct err *e, const char *what)
{
    return err_set(e, ERR_INPUT, "is damaged: %s; fetch or pack it again", what);
}

/* The next n bytes of the file, fewer at its end. */
static bool input_read(struct gunzip *g, void *to, size_t n, size_t *got, struct err *e)
{
    bool ok = file_read(g->fd, to, n, g->at, got, e);
    g->at += *got;
    return ok;
}

/* Makes input available, except at the end of the file. */
static bool input_fill(struct gunzip *g, struct err *e)
{
    size_t got;

    if (g->z.avail_in > 0)
        return true;
    if (!input_read(g, g->input, g->room, &got, e))
        return false;
    g->z.next_in = g->input;
    g->z.avail_in = (uInt)got;
    return true;
}

/* After a member: another one, zeros, or the end of the file. */
static bool member_next(struct gunzip *g, struct err *e)
{
    if (!input_fill(g, e))
        return false;
    if (g->z.avail_in > 0 && *g->z.next_in == 0x1F)
        return inflateReset(&g->z) == Z_OK || gunzip_damaged(e, "bad gzip data");
    g->ended = true;
    while (g->z.avail_in > 0) {
        for (; g->z.avail_in > 0; g->z.avail_in--)
            if (*g->z.next_in++)
                return gunzip_damaged(e, "there are other bytes after the gzip data");
        if (!input_fill(g, e))
            return false;
    }
    return true;
}

/* Only zlib's message distinguishes a wrong sum from other bad data. */
static bool inflate_failed(const struct gunzip *g, int code, struct err *e)
{
    if (code == Z_MEM_ERROR)
        return err_nomem(e, "unpacking", 1 << 15);
    bool sum =
        g->z.msg && strncmp(g->z.msg, "incorrect", 9) == 0 && strstr(g->z.msg, "check") && !strstr(g->z.msg, "header");
    return gunzip_damaged(e, sum ? "the checksum of the gzip data is wrong" : "bad gzip data");
}

bool gunzip_read(struct gunzip *g, char *to, size_t n, size_t *got, struct err *e)
{
    if (!g->gzip)
        return input_read(g, to, n, got, e);
    for (*got = 0; *got < n && !g->ended;) {
        if (!input_fill(g, e))
            return false;
        if (g->z.avail_in == 0)
            return gunzip_damaged(e, "the gzip data end too early");
        uInt room = n - *got < INPUT ? (uInt)(n - *got) : INPUT;
        g->z.next_out = (Bytef *)to + *got;
        g->z.avail_out = room;
        int code = inflate(&g->z, Z_NO_FLUSH);
        *got += room - g->z.avail_out;
        if (code == Z_STREAM_END ? !member_next(g, e) : code != Z_OK && !inflate_failed(g, code, e))
            return false;
    }
    return true;
}

bool gunzip_skip(struct gunzip *g, uint64_t n, uint64_t *skipped, struct err *e)
{
    char bytes[SKIP];
    size_t got = 0;

    if (!g->gzip) {
        uint64_t left = g->size > g->at ? g->size - g->at : 0;
        *skipped = n < left ? n : left;
        g->at += *skipped;
        return true;
    }
    bool ok = gunzip_read(g, bytes, n < SKIP ? (size_t)n : SKIP, &got, e);
    *skipped = got;
    return ok;
}

uint64_t gunzip_position(const struct gunzip *g)
{
    return g->at - g->z.avail_in;
}

struct gunzip *gunzip_open(int fd, bool gzip, uint64_t size, struct err *e)
{
    size_t room = !gzip ? 0 : size < INPUT ? (size_t)size + 1 : INPUT;
    struct gunzip *g = calloc(1, sizeof *g + room);

    if (!g || (gzip && inflateInit2(&g->z, GZIP_WINDOW) != Z_OK)) {
        err_nomem(e, "unpacking", sizeof *g + room);
        free(g);
        return NULL;
    }
    g->fd = fd;
    g->gzip = gzip;
    g->size = size;
    g->room = room;
    return g;
}

void gunzip_close(struct gunzip *g)
{
    if (g && g->gzip)
        inflateEnd(&g->z);
    free(g);
}
