/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_write.h"

#include <inttypes.h>
#include <omp.h>

#include "core/base/number.h"

/* A thread formats PIECE lines at a time; pieces are written, and progress reported, in order. */
enum { PIECE = 1 << 12, LINE = 24 + NUMBER_TEXT, SMALL = 1 << 14 /* not worth waking threads for */ };

/* What to write: the entries of a matrix, or the values of a multivector. */
struct body {
    const struct csr *a;
    enum field field;
    const struct dense *x; /* NULL: a */
    int64_t lines;
};

struct written_piece {
    size_t used;
    char text[PIECE * LINE];
};

/* The narrowest field, starting from `field`, that all values allow. */
static enum field field_kept(const struct csr *a, enum field field)
{
    if (field == FIELD_COMPLEX)
        return FIELD_REAL;
    for (int64_t p = 0; p < a->nnz && field != FIELD_REAL; p++) {
        double v = vtype_get(a->val, p, a->type);
        if (field == FIELD_PATTERN && v != 1)
            field = FIELD_INTEGER;
        /* a 64-bit integer, signed or not, is whole and below 2^64 */
        if (field == FIELD_INTEGER && !(v == floor(v) && fabs(v) < 0x1p64))
            field = FIELD_REAL;
    }
    return field;
}

/* All its digits: the shortest that read back need not be those of an integer. Zero has no sign. */
static int put_whole(double v, char *to)
{
    const int sign = v < 0;
    *to = '-';
    return sign + number_put((uint64_t)fabs(v), to + sign);
}

static char *put_entries(const struct body *b, int64_t begin, int64_t end, char *to)
{
    const struct csr *a = b->a;
    char row[24];
    int digits = 0;
    int64_t i = csr_row(a, begin), stop = begin;

    for (int64_t p = begin; p < end; p++) {
        if (p == begin || p == stop) {
            while (a->ptr[i + 1] <= p)
                i++;
            stop = a->ptr[i + 1];
            digits = number_put((uint64_t)i + 1, row);
            row[digits++] = ' ';
        }
        memcpy(to, row, sizeof row);
        to += digits;
        to += number_put((uint64_t)a->ind[p] + 1, to);
        if (b->field != FIELD_PATTERN) {
            *to++ = ' ';
            const double v = vtype_get(a->val, p, a->type);
            to += b->field == FIELD_INTEGER ? put_whole(v, to) : number_write(v, a->type, to);
        }
        *to++ = '\n';
    }
    return to;
}

/* Column by column. */
static char *put_values(const struct body *b, int64_t begin, int64_t end, char *to)
{
    for (int64_t t = begin; t < end; t++) {
        to += number_write(dense_get(b->x, t % b->x->n, t / b->x->n), b->x->type, to);
        *to++ = '\n';
    }
    return to;
}

bool mm_sink_put(struct mm_sink sink, const void *bytes, size_t n, struct err *e)
{
    struct err none = { 0 };

    return n == 0 || sink.put(sink.arg, bytes, n, &none) ||
           err_set(e, none.code ? none.code : ERR_INPUT, "%s", none.code ? none.text : "it could not be written");
}

static bool write_body(const struct body *b, struct mm_sink sink, const struct progress *p, struct err *e)
{
    int pieces = b->lines > SMALL ? 2 * omp_get_max_threads() : 1;
    struct written_piece *piece = malloc((size_t)pieces * sizeof *piece);
    bool ok = true;

    if (!piece)
        return err_nomem(e, "the text", (uint64_t)pieces * sizeof *piece);
    for (int64_t at = 0; ok && at < b->lines; at += (int64_t)pieces * PIECE) {
#pragma omp parallel for schedule(dynamic, 1) if (pieces > 1)
        for (int k = 0; k < pieces; k++) {
            int64_t begin = at + (int64_t)k * PIECE, end = begin + PIECE < b->lines ? begin + PIECE : b->lines;
            char *text = piece[k].text;
            piece[k].used = 0;
            if (begin < end)
                piece[k].used = (size_t)((b->x ? put_values : put_entries)(b, begin, end, text) - text);
        }
        for (int k = 0; ok && k < pieces; k++)
            ok = mm_sink_put(sink, piece[k].text, piece[k].used, e);
        ok = ok && progress_step(p, "writing", (uint64_t)at, (uint64_t)b->lines, e);
    }
    free(piece);
    return ok;
}

/* Formats banner and comment; returns their length. */
static size_t put_head(char *text, size_t size, const char *format, enum field field, const char *comment)
{
    int n = snprintf(text, size, "%%%%MatrixMarket matrix %s %s general\n", format, field_names[field]);

    if (comment && *comment)
        n += snprintf(text + n, size - (size_t)n, "%% %.300s\n", comment);
    return (size_t)n;
}

enum { HEAD = 600 };

bool mm_write_csr(const struct csr *a, enum field field, const char *comment, struct mm_sink sink,
                  const struct progress *p, struct err *e)
{
    struct body body = { .a = a, .field = field_kept(a, field), .lines = a->nnz };
    char head[HEAD];
    size_t n = put_head(head, sizeof head, "coordinate", body.field, comment);

    n += (size_t)snprintf(head + n, sizeof head - n, "%" PRId64 " %" PRId64 " %" PRId64 "\n", a->m, a->n, a->nnz);
    return mm_sink_put(sink, head, n, e) && write_body(&body, sink, p, e);
}

bool mm_write_dense(const struct dense *x, const char *comment, struct mm_sink sink, const struct progress *p,
                    struct err *e)
{
    struct body body = { .x = x, .lines = x->n * x->k };
    char head[HEAD];
    size_t n = put_head(head, sizeof head, "array", FIELD_REAL, comment);

    n += (size_t)snprintf(head + n, sizeof head - n, "%" PRId64 " %" PRId64 "\n", x->n, x->k);
    return mm_sink_put(sink, head, n, e) && write_body(&body, sink, p, e);
}
