/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: bytes that go out as `data` events. */
#ifndef NZ_STREAM_H
#define NZ_STREAM_H

#include "core/engine/session.h"
#include "core/io/mm_write.h"

enum { STREAM_PIECE = 1 << 16 };

/* Text that goes out in pieces of a `data` event each. */
struct stream {
    struct session *session;
    const char *name;
    size_t used;
    char piece[STREAM_PIECE];
};

struct mm_sink stream_open(struct stream *, struct session *, const char *name);
/* Sends the end whatever happened: `done` says whether the stream is whole. Returns `whole`. */
bool stream_end(struct stream *, bool whole);

#endif
