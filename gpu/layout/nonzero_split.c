/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/nonzero_split.h"

/* One thread does this much before a team would begin. Not measured. */
enum { BLOCKS_FEW = 64 };

/* An empty row has one entry of padding. */
static int64_t row_entries(const struct row_spans *r, int64_t i)
{
    int64_t count = r->end[i] - r->begin[i];
    return count > 0 ? count : 1;
}

static int64_t block_entries(const struct split_shape *s)
{
    return (int64_t)s->strips * s->length;
}

/* Entries stay free only before a row that does not fit, where a block and the next use more than one block's, and at
   the end of a chunk, which has an entry for each of its rows. */
uint64_t nonzero_split_most(const struct csr *a, int64_t empty_rows, const struct split_shape *s)
{
    uint64_t used = (uint64_t)a->nnz + (uint64_t)empty_rows, block = (uint64_t)block_entries(s);
    uint64_t full = block - (uint64_t)s->spare, least = full > block / 2 ? full : block / 2;
    return size_mul(used / least + used / (block * SPLIT_CHUNK) + 2, block);
}

/* first[i - begin]: the first entry of row i, from the first of row `begin` on; returns the end of row end - 1. */
static int64_t place_chunk(const struct row_spans *r, const struct split_shape *s, int64_t begin, int64_t end,
                           int64_t *first)
{
    int64_t at = 0, block = block_entries(s), left = block;
    for (int64_t i = begin; i < end; i++) {
        int64_t count = row_entries(r, i);
        if (count > left && count <= block && left <= s->spare) {
            at += left;
            left = block;
        }
        first[i - begin] = at;
        at += count;
        left = left > count ? left - count : block - (count - left) % block;
    }
    return at;
}

/* first[i]: the first entry of row i, counted in row order; first[count]: the end of the last row. False: out of
   memory. */
static bool place_rows(const struct row_spans *r, const struct split_shape *s, int64_t *first)
{
    const int64_t block = block_entries(s), rows = SPLIT_CHUNK * block, chunks = (r->count + rows - 1) / rows;
    int64_t *end = malloc(((size_t)chunks + 1) * sizeof *end), at = 0;
    if (!end)
        return false;
#pragma omp parallel for schedule(dynamic, 1) if (chunks > 1)
    for (int64_t c = 0; c < chunks; c++)
        end[c] = place_chunk(r, s, c * rows, c + 1 < chunks ? (c + 1) * rows : r->count, first + c * rows);
    for (int64_t c = 0; c < chunks; c++) {
        const int64_t begin = (at + block - 1) / block * block;
        at = begin + end[c];
        end[c] = begin;
    }
#pragma omp parallel for schedule(static) if (chunks > 1)
    for (int64_t i = rows; i < r->count; i++)
        first[i] += end[i / rows];
    first[r->count] = at;
    free(end);
    return true;
}

/* The rows in order: row i has entries first[i] .. first[i] + row_entries(i) - 1. */
struct split_rows {
    const struct row_spans *spans;
    const int64_t *first;
    int64_t row; /* the current row of the search */
};

/* Advances to the row of this entry; in free space, to the next row. */
static int64_t row_at(struct split_rows *r, int64_t entry)
{
    while (r->row < r->spans->count && r->first[r->row] + row_entries(r->spans, r->row) <= entry)
        r->row++;
    return r->row;
}

/* The same by a fresh search. */
static struct split_rows rows_from(const struct row_spans *spans, const int64_t *first, int64_t entry)
{
    int64_t low = 0, high = spans->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (first[middle] + row_entries(spans, middle) <= entry)
            low = middle + 1;
        else
            high = middle;
    }
    return (struct split_rows){ .spans = spans, .first = first, .row = low };
}

static bool begun(const struct split_rows *r, int64_t i, int64_t entry)
{
    return i < r->spans->count && r->first[i] < entry;
}

/* Block b and its strips; returns its number of parts of cut rows. */
static int find_range(struct split_rows *rows, const struct split_shape *s, int64_t b, struct nonzero_split *out)
{
    const struct row_spans *spans = rows->spans;
    const int64_t *first = rows->first, block = block_entries(s), begin = row_at(rows, b * block);
    int64_t from = begun(rows, begin, b * block) ? first[begin] / block : b, to = b;
    for (int u = 0; u < s->strips; u++) {
        int64_t entry = b * block + (int64_t)u * s->length, now = row_at(rows, entry);
        int64_t open = begun(rows, now, entry) ? STRIP_OPEN : 0;
        out->strip[b * s->strips + u] = (uint16_t)((now - begin) | open);
        out->entry[b * s->strips + u] = now < spans->count ? spans->begin[now] + (open ? entry - first[now] : 0) : 0;
    }
    int64_t end = row_at(rows, (b + 1) * block);
    if (begun(rows, end, (b + 1) * block))
        to = (first[end] + row_entries(spans, end) - 1) / block;
    out->range[b] = (struct block_range){
        .row = (uint32_t)begin, .rows = (uint32_t)(end - begin), .from = (uint32_t)from, .to = (uint32_t)to
    };
    return (from != b) + (to != b && (from == b || end > begin));
}

static void find_ranges(const struct row_spans *spans, const int64_t *first, const struct split_shape *s,
                        struct nonzero_split *out)
{
    int64_t most = 0, piece = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (out->blocks > BLOCKS_FEW)
    for (int64_t b = 0; b < out->blocks; b++) {
        struct split_rows rows = rows_from(spans, first, b * block_entries(s));
        out->range[b].piece = (uint32_t)find_range(&rows, s, b, out);
        most = out->range[b].rows > most ? out->range[b].rows : most;
    }
    for (int64_t b = 0; b < out->blocks; b++) {
        uint32_t pieces = out->range[b].piece;
        out->range[b].piece = (uint32_t)piece;
        piece += pieces;
    }
    out->rows = most;
    out->pieces = piece;
}

static bool allocate(int strips, struct nonzero_split *out, struct err *e)
{
    size_t all = (size_t)out->blocks * (size_t)strips;
    out->range = malloc((size_t)out->blocks * sizeof *out->range + 1);
    out->strip = malloc(all * sizeof *out->strip + 1);
    out->entry = malloc(all * sizeof *out->entry + 1);
    return (out->range && out->strip && out->entry) ||
           err_nomem(e, "equal strips of entries", size_mul(all, sizeof *out->strip + sizeof *out->entry));
}

bool nonzero_split_build(const struct row_spans *rows, const struct split_shape *s, struct nonzero_split *out,
                         struct err *e)
{
    uint64_t list = size_mul((uint64_t)rows->count + 1, sizeof(int64_t));
    *out = (struct nonzero_split){ 0 };
    int64_t *first = malloc(list);
    bool ok = (first && place_rows(rows, s, first)) || err_nomem(e, "the places of rows", list);
    if (ok) {
        out->blocks = (first[rows->count] + block_entries(s) - 1) / block_entries(s);
        ok = allocate(s->strips, out, e);
    }
    if (ok)
        find_ranges(rows, first, s, out);
    free(first);
    return ok;
}

void nonzero_split_release(struct nonzero_split *s)
{
    free(s->entry);
    free(s->strip);
    free(s->range);
    *s = (struct nonzero_split){ 0 };
}
