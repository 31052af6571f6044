/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link: the engine as a child process (or a recording of one): sends commands, receives events. */
#pragma once

#include <jansson.h>
#include <poll.h>

#include "core/base/err.h"

struct link;
struct tape;

enum { LINK_HANG_S = 60, LINK_FDS = 2 };

/* Its texts outlive the link. */
struct link_options {
    /* --engine: words to split and exec, never a shell; NULL: nzscope-engine beside this executable */
    const char *engine;
    bool apart;          /* it does not get our terminal, which the screen uses */
    const char *record;  /* --record: a file for every event with its time; NULL: none */
    bool record_over;    /* …even over a file that is there */
    const char *replay;  /* play this recording instead of starting an engine */
    double replay_speed; /* 1: as recorded; 0: as fast as possible */
};

/* Starts the engine over a socket pair; the last lines of its stderr, a pipe, are kept. The child dies with us. */
struct link *link_open(const struct link_options *, struct err *);

/* What to poll: the engine's socket, for writing too while output waits, and its log. Returns how many. */
int link_fds(const struct link *, struct pollfd fd[LINK_FDS]);

/* Milliseconds until the next event of a replay is due, or until link_read must kill an engine that does not answer
   `stop`: LINK_HANG_S after the last event; -1: wait for the descriptors. */
int link_timeout_ms(const struct link *);

/* Sends one command line (without newline; words escaped by link_word). Returns its number (≥ 1, the `cmd` of its
   events), 0 if the engine is gone. Never blocks for long: what the socket does not accept is sent later. */
int link_send(struct link *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes `word` into out with the protocol's %XX escapes; returns out. */
char *link_word(const char *word, char *out, size_t size);

/* Sends what waits, reads what has arrived, and calls on_event for every event. A `data` event is passed on in pieces
   as its bytes arrive: `data` and `bytes` are one piece, with the same event; it ends with the event whose own `bytes`
   is 0. For other events data is NULL; in a replay for `data` too. False: the engine is gone (or the recording has
   ended); link_obituary says how. Never blocks. */
typedef void link_handler(void *arg, const json_t *event, const char *data, size_t bytes);
bool link_read(struct link *, link_handler *on_event, void *arg);

/* After link_read returned false: what happened to the engine: "nzscope-engine was killed by signal 9 (Killed)"; for a
   recording "", or what is wrong with it. */
const char *link_obituary(const struct link *);
/* Likewise, whether it ended like an ssh that lost its connection: with status 255, or by a signal. */
bool link_cut(const struct link *);
/* The last lines of the engine's log, up to 20, joined by newlines; "": none. */
const char *link_log(struct link *);

/* Starts another engine in place of the dead one; command numbers continue. */
bool link_restart(struct link *, struct err *);

/* Records an event that is none of the engine's, if there is a recording. */
void link_note(struct link *, const json_t *event);

/* The recording being played; NULL: a real engine. */
struct tape *link_tape(const struct link *);

/* The child's process id, 0 for a replay; for a signal handler that must not leave a child behind. */
int link_pid(const struct link *);

/* Sends quit, waits half a second, kills, reaps; frees. False: the recording is not complete. NULL is fine. */
bool link_close(struct link *, struct err *);
