/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_entry.h"

#include <float.h>

#include "core/base/number_fast.h"
#include "core/io/mm_bad.h"
#include "core/io/mm_line.h"

/* The loop is compiled for each kind of file, with the kind as a constant. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Reads 1 .. most as 0 .. most - 1. Returns its end, NULL if it is not one. */
static inline const char *read_index(const char *p, uint64_t most, int32_t *index)
{
    p += *p == '+';
    uint64_t digits = digits_load(p), x = 0;
    int n = digits_run(digits);
    const char *q = p + n;

    if (n == 0)
        return NULL;
    x = digits_some(digits, n);
    if (n == 8)
        for (; *q >= '0' && *q <= '9' && x <= most; q++)
            x = x * 10 + (uint64_t)(*q - '0');
    if (x - 1 >= most || !ends_token(*q))
        return NULL;
    *index = (int32_t)(x - 1);
    return q;
}

/* Reads a value up to the end of a token. */
static inline const char *read_value(const char *p, enum field field, double *value, struct mm_counts *c)
{
    bool overflow = false;
    const char *q =
        field == FIELD_INTEGER ? number_read_integer(p, value, &overflow) : number_read(p, value, &overflow);

    if (!q || !ends_token(*q))
        return NULL;
    c->overflowed += overflow;
    return q;
}

/* Refuses entries that the symmetry forbids; counts the triangles. */
static inline bool check_symmetry(const struct mm_header *h, int32_t i, int32_t j, double imag, struct mm_counts *c,
                                  struct err *e)
{
    c->upper += i < j;
    c->lower += i > j;
    if (i != j)
        return true;
    if (h->symmetry == SYM_SKEW)
        return err_set(e, ERR_INPUT, "entry (%d, %d) is on the diagonal of a skew-symmetric matrix", i + 1, j + 1);
    if (h->symmetry == SYM_HERMITIAN && imag != 0)
        return err_set(e, ERR_INPUT, "entry (%d, %d) on the diagonal of a hermitian matrix is not real", i + 1, j + 1);
    return true;
}

/* Reads m digits at p and n digits at q, up to 8 each, as 0-based indices; false if they are not in range. */
static inline bool read_two(const char *p, int m, const char *q, int n, const struct mm_header *h, int32_t *i,
                            int32_t *j)
{
    uint32_t a, b;

    if ((unsigned)(m - 1) >= 8 || (unsigned)(n - 1) >= 8 ||
        !digits_two(digits_load(p) << (64 - 8 * m), digits_load(q) << (64 - 8 * n), &a, &b))
        return false;
    *i = (int32_t)(a - 1);
    *j = (int32_t)(b - 1);
    return a - 1 < (uint64_t)h->m && b - 1 < (uint64_t)h->n;
}

/* The remaining gaps among the 64 bytes at `base`. Short lines share a window, so that the next line need not wait for
   the end of this one. */
struct gap_window {
    const char *base;
    uint64_t gaps;
};

enum { SHORT_LINE = 20 };

/* Without the first gap. */
static inline uint64_t later(uint64_t gaps)
{
    return gaps & (gaps - 1);
}

/* Reads an entry whose words are one blank apart, as most programs write them. Words are found before their contents
   are read, so that the processor can start on the next line. NULL: another kind of line. */
ALWAYS_INLINE const char *read_usual(const char *p, struct gap_window *w, const struct mm_header *h, enum field field,
                                     const struct coo *out, int64_t k, int32_t *i, int32_t *j, double *value)
{
    bool pattern = field == FIELD_PATTERN;
    uint64_t gap1 = w->gaps, gap2 = later(gap1), gap = pattern ? gap2 : later(gap2);

    if (!gap) {
        w->base = p;
        gap1 = mm_line_gaps(p);
        gap2 = later(gap1);
        gap = pattern ? gap2 : later(gap2);
        w->gaps = 0;
        if (!gap)
            return NULL;
    }
    const char *end1 = w->base + __builtin_ctzll(gap1), *end2 = w->base + __builtin_ctzll(gap2),
               *last = w->base + __builtin_ctzll(gap);
    bool cr = *last == '\r';
    w->gaps = 0;
    if (last[cr] != '\n' || *end1 != ' ' || (!pattern && *end2 != ' '))
        return NULL;
    if (!read_two(p, (int)(end1 - p), end1 + 1, (int)(end2 - end1) - 1, h, i, j))
        return NULL;
    if (!pattern) {
        bool good =
            field == FIELD_INTEGER ? number_fast_integer(end2 + 1, last, value) : number_fast(end2 + 1, last, value);
        if (!good)
            return NULL;
        out->val[k] = *value;
    }
    out->row[k] = *i;
    out->col[k] = *j;
    /* longer lines sometimes fit a window twice, and that branch would be unpredictable */
    if (field != FIELD_REAL || last - p <= SHORT_LINE)
        w->gaps = cr ? later(later(gap)) : later(gap);
    return last + cr + 1;
}

/* Reads entry k from its first token at p; returns its end, NULL with *e. */
static const char *read_entry(const char *p, const struct mm_header *h, const struct coo *out, int64_t k,
                              struct mm_counts *c, struct err *e)
{
    enum field field = h->field;
    bool array = h->array;
    double re = 1, im = 0;
    int32_t i = 0, j = 0;
    const char *q = p;

    if (!array) {
        if (!(q = read_index(p, (uint64_t)h->m, &i)))
            return mm_bad_index(p, h->m, "row", e), NULL;
        p = skip_blanks(q);
        if (!(q = read_index(p, (uint64_t)h->n, &j)))
            return mm_bad_index(p, h->n, "column", e), NULL;
        out->row[k] = i;
        out->col[k] = j;
        p = skip_blanks(q);
    }
    if (field != FIELD_PATTERN) {
        if (!(q = read_value(p, field, &re, c)))
            return mm_bad_value(p, field, field == FIELD_COMPLEX ? "real part" : "value", e), NULL;
        out->val[k] = re;
        p = skip_blanks(q);
    }
    if (field == FIELD_COMPLEX) {
        if (!(q = read_value(p, field, &im, c)))
            return mm_bad_value(p, field, "imaginary part", e), NULL;
        out->imag[k] = im;
        p = skip_blanks(q);
    }
    c->zeros += re == 0 && im == 0;
    c->nonfinite += !(fabs(re) <= DBL_MAX && fabs(im) <= DBL_MAX);
    if (!array && h->symmetry != SYM_GENERAL && !check_symmetry(h, i, j, im, c, e))
        return NULL;
    return p;
}

ALWAYS_INLINE bool read_lines(const struct mm_header *header, enum field usual, struct text text, struct coo *out,
                              struct mm_counts *counts, struct err *e)
{
    const struct mm_header h = *header; /* local copies, which no store can alias */
    const struct coo to = *out;
    const char *p = text.begin, *end = text.end;
    struct mm_counts c = { 0 };
    struct gap_window w = { p, 0 };
    int64_t k = 0;

    while (p < end) {
        if (usual != FIELD_COMPLEX) { /* arrays and complex values have no fast path */
            int32_t i, j;
            double value = 1;
            const char *next = read_usual(p, &w, &h, usual, &to, k, &i, &j, &value);
            if (next && h.symmetry != SYM_GENERAL && !check_symmetry(&h, i, j, 0, &c, e))
                break;
            if (next) {
                p = next;
                c.zeros += value == 0;
                c.lines++;
                k++;
                continue;
            }
        }
        p = skip_blanks(p);
        if (!ends_line(*p)) {
            if (*p == '%' ? !mm_bad_rest(p, e) : !(p = read_entry(p, &h, &to, k, &c, e)))
                break;
            if (!ends_line(*p) && !mm_bad_rest(p, e))
                break;
            k++;
        }
        p += p[0] == '\r' && p[1] == '\n' && p + 1 < end ? 2 : 1;
        c.lines++;
    }
    out->count = c.entries = k;
    *counts = c;
    return e->code == ERR_NONE;
}

int mm_entry_bytes(const struct mm_header *h)
{
    int values = h->field == FIELD_PATTERN ? 0 : h->field == FIELD_COMPLEX ? 2 : 1;

    return 2 * (values + (h->array ? 0 : 2));
}

void mm_scratch_free(struct mm_scratch *s)
{
    coo_free(&s->entry);
    text_buffer_free(&s->text);
}

bool mm_entry_room(const struct mm_header *h, struct coo *c, int64_t count, struct err *e)
{
    return coo_room(c, count, h->field != FIELD_PATTERN, h->field == FIELD_COMPLEX, e);
}

bool mm_block_room(const struct mm_header *h, struct text text, struct mm_scratch *s, int64_t *most, struct err *e)
{
    *most = (text.end - text.begin) / mm_entry_bytes(h) + 1;
    return mm_entry_room(h, &s->entry, *most, e);
}

bool mm_block_parse(const struct mm_header *h, struct text text, struct coo *to, struct mm_counts *counts,
                    struct err *e)
{
    struct err here = { 0 };
    bool ok;

    *counts = (struct mm_counts){ 0 };
    to->count = 0;
    if (h->array || h->field == FIELD_COMPLEX)
        ok = read_lines(h, FIELD_COMPLEX, text, to, counts, &here);
    else if (h->field == FIELD_PATTERN)
        ok = read_lines(h, FIELD_PATTERN, text, to, counts, &here);
    else if (h->field == FIELD_INTEGER)
        ok = read_lines(h, FIELD_INTEGER, text, to, counts, &here);
    else
        ok = read_lines(h, FIELD_REAL, text, to, counts, &here);
    if (!ok)
        *e = here;
    return ok;
}

bool mm_block_read(const struct mm_header *h, struct text text, struct mm_scratch *s, struct mm_counts *counts,
                   struct err *e)
{
    int64_t most;

    *counts = (struct mm_counts){ 0 };
    return mm_block_room(h, text, s, &most, e) && mm_block_parse(h, text, &s->entry, counts, e);
}
