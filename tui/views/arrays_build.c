/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_build: what the pictures of all formats are made of. */
#include "tui/views/arrays_build.h"

#include <stdlib.h>

struct arrays_source arrays_source_of(const struct model_window *w)
{
    struct arrays_source s = {
        .m = (int)(w->to[0] - w->from[0]), .n = (int)(w->to[1] - w->from[1]), .nnz = w->entries, .w = w
    };
    for (int p = 0; p < w->entries; p++)
        s.ptr[w->entry[p].i - w->from[0] + 1]++;
    for (int i = 0; i < s.m; i++) {
        s.widest = s.ptr[i + 1] > s.widest ? s.ptr[i + 1] : s.widest;
        s.ptr[i + 1] += s.ptr[i];
    }
    return s;
}

int arrays_length(const struct arrays_source *s, int i)
{
    return s->ptr[i + 1] - s->ptr[i];
}

int arrays_column(const struct arrays_source *s, int p)
{
    return (int)(s->w->entry[p].j - s->w->from[1]);
}

double arrays_value(const struct arrays_source *s, int p)
{
    return s->w->entry[p].value;
}

int arrays_entry(const struct arrays_source *s, int i, int j)
{
    for (int p = i < s->m ? s->ptr[i] : s->nnz; p < (i < s->m ? s->ptr[i + 1] : s->nnz); p++)
        if (arrays_column(s, p) == j)
            return p;
    return -1;
}

struct arrays_one *arrays_new(struct arrays *a, const char *name, bool values, int line, int most)
{
    struct arrays_one *o = &a->array[a->arrays];
    *o = (struct arrays_one){ .name = name, .values = values, .line = line };
    o->slot = calloc((size_t)most + 1, sizeof *o->slot);
    a->arrays += o->slot != NULL;
    return o->slot ? o : NULL;
}

struct arrays_slot *arrays_slot_add(struct arrays *a, struct arrays_one *o, double number, bool begins)
{
    struct arrays_slot *s = &o->slot[o->slots++];
    *s = (struct arrays_slot){ .number = number, .first = a->steps, .end = a->steps + 1, .begins = begins };
    return s;
}

void arrays_pointer_add(struct arrays *a, struct arrays_one *o, int number)
{
    if (o->slots)
        o->slot[o->slots - 1].end = a->steps;
    arrays_slot_add(a, o, number, false)->end = a->steps;
}

void arrays_step_add(struct arrays *a, const struct arrays_source *s, int p, int row)
{
    a->step[a->steps++] = p < 0 ? (struct arrays_step){ .row = row, .padding = true }
                                : (struct arrays_step){ row, arrays_column(s, p), arrays_value(s, p), false };
}

void arrays_entry_add(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                      int p, int row, bool begins)
{
    arrays_slot_add(a, col, p < 0 ? 0 : arrays_column(s, p), begins)->padding = p < 0;
    arrays_slot_add(a, val, p < 0 ? 0 : arrays_value(s, p), begins)->padding = p < 0;
    arrays_step_add(a, s, p, row);
}
