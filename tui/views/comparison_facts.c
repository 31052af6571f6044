/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_facts: what the columns differ in: of their matrices, and of the machines and days of their results. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tui/link/take.h"
#include "tui/views/comparison.h"
#include "tui/views/figure.h"

typedef void fact_text(const struct model_matrix *, char *out, size_t size);

static void size_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "%s × %s", text_count(a, m->rows), text_count(b, m->cols));
}

static void density_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE];
    double cells = (double)m->rows * (double)m->cols;
    snprintf(out, size, "%s", figure_number(a, cells > 0 ? (double)m->nnz / cells : 0));
}

static void mean_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "mean %s · σ %s", figure_number(a, m->row_mean), figure_number(b, m->row_std));
}

static void longest_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "%s · median %s", figure_short(a, (double)m->row_max), figure_short(b, (double)m->row_median));
}

static void empty_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "%s rows · %s columns", figure_short(a, (double)m->empty_rows),
             figure_short(b, (double)m->empty_cols));
}

static void bandwidth_text(const struct model_matrix *m, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "%s low · %s up", figure_short(a, (double)m->bandwidth_lower),
             figure_short(b, (double)m->bandwidth_upper));
}

static void symmetry_text(const struct model_matrix *m, char *out, size_t size)
{
    figure_symmetry_text(out, size, m);
}

static void order_text(const struct model_matrix *m, char *out, size_t size)
{
    snprintf(out, size, "%s", m->reorder[0] ? m->reorder : "as in the file");
}

static void field_text(const struct model_matrix *m, char *out, size_t size)
{
    snprintf(out, size, "%s %s", m->field, m->symmetry);
}

/* A text of the matrix, one of its counts, or a member of the results. The most important come first: a small panel
   shows these. */
static const struct {
    const char *label;
    fact_text *text;
    size_t count; /* offset in struct model_matrix */
    const char *member;
} facts[] = {
    { "size", size_text, 0, NULL },
    { "nonzeros", NULL, offsetof(struct model_matrix, nnz), NULL },
    { "per row", mean_text, 0, NULL },
    { "longest row", longest_text, 0, NULL },
    { "order", order_text, 0, NULL },
    { "bandwidth", bandwidth_text, 0, NULL },
    { "machine", NULL, 0, "host" },
    { "processor", NULL, 0, "processor" },
    { "driver", NULL, 0, "driver" },
    { "version", NULL, 0, "version" },
    { "commit", NULL, 0, "commit" },
    { "day", NULL, 0, "date" },
    { "empty", empty_text, 0, NULL },
    { "symmetry", symmetry_text, 0, NULL },
    { "density", density_text, 0, NULL },
    { "diagonals", NULL, offsetof(struct model_matrix, diagonals), NULL },
    { "on the main", NULL, offsetof(struct model_matrix, diagonal), NULL },
    { "longest column", NULL, offsetof(struct model_matrix, col_max), NULL },
    { "field", field_text, 0, NULL },
    { "zeros", NULL, offsetof(struct model_matrix, zeros), NULL },
    { "duplicates", NULL, offsetof(struct model_matrix, duplicates), NULL },
};
enum { FACTS = sizeof facts / sizeof *facts };
_Static_assert((int)FACTS <= (int)COMPARISON_FACTS, "each fact has a place");

/* A result that stands for all of its column; NULL: there is none. */
static const json_t *any_row(const struct comparison *x, int column)
{
    for (int i = 0; i < x->lines; i++)
        if (x->line[i].cell[column].row)
            return x->line[i].cell[column].row;
    return NULL;
}

/* Whether two columns know the fact, and differ. */
static bool differs(const struct comparison_fact *f, int columns)
{
    const char *first = NULL;
    for (int i = 0; i < columns; i++) {
        if (first && f->text[i][0] && strcmp(f->text[i], first) != 0)
            return true;
        first = first || !f->text[i][0] ? first : f->text[i];
    }
    return false;
}

/* Fact f of a column. */
static void write_fact(const struct comparison *x, int f, int column, char *out, size_t size)
{
    const struct model_matrix *m = &x->column[column].look->matrix;
    const json_t *row = any_row(x, column);
    char n[TEXT_SIZE];
    if (facts[f].text)
        facts[f].text(m, out, size);
    else if (facts[f].member) /* of a date the day */
        snprintf(out, size, strcmp(facts[f].label, "day") == 0 ? "%.10s" : "%s",
                 row ? take_string(row, facts[f].member) : "");
    else
        snprintf(out, size, "%s", text_count(n, *(const int64_t *)((const char *)m + facts[f].count)));
}

int comparison_facts(const struct comparison *x, struct comparison_fact out[COMPARISON_FACTS])
{
    int n = 0;
    for (int f = 0; f < FACTS; f++) {
        struct comparison_fact *to = &out[n];
        *to = (struct comparison_fact){ .label = facts[f].label };
        for (int i = 0; i < x->columns; i++)
            write_fact(x, f, i, to->text[i], sizeof to->text[i]);
        n += differs(to, x->columns);
    }
    return n;
}
