/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis: numbers, or words, along a line: places, ticks, labels. */
#pragma once

#include "core/base/err.h"

enum { AXIS_TICKS = 40, AXIS_WORDS = 24, AXIS_TEXT = 32 };

struct axis {
    char title[64];
    bool log, twos; /* twos: whole numbers; a logarithmic axis, or one from 1 or 2, has ticks at powers of two */
    bool wide;      /* values differ so much that a logarithmic axis would show more */
    double lo, hi;
    double step;                      /* between ticks, or 10: none between powers of ten; 0: as the ends suggest */
    char word[AXIS_WORDS][AXIS_TEXT]; /* shown at 0, 1, 2… instead of numbers */
    int words;
};

/* The place of x: 0 at the lower end, 1 at the upper one. */
double axis_place(const struct axis *, double x);
/* The ticks from lo to hi; returns their number. */
int axis_ticks(const struct axis *, double out[AXIS_TICKS]);
/* A number in at most six columns: "0.25", "2000", "250k", "1.5M", "5e-04"; or the word at that place. */
char *axis_text(const struct axis *, double x, char out[AXIS_TEXT]);
/* This axis over least..most with its ends in the middles of the first and the last of `cells` cells, so that its ticks
   (of a logarithmic one the powers of its base) fall on middles, too; ticks of a linear one are at least `apart` cells
   apart. As little as possible of the cells is left over. */
struct axis axis_on_cells(const struct axis *, double least, double most, int cells, int apart);
/* The stride of ticks whose labels do not touch: on `cells` rows, or columns (across), where each has its width. */
int axis_stride(const struct axis *, const double *tick, int n, int cells, bool across);

/* The next of 1, 2, 5, 10, 20 … that is at least x. */
double axis_nice_above(double x);
/* An end of a linear axis, slightly above x and in coarse steps, so that it does not move while samples arrive. */
double axis_steady_above(double x);
/* Moves the ends of a logarithmic axis outwards to the next of 1, 2, 5, 10 …. */
void axis_widen(struct axis *);
/* Adds a word unless it exists or there is no room. */
void axis_word(struct axis *, const char *word);
/* The number of a word; NaN: none. */
double axis_find(const struct axis *, const char *word);

/* Whether a roof is so far above all measurements that a linear axis would show only slivers below it: it is left out,
   and its height is given as text. */
bool axis_far_roof(double roof, double measured);
