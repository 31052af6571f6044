/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_read: reads Matrix Market files, plain, gzipped or in a tar archive, into csr in linear time. */
#include "core/mm_read.h"

#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/limit.h"
#include "core/mm_entry.h"
#include "core/mm_locate.h"
#include "core/mm_pairs.h"
#include "core/scrub.h"

/* Threads take blocks of this size, whose text and entries fit a second-level cache. A file that is unpacked on the
   way comes in pieces of so many blocks a thread. */
enum { BLOCK = 1 << 18, PIECE_BLOCKS = 8, ARENA_MIN = 1 << 14, ARENA_MAX = 1 << 25 };

struct block {
    struct text text; /* of a piece; a plain file's blocks are read when their turn comes */
    struct bucket_part part;
    struct mm_counts counts;
};

struct reader {
    char name[256]; /* the path, scrubbed */
    const char *path;
    const struct progress *progress;
    struct text_source source;
    struct mm_lines lines;
    struct mm_header header;
    struct bucket_plan plan;
    struct block *block;
    int64_t blocks, room;
    uint64_t begin; /* of a plain file's entries */
    int threads;
    struct mm_scratch *scratch; /* one each for every thread */
    struct arena *arena;
    /* shared by the threads: the next block; whether to take none, and how many entries are read; the first failure */
    _Atomic int64_t next, entries;
    atomic_bool stop;
    int64_t failed; /* the number of a block, -1: none */
    struct err err;
    int64_t lower; /* entries below the diagonal */
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
    uint64_t bytes = coo_peak_bytes((uint64_t)h->m, nnz, h->field == FIELD_PATTERN);
    if (h->field == FIELD_COMPLEX)
        bytes = size_add(bytes, size_add(size_mul(8, nnz), size_csr((uint64_t)h->m, nnz, 8)));
    return limit_check(bytes, limit, "reading the matrix", e);
}

/* ---- blocks ---- */

static bool block_room(struct reader *r, int64_t more, struct err *e)
{
    if (r->blocks + more <= r->room)
        return true;
    int64_t room = 2 * r->room + more;
    void *grown = realloc(r->block, (size_t)room * sizeof *r->block);
    if (!grown)
        return err_nomem(e, "the list of blocks", (uint64_t)room * sizeof *r->block);
    r->block = grown;
    r->room = room;
    return true;
}

static bool add_block(struct reader *r, struct text text, struct err *e)
{
    if (!block_room(r, 1, e))
        return false;
    r->block[r->blocks++] = (struct block){ .text = text };
    return true;
}

/* Takes arrays for `count` entries; an array file's values have theirs. */
static bool part_take(const struct reader *r, struct arena *arena, struct bucket_part *part, int64_t count,
                      struct err *e)
{
    const struct mm_header *h = &r->header;
    size_t n = (size_t)count;

    part->count = count;
    part->first = arena_take(arena, ((size_t)r->plan.buckets + 1) * sizeof *part->first);
    part->row = arena_take(arena, n * sizeof *part->row);
    part->col = arena_take(arena, n * sizeof *part->col);
    if (h->field != FIELD_PATTERN && !part->val)
        part->val = arena_take(arena, n * sizeof *part->val);
    if (h->field == FIELD_COMPLEX && !part->imag)
        part->imag = arena_take(arena, n * sizeof *part->imag);
    if (part->first && part->row && part->col && (h->field == FIELD_PATTERN || part->val) &&
        (h->field != FIELD_COMPLEX || part->imag))
        return true;
    return err_nomem(e, "a block of entries", 24 * (uint64_t)count);
}

/* Moves the entries of a block from the scratch to where they stay, sorted by bucket. */
static bool part_keep(const struct reader *r, struct arena *arena, const struct bucket_part *from,
                      struct bucket_part *part, struct err *e)
{
    uint32_t first[BUCKET_MAX + 1];
    int64_t count = bucket_count(&r->plan, from, first);

    /* mirrored values of an array need more room than it has */
    if (count > from->count)
        part->val = part->imag = NULL;
    if (!part_take(r, arena, part, count, e))
        return false;
    memcpy(part->first, first, ((size_t)r->plan.buckets + 1) * sizeof *first);
    bucket_put(&r->plan, from, part);
    return true;
}

/* The values of an array file wait until it is known how many come before them. */
static bool values_keep(struct arena *arena, const struct bucket_part *from, struct bucket_part *part, struct err *e)
{
    size_t bytes = (size_t)from->count * sizeof *part->val;

    part->count = from->count;
    part->val = arena_take(arena, bytes);
    part->imag = from->imag ? arena_take(arena, bytes) : NULL;
    if (!part->val || (from->imag && !part->imag))
        return err_nomem(e, "a block of values", bytes);
    memcpy(part->val, from->val, bytes);
    if (from->imag)
        memcpy(part->imag, from->imag, bytes);
    return true;
}

static bool read_block(struct reader *r, int64_t b, int thread, struct err *e)
{
    struct mm_scratch *s = &r->scratch[thread];
    struct block *block = &r->block[b];
    struct text text = block->text;
    uint64_t at = r->begin + (uint64_t)b * BLOCK;

    if (!r->source.stream &&
        !text_block(&r->source, at, at + BLOCK < r->source.size ? at + BLOCK : r->source.size, &s->text, &text, e))
        return false;
    bool ok = mm_block_read(&r->header, text, s, &block->counts, e);
    /* what comes before a bad line counts, to see whether it is one entry too many */
    r->entries += s->entry.count;
    if (!ok)
        return false;
    return r->header.array ? values_keep(&r->arena[thread], &s->entry, &block->part, e)
                           : part_keep(r, &r->arena[thread], &s->entry, &block->part, e);
}

/* What each thread does: takes the next block and reads it, until somebody fails or more entries have come than may.
   A block that was taken is read, so that those that were are the first ones. */
static void read_some(struct reader *r)
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
        if (!ok) {
#pragma omp critical(mm_read_failed)
            if (r->failed < 0 || b < r->failed) {
                r->failed = b;
                r->err = e;
            }
        }
    }
}

/* Takes over what the blocks from `first` on have read, in file order: the first thing wrong is the one reported. */
static bool take_blocks(struct reader *r, int64_t first, struct matrix *a, struct err *e)
{
    int64_t end = r->next < r->blocks ? r->next : r->blocks;

    for (int64_t b = first; b < end; b++) {
        const struct mm_counts *c = &r->block[b].counts;
        a->stored += c->entries;
        if (a->stored > r->header.entries) {
            err_set(e, ERR_INPUT, "one entry more than the %" PRId64 " that line %" PRId64 " declares",
                    r->header.entries, r->header.line);
            return fail_at(r, mm_locate_entry(&r->source, r->path, r->header.entries), e);
        }
        if (b == r->failed) {
            *e = r->err;
            return fail_at(r, e->code == ERR_INPUT ? r->lines.line + c->lines + 1 : 0, e);
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

static bool read_blocks(struct reader *r, int64_t first, struct matrix *a, struct err *e)
{
    r->next = first;
#pragma omp parallel num_threads(r->threads) if (r->blocks - first > 1)
    read_some(r);
    return take_blocks(r, first, a, e) &&
           progress_step(r->progress, "reading", text_position(&r->source), r->source.size, e);
}

/* All blocks of a plain file, which has an entry in each but maybe the last. */
static bool read_plain(struct reader *r, struct matrix *a, struct err *e)
{
    /* nothing is left of a file that ends with its size line */
    r->begin = r->lines.rest.begin ? text_offset(&r->source, r->lines.rest.begin) : r->source.size;
    int64_t count = (int64_t)((r->source.size - r->begin + BLOCK - 1) / BLOCK);

    if (!block_room(r, count, e))
        return fail_at(r, 0, e);
    for (; r->blocks < count; r->blocks++)
        r->block[r->blocks] = (struct block){ 0 };
    return read_blocks(r, 0, a, e);
}

/* What comes out of the unpacking, piece by piece; the next one is unpacked while one is read. */
static bool read_stream(struct reader *r, struct matrix *a, struct err *e)
{
    struct text piece = r->lines.rest;

    do {
        int64_t first = r->blocks;
        for (const char *p = piece.begin; p < piece.end;) {
            const char *end = piece.end - p > BLOCK ? text_line_end(p + BLOCK, piece.end) : piece.end;
            if (!add_block(r, (struct text){ p, end }, e))
                return fail_at(r, 0, e);
            p = end;
        }
        if (!read_blocks(r, first, a, e))
            return false;
        if (!text_next(&r->source, (size_t)r->threads * PIECE_BLOCKS * BLOCK, &piece, e))
            return fail_at(r, r->lines.line, e);
    } while (piece.begin < piece.end);
    return true;
}

/* Gives the values of an array their coordinates. */
static bool place_array(struct reader *r, struct err *e)
{
    int64_t first = 0, bad = -1;

    for (int64_t b = 0; b < r->blocks; b++) {
        struct block *block = &r->block[b];
        struct bucket_part *x = &r->scratch->entry;
        size_t bytes = (size_t)block->counts.entries * sizeof *x->val;
        if (!mm_scratch_room(&r->header, r->scratch, block->counts.entries, e))
            return fail_at(r, 0, e);
        x->count = block->counts.entries;
        memcpy(x->val, block->part.val, bytes);
        if (x->imag)
            memcpy(x->imag, block->part.imag, bytes);
        if (!mm_array_place(&r->header, first, x, &bad, e))
            return fail_at(r, bad >= 0 ? mm_locate_entry(&r->source, r->path, bad) : 0, e);
        if (!part_keep(r, r->arena, x, &block->part, e))
            return fail_at(r, 0, e);
        first += x->count;
    }
    return true;
}

static bool threads_alloc(struct reader *r, struct err *e)
{
    uint64_t share = r->source.most / (uint64_t)omp_get_max_threads();
    int most = (int)(r->source.most / BLOCK < INT32_MAX ? r->source.most / BLOCK + 1 : INT32_MAX);

    r->threads = omp_get_max_threads() < most ? omp_get_max_threads() : most;
    r->scratch = calloc((size_t)r->threads, sizeof *r->scratch);
    r->arena = calloc((size_t)r->threads, sizeof *r->arena);
    if (!r->scratch || !r->arena)
        return err_nomem(e, "reading", (uint64_t)r->threads * sizeof *r->scratch);
    for (int t = 0; t < r->threads; t++)
        r->arena[t].chunk = share < ARENA_MIN ? ARENA_MIN : share < ARENA_MAX ? (size_t)share : ARENA_MAX;
    return true;
}

static bool read_entries(struct reader *r, struct matrix *a, struct err *e)
{
    if (!threads_alloc(r, e))
        return fail_at(r, 0, e);
    if (!(r->source.stream ? read_stream(r, a, e) : read_plain(r, a, e)))
        return false;
    if (a->stored < r->header.entries) {
        err_set(e, ERR_INPUT, "the file ends after %" PRId64 " entries, line %" PRId64 " declares %" PRId64, a->stored,
                r->header.line, r->header.entries);
        return fail_at(r, r->lines.line, e);
    }
    for (int t = 0; t < r->threads && !r->header.array; t++)
        mm_scratch_free(&r->scratch[t]);
    return !r->header.array || place_array(r, e);
}

/* ---- from blocks to rows ---- */

/* A file that uses both triangles may not say the same pair twice. */
static bool check_pairs(const struct reader *r, const struct bucket_part *part, struct err *e)
{
    int32_t i, j;

    if (mm_pairs_check(&r->plan, part, r->blocks, symmetry_name(r->header.symmetry), &i, &j, e))
        return true;
    return fail_at(r, e->code == ERR_INPUT ? mm_locate_pair(&r->source, r->path, i, j) : 0, e);
}

/* Magnitudes of a complex matrix: real and imaginary parts are summed and mirrored apart, in the same places. */
static bool assemble_complex(struct reader *r, const struct bucket_part *part, struct matrix *a, struct err *e)
{
    struct csr imag = { 0 };
    bool ok = bucket_assemble(&r->plan, part, r->blocks, true, r->progress, &imag, &a->duplicates, e) &&
              bucket_assemble(&r->plan, part, r->blocks, false, r->progress, &a->csr, &a->duplicates, e);

    if (ok) {
        double *x = a->csr.val;
        const double *y = imag.val;
#pragma omp parallel for schedule(static)
        for (int64_t p = 0; p < a->csr.nnz; p++)
            x[p] = hypot(x[p], y[p]);
    }
    csr_free(&imag);
    return ok;
}

static bool assemble(struct reader *r, struct matrix *a, struct err *e)
{
    struct bucket_part *part = calloc((size_t)r->blocks + 1, sizeof *part);
    bool ok = false;

    if (!part)
        return err_nomem(e, "the list of blocks", (uint64_t)r->blocks * sizeof *part);
    for (int64_t b = 0; b < r->blocks; b++)
        part[b] = r->block[b].part;
    if (a->upper && r->lower && !check_pairs(r, part, e))
        goto done;
    ok = r->header.field == FIELD_COMPLEX
             ? assemble_complex(r, part, a, e)
             : bucket_assemble(&r->plan, part, r->blocks, false, r->progress, &a->csr, &a->duplicates, e);
done:
    free(part);
    return ok;
}

static void plan(struct reader *r)
{
    static const enum mirror real[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_SAME };
    static const enum mirror imag[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_OPPOSITE };
    const struct mm_header *h = &r->header;

    r->plan = bucket_plan(h->m, h->n, h->symmetry == SYM_GENERAL ? h->entries : 2 * h->entries, real[h->symmetry]);
    r->plan.mirror_imag = imag[h->symmetry];
}

static bool read_all(struct reader *r, uint64_t limit, struct matrix *a, struct err *e)
{
    r->lines.source = &r->source;
    if (!mm_header_read(&r->lines, &r->header, e) || !check_sizes(r, limit, e))
        return fail_at(r, r->lines.line, e);
    a->field = r->header.field;
    a->symmetry = r->header.symmetry;
    a->array = r->header.array;
    memcpy(a->title, r->header.title, sizeof a->title);
    plan(r);
    return read_entries(r, a, e) && assemble(r, a, e);
}

static bool read_and_free(struct reader *r, bool opened, uint64_t limit, struct matrix *a, struct err *e)
{
    struct err here = { 0 };

    *a = (struct matrix){ 0 };
    bool ok = opened ? read_all(r, limit, a, &here) : (here = r->err, fail_at(r, 0, &here));
    for (int t = 0; t < r->threads && r->scratch && r->arena; t++) {
        mm_scratch_free(&r->scratch[t]);
        arena_free(&r->arena[t]);
    }
    free(r->scratch);
    free(r->arena);
    free(r->block);
    text_close(&r->source);
    if (!ok) {
        matrix_free(a);
        if (e)
            *e = here;
    }
    return ok;
}

bool mm_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct reader r = { .path = path, .progress = p, .failed = -1 };

    scrub_path(path, r.name, sizeof r.name);
    return read_and_free(&r, text_open(&r.source, path, &r.err), limit, a, e);
}

bool mm_read_memory(const char *bytes, size_t n, uint64_t limit, struct matrix *a, struct err *e)
{
    struct reader r = { .name = "memory", .failed = -1 };

    text_open_memory(&r.source, bytes, n);
    return read_and_free(&r, true, limit, a, e);
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
