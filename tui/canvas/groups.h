/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups: horizontal bars in groups, one per matrix for example, as data; drawn as SVG with hatched bars. */
#pragma once

#include "tui/canvas/chart.h"

enum { GROUPS_BARS = 24, GROUPS_NAME = 128 };

struct group_bar {
    double value;  /* NaN: none */
    double lo, hi; /* its interval; NaN: none */
    bool dim;      /* unreliable */
    char mark[24]; /* beside the value: "best", "worst" */
};

struct bar_group {
    char name[GROUPS_NAME];
    struct group_bar bar[GROUPS_BARS];
};

struct group_chart {
    char title[200], caption[400], note[200], unit[64];
    bool log;
    bool stacked;                          /* the bars of a group are parts of one bar, which bears all marks */
    char series[GROUPS_BARS][GROUPS_NAME]; /* the i-th bar of every group */
    bool foreign[GROUPS_BARS];             /* measured elsewhere: drawn as an outline */
    int bars;
    struct bar_group *group;
    int groups;
};

/* Adds a group without values; NULL: out of memory. */
struct bar_group *groups_add(struct group_chart *, const char *name);
/* The bar of that name, added if there is room; -1: none. */
int groups_series(struct group_chart *, const char *name, bool foreign);
void groups_free(struct group_chart *);

/* From 0, or logarithmic from a power of ten; with room for intervals up to twice the longest bar. */
struct axis groups_axis(const struct group_chart *);

/* Allocated; NULL when out of memory. */
char *groups_to_svg(const struct group_chart *);
