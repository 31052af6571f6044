/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_blocks.h"

#include <inttypes.h>
#include <omp.h>

#include "core/base/array.h"
#include "core/io/mm_concat.h"
#include "core/io/mm_locate.h"

/* A block's text and entries fit a second-level cache. A stream comes in pieces of PIECE_BLOCKS blocks a thread. */
enum { BLOCK = 1 << 18, PIECE_BLOCKS = 8, ARENA_MIN = 1 << 14, ARENA_MAX = 1 << 25 };

bool mm_fail_at(const struct mm_reader *r, int64_t line, struct err *e)
{
    return line > 0 && err_prefix(e, "%s:%" PRId64, r->name, line);
}

static bool add_block(struct mm_reader *r, struct text text, struct err *e)
{
    if (!array_grow(&r->block, r->blocks, sizeof *r->block))
        return err_nomem(e, "the list of blocks", (uint64_t)r->blocks * sizeof *r->block);
    r->block[r->blocks++] = (struct mm_block){ .text = text };
    return true;
}

/* Moves the entries of a block from the scratch to the arena, sorted by bucket. */
static bool part_keep(const struct mm_reader *r, struct arena *arena, const struct coo *from, struct coo *part,
                      struct err *e)
{
    uint32_t first[BUCKET_MAX + 1];
    const size_t lists = (size_t)r->plan.buckets + 1;
    const int64_t count = bucket_count(&r->plan, from, first);
    const struct coo old = *part;
    /* the values of an array file already have their places, but mirrored ones need more */
    const bool placed = old.val && count <= from->count;
    struct coo like = { .row = r->plan.columns ? NULL : from->row, .col = from->col };

    if (!placed) {
        like.val = from->val;
        like.imag = from->imag;
    }
    if (!coo_take(part, arena, count, &like, lists, e))
        return false;
    if (placed) {
        part->val = old.val;
        part->imag = old.imag;
    }
    memcpy(part->first, first, lists * sizeof *first);
    bucket_put(&r->plan, from, part);
    return true;
}

bool mm_blocks_sort(struct mm_reader *r, int64_t b, struct err *e)
{
    struct coo scratch = { 0 }, from = { 0 };
    int64_t at = 0, i = 0;

    r->way = MM_BUCKETS;
    if (!r->rows.a.ptr)
        return true;
    bool ok = coo_room(&scratch, BLOCK, false, false, e); /* an entry takes several bytes */
    for (int64_t c = 0; c < b && ok; at += from.count, c++) {
        mm_rows_entries(&r->rows, at, r->block[c].counts.entries, &i, scratch.row, &from);
        if (r->header.field == FIELD_PATTERN)
            from.val = NULL;
        ok = part_keep(r, r->arena, &from, &r->block[c].part, e);
    }
    coo_free(&scratch);
    csr_free(&r->rows.a);
    return ok;
}

static bool read_block(struct mm_reader *r, int64_t b, int thread, struct err *e)
{
    struct mm_scratch *s = &r->scratch[thread];
    struct mm_block *block = &r->block[b];
    struct text text = block->text;
    uint64_t at = r->begin + (uint64_t)b * BLOCK;
    int64_t most;

    if (!r->source.stream &&
        !text_block(&r->source, at, at + BLOCK < r->source.size ? at + BLOCK : r->source.size, &s->text, &text, e))
        return false;
    if (!mm_block_room(&r->header, text, s, &most, e))
        return false;
    struct coo to = s->entry;
    if (r->way == MM_ROWS)
        mm_rows_place(&r->rows, most, &to);
    bool in_order = false, ok = mm_block_parse(&r->header, text, &to, &block->counts, e);
    /* count the entries before a bad line: one entry too many is reported first */
    r->entries += to.count;
    if (ok && r->way == MM_ROWS)
        ok = mm_rows_keep(&r->rows, &r->header, &to, &in_order, e);
    if (!ok || in_order)
        return ok;
    if (r->header.array)
        to.row = to.col = NULL; /* until the number of values before them is known */
    if (r->header.array || (r->way == MM_PARTS && mm_rows_ascend(to.row, to.col, to.count, 0)))
        return mm_concat_keep(&r->arena[thread], &to, &block->part, e);
    return part_keep(r, &r->arena[thread], &to, &block->part, e) && mm_blocks_sort(r, b, e);
}

/* One thread's loop: reads the next block until one fails or has entries too many: the blocks read are the first. */
static void read_some(struct mm_reader *r)
{
    int thread = omp_get_thread_num();

    while (!r->stop) {
        struct err e = { 0 };
        int64_t b = r->next++;
        if (b >= r->blocks)
            break;
        bool ok = read_block(r, b, thread, &e);
        if (ok && thread == 0)
            ok = progress_step(r->progress, "reading",
                               r->source.stream ? text_position(&r->source) : r->begin + (uint64_t)b * BLOCK,
                               r->source.size, &e);
        if (!ok || r->entries > r->header.entries)
            r->stop = true;
#pragma omp critical(mm_read_failed)
        if (!ok && (r->failed < 0 || b < r->failed)) {
            r->failed = b;
            r->err = e;
        }
    }
}

/* Collects the counts of the blocks from `first` on in file order, and reports the first error. */
static bool take_blocks(struct mm_reader *r, int64_t first, struct matrix *a, struct err *e)
{
    int64_t end = r->next < r->blocks ? r->next : r->blocks;

    for (int64_t b = first; b < end; b++) {
        const struct mm_counts *c = &r->block[b].counts;
        a->stored += c->entries;
        if (a->stored > r->header.entries) {
            err_set(e, ERR_INPUT, "one entry more than the %" PRId64 " that line %" PRId64 " declares",
                    r->header.entries, r->header.line);
            return mm_fail_at(r, mm_locate_entry(r->path, r->header.entries), e);
        }
        if (b == r->failed) {
            *e = r->err;
            return mm_fail_at(r, e->code == ERR_INPUT ? r->lines.line + c->lines + 1 : 0, e);
        }
        r->lines.line += c->lines;
        a->zeros += c->zeros;
        a->nonfinite += c->nonfinite;
        a->overflowed += c->overflowed;
        a->upper += c->upper;
        r->lower += c->lower;
    }
    return true;
}

static bool read_blocks(struct mm_reader *r, int64_t first, struct matrix *a, struct err *e)
{
    r->next = first;
#pragma omp parallel num_threads(r->threads) if (r->blocks - first > 1)
    read_some(r);
    return take_blocks(r, first, a, e) &&
           progress_step(r->progress, "reading", text_position(&r->source), r->source.size, e);
}

/* Reads all blocks of a plain file; each has an entry, except perhaps the last. */
static bool read_plain(struct mm_reader *r, struct matrix *a, struct err *e)
{
    /* some files end after the size line */
    r->begin = r->lines.rest.begin ? text_offset(&r->source, r->lines.rest.begin) : r->source.size;
    int64_t count = (int64_t)((r->source.size - r->begin + BLOCK - 1) / BLOCK);

    while (r->blocks < count)
        if (!add_block(r, (struct text){ 0 }, e))
            return false;
    return read_blocks(r, 0, a, e);
}

/* Reads unpacked text piece by piece; the next piece is unpacked meanwhile. */
static bool read_stream(struct mm_reader *r, struct matrix *a, struct err *e)
{
    struct text piece = r->lines.rest;

    do {
        int64_t first = r->blocks;
        for (const char *p = piece.begin; p < piece.end;) {
            const char *end = piece.end - p > BLOCK ? text_line_end(p + BLOCK, piece.end) : piece.end;
            if (!add_block(r, (struct text){ p, end }, e))
                return false;
            p = end;
        }
        if (!read_blocks(r, first, a, e))
            return false;
        if (!text_next(&r->source, (size_t)r->threads * PIECE_BLOCKS * BLOCK, &piece, e))
            return mm_fail_at(r, r->lines.line, e);
    } while (piece.begin < piece.end);
    return true;
}

/* ---- array files ---- */

/* Row and column of value `at` of the file. Column j of a triangle begins at row j (j + 1 without diagonal). */
static void locate_value(const struct mm_header *h, int64_t at, int64_t *i, int64_t *j)
{
    int64_t skip = h->symmetry == SYM_SKEW ? 1 : 0, lo = 0, hi = h->n;

    if (h->symmetry == SYM_GENERAL) {
        *i = at % h->m;
        *j = at / h->m;
        return;
    }
    /* columns before j hold j·n - j(j-1)/2 values with the diagonal, j fewer without: the last j with that ≤ at */
    while (hi - lo > 1) {
        int64_t mid = lo + (hi - lo) / 2;
        if (mid * (h->n - skip) - mid * (mid - 1) / 2 <= at)
            lo = mid;
        else
            hi = mid;
    }
    *j = lo;
    *i = lo + skip + at - (lo * (h->n - skip) - lo * (lo - 1) / 2);
}

/* Sets the coordinates of the values in x, which begins with value `first` of the file: column by column; only the
   lower triangle in symmetric kinds. ERR_INPUT for a value in a forbidden place; its number goes to *bad. */
static bool place_values(const struct mm_header *h, int64_t first, struct coo *x, int64_t *bad, struct err *e)
{
    int64_t i, j, skip = h->symmetry == SYM_SKEW ? 1 : 0;

    if (x->count == 0)
        return true;
    locate_value(h, first, &i, &j);
    for (int64_t k = 0; k < x->count; k++) {
        x->row[k] = (int32_t)i;
        x->col[k] = (int32_t)j;
        if (h->symmetry == SYM_HERMITIAN && i == j && x->imag[k] != 0) {
            *bad = first + k;
            return err_set(e, ERR_INPUT, "value (%d, %d) on the diagonal of a hermitian matrix is not real", (int)i + 1,
                           (int)j + 1);
        }
        if (++i == h->m) {
            j++;
            i = h->symmetry == SYM_GENERAL ? 0 : j + skip;
        }
    }
    return true;
}

/* ---- all of it ---- */

/* Gives the values of an array their coordinates. */
static bool place_array(struct mm_reader *r, struct err *e)
{
    int64_t first = 0, bad = -1;

    for (int64_t b = 0; b < r->blocks; b++) {
        struct mm_block *block = &r->block[b];
        struct coo *x = &r->scratch->entry;
        if (!mm_entry_room(&r->header, x, block->counts.entries, e))
            return false;
        coo_copy(&block->part, 0, block->counts.entries, x);
        if (!place_values(&r->header, first, x, &bad, e))
            return mm_fail_at(r, bad >= 0 ? mm_locate_entry(r->path, bad) : 0, e);
        if (!part_keep(r, r->arena, x, &block->part, e))
            return false;
        first += x->count;
    }
    return true;
}

static bool threads_alloc(struct mm_reader *r, struct err *e)
{
    uint64_t share = r->source.most / (uint64_t)omp_get_max_threads();
    int most = (int)(r->source.most / BLOCK < INT32_MAX ? r->source.most / BLOCK + 1 : INT32_MAX);

    r->threads = omp_get_max_threads() < most ? omp_get_max_threads() : most;
    r->scratch = calloc((size_t)r->threads, sizeof *r->scratch);
    r->arena = calloc((size_t)r->threads, sizeof *r->arena);
    if (!r->scratch || !r->arena)
        return err_nomem(e, "reading", (uint64_t)r->threads * sizeof *r->scratch);
    if (!r->header.array && r->header.field != FIELD_COMPLEX && r->header.symmetry != SYM_SKEW)
        r->way = r->threads == 1 ? MM_ROWS : r->header.symmetry == SYM_GENERAL ? MM_PARTS : MM_BUCKETS;
    for (int t = 0; t < r->threads; t++)
        r->arena[t].chunk = share < ARENA_MIN ? ARENA_MIN : share < ARENA_MAX ? (size_t)share : ARENA_MAX;
    return true;
}

bool mm_blocks_read(struct mm_reader *r, struct matrix *a, struct err *e)
{
    if (!threads_alloc(r, e))
        return false;
    if (!(r->source.stream ? read_stream(r, a, e) : read_plain(r, a, e)))
        return false;
    if (a->stored < r->header.entries) {
        err_set(e, ERR_INPUT, "the file ends after %" PRId64 " entries, line %" PRId64 " declares %" PRId64, a->stored,
                r->header.line, r->header.entries);
        return mm_fail_at(r, r->lines.line, e);
    }
    for (int t = 0; t < r->threads && !r->header.array; t++)
        mm_scratch_free(&r->scratch[t]);
    return !r->header.array || place_array(r, e);
}
