/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crash_cleanup: when this program dies of a signal, restores the terminal and kills the child. */
#ifndef NZ_CRASH_CLEANUP_H
#define NZ_CRASH_CLEANUP_H

#include <sys/types.h>

/* Remembers how the terminal is now, before anything changes it. */
void crash_remember(int fd);
/* From here on SIGSEGV, SIGABRT, SIGBUS, SIGFPE and SIGILL write `bytes` to the terminal, give it its old modes, kill
   the child, and go on to what they do by default. */
void crash_guard(const char *bytes);
/* The child to be killed; 0: none. */
void crash_child(pid_t);
/* Back to the signals' defaults. */
void crash_forget(void);

#endif
