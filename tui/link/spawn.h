/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn: the engine as a child process that cannot outlive us; the end of its log. */
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
   else in the libdir. The kernel kills the child when we die. It ignores the terminal's SIGINT and SIGQUIT and inherits
   only descriptors 0, 1, 2; `apart`: nor the terminal, on which ssh would ask for a password. Both our ends are
   non-blocking. ERR_ENGINE if it cannot be started. */
bool spawn_engine(const char *command, bool apart, struct child *, struct err *);

/* Reaps the child: gives it `grace_ms` to end by itself, then kills it; closes our ends. Writes how it ended to text:
   "nzscope-engine was killed by signal 9 (Killed)". Returns its status from waitpid. */
int spawn_reap(struct child *, int grace_ms, char *text, size_t size);

enum { TAIL_LINES = 20, TAIL_BYTES = 4096 };

struct tail {
    char text[TAIL_BYTES];
    size_t used;
};

/* Reads from a non-blocking descriptor. False: end of input. */
bool tail_read(struct tail *, int fd);

/* The last TAIL_LINES lines, joined by newlines, without a final one. */
const char *tail_lines(struct tail *);
