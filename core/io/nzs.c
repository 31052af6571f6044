/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs: reads and writes .nzs files. A file is read, not mapped: truncating or changing a mapped file would end the
   process, or send kernels to columns that do not exist. */
#include <inttypes.h>
#include <omp.h>
#include <stdatomic.h>

#include "core/base/scrub.h"
#include "core/io/file_read.h"
#include "core/io/nzs.h"
#include "core/io/nzs_layout.h"
#include "core/io/reader.h"

static bool damaged(struct err *e, const char *what)
{
    return err_set(e, ERR_INPUT, "is damaged: %s; pack the matrix again", what);
}

static bool check_header(const struct nzs_header *h, uint64_t size, struct err *e)
{
    struct nzs_header copy = *h;

    if (memcmp(h->magic, NZS_MAGIC, sizeof h->magic) != 0)
        return damaged(e, "it was copied as text");
    if (h->order != NZS_ORDER)
        return err_set(e, ERR_INPUT, "was packed on a machine with another byte order; pack the matrix on this one");
    if (h->version != NZS_VERSION || h->header_size != sizeof *h)
        return err_set(e, ERR_INPUT, "has version %" PRIu32 ", this program reads %d; pack the matrix again",
                       h->version, NZS_VERSION);
    copy.sum = 0;
    if (nzs_sum(&copy, sizeof copy) != h->sum)
        return damaged(e, "the checksum of its header is wrong");
    if (h->index_size != sizeof(int32_t) || (h->value_size != 0 && h->value_size != sizeof(double)) ||
        h->field > FIELD_COMPLEX || h->symmetry > SYM_HERMITIAN || h->array > 1 || h->m < 0 || h->m > INT32_MAX ||
        h->n < 0 || h->n > INT32_MAX || h->nnz < 0 || h->stored < 0 || h->duplicates < 0 || h->zeros < 0 ||
        h->nonfinite < 0 || h->overflowed < 0 || h->upper < 0)
        return damaged(e, "its header is inconsistent");
    uint64_t expected = nzs_layout(h).size;
    if (h->file_size != expected || size != expected)
        return err_set(e, ERR_INPUT, "is damaged: %" PRIu64 " bytes, not %" PRIu64 "; pack the matrix again", size,
                       expected);
    return true;
}

struct nzs_work {
    int fd;
    const struct nzs_layout *layout;
    const uint64_t *sums;
    char *to[NZS_PARTS];
    const struct progress *progress;
    _Atomic uint64_t next;
    atomic_bool stop;
    struct err err; /* the first one, set in a critical section */
};

static bool read_block(struct nzs_work *w, uint64_t b, struct err *e)
{
    const struct nzs_layout *l = w->layout;
    int k = NZS_PARTS - 1;

    while (b < l->part[k].first)
        k--;
    uint64_t at = (b - l->part[k].first) * NZS_BLOCK, left = l->part[k].bytes - at;
    size_t n = left < NZS_BLOCK ? (size_t)left : NZS_BLOCK;
    if (!file_read_all(w->fd, w->to[k] + at, n, l->part[k].at + at, e))
        return false;
    return nzs_sum(w->to[k] + at, n) == w->sums[b] || damaged(e, "the checksum of a block is wrong");
}

/* One thread's loop. */
static void read_some(struct nzs_work *w)
{
    bool caller = omp_get_thread_num() == 0;

    while (!w->stop) {
        struct err e = { 0 };
        uint64_t b = w->next++;
        if (b >= w->layout->blocks)
            break;
        if (read_block(w, b, &e) &&
            (!caller || progress_step(w->progress, "reading", b * NZS_BLOCK, w->layout->blocks * NZS_BLOCK, &e)))
            continue;
#pragma omp critical(nzs_read_failed)
        if (!w->err.code)
            w->err = e;
        w->stop = true;
    }
}

/* Checks that row pointers and columns are in range and ascend. */
static bool check_structure(const struct csr *a, struct err *e)
{
    int64_t wrong = 0;

    if (a->ptr[0] != 0 || a->ptr[a->m] != a->nnz)
        return damaged(e, "its row pointers are inconsistent");
#pragma omp parallel for schedule(static) reduction(+ : wrong) if (a->m > NZS_PAGE)
    for (int64_t i = 0; i < a->m; i++)
        wrong += a->ptr[i + 1] < a->ptr[i];
    if (wrong)
        return damaged(e, "a row has a negative length");
#pragma omp parallel for schedule(dynamic, 4096) reduction(+ : wrong) if (a->nnz > NZS_PAGE)
    for (int64_t i = 0; i < a->m; i++) {
        int32_t before = -1, high = 0;
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            wrong += a->ind[p] <= before;
            before = a->ind[p];
            high = before > high ? before : high;
        }
        wrong += high >= a->n && a->ptr[i + 1] > a->ptr[i];
    }
    return wrong == 0 || damaged(e, "a row has columns out of range or order");
}

static bool read_blocks(struct nzs_work *w, struct csr *a, struct err *e)
{
    w->to[0] = (char *)a->ptr;
    w->to[1] = (char *)a->ind;
    w->to[2] = a->val;
#pragma omp parallel if (w->layout->blocks > 1)
    read_some(w);
    if (w->err.code)
        *e = w->err;
    return !w->err.code;
}

static bool read_parts(int fd, const struct nzs_header *h, const struct nzs_layout *l, const struct progress *p,
                       struct csr *a, struct err *e)
{
    size_t bytes = (size_t)l->blocks * sizeof(uint64_t);
    uint64_t *sums = malloc(bytes + 1);
    struct nzs_work w = { .fd = fd, .layout = l, .sums = sums, .progress = p };

    if (!sums)
        return err_nomem(e, "the checksums", bytes);
    bool ok = file_read_all(fd, sums, bytes, l->sums_at, e) &&
              (nzs_sum(sums, bytes) == h->sums || damaged(e, "the checksum of its checksums is wrong")) &&
              csr_alloc(a, h->m, h->n, h->nnz, VT_F64, e) && read_blocks(&w, a, e);
    free(sums);
    for (int64_t q = 0; ok && !h->value_size && q < a->nnz; q++)
        ((double *)a->val)[q] = 1;
    return ok && check_structure(a, e);
}

static void take_header(const struct nzs_header *h, struct matrix *a)
{
    a->field = (enum field)h->field;
    a->symmetry = (enum symmetry)h->symmetry;
    a->array = h->array == 1;
    a->stored = h->stored;
    a->duplicates = h->duplicates;
    a->zeros = h->zeros;
    a->nonfinite = h->nonfinite;
    a->overflowed = h->overflowed;
    a->upper = h->upper;
    a->packed = h->sum;
    /* the file may come from anywhere */
    scrub_text(h->name, strnlen(h->name, sizeof h->name - 1), a->name, sizeof a->name);
    scrub_text(h->title, strnlen(h->title, sizeof h->title - 1), a->title, sizeof a->title);
    scrub_text(h->source, strnlen(h->source, sizeof h->source - 1), a->source, sizeof a->source);
}

static bool read_all(int fd, uint64_t size, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct nzs_header h;

    if (!file_read_all(fd, &h, sizeof h, 0, e) || !check_header(&h, size, e))
        return false;
    struct nzs_layout l = nzs_layout(&h);
    uint64_t bytes = size_csr((uint64_t)h.m, (uint64_t)h.nnz, sizeof(double));
    if (!limit_check(size_add(bytes, 8 * l.blocks), limit, "reading the matrix", e))
        return false;
    take_header(&h, a);
    return read_parts(fd, &h, &l, p, &a->csr, e);
}

/* Refuses any file that nzs_write did not make. */
static bool nzs_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    uint64_t size;
    int fd = file_open(path, &size, e);
    bool ok = fd >= 0 && read_all(fd, size, limit, p, a, e);
    if (fd >= 0)
        close(fd);
    return ok;
}

static bool nzs_probe(const char *head, size_t n)
{
    return n >= 8 && memcmp(head, NZS_MAGIC, 4) == 0;
}

const struct reader reader_nzs = { .probe = nzs_probe, .read = nzs_read };

/* ---- writing ---- */

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
