/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edges: edge lists as published by SNAP, GraphChallenge and OGB: two vertices per line and an optional weight,
   separated by blanks, tabs or a comma; a line with a single number names a vertex that may have no edge; # and % begin
   comments. Edge i j is entry (i, j) only, so a list with each edge once gives an unsymmetric matrix. Vertices count
   from 0 if any is 0, else from 1. The matrix is square, up to the largest vertex. */
#include <inttypes.h>

#include "core/base/array.h"
#include "core/base/number.h"
#include "core/base/scrub.h"
#include "core/io/mm_header.h"
#include "core/io/mm_line.h"
#include "core/io/reader.h"
#include "core/matrix/coo.h"

/* A piece of the text is parsed in BLOCKS blocks in parallel. */
enum { BLOCKS = 16, BLOCK = 1 << 17 };
enum { EDGE_BYTES = 4 }; /* the shortest line with an edge */

struct edge_seen {
    int64_t lines;
    int32_t low, high;       /* of the vertices */
    int64_t plain, weighted; /* the first line with an edge without and with a weight, from 1; 0: none */
};

struct edge_block {
    struct text text;
    struct coo coo;
    struct edge_seen seen;
    struct matrix counts;
    struct err err;
};

static bool ends_word(char c)
{
    return ends_token(c) || c == ',';
}

struct edges {
    char name[256]; /* the path, scrubbed */
    struct text_source source;
    struct coo *part;
    int64_t parts, entries;
    struct edge_seen seen;
    char comment[200];
};

/* ---- a block, on one thread ---- */

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
    if (q == p || (x <= INT32_MAX && !ends_word(*q)))
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
        if (!(p = number_read(more, &value, &overflow)) || !ends_word(*p))
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

/* Parses the text of a block, which ends in a line end, up to the first error: *err. */
static void read_block(struct edge_block *b)
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

/* ---- all blocks ---- */

static bool append(struct edges *s, const struct edge_block *b, struct matrix *a, struct err *e)
{
    const int64_t before = s->seen.lines;
    s->seen.lines += b->seen.lines;
    if (b->err.code != ERR_NONE)
        return err_set(e, b->err.code, "%s:%" PRId64 ": %s", s->name, s->seen.lines + 1, b->err.text);
    if (!array_grow(&s->part, s->parts, sizeof *s->part))
        return err_nomem(e, "the list of blocks", (uint64_t)s->parts * sizeof *s->part);
    struct coo *part = &s->part[s->parts++];
    *part = (struct coo){ 0 };
    if (!coo_room(part, b->coo.count, true, false, e))
        return false;
    coo_copy(&b->coo, 0, b->coo.count, part);
    s->entries += b->coo.count;
    s->seen.low = b->seen.low < s->seen.low ? b->seen.low : s->seen.low;
    s->seen.high = b->seen.high > s->seen.high ? b->seen.high : s->seen.high;
    if (!s->seen.plain && b->seen.plain)
        s->seen.plain = before + b->seen.plain;
    if (!s->seen.weighted && b->seen.weighted)
        s->seen.weighted = before + b->seen.weighted;
    a->zeros += b->counts.zeros;
    a->nonfinite += b->counts.nonfinite;
    a->overflowed += b->counts.overflowed;
    return true;
}

/* Cuts a piece at line ends and reads the blocks in parallel. */
static bool read_piece(struct edges *s, struct text piece, struct edge_block *block, struct matrix *a, struct err *e)
{
    const int64_t step = (piece.end - piece.begin) / BLOCKS + 1;
    const char *p = piece.begin;
    bool ok = true;

    for (int b = 0; b < BLOCKS; b++) {
        const char *end = piece.end - p > step ? text_line_end(p + step - 1, piece.end) : piece.end;
        block[b].text = (struct text){ p, end };
        p = end;
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int b = 0; b < BLOCKS; b++)
        read_block(&block[b]);
    for (int b = 0; b < BLOCKS && ok; b++)
        ok = append(s, &block[b], a, e);
    return ok;
}

/* Keeps the comment on the first line as the title. */
static void take_comment(struct edges *s, struct text first)
{
    const char *p = first.begin;

    while (p < first.end && strchr("#% \t", *p))
        p++;
    if (p > first.begin)
        scrub_text(p, strcspn(p, "\r\n"), s->comment, sizeof s->comment);
}

static bool read_pieces(struct edges *s, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct edge_block *block = calloc(BLOCKS, sizeof *block);
    struct text piece;
    bool ok = block || err_nomem(e, "blocks", BLOCKS * sizeof *block);

    while (ok && (ok = text_next(&s->source, (size_t)BLOCKS * BLOCK, &piece, e)) && piece.begin < piece.end) {
        if (s->seen.lines == 0)
            take_comment(s, piece);
        ok = progress_step(p, "reading", text_position(&s->source), s->source.size, e) &&
             read_piece(s, piece, block, a, e) &&
             limit_check(coo_peak_bytes((uint64_t)s->seen.high + 1, (uint64_t)s->entries, false), limit,
                         "reading the matrix", e);
    }
    for (int b = 0; b < BLOCKS && block; b++)
        coo_free(&block[b].coo);
    free(block);
    return ok;
}

/* Whether the first line is the size line of a Matrix Market file: rows, columns, entries. */
static bool begins_with_sizes(const struct edges *s)
{
    const struct coo *first = s->part;
    bool within = s->seen.weighted && s->seen.low > 0 && s->entries > 1;

    while (within && first->count == 0)
        first++;
    within = within && first->val[0] == (double)(s->entries - 1);
    for (const struct coo *c = first; within && c < s->part + s->parts; c++)
        for (int64_t k = 0; k < c->count && within; k++)
            within = c->row[k] <= first->row[0] && c->col[k] <= first->col[0];
    return within;
}

/* Refuses input that cannot be an edge list. */
static bool check(const struct edges *s, struct err *e)
{
    if (s->entries == 0)
        return err_set(e, ERR_INPUT, "it has no edges");
    const int64_t plain = s->seen.plain, weighted = s->seen.weighted;
    if (plain && weighted)
        return err_set(e, ERR_INPUT, "%s:%" PRId64 ": this edge has %s weight, that of line %" PRId64 " has %s",
                       s->name, plain > weighted ? plain : weighted, plain > weighted ? "no" : "a",
                       plain > weighted ? weighted : plain, plain > weighted ? "one" : "none");
    if (s->seen.low == 0 && s->seen.high == INT32_MAX)
        return err_set(e, ERR_INPUT, "there are more vertices than 2^31 - 1");
    return !begins_with_sizes(s) ||
           err_set(e, ERR_INPUT,
                   "it begins with a size line, as a Matrix Market file does after `%%%%MatrixMarket matrix …`");
}

static bool assemble(struct edges *s, const struct progress *p, struct matrix *a, struct err *e)
{
    const int32_t base = s->seen.low > 0;
    const int64_t n = (int64_t)s->seen.high - base + 1;

    snprintf(a->title, sizeof a->title, "edges, vertices from %d%s%s", base, *s->comment ? ": " : "", s->comment);
    a->field = s->seen.weighted ? FIELD_REAL : FIELD_PATTERN;
    a->stored = s->entries;
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t k = 0; k < s->parts; k++) {
        struct coo *c = &s->part[k];
        for (int64_t x = 0; x < c->count; x++) {
            c->row[x] -= base;
            c->col[x] -= base;
        }
        if (!s->seen.weighted) {
            free(c->val);
            c->val = NULL;
        }
    }
    return coo_assemble(s->part, s->parts, n, n, p, &a->csr, &a->duplicates, e);
}

static bool edges_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct edges s = { .seen.low = INT32_MAX };

    scrub_path(path, s.name, sizeof s.name);
    a->bannerless = text_ends_in(path, ".mtx") || text_ends_in(path, ".mtx.gz");
    bool ok = text_open(&s.source, path, e) && read_pieces(&s, limit, p, a, e) && check(&s, e) && assemble(&s, p, a, e);
    for (int64_t k = 0; k < s.parts; k++)
        coo_free(&s.part[k]);
    free(s.part);
    text_close(&s.source);
    return ok;
}

/* Begins with a comment (#, or % and a blank), or with digits. */
static bool edges_probe(const char *head, size_t n)
{
    size_t at = 0;

    if (n > 1 && (head[0] == '#' || (head[0] == '%' && (head[1] == ' ' || head[1] == '\t'))))
        return true;
    while (at < n && (head[at] == ' ' || head[at] == '\t'))
        at++;
    const size_t digits = at;
    while (at < n && head[at] >= '0' && head[at] <= '9')
        at++;
    return at > digits && (at == n || ends_word(head[at]));
}

const struct reader reader_edges = { .probe = edges_probe, .read = edges_read };
