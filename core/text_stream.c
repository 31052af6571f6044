/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_stream: unpacks a gzipped file, or the matrix in a tar archive, in a thread of its own. */
#include "core/text_stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/tar.h"

/* The thread runs ahead by SLOTS pieces, so that it never waits for the parser. deflate makes at most 1032 of one. */
enum {
    SLOTS = 8,
    SLOT = 1 << 20,
    FIRST = 1 << 16,
    GZ_READ = 1 << 17,
    DEFLATE_RATIO = 1032,
    TAR_SCAN = 1 << 16 /* members */
};

struct slot {
    char *bytes;
    size_t used;
};

struct text_stream {
    gzFile gz;
    uint64_t left; /* bytes of the member, UINT64_MAX: to the end of the file */
    pthread_t thread;
    bool threaded;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t changed;
    struct slot slot[SLOTS];
    uint64_t filled, emptied; /* pieces in all; slot number modulo SLOTS */
    size_t taken;             /* bytes of the piece at hand */
    uint64_t position;
    bool stop, ended;
    struct err err;
};

/* Reads n bytes, less at the end of the text. */
static bool unpack(struct text_stream *s, char *to, size_t n, size_t *got, struct err *e)
{
    int code = Z_OK;

    *got = 0;
    n = n < s->left ? n : (size_t)s->left;
    while (*got < n) {
        int k = gzread(s->gz, to + *got, (unsigned)(n - *got));
        if (k < 0 || (k == 0 && gzerror(s->gz, &code) && code != Z_OK))
            return err_set(e, ERR_INPUT, "is damaged: %s; fetch or pack it again",
                           code == Z_BUF_ERROR ? "the gzip data end too early" : "bad gzip data");
        if (k == 0)
            break;
        *got += (size_t)k;
    }
    if (s->left != UINT64_MAX) {
        s->left -= *got;
        if (*got < n)
            return err_set(e, ERR_INPUT, "is damaged: the archive ends within the matrix");
    }
    return true;
}

/* Goes on to the matrix; `block` is the first header. */
static bool tar_find(struct text_stream *s, char *block, const char *path, struct err *e)
{
    uint64_t size;
    size_t got;

    for (int k = 0; k < TAR_SCAN; k++) {
        if (!tar_size(block, &size))
            return err_set(e, ERR_INPUT, "is damaged: a size in the archive is no number");
        if (tar_wanted(block, path)) {
            s->left = size;
            return size > 0 || err_set(e, ERR_INPUT, "the matrix in the archive is empty");
        }
        size = (size + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
        if (gzseek(s->gz, (z_off_t)size, SEEK_CUR) < 0)
            return err_set(e, ERR_INPUT, "is damaged: bad gzip data; fetch or pack it again");
        if (!unpack(s, block, TAR_BLOCK, &got, e))
            return false;
        if (got < TAR_BLOCK || !tar_is_header(block))
            break;
    }
    return err_set(e, ERR_INPUT,
                   "no matrix in the archive is called as its folder (NAME/NAME.mtx); unpack it and open a .mtx file");
}

/* ---- the thread ---- */

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
        bool ok = unpack(s, slot->bytes, SLOT, &slot->used, &e);
        z_off_t at = gzoffset(s->gz);
        pthread_mutex_lock(&s->lock);
        more = ok && slot->used == SLOT;
        s->ended = !more;
        s->err = e;
        s->filled++;
        s->position = at > 0 ? (uint64_t)at : 0;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

/* Waits for a piece with bytes left; false: there are no more, or an error. */
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
    /* an error comes after all that was unpacked before it */
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
    if (s->gz)
        gzclose(s->gz);
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
    return s->threaded || err_set(e, ERR_MEMORY, "no thread can be had for unpacking; unpack the file first");
}

/* Unpacks a small first piece here: a small file needs neither the thread nor its pieces. */
static bool stream_begin(struct text_stream *s, int fd, const char *path, uint64_t size, struct err *e)
{
    struct slot *first = &s->slot[0];
    size_t got;
    int own = dup(fd); /* gzclose closes it */

    s->gz = own >= 0 ? gzdopen(own, "rb") : NULL;
    if (!s->gz && own >= 0)
        close(own);
    first->bytes = malloc(FIRST);
    if (!s->gz || !first->bytes || gzbuffer(s->gz, size < GZ_READ ? (unsigned)size + TAR_BLOCK : GZ_READ))
        return err_nomem(e, "unpacking", FIRST);
    if (!unpack(s, first->bytes, TAR_BLOCK, &first->used, e))
        return false;
    if (first->used == TAR_BLOCK && tar_is_header(first->bytes)) {
        if (!tar_find(s, first->bytes, path, e))
            return false;
        first->used = 0;
    }
    s->ended = !unpack(s, first->bytes + first->used, FIRST - first->used, &got, &s->err);
    first->used += got;
    s->ended |= first->used < FIRST;
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
    s->left = UINT64_MAX;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (!stream_begin(s, fd, path, size, e)) {
        text_stream_close(s);
        return NULL;
    }
    *most = !gzip ? size : size < UINT64_MAX / DEFLATE_RATIO ? size * DEFLATE_RATIO : UINT64_MAX;
    uint64_t member = s->left == UINT64_MAX ? s->left : s->left + s->slot[0].used;
    *most = member < *most ? member : *most;
    return s;
}
