/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/npy.h"

/* The header is a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. */
struct cursor {
    const char *at, *end;
};

static bool malformed(struct err *e)
{
    return err_set(e, ERR_INPUT, "the header is not in NumPy's format");
}

static void blanks(struct cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n'))
        c->at++;
}

/* Consumes the word, with blanks before it, if it comes next. */
static bool take(struct cursor *c, const char *word)
{
    size_t n = strlen(word);

    blanks(c);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

/* An unsigned number; Python 2 appended an L. */
static bool take_number(struct cursor *c, int64_t *value)
{
    const char *begin;

    blanks(c);
    *value = 0;
    for (begin = c->at; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        if (__builtin_mul_overflow(*value, 10, value) || __builtin_add_overflow(*value, *c->at - '0', value))
            return false;
    bool any = c->at > begin;
    if (any && c->at < c->end && *c->at == 'L')
        c->at++;
    return any;
}

/* '<f8': byte order, kind, size. */
static bool take_type(struct cursor *c, struct npy *a, struct err *e)
{
    int64_t size;

    if (take(c, "["))
        return err_set(e, ERR_INPUT, "holds records, not numbers");
    if (!take(c, "'") || c->end - c->at < 3)
        return malformed(e);
    char order = *c->at++;
    a->kind = *c->at++;
    if (a->kind == 'O')
        return err_set(e, ERR_INPUT, "holds Python objects, which are never unpickled; save numbers");
    if (a->kind == 'c')
        return err_set(e, ERR_INPUT, "holds complex numbers; save their real part or magnitude");
    if (!strchr("fiubS", a->kind))
        return err_set(e, ERR_INPUT, "holds neither numbers nor booleans");
    if (!take_number(c, &size) || size < 1 || size > 64 || !take(c, "'"))
        return malformed(e);
    a->size = (int)size;
    if (order == '>')
        return err_set(e, ERR_INPUT, "holds big-endian numbers; save them as little-endian");
    if (order != '<' && !(order == '|' && (size == 1 || a->kind == 'S')))
        return malformed(e);
    bool known = a->kind == 'f'   ? size == 4 || size == 8
                 : a->kind == 'b' ? size == 1
                                  : a->kind == 'S' || size == 1 || size == 2 || size == 4 || size == 8;
    return known || err_set(e, ERR_INPUT, "holds numbers of %d bytes each, which are not supported", a->size);
}

/* (), (3,) or (3, 4). */
static bool take_shape(struct cursor *c, struct npy *a, struct err *e)
{
    if (!take(c, "("))
        return malformed(e);
    a->count = 1;
    for (a->dims = 0; !take(c, ")"); a->dims++) {
        if (a->dims == NPY_DIMS)
            return err_set(e, ERR_INPUT, "has more than %d dimensions", NPY_DIMS);
        if (!take_number(c, &a->shape[a->dims]) || __builtin_mul_overflow(a->count, a->shape[a->dims], &a->count))
            return malformed(e);
        if (!take(c, ",") && (blanks(c), c->at == c->end || *c->at != ')'))
            return malformed(e);
    }
    return true;
}

static bool take_fortran(struct cursor *c, struct err *e)
{
    if (take(c, "True"))
        return err_set(e, ERR_INPUT, "is in Fortran order; save it in C order");
    return take(c, "False") || malformed(e);
}

bool npy_length(const char start[NPY_START], uint64_t *header, struct err *e)
{
    const unsigned char *b = (const unsigned char *)start;

    if (memcmp(start, "\x93NUMPY", 6) != 0)
        return err_set(e, ERR_INPUT, "is not a NumPy array");
    if (b[6] < 1 || b[6] > 3)
        return err_set(e, ERR_INPUT, "has version %d of the .npy format; 1 to 3 are known", b[6]);
    uint64_t length = b[8] | (uint64_t)b[9] << 8;
    if (b[6] > 1)
        length |= (uint64_t)b[10] << 16 | (uint64_t)b[11] << 24;
    *header = (b[6] == 1 ? 10 : 12) + length;
    return (*header >= NPY_START && *header <= NPY_HEADER_MAX) || malformed(e);
}

bool npy_parse(const char *bytes, uint64_t header, struct npy *a, struct err *e)
{
    struct cursor c = { bytes + (bytes[6] == 1 ? 10 : 12), bytes + header };
    int type = 0, order = 0, shape = 0;

    *a = (struct npy){ .header = header };
    if (!take(&c, "{"))
        return malformed(e);
    while (!take(&c, "}")) {
        if (take(&c, "'descr':")           ? type++ || !take_type(&c, a, e)
            : take(&c, "'fortran_order':") ? order++ || !take_fortran(&c, e)
            : take(&c, "'shape':")         ? shape++ || !take_shape(&c, a, e)
                                           : true)
            return e && e->code ? false : malformed(e);
        take(&c, ",");
    }
    blanks(&c);
    return (type && order && shape && c.at == c.end) || malformed(e);
}

/* The bits of element k, which is stored as little-endian. */
static uint64_t element(const struct npy *a, const unsigned char *bytes, int64_t k)
{
    uint64_t u = 0;

    for (int b = a->size; b-- > 0;)
        u = u << 8 | bytes[k * a->size + b];
    return u;
}

double npy_double(const struct npy *a, const unsigned char *bytes, int64_t k)
{
    const uint64_t u = element(a, bytes, k);
    const uint32_t half = (uint32_t)u;
    const int spare = 64 - 8 * a->size;
    double d;
    float f;

    memcpy(&d, &u, sizeof d);
    memcpy(&f, &half, sizeof f);
    if (a->kind == 'f')
        return a->size == 8 ? d : (double)f;
    if (a->kind == 'b')
        return u != 0;
    return a->kind == 'u' ? (double)u : (double)((int64_t)(u << spare) >> spare);
}

int64_t npy_index(const struct npy *a, const unsigned char *bytes, int64_t k)
{
    const uint64_t u = element(a, bytes, k);
    const bool negative = a->kind == 'i' && u >> (8 * a->size - 1);

    return negative || u > INT64_MAX ? -1 : (int64_t)u;
}
