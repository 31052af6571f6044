/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/nzs.h"
#include "core/io/nzs_layout.h"

static bool all_ones(const struct csr *a)
{
    const double *v = a->val;
    bool ones = true;

#pragma omp parallel for schedule(static) reduction(&& : ones)
    for (int64_t p = 0; p < a->nnz; p++)
        ones = ones && v[p] == 1;
    return ones;
}

static struct nzs_header header_of(const struct matrix *a)
{
    struct nzs_header h;

    memset(&h, 0, sizeof h); /* with the padding of the struct */
    memcpy(h.magic, NZS_MAGIC, sizeof h.magic);
    h.order = NZS_ORDER;
    h.version = NZS_VERSION;
    h.header_size = sizeof h;
    h.index_size = sizeof *a->csr.ind;
    h.value_size = a->field == FIELD_PATTERN && all_ones(&a->csr) ? 0 : sizeof(double);
    h.field = a->field;
    h.symmetry = a->symmetry;
    h.array = a->array;
    h.m = a->csr.m;
    h.n = a->csr.n;
    h.nnz = a->csr.nnz;
    h.stored = a->stored;
    h.duplicates = a->duplicates;
    h.zeros = a->zeros;
    h.nonfinite = a->nonfinite;
    h.overflowed = a->overflowed;
    h.upper = a->upper;
    memcpy(h.name, a->name, sizeof h.name);
    memcpy(h.source, a->source, sizeof h.source);
    memcpy(h.title, a->title, sizeof h.title);
    return h;
}

/* Zeros up to the next page. */
static bool put_gap(struct mm_sink sink, uint64_t at, struct err *e)
{
    static const char zeros[NZS_PAGE];

    return mm_sink_put(sink, zeros, (size_t)((NZS_PAGE - at % NZS_PAGE) % NZS_PAGE), e);
}

static void sum_part(const struct nzs_part *part, const char *bytes, uint64_t *sums)
{
    int64_t blocks = (int64_t)((part->bytes + NZS_BLOCK - 1) / NZS_BLOCK);

#pragma omp parallel for schedule(static) if (blocks > 1)
    for (int64_t b = 0; b < blocks; b++) {
        uint64_t at = (uint64_t)b * NZS_BLOCK, left = part->bytes - at;
        sums[part->first + (uint64_t)b] = nzs_sum(bytes + at, left < NZS_BLOCK ? (size_t)left : NZS_BLOCK);
    }
}

bool nzs_write(const struct matrix *a, struct mm_sink sink, const struct progress *p, struct err *e)
{
    struct nzs_header h = header_of(a);
    struct nzs_layout l = nzs_layout(&h);
    const char *const from[NZS_PARTS] = { (const char *)a->csr.ptr, (const char *)a->csr.ind, a->csr.val };
    uint64_t *sums = calloc((size_t)l.blocks + 1, sizeof *sums);

    if (!sums)
        return err_nomem(e, "the checksums", 8 * l.blocks);
    h.file_size = l.size;
    for (int k = 0; k < NZS_PARTS; k++)
        sum_part(&l.part[k], from[k], sums);
    h.sums = nzs_sum(sums, (size_t)l.blocks * sizeof *sums);
    h.sum = nzs_sum(&h, sizeof h);
    bool ok = mm_sink_put(sink, &h, sizeof h, e) && put_gap(sink, sizeof h, e);
    for (int k = 0; k < NZS_PARTS; k++) {
        const struct nzs_part *part = &l.part[k];
        for (uint64_t at = 0; ok && at < part->bytes; at += NZS_BLOCK) {
            uint64_t left = part->bytes - at;
            ok = mm_sink_put(sink, from[k] + at, left < NZS_BLOCK ? (size_t)left : NZS_BLOCK, e) &&
                 progress_step(p, "writing", part->at + at, l.size, e);
        }
        ok = ok && put_gap(sink, part->bytes, e);
    }
    ok = ok && mm_sink_put(sink, sums, (size_t)l.blocks * sizeof *sums, e);
    free(sums);
    return ok;
}
