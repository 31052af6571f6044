/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_whole: rows as the matrix stores them, including their entries outside the window. */
#include "tui/views/arrays_parts.h"

enum { REAL_CHUNK = 32 };

void arrays_many(struct arrays *a, struct arrays_one *col, struct arrays_one *val, int row, int64_t many, bool padding,
                 double sum, bool begins)
{
    struct arrays_slot *both[] = { arrays_put(a, col, 0, row, begins), arrays_put(a, val, 0, row, begins) };
    for (int i = 0; i < 2; i++) {
        both[i]->padding = padding;
        both[i]->many = many;
    }
    a->step[a->steps++] = (struct arrays_step){ .row = row, .col = -1, .value = sum, .padding = padding, .many = many };
}

void arrays_whole(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                  int i, int t, int64_t width, bool begins)
{
    const int entries = i < 0 ? 0 : arrays_length(s, i), others = i >= 0 && s->more[i] > 0;
    const int64_t padding = i < 0 ? 0 : width - entries - s->more[i];
    if (t < entries)
        arrays_entry(a, col, val, s, s->ptr[i] + t, i, begins);
    else if (t == entries && others)
        arrays_many(a, col, val, i, s->more[i], false, s->w->rest[i], begins);
    else if (t == entries + others && padding > 0)
        arrays_many(a, col, val, i, padding, true, 0, begins);
    else
        *arrays_put(a, col, 0, i, false) = *arrays_put(a, val, 0, i, false) = (struct arrays_slot){ .blank = true };
}

/* The slots in the picture of row i, which has `width` slots in all. */
static int whole_slots(const struct arrays_source *s, int i, int64_t width)
{
    return arrays_length(s, i) + (s->more[i] > 0) + (width > arrays_length(s, i) + s->more[i]);
}

int arrays_whole_line(const struct arrays_source *s)
{
    int line = 0;
    for (int i = 0; i < s->m; i++)
        line = whole_slots(s, i, s->w->longest) > line ? whole_slots(s, i, s->w->longest) : line;
    return line;
}

static bool same_chunk(const struct model_window *w, int i, int j)
{
    return w->place[i] / REAL_CHUNK == w->place[j] / REAL_CHUNK;
}

/* The end of the chunk whose rows begin at order[c], and its slots in the picture. */
static int chunk_end(const struct arrays_source *s, const int *order, int c, int *lines)
{
    int end = c;
    *lines = 0;
    for (; end < s->m && same_chunk(s->w, order[end], order[c]); end++) {
        const int slots = whole_slots(s, order[end], s->w->slots[order[c]]);
        *lines = slots > *lines ? slots : *lines;
    }
    return end;
}

bool arrays_whole_sell(const struct arrays_source *s, struct arrays *a)
{
    const struct model_window *w = s->w;
    int order[MODEL_WINDOW], line = 1, sum = 0, lines, end;
    for (int i = 0, at; i < s->m; i++) {
        for (at = i; at > 0 && w->place[order[at - 1]] > w->place[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int c = 0; c < s->m; c = end) {
        end = chunk_end(s, order, c, &lines);
        line = end - c > line ? end - c : line;
        sum += lines;
    }
    if (line * sum > ARRAYS_STEPS)
        return false;
    struct arrays_one *perm = arrays_add(a, "row", false, 0), *col = arrays_add(a, "col", false, line),
                      *val = arrays_add(a, "val", true, line);
    a->note = "place: where SELL sorts the row to";
    for (int c = 0; c < s->m; c = end) {
        const int first = a->steps;
        end = chunk_end(s, order, c, &lines);
        for (int t = 0; t < lines; t++)
            for (int r = c; r < c + line; r++)
                arrays_whole(a, col, val, s, r < end ? order[r] : -1, t, w->slots[order[c]], t == 0 && r == c);
        for (int r = c; r < end; r++)
            *arrays_put(a, perm, 0, -1, false) =
                (struct arrays_slot){ arrays_row(s, order[r]), first, a->steps, .begins = r == c, .row = order[r] };
    }
    return true;
}
