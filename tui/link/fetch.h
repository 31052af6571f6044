/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fetch: downloads matrices of the collection, with matrices/download_matrix.sh as a child process. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct fetch {
    pid_t pid;      /* of the child, which leads a process group of its own; 0: none is under way */
    int end;        /* our end of a pipe that is at its end when the child is */
    int percent;    /* of the download that is going on; -1: not known */
    char said[400]; /* the last thing it said; "" nothing */
    char line[400]; /* what it is saying now */
    size_t used;
};

/* Executes the script in place of this process. Returns only when that fails: ERR_INPUT, ERR_MEMORY. */
void fetch_become(char *const *name, int names, struct err *);

/* Starts it. `heard`: its output comes through the pipe; else it goes to ours. */
bool fetch_start(struct fetch *, char *const *name, int names, bool heard, struct err *);

/* Takes what has come, without waiting. False: it is at its end, and fetch_end is due. */
bool fetch_read(struct fetch *);

/* Waits for the child's end (with `stop`: ends it; what has come stays, to be resumed) and returns its exit status. */
int fetch_end(struct fetch *, bool stop);
