/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_nonzero_split: a split of A, its long rows tiled or not, gives A back, and the words of blocks and strips say
   where rows begin and end. */
#include <omp.h>

#include "core/tests/cmocka.h"
#include "gpu/layout/column_tiling.h"
#include "gpu/layout/tests/layout_cases.h"

/* Where entry i of strip u of a block is stored: quads of a warp's strips in turn, or, beside, in every `groups` quads
   the first entry of each quad in turn, then the second. */
static int64_t place(const struct split_shape *s, int u, int i)
{
    int warp = u / s->groups, lane = u % s->groups, quad = i / ENTRY_QUAD;
    if (s->beside) {
        int in = lane * s->length + i, step = in / (ENTRY_QUAD * s->groups), left = in % (ENTRY_QUAD * s->groups);
        return ((int64_t)warp * s->length + step * ENTRY_QUAD) * s->groups + left % s->groups * ENTRY_QUAD +
               left / s->groups;
    }
    return (int64_t)warp * s->groups * s->length + (quad * s->groups + lane) * ENTRY_QUAD + i % ENTRY_QUAD;
}

/* A walk through the entries in order. */
struct walk {
    const struct csr *a;
    const struct row_spans *rows;
    const struct split_shape *shape;
    const struct nonzero_split *split;
    const uint32_t *ind; /* as split_fill stores them */
    const void *val;
    int64_t row, in;      /* rows that have ended; entries of the open one */
    int64_t begun, most;  /* the block in which the open row began; the most rows that end in a block */
    int64_t pieces, free; /* free: entries at the end of this block */
};

static void check_entry(struct walk *w, int64_t b, int64_t at)
{
    uint32_t word = w->ind[at], column = word & ~ENTRY_LAST;
    bool last = word & ENTRY_LAST, padding = column == (uint32_t)w->a->n;
    static const double zero = 0;
    size_t size = vtype_size(w->a->type);
    if (padding)
        assert_memory_equal((const char *)w->val + (size_t)at * size, &zero, size);
    if (padding && !last) { /* free space, before a row that does not fit or at the end */
        assert_int_equal(w->in, 0);
        w->free++;
        return;
    }
    assert_true(w->row < w->rows->count && w->free == 0);
    int64_t begin = w->rows->begin[w->row], count = w->rows->end[w->row] - begin;
    if (w->in == 0)
        w->begun = b;
    if (padding) {
        assert_int_equal(count, 0);
    } else {
        int32_t plain = (int32_t)column;
        assert_true(w->in < count);
        assert_true(same_entries(w->a, begin + w->in, &plain, (const char *)w->val + (size_t)at * size, 0, 1));
    }
    w->in++;
    assert_int_equal(last, w->in >= count);
    if (last) {
        w->row++;
        w->in = 0;
    }
}

/* The block in which the open row ends: the next with a row's end. */
static int64_t block_of_end(const struct walk *w, int64_t b)
{
    int64_t block = (int64_t)w->shape->strips * w->shape->length;
    for (b++; b < w->split->blocks; b++)
        for (int64_t at = 0; at < block; at++)
            if (w->ind[b * block + at] & ENTRY_LAST)
                return b;
    fail_msg("row %lld does not end", (long long)w->row);
    return -1;
}

/* Entries are left free for a row that fits into the next block alone, and before a chunk; and only a row that has no
   such place is cut. */
static void check_end(const struct walk *w)
{
    int64_t block = (int64_t)w->shape->strips * w->shape->length;
    if (w->row == w->rows->count)
        return;
    int64_t count = w->rows->end[w->row] - w->rows->begin[w->row];
    if (w->in == 0 && w->row % (SPLIT_CHUNK * block) == 0)
        assert_true(w->free < block);
    else if (w->free > 0)
        assert_true(w->free <= w->shape->spare && w->free < count && count <= block);
    else if (w->in > 0 && w->in < count)
        assert_true(count > block || w->in > w->shape->spare);
}

static void check_block(struct walk *w, int64_t b)
{
    const struct block_range *r = &w->split->range[b];
    int64_t row = w->row, from = w->in > 0 ? w->begun : b, base = b * w->shape->strips * w->shape->length;
    for (int u = 0; u < w->shape->strips; u++) {
        int64_t word = (w->row - row) | (w->in > 0 ? STRIP_OPEN : 0);
        assert_int_equal(w->split->strip[b * w->shape->strips + u], word);
        for (int i = 0; i < w->shape->length; i++)
            check_entry(w, b, base + place(w->shape, u, i));
    }
    int64_t to = w->in > 0 ? block_of_end(w, b) : b;
    check_end(w);
    w->free = 0;
    bool first = from != b, second = to != b && (!first || w->row > row);
    assert_int_equal(r->row, row);
    assert_int_equal(r->rows, w->row - row);
    assert_int_equal(r->from, from);
    assert_int_equal(r->to, to);
    if (first || second)
        assert_int_equal(r->piece, w->pieces);
    w->pieces += first + second;
    w->most = w->row - row > w->most ? w->row - row : w->most;
}

static void check_split(const struct csr *a, const struct row_spans *rows, const struct split_shape *s,
                        const struct nonzero_split *split)
{
    int64_t strips = split->blocks * s->strips, entries = strips * s->length, empty = 0;
    struct split_filling f = { .shape = *s,
                               .range = split->range,
                               .strip = split->strip,
                               .entry = split->entry,
                               .begin = rows->begin,
                               .end = rows->end,
                               .from = (const uint32_t *)a->ind,
                               .from_val = a->val,
                               .n = (uint32_t)a->n,
                               .ind = malloc((size_t)entries * sizeof *f.ind + 1),
                               .val = malloc((size_t)entries * sizeof(double) + 1),
                               .wide = a->type == VT_F64 };
    struct walk w = { .a = a, .rows = rows, .shape = s, .split = split, .ind = f.ind, .val = f.val };
    assert_true(f.ind && f.val);
    for (int64_t i = 0; i < strips; i++)
        split_fill(&f, i);
    for (int64_t i = 0; i < rows->count; i++)
        empty += rows->begin[i] == rows->end[i];
    for (int64_t b = 0; b < split->blocks; b++)
        check_block(&w, b);
    assert_int_equal(w.row, rows->count);
    assert_int_equal(w.in, 0);
    assert_int_equal(w.pieces, split->pieces);
    assert_int_equal(w.most, split->rows);
    assert_true((uint64_t)entries <= nonzero_split_most(a, empty, s));
    free(f.val);
    free(f.ind);
}

/* Strips of a block, to a warp, entries, free entries allowed: the shapes of 1, 4 and 32 lanes a group and more. */
static const struct split_shape shapes[] = {
    { 256, 32, 16, 4096 / 8, true }, { 256, 32, 4, 1024, true }, { 256, 32, 8, 100, false }, { 64, 8, 8, 0, false },
    { 8, 1, 128, 128, false },       { 16, 2, 4, 64, false },    { 8, 1, 4, 3, false },
};

static void check(const struct csr *a)
{
    struct row_spans rows = { a->m, a->ptr, a->ptr + 1 };
    for (size_t s = 0; s < COUNT(shapes); s++) {
        struct nonzero_split split;
        assert_true(nonzero_split_build(&rows, &shapes[s], &split, NULL));
        check_split(a, &rows, &shapes[s], &split);
        nonzero_split_release(&split);
    }
}

TEST(a_split_gives_the_matrix_back)
{
    for_layout_cases(check);
}

/* Several chunks for all shapes but the largest, on any number of threads. */
TEST(chunks_give_the_matrix_back)
{
    const int usual = omp_get_max_threads();
    struct csr a = fixture_random(20000, 500, 0.006, 3000, 0, VT_F32);
    for (int threads = 1; threads <= 3; threads += 2) {
        omp_set_num_threads(threads);
        check(&a);
    }
    omp_set_num_threads(usual);
    csr_free(&a);
}

/* ---- tiled rows ---- */

/* Partial rows come in order; the parts of a long row follow each other, and no column is in two tiles. The others are
   rows of A, each once and in order, all but the long and perhaps the empty ones. */
static void check_list(const struct csr *a, const struct column_tiling *t, bool no_empty)
{
    int64_t partial = 0, row = 0, before = -1, most = -1;
    for (int64_t at = 0, h = 0; at < t->rows; at++) {
        if (!(t->place[at] & PLACE_PARTIAL)) {
            for (; row < (int64_t)t->place[at]; row++)
                if (h < t->longs && row == t->long_row[h])
                    h++;
                else
                    assert_true(no_empty && row_length(a, row) == 0);
            assert_int_equal(row, t->place[at]);
            assert_int_equal(t->begin[at], a->ptr[row]);
            assert_int_equal(t->end[at], a->ptr[row + 1]);
            row++;
            continue;
        }
        int64_t whole = t->long_row[partial % t->longs];
        assert_int_equal(t->place[at] & ~PLACE_PARTIAL, partial);
        if (partial % t->longs == 0)
            before = most;
        for (int64_t e = t->begin[at]; e < t->end[at]; e++) {
            assert_true(e >= a->ptr[whole] && e < a->ptr[whole + 1] && a->ind[e] > before);
            most = a->ind[e] > most ? a->ind[e] : most;
        }
        partial++;
    }
    assert_int_equal(partial, column_tiling_partials(t));
}

static int64_t listed_entries(const struct column_tiling *t)
{
    int64_t entries = 0;
    for (int64_t at = 0; at < t->rows; at++)
        entries += t->end[at] - t->begin[at];
    return entries;
}

static int tilings; /* matrices with long rows */

static void check_tiled_as(const struct csr *a, bool no_empty)
{
    struct column_tiling t;
    const struct tiling_wish wish = { TILING_YES, 4096, 2, 0, no_empty };
    assert_true(column_tiling_build(a, &wish, &t, NULL));
    struct row_spans rows = column_tiling_rows(a, &t);
    assert_true(column_tiling_partials(&t) <= column_tiling_most(a, &wish));
    if (t.longs > 0 || no_empty) {
        assert_int_equal(listed_entries(&t), a->nnz);
        check_list(a, &t, no_empty);
    }
    tilings += t.longs > 0;
    for (size_t s = 0; s < COUNT(shapes); s++) {
        struct nonzero_split split;
        assert_true(nonzero_split_build(&rows, &shapes[s], &split, NULL));
        check_split(a, &rows, &shapes[s], &split);
        nonzero_split_release(&split);
    }
    column_tiling_release(&t);
}

static void check_tiled(const struct csr *a)
{
    check_tiled_as(a, false);
    check_tiled_as(a, true);
}

TEST(a_tiled_split_gives_the_matrix_back)
{
    for_layout_cases(check_tiled);
    assert_true(tilings >= 8);
}

/* Long rows with few entries, or one long row, are tiled only when that is asked for. */
TEST(tiling_waits_for_long_rows)
{
    struct csr a = fixture_random(50, 3000, 0.02, 25, 0, VT_F64);
    for (int when = TILING_AUTO; when <= TILING_NO; when++) {
        const struct tiling_wish wish = { (enum tiling_when)when, 4096, 2, a.nnz + 1, false };
        struct column_tiling t;
        assert_true(column_tiling_build(&a, &wish, &t, NULL));
        assert_int_equal(t.longs, 0);
        assert_true(column_tiling_rows(&a, &t).begin == a.ptr);
        column_tiling_release(&t);
    }
    csr_free(&a);
}

TESTS(NULL, NULL)
