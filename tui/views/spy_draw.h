/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy_draw: a spy plot as braille dots, half blocks or characters; a small part of the matrix as numbers; the thread or
   block of threads that a row falls to. */
#pragma once

#include "tui/views/scene.h"

/* How the rows are divided by the kernel of the run under the cursor, else the kernel under the cursor; NULL: that is
   not known (yet), and *why says so. Only where `on`. */
const struct model_work *owner_work(const struct scene *, bool on, char *why, size_t size);
/* The unit that a row belongs to, -1: not known. */
int64_t owner_unit(const struct model_work *, int64_t row);

struct spy_pen {
    struct canvas *canvas;
    struct rect rect;
    const struct model_spy *spy;
    const struct model_work *owner; /* colours are its units; NULL: they are densities */
    bool shaded;                    /* spy_draw sets it: dots are a halftone, as all of them would hide the structure */
};

/* Pixels in one character cell; a cell is about twice as high as wide. */
struct spy_pixels {
    int down, across;
    const char *name;
};
extern const struct spy_pixels spy_pixels[PLOT_COUNT];

/* The characters of r that a part of size[0] × size[1] entries fills, its aspect kept: pixels are square for braille
   and blocks. */
void spy_fit(const int64_t size[2], struct rect r, enum plot, int *high, int *wide);
/* The raster in the middle of pen->rect, its aspect kept. */
void spy_draw_raster(const struct spy_pen *, enum plot);
/* One line: how many entries a dot, block or character of each colour stands for. */
void spy_draw_legend(struct canvas *, struct rect, const struct model_spy *, enum plot);
/* The entries as numbers in the middle of r. False: they do not fit, and nothing is drawn. */
bool spy_draw_entries(struct canvas *, struct rect r, const struct model_window *, const struct model_work *owner);
