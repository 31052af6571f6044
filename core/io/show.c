/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/show.h"

#include <stdarg.h>

#include "core/base/number.h"

static bool is_table(const struct csr *a)
{
    return a->n <= SHOW_COLUMNS && a->m <= SHOW_ENTRIES / SHOW_COLUMNS;
}

bool show_allowed(const struct matrix *a, struct err *e)
{
    if (is_table(&a->csr) || a->csr.nnz <= SHOW_ENTRIES)
        return true;
    char count[TEXT_SIZE], most[TEXT_SIZE];
    return err_set(e, ERR_USAGE, "%s has %s entries; only up to %s are shown", a->name, text_count(count, a->csr.nnz),
                   text_count(most, SHOW_ENTRIES));
}

/* The fewest digits that read back exactly. Returns the length. */
static int number_text(double v, char out[NUMBER_TEXT])
{
    int n = number_write(v, VT_F64, out);
    out[n] = '\0';
    return n;
}

__attribute__((format(printf, 3, 4))) static bool put(struct mm_sink sink, struct err *e, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return mm_sink_put(sink, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1, e);
}

static bool show_head(const struct matrix *a, struct mm_sink sink, struct err *e)
{
    char rows[TEXT_SIZE], cols[TEXT_SIZE], count[TEXT_SIZE];
    return put(sink, e, "%s: %s x %s, %s entr%s, %s %s%s\n", a->name, text_count(rows, a->csr.m),
               text_count(cols, a->csr.n), text_count(count, a->csr.nnz), a->csr.nnz == 1 ? "y" : "ies",
               field_names[a->field], symmetry_names[a->symmetry], a->field == FIELD_COMPLEX ? " (magnitudes)" : "");
}

/* Columns are as wide as their widest number; an empty one is 1 wide. */
static void table_widths(const struct csr *a, int width[SHOW_COLUMNS])
{
    const double *val = a->val;
    char text[NUMBER_TEXT];
    for (int64_t j = 0; j < a->n; j++)
        width[j] = 1;
    for (int64_t p = 0; p < a->nnz; p++) {
        int n = number_text(val[p], text);
        width[a->ind[p]] = n > width[a->ind[p]] ? n : width[a->ind[p]];
    }
}

static bool show_row(const struct csr *a, int64_t i, const int width[SHOW_COLUMNS], struct mm_sink sink, struct err *e)
{
    const double *val = a->val;
    int64_t p = a->ptr[i];
    for (int64_t j = 0; j < a->n; j++) {
        char text[NUMBER_TEXT] = ".";
        if (p < a->ptr[i + 1] && a->ind[p] == j)
            number_text(val[p++], text);
        if (!put(sink, e, "%s%*s", j > 0 ? "  " : "", width[j], text))
            return false;
    }
    return put(sink, e, "\n");
}

static bool show_table(const struct csr *a, struct mm_sink sink, struct err *e)
{
    int width[SHOW_COLUMNS];
    bool ok = true;
    table_widths(a, width);
    for (int64_t i = 0; i < a->m && ok; i++)
        ok = show_row(a, i, width, sink, e);
    return ok;
}

static bool show_entries(const struct csr *a, struct mm_sink sink, struct err *e)
{
    const double *val = a->val;
    char text[NUMBER_TEXT];
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            number_text(val[p], text);
            if (!put(sink, e, "%lld %d %s\n", (long long)i + 1, a->ind[p] + 1, text))
                return false;
        }
    return true;
}

bool show_matrix(const struct matrix *a, struct mm_sink sink, struct err *e)
{
    if (!show_head(a, sink, e))
        return false;
    return is_table(&a->csr) ? show_table(&a->csr, sink, e) : show_entries(&a->csr, sink, e);
}
