/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis: numbers, or words, along a line: their places, the ticks and their text. */
#pragma once

#include "core/base/err.h"

enum { AXIS_TICKS = 40, AXIS_WORDS = 24, AXIS_TEXT = 32 };

struct axis {
    char title[64];
    bool log, twos; /* twos: whole numbers; on a logarithmic axis, or one that begins at 1 or 2, ticks at powers of two
                     */
    bool wide;      /* what lies on it differs so much that a logarithmic one would show more */
    double lo, hi;
    char word[AXIS_WORDS][AXIS_TEXT]; /* that stand at 0, 1, 2… instead of numbers */
    int words;
};

/* The place of x: 0 at the lower end, 1 at the upper one. */
double axis_place(const struct axis *, double x);
/* The ticks from lo to hi; returns their number. */
int axis_ticks(const struct axis *, double out[AXIS_TICKS]);
/* A number in six columns at most: "0.25", "2000", "250k", "1.5M", "5e-04"; or the word that stands there. */
char *axis_text(const struct axis *, double x, char out[AXIS_TEXT]);
/* Every how many of the ticks are labelled, so that there is a blank between the labels: on `cells` rows, or columns
   (across), of which the text takes as many as it needs. */
int axis_stride(const struct axis *, const double *tick, int n, int cells, bool across);

/* The next of 1, 2, 5, 10, 20 … that is at least x. */
double axis_nice_above(double x);
/* An end of a linear axis, a little above x and in few steps, so that it does not move while samples come in. */
double axis_steady_above(double x);
/* Moves the ends of a logarithmic axis outwards, each to the next of 1, 2, 5, 10 …. */
void axis_widen(struct axis *);
/* Adds a word unless it is there, or there is no room. */
void axis_word(struct axis *, const char *word);
/* The number for which a word stands; NaN: it is not there. */
double axis_find(const struct axis *, const char *word);

/* Whether a roof is so far above all that was measured that a linear axis would show only slivers below it: it is left
   out, and its height is said. */
bool axis_far_roof(double roof, double measured);
