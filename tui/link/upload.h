/* SPDX-License-Identifier: GPL-3.0-or-later */
/* upload: a file here that an engine on another machine is to read is sent there first, unless it has one of that name.
 */
#pragma once

#include "tui/link/link.h"

/* The place of a file's name in a line: from..to; false: the command reads none. */
bool file_word_find(const char *line, size_t *from, size_t *to);
/* That word, up to a blank, without the escapes of link_word. */
void file_word_plain(const char *word, char *out, size_t size);

enum { UPLOAD_PATH = 4500, UPLOAD_WINDOW = 16, UPLOAD_PIECE = 3 << 16 };

/* Begins with zeros, but fd = -1. */
struct upload {
    struct link *link;
    const char *host;                           /* for messages */
    uint64_t limit;                             /* bytes of a file, at most */
    char path[UPLOAD_PATH], there[UPLOAD_PATH]; /* what is sent, and its name there */
    char *line;                                 /* the command that reads it… */
    size_t from, to;                            /* …and the place of its name in it */
    int fd;
    bool stopped;
    uint64_t size, given, taken, sum; /* bytes: given to the link, taken by the engine */
    int64_t changed;                  /* when the file was changed last, in nanoseconds */
    int first, put, seal, reads;      /* commands; `first`: what the caller knows, 0: nothing is under way */
    int piece[UPLOAD_WINDOW], pieces; /* commands that were not answered yet */
    json_t *sent;                     /* by their paths: files that the engine has by now; NULL: none */
};

/* Takes a line in hand that has the engine read a file: open, show, mul with x=, write and pack with spec=. Returns the
   number under which all of it is answered; 0: it is nothing to be sent, and goes to the engine as it is. */
int upload_begin(struct upload *, const char *line);

enum upload_step {
    UPLOAD_OTHER,  /* the event answers something else */
    UPLOAD_GOES,   /* it is about the sending, and for nobody else… */
    UPLOAD_FAILED, /* …which is over: *e says why */
    UPLOAD_READS   /* it answers that line, and has been changed to answer `first` */
};
enum upload_step upload_take(struct upload *, json_t *event, struct err *e);

/* Gives up what is under way; its number is not answered. */
void upload_drop(struct upload *);
/* `stop` has been sent. */
void upload_stop(struct upload *);
/* The engine is gone, with all that was sent. */
void upload_reset(struct upload *);
