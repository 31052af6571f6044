/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_read: reads Matrix Market files, plain or .gz, into csr in linear time. */
#include "core/mm_read.h"

#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/coo.h"
#include "core/limit.h"
#include "core/mm_entry.h"
#include "core/mm_pairs.h"
#include "core/scrub.h"

/* Threads take blocks of this size; a window of blocks is read between two looks at whether the user wants to stop. */
enum { BLOCK = 1 << 20, WINDOW_BLOCKS = 16 };

struct reader {
    char name[256]; /* the path, scrubbed */
    const struct progress *progress;
    struct text_source source;
    struct mm_lines lines;
    struct mm_header header;
    struct mm_block *block;
    int64_t blocks, room;
    int64_t entries; /* so far */
};

/* "file:line: …" */
static bool fail_at(const struct reader *r, int64_t line, struct err *e)
{
    return line > 0 ? err_prefix(e, "%s:%" PRId64, r->name, line) : err_prefix(e, "%s", r->name);
}

/* Sizes that cannot be, given how long the file is, or that do not fit in memory: said before any is allocated. */
static bool check_sizes(const struct reader *r, uint64_t limit, struct err *e)
{
    const struct mm_header *h = &r->header;
    uint64_t entries = (uint64_t)h->entries, least = size_mul(entries, (uint64_t)mm_entry_bytes(h));
    uint64_t nnz = h->symmetry == SYM_GENERAL ? entries : size_mul(entries, 2);

    if (least > size_add(r->source.most, 1))
        return err_set(e, ERR_INPUT, "%" PRId64 " entries are declared, the file is too short for so many", h->entries);
    if (h->n > INT32_MAX || h->m > INT32_MAX)
        return err_set(e, ERR_MEMORY,
                       "the matrix has more %s than 2^31 - 1, which column numbers of 32 bits cannot reach",
                       h->n > INT32_MAX ? "columns" : "rows");
    uint64_t bytes = coo_peak_bytes((uint64_t)h->m, entries, nnz, h->field == FIELD_PATTERN);
    if (h->field == FIELD_COMPLEX)
        bytes = size_add(bytes, size_add(size_mul(8, entries), size_csr((uint64_t)h->m, nnz, 8)));
    return limit_check(bytes, limit, "reading the matrix", e);
}

/* Cuts a piece of text into new blocks at the end of the list. */
static bool add_blocks(struct reader *r, struct text piece, struct err *e)
{
    for (const char *p = piece.begin; p < piece.end;) {
        if (r->blocks == r->room) {
            int64_t room = 2 * r->room + WINDOW_BLOCKS;
            void *grown = realloc(r->block, (size_t)room * sizeof *r->block);
            if (!grown)
                return err_nomem(e, "the list of blocks", (uint64_t)room * sizeof *r->block);
            r->block = grown;
            r->room = room;
        }
        const char *end = piece.end - p > BLOCK ? text_line_end(p + BLOCK, piece.end) : piece.end;
        r->block[r->blocks++] = (struct mm_block){
            .text = {p, end}
        };
        p = end;
    }
    return true;
}

/* Takes over what the blocks from `first` on have read, in file order: the first thing wrong is the one reported. */
static bool take_blocks(struct reader *r, int64_t first, struct err *e)
{
    const struct mm_header *h = &r->header;

    for (struct mm_block *b = r->block + first; b < r->block + r->blocks; b++) {
        if (r->entries + b->part.count > h->entries) {
            err_set(e, ERR_INPUT, "one entry more than the %" PRId64 " that line %" PRId64 " declares", h->entries,
                    h->line);
            return fail_at(r, r->lines.line + mm_block_line(b, h->entries - r->entries), e);
        }
        if (h->array && !b->err.code)
            mm_block_place(h, b, r->entries);
        if (b->err.code) {
            *e = b->err;
            return fail_at(r, b->bad ? r->lines.line + b->bad : 0, e);
        }
        r->entries += b->part.count;
        r->lines.line += b->lines;
    }
    return true;
}

static bool read_piece(struct reader *r, struct text piece, struct err *e)
{
    int64_t first = r->blocks;

    if (!add_blocks(r, piece, e))
        return false;
#pragma omp parallel for schedule(dynamic, 1) if (r->blocks - first > 1)
    for (int64_t b = first; b < r->blocks; b++)
        mm_block_read(&r->header, &r->block[b]);
    if (!take_blocks(r, first, e))
        return false;
    return progress_step(r->progress, "reading", text_position(&r->source), r->source.size, e);
}

static bool read_entries(struct reader *r, struct err *e)
{
    int64_t blocks = WINDOW_BLOCKS > 2 * omp_get_max_threads() ? WINDOW_BLOCKS : 2 * omp_get_max_threads();
    struct text piece = r->lines.rest;

    if (!read_piece(r, piece, e))
        return false;
    for (;;) {
        if (!text_next(&r->source, (size_t)blocks * BLOCK, &piece, e))
            return fail_at(r, r->lines.line, e);
        if (piece.begin == piece.end)
            break;
        if (!read_piece(r, piece, e))
            return false;
    }
    if (r->entries == r->header.entries)
        return true;
    err_set(e, ERR_INPUT, "the file ends after %" PRId64 " entries, line %" PRId64 " declares %" PRId64, r->entries,
            r->header.line, r->header.entries);
    return fail_at(r, r->lines.line, e);
}

static void take_counts(const struct reader *r, struct matrix *a, int64_t *lower)
{
    *lower = 0;
    a->stored = r->entries;
    for (const struct mm_block *b = r->block; b < r->block + r->blocks; b++) {
        a->zeros += b->zeros;
        a->nonfinite += b->nonfinite;
        a->overflowed += b->overflowed;
        a->upper += b->upper;
        *lower += b->lower;
    }
}

/* A file that uses both triangles may not say the same pair twice. */
static bool check_pairs(const struct reader *r, const struct coo *part, struct err *e)
{
    int32_t i, j;

    if (mm_pairs_check(part, r->blocks, r->header.m, symmetry_name(r->header.symmetry), &i, &j, e))
        return true;
    if (e->code != ERR_INPUT || !r->source.map)
        return fail_at(r, 0, e);
    /* the line of the second of the two; the text is still there */
    int64_t line = r->header.line, found = 0;
    bool seen[2] = { false, false };
    for (const struct mm_block *b = r->block; b < r->block + r->blocks && !found; line += b++->lines)
        for (int64_t k = 0; k < b->part.count && !found; k++) {
            seen[0] |= b->part.row[k] == i && b->part.col[k] == j;
            seen[1] |= b->part.row[k] == j && b->part.col[k] == i;
            if (seen[0] && seen[1])
                found = line + mm_block_line(b, k);
        }
    return fail_at(r, found, e);
}

/* Magnitudes of a complex matrix: real and imaginary parts are summed and mirrored apart, in the same places. */
static bool assemble_complex(struct reader *r, struct coo *part, enum mirror re, enum mirror im, struct matrix *a,
                             struct err *e)
{
    struct csr imag = { 0 };
    const struct mm_header *h = &r->header;
    bool ok = false;

    for (int64_t b = 0; b < r->blocks; b++)
        part[b].val = r->block[b].imag;
    if (!coo_assemble(part, r->blocks, im, false, h->m, h->n, r->progress, &imag, &a->duplicates, e))
        goto done;
    for (int64_t b = 0; b < r->blocks; b++)
        part[b].val = r->block[b].part.val;
    if (!coo_assemble(part, r->blocks, re, false, h->m, h->n, r->progress, &a->csr, &a->duplicates, e))
        goto done;
    double *x = a->csr.val;
    const double *y = imag.val;
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < a->csr.nnz; p++)
        x[p] = hypot(x[p], y[p]);
    ok = true;
done:
    csr_free(&imag);
    return ok;
}

static bool assemble(struct reader *r, struct matrix *a, struct err *e)
{
    static const enum mirror real[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_SAME };
    static const enum mirror imag[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_OPPOSITE };
    const struct mm_header *h = &r->header;
    int64_t lower;
    struct coo *part = calloc((size_t)r->blocks + 1, sizeof *part);
    bool ok = false;

    if (!part)
        return err_nomem(e, "the list of blocks", (uint64_t)r->blocks * sizeof *part);
    for (int64_t b = 0; b < r->blocks; b++)
        part[b] = r->block[b].part;
    take_counts(r, a, &lower);
    if (a->upper && lower && !check_pairs(r, part, e))
        goto done;
    if (h->field == FIELD_COMPLEX) {
        ok = assemble_complex(r, part, real[h->symmetry], imag[h->symmetry], a, e);
        goto done;
    }
    /* the parts now own their arrays, which go as they are used */
    for (int64_t b = 0; b < r->blocks; b++)
        r->block[b].part = (struct coo){ 0 };
    ok = coo_assemble(part, r->blocks, real[h->symmetry], true, h->m, h->n, r->progress, &a->csr, &a->duplicates, e);
    for (int64_t b = 0; b < r->blocks; b++)
        coo_free(&part[b]);
done:
    free(part);
    return ok;
}

static bool read_all(struct reader *r, const char *path, uint64_t limit, struct matrix *a, struct err *e)
{
    if (!text_open(&r->source, path, e))
        return fail_at(r, 0, e);
    r->lines.source = &r->source;
    if (!mm_header_read(&r->lines, &r->header, e) || !check_sizes(r, limit, e))
        return fail_at(r, r->lines.line, e);
    a->field = r->header.field;
    a->symmetry = r->header.symmetry;
    a->array = r->header.array;
    memcpy(a->title, r->header.title, sizeof a->title);
    return read_entries(r, e) && assemble(r, a, e);
}

bool mm_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct err here = { 0 };
    struct reader r = { .progress = p, .source = { .fd = -1 } };

    *a = (struct matrix){ 0 };
    scrub_path(path, r.name, sizeof r.name);
    bool ok = read_all(&r, path, limit, a, &here);
    for (int64_t b = 0; b < r.blocks; b++)
        mm_block_free(&r.block[b]);
    free(r.block);
    text_close(&r.source);
    if (!ok) {
        matrix_free(a);
        if (e)
            *e = here;
    }
    return ok;
}

bool mm_read_dense(const char *path, uint64_t limit, const struct progress *p, enum vtype type, enum layout layout,
                   struct dense *x, struct err *e)
{
    struct matrix a;
    char name[256];
    bool ok = false;

    *x = (struct dense){ 0 };
    if (!mm_read(path, limit, p, &a, e))
        return false;
    struct dense shape = dense_shape(a.csr.m, a.csr.n, type, layout);
    if (a.field == FIELD_COMPLEX) {
        err_set(e, ERR_UNSUPPORTED, "%s: is complex; a multivector must be real", scrub_path(path, name, sizeof name));
        goto done;
    }
    if (!limit_check(dense_bytes(&shape), limit, "the multivector", e) ||
        !dense_alloc(x, a.csr.m, a.csr.n, type, layout, e))
        goto done;
    memset(x->data, 0, dense_bytes(x));
    for (int64_t i = 0; i < a.csr.m; i++)
        for (int64_t q = a.csr.ptr[i]; q < a.csr.ptr[i + 1]; q++)
            dense_set(x, i, a.csr.ind[q], ((const double *)a.csr.val)[q]);
    ok = true;
done:
    matrix_free(&a);
    return ok;
}
