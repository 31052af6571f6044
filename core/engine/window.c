/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window: single entries of the matrix as it is looked at, for views that show numbers. */
#include "core/engine/window.h"

#include "core/engine/orders.h"

static double value_at(const struct csr *a, int64_t p)
{
    return a->type == VT_F64 ? ((const double *)a->val)[p] : (double)((const float *)a->val)[p];
}

json_t *window_entries(const struct csr *a, const int64_t from[2], const int64_t to[2])
{
    json_t *entries = json_array();
    for (int64_t i = from[0]; i < to[0]; i++)
        for (int64_t p = csr_search(a, i, from[1]); p < a->ptr[i + 1] && a->ind[p] < to[1]; p++) {
            json_t *entry = json_pack("[I,I]", (json_int_t)i, (json_int_t)a->ind[p]);
            json_array_append_new(entry, event_value(value_at(a, p)));
            json_array_append_new(entries, entry);
        }
    return entries;
}

/* Without from= a window begins at the first row that has an entry, and at the first column of its rows. */
static void first_entry(const struct csr *a, int64_t rows, int64_t from[2])
{
    int64_t i = 0;
    while (i < a->m && a->ptr[i + 1] == 0)
        i++;
    if (i == a->m)
        return;
    from[0] = i;
    from[1] = a->ind[0];
    for (; i < a->m && i < from[0] + rows; i++)
        if (a->ptr[i] < a->ptr[i + 1] && a->ind[a->ptr[i]] < from[1])
            from[1] = a->ind[a->ptr[i]];
}

/* [[first entry, entries]…] of whole rows, which the window may show a part of. */
static json_t *whole_rows(const struct csr *a, int64_t from, int64_t to)
{
    json_t *rows = json_array();
    for (int64_t i = from; i < to; i++)
        json_array_append_new(rows, json_pack("[I,I]", (json_int_t)a->ptr[i], (json_int_t)(a->ptr[i + 1] - a->ptr[i])));
    return rows;
}

bool window_show(struct session *s, const struct command *c, struct err *e)
{
    int64_t size[2], from[2] = { 0, 0 }, to[2];
    if (!session_needs(s, false, e) || !command_number(c, "rows", 1, WINDOW_MAX, 1, &size[0], e) ||
        !command_number(c, "cols", 1, WINDOW_MAX, 1, &size[1], e) || !command_pair(c, "from", from, e))
        return false;
    const struct csr *a = &orders_seen(s)->a[VT_F64];
    const int64_t whole[2] = { a->m, a->n };
    if (!command_value(c, "from"))
        first_entry(a, size[0], from);
    for (int d = 0; d < 2; d++) { /* moved inside */
        int64_t last = whole[d] > size[d] ? whole[d] - size[d] : 0;
        from[d] = from[d] < last ? from[d] : last;
        to[d] = from[d] + size[d] < whole[d] ? from[d] + size[d] : whole[d];
    }
    json_t *event = event_new("window", s->cmd);
    event_pair(event, "from", from[0], from[1]);
    event_pair(event, "to", to[0], to[1]);
    event_add(event, "whole", whole_rows(a, from[0], to[0]));
    event_add(event, "entries", window_entries(a, from, to));
    event_send(s->events, event);
    return true;
}
