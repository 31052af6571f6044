/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/text_stream.h"

#include <pthread.h>
#include <stdatomic.h>

#include "core/io/gunzip.h"
#include "core/io/tar.h"

/* ---- unpacking ---- */

/* The text of a gzipped file, or of the matrix in a tar archive, gzipped or not. */
struct unpack {
    struct gunzip *file;
    const atomic_bool *stop; /* once set, reading fails with ERR_CANCELLED */
    char block[TAR_BLOCK];   /* the last header of an archive, else the start of the text */
    size_t used, held;       /* bytes read into the block; of these, text not yet handed out */
    bool archive;
    uint64_t padding; /* bytes after the matrix up to a full block */
    uint64_t left;    /* bytes of text, UINT64_MAX: unknown */
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

/* Reads n bytes of text. *got is smaller only at its end, once the rest of the file has been checked: complete members
   of the archive, correct gzip sums. *got is valid even after an error. */
static bool unpack_read(struct unpack *u, char *to, size_t n, size_t *got, struct err *e)
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

static void unpack_close(struct unpack *u)
{
    gunzip_close(u->file);
    free(u);
}

static struct unpack *unpack_open(int fd, const char *path, bool gzip, uint64_t size, const atomic_bool *stop,
                                  struct err *e)
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

/* ---- the thread ---- */

/* The thread runs up to SLOTS pieces ahead, so the parser hardly waits. deflate compresses at most 1032:1. */
enum {
    SLOTS = 8,
    SLOT = 1 << 20,
    FIRST = 1 << 16,
    DEFLATE_RATIO = 1032,
};

struct slot {
    char *bytes;
    size_t used;
};

struct text_stream {
    struct unpack *file;
    pthread_t thread;
    bool threaded;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t changed;
    struct slot slot[SLOTS];
    uint64_t filled, emptied; /* pieces in all; the slot is this modulo SLOTS */
    size_t taken;             /* bytes of the current piece handed out */
    uint64_t position;
    bool ended;
    struct err err;
};

static void *work(void *arg)
{
    struct text_stream *s = arg;
    bool more = true;

    while (more) {
        pthread_mutex_lock(&s->lock);
        while (!s->stop && s->filled - s->emptied == SLOTS)
            pthread_cond_wait(&s->changed, &s->lock);
        more = !s->stop;
        pthread_mutex_unlock(&s->lock);
        if (!more)
            break;
        struct slot *slot = &s->slot[s->filled % SLOTS];
        struct err e = { 0 };
        bool ok = unpack_read(s->file, slot->bytes, SLOT, &slot->used, &e);
        pthread_mutex_lock(&s->lock);
        more = ok && slot->used == SLOT;
        s->ended = !more;
        s->err = e;
        s->filled++;
        s->position = gunzip_position(s->file->file);
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

/* Waits for a piece with bytes left; false: there is none. */
static bool piece_ready(struct text_stream *s)
{
    bool ready;

    pthread_mutex_lock(&s->lock);
    while (s->filled == s->emptied && !s->ended)
        pthread_cond_wait(&s->changed, &s->lock);
    ready = s->filled > s->emptied;
    pthread_mutex_unlock(&s->lock);
    return ready;
}

bool text_stream_read(struct text_stream *s, char *to, size_t n, size_t *got, struct err *e)
{
    *got = 0;
    while (*got < n && piece_ready(s)) {
        struct slot *slot = &s->slot[s->emptied % SLOTS];
        size_t part = slot->used - s->taken < n - *got ? slot->used - s->taken : n - *got;
        memcpy(to + *got, slot->bytes + s->taken, part);
        *got += part;
        s->taken += part;
        if (s->taken < slot->used)
            continue;
        pthread_mutex_lock(&s->lock);
        s->emptied++;
        s->taken = 0;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    /* an error counts once all bytes before it are handed out */
    if (*got < n && s->err.code) {
        *e = s->err;
        return false;
    }
    return true;
}

uint64_t text_stream_position(struct text_stream *s)
{
    pthread_mutex_lock(&s->lock);
    uint64_t at = s->position;
    pthread_mutex_unlock(&s->lock);
    return at;
}

void text_stream_close(struct text_stream *s)
{
    if (s->threaded) {
        pthread_mutex_lock(&s->lock);
        s->stop = true;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    for (int k = 0; k < SLOTS; k++)
        free(s->slot[k].bytes);
    if (s->file)
        unpack_close(s->file);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static bool thread_begin(struct text_stream *s, struct err *e)
{
    for (int k = 0; k < SLOTS; k++) {
        char *bytes = realloc(s->slot[k].bytes, SLOT);
        if (!bytes)
            return err_nomem(e, "unpacking", SLOTS * SLOT);
        s->slot[k].bytes = bytes;
    }
    s->threaded = pthread_create(&s->thread, NULL, work, s) == 0;
    return s->threaded || err_set(e, ERR_MEMORY, "no thread can be created for unpacking; unpack the file first");
}

/* Unpacks a small first piece immediately: small files need no thread. */
static bool stream_begin(struct text_stream *s, int fd, const char *path, bool gzip, uint64_t size, uint64_t *most,
                         struct err *e)
{
    struct slot *first = &s->slot[0];

    s->file = unpack_open(fd, path, gzip, size, &s->stop, e);
    if (!s->file)
        return false;
    uint64_t text = s->file->left, ratio = gzip ? DEFLATE_RATIO : 1;
    *most = size < UINT64_MAX / ratio ? size * ratio : UINT64_MAX;
    *most = text < *most ? text : *most;
    first->bytes = malloc(FIRST);
    if (!first->bytes)
        return err_nomem(e, "unpacking", FIRST);
    s->ended = !unpack_read(s->file, first->bytes, FIRST, &first->used, &s->err) || first->used < FIRST;
    s->filled = 1;
    return s->ended || thread_begin(s, e);
}

struct text_stream *text_stream_open(int fd, const char *path, bool gzip, uint64_t size, uint64_t *most, struct err *e)
{
    struct text_stream *s = calloc(1, sizeof *s);

    if (!s) {
        err_nomem(e, "unpacking", sizeof *s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (stream_begin(s, fd, path, gzip, size, most, e))
        return s;
    text_stream_close(s);
    return NULL;
}
