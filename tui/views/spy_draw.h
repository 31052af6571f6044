/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy_draw: a spy plot as braille dots, half blocks or characters; a small part of the matrix as numbers. */
#ifndef NZ_SPY_DRAW_H
#define NZ_SPY_DRAW_H

#include "tui/views/scene.h"

struct spy_pen {
    struct canvas *canvas;
    struct rect rect; /* high × wide characters, all of them used */
    const struct model_spy *spy;
    const struct model_work *owner; /* colours are its units; NULL: they are densities */
    bool shaded;                    /* spy_draw sets it: dots are a halftone, as all of them would hide the structure */
};

void spy_draw_raster(const struct spy_pen *, enum plot);
/* The entries as numbers in the middle of r. False: they do not fit, and nothing is drawn. */
bool spy_draw_entries(struct canvas *, struct rect r, const struct model_window *, const struct model_work *owner);

#endif
