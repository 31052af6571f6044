/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link: the engine as a child process (or a recording of one): commands go out, events come in. */
#pragma once

#include <jansson.h>
#include <poll.h>

#include "core/base/err.h"

struct link;
struct tape;

enum { LINK_HANG_S = 60, LINK_FDS = 2 };

struct link_options {
    /* --engine: words to split and exec, never a shell; NULL: nzscope-engine beside this executable */
    const char *engine;
    bool apart;          /* it does not get our terminal: the screen is there */
    const char *record;  /* --record: a file that gets every event with its time; NULL: none */
    bool record_over;    /* …even over a file that is no recording */
    const char *replay;  /* play this recording instead of starting an engine */
    double replay_speed; /* 1 as recorded; 0 as fast as it goes */
};

/* Starts the engine over a socket pair, its stderr in a pipe whose last lines are kept. The child dies with us. */
struct link *link_open(const struct link_options *, struct err *);

/* What to poll: the engine's socket, also for writing while something waits to be sent, and its log. Returns how many.
 */
int link_fds(const struct link *, struct pollfd fd[LINK_FDS]);

/* Milliseconds until the next event of a replay is due, or an engine that does not answer to `stop` is to be killed by
   link_read: LINK_HANG_S after the last thing that came; -1: wait for the descriptors. */
int link_timeout_ms(const struct link *);

/* Sends one command line (without newline; words already escaped, see link_word). Returns its number (≥ 1, the `cmd` of
   its events), 0 when the engine is gone. Never blocks for long: what the socket does not take is kept and sent later.
 */
int link_send(struct link *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes `word` with the protocol's %XX escapes into out; returns out. */
char *link_word(const char *word, char *out, size_t size);

/* Sends what waits, takes what has come and calls on_event for every event. A `data` event is handed over piece by
   piece as its bytes come: `data` and `bytes` are one piece, and the event is the same; its end is the event whose own
   `bytes` is 0. For all others data is NULL; in a replay for `data` too. False: the engine is gone (or the recording is
   at its end); link_obituary says how. Never blocks. */
typedef void link_handler(void *arg, const json_t *event, const char *data, size_t bytes);
bool link_read(struct link *, link_handler *on_event, void *arg);

/* After link_read returned false. What became of the engine: "nzscope-engine was killed by signal 9 (Killed)"; for a
   recording "", or what is wrong with it. */
const char *link_obituary(const struct link *);
/* Likewise, whether it ended as ssh does that has lost its connection: with status 255, or by a signal. */
bool link_cut(const struct link *);
/* The last lines of the engine's log, up to 20, joined with newlines; "" where there are none. */
const char *link_log(struct link *);

/* Starts another engine in place of the one that is gone; commands go on being numbered where they were. */
bool link_restart(struct link *, struct err *);

/* Hands an event that the front end has made up to on_event, and records it. */
void link_tell(struct link *, json_t *event, link_handler *on_event, void *arg);

/* The recording that is played; NULL: it is an engine. */
struct tape *link_tape(const struct link *);

/* The child's process id, 0 for a replay; for a signal handler that must not leave a child behind. */
int link_pid(const struct link *);

/* Sends quit, waits half a second, kills, reaps; frees. False: the recording could not be written in full. NULL is
 * fine. */
bool link_close(struct link *, struct err *);
