/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/x_window.h"

enum { ABSENT = -1, WANTED = -2, NEVER = -(1 << 30) };

bool x_window_init(struct x_window *w, const struct brick_limits *l, int64_t n)
{
    *w = (struct x_window){ .slots = (int32_t)l->slots, .ahead = l->ahead };
    w->slot = malloc((size_t)n * sizeof *w->slot + 1);
    w->column = malloc((size_t)l->slots * sizeof *w->column);
    w->last = malloc((size_t)l->slots * sizeof *w->last);
    w->next = malloc(((size_t)l->slots + BRICK_STEP) * sizeof *w->next);
    w->prev = malloc(((size_t)l->slots + BRICK_STEP) * sizeof *w->prev);
    if (!w->slot || !w->column || !w->last || !w->next || !w->prev)
        return false;
    memset(w->slot, ABSENT, (size_t)n * sizeof *w->slot);
    memset(w->column, -1, (size_t)l->slots * sizeof *w->column);
    x_window_clear(w);
    return true;
}

void x_window_release(struct x_window *w)
{
    free(w->prev);
    free(w->next);
    free(w->last);
    free(w->column);
    free(w->slot);
    *w = (struct x_window){ 0 };
}

/* Moves a slot to the end of its class. */
static void append(struct x_window *w, int32_t s)
{
    int32_t ring = w->slots + s % BRICK_STEP;
    w->prev[s] = w->prev[ring];
    w->next[s] = ring;
    w->next[w->prev[s]] = s;
    w->prev[ring] = s;
}

/* Marks a slot as used by the current tile. */
static void use(struct x_window *w, int32_t s)
{
    if (w->last[s] == w->tile)
        return;
    w->last[s] = w->tile;
    w->next[w->prev[s]] = w->next[s];
    w->prev[w->next[s]] = w->prev[s];
    append(w, s);
}

void x_window_clear(struct x_window *w)
{
    for (int32_t ring = w->slots; ring < w->slots + BRICK_STEP; ring++)
        w->next[ring] = w->prev[ring] = ring;
    for (int32_t s = 0; s < w->slots; s++) {
        if (w->column[s] >= 0)
            w->slot[w->column[s]] = ABSENT;
        w->column[s] = -1;
        w->last[s] = NEVER;
        append(w, s);
    }
}

void x_window_next(struct x_window *w, int32_t tile)
{
    w->tile = tile;
    w->wanted = 0;
}

void x_window_want(struct x_window *w, int32_t column)
{
    int32_t *slot = &w->slot[column];
    if (*slot >= 0)
        use(w, *slot);
    else if (*slot == ABSENT) {
        *slot = WANTED;
        w->wanted++;
    }
}

bool x_window_begin(struct x_window *w)
{
    int32_t free_slots = 0;
    w->done = w->tile - w->ahead;
    for (int32_t s = 0; s < w->slots; s++)
        free_slots += w->last[s] <= w->done;
    if (free_slots >= w->wanted)
        return true;
    w->done = w->tile - 1;
    return false;
}

/* The least recently used slot of a class, -1: all are in use. */
static int32_t oldest(const struct x_window *w, int32_t class)
{
    int32_t s = w->next[w->slots + class];
    return s < w->slots && w->last[s] <= w->done ? s : -1;
}

/* A free slot of the class with the least count. */
static int32_t choose(const struct x_window *w, const int32_t count[BRICK_STEP])
{
    int32_t best = -1;
    for (int32_t q = 0; q < BRICK_STEP; q++) {
        if (best >= 0 && count[q] >= count[best % BRICK_STEP])
            continue;
        int32_t slot = oldest(w, q);
        best = slot >= 0 ? slot : best;
    }
    return best;
}

int64_t x_window_bring(struct x_window *w, const int32_t *columns, int64_t count, struct brick_copy *copy)
{
    int32_t of_class[BRICK_STEP] = { 0 };
    int64_t copies = 0;
    for (int64_t i = 0; i < count; i++)
        if (w->slot[columns[i]] >= 0)
            of_class[w->slot[columns[i]] % BRICK_STEP]++;
    for (int64_t i = 0; i < count; i++) {
        int32_t c = columns[i];
        if (w->slot[c] >= 0)
            continue;
        int32_t slot = choose(w, of_class);
        if (w->column[slot] >= 0)
            w->slot[w->column[slot]] = ABSENT;
        w->column[slot] = c;
        use(w, slot);
        w->slot[c] = slot;
        of_class[slot % BRICK_STEP]++;
        copy[copies++] = (struct brick_copy){ c, slot };
    }
    return copies;
}
