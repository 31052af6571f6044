/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/text_source.h"

#include <fcntl.h>

#include "core/io/file_read.h"
#include "core/io/tar.h"
#include "core/io/text_stream.h"

/* Files are read, not mapped: truncation is then an error instead of a SIGBUS. */

/* Bytes read beyond a block for the rest of its last line, which is seldom longer. */
enum { SLACK = 512 };

static const struct signature {
    const char *bytes, *name, *tool;
} refused[] = {
    { .bytes = "BZh", .name = "bzip2", .tool = "bunzip2" },
    { .bytes = "\xFD\x37zXZ", .name = "xz", .tool = "unxz" },
    { .bytes = "\x28\xB5\x2F\xFD", .name = "zstd", .tool = "unzstd" },
    { .bytes = "PK\x03\x04", .name = "zip", .tool = "unzip" },
};

const char *text_line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    if (p + 1 < end && p[0] == '\r' && p[1] == '\n')
        p++;
    return p < end ? p + 1 : end;
}

/* By the first bytes: accepts plain text, gzip and tar; refuses other packed formats by name. */
static bool check_packing(int fd, bool *gzip, bool *tar, struct err *e)
{
    char head[TAR_BLOCK] = { 0 };
    ssize_t n = pread(fd, head, sizeof head, 0);

    if (n < 0)
        return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
    *gzip = n >= 2 && head[0] == '\x1F' && head[1] == '\x8B';
    *tar = n == sizeof head && tar_is_header(head);
    for (size_t i = 0; i < COUNT(refused); i++)
        if (strncmp(head, refused[i].bytes, strlen(refused[i].bytes)) == 0)
            return err_set(e, ERR_INPUT, "is compressed with %s, which is not supported; unpack it first with `%s`",
                           refused[i].name, refused[i].tool);
    return true;
}

bool text_open(struct text_source *s, const char *path, struct err *e)
{
    bool gzip = false, tar = false;

    *s = (struct text_source){ 0 };
    s->fd = file_open(path, &s->size, e);
    s->most = s->size;
    bool ok = s->fd >= 0 && check_packing(s->fd, &gzip, &tar, e);
    if (ok && !gzip && !tar)
        posix_fadvise(s->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    else
        ok = ok && (s->stream = text_stream_open(s->fd, path, gzip, s->size, &s->most, e));
    if (!ok)
        text_close(s);
    return ok;
}

void text_close(struct text_source *s)
{
    if (s->stream)
        text_stream_close(s->stream);
    if (s->fd >= 0)
        close(s->fd);
    text_buffer_free(&s->buffer);
    *s = (struct text_source){ .fd = -1 };
}

uint64_t text_position(const struct text_source *s)
{
    return s->stream ? text_stream_position(s->stream) : s->at;
}

uint64_t text_offset(const struct text_source *s, const char *p)
{
    uint64_t at = s->base + (uint64_t)(p - s->buffer.bytes);

    /* a line end may have been added to the last line */
    return at < s->size || s->stream ? at : s->size;
}

void text_buffer_free(struct text_buffer *b)
{
    free(b->bytes);
    *b = (struct text_buffer){ 0 };
}

/* One byte more than the padding, for a missing last line end. */
static bool buffer_room(struct text_buffer *b, size_t bytes, struct err *e)
{
    if (bytes + TEXT_PAD + 1 <= b->room)
        return true;
    char *grown = realloc(b->bytes, bytes + TEXT_PAD + 1);
    if (!grown)
        return err_nomem(e, "a piece of the file", bytes);
    b->bytes = grown;
    b->room = bytes + TEXT_PAD + 1;
    return true;
}

static bool too_long(struct err *e)
{
    return err_set(e, ERR_INPUT, "a line is longer than %d bytes: not a Matrix Market file", TEXT_LINE_MAX);
}

/* Fills the buffer to `bytes` bytes, fewer at the end of the text. */
static bool fill(struct text_source *s, size_t bytes, struct err *e)
{
    struct text_buffer *b = &s->buffer;

    if (s->stream) {
        size_t got = 0;
        if (b->used < bytes && !text_stream_read(s->stream, b->bytes + b->used, bytes - b->used, &got, e))
            return false;
        b->used += got;
        s->ended = b->used < bytes;
        return true;
    }
    uint64_t left = s->size - s->at;
    size_t n = bytes - b->used < left ? bytes - b->used : (size_t)left;
    if (!file_read_all(s->fd, b->bytes + b->used, n, s->at, e))
        return false;
    b->used += n;
    s->at += n;
    s->ended = s->at == s->size;
    return true;
}

/* Drops a byte order mark, so that the text begins with its first line. */
static void drop_mark(struct text_source *s)
{
    struct text_buffer *b = &s->buffer;
    const size_t mark = s->base == 0 ? text_bom(b->bytes, b->used) : 0;

    memmove(b->bytes, b->bytes + mark, b->used -= mark);
    s->base += mark;
}

/* Whether a line ends before `at`; a CR before an LF does not end one. */
static bool is_line_start(const struct text_buffer *b, size_t at)
{
    char last = b->bytes[at - 1];

    return last == '\n' || (last == '\r' && at < b->used && b->bytes[at] != '\n');
}

/* Adds a line end to the last line if it lacks one. */
static void finish(struct text_buffer *b)
{
    if (b->used && b->bytes[b->used - 1] != '\n' && b->bytes[b->used - 1] != '\r')
        b->bytes[b->used++] = '\n';
}

bool text_next(struct text_source *s, size_t want, struct text *t, struct err *e)
{
    struct text_buffer *b = &s->buffer;

    *t = (struct text){ NULL, NULL };
    if (s->given)
        memmove(b->bytes, b->bytes + s->given, b->used - s->given);
    b->used -= s->given;
    s->base += s->given;
    s->given = 0;
    /* one byte beyond the maximum reveals the end */
    want = want < s->most ? want : (size_t)s->most + 1;
    while (!s->given && !s->ended) {
        if (b->used > want + TEXT_LINE_MAX)
            return too_long(e);
        size_t bytes = b->used + want;
        if (!buffer_room(b, bytes, e) || !fill(s, bytes, e))
            return false;
        drop_mark(s);
        if (!s->ended)
            for (s->given = b->used; s->given > 0 && !is_line_start(b, s->given);)
                s->given--;
    }
    if (s->ended) {
        finish(b);
        s->given = b->used;
    }
    if (s->given == 0)
        return true;
    memset(b->bytes + b->used, 0, TEXT_PAD);
    *t = (struct text){ b->bytes, b->bytes + s->given };
    return true;
}

/* Finds the first line that begins at or after byte `at` of the file; b holds the file from `base` on, and grows. */
static bool line_start(const struct text_source *s, uint64_t at, uint64_t base, struct text_buffer *b, size_t *start,
                       struct err *e)
{
    size_t from = (size_t)(at - base);

    if (at == base && at == 0) {
        *start = 0;
        return true;
    }
    for (;;) {
        uint64_t end = base + b->used;
        const char *p = text_line_end(b->bytes + from - 1, b->bytes + b->used);
        *start = (size_t)(p - b->bytes);
        if (end == s->size || is_line_start(b, *start))
            return true;
        if (b->used - from > TEXT_LINE_MAX)
            return too_long(e);
        size_t more = end + TEXT_LINE_MAX / 4 < s->size ? TEXT_LINE_MAX / 4 : (size_t)(s->size - end);
        if (!buffer_room(b, b->used + more, e) || !file_read_all(s->fd, b->bytes + b->used, more, end, e))
            return false;
        b->used += more;
    }
}

bool text_block(const struct text_source *s, uint64_t from, uint64_t to, struct text_buffer *b, struct text *t,
                struct err *e)
{
    uint64_t base = from > 0 ? from - 1 : 0; /* the byte before shows whether a line begins */
    uint64_t end = to + SLACK < s->size ? to + SLACK : s->size;
    size_t begin, stop;

    *t = (struct text){ NULL, NULL };
    b->used = 0;
    if (!buffer_room(b, (size_t)(end - base), e) || !file_read_all(s->fd, b->bytes, (size_t)(end - base), base, e))
        return false;
    b->used = (size_t)(end - base);
    if (!line_start(s, from, base, b, &begin, e) || !line_start(s, to, base, b, &stop, e))
        return false;
    /* the last line, which may lack its end, begins in this block or an earlier one */
    if (begin < stop && stop == b->used && base + b->used == s->size) {
        finish(b);
        stop = b->used;
    }
    memset(b->bytes + b->used, 0, TEXT_PAD);
    *t = (struct text){ b->bytes + begin, b->bytes + stop };
    return true;
}
