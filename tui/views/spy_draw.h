/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy_draw: a spy plot as braille, half blocks or characters; numbers close up; the thread or block that owns a row. */
#pragma once

#include "tui/views/scene.h"

/* The division of the rows by the kernel of the run under the cursor, else by the kernel under the cursor; NULL:
   unknown (yet): *why. Only if `on`. */
const struct model_work *owner_work(const struct scene *, bool on, char *why, size_t size);
/* The unit that owns a row, -1: unknown. */
int64_t owner_unit(const struct model_work *, int64_t row);

struct spy_pen {
    struct canvas *canvas;
    struct rect rect;
    const struct model_spy *spy;
    const struct model_work *owner; /* colours are its units; NULL: colours are densities */
    bool filled;                    /* over the whole of rect, whatever the aspect */
    bool shaded; /* set by spy_draw: dots are a halftone, since all of them would hide the structure */
};

/* Pixels in one character cell; a cell is about twice as high as wide. */
struct spy_pixels {
    int down, across;
    const char *name;
};
extern const struct spy_pixels spy_pixels[PLOT_COUNT];

/* The characters of r for a part of size[0] × size[1] entries, with its aspect: pixels of braille are square. */
void spy_fit(const int64_t size[2], struct rect r, enum plot, int *high, int *wide);
/* Whether a part is so much longer than wide, or the reverse, that with its aspect little of r would be drawn on. */
bool spy_is_thin(const int64_t size[2], struct rect r, enum plot);
/* The raster in the middle of pen->rect, with its aspect. */
void spy_draw_raster(const struct spy_pen *, enum plot);
/* One line: the number of entries that a dot, block or character of each colour stands for. */
void spy_draw_legend(struct canvas *, struct rect, const struct model_spy *, enum plot);
/* The entries as numbers all over r, with their indices at its edges. False: they do not fit; nothing is drawn. */
bool spy_draw_entries(struct canvas *, struct rect r, const struct model_window *, const struct model_work *owner);
