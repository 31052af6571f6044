/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_source: a text file, plain or gzipped, as pieces that end where a line ends. */
#include "core/text_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "core/number.h"

/* deflate makes at most 1032 bytes of one. */
enum { DEFLATE_RATIO = 1032, GZ_READ = 1 << 17 };

struct signature {
    const char *bytes;
    size_t length;
    const char *name, *tool;
};

static const struct signature refused[5];

const char *text_line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    if (p + 1 < end && p[0] == '\r' && p[1] == '\n')
        p++;
    return p < end ? p + 1 : end;
}

/* Whether a line ends before `at`; a CR before an LF does not end one. */
static bool is_line_start(const char *begin, size_t at, size_t used)
{
    char last = begin[at - 1];

    return last == '\n' || (last == '\r' && at < used && begin[at] != '\n');
}

static bool check_kind(int fd, struct stat *st, struct err *e)
{
    if (fstat(fd, st))
        return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
    if (S_ISDIR(st->st_mode))
        return err_set(e, ERR_INPUT, "is a folder; name a .mtx file in it");
    if (S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode))
        return err_set(e, ERR_INPUT, "is a pipe; save what comes out of it in a file and open that");
    if (!S_ISREG(st->st_mode))
        return err_set(e, ERR_INPUT, "is a device, not a file");
    if (st->st_size == 0)
        return err_set(e, ERR_INPUT, "is empty");
    return true;
}

/* Looks at the first bytes: gzip is read, other kinds of compression are refused by name. */
static bool check_compression(int fd, bool *gzip, struct err *e)
{
    char head[8] = { 0 };
    ssize_t n = pread(fd, head, sizeof head, 0);

    if (n < 0)
        return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
    *gzip = n >= 2 && head[0] == '\x1F' && head[1] == '\x8B';
    for (const struct signature *s = refused; s->bytes; s++)
        if ((size_t)n >= s->length && memcmp(head, s->bytes, s->length) == 0)
            return err_set(e, ERR_INPUT, "is compressed with %s, which is not supported; unpack it first with `%s`",
                           s->name, s->tool);
    return true;
}

bool text_open(struct text_source *s, const char *path, struct err *e)
{
    struct stat st;
    bool gzip = false;

    *s = (struct text_source){ .fd = -1 };
    /* a FIFO must not keep us waiting for a writer */
    s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (s->fd < 0)
        return err_set(e, ERR_INPUT, "cannot be opened: %s", strerror(errno));
    if (!check_kind(s->fd, &st, e) || !check_compression(s->fd, &gzip, e))
        goto failed;
    s->size = (uint64_t)st.st_size;
    s->most = gzip && s->size < UINT64_MAX / DEFLATE_RATIO ? s->size * DEFLATE_RATIO : s->size;
    if (gzip) {
        s->gz = gzdopen(s->fd, "rb");
        if (s->gz && gzbuffer(s->gz, GZ_READ) == 0)
            return true;
        err_nomem(e, "unpacking", GZ_READ);
        goto failed;
    }
    void *map = mmap(NULL, s->size, PROT_READ, MAP_PRIVATE, s->fd, 0);
    if (map == MAP_FAILED) {
        err_set(e, ERR_INPUT, "cannot be mapped into memory: %s", strerror(errno));
        goto failed;
    }
    madvise(map, s->size, MADV_SEQUENTIAL);
    s->map = map;
    return true;
failed:
    text_close(s);
    return false;
}

void text_close(struct text_source *s)
{
    if (s->gz)
        gzclose(s->gz); /* closes the descriptor, too */
    else if (s->fd >= 0)
        close(s->fd);
    if (s->map)
        munmap((void *)(uintptr_t)s->map, s->size);
    free(s->buffer);
    *s = (struct text_source){ .fd = -1 };
}

uint64_t text_position(const struct text_source *s)
{
    z_off_t n = s->gz ? gzoffset(s->gz) : 0;

    return s->map ? s->at : n > 0 ? (uint64_t)n : 0;
}

static bool buffer_room(struct text_source *s, size_t bytes, struct err *e)
{
    if (bytes + NUMBER_PAD + 1 <= s->room)
        return true;
    char *grown = realloc(s->buffer, bytes + NUMBER_PAD + 1);
    if (!grown)
        return err_nomem(e, "a piece of the file", bytes);
    s->buffer = grown;
    s->room = bytes + NUMBER_PAD + 1;
    return true;
}

static bool too_long(struct err *e)
{
    return err_set(e, ERR_INPUT, "a line is longer than %d bytes: not a Matrix Market file", TEXT_LINE_MAX);
}

/* Closes the text in the buffer with a line end, if it has none, and the padding. */
static void buffer_finish(struct text_source *s, struct text *t)
{
    if (s->used && s->buffer[s->used - 1] != '\n' && s->buffer[s->used - 1] != '\r')
        s->buffer[s->used++] = '\n';
    memset(s->buffer + s->used, 0, NUMBER_PAD);
    *t = (struct text){ s->buffer, s->buffer + s->used };
}

/* The last lines are copied, so that the padding can be read after them. */
static bool map_tail(struct text_source *s, struct text *t, struct err *e)
{
    s->used = s->size - s->at;
    if (!buffer_room(s, s->used, e))
        return false;
    memcpy(s->buffer, s->map + s->at, s->used);
    s->at = s->size;
    buffer_finish(s, t);
    return true;
}

static bool map_next(struct text_source *s, size_t want, struct text *t, struct err *e)
{
    uint64_t left = s->size - s->at;
    const char *begin = s->map + s->at;

    *t = (struct text){ NULL, NULL };
    if (left == 0)
        return true;
    if (left <= want + TEXT_LINE_MAX + NUMBER_PAD)
        want = left > TEXT_LINE_MAX + NUMBER_PAD ? left - TEXT_LINE_MAX - NUMBER_PAD : 0;
    if (want == 0)
        return map_tail(s, t, e);
    /* a whole line at most is left of the window, and the padding */
    const char *end = text_line_end(begin + want - 1, begin + want + TEXT_LINE_MAX);
    if (!is_line_start(begin, (size_t)(end - begin), left))
        return too_long(e);
    *t = (struct text){ begin, end };
    s->at += (uint64_t)(end - begin);
    return true;
}

/* Where the last line that is complete ends, 0 when there is none. */
static size_t last_line_end(const struct text_source *s)
{
    size_t at = s->used;

    while (at > 0 && !is_line_start(s->buffer, at, s->used))
        at--;
    return at;
}

static bool gz_fill(struct text_source *s, size_t bytes, struct err *e)
{
    int code;

    while (s->used < bytes && !s->ended) {
        int n = gzread(s->gz, s->buffer + s->used, (unsigned)(bytes - s->used));
        if (n < 0 || (n == 0 && gzerror(s->gz, &code) && code != Z_OK))
            return err_set(e, ERR_INPUT, "is damaged: %s; fetch or pack it again",
                           code == Z_BUF_ERROR ? "the gzip data end too early" : "bad gzip data");
        s->ended = n == 0;
        s->used += (size_t)n;
    }
    return true;
}

static bool gz_next(struct text_source *s, size_t want, struct text *t, struct err *e)
{
    *t = (struct text){ NULL, NULL };
    if (s->given)
        memmove(s->buffer, s->buffer + s->given, s->used - s->given);
    s->used -= s->given;
    s->given = 0;
    if (want < TEXT_LINE_MAX + 1)
        want = TEXT_LINE_MAX + 1;
    if (!buffer_room(s, want, e) || !gz_fill(s, want, e))
        return false;
    if (s->used == 0)
        return true;
    if (s->ended) {
        buffer_finish(s, t);
        s->given = s->used;
        return true;
    }
    s->given = last_line_end(s);
    if (s->given == 0)
        return too_long(e);
    *t = (struct text){ s->buffer, s->buffer + s->given };
    return true;
}

bool text_next(struct text_source *s, size_t want, struct text *t, struct err *e)
{
    return s->map ? map_next(s, want, t, e) : gz_next(s, want, t, e);
}

static const struct signature refused[5] = {
    {.bytes = "BZh",   .length = 3, .name = "bzip2", .tool = "bunzip2" },
    { .bytes = "\xFD\x37zXZ", .length = 5, .name = "xz", .tool = "unxz" },
    { .bytes = "\x28\xB5\x2F\xFD",               .length = 4, .name = "zstd", .tool = "unzstd" },
    { .bytes = "PK\x03\x04",     .length = 4, .name = "zip", .tool = "unzip" },
    { 0 },
};
