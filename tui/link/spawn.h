/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn: starts the engine as a child process that cannot outlive us, and reaps it. */
#ifndef NZ_SPAWN_H
#define NZ_SPAWN_H

#include <stddef.h>
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

#endif
