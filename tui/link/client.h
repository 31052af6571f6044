/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client: a link that survives its engine: when one dies, it reports that as events, starts another and reopens the
   matrix. */
#pragma once

#include "tui/link/link.h"

struct client;

struct client_options {
    struct link_options link;
    uint64_t limit;      /* bytes, sent to every engine at its start; 0: its own default */
    double limit_share;  /* or a share of the engine's memory, sent after its `hello`; 0: none */
    uint64_t send_limit; /* bytes of a file that is sent to an engine on another machine; 0: none is */
    bool restart;        /* false: the first death is the end (single commands of the lines front end) */
};

/* At most this many restarts within CLIENT_WINDOW_S seconds; the next death is for good. */
enum { CLIENT_RESTARTS = 3, CLIENT_WINDOW_S = 10 };

/* Starts the engine (or the replay). ERR_ENGINE, ERR_INPUT. */
struct client *client_open(const struct client_options *, struct err *);

/* Sends a command line as link_send does and returns its number, which never repeats, not even after a restart; 0: no
   engine. The limit and what is open are remembered for a restart. `open` of a file that is here and not on the
   engine's machine (--engine) sends the file first, with `progress`; its number answers all of that. */
int client_send(struct client *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For link_fds and link_timeout_ms, which say what to poll, and link_pid. After every poll, whatever it said, call
   client_read. */
const struct link *client_link(const struct client *);

/* Sends what waits, takes what has come. Never blocks. When the engine has died, these events are made up and handed
   over in this order, as if they had been received (`cmd` as usual):
     measurement  of the run that was going on: status "error", text "the engine died"
     done         for every command not yet answered: status 6
     died         text: what became of the engine; log: a list of its last lines; again: true when a new one starts;
                  open, cmd: the spec that is opened again and the number of that command, left out when none is
   then `hello`, devices, kernels… of the new engine come by themselves, so a fold starts those lists anew at `hello`.
   False: over for good: the recording has ended, or client_failed says what is wrong. */
bool client_read(struct client *, link_handler *on_event, void *arg);

/* Why client_read returned false; NULL after a recording's regular end. */
const char *client_failed(const struct client *);

/* Commands that have been sent and not answered yet; 0 at rest. Always 0 in a replay. */
int client_pending(const struct client *);

struct tape *client_tape(const struct client *); /* as link_tape; NULL too without a client */
bool client_is_replay(const struct client *);    /* NULL: no */
bool client_is_local(const struct client *);     /* the engine is our own, on this machine: no --engine, no replay */
/* The engine's machine, as the command or its `hello` names it; "": this one, or not known yet. */
const char *client_host(const struct client *);
bool client_close(struct client *, struct err *); /* as link_close */
