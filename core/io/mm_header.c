/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_header.h"

#include <inttypes.h>

#include "core/base/scrub.h"
#include "core/io/mm_line.h"

enum { PIECE = 1 << 16, WORDS = 5 };

static const char *const formats[] = { "coordinate", "array", NULL };
static const char banner[] = "%%MatrixMarket";

const char *mm_token(const char *p, const char *end, char out[MM_TOKEN])
{
    const char *q = p;

    while (q < end && !ends_token(*q))
        q++;
    size_t n = (size_t)(q - p), most = 32;
    scrub_text(p, n < most ? n : most, out, MM_TOKEN - 4);
    if (n > most)
        strcat(out, "…");
    return out;
}

/* The next line without its end; false at the end of the file (e->code stays 0) or on an error. */
static bool next_line(struct mm_lines *l, struct text *line, struct err *e)
{
    if (l->rest.begin == l->rest.end && !text_next(l->source, PIECE, &l->rest, e))
        return false;
    if (l->rest.begin == l->rest.end)
        return false;
    const char *end = text_line_end(l->rest.begin, l->rest.end);
    *line = (struct text){ l->rest.begin, end };
    l->rest.begin = end;
    l->line++;
    while (line->end > line->begin && (line->end[-1] == '\n' || line->end[-1] == '\r'))
        line->end--;
    return true;
}

/* Splits a line into up to WORDS words; returns how many there are in all. */
static int split(const struct text *line, struct text word[WORDS])
{
    int count = 0;

    for (const char *p = skip_blanks(line->begin); p < line->end; p = skip_blanks(p)) {
        const char *begin = p;
        while (!ends_token(*p))
            p++;
        if (count < WORDS)
            word[count] = (struct text){ begin, p };
        count++;
    }
    return count;
}

static bool word_is(const struct text *word, const char *name)
{
    size_t n = strlen(name);

    return (size_t)(word->end - word->begin) == n && strncasecmp(word->begin, name, n) == 0;
}

/* Looks a word up in a list; the error names what is allowed. */
static bool find(const struct text *word, const char *const *names, const char *what, int *index, struct err *e)
{
    char token[MM_TOKEN], known[120] = "";

    for (int i = 0; names[i]; i++) {
        if (word_is(word, names[i])) {
            *index = i;
            return true;
        }
        text_join(known, sizeof known, ", ", "%s", names[i]);
    }
    return err_set(e, ERR_INPUT, "unknown %s '%s' (known: %s)", what, mm_token(word->begin, word->end, token), known);
}

/* Says what a file without a banner probably is. */
static bool no_banner(const struct text *line, struct err *e)
{
    static const char lfs[] = "version https://git-lfs", table[] = "matrix\tm\tn\tnnz\t";
    size_t n = (size_t)(line->end - line->begin);

    if (n >= sizeof lfs - 1 && memcmp(line->begin, lfs, sizeof lfs - 1) == 0)
        return err_set(e, ERR_INPUT, "a git-lfs pointer, not a matrix; fetch the file itself with `git lfs pull`");
    if (n >= sizeof table - 1 && memcmp(line->begin, table, sizeof table - 1) == 0)
        return err_set(e, ERR_INPUT, "a table of bench, not a matrix; `nzscope list FILE` shows it");
    if (n == 0)
        return err_set(e, ERR_INPUT, "the first line is blank, it must be `%s matrix …`", banner);
    char found[80];
    scrub_text(line->begin, n < 40 ? n : 40, found, sizeof found);
    return err_set(e, ERR_INPUT, "not a Matrix Market file: the first line must be `%s matrix …`, it is `%s%s`", banner,
                   found, n > 40 ? "…" : "");
}

static bool read_banner(const struct text *line, struct mm_header *h, struct err *e)
{
    struct text word[WORDS];
    char token[MM_TOKEN];
    int words = split(line, word), format = 0, field = 0, symmetry = 0;

    if (words == 0 || word[0].begin != line->begin || !word_is(&word[0], banner))
        return no_banner(line, e);
    if (words > 1 && !word_is(&word[1], "matrix"))
        return err_set(e, ERR_INPUT, "the object is '%s', only 'matrix' is known",
                       mm_token(word[1].begin, word[1].end, token));
    if (words > 2 && !find(&word[2], formats, "format", &format, e))
        return false;
    if (words > 3 && !find(&word[3], field_names, "field", &field, e))
        return false;
    if (words > 4 && !find(&word[4], symmetry_names, "symmetry", &symmetry, e))
        return false;
    if (words != WORDS)
        return err_set(e, ERR_INPUT, "the banner has %d word%s, not 5: `%s matrix FORMAT FIELD SYMMETRY`", words,
                       text_plural(words), banner);
    h->array = format == 1;
    h->field = (enum field)field;
    h->symmetry = (enum symmetry)symmetry;
    if (h->array && h->field == FIELD_PATTERN)
        return err_set(e, ERR_INPUT, "an array cannot be a pattern");
    if (h->symmetry == SYM_HERMITIAN && h->field != FIELD_COMPLEX)
        return err_set(e, ERR_INPUT, "a hermitian matrix must be complex, not %s", field_names[h->field]);
    return h->symmetry != SYM_SKEW || h->field != FIELD_PATTERN ||
           err_set(e, ERR_INPUT, "a pattern cannot be skew-symmetric");
}

/* Keeps the first comment that has text, not only rules; one in brackets is a better title. */
static void take_title(const struct text *line, struct mm_header *h)
{
    static const char graphblas[] = "%%GraphBLAS";
    const char *p = line->begin, *q = line->end;
    bool letters = false;

    if (q - p > 11 && strncasecmp(p, graphblas, 11) == 0)
        return;
    while (p < q && (*p == '%' || ends_token(*p)))
        p++;
    while (q > p && ends_token(q[-1]))
        q--;
    const bool in_brackets = q - p > 2 && *p == '[' && q[-1] == ']';
    p += in_brackets;
    q -= in_brackets;
    for (const char *c = p; c < q; c++)
        letters |= !strchr("-=*#_~+.%/", *c) && !ends_token(*c);
    if (!letters || h->in_brackets || (h->title[0] && !in_brackets))
        return;
    scrub_text(p, (size_t)(q - p), h->title, sizeof h->title);
    h->in_brackets = in_brackets;
}

static bool read_size(const struct text *word, const char *what, int64_t *value, struct err *e)
{
    char token[MM_TOKEN];
    const char *p = word->begin;
    int64_t x = 0;

    mm_token(p, word->end, token);
    if (*p == '-' && word->end - p > 1 && p[1] >= '0' && p[1] <= '9')
        return err_set(e, ERR_INPUT, "the number of %s is negative: %s", what, token);
    p += *p == '+' && word->end - p > 1;
    for (; p < word->end; p++) {
        if (*p < '0' || *p > '9')
            return err_set(e, ERR_INPUT, "the number of %s is '%s', not a whole number", what, token);
        if (__builtin_mul_overflow(x, 10, &x) || __builtin_add_overflow(x, *p - '0', &x))
            return err_set(e, ERR_INPUT, "the number of %s does not fit in 64 bits: %s", what, token);
    }
    *value = x;
    return true;
}

/* The number of values of an array: all, the lower triangle, or the strictly lower triangle. */
static bool array_entries(struct mm_header *h, struct err *e)
{
    int64_t n = h->n, count = 0;
    bool over = h->symmetry == SYM_GENERAL ? __builtin_mul_overflow(h->m, n, &count)
                                           : __builtin_mul_overflow(n, h->symmetry == SYM_SKEW ? n - 1 : n + 1, &count);

    if (over)
        return err_set(e, ERR_INPUT, "an array of %" PRId64 " × %" PRId64 " has more values than 64 bits can count",
                       h->m, n);
    h->entries = h->symmetry == SYM_GENERAL ? count : n == 0 ? 0 : count / 2;
    return true;
}

static bool read_sizes(const struct text *line, struct mm_header *h, struct err *e)
{
    static const char *const what[] = { "rows", "columns", "entries" };
    struct text word[WORDS];
    int64_t size[3] = { 0 };
    int words = split(line, word), wanted = h->array ? 2 : 3;

    if (words != wanted)
        return err_set(e, ERR_INPUT, "the size line has %d number%s, not %d: `%s`", words, text_plural(words), wanted,
                       h->array ? "ROWS COLUMNS" : "ROWS COLUMNS ENTRIES");
    for (int i = 0; i < wanted; i++)
        if (!read_size(&word[i], what[i], &size[i], e))
            return false;
    h->m = size[0];
    h->n = size[1];
    h->entries = size[2];
    if (h->symmetry != SYM_GENERAL && h->m != h->n)
        return err_set(e, ERR_INPUT, "a %s matrix must be square, this one is %" PRId64 " × %" PRId64,
                       symmetry_names[h->symmetry], h->m, h->n);
    return h->array ? array_entries(h, e) : true;
}

bool mm_header_read(struct mm_lines *lines, struct mm_header *h, struct err *e)
{
    struct text line;

    *h = (struct mm_header){ 0 };
    if (!next_line(lines, &line, e))
        return e->code ? false : err_set(e, ERR_INPUT, "is empty");
    if (!read_banner(&line, h, e))
        return false;
    while (next_line(lines, &line, e)) {
        const char *p = skip_blanks(line.begin);
        if (p < line.end && *p == '%')
            take_title(&(struct text){ p, line.end }, h);
        else if (p < line.end) {
            h->line = lines->line;
            return read_sizes(&line, h, e);
        }
    }
    return e->code ? false : err_set(e, ERR_INPUT, "the file ends before the size line");
}
