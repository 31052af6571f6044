/* SPDX-License-Identifier: GPL-3.0-or-later */
/* microscope: the part of the matrix shown by the microscope. */
#pragma once

#include "tui/views/arrays.h"
#include "tui/views/scene.h"

/* What is marked in the window, after `done` steps. */
struct microscope_marks {
    bool x;   /* x has a line above the window */
    int done; /* of y = A·x */
    int row;  /* -1: none */
};

/* Draws the window as numbers, entries outside as counts, x above, and y. Returns the columns used. */
int microscope_grid(struct canvas *, struct rect, const struct model_window *, const struct arrays *,
                    const struct microscope_marks *);
/* Row `row` of the view: what the last of `done` steps does; 0: what steps do. */
void microscope_step(const struct scene *, struct canvas *, struct rect, int row, const struct arrays *, int done);
/* What this format costs here, and what it costs the whole matrix. Returns the rows used. */
int microscope_facts(const struct scene *, struct canvas *, struct rect, const struct model_format *,
                     const struct arrays *);
/* The row of the window that is marked: the longest one, if it was looked for; else -1. */
int microscope_marked(const struct scene *);
/* The format shown: the chosen one, else the first with a picture; NULL: none. */
const struct model_format *microscope_format(const struct scene *);
/* How ELLPACK or SELL stores each row of the window in the whole matrix, to scale, beside the row; SELL with the place
   that it sorts the row to. The columns of this picture; 0: there is none, or no room. */
int microscope_whole_width(const struct scene *, const struct model_format *, int room);
void microscope_whole(const struct scene *, struct canvas *, struct rect, const struct model_format *);
