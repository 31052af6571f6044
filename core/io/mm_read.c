/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_read: reads Matrix Market files, plain, gzipped or in a tar archive, into a csr in linear time. */
#include <inttypes.h>

#include "core/base/scrub.h"
#include "core/io/mm_blocks.h"
#include "core/io/mm_concat.h"
#include "core/io/mm_locate.h"
#include "core/io/reader.h"

/* Copies the places of a part without its mirrored entries. */
static bool originals(const struct bucket_plan *plan, const struct coo *from, struct arena *arena, struct coo *to,
                      struct err *e)
{
    const struct coo places = { .row = from->row, .col = from->col };
    const size_t lists = (size_t)plan->buckets + 1;

    if (!coo_take(to, arena, from->count, &places, lists, e))
        return false;
    coo_copy(&places, 0, from->count, to);
    memcpy(to->first, from->first, lists * sizeof *to->first);
    bucket_unmirror(plan, to);
    return true;
}

/* Whether both a(i, j) and a(j, i) are stored for some i < j: the first such pair, 0-based. */
static bool stored_twice(const struct csr *a, int32_t *i, int32_t *j)
{
    for (int32_t row = 0; row < a->m; row++)
        for (int64_t p = a->ptr[row]; p < a->ptr[row + 1]; p++) {
            *i = row;
            *j = a->ind[p];
            const int64_t mirror = csr_search(a, *j, row);
            if (*j > row && mirror < a->ptr[*j + 1] && a->ind[mirror] == row)
                return true;
        }
    return false;
}

/* Refuses a symmetric file that stores both a(i, j) and a(j, i). */
static bool check_triangles(const struct mm_reader *r, const struct coo *part, struct err *e)
{
    struct bucket_plan once = r->plan;
    struct coo *kept = malloc(((size_t)r->blocks + 1) * sizeof *kept);
    struct arena arena = { .chunk = 1 << 20 };
    struct csr a = { 0 };
    int64_t duplicates;
    int32_t i = 0, j = 0;
    bool ok = kept || err_nomem(e, "comparing the two triangles", 0);

    once.mirror = MIRROR_NONE;
    for (int64_t b = 0; ok && b < r->blocks; b++)
        ok = originals(&r->plan, &part[b], &arena, &kept[b], e);
    ok = ok && bucket_assemble(&once, kept, r->blocks, false, NULL, &a, &duplicates, e);
    if (ok && stored_twice(&a, &i, &j))
        ok = err_set(e, ERR_INPUT, "entries (%d, %d) and (%d, %d) are both stored; a %s file holds one of the two",
                     i + 1, j + 1, j + 1, i + 1, symmetry_names[r->header.symmetry]);
    csr_free(&a);
    arena_free(&arena);
    free(kept);
    return ok || mm_fail_at(r, e->code == ERR_INPUT ? mm_locate_pair(r->path, i, j) : 0, e);
}

/* Refuses more entries than a file of this length can hold, and sizes over the limit, before anything is allocated. */
static bool check_sizes(const struct mm_reader *r, uint64_t limit, struct err *e)
{
    const struct mm_header *h = &r->header;
    uint64_t entries = (uint64_t)h->entries, least = size_mul(entries, (uint64_t)mm_entry_bytes(h));
    uint64_t nnz = h->symmetry == SYM_GENERAL ? entries : size_mul(entries, 2);

    if (least > size_add(r->source.most, 1))
        return err_set(e, ERR_INPUT, "%" PRId64 " entries are declared, the file is too short for so many", h->entries);
    if (!coo_takes(h->m, h->n, e))
        return false;
    uint64_t bytes = coo_peak_bytes((uint64_t)h->m, nnz, h->field == FIELD_PATTERN);
    if (h->field == FIELD_COMPLEX)
        bytes = size_add(bytes, size_add(size_mul(8, nnz), size_csr((uint64_t)h->m, nnz, 8)));
    return limit_check(bytes, limit, "reading the matrix", e);
}

/* Magnitudes of a complex matrix: real and imaginary parts are summed and mirrored separately, position by position. */
static bool assemble_complex(struct mm_reader *r, const struct coo *part, struct matrix *a, struct err *e)
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

static bool assemble(struct mm_reader *r, struct matrix *a, struct err *e)
{
    if (r->way == MM_ROWS && a->upper && r->lower && !mm_blocks_sort(r, r->blocks, e))
        return false;
    if (r->way == MM_ROWS)
        return mm_rows_finish(&r->rows, &r->header, &a->csr, e) && progress_step(r->progress, "sorting", 1, 1, e);
    struct coo *part = calloc((size_t)r->blocks + 1, sizeof *part);
    bool ok;

    if (!part)
        return err_nomem(e, "the list of blocks", (uint64_t)r->blocks * sizeof *part);
    for (int64_t b = 0; b < r->blocks; b++)
        part[b] = r->block[b].part;
    if (mm_concat_follows(part, r->blocks))
        ok = mm_concat_build(&r->plan, part, r->blocks, r->threads, &a->csr, e) &&
             progress_step(r->progress, "sorting", 1, 1, e);
    else
        ok = mm_concat_sort(&r->plan, part, r->blocks, r->arena, r->threads, e) &&
             (!a->upper || !r->lower || check_triangles(r, part, e)) &&
             (r->header.field == FIELD_COMPLEX
                  ? assemble_complex(r, part, a, e)
                  : bucket_assemble(&r->plan, part, r->blocks, false, r->progress, &a->csr, &a->duplicates, e));
    free(part);
    return ok;
}

static void plan(struct mm_reader *r)
{
    static const enum mirror real[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_SAME };
    static const enum mirror imag[] = { MIRROR_NONE, MIRROR_SAME, MIRROR_OPPOSITE, MIRROR_OPPOSITE };
    const struct mm_header *h = &r->header;

    r->plan = bucket_plan(h->m, h->n, h->symmetry == SYM_GENERAL ? h->entries : 2 * h->entries, real[h->symmetry]);
    r->plan.mirror_imag = imag[h->symmetry];
}

static bool read_all(struct mm_reader *r, uint64_t limit, struct matrix *a, struct err *e)
{
    r->lines.source = &r->source;
    if (!mm_header_read(&r->lines, &r->header, e) || !check_sizes(r, limit, e))
        return mm_fail_at(r, r->lines.line, e);
    a->field = r->header.field;
    a->symmetry = r->header.symmetry;
    a->array = r->header.array;
    memcpy(a->title, r->header.title, sizeof a->title);
    plan(r);
    return mm_blocks_read(r, a, e) && assemble(r, a, e);
}

static bool read_file(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct mm_reader r = { .path = path, .progress = p, .failed = -1 };

    scrub_path(path, r.name, sizeof r.name);
    bool ok = text_open(&r.source, path, e) && read_all(&r, limit, a, e);
    for (int t = 0; t < r.threads && r.scratch && r.arena; t++) {
        mm_scratch_free(&r.scratch[t]);
        arena_free(&r.arena[t]);
    }
    free(r.scratch);
    free(r.arena);
    free(r.block);
    csr_free(&r.rows.a);
    text_close(&r.source);
    return ok;
}

const struct reader reader_mm = { .read = read_file };
