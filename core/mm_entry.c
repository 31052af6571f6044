/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_entry: the entry lines of a block of text. */
#include "core/mm_entry.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/number.h"

/* Every line ends in CR or LF, so no scan below needs to look for the end of the text. */

static inline const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static inline bool ends_token(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool missing(const char *p, const char *what, struct err *e)
{
    char token[MM_TOKEN];

    if (ends_line(*p))
        return err_set(e, ERR_INPUT, "too few numbers: the %s is missing", what);
    return err_set(e, ERR_INPUT, "'%s' is not a number for the %s", mm_token(p, p + TEXT_LINE_MAX, token), what);
}

/* An index that is not plain digits in 1 .. most: says what it is instead. */
static bool bad_index(const char *p, int64_t most, const char *what, struct err *e)
{
    char token[MM_TOKEN];
    const char *q = p;

    if (ends_line(*p))
        return err_set(e, ERR_INPUT, "too few numbers: the %s is missing", what);
    mm_token(p, p + TEXT_LINE_MAX, token);
    q += *q == '-' || *q == '+';
    while (*q >= '0' && *q <= '9')
        q++;
    if (!ends_token(*q) || q == p)
        return err_set(e, ERR_INPUT, "the %s is '%s', not a whole number", what, token);
    return err_set(e, ERR_INPUT, "the %s is %s, out of range 1 .. %" PRId64, what, token, most);
}

/* Reads 1 .. most as 0 .. most - 1. Returns where it ends, NULL when it is not one. */
static inline const char *read_index(const char *p, int64_t most, int32_t *index)
{
    int64_t x = 0;
    const char *q = p + (*p == '+');

    for (; *q >= '0' && *q <= '9'; q++) {
        x = x * 10 + (*q - '0');
        if (x > most)
            return NULL;
    }
    /* no digits at all leave x = 0, too */
    if (x == 0 || !ends_token(*q))
        return NULL;
    *index = (int32_t)(x - 1);
    return q;
}

/* Reads a value, which must end where a token ends. */
static inline const char *read_value(const char *p, enum field field, double *value, struct mm_block *b)
{
    bool overflow = false;
    const char *q =
        field == FIELD_INTEGER ? number_read_integer(p, value, &overflow) : number_read(p, value, &overflow);

    if (!q || !ends_token(*q))
        return NULL;
    b->overflowed += overflow;
    return q;
}

static bool bad_value(const char *p, enum field field, const char *what, struct err *e)
{
    char token[MM_TOKEN];

    if (field == FIELD_INTEGER && !ends_line(*p))
        return err_set(e, ERR_INPUT, "the value is '%s', not an integer", mm_token(p, p + TEXT_LINE_MAX, token));
    return missing(p, what, e);
}

/* What symmetry forbids of an entry; counts the triangles. */
static bool check_symmetry(const struct mm_header *h, int32_t i, int32_t j, double imag, struct mm_block *b)
{
    b->upper += i < j;
    b->lower += i > j;
    if (i != j)
        return true;
    if (h->symmetry == SYM_SKEW)
        return err_set(&b->err, ERR_INPUT, "entry (%d, %d) is on the diagonal of a skew-symmetric matrix", i + 1,
                       j + 1);
    if (h->symmetry == SYM_HERMITIAN && imag != 0)
        return err_set(&b->err, ERR_INPUT, "entry (%d, %d) on the diagonal of a hermitian matrix is not real", i + 1,
                       j + 1);
    return true;
}

/* Reads the entry whose first token is at p; returns where it ends, NULL with b->err. The kind of file (array, field)
   is a constant of each copy of this function. */
static inline const char *read_entry(const char *p, const struct mm_header *h, bool array, enum field field,
                                     struct mm_block *b)
{
    int64_t k = b->part.count;
    double re = 1, im = 0;
    int32_t i = 0, j = 0;
    const char *q = p;

    if (!array) {
        if (!(q = read_index(p, h->m, &i)))
            return bad_index(p, h->m, "row", &b->err), NULL;
        p = skip_blanks(q);
        if (!(q = read_index(p, h->n, &j)))
            return bad_index(p, h->n, "column", &b->err), NULL;
        b->part.row[k] = i;
        b->part.col[k] = j;
        p = skip_blanks(q);
    }
    if (field != FIELD_PATTERN) {
        if (!(q = read_value(p, field, &re, b)))
            return bad_value(p, field, field == FIELD_COMPLEX ? "real part" : "value", &b->err), NULL;
        b->part.val[k] = re;
        p = skip_blanks(q);
    }
    if (field == FIELD_COMPLEX) {
        if (!(q = read_value(p, field, &im, b)))
            return bad_value(p, field, "imaginary part", &b->err), NULL;
        b->imag[k] = im;
        p = skip_blanks(q);
    }
    b->zeros += re == 0 && im == 0;
    b->nonfinite += !(fabs(re) <= 0x1.fffffffffffffp1023 && fabs(im) <= 0x1.fffffffffffffp1023);
    if (!array && h->symmetry != SYM_GENERAL && !check_symmetry(h, i, j, im, b))
        return NULL;
    b->part.count = k + 1;
    return p;
}

static bool bad_rest(const char *p, struct mm_block *b)
{
    char token[MM_TOKEN];

    return err_set(&b->err, ERR_INPUT, "too many numbers on a line, from '%s' on",
                   mm_token(p, p + TEXT_LINE_MAX, token));
}

static inline bool read_lines(const struct mm_header *h, bool array, enum field field, struct mm_block *b)
{
    const char *p = b->text.begin, *end = b->text.end;

    while (p < end) {
        p = skip_blanks(p);
        if (!ends_line(*p)) {
            if (*p == '%') {
                b->bad = b->lines + 1;
                return err_set(&b->err, ERR_INPUT, "a comment after the size line; comments belong before it");
            }
            p = read_entry(p, h, array, field, b);
            if (!p || (!ends_line(*p) && !bad_rest(p, b))) {
                b->bad = b->lines + 1;
                return false;
            }
        }
        p += p[0] == '\r' && p[1] == '\n' && p + 1 < end ? 2 : 1;
        b->lines++;
    }
    return true;
}

int mm_entry_bytes(const struct mm_header *h)
{
    int values = h->field == FIELD_PATTERN ? 0 : h->field == FIELD_COMPLEX ? 2 : 1;

    return 2 * (values + (h->array ? 0 : 2));
}

static bool block_alloc(const struct mm_header *h, struct mm_block *b)
{
    size_t room = (size_t)(b->text.end - b->text.begin) / (size_t)mm_entry_bytes(h) + 1;

    b->part = (struct coo){ .m = h->m, .n = h->n, .room = (int64_t)room };
    b->part.row = h->array ? NULL : malloc(room * sizeof *b->part.row);
    b->part.col = h->array ? NULL : malloc(room * sizeof *b->part.col);
    b->part.val = h->field == FIELD_PATTERN ? NULL : malloc(room * sizeof *b->part.val);
    b->imag = h->field == FIELD_COMPLEX ? malloc(room * sizeof *b->imag) : NULL;
    if ((h->array || (b->part.row && b->part.col)) && (h->field == FIELD_PATTERN || b->part.val) &&
        (h->field != FIELD_COMPLEX || b->imag))
        return true;
    return err_nomem(&b->err, "a block of entries", room * 16);
}

static void *trim(void *p, int64_t count, size_t size)
{
    void *q = p ? realloc(p, ((size_t)count + 1) * size) : NULL;

    return q ? q : p;
}

bool mm_block_read(const struct mm_header *h, struct mm_block *b)
{
    bool ok;

    if (!block_alloc(h, b))
        return false;
    if (h->array)
        ok = h->field == FIELD_COMPLEX   ? read_lines(h, true, FIELD_COMPLEX, b)
             : h->field == FIELD_INTEGER ? read_lines(h, true, FIELD_INTEGER, b)
                                         : read_lines(h, true, FIELD_REAL, b);
    else
        ok = h->field == FIELD_COMPLEX   ? read_lines(h, false, FIELD_COMPLEX, b)
             : h->field == FIELD_INTEGER ? read_lines(h, false, FIELD_INTEGER, b)
             : h->field == FIELD_PATTERN ? read_lines(h, false, FIELD_PATTERN, b)
                                         : read_lines(h, false, FIELD_REAL, b);
    b->part.row = trim(b->part.row, b->part.count, sizeof *b->part.row);
    b->part.col = trim(b->part.col, b->part.count, sizeof *b->part.col);
    b->part.val = trim(b->part.val, b->part.count, sizeof *b->part.val);
    b->imag = trim(b->imag, b->part.count, sizeof *b->imag);
    return ok;
}

void mm_block_free(struct mm_block *b)
{
    coo_free(&b->part);
    free(b->imag);
    b->imag = NULL;
}

int64_t mm_block_line(const struct mm_block *b, int64_t k)
{
    int64_t line = 0;

    for (const char *p = b->text.begin; p < b->text.end; p = text_line_end(p, b->text.end)) {
        line++;
        if (!ends_line(*skip_blanks(p)) && k-- == 0)
            break;
    }
    return line;
}
