/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_facts: the differences between columns: of their matrices, of machines and days of their results. */
#include "tui/views/comparison.h"

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
    snprintf(out, size, "%s · median %s", text_count(a, m->row_max), figure_short(b, m->row_median));
}

static void order_text(const struct model_matrix *m, char *out, size_t size)
{
    snprintf(out, size, "%s", m->reorder[0] ? m->reorder : "as in the file");
}

static void field_text(const struct model_matrix *m, char *out, size_t size)
{
    snprintf(out, size, "%s %s", m->field, m->symmetry);
}

#define MEMBER(name) offsetof(struct model_matrix, name)

/* A text of the matrix, one of its counts, two of them in a format, or a member of the results. The most important come
   first: small panels show only these. */
static const struct {
    const char *label;
    fact_text *text;
    const char *member, *pair;
    size_t count[2];
} facts[] = {
    { "size", .text = size_text },
    { "nonzeros", .count = { MEMBER(nnz) } },
    { "per row", .text = mean_text },
    { "longest row", .text = longest_text },
    { "order", .text = order_text },
    { "band", .pair = "%s low · %s up", .count = { MEMBER(bandwidth_lower), MEMBER(bandwidth_upper) } },
    { "machine", .member = "host" },
    { "processor", .member = "processor" },
    { "driver", .member = "driver" },
    { "version", .member = "version" },
    { "commit", .member = "commit" },
    { "day", .member = "date" },
    { "empty", .pair = "%s rows · %s columns", .count = { MEMBER(empty_rows), MEMBER(empty_cols) } },
    { "symmetry", .text = figure_symmetry_text },
    { "density", .text = density_text },
    { "diagonals", .count = { MEMBER(diagonals) } },
    { "on the main", .count = { MEMBER(diagonal) } },
    { "longest column", .count = { MEMBER(col_max) } },
    { "field", .text = field_text },
    { "zeros", .count = { MEMBER(zeros) } },
    { "duplicates", .count = { MEMBER(duplicates) } },
};
enum { FACTS = COUNT(facts) };
_Static_assert((int)FACTS <= (int)COMPARISON_FACTS, "each fact has a place");

/* A result that represents its column; NULL: none. */
static const json_t *any_row(const struct comparison *x, int column)
{
    for (int i = 0; i < x->lines; i++)
        if (x->line[i].cell[column].row)
            return x->line[i].cell[column].row;
    return NULL;
}

/* Whether two columns know the fact and differ. */
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

static int64_t count_of(const struct model_matrix *m, size_t offset)
{
    return *(const int64_t *)((const char *)m + offset);
}

static void write_fact(const struct comparison *x, int f, int column, char *out, size_t size)
{
    const struct model_matrix *m = &x->column[column].look->matrix;
    const json_t *row = any_row(x, column);
    char a[TEXT_SIZE], b[TEXT_SIZE];
    if (facts[f].text)
        facts[f].text(m, out, size);
    else if (facts[f].member) /* of a date, the day */
        snprintf(out, size, strcmp(facts[f].label, "day") == 0 ? "%.10s" : "%s",
                 row ? take_string(row, facts[f].member) : "");
    else if (facts[f].pair)
        snprintf(out, size, facts[f].pair, figure_short(a, (double)count_of(m, facts[f].count[0])),
                 figure_short(b, (double)count_of(m, facts[f].count[1])));
    else
        snprintf(out, size, "%s", text_count(a, count_of(m, facts[f].count[0])));
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
