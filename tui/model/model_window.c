/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_window: the part of the fold about single entries, and how a kernel divides the rows. */
#include "tui/model/model_parts.h"

/* Whether the entry is in the window, and follows the last one: row by row, columns ascending. */
static bool is_next(const struct model_window *w, const struct model_entry *e)
{
    const struct model_entry *last = w->entries ? &w->entry[w->entries - 1] : NULL;
    return e->i >= w->from[0] && e->i < w->to[0] && e->j >= w->from[1] && e->j < w->to[1] &&
           (!last || e->i > last->i || (e->i == last->i && e->j > last->j));
}

void model_take_window(struct model_window *w, const json_t *e)
{
    const json_t *entry, *list = json_object_get(e, "entries");
    w->entries = 0;
    take_pair(e, "from", w->from);
    take_pair(e, "to", w->to);
    w->known = list != NULL;
    for (int d = 0; d < 2; d++)
        w->known &= w->from[d] >= 0 && w->to[d] >= w->from[d] && w->to[d] - w->from[d] <= MODEL_WINDOW;
    if (!w->known)
        return;
    JSON_EACH(entry, list) {
        const struct model_entry next = { .i = json_integer_value(json_array_get(entry, 0)),
                                          .j = json_integer_value(json_array_get(entry, 1)),
                                          .value = take_value(json_array_get(entry, 2), NAN) };
        if (is_next(w, &next))
            w->entry[w->entries++] = next;
    }
}

void model_on_window(struct model *m, const json_t *e)
{
    struct model_window *w = &m->window;
    memset(w, 0, sizeof *w);
    for (size_t i = 0; i < MODEL_WINDOW; i++)
        w->rest[i] = take_value(json_array_get(json_object_get(e, "rest"), i), NAN);
    model_take_window(w, e);
    w->longest = m->matrix.row_max;
    w->all[0] = m->matrix.rows;
    w->all[1] = m->matrix.cols;
    take_bins(json_object_get(e, "whole"), MODEL_WINDOW, w->first, w->length);
    take_bins(json_object_get(e, "sell"), MODEL_WINDOW, w->place, w->slots);
}

#define F(member) TAKE(struct model_work, member)
static const struct take_field work_fields[] = { F(kernel),    F(rule),    F(worker), F(counts),    F(k),
                                                 F(threads),   F(workers), F(units),  F(rows),      F(most),
                                                 F(sum),       F(x_rows),  F(halo),   F(halo_most), F(x_fetched),
                                                 F(imbalance), F(dealt),   F(inside), { 0 } };
#undef F

void model_on_work(struct model *m, const json_t *e)
{
    struct model_work w = { 0 };
    take_no_numbers(work_fields, &w);
    take_fields(e, work_fields, &w);
    const json_t *bins = json_object_get(e, "bins");
    for (w.bins = 0; w.bins < MODEL_BINS && w.bins < (int)json_array_size(bins); w.bins++)
        w.bin[w.bins] = json_integer_value(json_array_get(bins, (size_t)w.bins));
    w.each = take_bins(json_object_get(e, "each"), MODEL_UNITS, w.first, w.work);
    m->work = w;
}
