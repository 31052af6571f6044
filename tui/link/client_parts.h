/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client_parts: shared by the files of the client; and the name of the engine's machine. */
#pragma once

#include <time.h>

#include "core/protocol/event.h"
#include "tui/link/client.h"
#include "tui/link/upload.h"

enum { HOST_NAME = 64, CLIENT_PENDING = 4096 }; /* the capacity of the engine's queue */

struct client {
    struct link *link;
    struct client_options options;
    char *opened;   /* the `open` line of the open matrix */
    char limit[32]; /* the last `limit` line; "" */
    json_t *run;    /* the `run` event of the current measurement */
    struct {
        int cmd;
        char *open;            /* the line, of an `open` */
    } pending[CLIENT_PENDING]; /* unanswered commands, oldest first */
    int pending_count;
    time_t death[CLIENT_RESTARTS]; /* when the last engines died, newest last */
    char host[HOST_NAME];          /* the engine's machine; "": this one, or unknown */
    bool greeted;                  /* `hello` has arrived */
    bool renews;                   /* the engine was told to quit, for another one */
    struct upload upload;
    struct event_rate rate; /* of its progress */
    char failed[600];
    link_handler *on_event; /* only within client_read */
    void *arg;
};

/* client_send of a whole line. */
int client_send_line(struct client *, const char *line);
/* Passes on a synthetic event, and frees it. */
void client_tell(struct client *, json_t *event);
/* Reports what happened and starts a new engine; false: gives up. */
bool client_died(struct client *);

/* The host that the command's `ssh` connects to, without user and port; "": not ssh. */
void host_of_command(const char *command, char out[HOST_NAME]);
/* The name that an engine gives itself, if this machine has another; else "". */
void host_of_hello(const char *name, char out[HOST_NAME]);
