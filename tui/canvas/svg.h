/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg: common to pictures: the end and text; common to charts for papers: the ground, titles and notes. */
#pragma once

#include "core/base/std.h"

/* A white ground of that size, and the class of grid lines. */
void svg_begin(FILE *, int width, int height);
/* Ends and closes a picture written to *text by open_memstream; returns it, NULL: out of memory. */
char *svg_end(FILE *, char **text);
void svg_title(FILE *, double x, double y, const char *more, const char *title, bool log);
/* From y on: the caption, the note, and `doubts`, "" if none; wrapped. */
void svg_notes(FILE *, int x, int y, int width, const char *caption, const char *note, const char *doubts);
/* How much higher the picture is than with a line each. */
int svg_notes_more(int width, const char *caption, const char *note);
/* Text of at most `width` pixels, squeezed if longer, at 6 pixels a character. */
void svg_name(FILE *, double x, double y, int width, const char *more, const char *text);
/* `more`: further attributes, or "". */
void svg_text(FILE *, double x, double y, const char *more, const char *text);
void svg_escaped(FILE *, const char *text);
