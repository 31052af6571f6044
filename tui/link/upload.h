/* SPDX-License-Identifier: GPL-3.0-or-later */
/* upload: a local file that an engine on another machine will read is sent there first unless that name exists. */
#pragma once

#include "tui/link/link.h"

enum { UPLOAD_PATH = 4500, UPLOAD_WINDOW = 16, UPLOAD_PIECE = 3 << 16 };

/* Zeroed at first. */
struct upload {
    struct link *link;
    const char *host;                           /* for messages */
    uint64_t limit;                             /* largest file, in bytes */
    char path[UPLOAD_PATH], there[UPLOAD_PATH]; /* the local file, and its remote name */
    char *line;                                 /* the command that reads it… */
    size_t from, to;                            /* …and the place of its name in it */
    FILE *file;
    bool stopped;                     /* `stop` was sent */
    uint64_t size, given, taken, sum; /* bytes: given to the link, taken by the engine */
    int64_t changed;                  /* modification time, in nanoseconds */
    int first, put, seal, reads;      /* commands; `first`: the number known to the caller, 0: idle */
    int piece[UPLOAD_WINDOW], pieces; /* unanswered commands */
    json_t *sent;                     /* by path: files that the engine has; NULL: none */
};

/* Takes over a line that makes the engine read a file: open, show, mul with x=, write and pack with spec=. Returns the
   number that answers the whole; 0: nothing to send, the line goes to the engine unchanged. */
int upload_begin(struct upload *, const char *line);

enum upload_step {
    UPLOAD_OTHER,  /* the event answers something else */
    UPLOAD_GOES,   /* concerns only the sending… */
    UPLOAD_FAILED, /* …which has failed: *e says why */
    UPLOAD_READS   /* answers that line; now changed to answer `first` */
};
enum upload_step upload_take(struct upload *, json_t *event, struct err *e);

/* Abandons the sending; its number stays unanswered. */
void upload_drop(struct upload *);
/* The engine is gone, with all files sent. */
void upload_reset(struct upload *);
