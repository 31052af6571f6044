/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg: what all charts for papers share: the ground and text. */
#ifndef NZ_SVG_H
#define NZ_SVG_H

#include <stdio.h>

/* A white ground of that size, and the class of grid lines. */
void svg_begin(FILE *, int width, int height);
/* Text of at most `width` pixels: squeezed where it is longer, at 6 pixels a character. */
void svg_name(FILE *, double x, double y, int width, const char *more, const char *text);
/* Escaped; `more`: further attributes, or "". */
void svg_text(FILE *, double x, double y, const char *more, const char *text);

#endif
