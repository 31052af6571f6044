/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bricks: bricks hold every entry once, and every row of X is in the window when the kernel looks for it there. */
#include "core/tests/cmocka.h"
#include "gpu/layout/bricks.h"
#include "gpu/layout/tests/band.h"

/* What the kernel would see while it goes through the tiles of a run. */
struct brick_replay {
    const struct csr *a;
    const struct brick_limits *l;
    const struct bricks *b;
    int32_t *column, *last; /* of each slot: the row of X in it, -1: none; the last tile that read it */
    int64_t values;         /* read so far */
    bool *met;
};

/* The row of X at a place in the window, in units of 16 bytes; in f64 with twice its class in the lowest bits. */
static int32_t column_at(struct brick_replay *r, uint16_t place, int32_t tile)
{
    int64_t slot = place * 16 / r->l->stride, rest = place * 16 % r->l->stride / 16;
    assert_true(slot < r->l->slots);
    assert_int_equal(rest, r->a->type == VT_F64 ? slot % BRICK_STEP * 2 : 0);
    assert_true(r->column[slot] >= 0);
    r->last[slot] = tile;
    return r->column[slot];
}

static void check_pairs(struct brick_replay *r, int32_t t, const unsigned char *at, const struct brick *brick)
{
    const struct brick_head *h = (const void *)at;
    const uint16_t *slots = (const uint16_t *)(const void *)(at + h->slots) + brick->group * BRICK_PAIR;
    const uint32_t *masks = (const uint32_t *)(const void *)(at + h->masks) + brick->group * 2;
    const double *value = (const double *)(const void *)(at + h->values) + brick->value;
    for (uint32_t s = 0; s < brick->groups * 2; s++)
        for (int lane = 0; lane < BRICK_ROWS * BRICK_STEP; lane++) {
            int c = lane % BRICK_STEP;
            int32_t column = column_at(r, slots[s / 2 * BRICK_PAIR + (uint32_t)c * 2 + s % 2], t);
            if (masks[s] >> lane & 1) {
                meet_entry(r->a, brick->row[lane / BRICK_STEP], column, *value++, r->met);
                r->values++;
            }
        }
}

static void check_quads(struct brick_replay *r, int32_t t, const unsigned char *at, const struct brick *brick)
{
    const struct brick_head *h = (const void *)at;
    const uint16_t *slots = (const uint16_t *)(const void *)(at + h->slots) + brick->group * BRICK_QUAD;
    const float *value = (const float *)(const void *)(at + h->values) + brick->group * BRICK_QUAD * BRICK_ROWS;
    for (uint32_t c = 0; c < brick->groups * BRICK_QUAD; c++)
        for (int i = 0; i < BRICK_ROWS; i++, value++, r->values++) {
            int32_t column = column_at(r, slots[c], t);
            if (*value != 0)
                meet_entry(r->a, brick->row[i], column, (double)*value, r->met);
        }
}

/* Copies the tile's rows of X; none replaces one that a tile still under way may read. */
static void copy_rows(struct brick_replay *r, int32_t t)
{
    const struct brick_tile *tile = &r->b->tile[t];
    for (int64_t i = tile->copy; i < tile->copy + tile->copies; i++) {
        struct brick_copy c = r->b->copy[i];
        assert_in_range(c.slot, 0, r->l->slots - 1);
        assert_in_range(c.column, 0, r->a->n - 1);
        assert_true(r->last[c.slot] <= (tile->alone ? t - 1 : t - r->l->ahead));
        r->column[c.slot] = c.column;
        r->last[c.slot] = t;
    }
}

static void check_run(struct brick_replay *r, int64_t run, bool *written)
{
    for (int64_t s = 0; s < r->l->slots; s++) {
        r->column[s] = -1;
        r->last[s] = -(1 << 30);
    }
    assert_true(r->b->run[run] < r->b->run[run + 1]);
    for (int32_t t = r->b->run[run]; t < r->b->run[run + 1]; t++) {
        const struct brick_tile *tile = &r->b->tile[t];
        const unsigned char *at = r->b->data + tile->at;
        const struct brick_head *h = (const void *)at;
        const struct brick *brick = (const struct brick *)(h + 1);
        assert_true(t > r->b->run[run] || tile->alone);
        assert_true(tile->bytes <= r->l->bytes && tile->at % 16 == 0 && tile->bytes % 16 == 0);
        assert_int_equal(h->bricks, tile->bricks);
        copy_rows(r, t);
        for (int32_t i = 0; i < tile->bricks; i++) {
            (r->a->type == VT_F64 ? check_pairs : check_quads)(r, t, at, &brick[i]);
            for (int k = 0; k < BRICK_ROWS; k++)
                if (brick[i].row[k] >= 0) {
                    assert_false(written[brick[i].row[k]]);
                    written[brick[i].row[k]] = true;
                }
        }
    }
}

static void check_limits(const struct csr *a, struct brick_limits l)
{
    struct bricks b;
    struct err e = { ERR_NONE, "" };
    assert_true(bricks_build(a, &l, &b, &e));
    struct brick_replay r = { .a = a, .l = &l, .b = &b };
    bool *written = calloc((size_t)a->m + 1, sizeof *written);
    r.column = calloc((size_t)l.slots, sizeof *r.column);
    r.last = calloc((size_t)l.slots, sizeof *r.last);
    r.met = calloc((size_t)a->nnz + 1, sizeof *r.met);
    assert_true(written && r.column && r.last && r.met);
    assert_int_equal(b.run[0], 0);
    assert_int_equal(b.run[b.runs], b.tiles);
    assert_true(b.runs <= l.runs);
    int64_t copies = 0, bytes = 0;
    for (int64_t t = 0; t < b.tiles; t++) {
        assert_int_equal(b.tile[t].copy, copies);
        assert_int_equal(b.tile[t].at, bytes);
        assert_true(b.tile[t].copies <= b.tile[t].columns);
        copies += b.tile[t].copies;
        bytes += b.tile[t].bytes;
    }
    assert_int_equal(b.copies, copies);
    assert_int_equal(b.bytes, bytes);
    for (int64_t run = 0; run < b.runs; run++)
        check_run(&r, run, written);
    assert_int_equal(b.values, r.values);
    assert_all_met(a, r.met, b.long_row, b.long_rows);
    for (int64_t i = 0; i < a->m; i++)
        assert_int_equal(written[i], a->ptr[i + 1] - a->ptr[i] <= l.cut);
    free(r.met);
    free(r.last);
    free(r.column);
    free(written);
    bricks_release(&b);
}

/* More rows than one chunk, empty ones, and a long one; windows with room for few tiles and for many. */
TEST(bricks_hold_every_entry_once)
{
    static const struct brick_limits limits[] = {
        { 18000, 400, 128, 256, 130, 3, 132, UINT64_MAX },
        { 9000, 96, 256, 16, 30, 2, 7, UINT64_MAX },
        { 50000, 1000, 128, 64, 300, 3, 1, UINT64_MAX },
        { 9000, 48, 256, 16, 36, 3, 5, UINT64_MAX },
    };
    for (int type = 0; type < VT_COUNT; type++)
        for (int height = 1; height <= 3; height += 2)
            for (int64_t m = 40; m < 30000; m *= 22) {
                struct csr a = band_matrix(m, 4, height, 35, 0, (enum vtype)type);
                for (size_t l = 0; l < COUNT(limits); l++)
                    check_limits(&a, limits[l]);
                csr_free(&a);
            }
}

static void assert_refused(const struct csr *a, const struct brick_limits *l, const char *why)
{
    struct bricks b;
    struct err e = { ERR_NONE, "" };
    assert_false(bricks_build(a, l, &b, &e));
    assert_int_equal(e.code, ERR_UNSUPPORTED);
    assert_non_null(strstr(e.text, why));
}

TEST(what_would_not_pay_is_refused)
{
    struct brick_limits l = { 18000, 400, 128, 256, 130, 3, 132, UINT64_MAX };
    struct csr a = fixture_random(1000, 1000, 0.005, -1, 0, VT_F64);
    assert_refused(&a, &l, "rows share too few columns: a tile has one");
    csr_free(&a);
    a = fixture_random(20, 3000, 0.01, 7, 0, VT_F64);
    assert_refused(&a, &l, "rows of more than 130 entries");
    csr_free(&a);
    a = band_matrix(400, 4, 1, 35, 0, VT_F64);
    l.most = 1000;
    assert_refused(&a, &l, "bytes for");
    csr_free(&a);
}

/* Blocks of 8 rows and columns: in one half each its own, in the other two in turn, which the window keeps. */
TEST(runs_bring_rows_of_x_alike)
{
    enum { HALF = 2048, SIDE = 8 };
    const struct brick_limits l = { 9000, 96, 256, 32, 32, 3, 16, UINT64_MAX };
    struct csr a;
    struct bricks b;
    assert_true(csr_alloc(&a, 2 * HALF, 2 * HALF, 2 * HALF * SIDE, VT_F64, NULL));
    for (int64_t i = 0; i <= a.m; i++)
        a.ptr[i] = i * SIDE;
    for (int64_t e = 0; e < a.nnz; e++) {
        const int64_t block = e / SIDE / SIDE, own = block * SIDE;
        a.ind[e] = (int32_t)((own < HALF ? own : HALF + block % 2 * SIDE) + e % SIDE);
        ((double *)a.val)[e] = 1;
    }
    assert_true(bricks_build(&a, &l, &b, NULL));
    int64_t most = 0, all = 0;
    for (int64_t run = 0; run < b.runs; run++) {
        int64_t cost = 0;
        for (int32_t t = b.run[run]; t < b.run[run + 1]; t++)
            cost += b.tile[t].bytes + (b.tile[t].copies + b.tile[t].bricks * BRICK_ROWS) * l.stride;
        most = cost > most ? cost : most;
        all += cost;
    }
    assert_in_range(most, 1, all / b.runs * 8 / 7);
    bricks_release(&b);
    csr_free(&a);
}

TESTS(NULL, NULL)
