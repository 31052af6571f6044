/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/csr.h"

#include <omp.h>

#include "core/base/arena.h"
#include "core/base/ascending.h"

enum { SMALL = 1 << 16 /* not worth waking threads for */ };

/* The number of workers that scatter `items` items into `lines` lines: at most one per thread, and so few that their
   counters (8 bytes per line each) take less memory than the items. */
static int scatter_workers(int64_t items, int64_t lines)
{
    int64_t most = items / (lines + 1) + 1, threads = omp_get_max_threads();

    if (items < SMALL)
        return 1;
    return (int)(threads < most ? threads : most);
}

/* On entry, count[w*lines + i] is the number of items that worker w has for line i. On return, ptr[0..lines] are the
   line pointers, and count[w*lines + i] is where worker w puts its first item of line i: so it is stable. */
static void scatter_offsets(int64_t *count, int workers, int64_t lines, int64_t *ptr)
{
    ptr[0] = 0;
#pragma omp parallel for schedule(static) if (lines > SMALL)
    for (int64_t i = 0; i < lines; i++) {
        int64_t sum = 0;
        for (int w = 0; w < workers; w++)
            sum += count[w * lines + i];
        ptr[i + 1] = sum;
    }
    for (int64_t i = 0; i < lines; i++)
        ptr[i + 1] += ptr[i];
#pragma omp parallel for schedule(static) if (lines > SMALL)
    for (int64_t i = 0; i < lines; i++) {
        int64_t at = ptr[i];
        for (int w = 0; w < workers; w++) {
            int64_t c = count[w * lines + i];
            count[w * lines + i] = at;
            at += c;
        }
    }
}

uint64_t csr_transposed_bytes(const struct csr *a)
{
    return size_csr((uint64_t)a->n, (uint64_t)a->nnz, vtype_size(a->type));
}

bool csr_alloc(struct csr *a, int64_t m, int64_t n, int64_t nnz, enum vtype type, struct err *e)
{
    uint64_t bytes = size_csr((uint64_t)m, (uint64_t)nnz, vtype_size(type));

    *a = (struct csr){ .m = m, .n = n, .nnz = nnz, .type = type };
    if (m < 0 || n < 0 || nnz < 0 || bytes > INT64_MAX)
        return err_nomem(e, "the matrix", UINT64_MAX);
    /* one entry more, since malloc(0) may be NULL */
    a->ptr = malloc(((size_t)m + 1) * sizeof *a->ptr);
    a->ind = malloc(((size_t)nnz + 1) * sizeof *a->ind);
    a->val = malloc(((size_t)nnz + 1) * vtype_size(type));
    if (!a->ptr || !a->ind || !a->val) {
        csr_free(a);
        return err_nomem(e, "the matrix", bytes);
    }
    arena_large_pages(a->ptr, ((size_t)m + 1) * sizeof *a->ptr);
    arena_large_pages(a->ind, (size_t)nnz * sizeof *a->ind);
    arena_large_pages(a->val, (size_t)nnz * vtype_size(type));
    return true;
}

void csr_free(struct csr *a)
{
    free(a->val);
    if (!a->shares) {
        free(a->ind);
        free(a->ptr);
    }
    *a = (struct csr){ 0 };
}

bool csr_cast(const struct csr *a, enum vtype type, struct csr *b, struct err *e)
{
    size_t bytes = (size_t)a->nnz * vtype_size(type);
    const double *from = a->val;

    *b = *a;
    b->type = type;
    b->shares = true;
    b->val = malloc(bytes + 1);
    if (!b->val) {
        *b = (struct csr){ 0 };
        return err_nomem(e, "the values", bytes);
    }
    float *to = b->val;
    if (a->type == type) {
        memcpy(b->val, a->val, bytes);
        return true;
    }
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < a->nnz; p++)
        to[p] = (float)from[p];
    return true;
}

bool csr_gather(const struct csr *a, const int32_t *row, struct csr *b, struct err *e)
{
    const size_t size = vtype_size(a->type);
    if (!csr_alloc(b, a->m, a->n, a->nnz, a->type, e))
        return false;
    b->ptr[0] = 0;
    for (int64_t i = 0; i < a->m; i++)
        b->ptr[i + 1] = b->ptr[i] + a->ptr[row[i] + 1] - a->ptr[row[i]];
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        const int64_t from = a->ptr[row[i]], to = b->ptr[i];
        const size_t count = (size_t)(b->ptr[i + 1] - to);
        if (count == 0)
            continue;
        memcpy(b->ind + to, a->ind + from, count * sizeof *b->ind);
        memcpy((char *)b->val + (size_t)to * size, (const char *)a->val + (size_t)from * size, count * size);
    }
    return true;
}

void csr_keep_lower(struct csr *a)
{
    const size_t size = vtype_size(a->type);
    int64_t kept = 0, begin = 0;
    for (int64_t i = 0; i < a->m; i++) {
        const int64_t end = a->ptr[i + 1];
        int64_t past = begin;
        while (past < end && a->ind[past] <= i)
            past++;
        memmove(a->ind + kept, a->ind + begin, (size_t)(past - begin) * sizeof *a->ind);
        memmove((char *)a->val + (size_t)kept * size, (char *)a->val + (size_t)begin * size,
                (size_t)(past - begin) * size);
        kept += past - begin;
        begin = end;
        a->ptr[i + 1] = kept;
    }
    a->nnz = kept;
}

int64_t csr_row(const struct csr *a, int64_t p)
{
    int64_t low = 0, high = a->m;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->ptr[middle + 1] <= p)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int64_t csr_cut(const struct csr *a, int part, int parts)
{
    int64_t target = a->nnz / parts * part;

    if (part == parts)
        return a->m;
    return target > 0 ? csr_row(a, target - 1) + 1 : 0;
}

/* Scatters rows lo .. hi-1 of A into the rows of B = Aᵀ; next[j] is where row j continues. */
static void scatter_rows(const struct csr *a, int64_t lo, int64_t hi, int64_t *next, struct csr *b)
{
    const double *av = a->val;
    const float *af = a->val;
    double *bv = b->val;
    float *bf = b->val;

    for (int64_t i = lo; i < hi; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            int64_t q = next[a->ind[p]]++;
            b->ind[q] = (int32_t)i;
            if (!a->val)
                continue;
            if (a->type == VT_F64)
                bv[q] = av[p];
            else
                bf[q] = af[p];
        }
}

bool csr_transpose(const struct csr *a, struct csr *b, struct err *e)
{
    int workers = scatter_workers(a->nnz, a->n);
    int64_t *count = NULL;

    if (a->m > INT32_MAX) {
        *b = (struct csr){ 0 };
        return err_set(e, ERR_MEMORY, "the transpose would have more columns than 2^31 - 1");
    }
    if (!csr_alloc(b, a->n, a->m, a->nnz, a->type, e))
        return false;
    count = calloc((size_t)workers * (size_t)a->n + 1, sizeof *count);
    if (!count) {
        csr_free(b);
        return err_nomem(e, "the transposition", 8 * (uint64_t)workers * (uint64_t)a->n);
    }
#pragma omp parallel for schedule(static, 1) num_threads(workers)
    for (int w = 0; w < workers; w++) {
        int64_t end = a->ptr[csr_cut(a, w + 1, workers)];
        for (int64_t p = a->ptr[csr_cut(a, w, workers)]; p < end; p++)
            count[w * a->n + a->ind[p]]++;
    }
    scatter_offsets(count, workers, a->n, b->ptr);
#pragma omp parallel for schedule(static, 1) num_threads(workers)
    for (int w = 0; w < workers; w++)
        scatter_rows(a, csr_cut(a, w, workers), csr_cut(a, w + 1, workers), count + w * a->n, b);
    free(count);
    return true;
}

int64_t csr_search(const struct csr *a, int64_t i, int64_t j)
{
    return ascending_find(a->ind, a->ptr[i], a->ptr[i + 1], j);
}

int64_t csr_row_max(const struct csr *a)
{
    int64_t most = 0;

    for (int64_t i = 0; i < a->m; i++)
        most = row_length(a, i) > most ? row_length(a, i) : most;
    return most;
}
