/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays: how a format stores a window of entries. Each format is a function that walks through its slots in the order
   in which it stores them. */
#include "tui/views/arrays.h"

enum { STEPS = 2 * (MODEL_WINDOW + 2) * (MODEL_WINDOW + 2) }; /* all diagonals: more than any other format takes */

/* The window as a matrix of its own, m × n, in CSR, and what its rows have outside of it. */
struct arrays_source {
    int m, n, nnz, widest;
    int ptr[MODEL_WINDOW + 1];
    int64_t more[MODEL_WINDOW]; /* entries outside */
    bool whole;                 /* the rows of the matrix have more entries or slots than those of the window */
    const struct model_window *w;
};

static struct arrays_source source_of(const struct model_window *w)
{
    struct arrays_source s = {
        .m = (int)(w->to[0] - w->from[0]), .n = (int)(w->to[1] - w->from[1]), .nnz = w->entries, .w = w
    };
    for (int p = 0; p < w->entries; p++)
        s.ptr[w->entry[p].i - w->from[0] + 1]++;
    for (int i = 0; i < s.m; i++) {
        s.widest = s.ptr[i + 1] > s.widest ? s.ptr[i + 1] : s.widest;
        s.more[i] = w->length[i] > s.ptr[i + 1] ? w->length[i] - s.ptr[i + 1] : 0;
        s.whole |= w->length[i] > 0; /* else they are not known */
        s.ptr[i + 1] += s.ptr[i];
    }
    s.whole &= w->longest > s.widest;
    return s;
}

static int length_of(const struct arrays_source *s, int i)
{
    return s->ptr[i + 1] - s->ptr[i];
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

static struct arrays_one *add_array(struct arrays *a, const char *name, bool values, int line)
{
    struct arrays_one *o = &a->array[a->arrays];
    *o = (struct arrays_one){ name, values, 0, line, a->room + a->arrays++ * STEPS };
    return o;
}

/* Appends a number that is read in the step to come. */
static struct arrays_slot *add_slot(struct arrays *a, struct arrays_one *o, double number, bool begins)
{
    struct arrays_slot *s = &o->slot[o->slots++];
    *s = (struct arrays_slot){ .number = number, .first = a->steps, .end = a->steps + 1, .begins = begins };
    return s;
}

/* A pointer, read in all steps up to the next one. */
static void add_pointer(struct arrays *a, struct arrays_one *o, int number)
{
    if (o->slots)
        o->slot[o->slots - 1].end = a->steps;
    add_slot(a, o, number, false)->end = a->steps;
}

/* The step of entry p; -1: padding, of this row. */
static void add_step(struct arrays *a, const struct arrays_source *s, int p, int row)
{
    a->step[a->steps++] = p < 0 ? (struct arrays_step){ .row = row, .padding = true }
                                : (struct arrays_step){ row, column_of(s, p), s->w->entry[p].value, false, 0 };
}

/* Column and value of entry p, -1: padding, and its step. */
static void add_entry(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                      int p, int row, bool begins)
{
    add_slot(a, col, p < 0 ? 0 : column_of(s, p), begins)->padding = p < 0;
    add_slot(a, val, p < 0 ? 0 : s->w->entry[p].value, begins)->padding = p < 0;
    add_step(a, s, p, row);
}

/* The value of a place (i, j) that need not hold an entry, and its step. */
static void add_place(struct arrays *a, struct arrays_one *val, const struct arrays_source *s, int i, int j,
                      bool begins)
{
    const int p = entry_at(s, i, j);
    add_slot(a, val, p < 0 ? 0 : s->w->entry[p].value, begins)->padding = p < 0;
    add_step(a, s, p, i);
}

/* Rows of a chunk of SELL here, and there, and the side of a block. */
enum { CHUNK = 4, REAL_CHUNK = 32, BLOCK = 3 };

/* ---- whole rows: their entries in the window, then one slot for all others, and one for all padding ---- */

static void add_many(struct arrays *a, struct arrays_one *col, struct arrays_one *val, int row, int64_t many,
                     bool padding, bool begins)
{
    struct arrays_slot *both[] = { add_slot(a, col, 0, begins), add_slot(a, val, 0, begins) };
    for (int i = 0; i < 2; i++) {
        both[i]->padding = padding;
        both[i]->many = many;
    }
    a->step[a->steps++] = (struct arrays_step){ .row = row, .col = -1, .padding = padding, .many = many };
}

/* Slot t of row i, which has `width` slots in all; row -1, or beyond the last: blank. */
static void whole_slot(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                       int i, int t, int64_t width, bool begins)
{
    const int entries = i < 0 ? 0 : length_of(s, i), others = i >= 0 && s->more[i] > 0;
    const int64_t padding = i < 0 ? 0 : width - entries - s->more[i];
    if (t < entries)
        add_entry(a, col, val, s, s->ptr[i] + t, i, begins);
    else if (t == entries && others)
        add_many(a, col, val, i, s->more[i], false, begins);
    else if (t == entries + others && padding > 0)
        add_many(a, col, val, i, padding, true, begins);
    else
        *add_slot(a, col, 0, false) = *add_slot(a, val, 0, false) = (struct arrays_slot){ .blank = true };
}

/* The slots that row i, of `width` in all, takes in the picture. */
static int whole_slots(const struct arrays_source *s, int i, int64_t width)
{
    return length_of(s, i) + (s->more[i] > 0) + (width > length_of(s, i) + s->more[i]);
}

/* The most of any row in ELLPACK. */
static int whole_line(const struct arrays_source *s)
{
    int line = 0;
    for (int i = 0; i < s->m; i++)
        line = whole_slots(s, i, s->w->longest) > line ? whole_slots(s, i, s->w->longest) : line;
    return line;
}

/* ---- formats ---- */

static void make_csr(const struct arrays_source *s, struct arrays *a)
{
    struct arrays_one *ptr = add_array(a, "row_ptr", false, 0), *col = add_array(a, "col", false, 0),
                      *val = add_array(a, "val", true, 0);
    int64_t before = 0;
    for (int i = 0; i < s->m; i++) {
        add_pointer(a, ptr, (int)before);
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            add_entry(a, col, val, s, p, i, p == s->ptr[i]);
        if (s->more[i] > 0)
            add_many(a, col, val, i, s->more[i], false, length_of(s, i) == 0);
        before += length_of(s, i) + s->more[i];
    }
    add_pointer(a, ptr, (int)before);
}

/* The entries of each row from the `width`-th on as COO, in the arrays from `first` on. */
static void add_rest(struct arrays *a, const struct arrays_source *s, int first, int width)
{
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i] + width; p < s->ptr[i + 1]; p++) {
            add_slot(a, &a->array[first], i, false);
            add_entry(a, &a->array[first + 1], &a->array[first + 2], s, p, i, false);
        }
}

static void make_coo(const struct arrays_source *s, struct arrays *a)
{
    add_array(a, "row", false, 0);
    add_array(a, "col", false, 0);
    add_array(a, "val", true, 0);
    add_rest(a, s, 0, 0);
}

static void ell_slot(struct arrays *a, const struct arrays_source *s, int i, int t, bool begins)
{
    if (s->whole) {
        whole_slot(a, &a->array[0], &a->array[1], s, i, t, s->w->longest, begins);
        return;
    }
    add_entry(a, &a->array[0], &a->array[1], s, t < length_of(s, i) ? s->ptr[i] + t : -1, i, begins);
}

static void make_ell(const struct arrays_source *s, struct arrays *a)
{
    const int line = s->whole ? whole_line(s) : s->widest;
    add_array(a, "col", false, line);
    add_array(a, "val", true, line);
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < line; t++)
            ell_slot(a, s, i, t, t == 0);
}

/* The first slots of all rows come first: the threads of a warp, a row each, read neighbours. */
static void make_ell_col(const struct arrays_source *s, struct arrays *a)
{
    const int lines = s->whole ? whole_line(s) : s->widest;
    add_array(a, "col", false, s->m);
    add_array(a, "val", true, s->m);
    for (int t = 0; t < lines; t++)
        for (int i = 0; i < s->m; i++)
            ell_slot(a, s, i, t, i == 0);
}

/* The longest row first, equal ones in their order. In `whole`, entries outside of the window count. */
static void sort_rows(const struct arrays_source *s, bool whole, int order[MODEL_WINDOW])
{
    int64_t length[MODEL_WINDOW];
    for (int i = 0; i < s->m; i++) {
        int at = i;
        length[i] = whole && s->w->length[i] > 0 ? s->w->length[i] : length_of(s, i);
        for (; at > 0 && length[order[at - 1]] < length[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static bool same_chunk(const struct model_window *w, int i, int j)
{
    return w->place[i] / REAL_CHUNK == w->place[j] / REAL_CHUNK;
}

/* The end of the chunk whose rows begin at order[c], and the slots that they take in the picture. */
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

/* Of each chunk of the matrix the rows that the window has: how far these are padded is known. False: no room. */
static bool make_sell_whole(const struct arrays_source *s, struct arrays *a)
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
    if (line * sum > STEPS)
        return false;
    struct arrays_one *perm = add_array(a, "row", false, 0), *col = add_array(a, "col", false, line),
                      *val = add_array(a, "val", true, line);
    for (int c = 0; c < s->m; c = end) {
        const int first = a->steps;
        end = chunk_end(s, order, c, &lines);
        for (int t = 0; t < lines; t++)
            for (int r = c; r < c + line; r++)
                whole_slot(a, col, val, s, r < end ? order[r] : -1, t, w->slots[order[c]], t == 0 && r == c);
        for (int r = c; r < end; r++)
            *add_slot(a, perm, 0, false) =
                (struct arrays_slot){ .number = order[r], .first = first, .end = a->steps, .begins = r == c };
    }
    return true;
}

static void make_sell(const struct arrays_source *s, struct arrays *a)
{
    if (s->whole && s->w->slots[0] > 0 && make_sell_whole(s, a))
        return;
    int order[MODEL_WINDOW];
    struct arrays_one *perm = add_array(a, "row", false, 0), *ptr = add_array(a, "chunk_ptr", false, 0),
                      *col = add_array(a, "col", false, CHUNK), *val = add_array(a, "val", true, CHUNK);
    sort_rows(s, true, order);
    a->note = "chunks of 4 rows (really 32)";
    for (int c = 0; c < s->m; c += CHUNK) {
        const int first = a->steps, end = c + CHUNK < s->m ? c + CHUNK : s->m;
        int width = 0;
        add_pointer(a, ptr, val->slots);
        for (int r = c; r < end; r++)
            width = length_of(s, order[r]) > width ? length_of(s, order[r]) : width;
        for (int t = 0; t < width; t++)
            for (int r = c; r < c + CHUNK; r++) {
                const int i = r < end ? order[r] : -1;
                add_entry(a, col, val, s, i >= 0 && t < length_of(s, i) ? s->ptr[i] + t : -1, i < 0 ? order[c] : i,
                          t == 0 && r == c);
            }
        for (int r = c; r < end; r++)
            *add_slot(a, perm, 0, false) =
                (struct arrays_slot){ .number = order[r], .first = first, .end = a->steps, .begins = r == c };
    }
    add_pointer(a, ptr, val->slots);
}

static void make_hyb(const struct arrays_source *s, struct arrays *a)
{
    int order[MODEL_WINDOW];
    sort_rows(s, false, order);
    const int width = length_of(s, order[s->m / 3]); /* enough for two rows in three (core/matrix/stats.c) */
    add_array(a, "ell col", false, width);
    add_array(a, "ell val", true, width);
    add_array(a, "coo row", false, 0);
    add_array(a, "coo col", false, 0);
    add_array(a, "coo val", true, 0);
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < width; t++)
            add_entry(a, &a->array[0], &a->array[1], s, t < length_of(s, i) ? s->ptr[i] + t : -1, i, t == 0);
    add_rest(a, s, 2, width);
}

static void block_add(const struct arrays_source *s, struct arrays *a, int bi, int bj)
{
    struct arrays_slot *index = add_slot(a, &a->array[1], bj, false);
    for (int e = 0; e < BLOCK * BLOCK; e++) {
        add_place(a, &a->array[2], s, bi * BLOCK + e / BLOCK, bj * BLOCK + e % BLOCK, e == 0);
        a->step[a->steps - 1].col = bj * BLOCK + e % BLOCK;
    }
    index->end = a->steps;
}

static void make_bsr3(const struct arrays_source *s, struct arrays *a)
{
    enum { BLOCKS = MODEL_WINDOW / BLOCK + 1 };
    bool used[BLOCKS][BLOCKS] = { 0 };
    struct arrays_one *ptr = add_array(a, "block_ptr", false, 0), *col = add_array(a, "block_col", false, 0);
    add_array(a, "val", true, BLOCK * BLOCK);
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            used[i / BLOCK][column_of(s, p) / BLOCK] = true;
    a->note = "blocks begin at the corner of the window";
    for (int bi = 0; bi * BLOCK < s->m; bi++) {
        add_pointer(a, ptr, col->slots);
        for (int bj = 0; bj * BLOCK < s->n; bj++)
            if (used[bi][bj])
                block_add(s, a, bi, bj);
    }
    add_pointer(a, ptr, col->slots);
}

static void make_dia(const struct arrays_source *s, struct arrays *a)
{
    bool used[2 * MODEL_WINDOW] = { 0 };
    struct arrays_one *offset = add_array(a, "offset", false, 0), *val = add_array(a, "val", true, s->m);
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            used[column_of(s, p) - i + s->m] = true;
    for (int d = 1 - s->m; d < s->n; d++) {
        if (!used[d + s->m])
            continue;
        struct arrays_slot *o = add_slot(a, offset, d, false);
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
    { "sell", make_sell }, { "hyb", make_hyb }, { "bsr3", make_bsr3 },       { "dia", make_dia },
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

bool arrays_make(const char *format, const struct model_window *w, struct arrays *a)
{
    const struct arrays_source s = source_of(w);
    const int at = maker_of(format);
    *a = (struct arrays){ .note = "" };
    a->step = at >= 0 ? malloc(STEPS * sizeof *a->step) : NULL;
    a->room = at >= 0 ? calloc(ARRAYS_MAX * STEPS, sizeof *a->room) : NULL;
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
    a->alone = s.whole && !a->whole && strcmp(format, "csr") != 0;
    return ok;
}

void arrays_free(struct arrays *a)
{
    free(a->room);
    free(a->step);
    *a = (struct arrays){ 0 };
}
