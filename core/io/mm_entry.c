/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_entry.h"

#include <endian.h>
#include <float.h>
#include <inttypes.h>

#include "core/base/number_fast.h"
#include "core/io/mm_line.h"

/* ---- messages for bad entry lines: all return false ---- */

__attribute__((cold)) static bool too_few(const char *what, struct err *e)
{
    return err_set(e, ERR_INPUT, "too few numbers: the %s is missing", what);
}

__attribute__((cold)) static bool bad_index(const char *p, int64_t most, const char *what, struct err *e)
{
    char token[MM_TOKEN];
    const char *q = p;

    if (ends_line(*p))
        return too_few(what, e);
    mm_token(p, p + TEXT_LINE_MAX, token);
    q += *q == '-' || *q == '+';
    while (*q >= '0' && *q <= '9')
        q++;
    if (!ends_token(*q) || q == p)
        return err_set(e, ERR_INPUT, "the %s is '%s', not a whole number", what, token);
    return err_set(e, ERR_INPUT, "the %s is %s, out of range 1 .. %" PRId64, what, token, most);
}

__attribute__((cold)) static bool bad_value(const char *p, enum field field, const char *what, struct err *e)
{
    char token[MM_TOKEN];

    if (ends_line(*p))
        return too_few(what, e);
    mm_token(p, p + TEXT_LINE_MAX, token);
    if (field == FIELD_INTEGER)
        return err_set(e, ERR_INPUT, "the value is '%s', not an integer", token);
    return err_set(e, ERR_INPUT, "'%s' is not a number for the %s", token, what);
}

__attribute__((cold)) static bool bad_rest(const char *p, struct err *e)
{
    char token[MM_TOKEN];

    if (*p == '%')
        return err_set(e, ERR_INPUT, "a comment after the size line; comments belong before it");
    return err_set(e, ERR_INPUT, "too many numbers on a line, from '%s' on", mm_token(p, p + TEXT_LINE_MAX, token));
}

/* For read_lines, compiled once for each kind of file, with the kind as a constant. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Reads an index 1 .. most as 0 .. most - 1. Returns the end of the digits; NULL: not such an index. */
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

/* Reads a value that ends with its token. */
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

/* Refuses entries that the symmetry forbids. */
static inline bool check_symmetry(const struct mm_header *h, int32_t i, int32_t j, double imag, struct err *e)
{
    if (i != j)
        return true;
    if (h->symmetry == SYM_SKEW)
        return err_set(e, ERR_INPUT, "entry (%d, %d) is on the diagonal of a skew-symmetric matrix", i + 1, j + 1);
    return h->symmetry != SYM_HERMITIAN || imag == 0 ||
           err_set(e, ERR_INPUT, "entry (%d, %d) on the diagonal of a hermitian matrix is not real", i + 1, j + 1);
}

/* A bit per character from `base` on, set for a gap between words: found ahead, so that no line waits. */
enum { WINDOW = 4096 };

struct gaps {
    const char *base;
    uint64_t bits[WINDOW / 64 + 1];
};

/* Finds the gaps from p on, up to `end` or WINDOW characters. */
static void gaps_find(struct gaps *g, const char *p, const char *end)
{
    ptrdiff_t bytes = end - p < WINDOW ? end - p : WINDOW;
    int k = 0;

    g->base = p;
    for (; k * 64 < bytes; k++)
        g->bits[k] = htole64(mm_line_gaps(p + k * 64));
    g->bits[k] = 0;
}

/* The gaps in 57 or more characters from p on; p must not be among the last 64 of the window. */
static inline uint64_t gaps_at(const struct gaps *g, const char *p)
{
    size_t at = (size_t)(p - g->base);
    uint64_t bits;

    memcpy(&bits, (const char *)g->bits + at / 8, sizeof bits);
    return le64toh(bits) >> at % 8;
}

/* All but the first gap. */
static inline uint64_t later(uint64_t gaps)
{
    return gaps & (gaps - 1);
}

/* A line in the usual form: two indices and, unless it is a pattern, a value, with single blanks between them. */
struct entry_words {
    const char *row_end, *col_end, *end, *next; /* ends of words and of the last one; the next line */
};

/* Finds the words before their contents are read, so that the next line can start. False: the line has another form. */
ALWAYS_INLINE bool words_find(struct entry_words *w, const char *p, struct gaps *g, const char *text_end, bool pattern)
{
    if (p - g->base > WINDOW - 64)
        gaps_find(g, p, text_end);
    uint64_t first = gaps_at(g, p), second = later(first), last = pattern ? second : later(second);
    if (!last)
        return false;
    w->row_end = p + __builtin_ctzll(first);
    w->col_end = p + __builtin_ctzll(second);
    w->end = p + __builtin_ctzll(last);
    w->next = w->end + 1;
    if (*w->row_end != ' ' || (!pattern && *w->col_end != ' '))
        return false;
    /* a branch: predicted, so the next line does not wait for it */
    return __builtin_expect(*w->end == '\n', 1) || (*w->end == '\r' && *w->next++ == '\n');
}

/* Reads entry k in the usual form; returns the next line. NULL: another form, or an error. */
ALWAYS_INLINE const char *read_usual(const char *p, struct gaps *g, const char *text_end, const struct mm_header *h,
                                     enum field field, const struct coo *out, int64_t k)
{
    struct entry_words w;
    uint32_t i, j;
    double value;

    if (!words_find(&w, p, g, text_end, field == FIELD_PATTERN))
        return NULL;
    int row_digits = (int)(w.row_end - p), col_digits = (int)(w.col_end - w.row_end) - 1;
    if ((unsigned)((row_digits - 1) | (col_digits - 1)) >= 8 ||
        !digits_two(w.row_end, row_digits, w.col_end, col_digits, &i, &j))
        return NULL;
    if (i - 1 >= (uint64_t)h->m || j - 1 >= (uint64_t)h->n || (h->symmetry == SYM_SKEW && i == j))
        return NULL;
    if (field != FIELD_PATTERN) {
        if (!(field == FIELD_INTEGER ? number_fast_integer : number_fast)(w.col_end + 1, w.end, &value))
            return NULL;
        out->val[k] = value;
    }
    out->row[k] = (int32_t)(i - 1);
    out->col[k] = (int32_t)(j - 1);
    return w.next;
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
            return bad_index(p, h->m, "row", e), NULL;
        p = skip_blanks(q);
        if (!(q = read_index(p, (uint64_t)h->n, &j)))
            return bad_index(p, h->n, "column", e), NULL;
        out->row[k] = i;
        out->col[k] = j;
        p = skip_blanks(q);
    }
    if (field != FIELD_PATTERN) {
        if (!(q = read_value(p, field, &re, c)))
            return bad_value(p, field, field == FIELD_COMPLEX ? "real part" : "value", e), NULL;
        out->val[k] = re;
        p = skip_blanks(q);
    }
    if (field == FIELD_COMPLEX) {
        if (!(q = read_value(p, field, &im, c)))
            return bad_value(p, field, "imaginary part", e), NULL;
        out->imag[k] = im;
        p = skip_blanks(q);
    }
    if (!array && h->symmetry != SYM_GENERAL && !check_symmetry(h, i, j, im, e))
        return NULL;
    return p;
}

/* Computes the counts that follow from the entries alone. */
static void count_entries(const struct mm_header *h, const struct coo *x, struct mm_counts *c)
{
    int64_t zeros = 0, nonfinite = 0, upper = 0, lower = 0;

    if (h->field != FIELD_PATTERN)
        for (int64_t k = 0; k < x->count; k++) {
            double im = h->field == FIELD_COMPLEX ? x->imag[k] : 0;
            zeros += x->val[k] == 0 && im == 0;
            nonfinite += !(fabs(x->val[k]) <= DBL_MAX && fabs(im) <= DBL_MAX);
        }
    if (h->symmetry != SYM_GENERAL && !h->array)
        for (int64_t k = 0; k < x->count; k++) {
            upper += x->row[k] < x->col[k];
            lower += x->row[k] > x->col[k];
        }
    c->entries = x->count;
    c->lines += x->count;
    c->zeros = zeros;
    c->nonfinite = nonfinite;
    c->upper = upper;
    c->lower = lower;
}

ALWAYS_INLINE bool read_lines(const struct mm_header *header, enum field usual, struct text text, struct coo *out,
                              struct mm_counts *counts, struct err *e)
{
    const struct mm_header h = *header; /* local copies that no store can alias */
    const struct coo to = *out;
    const char *p = text.begin, *end = text.end, *usual_from = p + NUMBER_BEFORE;
    struct gaps g;
    int64_t k = 0;

    gaps_find(&g, p, end);
    while (p < end) {
        /* arrays and complex values have no usual form */
        const char *next = usual != FIELD_COMPLEX && p >= usual_from ? read_usual(p, &g, end, &h, usual, &to, k) : NULL;
        if (next) {
            p = next;
            k++;
            continue;
        }
        p = skip_blanks(p);
        if (!ends_line(*p)) {
            if (*p == '%' ? !bad_rest(p, e) : !(p = read_entry(p, &h, &to, k, counts, e)))
                break;
            if (!ends_line(*p) && !bad_rest(p, e))
                break;
            k++;
        } else {
            counts->lines++;
        }
        p += p[0] == '\r' && p[1] == '\n' && p + 1 < end ? 2 : 1;
    }
    out->count = k;
    count_entries(header, out, counts);
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
    const enum field usual = h->array ? FIELD_COMPLEX : h->field;

    *counts = (struct mm_counts){ 0 };
    to->count = 0;
    bool ok = usual == FIELD_COMPLEX   ? read_lines(h, FIELD_COMPLEX, text, to, counts, &here)
              : usual == FIELD_PATTERN ? read_lines(h, FIELD_PATTERN, text, to, counts, &here)
              : usual == FIELD_INTEGER ? read_lines(h, FIELD_INTEGER, text, to, counts, &here)
                                       : read_lines(h, FIELD_REAL, text, to, counts, &here);
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
