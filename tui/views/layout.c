/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: three shapes: one panel at a time, a compact one from 60 × 18, a roomy one with frames from 116 × 30. */
#include "tui/views/layout.h"

#include <stdarg.h>
#include <string.h>

#include "tui/views/view.h"

static int clamp(int x, int lo, int hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

struct rect layout_body(int rows, int cols)
{
    return (struct rect){ 1, 0, rows > 2 ? rows - 2 : 0, cols };
}

/* Adds a slot for these views; the list ends in -1. */
static void add(struct arrangement *l, int row, int col, int rows, int cols, ...)
{
    struct slot *s = &l->slot[l->slots++];
    s->rect = (struct rect){ row, col, rows, cols };
    s->views = 0;
    va_list views_of;
    va_start(views_of, cols);
    for (int v; (v = va_arg(views_of, int)) >= 0;)
        s->view[s->views++] = v;
    va_end(views_of);
}

static void make_tiny(struct arrangement *l, struct rect b)
{
    add(l, b.row, b.col, b.rows, b.cols, VIEW_run, VIEW_matrix, VIEW_rows, VIEW_spy, VIEW_formats, VIEW_kernels,
        VIEW_settings, VIEW_log, VIEW_threads, -1);
}

/* Facts, rows and spy above; kernels and settings between; runs below, over the whole width. */
static void make_compact(struct arrangement *l, struct rect b)
{
    int top = clamp(b.rows * 37 / 100, 6, 14), run = clamp(b.rows * 37 / 100, 6, b.rows - top - 5);
    int mid = b.rows - top - run;
    int spy = clamp(2 * (top - 1) + 2, 14, b.cols / 4), facts = clamp(b.cols * 45 / 100, 32, 48);
    add(l, b.row, b.col, top, facts, VIEW_matrix, VIEW_formats, -1);
    add(l, b.row, b.col + facts, top, b.cols - facts - spy, VIEW_rows, -1);
    add(l, b.row, b.col + b.cols - spy, top, spy, VIEW_spy, -1);
    int set = clamp(b.cols * 32 / 100, 22, 34);
    add(l, b.row + top, b.col, mid, b.cols - set, VIEW_kernels, -1);
    add(l, b.row + top, b.col + b.cols - set, mid, set, VIEW_settings, -1);
    add(l, b.row + top + mid, b.col, run, b.cols, VIEW_run, VIEW_log, VIEW_threads, -1);
}

/* As above with frames: formats get their own place under the facts, kernels and settings stand left of the runs. */
static void make_roomy(struct arrangement *l, struct rect b)
{
    l->framed = true;
    int top = clamp(b.rows * 46 / 100, 13, 28), bottom = b.rows - top;
    int left = clamp(b.cols * 36 / 100, 40, 64);
    bool formats = top >= 21;
    int facts = formats ? top - 11 : top;
    add(l, b.row, b.col, facts, left, VIEW_matrix, formats ? -1 : VIEW_formats, -1);
    if (formats)
        add(l, b.row + facts, b.col, top - facts, left, VIEW_formats, -1);
    int spy = clamp(2 * (top - 2) + 4, 20, (b.cols - left) / 2);
    add(l, b.row, b.col + left, top, b.cols - left - spy, VIEW_rows, -1);
    add(l, b.row, b.col + b.cols - spy, top, spy, VIEW_spy, -1);
    int set = bottom >= 26 ? 11 : 8;
    add(l, b.row + top, b.col, bottom - set, left, VIEW_kernels, -1);
    add(l, b.row + top + bottom - set, b.col, set, left, VIEW_settings, -1);
    int log = bottom >= 24 ? 7 : 0;
    add(l, b.row + top, b.col + left, bottom - log, b.cols - left, VIEW_run, log ? VIEW_threads : VIEW_log,
        log ? -1 : VIEW_threads, -1);
    if (log)
        add(l, b.row + top + bottom - log, b.col + left, log, b.cols - left, VIEW_log, -1);
}

void layout_make(int rows, int cols, struct arrangement *l)
{
    memset(l, 0, sizeof *l);
    if (rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS)
        return;
    struct rect body = layout_body(rows, cols);
    if (rows >= 30 && cols >= 116)
        make_roomy(l, body);
    else if (rows >= 20 && cols >= 66)
        make_compact(l, body);
    else
        make_tiny(l, body);
}
