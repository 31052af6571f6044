/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot_text: a pivot as TSV, CSV or Markdown. */
#include "tui/lines/pivot.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/results/row_style.h"

enum { FACTS = 5 }; /* cells after a matrix's name */

static void put_head(FILE *f, const struct pivot_table *t, enum rows_style style)
{
    static const char *const facts[FACTS] = { "origin", "m", "nnz", "row_mean", "row_std" };
    static const char *const ends[] = { "best", "worst" };
    const int n = t->facts ? FACTS : 0;
    if (style == ROWS_MD) {
        text_put_markdown(f, t->heading);
        fputs("\n\n", f);
    } else {
        row_cell(f, style, true, "table");
    }
    row_cell(f, style, style == ROWS_MD, t->pivot->row);
    for (int i = 0; i < n; i++)
        row_cell(f, style, false, facts[i]);
    for (int i = 0; i < t->columns; i++)
        row_cell(f, style, false, t->column[i]);
    for (int i = 0; i < 2 && style != ROWS_MD; i++)
        row_cell(f, style, false, ends[i]);
    row_end(f, style);
    if (style != ROWS_MD)
        return;
    for (int i = 0; i < 1 + n + t->columns; i++)
        row_cell(f, style, i == 0, i == 0 ? "---" : "---:");
    row_end(f, style);
}

static void put_facts(FILE *f, enum rows_style style, const json_t *m, const json_t *matrix)
{
    char room[64], text[TEXT_SIZE];
    row_cell(f, style, false, take_string(m, "origin"));
    row_cell(f, style, false, take_as_text(json_object_get(m, "m"), room, sizeof room));
    row_cell(f, style, false, take_as_text(json_object_get(m, "nnz"), room, sizeof room));
    row_cell(f, style, false, figure_number(text, take_double(matrix, "row_mean")));
    row_cell(f, style, false, figure_number(text, take_double(matrix, "row_std")));
}

struct pivot_marks {
    bool standing[STANDING_DIM_LEVEL + 1], unclear, empty;
};

/* Best bold, worst in italics; ~ may be the fastest, ! no interval, or a wide one; ≈ a ratio that the intervals leave
   open. `spread`: with the ± of its time. */
static void put_value(FILE *f, const struct pivot *p, enum rows_style style, const json_t *m, enum standing s,
                      bool spread, struct pivot_marks *marks)
{
    static const char *const before[] = { [STANDING_BEST] = "**", [STANDING_WORST] = "*", [STANDING_DIM_LEVEL] = "" };
    static const char *const after[] = { [STANDING_BEST] = "**",
                                         [STANDING_LEVEL] = " ~",
                                         [STANDING_WORST] = "*",
                                         [STANDING_DIM] = " !",
                                         [STANDING_DIM_LEVEL] = " ~!" };
    char number[TEXT_SIZE], half[TEXT_SIZE] = "", text[96], unclear[40] = "";
    const double value = pivot_value(p, m);
    const bool marked = style == ROWS_MD;
    const bool ends = isfinite(take_or_nan(m, "ci_hi_ms"));
    take_words(m, "unclear", unclear, sizeof unclear);
    spread &= marked && !isnan(value);
    if (contender_row(m).wide)
        s = s == STANDING_NONE ? STANDING_DIM : s == STANDING_LEVEL ? STANDING_DIM_LEVEL : s;
    if (spread && !ends)
        s = STANDING_DIM;
    else if (spread)
        figure_cell_row(half, CELL_SPREAD, m);
    if (isnan(value))
        snprintf(text, sizeof text, "%s", m && !take_ok(m) ? take_string(m, "status") : "");
    else if (marked) {
        marks->standing[s] = true;
        marks->unclear |= flags_has(unclear, p->value);
        snprintf(text, sizeof text, "%s%s%s%s%s%s", before[s] ? before[s] : "", flags_has(unclear, p->value) ? "≈" : "",
                 figure_number(number, value), *half ? " " : "", half, after[s] ? after[s] : "");
    } else
        snprintf(text, sizeof text, "%.6g", value);
    marks->empty |= !text[0];
    row_cell(f, style, false, text);
}

static void put_line(FILE *f, const struct pivot_table *t, enum rows_style style, const struct pivot_line *line,
                     struct pivot_marks *marks)
{
    char best[400] = "", worst[400] = ""; /* the columns; several where those are compared */
    if (style != ROWS_MD)
        row_cell(f, style, true, t->heading);
    row_cell(f, style, style == ROWS_MD, line->name);
    if (t->facts)
        put_facts(f, style, line->any, line->matrix);
    for (int j = 0; j < t->columns; j++) {
        put_value(f, t->pivot, style, line->cell[j], line->standing[j], t->columns == 1 && !*t->pivot->value, marks);
        if (line->standing[j] == STANDING_BEST)
            text_join(best, sizeof best, ",", "%s", t->column[j]);
        if (line->standing[j] == STANDING_WORST)
            text_join(worst, sizeof worst, ",", "%s", t->column[j]);
    }
    if (style != ROWS_MD) {
        row_cell(f, style, false, best);
        row_cell(f, style, false, worst);
    }
    row_end(f, style);
}

/* Below ratios: their geometric mean and their minimum. */
static void put_means(FILE *f, const struct pivot_table *t)
{
    struct pivot_line line;
    double sum[PIVOT_COLUMNS] = { 0 }, least[PIVOT_COLUMNS];
    int n[PIVOT_COLUMNS] = { 0 }, lines = 0;
    char text[TEXT_SIZE];
    for (size_t at = 0; pivot_line_next(t, &at, &line); lines++)
        for (int j = 0; j < t->columns; j++) {
            const double ratio = pivot_value(t->pivot, line.cell[j]);
            if (!(ratio > 0))
                continue;
            least[j] = n[j]++ > 0 ? fmin(least[j], ratio) : ratio;
            sum[j] += log(ratio);
        }
    for (int mean = 1; mean >= 0 && lines > 1; mean--) {
        row_cell(f, ROWS_MD, true, mean ? "geometric mean" : "least");
        for (int i = 0; i < (t->facts ? FACTS : 0); i++)
            row_cell(f, ROWS_MD, false, "");
        for (int j = 0; j < t->columns; j++)
            row_cell(f, ROWS_MD, false, n[j] > 0 ? figure_number(text, mean ? exp(sum[j] / n[j]) : least[j]) : "");
        row_end(f, ROWS_MD);
    }
}

static void put_caption(FILE *f, const struct pivot *p, const struct pivot_marks *marks)
{
    const bool *s = marks->standing;
    char machine[400];
    pivot_machine(p, machine, sizeof machine);
    fprintf(f, "\n%s, median", pivot_unit(p));
    if (s[STANDING_BEST] || s[STANDING_WORST])
        fprintf(f, "; **best** and *worst* of a %s where the intervals tell them apart",
                pivot_ranks_columns(p) ? "column" : "row");
    fprintf(f, "%s%s%s%s. %s\n", s[STANDING_LEVEL] || s[STANDING_DIM_LEVEL] ? "; ~ may be the fastest" : "",
            s[STANDING_DIM] || s[STANDING_DIM_LEVEL] ? "; ! no interval, or one above ±25%" : "",
            marks->unclear ? "; ≈ the intervals leave it open by more than 25%, or which is faster" : "",
            marks->empty ? "; an empty cell: it was not run, cannot run there, or has no such figure" : "", machine);
}

char *pivot_text(struct pivot *p, enum rows_style style)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    struct pivot_table t;
    struct pivot_line line;
    struct pivot_marks marks = { 0 };
    if (!f)
        return NULL;
    for (int i = 0; pivot_table_at(p, i, &t); i++) {
        fputs(i ? "\n" : "", f);
        put_head(f, &t, style);
        for (size_t at = 0; pivot_line_next(&t, &at, &line);)
            put_line(f, &t, style, &line, &marks);
        if (style == ROWS_MD && strncmp(pivot_unit(p), "times ", 6) == 0)
            put_means(f, &t);
    }
    if (style == ROWS_MD && json_array_size(p->measured) > 0)
        put_caption(f, p, &marks);
    fclose(f);
    return text;
}
