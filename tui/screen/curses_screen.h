/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curses_screen: the terminal as curses sees it: an app is drawn on it, keys and clicks come from it; what happens to
   it when this program dies; its clipboard. */
#pragma once

#include "tui/screen/app.h"

struct screen;

/* Takes the terminal over. ERR_USAGE when it is not known. */
struct screen *screen_open(struct app *, struct err *);
/* Gives it back as it was; NULL is fine. */
void screen_close(struct screen *);

/* Shows the app as it is now. */
void screen_draw(struct screen *);
/* The terminal may have been resized. */
void screen_fit(struct screen *);
/* Turns mouse reports on or off, as the app says. */
void screen_mouse(struct screen *);

/* Hands what the app wants copied to the terminal. */
void screen_copy(struct screen *);

/* The next key, as enum key has it; false: none waits. Clicks go to the app. */
bool screen_key(struct screen *, int *key);
/* Bytes instead of keys, for readline; the next byte within `wait_ms`, -1: none. */
void screen_bytes(struct screen *, bool bytes);
int screen_byte(struct screen *, int wait_ms);

/* Gives the terminal back for a while, and takes it again. */
void screen_leave(struct screen *);
void screen_return(struct screen *);

/* Remembers how the terminal is now, before anything changes it. */
void crash_remember(int fd);
/* From here on SIGSEGV, SIGABRT, SIGBUS, SIGFPE and SIGILL write `bytes` to the terminal, give it its old modes, kill
   the child, and go on to what they do by default. */
void crash_guard(const char *bytes);
/* The child to be killed; 0: none. */
void crash_child(pid_t);
/* Back to the signals' defaults. */
void crash_forget(void);

/* The sequence that asks the terminal to take the text; allocated, NULL: no memory. */
char *clipboard_sequence(const char *text);
