/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme: the look of each role: a colour out of 256 or 8, or an attribute where there are no colours. */
#pragma once

#include "tui/canvas/canvas.h"

struct ink {
    int c256, c8;  /* colour numbers; -1: the terminal's own */
    unsigned attr; /* ATTR_… */
};

struct theme {
    const char *name, *what;
    int column;         /* of the table of inks */
    int back256, back8; /* colour numbers of the ground; -1: the terminal's own */
    unsigned ground;    /* 0xRRGGBB: what pictures have behind everything */
    unsigned text;      /* 0xRRGGBB: pictures' colour for -1 */
};

extern const struct theme *const themes[];        /* ends in NULL */
const struct theme *theme_find(const char *name); /* NULL: no such theme */
const struct theme *theme_next(const struct theme *);
extern const struct theme theme_mono; /* where there is no colour */
struct ink theme_ink(const struct theme *, enum role);
/* The 24-bit colour of a role, as a terminal with the usual 256 colours shows it. */
unsigned theme_rgb(const struct theme *, enum role);
