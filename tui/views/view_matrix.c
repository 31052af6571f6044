/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_matrix: the facts of the matrix: sizes, density, row lengths, band, symmetry; then what else is known. */
#include <stdarg.h>

#include "core/measure/device.h"
#include "tui/verdict/rule_runs.h"
#include "tui/views/runs.h"
#include "tui/views/why.h"

struct fact_page {
    struct canvas *c;
    struct rect r;
    int row;
};

/* A long value continues on the lines below. */
__attribute__((format(printf, 4, 5))) static void fact(struct fact_page *p, const char *label, enum role role,
                                                       const char *format, ...)
{
    char all[700];
    const char *value = all;
    va_list args;
    va_start(args, format);
    vsnprintf(all, sizeof all, format, args);
    va_end(args);
    enum { LABEL = 10, NARROW = 16, LINES = 3 };
    int cols = p->r.cols - LABEL > NARROW ? p->r.cols - LABEL : NARROW, next = 0, shown;
    canvas_text(p->c, p->r, p->row, 0, ROLE_DIM, 0, label);
    for (int line = 0; line == 0 || (*value && line < LINES); line++, value += next) {
        char text[400];
        next = canvas_line(value, cols, &shown);
        snprintf(text, sizeof text, "%.*s", line + 1 < LINES ? shown : (int)sizeof text - 1, value);
        canvas_clip(p->c, p->r, p->row++, LABEL, p->r.cols, role, 0, text);
    }
}

static void main_facts(struct fact_page *p, const struct model_matrix *m)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], c[TEXT_SIZE], text[160];
    double cells = (double)m->rows * (double)m->cols;
    fact(p, "size", ROLE_TITLE, "%s × %s", text_count(a, m->rows), text_count(b, m->cols));
    figure_number(b, cells > 0 ? (double)m->nnz / cells : 0);
    snprintf(text, sizeof text, "%s · density %s", text_count(a, m->nnz), b);
    fact(p, "nonzeros", ROLE_TITLE, canvas_width(text) > p->r.cols - 10 ? "%s · %s" : "%s · density %s", a, b);
    fact(p, "per row", ROLE_TEXT, "mean %s · σ %s", figure_number(a, m->row_mean), figure_number(b, m->row_std));
    fact(p, "", ROLE_TEXT, "median %s · max %s", figure_short(a, m->row_median), text_count(b, m->row_max));
    fact(p, "empty", ROLE_TEXT, "%s row%s · %s column%s", text_count(a, m->empty_rows), text_plural(m->empty_rows),
         text_count(b, m->empty_cols), text_plural(m->empty_cols));
    fact(p, "band", ROLE_TEXT, "%s low · %s up", figure_short(a, (double)m->bandwidth_lower),
         figure_short(c, (double)m->bandwidth_upper));
    figure_symmetry_text(m, text, sizeof text);
    fact(p, "symmetry", ROLE_TEXT, "%s", text);
}

static void oddities(struct fact_page *p, const struct model_matrix *m)
{
    char n[TEXT_SIZE];
    const struct {
        int64_t count;
        const char *what;
    } odd[] = { { m->duplicates, "duplicates, summed" },
                { m->zeros, "explicit zeros, kept" },
                { m->nonfinite, "NaN or Inf" } };
    for (int i = 0; i < 3; i++)
        if (odd[i].count > 0)
            fact(p, "note", i == 2 ? ROLE_WARN : ROLE_TEXT, "%s %s", text_count(n, odd[i].count), odd[i].what);
}

static void order_facts(struct fact_page *p, const struct model_matrix *m)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    if (!m->reorder[0])
        return;
    fact(p, "order", ROLE_KEY, "%s · took %s", m->reorder, figure_ms(a, m->reorder_ms));
    fact(p, "before", ROLE_TEXT, "band %s low · %s up", figure_short(a, (double)m->was_lower),
         figure_short(b, (double)m->was_upper));
    fact(p, "", ROLE_TEXT, "profile %s → %s", figure_short(a, (double)m->was_profile),
         figure_short(b, (double)m->profile));
}

/* The GPU's SpMV of this matrix in this order; *newest: the last, whose problem counts. A new array. */
static json_t *measured(const struct model *m, const json_t **newest)
{
    json_t *array = json_array();
    for (int i = 0; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        if (strcmp(r->matrix, m->matrix.name) == 0 && r->flops && r->k == 1 && model_run_ok(r) &&
            strcmp(r->reorder, m->matrix.reorder) == 0 && r->on_gpu && !r->library)
            json_array_append(array, (json_t *)(*newest = r->event));
    }
    return array;
}

static bool has_gpu(const struct model *m)
{
    int i = m->devices - 1;
    while (i >= 0 && !device_is_gpu(m->device[i].kind))
        i--;
    return i >= 0;
}

/* The rule of thumb for such rows, and whether our runs confirm it; last where there is no GPU that it would be of use
   for. */
static void rule_facts(struct fact_page *p, const struct model *m)
{
    const struct rule_rows rows = { m->matrix.rows, m->matrix.row_max, .mean = m->matrix.row_mean,
                                    .deviation = m->matrix.row_std };
    const struct rule *rule = rule_of(&rows);
    const json_t *newest = NULL;
    json_t *runs = measured(m, &newest);
    char text[160];
    rule_rows_text(&rows, text, sizeof text);
    fact(p, "GPU rule", ROLE_TEXT, "%s", text);
    fact(p, "of thumb", ROLE_TEXT, "%s", rule->says);
    static const struct {
        const char *label;
        enum role role;
    } outcomes[] = { [RULE_HOLDS] = { "holds", ROLE_OK },
                     [RULE_UNCLEAR] = { "unclear", ROLE_TEXT },
                     [RULE_FAILS] = { "fails", ROLE_WARN } };
    enum rule_outcome o = rule_runs_check(rule, runs, newest, text, sizeof text);
    json_decref(runs);
    if (o != RULE_UNTRIED)
        fact(p, outcomes[o].label, outcomes[o].role, "%s", text);
}

static void more_facts(struct fact_page *p, const struct model *all)
{
    const struct model_matrix *m = &all->matrix;
    char a[TEXT_SIZE], b[TEXT_SIZE];
    fact(p, "kind", ROLE_TEXT, "%s %s%s", m->field, m->symmetry,
         strcmp(m->field, "complex") == 0 ? " (magnitudes)" : "");
    oddities(p, m);
    if (has_gpu(all))
        rule_facts(p, all);
    fact(p, "memory", ROLE_TEXT, "%s as CSR", figure_bytes(a, m->bytes));
    fact(p, "read in", ROLE_TEXT, "%s", figure_ms(b, m->open_ms));
    fact(p, "diagonal", ROLE_TEXT, "%s of %s entries", text_count(a, m->diagonal),
         text_count(b, m->rows < m->cols ? m->rows : m->cols));
    fact(p, "title", ROLE_TEXT, "%s", m->title[0] ? m->title : "–");
    fact(p, "source", ROLE_TEXT, "%s", m->source);
    fact(p, "rows", ROLE_TEXT, "shortest %s", text_count(a, m->row_min));
    fact(p, "columns", ROLE_TEXT, "longest %s", text_count(a, m->col_max));
    fact(p, "diagonals", ROLE_TEXT, "%s distinct, not empty", text_count(a, m->diagonals));
    if (!has_gpu(all))
        rule_facts(p, all);
}

/* Whether ranks or devices shared the run under the cursor. */
static bool is_shared(const struct scene *s, struct why *w)
{
    return why_of(s, w) && w->run && runs_parts_lines(w->run) > 0;
}

/* How it divides the matrix among them, and how much of X they exchange. */
static void parts_facts(struct fact_page *p, const struct scene *s)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    struct why w;
    const struct model_work *k = is_shared(s, &w) ? w.work : NULL;
    if (!k)
        return;
    fact(p, "parts", ROLE_KEY, "%d %s%s · imbalance %s", k->workers, k->worker, text_plural(k->workers),
         figure_factor(a, k->imbalance));
    const double x = (double)s->model->matrix.cols;
    fact(p, "halo", ROLE_TEXT, "%s of X · at most %s a %s", figure_percent(a, (double)k->halo / x),
         figure_percent(b, (double)k->halo_most / x), k->worker);
}

static bool wants(const struct scene *s, char *command, size_t size)
{
    struct why w;
    return is_shared(s, &w) && !w.answered && why_wants(s, &w, command, size);
}

/* Draws all lines from `top` on; returns how many. */
static int all_facts(const struct scene *s, struct canvas *c, struct rect r, int top)
{
    const struct model *m = s->model;
    struct fact_page p = { c, r, -top };
    main_facts(&p, &m->matrix);
    order_facts(&p, &m->matrix);
    parts_facts(&p, s);
    if (!m->matrix.runnable)
        fact(&p, "note", ROLE_WARN, "%s", m->matrix.why);
    more_facts(&p, m);
    return p.row + top;
}

static int count_lines(const struct scene *s, struct rect r)
{
    return all_facts(s, &(struct canvas){ 0 }, r, 0);
}

/* The panel alone on a wide screen also has room for the formats and the row lengths. Returns what is left. */
static struct rect draw_beside(const struct scene *s, struct canvas *c, struct rect r)
{
    enum { WIDE = 110, HIGH = 20, FORMATS = 9, LENGTHS = 12 };
    if (!s->zoomed || r.cols < WIDE || r.rows < HIGH)
        return r;
    struct rect right = canvas_part(r, 0, r.cols * 2 / 5, r.rows, r.cols);
    int formats = s->model->formats + 1 < FORMATS + 1 ? s->model->formats + 1 : FORMATS + 1;
    if (r.rows >= 2 * formats + LENGTHS) /* with their full texts */
        formats = 2 * formats - 1;
    view_formats.draw(s, c, canvas_part(right, 0, 0, formats, right.cols));
    view_rows.draw(s, c, canvas_part(right, formats + 1, 0, r.rows - formats - 1, right.cols));
    return canvas_part(r, 0, 0, r.rows, r.cols * 2 / 5 - 3);
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    enum { SPY = 12 }; /* lines from which on the facts leave room for it */
    if (s->model->matrix.open) {
        r = draw_beside(s, c, r);
        const int lines = count_lines(s, r), top = int_clamp(s->state[VIEW_matrix].at, 0, lines - r.rows);
        all_facts(s, c, r, top);
        view_more(c, r, top, lines);
        if (s->zoomed && r.rows - lines > SPY)
            view_spy.draw(s, c, canvas_part(r, lines + 1, 0, r.rows - lines - 1, r.cols));
    } else if (s->failed[0]) {
        canvas_text(c, r, 0, 0, ROLE_BAD, 0, "not opened"); /* the run panel says why */
    } else {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0,
                    s->opening              ? "reading…"
                    : s->over && s->spec[0] ? "r opens it again"
                                            : "no matrix: o opens one");
    }
}

static void aside(const struct scene *s, char *text, size_t size)
{
    const struct model_matrix *m = &s->model->matrix;
    if (m->open)
        snprintf(text, size, "%s", m->field);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    return view_scroll(s, own, word, count_lines(s, s->inside));
}

const struct view view_matrix = {
    .name = "matrix",
    .title = "Matrix",
    .help = "the facts: sizes, density, row lengths, band (how far entries lie below and above the diagonal), "
            "symmetry; the rule of thumb for such rows, and whether "
            "it holds in what was run",
    .below = 1u << VIEW_spy,
    .aside = aside,
    .draw = draw,
    .act = act,
    .wants = wants,
};
