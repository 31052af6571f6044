/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn: the engine as a child process that cannot outlive us; what its log said last. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct child {
    pid_t pid;
    int wire; /* our end of the socket pair that is the child's descriptors 0 and 1 */
    int log;  /* the reading end of its stderr */
    char name[64];
};

/* Runs `command` (split into words, found on the PATH, never by a shell); NULL: nzscope-engine beside this executable,
   else in the libdir. The child is killed by the kernel when we die, ignores the terminal's SIGINT and SIGQUIT, and
   inherits no descriptor but 0, 1, 2; `apart`: nor the terminal, on which ssh would ask for a password. Both our ends
   are non-blocking. ERR_ENGINE when it cannot be started. */
bool spawn_engine(const char *command, bool apart, struct child *, struct err *);

/* Reaps the child, which gets `grace_ms` to end by itself and is killed then; closes our ends. Writes how it ended to
   text: "nzscope-engine was killed by signal 9 (Killed)". Returns its status as waitpid has it. */
int spawn_reap(struct child *, int grace_ms, char *text, size_t size);

enum { TAIL_LINES = 20, TAIL_BYTES = 4096 };

struct tail {
    char text[TAIL_BYTES];
    size_t used;
};

/* Takes what a non-blocking descriptor has. False: it is at its end. */
bool tail_read(struct tail *, int fd);

/* The last TAIL_LINES lines, joined with newlines, without one at the end. */
const char *tail_lines(struct tail *);
