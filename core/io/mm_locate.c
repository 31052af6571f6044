/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_locate.h"

#include "core/io/mm_entry.h"
#include "core/io/mm_line.h"

enum { PIECE = 1 << 18 };

/* The target: an entry by its number, or a pair. */
struct wanted {
    int64_t number; /* -1: the pair */
    int32_t i, j;
    bool seen[2];
};

/* The line of entry k of a text, from 1; the last line if there is no such entry. */
static int64_t line_of(struct text t, int64_t k)
{
    int64_t line = 0;

    for (const char *p = t.begin; p < t.end; p = text_line_end(p, t.end)) {
        line++;
        if (!ends_line(*skip_blanks(p)) && k-- == 0)
            break;
    }
    return line;
}

/* The number within a piece of the wanted entry; -1: not there. */
static int64_t find(struct wanted *w, const struct coo *x)
{
    for (int64_t k = 0; k < x->count; k++) {
        w->seen[0] |= x->row[k] == w->i && x->col[k] == w->j;
        w->seen[1] |= x->row[k] == w->j && x->col[k] == w->i;
        if (w->seen[0] && w->seen[1])
            return k;
    }
    return -1;
}

static int64_t search(struct text_source *s, struct wanted *w)
{
    struct mm_lines lines = { .source = s };
    struct mm_header h;
    struct mm_scratch scratch = { 0 };
    struct mm_counts counts;
    struct err e = { 0 };
    int64_t found = 0, before = 0;

    if (!mm_header_read(&lines, &h, &e))
        return 0;
    struct text piece = lines.rest;
    do {
        /* a bad line ends the piece early; the entries before it are valid */
        bool good = mm_block_read(&h, piece, &scratch, &counts, &e);
        int64_t k = w->number >= 0 ? w->number - before : find(w, &scratch.entry);
        if (k >= 0 && k < scratch.entry.count) {
            found = lines.line + line_of(piece, k);
            break;
        }
        if (!good)
            break;
        before += scratch.entry.count;
        lines.line += line_of(piece, INT64_MAX);
    } while (text_next(s, PIECE, &piece, &e) && piece.begin < piece.end);
    mm_scratch_free(&scratch);
    return found;
}

static int64_t locate(const char *path, struct wanted *w)
{
    struct text_source s;
    struct err e = { 0 };

    if (!text_open(&s, path, &e))
        return 0;
    int64_t line = search(&s, w);
    text_close(&s);
    return line;
}

int64_t mm_locate_entry(const char *path, int64_t k)
{
    return locate(path, &(struct wanted){ .number = k });
}

int64_t mm_locate_pair(const char *path, int32_t i, int32_t j)
{
    return locate(path, &(struct wanted){ .number = -1, .i = i, .j = j });
}
