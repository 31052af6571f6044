/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client_parts: what the files of the client share, and the name of the engine's machine. */
#pragma once

#include <time.h>

#include "core/protocol/event.h"
#include "tui/link/client.h"
#include "tui/link/upload.h"

enum { HOST_NAME = 64, CLIENT_PENDING = 4096 }; /* as many commands as the engine's queue takes */

struct client {
    struct link *link;
    struct client_options options;
    char *opened;   /* the `open` line of what is open */
    char limit[32]; /* the last `limit` line; "" */
    json_t *run;    /* the `run` event of the measurement that is going on */
    struct {
        int cmd;
        char *open;            /* the line, of an `open` */
    } pending[CLIENT_PENDING]; /* commands not yet answered, oldest first */
    int pending_count;
    time_t death[CLIENT_RESTARTS]; /* when the last engines died, newest last */
    char host[HOST_NAME];          /* the engine's machine; "": this one, or it is not known */
    bool greeted;                  /* the engine has said hello */
    struct upload upload;
    struct event_rate rate; /* of its progress */
    char failed[600];
    link_handler *on_event; /* only within client_read */
    void *arg;
};

/* client_send of a whole line. */
int client_send_line(struct client *, const char *line);
/* Hands over an event that is made up, and frees it. */
void client_tell(struct client *, json_t *event);
/* Tells what happened and starts a new engine; false: it is given up. */
bool client_died(struct client *);

/* The host to which the command's `ssh` connects, without user and port; false: it is no ssh. */
bool host_of_command(const char *command, char out[HOST_NAME]);
/* The name that an engine gives itself, if this machine has another one; else "". */
void host_of_hello(const char *name, char out[HOST_NAME]);
