/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg: what all charts for papers share: the ground and text. */
#ifndef NZ_SVG_H
#define NZ_SVG_H

#include <stdio.h>

/* A white ground of that size, and the class of grid lines. */
void svg_begin(FILE *, int width, int height);
/* Escaped; `more`: further attributes, or "". */
void svg_text(FILE *, double x, double y, const char *more, const char *text);

#endif
