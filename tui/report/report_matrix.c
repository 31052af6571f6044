/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_matrix: the parts of a page about one matrix: facts, pictures, formats, advice. */
#include "tui/canvas/theme.h"
#include "tui/report/report_job.h"
#include "tui/verdict/answer.h"
#include "tui/verdict/rule_runs.h"
#include "tui/views/spy_draw.h"

/* The matrix of the page; NULL: it could not be opened. */
static const json_t *matrix_of(const struct report_job *job)
{
    return json_array_get(job->measured, 0);
}

/* For several matrices: what determines how loops over their rows run. */
static bool put_rows(const struct report_job *job)
{
    const json_t *a;
    char text[5][TEXT_SIZE];
    fputs("| matrix | nonzeros | mean row | deviation | remainder of 4 | remainder of 8 "
          "|\n|---|---:|---:|---:|---:|---:|\n",
          job->page);
    JSON_EACH(a, job->measured) {
        fputs("| ", job->page);
        text_put_markdown(job->page, take_string(a, "name"));
        fprintf(job->page, " | %s | %s | %s | %s | %s |\n", text_count(text[0], (int64_t)take_double(a, "nnz")),
                figure_number(text[1], take_double(a, "row_mean")), figure_number(text[2], take_double(a, "row_std")),
                figure_percent(text[3], take_double(a, "remainder4")),
                figure_percent(text[4], take_double(a, "remainder8")));
    }
    fputs("\nRemainders: the share of the entries behind the last whole group of 4 or 8 of their row, which a loop "
          "that is unrolled or vectorised so far does one by one.\n\n",
          job->page);
    return true;
}

bool report_facts(struct report_job *job, const struct report_part *part, struct err *e)
{
    static const struct {
        const char *what, *name;
    } counts[] = { { "rows", "rows" },
                   { "columns", "cols" },
                   { "nonzeros", "nnz" },
                   { "longest row", "row_max" },
                   { "shortest row", "row_min" },
                   { "median row", "row_median" },
                   { "empty rows", "empty_rows" },
                   { "empty columns", "empty_cols" },
                   { "lower bandwidth", "bandwidth_lower" },
                   { "upper bandwidth", "bandwidth_upper" },
                   { "diagonals in use", "diagonals" } };
    const json_t *a = matrix_of(job);
    char text[TEXT_SIZE];
    if (!a)
        return report_nothing(job);
    if (json_array_size(job->measured) > 1)
        return put_rows(job);
    fputs("**", job->page);
    text_put_markdown(job->page, take_string(a, "name"));
    fprintf(job->page, "**, %s %s%s", take_string(a, "field"), take_string(a, "symmetry"),
            *take_string(a, "title") ? ": " : "");
    text_put_markdown(job->page, take_string(a, "title"));
    fputs("\n\n| | |\n|---|---:|\n", job->page);
    for (size_t i = 0; i < COUNT(counts); i++)
        if (json_object_get(a, counts[i].name))
            fprintf(job->page, "| %s | %s |\n", counts[i].what, text_count(text, take_whole(a, counts[i].name)));
    fprintf(job->page, "| mean row | %s |\n", figure_number(text, take_double(a, "row_mean")));
    fprintf(job->page, "| deviation of rows | %s |\n", figure_number(text, take_double(a, "row_std")));
    if (json_object_get(a, "pattern_symmetry"))
        fprintf(job->page, "| symmetry of the pattern | %s |\n",
                figure_percent(text, take_double(a, "pattern_symmetry")));
    fprintf(job->page, "| as CSR | %s |\n", figure_bytes(text, take_double(a, "bytes")));
    char rows[160];
    rule_runs_rows(a, rows, sizeof rows);
    fprintf(job->page, "\nRule of thumb for GPUs: %s: %s.\n\n", rows, rule_runs_of(a)->says);
    return true;
}

/* ---- pictures ---- */

bool report_spy(struct report_job *job, const struct report_part *part, struct err *e)
{
    enum { ROWS = 40, COLS = 80 };
    struct canvas c;
    struct model *m = job->spy ? model_new() : NULL;
    if (!m)
        return report_nothing(job);
    model_apply(m, job->spy);
    const int64_t part_size[2] = { m->spy.to[0] - m->spy.from[0], m->spy.to[1] - m->spy.from[1] };
    int high, wide;
    spy_fit(part_size, (struct rect){ 0, 0, ROWS, COLS }, PLOT_BRAILLE, &high, &wide);
    char *svg = NULL;
    if (canvas_init(&c, high, wide, false, e)) {
        const struct spy_pen pen = { .canvas = &c, .rect = { 0, 0, high, wide }, .spy = &m->spy };
        spy_draw_raster(&pen, PLOT_BRAILLE);
        svg = canvas_to_svg(&c, job->item->title, theme_find("light"));
        canvas_free(&c);
    }
    model_free(m);
    return report_picture(job, job->stem, job->item->title, svg, e);
}

static struct group_bar plain_bar(double value)
{
    return (struct group_bar){ .value = value, .lo = NAN, .hi = NAN };
}

/* Two bars on one percentage axis: rows and nonzeros. */
bool report_histogram(struct report_job *job, const struct report_part *part, struct err *e)
{
    int64_t rows[STATS_BINS], nnz[STATS_BINS];
    double all_rows = 0, all_nnz = 0;
    struct group_chart c = { .bars = 0 };
    char name[60];
    const int bins = take_bins(json_object_get(matrix_of(job), "hist"), STATS_BINS, rows, nnz);
    if (bins == 0)
        return report_nothing(job);
    for (int b = 0; b < bins; b++) {
        all_rows += (double)rows[b];
        all_nnz += (double)nnz[b];
    }
    snprintf(c.title, sizeof c.title, "%s", job->item->title);
    snprintf(c.unit, sizeof c.unit, "percent");
    report_caption(job, "", NULL, c.caption, sizeof c.caption);
    const int bar_rows = groups_series(&c, "of the rows", false), bar_nnz = groups_series(&c, "of the nonzeros", false);
    fputs("shortest\tlongest\trows\tnonzeros\n", job->data);
    for (int b = 0; b < bins; b++) {
        const long long low = b ? 1LL << (b - 1) : 0, high = b ? 2 * low - 1 : 0;
        fprintf(job->data, "%lld\t%lld\t%lld\t%lld\n", low, high, (long long)rows[b], (long long)nnz[b]);
        snprintf(name, sizeof name, low == high ? "%lld" : "%lld to %lld", low, high);
        struct bar_group *g = groups_add(&c, name);
        if (!g)
            continue;
        g->bar[bar_rows] = plain_bar(100 * (double)rows[b] / fmax(all_rows, 1));
        g->bar[bar_nnz] = plain_bar(100 * (double)nnz[b] / fmax(all_nnz, 1));
    }
    char *svg = groups_to_svg(&c);
    groups_free(&c);
    return report_picture(job, job->stem, job->item->title, svg, e);
}

bool report_formats(struct report_job *job, const struct report_part *part, struct err *e)
{
    struct group_chart c = { .log = true };
    char bytes[TEXT_SIZE], padding[TEXT_SIZE], label[TEXT_SIZE], verdict[520];
    const json_t *costs = json_object_get(job->lines->costs, "items"), *o;
    if (json_array_size(costs) == 0)
        return report_nothing(job);
    const double csr = take_double(json_array_get(costs, 0), "bytes");
    snprintf(c.title, sizeof c.title, "%s", job->item->title);
    snprintf(c.unit, sizeof c.unit, "MB");
    report_caption(job, "", NULL, c.caption, sizeof c.caption);
    fputs("format\tbytes\tpadding\tverdict\twhy\n", job->data);
    fputs("| format | size | slots per entry | verdict |\n|---|---:|---:|---|\n", job->page);
    JSON_EACH(o, costs) {
        const double b = take_double(o, "bytes"), slots = take_double(o, "padding");
        figure_format(label, take_string(o, "name"), (int)take_double(o, "block"));
        fprintf(job->data, "%s\t%.0f\t%.6g\t%s\t%s\n", label, b, slots, take_string(o, "verdict"),
                take_string(o, "why"));
        fprintf(job->page, "| %s | %s | %s | %s |\n", label, b > 0 ? figure_bytes(bytes, b) : "",
                slots > 0 ? figure_number(padding, slots) : "", figure_verdict(verdict, sizeof verdict, o, csr));
        struct bar_group *g = b > 0 ? groups_add(&c, label) : NULL;
        const int bar = g ? groups_series(&c, "size of the format", false) : -1;
        if (bar >= 0)
            g->bar[bar] = plain_bar(b * 1e-6);
    }
    fputc('\n', job->page);
    char *svg = groups_to_svg(&c);
    groups_free(&c);
    return report_picture(job, job->stem, job->item->title, svg, e);
}

/* ---- advice ---- */

/* How many kernels gave a right result for the problem of a run: only among these does the answer judge. */
static int count_kernels(const struct model *m, int first)
{
    int n = 0;
    for (int i = 0; i < m->runs; i++) {
        bool fresh = model_run_ok(&m->run[i]) && !problem_differ(&m->run[i], &m->run[first], ANSWER_PROBLEM);
        for (int j = 0; j < i && fresh; j++)
            fresh = strcmp(m->run[j].kernel, m->run[i].kernel) != 0 || !model_run_ok(&m->run[j]) ||
                    problem_differ(&m->run[j], &m->run[first], ANSWER_PROBLEM);
        n += fresh;
    }
    return n;
}

bool report_advice(struct report_job *job, const struct report_part *part, struct err *e)
{
    char text[1200];
    size_t i;
    const json_t *o;
    struct model *m = model_new();
    if (!m)
        return err_nomem(e, "the runs", sizeof *m);
    lines_tell(job->lines, m);
    for (i = 0; i < json_array_size(job->pool.pair); i++) {
        json_t *run = json_copy((json_t *)pool_run(&job->pool, i));
        json_object_set_new(run, "id", json_integer((json_int_t)i + 1));
        model_apply(m, run);
        json_decref(run);
    }
    for (int run = 0; run < m->runs; run++)
        if (answer_at(m, run, NULL, text, sizeof text)) {
            fprintf(job->page, "- k = %lld, %s", (long long)m->run[run].k, m->run[run].type);
            if (count_kernels(m, run) > 1)
                fprintf(job->page, ", of the %d kernels that ran", count_kernels(m, run));
            fprintf(job->page, ": %s\n", text);
        }
    json_array_foreach(job->advice, i, o)
        fprintf(job->page, "- `advise`, which lets each device choose by itself: %s\n", take_string(o, "text"));
    fputc('\n', job->page);
    model_free(m);
    return true;
}
