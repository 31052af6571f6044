/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/edge_block.h"

#include "core/base/number.h"
#include "core/io/mm_header.h"

enum { EDGE_BYTES = 4 }; /* the shortest line with an edge */

/* Skips blanks and at most one comma among them. */
static const char *skip_between(const char *p)
{
    p = skip_blanks(p);
    return *p == ',' ? skip_blanks(p + 1) : p;
}

/* An error that quotes the word at p. */
static const char *refuse(struct err *e, const char *before, const char *p, const char *after)
{
    char token[MM_TOKEN];
    return err_set(e, ERR_INPUT, "%s%s%s", before, mm_token(p, p + TEXT_LINE_MAX, token), after), NULL;
}

static const char *read_vertex(const char *p, int32_t *to, struct err *e)
{
    const char *q = p;
    int64_t x = 0;

    while (*q >= '0' && *q <= '9' && x <= INT32_MAX)
        x = x * 10 + (*q++ - '0');
    if (q == p || (x <= INT32_MAX && !edge_ends_word(*q)))
        return refuse(e, "'", p, "' is not a vertex, a whole number from 0 on");
    if (x > INT32_MAX)
        return refuse(e, "the vertex ", p, " is larger than 2^31 - 1");
    *to = (int32_t)x;
    return q;
}

static void see_vertex(struct edge_seen *s, int32_t i)
{
    s->low = i < s->low ? i : s->low;
    s->high = i > s->high ? i : s->high;
}

/* Reads the line at p, neither empty nor a comment; returns its end. */
static const char *read_line(const char *p, struct edge_block *b)
{
    struct coo *to = &b->coo;
    double value = 1;
    bool overflow = false;
    int32_t i, j;

    if (!(p = read_vertex(p, &i, &b->err)))
        return NULL;
    see_vertex(&b->seen, i);
    p = skip_between(p);
    if (ends_line(*p))
        return p;
    if (!(p = read_vertex(p, &j, &b->err)))
        return NULL;
    see_vertex(&b->seen, j);
    const char *more = skip_between(p);
    int64_t *line = ends_line(*more) ? &b->seen.plain : &b->seen.weighted;
    *line = *line ? *line : b->seen.lines + 1;
    if (!ends_line(*more)) {
        if (!(p = number_read(more, &value, &overflow)) || !edge_ends_word(*p))
            return refuse(&b->err, "'", more, "' is not a number for the weight");
        more = skip_blanks(p);
    }
    if (!ends_line(*more))
        return refuse(&b->err, "more than two vertices and a weight on a line, from '", more, "' on");
    to->row[to->count] = i;
    to->col[to->count] = j;
    to->val[to->count++] = value;
    b->counts.zeros += value == 0;
    b->counts.nonfinite += !isfinite(value);
    b->counts.overflowed += overflow;
    return more;
}

void edge_block_read(struct edge_block *b)
{
    static const char banner[] = "%%MatrixMarket";
    const char *p = b->text.begin, *end = b->text.end;

    b->seen = (struct edge_seen){ .low = INT32_MAX };
    b->counts = (struct matrix){ 0 };
    b->err.code = ERR_NONE;
    if (!coo_room(&b->coo, (end - p) / EDGE_BYTES + 1, true, false, &b->err))
        return;
    b->coo.count = 0;
    while (p < end) {
        const char *first = skip_blanks(p);
        if (strncmp(first, banner, sizeof banner - 1) == 0)
            err_set(&b->err, ERR_INPUT, "the banner of a Matrix Market file below the first line");
        if (*first != '#' && *first != '%' && !ends_line(*first))
            first = read_line(first, b);
        if (b->err.code != ERR_NONE)
            return;
        p = text_line_end(first, end);
        b->seen.lines++;
    }
}
