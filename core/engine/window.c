/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/window.h"

#include "core/engine/orders.h"

json_t *window_entries(const struct csr *a, const int64_t from[2], const int64_t to[2])
{
    json_t *entries = json_array();
    for (int64_t i = from[0]; i < to[0]; i++)
        for (int64_t p = csr_search(a, i, from[1]); p < a->ptr[i + 1] && a->ind[p] < to[1]; p++) {
            json_t *entry = json_pack("[I,I]", (json_int_t)i, (json_int_t)a->ind[p]);
            json_array_append_new(entry, event_number(vtype_get(a->val, p, a->type)));
            json_array_append_new(entries, entry);
        }
    return entries;
}

/* ---- where a window begins ---- */

/* How instructive the window at `from` is: four points for each entry, for at most three quarters of its places, since
   a sparse matrix has zeros; and one for each row whose length differs from the one before, where formats differ. Rows
   of equal length need no padding in any format: unless it is full, they get less than one entry a row. */
static int64_t score(const struct csr *a, const int64_t size[2], const int64_t from[2])
{
    int64_t entries = 0, differ = 0, before = -1;
    const int64_t most = size[0] * size[1] * 3 / 4;
    for (int64_t i = from[0]; i < a->m && i < from[0] + size[0]; i++) {
        const int64_t n = csr_search(a, i, from[1] + size[1]) - csr_search(a, i, from[1]);
        entries += n;
        differ += n != before;
        before = n;
    }
    const int64_t points = 4 * (entries < most ? entries : most) + differ;
    return differ > 1 || entries >= most || points < 4 * size[0] ? points : 4 * size[0] - 1;
}

/* The best window over these rows that begins at or just before an entry. */
static void try_rows(const struct csr *a, const int64_t size[2], int64_t first, int64_t *best, int64_t from[2])
{
    enum { TRIES = 8 };
    first = first + size[0] > a->m ? (a->m > size[0] ? a->m - size[0] : 0) : first;
    for (int64_t i = first; i < a->m && i < first + size[0]; i++) {
        const int64_t length = row_length(a, i);
        for (int64_t t = 0; t < TRIES && t < length; t++) {
            const int64_t j = a->ind[a->ptr[i] + length * t / TRIES], last = a->n > size[1] ? a->n - size[1] : 0;
            const int64_t at[2] = { first, j < last ? j : last }, points = score(a, size, at);
            if (points > *best) {
                *best = points;
                from[0] = at[0];
                from[1] = at[1];
            }
        }
    }
}

static int64_t longest_row(const struct csr *a)
{
    int64_t longest = 0;
    for (int64_t i = 0; i < a->m; i++)
        longest = row_length(a, i) > row_length(a, longest) ? i : longest;
    return longest;
}

/* The start of a window with `at` in its middle. */
static int64_t start_around(int64_t at, int64_t size)
{
    return at > size / 2 ? at - size / 2 : 0;
}

/* Around the longest row where it is densest, an entry first or in the middle; of equal places the most instructive. */
static void go_longest(const struct csr *a, const int64_t size[2], int64_t from[2])
{
    const int64_t i = longest_row(a), length = row_length(a, i), step = 1 + length / 8192;
    double best = -1;
    for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p += step)
        for (int side = 0; side < 2; side++) {
            const int64_t at[2] = { start_around(i, size[0]), side ? start_around(a->ind[p], size[1]) : a->ind[p] };
            const double own = (double)(csr_search(a, i, at[1] + size[1]) - csr_search(a, i, at[1]));
            const double points = own + 1e-6 * (double)score(a, size, at);
            if (points > best) {
                best = points;
                from[0] = at[0];
                from[1] = at[1];
            }
        }
}

/* Without from=, the window begins in the corner if that is instructive, else at the best row sampled. */
static void choose_start(const struct csr *a, const int64_t size[2], int64_t from[2])
{
    enum { PLACES = 32 };
    int64_t best = score(a, size, from);
    if (best >= 4 * size[0])
        return;
    for (int64_t p = 0; p < PLACES; p++)
        try_rows(a, size, a->m / PLACES * p, &best, from);
    try_rows(a, size, start_around(longest_row(a), size[0]), &best, from);
}

static void move_inside(const struct csr *a, const int64_t size[2], int64_t from[2])
{
    const int64_t whole[2] = { a->m, a->n };
    for (int d = 0; d < 2; d++) {
        const int64_t last = whole[d] > size[d] ? whole[d] - size[d] : 0;
        from[d] = from[d] < last ? from[d] : last;
    }
}

/* Centres an empty window on the entry nearest to its middle, in the maximum norm. Farther rows have no nearer one. */
static void go_near(const struct csr *a, const int64_t size[2], int64_t from[2])
{
    const int64_t middle[2] = { from[0] + size[0] / 2, from[1] + size[1] / 2 };
    int64_t best = INT64_MAX;
    for (int64_t i = from[0]; i < a->m && i < from[0] + size[0]; i++)
        if (csr_search(a, i, from[1] + size[1]) > csr_search(a, i, from[1]))
            return;
    for (int64_t far = 0; far < best && far < a->m + size[0]; far++)
        for (int side = 0; side < 2; side++) {
            const int64_t i = side ? middle[0] + far : middle[0] - far;
            if (i < 0 || i >= a->m)
                continue;
            const int64_t right = csr_search(a, i, middle[1]);
            for (int64_t p = right - 1; p <= right; p++) { /* the nearest on either side */
                if (p < a->ptr[i] || p >= a->ptr[i + 1])
                    continue;
                const int64_t apart = llabs(a->ind[p] - middle[1]), length = apart > far ? apart : far;
                if (length >= best)
                    continue;
                best = length;
                from[0] = start_around(i, size[0]);
                from[1] = start_around(a->ind[p], size[1]);
            }
        }
}

/* [[first entry, entries]…] of complete rows, even where the window shows only a part. */
static json_t *whole_rows(const struct csr *a, int64_t from, int64_t to)
{
    json_t *rows = json_array();
    for (int64_t i = from; i < to; i++)
        json_array_append_new(rows, json_pack("[I,I]", (json_int_t)a->ptr[i], (json_int_t)row_length(a, i)));
    return rows;
}

/* The sum of each row's entries outside the columns from..to: what they add to y = A·x, x of ones. */
static json_t *rest_sums(const struct csr *a, const int64_t from[2], const int64_t to[2])
{
    json_t *sums = json_array();
    for (int64_t i = from[0]; i < to[0]; i++) {
        double sum = 0;
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            if (a->ind[p] < from[1] || a->ind[p] >= to[1])
                sum += vtype_get(a->val, p, a->type);
        json_array_append_new(sums, event_number(sum));
    }
    return sums;
}

/* [[place, slots]…] of these rows in SELL-32-1024. */
static json_t *sell_rows(const struct csr *a, int64_t from, int64_t to)
{
    json_t *rows = json_array();
    for (int64_t i = from; i < to; i++) {
        int64_t slots;
        const int64_t place = stats_sell_place(a, i, &slots);
        json_array_append_new(rows, json_pack("[I,I]", (json_int_t)place, (json_int_t)slots));
    }
    return rows;
}

/* The values of near=. */
enum { NEAR_NOTHING, NEAR_ENTRY, NEAR_LONGEST };

bool do_window(struct session *s, const struct command *c, struct err *e)
{
    int64_t size[2], from[2] = { 0, 0 }, to[2], near;
    if (!session_needs(s, false, e) || !command_number(c, "rows", 1, WINDOW_MAX, 1, &size[0], e) ||
        !command_number(c, "cols", 1, WINDOW_MAX, 1, &size[1], e) || !command_pair(c, "from", from, e) ||
        !command_number(c, "near", NEAR_NOTHING, NEAR_LONGEST, NEAR_NOTHING, &near, e))
        return false;
    const struct csr *a = &orders_current(s)->a[VT_F64];
    const int64_t whole[2] = { a->m, a->n };
    if (near == NEAR_LONGEST)
        go_longest(a, size, from);
    else if (!command_value(c, "from"))
        choose_start(a, size, from);
    move_inside(a, size, from);
    if (near == NEAR_ENTRY) {
        go_near(a, size, from);
        move_inside(a, size, from);
    }
    for (int d = 0; d < 2; d++)
        to[d] = from[d] + size[d] < whole[d] ? from[d] + size[d] : whole[d];
    event_send(s->events, EVENT("window", s->cmd, FIELD("from", event_pair(from[0], from[1])),
                                FIELD("to", event_pair(to[0], to[1])), FIELD("whole", whole_rows(a, from[0], to[0])),
                                FIELD("rest", rest_sums(a, from, to)), FIELD("sell", sell_rows(a, from[0], to[0])),
                                FIELD("entries", window_entries(a, from, to))));
    return true;
}
