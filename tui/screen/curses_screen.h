/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curses_screen: the terminal through curses: draws the app, reads keys and clicks; its clipboard; after a crash. */
#pragma once

#include "tui/screen/app.h"

struct screen;

/* Takes over the terminal. ERR_USAGE if its type is unknown. */
struct screen *screen_open(struct app *, struct err *);
/* Restores it; NULL is fine. */
void screen_close(struct screen *);

void screen_draw(struct screen *);
void screen_fit(struct screen *);
/* Turns mouse reports on or off, as set in the app. */
void screen_mouse(struct screen *);

/* Sends the app's copied text to the terminal. */
void screen_copy(struct screen *);

/* The next key (enum key); false: none. Clicks go to the app. */
bool screen_key(struct screen *, int *key);
/* Bytes instead of keys, for readline; the next byte within `wait_ms`, -1: none. */
void screen_bytes(struct screen *, bool bytes);
int screen_byte(struct screen *, int wait_ms);

/* Releases the terminal temporarily; takes it back. */
void screen_leave(struct screen *);
void screen_return(struct screen *);

/* Saves the terminal's state, before anything changes it. */
void crash_remember(int fd);
/* From now on SIGSEGV, SIGABRT, SIGBUS, SIGFPE and SIGILL write `bytes` to the terminal, restore its modes, kill the
   child, and then take their default action. */
void crash_guard(const char *bytes);
/* The child to kill; 0: none. */
void crash_child(pid_t);
/* Restores the signals' defaults. */
void crash_forget(void);

/* The sequence that puts the text on the terminal's clipboard; allocated, NULL: out of memory. */
char *clipboard_sequence(const char *text);
