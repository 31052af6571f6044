/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_window: places of rows of X in the window. */
#include "gpu/mul/brick_window.cuh"

#include <algorithm>

enum { WINDOW_NONE = -1, WINDOW_WANTED = -2, NEVER = -(1 << 30) };

void window_init(struct brick_window *w, const struct brick_limits *l, int64_t n)
{
    w->l = l;
    w->slot.assign((size_t)n, WINDOW_NONE);
    w->column.assign((size_t)l->slots, -1);
    w->last.assign((size_t)l->slots, NEVER);
}

void window_clear(struct brick_window *w)
{
    for (int32_t c : w->column)
        if (c >= 0)
            w->slot[c] = WINDOW_NONE;
    std::fill(w->column.begin(), w->column.end(), -1);
    std::fill(w->last.begin(), w->last.end(), NEVER);
}

void window_next(struct brick_window *w, int32_t tile)
{
    w->tile = tile;
    w->wanted = 0;
}

void window_want(struct brick_window *w, int32_t column)
{
    int32_t *slot = &w->slot[column];
    if (*slot >= 0)
        w->last[*slot] = w->tile;
    else if (*slot == WINDOW_NONE) {
        *slot = WINDOW_WANTED;
        w->wanted++;
    }
}

bool window_begin(struct brick_window *w)
{
    w->done = w->tile - w->l->ahead;
    int64_t free = std::count_if(w->last.begin(), w->last.end(), [w](int32_t last) { return last <= w->done; });
    if (free >= w->wanted)
        return true;
    w->done = w->tile - 1;
    return false;
}

/* The slot of a class not used for longest, -1: all are in use. */
static int32_t oldest(const struct brick_window *w, int class_)
{
    int32_t best = class_;
    for (int32_t s = class_; s < (int32_t)w->last.size(); s += BRICK_STEP)
        if (w->last[s] < w->last[best])
            best = s;
    return w->last[best] <= w->done ? best : -1;
}

/* A free slot of the class that there are fewest of. */
static int32_t choose(const struct brick_window *w, const int32_t count[BRICK_STEP])
{
    int32_t best = -1;
    for (int q = 0; q < BRICK_STEP; q++) {
        if (best >= 0 && count[q] >= count[best % BRICK_STEP])
            continue;
        int32_t slot = oldest(w, q);
        best = slot >= 0 ? slot : best;
    }
    return best;
}

void window_bring(struct brick_window *w, const std::vector<int32_t> &columns, std::vector<struct brick_fetch> *fetch)
{
    int32_t count[BRICK_STEP] = {};
    for (int32_t c : columns)
        if (w->slot[c] >= 0)
            count[w->slot[c] % BRICK_STEP]++;
    for (int32_t c : columns) {
        if (w->slot[c] >= 0)
            continue;
        int32_t slot = choose(w, count);
        if (w->column[slot] >= 0)
            w->slot[w->column[slot]] = WINDOW_NONE;
        w->column[slot] = c;
        w->last[slot] = w->tile;
        w->slot[c] = slot;
        count[slot % BRICK_STEP]++;
        fetch->push_back({ c, slot });
    }
}
