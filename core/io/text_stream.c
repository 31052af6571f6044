/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/text_stream.h"

#include <pthread.h>

#include "core/io/unpack.h"

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
        s->position = unpack_position(s->file);
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
    uint64_t text = unpack_left(s->file), ratio = gzip ? DEFLATE_RATIO : 1;
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
