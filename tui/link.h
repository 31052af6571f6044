/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link: the engine as a child process (or a recording of one): commands go out, events come in. */
#ifndef NZ_LINK_H
#define NZ_LINK_H

#include <jansson.h>
#include <stdint.h>

#include "core/err.h"

struct link;

struct link_options {
    const char *engine; /* --engine: words to split and exec, never a shell; NULL: nzscope-engine beside this executable */
    const char *record; /* --record: a file that gets every event with its time; NULL: none */
    const char *replay; /* play this recording instead of starting an engine */
    double replay_speed; /* 1 as recorded; 0 as fast as it goes */
};

/* Starts the engine over a socket pair, its stderr in a pipe whose last lines are kept. The child dies with us. */
struct link *link_open(const struct link_options *, struct err *);

/* The descriptors to poll for reading (the events and the engine's log), -1 where there is none. */
void link_fds(const struct link *, int fd[2]);

/* For a replay: milliseconds until the next event is due; -1: wait for the descriptors. */
int link_timeout_ms(const struct link *);

/* Sends one command line (without newline; words already escaped, see link_word). Returns its number (≥ 1), 0 when the
   engine is gone. Never blocks for long: what the socket does not take is kept and sent later. */
int link_send(struct link *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes `word` with the protocol's %XX escapes into out; returns out. */
char *link_word(const char *word, char *out, size_t size);

/* Takes what has come and calls on_event for every event; `data` are the raw bytes of a `data` event, else NULL.
   False: the engine is gone (or the recording is at its end); link_obituary says how. Never blocks. */
typedef void link_handler(void *arg, const json_t *event, const char *data, size_t bytes);
bool link_read(struct link *, link_handler *on_event, void *arg);

/* What became of the engine: "nzscope-engine was killed by signal 9 (Killed)", and the last lines of its log. */
void link_obituary(struct link *, char *text, size_t size);

/* True when `stop` was sent 60 s ago and nothing has come since. */
bool link_hangs(const struct link *);
void link_kill(struct link *);

/* The child's process id, 0 for a replay; for a signal handler that must not leave a child behind. */
int link_pid(const struct link *);

/* Sends quit, waits half a second, kills, reaps; frees. NULL is fine. */
void link_close(struct link *);

#endif
