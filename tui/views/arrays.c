/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays: how a format stores a window of entries. Each format is a function that walks through its slots in the order
   in which it stores them. */
#include "tui/views/arrays_build.h"

#include <stdlib.h>
#include <string.h>

/* Rows of a chunk of SELL here (32 there), and the side of a block. */
enum { CHUNK = 4, BLOCK = 3 };

static bool make_csr(const struct arrays_source *s, struct arrays *a)
{
    struct arrays_one *ptr = arrays_new(a, "row_ptr", false, 0, s->m + 1),
                      *col = arrays_new(a, "col", false, 0, s->nnz), *val = arrays_new(a, "val", true, 0, s->nnz);
    if (!ptr || !col || !val)
        return false;
    for (int i = 0; i < s->m; i++) {
        arrays_pointer_add(a, ptr, s->ptr[i]);
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            arrays_entry_add(a, col, val, s, p, i, p == s->ptr[i]);
    }
    arrays_pointer_add(a, ptr, s->nnz);
    return true;
}

static bool make_coo(const struct arrays_source *s, struct arrays *a)
{
    struct arrays_one *row = arrays_new(a, "row", false, 0, s->nnz), *col = arrays_new(a, "col", false, 0, s->nnz),
                      *val = arrays_new(a, "val", true, 0, s->nnz);
    if (!row || !col || !val)
        return false;
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++) {
            arrays_slot_add(a, row, i, false);
            arrays_entry_add(a, col, val, s, p, i, false);
        }
    return true;
}

/* Slot t of row i of ELLPACK. */
static void ell_slot(struct arrays *a, const struct arrays_source *s, int i, int t, bool begins)
{
    arrays_entry_add(a, &a->array[0], &a->array[1], s, t < arrays_length(s, i) ? s->ptr[i] + t : -1, i, begins);
}

static bool make_ell(const struct arrays_source *s, struct arrays *a)
{
    const int slots = s->m * s->widest;
    if (!arrays_new(a, "col", false, s->widest, slots) || !arrays_new(a, "val", true, s->widest, slots))
        return false;
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < s->widest; t++)
            ell_slot(a, s, i, t, t == 0);
    return true;
}

/* The first slots of all rows come first: the threads of a warp, a row each, read neighbours. */
static bool make_ell_col(const struct arrays_source *s, struct arrays *a)
{
    const int slots = s->m * s->widest;
    if (!arrays_new(a, "col", false, s->m, slots) || !arrays_new(a, "val", true, s->m, slots))
        return false;
    for (int t = 0; t < s->widest; t++)
        for (int i = 0; i < s->m; i++)
            ell_slot(a, s, i, t, i == 0);
    return true;
}

/* The rows by length, longest first, equal ones in their order. */
static void rows_by_length(const struct arrays_source *s, int order[MODEL_WINDOW])
{
    int n = 0;
    for (int l = s->widest; l >= 0; l--)
        for (int i = 0; i < s->m; i++)
            if (arrays_length(s, i) == l)
                order[n++] = i;
}

static bool make_sell(const struct arrays_source *s, struct arrays *a)
{
    int order[MODEL_WINDOW], most = (s->m + CHUNK - 1) / CHUNK * CHUNK * s->widest;
    struct arrays_one *perm = arrays_new(a, "row", false, 0, s->m),
                      *ptr = arrays_new(a, "chunk_ptr", false, 0, s->m + 1),
                      *col = arrays_new(a, "col", false, CHUNK, most), *val = arrays_new(a, "val", true, CHUNK, most);
    if (!perm || !ptr || !col || !val)
        return false;
    rows_by_length(s, order);
    a->note = "chunks of 4 rows, all sorted together (really 32, sorted within 1024)";
    for (int c = 0; c < s->m; c += CHUNK) {
        const int first = a->steps;
        arrays_pointer_add(a, ptr, val->slots);
        for (int t = 0; t < arrays_length(s, order[c]); t++)
            for (int r = c; r < c + CHUNK; r++) {
                const int i = r < s->m ? order[r] : -1;
                arrays_entry_add(a, col, val, s, i >= 0 && t < arrays_length(s, i) ? s->ptr[i] + t : -1,
                                 i < 0 ? order[c] : i, t == 0 && r == c);
            }
        for (int r = c; r < c + CHUNK && r < s->m; r++) {
            struct arrays_slot *slot = arrays_slot_add(a, perm, order[r], r == c);
            slot->first = first;
            slot->end = a->steps;
        }
    }
    arrays_pointer_add(a, ptr, val->slots);
    return true;
}

/* The width that two rows in three need (core/matrix/stats.c). */
static int hyb_width(const struct arrays_source *s)
{
    for (int width = 0; width < s->widest; width++) {
        int covered = 0;
        for (int i = 0; i < s->m; i++)
            covered += arrays_length(s, i) <= width;
        if (covered >= s->m - s->m / 3)
            return width;
    }
    return s->widest;
}

static bool make_hyb(const struct arrays_source *s, struct arrays *a)
{
    const int width = hyb_width(s), slots = s->m * width;
    struct arrays_one *ecol = arrays_new(a, "ell col", false, width, slots),
                      *eval = arrays_new(a, "ell val", true, width, slots),
                      *row = arrays_new(a, "coo row", false, 0, s->nnz),
                      *col = arrays_new(a, "coo col", false, 0, s->nnz),
                      *val = arrays_new(a, "coo val", true, 0, s->nnz);
    if (!ecol || !eval || !row || !col || !val)
        return false;
    for (int i = 0; i < s->m; i++)
        for (int t = 0; t < width; t++)
            ell_slot(a, s, i, t, t == 0);
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i] + width; p < s->ptr[i + 1]; p++) {
            arrays_slot_add(a, row, i, false);
            arrays_entry_add(a, col, val, s, p, i, false);
        }
    return true;
}

/* Whether block (bi, bj) holds an entry. */
static bool block_used(const struct arrays_source *s, int bi, int bj)
{
    for (int i = bi * BLOCK; i < (bi + 1) * BLOCK; i++)
        for (int j = bj * BLOCK; j < (bj + 1) * BLOCK; j++)
            if (arrays_entry(s, i, j) >= 0)
                return true;
    return false;
}

static void block_add(const struct arrays_source *s, struct arrays *a, int bi, int bj)
{
    struct arrays_slot *index = arrays_slot_add(a, &a->array[1], bj, false);
    for (int e = 0; e < BLOCK * BLOCK; e++) {
        const int i = bi * BLOCK + e / BLOCK, p = arrays_entry(s, i, bj * BLOCK + e % BLOCK);
        arrays_slot_add(a, &a->array[2], p < 0 ? 0 : arrays_value(s, p), e == 0)->padding = p < 0;
        arrays_step_add(a, s, p, i);
        a->step[a->steps - 1].col = bj * BLOCK + e % BLOCK;
    }
    index->end = a->steps;
}

static bool make_bsr3(const struct arrays_source *s, struct arrays *a)
{
    const int down = (s->m + BLOCK - 1) / BLOCK, across = (s->n + BLOCK - 1) / BLOCK;
    struct arrays_one *ptr = arrays_new(a, "block_ptr", false, 0, down + 1),
                      *col = arrays_new(a, "block_col", false, 0, down * across),
                      *val = arrays_new(a, "val", true, BLOCK * BLOCK, down * across * BLOCK * BLOCK);
    if (!ptr || !col || !val)
        return false;
    a->note = "blocks begin at the corner of the window";
    for (int bi = 0; bi < down; bi++) {
        arrays_pointer_add(a, ptr, col->slots);
        for (int bj = 0; bj < across; bj++)
            if (block_used(s, bi, bj))
                block_add(s, a, bi, bj);
    }
    arrays_pointer_add(a, ptr, col->slots);
    return true;
}

static bool make_dia(const struct arrays_source *s, struct arrays *a)
{
    bool used[2 * MODEL_WINDOW] = { 0 };
    const int most = (s->m + s->n) * s->m;
    struct arrays_one *offset = arrays_new(a, "offset", false, 0, s->m + s->n),
                      *val = arrays_new(a, "val", true, s->m, most);
    if (!offset || !val)
        return false;
    for (int i = 0; i < s->m; i++)
        for (int p = s->ptr[i]; p < s->ptr[i + 1]; p++)
            used[arrays_column(s, p) - i + s->m] = true;
    for (int d = 1 - s->m; d < s->n; d++) {
        if (!used[d + s->m])
            continue;
        struct arrays_slot *o = arrays_slot_add(a, offset, d, false);
        for (int i = 0; i < s->m; i++) {
            const int p = arrays_entry(s, i, i + d);
            arrays_slot_add(a, val, p < 0 ? 0 : arrays_value(s, p), i == 0)->padding = p < 0;
            arrays_step_add(a, s, p, i);
            a->step[a->steps - 1].col = i + d < 0 ? 0 : i + d < s->n ? i + d : s->n - 1;
        }
        o->end = a->steps;
    }
    return true;
}

static const struct {
    const char *name;
    bool (*make)(const struct arrays_source *, struct arrays *);
} makers[] = {
    { "csr", make_csr },   { "ell", make_ell }, { "ell.col", make_ell_col }, { "coo", make_coo },
    { "sell", make_sell }, { "hyb", make_hyb }, { "bsr3", make_bsr3 },       { "dia", make_dia },
};

static int maker_of(const char *format)
{
    int at = (int)(sizeof makers / sizeof *makers) - 1;
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
    enum { STEPS = 2 * (MODEL_WINDOW + 2) * (MODEL_WINDOW + 2) }; /* all diagonals: more than any other format takes */
    const struct arrays_source s = arrays_source_of(w);
    const int at = maker_of(format);
    *a = (struct arrays){ .note = "" };
    a->step = at >= 0 ? malloc(STEPS * sizeof *a->step) : NULL;
    if (!a->step || !makers[at].make(&s, a)) {
        arrays_free(a);
        return false;
    }
    for (int i = 0; i < a->arrays; i++)
        a->slots += a->array[i].values ? a->array[i].slots : 0;
    return true;
}

void arrays_free(struct arrays *a)
{
    for (int i = 0; i < a->arrays; i++)
        free(a->array[i].slot);
    free(a->step);
    *a = (struct arrays){ 0 };
}
