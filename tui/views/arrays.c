/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays: how a format stores a window of entries. Each format is a function that visits its slots in storage order. */
#include "tui/views/arrays_parts.h"

#include "core/base/minmax.h"

static struct arrays_source source_of(const struct model_window *w)
{
    struct arrays_source s = {
        .m = (int)(w->to[0] - w->from[0]), .n = (int)(w->to[1] - w->from[1]), .nnz = w->entries, .w = w
    };
    bool outside = false;
    for (int p = 0; p < w->entries; p++)
        s.ptr[w->entry[p].i - w->from[0] + 1]++;
    for (int i = 0; i < s.m; i++) {
        s.widest = s.ptr[i + 1] > s.widest ? s.ptr[i + 1] : s.widest;
        s.more[i] = w->length[i] > s.ptr[i + 1] ? w->length[i] - s.ptr[i + 1] : 0;
        s.whole |= w->length[i] > 0; /* else unknown */
        s.ptr[i + 1] += s.ptr[i];
        outside |= s.more[i] > 0;
    }
    s.whole &= w->longest > s.widest || (outside && w->longest == s.widest);
    return s;
}

static int column_of(const struct arrays_source *s, int p)
{
    return (int)(s->w->entry[p].j - s->w->from[1]);
}

static int entry_at(const struct arrays_source *s, int i, int j)
{
    for (int p = i < s->m ? s->ptr[i] : s->nnz; p < (i < s->m ? s->ptr[i + 1] : s->nnz); p++)
        if (column_of(s, p) == j)
            return p;
    return -1;
}

struct arrays_one *arrays_add(struct arrays *a, const char *name, bool values, int line)
{
    struct arrays_one *o = &a->array[a->arrays];
    *o = (struct arrays_one){ name, values, 0, line, a->room + a->arrays++ * ARRAYS_STEPS };
    return o;
}

struct arrays_slot *arrays_put(struct arrays *a, struct arrays_one *o, double number, int row, bool begins)
{
    struct arrays_slot *s = &o->slot[o->slots++];
    *s = (struct arrays_slot){ .number = number, .first = a->steps, .end = a->steps + 1, .begins = begins, .row = row };
    return s;
}

/* A pointer to where this row begins, or several (-1): read in all steps up to the next pointer. */
static void add_pointer(struct arrays *a, struct arrays_one *o, int64_t number, int row)
{
    if (o->slots)
        o->slot[o->slots - 1].end = a->steps;
    arrays_put(a, o, (double)number, row, false)->end = a->steps;
}

/* The step of entry p; -1: padding, of this row. */
static void add_step(struct arrays *a, const struct arrays_source *s, int p, int row)
{
    a->step[a->steps++] = p < 0 ? (struct arrays_step){ .row = row, .padding = true }
                                : (struct arrays_step){ row, column_of(s, p), s->w->entry[p].value, false, 0 };
}

void arrays_entry(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                  int p, int row, bool begins)
{
    arrays_put(a, col, p < 0 ? 0 : (double)s->w->entry[p].j, row, begins)->padding = p < 0;
    arrays_put(a, val, p < 0 ? 0 : s->w->entry[p].value, row, begins)->padding = p < 0;
    add_step(a, s, p, row);
}

/* The value of a place (i, j) that may hold no entry, and its step. */
static void add_place(struct arrays *a, struct arrays_one *val, const struct arrays_source *s, int i, int j,
                      bool begins)
{
    const int p = entry_at(s, i, j);
    arrays_put(a, val, p < 0 ? 0 : s->w->entry[p].value, i, begins)->padding = p < 0;
    add_step(a, s, p, i);
}

/* Rows of a chunk of SELL here (32 there). BSR has blocks of 2 to 8; up to BLOCK_MOST, ARRAYS_STEPS has room for all
   places of all blocks that overlap the window. */
enum { CHUNK = 4, BLOCK_MOST = 16 };

static void make_csr(const struct arrays_source *s, struct arrays *a)
{
    struct arrays_one *ptr = arrays_add(a, "row_ptr", false, 0), *col = arrays_add(a, "col", false, 0),
                      *val = arrays_add(a, "val", true, 0);
    int64_t before = s->w->first[0];
    a->whole = s->whole;
    for (int i = 0; i < s->m; i++) {
        add_pointer(a, ptr, before, i);
        if (arrays_length(s, i) + s->more[i] == 0)
            *arrays_put(a, col, 0, i, true) = *arrays_put(a, val, 0, i, true) =
                (struct arrays_slot){ .blank = true, .begins = true };
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            arrays_entry(a, col, val, s, p, i, p == s->ptr[i]);
        if (s->more[i] > 0)
            arrays_many(a, col, val, i, s->more[i], false, s->w->rest[i], arrays_length(s, i) == 0);
        before += arrays_length(s, i) + s->more[i];
    }
    add_pointer(a, ptr, before, -1);
}

static void make_coo(const struct arrays_source *s, struct arrays *a)
{
    struct arrays_one *row = arrays_add(a, "row", false, 0), *col = arrays_add(a, "col", false, 0),
                      *val = arrays_add(a, "val", true, 0);
    a->whole = s->whole;
    for (int i = 0; i < s->m; i++) {
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++) {
            arrays_put(a, row, arrays_row(s, i), i, p == s->ptr[i]);
            arrays_entry(a, col, val, s, p, i, p == s->ptr[i]);
        }
        if (s->more[i] > 0) {
            arrays_put(a, row, arrays_row(s, i), i, arrays_length(s, i) == 0);
            arrays_many(a, col, val, i, s->more[i], false, s->w->rest[i], arrays_length(s, i) == 0);
        }
    }
}

static void ell_slot(struct arrays *a, const struct arrays_source *s, int i, int t, bool begins)
{
    if (s->whole)
        arrays_whole(a, &a->array[0], &a->array[1], s, i, t, s->w->longest, begins);
    else
        arrays_entry(a, &a->array[0], &a->array[1], s, t < arrays_length(s, i) ? s->ptr[i] + t : -1, i, begins);
}

static void make_ell(const struct arrays_source *s, struct arrays *a)
{
    const int line = s->whole ? arrays_whole_line(s) : s->widest;
    arrays_add(a, "col", false, line);
    arrays_add(a, "val", true, line);
    a->note = "memory runs along the lines, row after row";
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < line; t++)
            ell_slot(a, s, i, t, t == 0);
}

/* The first slots of all rows come first: the threads of a warp, one per row, read neighbours. */
static void make_ell_col(const struct arrays_source *s, struct arrays *a)
{
    const int lines = s->whole ? arrays_whole_line(s) : s->widest;
    arrays_add(a, "col", false, s->m);
    arrays_add(a, "val", true, s->m);
    a->note = "memory runs along the lines: the first slot of every row, then the second ones";
    for (int t = 0; t < lines; t++)
        for (int i = 0; i < s->m; i++)
            ell_slot(a, s, i, t, i == 0);
}

/* The longest row first, equal ones in order. With `whole`, entries outside the window count. */
static void sort_rows(const struct arrays_source *s, bool whole, int order[MODEL_WINDOW])
{
    int64_t length[MODEL_WINDOW];
    for (int i = 0; i < s->m; i++) {
        int at = i;
        length[i] = whole && s->w->length[i] > 0 ? s->w->length[i] : arrays_length(s, i);
        for (; at > 0 && length[order[at - 1]] < length[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void make_sell(const struct arrays_source *s, struct arrays *a)
{
    if (s->whole && s->w->slots[0] > 0 && arrays_whole_sell(s, a))
        return;
    int order[MODEL_WINDOW];
    struct arrays_one *perm = arrays_add(a, "row", false, 0), *ptr = arrays_add(a, "chunk_ptr", false, 0),
                      *col = arrays_add(a, "col", false, CHUNK), *val = arrays_add(a, "val", true, CHUNK);
    sort_rows(s, true, order);
    a->note = "chunks of 4 rows (really 32)";
    for (int c = 0; c < s->m; c += CHUNK) {
        const int first = a->steps, end = c + CHUNK < s->m ? c + CHUNK : s->m;
        int width = 0;
        add_pointer(a, ptr, val->slots, -1);
        for (int r = c; r < end; r++)
            width = arrays_length(s, order[r]) > width ? arrays_length(s, order[r]) : width;
        for (int t = 0; t < width; t++)
            for (int r = c; r < c + CHUNK; r++) {
                const int i = r < end ? order[r] : -1;
                arrays_entry(a, col, val, s, i >= 0 && t < arrays_length(s, i) ? s->ptr[i] + t : -1,
                             i < 0 ? order[c] : i, t == 0 && r == c);
            }
        for (int r = c; r < end; r++)
            *arrays_put(a, perm, 0, -1, false) =
                (struct arrays_slot){ arrays_row(s, order[r]), first, a->steps, .begins = r == c, .row = order[r] };
    }
    add_pointer(a, ptr, val->slots, -1);
}

static void make_hyb(const struct arrays_source *s, struct arrays *a)
{
    int order[MODEL_WINDOW];
    sort_rows(s, false, order);
    const int width = arrays_length(s, order[s->m / 3]); /* enough for two rows in three (core/matrix/stats.c) */
    if (s->whole)
        a->note = "the real ell part is as wide as suits all rows, this one as suits these";
    arrays_add(a, "ell col", false, width);
    arrays_add(a, "ell val", true, width);
    arrays_add(a, "coo row", false, 0);
    arrays_add(a, "coo col", false, 0);
    arrays_add(a, "coo val", true, 0);
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < width; t++)
            arrays_entry(a, &a->array[0], &a->array[1], s, t < arrays_length(s, i) ? s->ptr[i] + t : -1, i, t == 0);
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i] + width; p < s->ptr[i + 1]; p++) {
            arrays_put(a, &a->array[2], arrays_row(s, i), i, false);
            arrays_entry(a, &a->array[3], &a->array[4], s, p, i, false);
        }
}

/* The first of a block that has row (d = 0) or column (d = 1) t of the window, which may lie before the window. */
static int block_from(const struct arrays_source *s, int d, int t)
{
    return t - (int)((s->w->from[d] + t) % s->block);
}

/* The place e of a block at (i, j): beyond the matrix it is padding, beyond the window alone it is not known. */
static void block_place(const struct arrays_source *s, struct arrays *a, int i, int j, bool begins)
{
    struct arrays_one *val = &a->array[2];
    const struct model_window *w = s->w;
    const bool window = i >= 0 && j >= 0 && i < s->m && j < s->n,
               matrix = w->from[0] + i < w->all[0] && w->from[1] + j < w->all[1];
    if (i < 0 || j < 0 || (!window && matrix)) {
        struct arrays_slot *slot = arrays_put(a, val, 0, -1, begins);
        slot->outside = true;
        slot->end = slot->first;
        a->note = s->whole ? "…: places outside of it; other blocks of these rows are not shown"
                           : "…: places of blocks outside of the window";
        return;
    }
    add_place(a, val, s, i, j, begins);
    a->step[a->steps - 1].col = j;
}

static void make_bsr(const struct arrays_source *s, struct arrays *a)
{
    const int b = s->block;
    if (s->whole)
        a->note = "other blocks of these rows are not shown";
    struct arrays_one *ptr = arrays_add(a, "block_ptr", false, 0), *col = arrays_add(a, "block_col", false, 0);
    arrays_add(a, "val", true, b * b);
    for (int i = block_from(s, 0, 0); i < s->m; i += b) {
        bool used[MODEL_WINDOW] = { 0 }; /* by the first column in the window */
        for (int p = s->ptr[int_max(i, 0)]; p < s->ptr[int_min(i + b, s->m)]; p++)
            used[int_max(block_from(s, 1, column_of(s, p)), 0)] = true;
        add_pointer(a, ptr, col->slots, -1);
        for (int t = 0; t < s->n; t++) {
            const int j = block_from(s, 1, t);
            if (!used[t])
                continue;
            struct arrays_slot *index = arrays_put(a, col, (double)((s->w->from[1] + t) / b), -1, false);
            for (int e = 0; e < b * b; e++)
                block_place(s, a, i + e / b, j + e % b, e == 0);
            index->end = a->steps;
        }
    }
    add_pointer(a, ptr, col->slots, -1);
}

static void make_dia(const struct arrays_source *s, struct arrays *a)
{
    bool used[2 * MODEL_WINDOW] = { 0 };
    struct arrays_one *offset = arrays_add(a, "offset", false, 0), *val = arrays_add(a, "val", true, s->m);
    if (s->whole)
        a->note = "a line is the piece of a diagonal in these rows; others are not shown";
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            used[column_of(s, p) - i + s->m] = true;
    for (int d = 1 - s->m; d < s->n; d++) {
        if (!used[d + s->m])
            continue;
        struct arrays_slot *o = arrays_put(a, offset, d + (double)(s->w->from[1] - s->w->from[0]), -1, false);
        for (int i = 0; i < s->m; i++) {
            add_place(a, val, s, i, i + d, i == 0);
            a->step[a->steps - 1].col = i + d < 0 ? 0 : i + d < s->n ? i + d : s->n - 1;
        }
        o->end = a->steps;
    }
}

static const struct {
    const char *name;
    void (*make)(const struct arrays_source *, struct arrays *);
} makers[] = {
    { "csr", make_csr },   { "ell", make_ell }, { "ell.col", make_ell_col }, { "coo", make_coo },
    { "sell", make_sell }, { "hyb", make_hyb }, { "bsr", make_bsr },         { "dia", make_dia },
};

static int maker_of(const char *format)
{
    int at = (int)(COUNT(makers)) - 1;
    while (at >= 0 && strcmp(makers[at].name, format) != 0)
        at--;
    return at;
}

bool arrays_known(const char *format)
{
    return maker_of(format) >= 0;
}

bool arrays_make(const struct model_format *f, const struct model_window *w, struct arrays *a)
{
    struct arrays_source s = source_of(w);
    const int at = maker_of(f->name);
    s.block = int_clamp(f->block, 1, BLOCK_MOST);
    *a = (struct arrays){ .note = "" };
    a->step = at >= 0 ? malloc(ARRAYS_STEPS * sizeof *a->step) : NULL;
    a->room = at >= 0 ? calloc(ARRAYS_MAX * ARRAYS_STEPS, sizeof *a->room) : NULL;
    const bool ok = a->step && a->room;
    if (ok)
        makers[at].make(&s, a);
    else
        arrays_free(a);
    for (int t = 0; t < a->steps; t++) {
        const int64_t many = a->step[t].many > 0 ? a->step[t].many : 1;
        a->slots += many;
        a->entries += a->step[t].padding ? 0 : many;
        a->whole |= a->step[t].many > 0;
    }
    a->alone = s.whole && !a->whole;
    return ok;
}

void arrays_free(struct arrays *a)
{
    free(a->room);
    free(a->step);
    *a = (struct arrays){ 0 };
}
