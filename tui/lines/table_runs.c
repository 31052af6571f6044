/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_runs: measurements as lines with bars, and which table the options ask for. */
#include "tui/canvas/axis.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/results.h"
#include "tui/model/standing.h"

/* Columns where things end; the bar lies between the name and the numbers. */
enum { RATE = 8, SPREAD = 7, ROOF = 6, SPEEDUP = 8, TIME = 10, FIGURES = 5, MARK = 2 };
static const int width[FIGURES] = { RATE, SPREAD, ROOF, SPEEDUP, TIME };
enum { PROGRESS = 80 }; /* from this width on a line of progress is one line */
enum { WIDE = 110, FLAGS = 17, NUMBERS = RATE + SPREAD + ROOF + SPEEDUP + TIME + MARK };

/* "cpu.csr.omp ×2 SCHEDULE=static", "cpu.auto ×2 → sell.simd"; parameters where there is room, or where they are all
   that differs. */
static void name_of(const struct table_runs *t, const json_t *m, char *out, size_t size)
{
    const int threads = take_threads(m);
    char team[32] = "";
    const char *kernel = take_string(m, "kernel"), *choice = take_string(m, "choice"), *dot = strrchr(kernel, '.');
    size_t known = dot ? (size_t)(dot - kernel) + 1 : 0;
    bool params = !*choice && *take_string(m, "params") && (t->width >= WIDE || strcmp(t->kernel, kernel) == 0);
    if (threads > 1)
        snprintf(team, sizeof team, " ×%d", threads);
    if (strncmp(choice, kernel, known) == 0)
        choice += known;
    snprintf(out, size, "%s%s%s%s%s%s", kernel, team, *choice ? " → " : "", choice, params ? " " : "",
             params ? take_string(m, "params") : "");
}

static void print(FILE *f, const struct canvas *line)
{
    char *text = canvas_to_text(line);
    fputs(text ? text : "\n", f);
    free(text);
}

struct run_line {
    struct canvas line;
    struct rect rect;
    int bar, bar_width, numbers;
    bool beyond; /* the roof is beyond the axis */
};

static double rate_of(const json_t *m)
{
    return take_or_nan(m, take_rate_name(m));
}

/* An axis up to the roof of this run; where that is far, or not above it, with room for runs twice as fast. */
static void new_axis(struct table_runs *t, const json_t *m)
{
    const double rate = rate_of(m), roof = rate / take_or_nan(m, "roof_frac");
    t->top = !(rate > 0) ? 0 : roof > rate && !axis_far_roof(roof, rate) ? roof : axis_steady_above(2 * rate);
    t->far = false;
}

/* The ends of the axis. */
static void axis(struct run_line *p, const struct table_runs *t)
{
    char top[TEXT_SIZE];
    if (!(t->top > 0))
        return;
    canvas_text(&p->line, p->rect, 0, p->bar, ROLE_DIM, 0, "0");
    canvas_right(&p->line, p->rect, 0, p->bar + p->bar_width + 1, ROLE_DIM, 0, figure_number(top, t->top));
}

/* Titles, behind the heading where both fit. */
static void head(FILE *f, struct run_line *p, const struct table_runs *t, const json_t *m)
{
    static const char *const title[FIGURES] = { "", "spread", "roof", "speedup", "time" };
    canvas_clip(&p->line, p->rect, 0, 0, p->rect.cols, ROLE_TITLE, 0, t->heading);
    if (canvas_width(t->heading) >= p->bar) {
        print(f, &p->line);
        canvas_clear(&p->line);
    }
    axis(p, t);
    for (int i = 0, at = p->numbers; i < FIGURES; i++) {
        at += width[i];
        canvas_right(&p->line, p->rect, 0, at, ROLE_DIM, 0, i ? title[i] : take_rate_unit(m));
    }
    print(f, &p->line);
    canvas_clear(&p->line);
}

static void draw_bar(struct run_line *p, double rate, double roof, double top)
{
    canvas_bar(&p->line, canvas_part(p->rect, 0, p->bar, 1, p->bar_width + 1), 0, 0,
               fmax(rate / top * p->bar_width, 0.125), ROLE_CPU);
    double at = roof > 0 ? rate / roof / top * p->bar_width : -1;
    p->beyond = at >= p->bar_width + 0.5;
    if (at >= 0)
        canvas_put(&p->line, p->rect, 0, p->bar + (p->beyond ? p->bar_width : (int)lround(at)),
                   p->beyond ? 0x203a : 0x250a, ROLE_ROOF, 0);
}

static void numbers(struct run_line *p, const json_t *m)
{
    char text[FIGURES][TEXT_SIZE], unclear[40] = "";
    take_words(m, "unclear", unclear, sizeof unclear);
    bool doubt = json_array_size(json_object_get(m, "flags")) > 0, mean = !take_ok(m);
    figure_number(text[0], rate_of(m));
    standing_spread_row(text[1], m);
    standing_share_row(text[2], m);
    figure_ratio(text[3], take_or_nan(m, "speedup"), standing_flag(unclear, "speedup"));
    figure_ms(text[4], take_or_nan(m, "time_ms"));
    int at = p->numbers;
    for (int i = 0; i < FIGURES; i++) {
        at += width[i];
        canvas_right(&p->line, p->rect, 0, at, ROLE_TEXT, 0, text[i]);
    }
    canvas_text(&p->line, p->rect, 0, at + 1, ROLE_OK, 0, mean ? "" : doubt ? "!" : p->line.ascii ? "ok" : "✓");
    for (size_t i = 0; i < json_array_size(json_object_get(m, "flags")) && p->rect.cols >= WIDE; i++) {
        const char *flag = json_string_value(json_array_get(json_object_get(m, "flags"), i));
        at += canvas_print(&p->line, p->rect, 0, at + 3, ROLE_WARN, 0, "%s%s", i ? "," : "", flag ? flag : "");
    }
}

/* A dim line below a run. */
static void remark(FILE *f, struct run_line *p, uint32_t mark, enum role role, const char *words)
{
    canvas_clear(&p->line);
    canvas_put(&p->line, p->rect, 0, 4, mark, role, 0);
    canvas_clip(&p->line, p->rect, 0, 6, p->rect.cols, ROLE_DIM, 0, words);
    print(f, &p->line);
}

static bool is_timed(const json_t *m)
{
    return take_ok(m) || strcmp(take_string(m, "status"), "summary") == 0;
}

/* Whether what was printed since the heading is not where it was. */
static bool table_gone(const struct table_runs *t)
{
    const bool resized = table_width() && table_rows(t->width) != t->rows;
    return t->lines >= t->rows || (t->spoken && *t->spoken != t->heard) || resized;
}

/* What a "!" means, below the first run that has it for a reason, where no line has room for reasons. */
static void explain_mark(FILE *f, struct run_line *p, struct table_runs *t, const json_t *m)
{
    char fresh[sizeof t->flags] = "", words[200];
    const json_t *flag;
    JSON_EACH(flag, json_object_get(m, "flags")) {
        const char *name = json_string_value(flag);
        if (name && !standing_flag(t->flags, name)) {
            text_join(fresh, sizeof fresh, ",", "%s", name);
            text_join(t->flags, sizeof t->flags, ",", "%s", name);
        }
    }
    standing_words(fresh, words, sizeof words);
    if (p->rect.cols < WIDE && *words)
        remark(f, p, '!', ROLE_WARN, words);
}

/* Where the roof of the first bar is that does not reach it. */
static void explain_roof(FILE *f, struct run_line *p, struct table_runs *t, const json_t *m)
{
    char roof[TEXT_SIZE], words[100];
    if (!p->beyond || t->far)
        return;
    t->far = true;
    snprintf(words, sizeof words, "its roof is beyond this axis, at %s %s",
             figure_number(roof, rate_of(m) / take_or_nan(m, "roof_frac")), take_rate_unit(m));
    remark(f, p, 0x203a, ROLE_ROOF, words);
}

/* What the run was in the baseline, and the difference. */
static void draw_former(FILE *f, struct run_line *p, const struct table_runs *t, const json_t *m)
{
    const int at = p->numbers + RATE + 2;
    const char *change = take_string(m, "change");
    char rate[TEXT_SIZE], brief[48];
    const json_t *former = json_object_get(m, "former");
    double was = take_or_nan(former, take_rate_name(m));
    int cols = was > 0 ? (int)lround(fmin(was / t->top, 1) * p->bar_width) : 0;
    canvas_clear(&p->line);
    canvas_text(&p->line, p->rect, 0, 4, ROLE_DIM, 0, "before");
    for (int i = 0; i < cols; i++)
        canvas_put(&p->line, p->rect, 0, p->bar + i, 0x2591, ROLE_DIM, 0);
    canvas_right(&p->line, p->rect, 0, p->numbers + RATE, ROLE_DIM, 0, figure_number(rate, was));
    if (canvas_width(change) > p->rect.cols - at)
        change = baseline_text(former, m, true, brief, sizeof brief);
    canvas_clip(&p->line, p->rect, 0, at, p->rect.cols, ROLE_DIM, 0, change);
    print(f, &p->line);
}

/* The phases of a run as parts of a whole bar, and the share of each: behind it, or below where that is narrow. */
static void draw_phases(FILE *f, struct run_line *p, const json_t *phases)
{
    static const uint32_t shade[] = { 0x2588, 0x2593, 0x2592, 0x2591 };
    enum { SHADES = COUNT(shade) };
    const char *name;
    json_t *value;
    double all = 0, before = 0;
    int i = 0, at = p->bar;
    json_object_foreach((json_t *)phases, name, value)
        all += json_number_value(value);
    if (!(all > 0))
        return;
    canvas_clear(&p->line);
    canvas_text(&p->line, p->rect, 0, 4, ROLE_DIM, 0, "phases");
    json_object_foreach((json_t *)phases, name, value) {
        long from = lround(before / all * p->bar_width),
             to = lround((before += json_number_value(value)) / all * p->bar_width);
        for (; from < to; from++)
            canvas_put(&p->line, p->rect, 0, p->bar + (int)from, shade[i % SHADES], ROLE_CPU, 0);
        i++;
    }
    if (p->rect.cols < WIDE) {
        print(f, &p->line);
        canvas_clear(&p->line);
    } else {
        at += p->bar_width + 2;
    }
    i = 0;
    json_object_foreach((json_t *)phases, name, value) {
        canvas_put(&p->line, p->rect, 0, at, shade[i++ % SHADES], ROLE_CPU, 0);
        at += 4 + canvas_print(&p->line, p->rect, 0, at + 2, ROLE_DIM, 0, "%s %.0f%%", name,
                               100 * json_number_value(value) / all);
    }
    print(f, &p->line);
}

/* Below a heading. */
static void put_run(FILE *f, struct table_runs *t, struct run_line *p, const json_t *m)
{
    char name[300];
    const bool ok = is_timed(m);
    name_of(t, m, name, sizeof name);
    take_text(m, "kernel", t->kernel, sizeof t->kernel);
    canvas_clip(&p->line, p->rect, 0, 2, p->bar - 1, ROLE_TEXT, 0, name);
    if (ok)
        numbers(p, m);
    else
        canvas_text(&p->line, p->rect, 0, p->bar, ROLE_BAD, 0, take_string(m, "status"));
    if (ok && rate_of(m) > 0)
        draw_bar(p, rate_of(m), take_or_nan(m, "roof_frac"), t->top);
    print(f, &p->line);
    if (ok) {
        explain_roof(f, p, t, m);
        explain_mark(f, p, t, m);
    }
    if (ok && json_object_get(m, "former"))
        draw_former(f, p, t, m);
    if (ok && json_object_get(m, "phases"))
        draw_phases(f, p, json_object_get(m, "phases"));
    canvas_clear(&p->line);
}

/* The heading of another problem. */
static void begin_problem(FILE *f, struct table_runs *t, const json_t *m, const char *heading)
{
    if (t->heading[0])
        fputc('\n', f);
    snprintf(t->heading, sizeof t->heading, "%s", heading);
    t->kernel[0] = 0;
    strcpy(t->flags_before, t->flags);
    json_decref(t->since);
    t->since = json_array();
    t->lines = 0;
    t->heard = t->spoken ? *t->spoken : 0;
    new_axis(t, m);
}

/* The last axis has no room for this run: all since the heading once more, where that is still in sight, and nobody
   has printed anything between. */
static void lengthen_axis(FILE *f, struct run_line *p, struct table_runs *t, const json_t *m)
{
    const json_t *former;
    new_axis(t, m);
    if (table_gone(t)) {
        canvas_text(&p->line, p->rect, 0, 2, ROLE_DIM, 0, "a longer axis");
        axis(p, t);
        print(f, &p->line);
        canvas_clear(&p->line);
        return;
    }
    fprintf(f, "\033[%dA\033[J", t->lines);
    t->kernel[0] = 0;
    strcpy(t->flags, t->flags_before);
    t->lines = 0;
    head(f, p, t, m);
    JSON_EACH(former, t->since)
        put_run(f, t, p, former);
}

void table_run(FILE *to, void *table_runs, const json_t *m)
{
    struct table_runs *t = table_runs;
    char heading[sizeof t->heading], *text = NULL;
    size_t bytes = 0;
    struct run_line p = { .rect = { 0, 0, 1, t->width } };
    struct err e;
    if (!m) {
        json_decref(t->since);
        t->since = NULL;
        return;
    }
    FILE *f = strcmp(take_string(m, "status"), "unsupported") == 0 ? NULL : open_memstream(&text, &bytes);
    if (!f || !canvas_init(&p.line, 1, t->width, t->ascii, &e)) {
        if (f)
            fclose(f);
        free(text);
        return;
    }
    p.numbers = t->width - NUMBERS - t->ascii - (t->width < WIDE ? 0 : FLAGS);
    p.bar = t->width < WIDE ? 24 : 40;
    p.bar_width = p.numbers - p.bar - 1 > 0 ? p.numbers - p.bar - 1 : 0;
    table_heading(m, heading, sizeof heading);
    if (strcmp(heading, t->heading) != 0) {
        begin_problem(to, t, m, heading);
        head(f, &p, t, m);
    } else if (is_timed(m) && rate_of(m) > t->top) {
        lengthen_axis(f, &p, t, m);
    }
    put_run(f, t, &p, m);
    json_array_append(t->since, (json_t *)m);
    fclose(f);
    for (const char *c = text; c && *c; c++)
        t->lines += *c == '\n';
    fputs(text ? text : "", to);
    free(text);
    canvas_free(&p.line);
}

/* An option decides, else the name of the file, else it is TSV. */
static bool style_of(const struct options *o, const char *path, enum rows_style *style, int *given, struct err *e)
{
    static const struct {
        enum option option;
        enum rows_style style;
    } styles[] = {
        { OPT_TSV, ROWS_TSV },
        { OPT_CSV, ROWS_CSV },
        { OPT_JSON, ROWS_JSON },
        { OPT_MD, ROWS_MD },
    };
    *given = 0;
    *style = ROWS_TSV;
    for (int i = 0; i < 4; i++) {
        if (o->value[styles[i].option]) {
            *style = styles[i].style;
            (*given)++;
        }
    }
    if (*given > 1)
        return err_set(e, ERR_USAGE, "give only one of --tsv, --csv, --json and --md");
    if (!outputs_named_as_text(path, o, "a table", ".tsv", e))
        return false;
    if (*given == 0 && path)
        rows_style_of(path, style);
    if (o->value[OPT_PIVOT] && (*style == ROWS_JSON || o->value[OPT_APPEND]))
        return err_set(e, ERR_USAGE, "--pivot goes with --tsv, --csv, --md and -o, not with JSON or --append");
    if (o->value[OPT_OUT] && o->value[OPT_APPEND])
        return err_set(e, ERR_USAGE, "either -o or --append, not both");
    return true;
}

struct row_table *rows_begin(const struct options *o, const int *spoken, enum rows_style *style, struct err *e)
{
    const char *path = o->value[OPT_APPEND] ? o->value[OPT_APPEND] : o->value[OPT_OUT];
    int given;
    if (!style_of(o, path, style, &given, e))
        return NULL;
    struct row_table *r = rows_open(path, o->value[OPT_APPEND] != NULL, *style, e);
    struct table_runs *t = r && !given && !path && table_width() ? malloc(sizeof *t) : NULL;
    if (t) {
        *t = (struct table_runs){ .width = table_width(), .ascii = table_ascii(), .spoken = spoken };
        t->rows = spoken && t->width >= PROGRESS ? table_rows(t->width) : 0;
        rows_printer(r, table_run, t);
    }
    return r;
}
