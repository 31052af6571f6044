/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_page: where the parts of a comparison stand. */
#ifndef NZ_COMPARISON_PAGE_H
#define NZ_COMPARISON_PAGE_H

#include "tui/views/comparison.h"

/* Where things stand. Lines of a part that is not shown are 0. */
struct comparison_page {
    const struct scene *scene;
    const struct comparison *x;
    struct canvas *c;
    struct rect r;
    struct comparison_fact fact[COMPARISON_FACTS];
    int label, width;              /* cells of the labels, and of each column */
    int shown[COMPARISON_COLUMNS]; /* columns, from left to right */
    int columns, facts;
    int spy, hist, fact_lines, lines; /* lines for each part; the last: of kernels */
    int pitch;                        /* lines from one kernel to the next: from 2 on, bars are two high */
    int at;                           /* the first kernel */
};

/* The first cell of the i-th column that is shown. */
static inline int comparison_left(const struct comparison_page *p, int i)
{
    return p->label + 1 + i * (p->width + 1);
}

/* The axis, the kernels with their bars, and how many are faster and slower, from this row on. */
void comparison_kernels(const struct comparison_page *, int row);

#endif
