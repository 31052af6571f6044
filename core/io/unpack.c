/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/unpack.h"

#include "core/io/gunzip.h"
#include "core/io/tar.h"

struct unpack {
    struct gunzip *file;
    const atomic_bool *stop;
    char block[TAR_BLOCK]; /* the last header of an archive, else the start of the text */
    size_t used, held;     /* bytes read into the block; of these, text not yet handed out */
    bool archive;
    uint64_t padding; /* bytes after the matrix up to a full block */
    uint64_t left;    /* bytes of the matrix */
};

/* Skips n bytes, fewer at the end of the file. */
static bool skip(struct unpack *u, uint64_t n, uint64_t *skipped, struct err *e)
{
    uint64_t got = 1;

    for (*skipped = 0; *skipped < n && got > 0; *skipped += got) {
        if (*u->stop)
            return err_set(e, ERR_CANCELLED, "cancelled");
        if (!gunzip_skip(u->file, n - *skipped, &got, e))
            return false;
    }
    return true;
}

/* The bytes after a member up to a full block. */
static uint64_t padding(uint64_t size)
{
    return (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK;
}

/* Skips `size` bytes and reads the next header; *more: there is one, and no block of zeros or end of the file. */
static bool header_next(struct unpack *u, uint64_t size, bool *more, struct err *e)
{
    static const char zeros[TAR_BLOCK];
    uint64_t skipped;

    if (!skip(u, size, &skipped, e) || !gunzip_read(u->file, u->block, TAR_BLOCK, &u->used, e))
        return false;
    *more = u->used == TAR_BLOCK && memcmp(u->block, zeros, TAR_BLOCK) != 0;
    if (skipped < size || (u->used > 0 && u->used < TAR_BLOCK))
        return gunzip_damaged(e, "the archive ends within a member");
    return !*more || tar_is_header(u->block) || gunzip_damaged(e, "a header in the archive does not fit its checksum");
}

static bool member_size(const struct unpack *u, uint64_t *size, struct err *e)
{
    return tar_size(u->block, size) || gunzip_damaged(e, "a size in the archive is not a number");
}

/* Finds the matrix; the first header has been read. */
static bool find(struct unpack *u, const char *path, struct err *e)
{
    uint64_t size;

    for (bool more = true; more;) {
        if (!member_size(u, &size, e))
            return false;
        if (tar_wanted(u->block, path)) {
            u->left = size;
            u->padding = padding(size);
            return size > 0 || err_set(e, ERR_INPUT, "the matrix in the archive is empty");
        }
        if (!header_next(u, size + padding(size), &more, e))
            return false;
    }
    return err_set(e, ERR_INPUT,
                   "no matrix in the archive is named like its folder (NAME/NAME.mtx); unpack it and open a .mtx file");
}

/* Reads to the end of the file, where gzip's sum is. */
static bool check_rest(struct unpack *u, struct err *e)
{
    uint64_t size = 0, skipped;
    bool more;

    if (!header_next(u, u->padding, &more, e))
        return false;
    while (more)
        if (!member_size(u, &size, e) || !header_next(u, size + padding(size), &more, e))
            return false;
    return skip(u, UINT64_MAX, &skipped, e);
}

bool unpack_read(struct unpack *u, char *to, size_t n, size_t *got, struct err *e)
{
    size_t wanted = n < u->left ? n : (size_t)u->left, held = u->held < wanted ? u->held : wanted;

    memcpy(to, u->block + (u->used - u->held), held);
    u->held -= held;
    bool ok = gunzip_read(u->file, to + held, wanted - held, got, e);
    *got += held;
    if (!ok || !u->archive)
        return ok;
    u->left -= *got;
    if (*got < wanted)
        return gunzip_damaged(e, "the archive ends within the matrix");
    return wanted == n || check_rest(u, e);
}

uint64_t unpack_left(const struct unpack *u)
{
    return u->left;
}

uint64_t unpack_position(const struct unpack *u)
{
    return gunzip_position(u->file);
}

struct unpack *unpack_open(int fd, const char *path, bool gzip, uint64_t size, const atomic_bool *stop, struct err *e)
{
    struct unpack *u = calloc(1, sizeof *u);

    if (!u) {
        err_nomem(e, "unpacking", sizeof *u);
        return NULL;
    }
    u->stop = stop;
    u->left = UINT64_MAX;
    u->file = gunzip_open(fd, gzip, size, e);
    if (u->file && gunzip_read(u->file, u->block, TAR_BLOCK, &u->used, e)) {
        u->archive = u->used == TAR_BLOCK && tar_is_header(u->block);
        u->held = u->archive ? 0 : u->used;
        if (!u->archive || find(u, path, e))
            return u;
    }
    unpack_close(u);
    return NULL;
}

void unpack_close(struct unpack *u)
{
    gunzip_close(u->file);
    free(u);
}
