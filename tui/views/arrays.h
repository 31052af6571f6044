/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays: how a format stores a window of entries: its arrays, and the order in which y = A·x visits them; and that as
   text. CSR, ELLPACK and SELL store whole rows: their entries outside the window, and their padding, are one slot each,
   with a count. Other formats show the window's arrays as if it were the matrix. Indices are those of the matrix;
   pointers of other formats than CSR count from the window. */
#pragma once

#include "tui/canvas/canvas.h"
#include "tui/model/model.h"

enum { ARRAYS_MAX = 5 };

/* One number of an array, read in the steps first..end (half open). */
struct arrays_slot {
    double number;
    int first, end;
    bool padding; /* holds no entry */
    bool outside; /* of the window: whether it holds an entry is not known, and no step reads it */
    bool begins;  /* a row, a chunk, a block or a diagonal begins here */
    bool blank;   /* not a slot: the line of the picture ends before it; with `begins`: a row without slots */
    int row;      /* of the window, to which it belongs; -1: to several, or to none */
    int64_t many; /* stands for this many entries outside the window, or padding; 0: for itself */
};

struct arrays_one {
    const char *name;
    bool values;     /* numbers of A; else indices */
    int slots, line; /* line > 0: slots per line, as a picture of the format */
    struct arrays_slot *slot;
};

/* y[row] += value·x[col] */
struct arrays_step {
    int row, col;
    double value;
    bool padding;
    int64_t many; /* stands for this many steps outside the window, of unknown columns; `value` is their sum */
};

/* x, so that y can be followed by hand: 1, 2, 3 … in the columns of the window, 1 outside. */
#define ARRAYS_X(col) (1.0 + (col))
static inline double arrays_x(const struct arrays_step *t)
{
    return t->many > 0 ? 1 : ARRAYS_X(t->col);
}

struct arrays {
    const char *note;  /* what is smaller here than in the real format; "" */
    bool whole, alone; /* of whole rows; of the window alone, though its rows are longer */
    bool magnitudes;   /* the values are |a|: nothing is multiplied */
    int arrays, steps;
    int64_t slots, entries; /* value slots, padding included; entries */
    struct arrays_one array[ARRAYS_MAX];
    struct arrays_step *step;
    struct arrays_slot *room; /* for the slots of all arrays */
};

/* Whether this format's arrays have a picture. */
bool arrays_known(const char *format);
/* False: out of memory, or an unknown format; then there is nothing to free. */
bool arrays_make(const struct model_format *, const struct model_window *, struct arrays *);
void arrays_free(struct arrays *);

/* step: the step whose numbers are marked and kept visible, -1: none; down: so many lines further down in every array
   that has more than are shown. Returns the lines used. */
int arrays_draw(struct canvas *, struct rect, const struct arrays *, int step, int down);
/* The lines that they need in so many columns. */
int arrays_lines(const struct arrays *, int cols);
/* `down` within what arrays_draw can show. */
int arrays_scroll(struct rect, const struct arrays *, int step, int down);
/* Columns that the widest picture needs. */
int arrays_width(const struct arrays *);
/* The columns that all pictures need side by side; INT_MAX: there are other arrays. */
int arrays_abreast(const struct arrays *);
/* The mark of a slot without an entry, as in the bars of formats; of a place of the matrix without one. */
#define ARRAYS_PADDING "▒"
const char *arrays_none(const struct canvas *);
/* A value in at most 7 columns. Returns `out`. */
char *arrays_number(char out[TEXT_SIZE], double value);
/* The colour of a row, the same in the matrix and in all arrays. */
enum role arrays_role(int row);
