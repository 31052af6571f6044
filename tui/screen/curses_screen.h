/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curses_screen: the terminal as curses sees it: an app is drawn on it, keys and clicks come from it. */
#ifndef NZ_CURSES_SCREEN_H
#define NZ_CURSES_SCREEN_H

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
/* Bytes instead of keys, for readline; the next byte within so many milliseconds, -1: none. */
void screen_bytes(struct screen *, bool bytes);
int screen_byte(struct screen *, int wait_ms);

/* Gives the terminal back for a while, and takes it again. */
void screen_leave(struct screen *);
void screen_return(struct screen *);

#endif
