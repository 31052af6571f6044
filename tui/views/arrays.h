/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays: the arrays in which a format stores a window of the matrix, the order in which y = A·x visits them, and their
   picture. CSR, ELLPACK and SELL show whole rows: one slot with a count stands for a row's entries outside the window,
   and one for its padding. Other formats show the window as if it were the whole matrix. Indices count from the
   beginning of the matrix; so do the pointers of CSR, while those of other formats count from the window. */
#pragma once

#include "tui/canvas/canvas.h"
#include "tui/model/model.h"

enum { ARRAYS_MAX = 5 };

/* One number of an array. */
struct arrays_slot {
    double number;
    int first, end; /* the steps that read it: first ≤ step < end */
    bool padding;   /* holds no entry */
    bool outside;   /* outside the window: no step reads it, and whether it holds an entry is not known */
    bool begins;    /* a row, a chunk, a block or a diagonal begins here */
    bool blank;     /* not a slot: the line of the picture ends before it; with `begins`: a row without slots */
    int row;        /* the row of the window that it belongs to; -1: several, or none */
    int64_t many;   /* stands for this many entries outside the window, or padding slots; 0: for itself */
};

struct arrays_one {
    const char *name;
    bool values; /* numbers of A; else indices */
    int slots;
    int line; /* slots per line where lines picture the format; 0: as many as fit */
    struct arrays_slot *slot;
};

/* y[row] += value·x[col] */
struct arrays_step {
    int row, col;
    double value;
    bool padding;
    int64_t many; /* stands for this many steps outside the window, of unknown columns; `value` is their sum */
};

/* x is 1, 2, 3 … in the columns of the window and 1 outside, so that y can be checked by hand. */
#define ARRAYS_X(col) (1.0 + (col))
static inline double arrays_x(const struct arrays_step *t)
{
    return t->many > 0 ? 1 : ARRAYS_X(t->col);
}

struct arrays {
    const char *note; /* how the picture differs from the real format, or how to read it; "" */
    bool whole;       /* the arrays of whole rows */
    bool alone;       /* the arrays of the window alone, though its rows are longer */
    bool magnitudes;  /* the values are |a|: nothing is multiplied */
    int arrays, steps;
    int64_t slots, entries; /* value slots with padding, and the entries among them */
    struct arrays_one array[ARRAYS_MAX];
    struct arrays_step *step;
    struct arrays_slot *room; /* storage for the slots of all arrays */
};

/* Whether this format's arrays have a picture. */
bool arrays_known(const char *format);
/* False: out of memory, or an unknown format; then there is nothing to free. */
bool arrays_make(const struct model_format *, const struct model_window *, struct arrays *);
void arrays_free(struct arrays *);

/* Draws all arrays. Marks the numbers of `step` and keeps them visible; -1: none. Scrolls arrays that do not fit by
   `down` lines. Returns the lines used. */
int arrays_draw(struct canvas *, struct rect, const struct arrays *, int step, int down);
/* The lines that they need in so many columns. */
int arrays_lines(const struct arrays *, int cols);
/* Limits `down` to what arrays_draw can scroll. */
int arrays_scroll(struct rect, const struct arrays *, int step, int down);
/* The columns that the widest picture needs. */
int arrays_width(const struct arrays *);
/* The columns that the pictures need side by side; INT_MAX: not all arrays are pictures. */
int arrays_abreast(const struct arrays *);
/* The mark of padding, as in the bars of formats; and of a place of the matrix without an entry. */
#define ARRAYS_PADDING "▒"
const char *arrays_none(const struct canvas *);
/* A value in at most 7 columns. Returns `out`. */
char *arrays_number(char out[TEXT_SIZE], double value);
/* The colour of a row, the same in the matrix and in all arrays. */
enum role arrays_role(int row);
