/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client: a link that survives its engine: says by events that it died, starts another and reopens the matrix. */
#pragma once

#include "tui/link/link.h"

struct client;

struct client_options {
    struct link_options link;
    uint64_t limit;      /* bytes, sent to every engine at its start; 0: the engine's default */
    double limit_share;  /* or a share of the engine's memory, sent after its `hello`; 0: none */
    uint64_t send_limit; /* largest file sent to an engine on another machine, in bytes; 0: none */
    bool restart;        /* false: the first death is final (single commands of the lines front end) */
};

/* At most this many restarts within CLIENT_WINDOW_S seconds; the next death is final. */
enum { CLIENT_RESTARTS = 3, CLIENT_WINDOW_S = 10 };

/* Starts the engine (or the replay). ERR_ENGINE, ERR_INPUT. */
struct client *client_open(const struct client_options *, struct err *);

/* Sends a command line as link_send does and returns its number, which is unique even across restarts; 0: no engine.
   The limit and the open matrix are remembered for a restart. `open` of a local file that the engine's machine
   (--engine) lacks first sends the file, with `progress`; its number answers the whole. */
int client_send(struct client *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For link_fds and link_timeout_ms, which say what to poll, and link_pid. Call client_read after every poll. */
const struct link *client_link(const struct client *);

/* Sends what waits, and handles what has arrived. Never blocks. When the engine has died, passes these events, in this
   order, as if received (`cmd` as usual): `measurement` of the current run, status "error"; `done` of every unanswered
   command, status 6; `died` with text: what became of the engine, log: its last lines, again: a new one starts, open
   and cmd: the spec that is reopened and the number of that command, if any; then `hello`, devices, kernels… of the new
   one: a fold begins those lists anew at `hello`. False: over for good: the recording has ended, or client_failed says
   what is wrong. */
bool client_read(struct client *, link_handler *on_event, void *arg);

/* Ends the engine, which is at rest, and has client_read start another, as after a death; that one does not count, and
   `died` has no text. */
void client_renew(struct client *);

/* Why client_read returned false; NULL after a recording's regular end. */
const char *client_failed(const struct client *);

/* The number of unanswered commands; 0 at rest. Always 0 in a replay. */
int client_pending(const struct client *);

/* Records an event of the front end, if there is a recording, and frees it; NULL is fine for both. */
void client_note(struct client *, json_t *event);
struct tape *client_tape(const struct client *); /* like link_tape; also NULL without a client */
bool client_is_replay(const struct client *);    /* NULL: no */
bool client_is_local(const struct client *);     /* the engine is our own, on this machine: no --engine, no replay */
/* The engine's machine, from the command or its `hello`; "": this one, or unknown yet. */
const char *client_host(const struct client *);
bool client_close(struct client *, struct err *); /* as link_close */
