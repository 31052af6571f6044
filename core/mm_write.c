/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_write: writes Matrix Market text with the shortest digits that read back exactly. */
#include "core/mm_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"

/* Text is handed on in pieces of about this size, and progress is told as often. */
enum { PIECE = 1 << 18, LINE = 24 + NUMBER_TEXT };

struct writer {
    struct mm_sink sink;
    const struct progress *progress;
    uint64_t done, total;
    size_t used;
    bool failed;
    struct err *e;
    char text[PIECE + LINE];
};

static bool flush(struct writer *w)
{
    if (w->failed)
        return false;
    struct err none = { 0 };
    if (w->used && !w->sink.put(w->sink.arg, w->text, w->used, &none)) {
        w->failed = true;
        return err_set(w->e, none.code ? none.code : ERR_INPUT, "%s",
                       none.code ? none.text : "the text could not be written");
    }
    w->used = 0;
    w->failed = !progress_step(w->progress, "writing", w->done, w->total, w->e);
    return !w->failed;
}

/* Not an initialiser: it would also clear the text. */
static void begin(struct writer *w, uint64_t total, struct mm_sink sink, const struct progress *p, struct err *e)
{
    w->sink = sink;
    w->progress = p;
    w->done = 0;
    w->total = total;
    w->used = 0;
    w->failed = false;
    w->e = e;
}

/* Room for a line is always left. */
static inline bool end_line(struct writer *w)
{
    w->text[w->used++] = '\n';
    return w->used < PIECE || flush(w);
}

static inline void put_index(struct writer *w, int64_t index)
{
    char digits[24];
    int n = 0;

    do
        digits[n++] = (char)('0' + index % 10);
    while (index /= 10);
    while (n)
        w->text[w->used++] = digits[--n];
    w->text[w->used++] = ' ';
}

static void put_comment(struct writer *w, const char *comment)
{
    if (comment && *comment)
        w->used += (size_t)snprintf(w->text + w->used, 400, "%% %.300s\n", comment);
}

static double value_at(const struct csr *a, int64_t p)
{
    return a->type == VT_F64 ? ((const double *)a->val)[p] : (double)((const float *)a->val)[p];
}

/* The most exact field that every value allows, of what the matrix says it is. */
static enum field field_kept(const struct csr *a, enum field field)
{
    if (field == FIELD_COMPLEX)
        return FIELD_REAL;
    for (int64_t p = 0; p < a->nnz && field != FIELD_REAL; p++) {
        double v = value_at(a, p);
        if (field == FIELD_PATTERN && v != 1)
            field = FIELD_INTEGER;
        /* beyond 2^53 the digits would not be those of an integer of the file */
        if (field == FIELD_INTEGER && !(v == floor(v) && fabs(v) < 0x1p53 && !(v == 0 && signbit(v))))
            field = FIELD_REAL;
    }
    return field;
}

bool mm_write_csr(const struct csr *a, enum field field, const char *comment, struct mm_sink sink,
                  const struct progress *p, struct err *e)
{
    struct writer w;

    begin(&w, (uint64_t)a->nnz, sink, p, e);
    field = field_kept(a, field);
    w.used = (size_t)snprintf(w.text, 200, "%%%%MatrixMarket matrix coordinate %s general\n", field_name(field));
    put_comment(&w, comment);
    w.used += (size_t)snprintf(w.text + w.used, 200, "%" PRId64 " %" PRId64 " %" PRId64 "\n", a->m, a->n, a->nnz);
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t q = a->ptr[i]; q < a->ptr[i + 1]; q++) {
            put_index(&w, i + 1);
            put_index(&w, a->ind[q] + 1);
            if (field == FIELD_PATTERN)
                w.used--; /* no value after the blank */
            else
                w.used += (size_t)number_write(value_at(a, q), a->type, w.text + w.used);
            w.done = (uint64_t)q;
            if (!end_line(&w))
                return false;
        }
    return flush(&w);
}

bool mm_write_dense(const struct dense *x, const char *comment, struct mm_sink sink, const struct progress *p,
                    struct err *e)
{
    struct writer w;

    begin(&w, (uint64_t)x->n * (uint64_t)x->k, sink, p, e);
    w.used = (size_t)snprintf(w.text, 200, "%%%%MatrixMarket matrix array real general\n");
    put_comment(&w, comment);
    w.used += (size_t)snprintf(w.text + w.used, 200, "%" PRId64 " %" PRId64 "\n", x->n, x->k);
    for (int64_t j = 0; j < x->k; j++)
        for (int64_t i = 0; i < x->n; i++, w.done++) {
            w.used += (size_t)number_write(dense_get(x, i, j), x->type, w.text + w.used);
            if (!end_line(&w))
                return false;
        }
    return flush(&w);
}
