/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fetch: downloads matrices of the collection, with matrices/download_matrix.sh as a child process. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct fetch {
    pid_t pid;      /* of the child, which leads its own process group; 0: none */
    int end;        /* our end of a pipe that closes with the child */
    int percent;    /* of the current download; -1: unknown */
    char said[400]; /* its last message; "": none */
    char line[400]; /* its current line */
    size_t used;
};

/* Executes the script in place of this process. Returns only if that fails: ERR_INPUT, ERR_MEMORY. */
void fetch_become(char *const *name, int names, struct err *);

/* Starts it. `heard`: its output comes through the pipe; else it goes to ours. */
bool fetch_start(struct fetch *, char *const *name, int names, bool heard, struct err *);

/* Reads what has arrived, without waiting. False: it has ended, and fetch_end is due. */
bool fetch_read(struct fetch *);

/* Waits for the child's end (`stop`: ends it; the partial file stays, to be resumed) and returns its exit status. */
int fetch_end(struct fetch *, bool stop);
