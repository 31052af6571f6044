/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_runs: measurements as lines with bars. */
#include "tui/canvas/axis.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/results/baseline.h"

/* Columns of the figures; the bar lies between the name and these. */
enum { RATE = 8, SPREAD = 7, ROOF = 6, SPEEDUP = 8, TIME = 10, FIGURES = 5, MARK = 2, SPEEDUP_AT = 3 };
enum { WIDE = 110, FLAGS = 17, NUMBERS = RATE + SPREAD + ROOF + SPEEDUP + TIME + MARK };
static const int figure_width[FIGURES] = { RATE, SPREAD, ROOF, SPEEDUP, TIME };

struct run_line {
    FILE *f;
    struct table_runs *table;
    struct canvas line;
    struct rect rect;
    int bar, bar_width, numbers, figures; /* figures: how many there is room for, the first ones */
    bool beyond, past;                    /* the roof, or the run itself, is beyond the axis */
};

/* Begins another line, too. */
static void print(struct run_line *p)
{
    char *text = canvas_to_text(&p->line);
    fputs(text ? text : "\n", p->f);
    free(text);
    canvas_clear(&p->line);
    p->table->lines++;
}

/* The fastest run of the problem of m, if all are known; else m. */
static const json_t *fastest(const struct table_runs *t, const json_t *m)
{
    char heading[sizeof t->heading];
    const json_t *other;
    JSON_EACH(other, t->all) {
        table_heading(other, heading, sizeof heading);
        if (strcmp(heading, t->heading) == 0 && take_rate(other) > take_rate(m))
            m = other;
    }
    return m;
}

/* An axis up to this run's roof, since what scrolls away is not drawn again, but with room for runs ten times as fast
   at most; where no roof is above the run, for runs twice as fast. */
static void new_axis(struct table_runs *t, const json_t *m)
{
    m = fastest(t, m);
    const double rate = take_rate(m), roof = rate / take_or_nan(m, "roof_frac"),
                 room = roof > rate ? 10 * rate : 2 * rate;
    t->top = !(rate > 0) ? 0 : roof > rate && roof <= room ? roof : axis_steady_above(room);
    t->far = t->past = t->baseless = false;
    take_text(m, "device", t->device, sizeof t->device);
}

static void axis(struct run_line *p)
{
    char top[TEXT_SIZE];
    if (!(p->table->top > 0) || p->bar_width < RATE)
        return;
    canvas_text(&p->line, p->rect, 0, p->bar, ROLE_DIM, 0, "0");
    canvas_right(&p->line, p->rect, 0, p->bar + p->bar_width + 1, ROLE_DIM, 0, figure_number(top, p->table->top));
}

/* Returns where they end. */
static int put_figures(struct run_line *p, enum role role, const char *const text[FIGURES])
{
    int at = p->numbers;
    for (int i = 0; i < p->figures; i++) {
        at += figure_width[i];
        canvas_right(&p->line, p->rect, 0, at, role, 0, text[i]);
    }
    return at;
}

/* Titles, after the heading if both fit. */
static void head(struct run_line *p, const json_t *m)
{
    const char *const title[FIGURES] = { take_rate_unit(m), "spread", "roof", "speedup", "time" };
    canvas_clip(&p->line, p->rect, 0, 0, p->rect.cols, ROLE_TITLE, 0, p->table->heading);
    if (canvas_width(p->table->heading) + 2 > p->bar)
        print(p);
    axis(p);
    put_figures(p, ROLE_DIM, title);
    print(p);
}

static void draw_bar(struct run_line *p, double rate, double roof, double top)
{
    canvas_bar(&p->line, canvas_part(p->rect, 0, p->bar, 1, p->bar_width + 1), 0, 0,
               fmin(fmax(rate / top * p->bar_width, 0.125), p->bar_width), ROLE_CPU);
    double at = roof > 0 ? rate / roof / top * p->bar_width : -1;
    p->past = rate > top;
    p->beyond = at >= p->bar_width + 0.5 && !p->past;
    if (p->past)
        canvas_put(&p->line, p->rect, 0, p->bar + p->bar_width, 0x203a, ROLE_CPU, 0);
    else if (at >= 0)
        canvas_put(&p->line, p->rect, 0, p->bar + (p->beyond ? p->bar_width : (int)lround(at)),
                   p->beyond ? 0x203a : 0x250a, ROLE_ROOF, 0);
}

static void numbers(struct run_line *p, const json_t *m)
{
    static const enum figure_cell cell[FIGURES] = { CELL_RATE, CELL_SPREAD, CELL_ROOF, CELL_SPEEDUP, CELL_TIME };
    char room[FIGURES][TEXT_SIZE], all[FLAGS_SIZE], flags[FLAGS_SIZE];
    const char *text[FIGURES];
    for (int i = 0; i < FIGURES; i++)
        text[i] = figure_cell_row(room[i], cell[i], m);
    flags_split(flags_of(m, all), false, flags);
    const int at = put_figures(p, ROLE_TEXT, text);
    if (take_ok(m)) /* and not a mean */
        canvas_text(&p->line, p->rect, 0, at + 1, ROLE_OK, 0, *flags ? "!" : p->line.ascii ? "ok" : "✓");
    if (p->rect.cols >= WIDE)
        canvas_text(&p->line, p->rect, 0, at + 3, ROLE_WARN, 0, flags);
}

/* A dim line below a run. */
static void remark(struct run_line *p, uint32_t mark, enum role role, const char *words)
{
    canvas_put(&p->line, p->rect, 0, 4, mark, role, 0);
    canvas_clip(&p->line, p->rect, 0, 6, p->rect.cols, ROLE_DIM, 0, words);
    print(p);
}

static bool is_timed(const json_t *m)
{
    return take_ok(m) || strcmp(take_string(m, "status"), "summary") == 0;
}

/* Whether what was printed since the heading has scrolled or been overwritten. */
static bool table_gone(const struct table_runs *t)
{
    const bool resized = table_width() && table_rows(t->width) != t->rows;
    return t->lines >= t->rows || (t->spoken && *t->spoken != t->heard) || resized;
}

/* Below the first run with a new reason: what is true of the machine, which no line repeats, and what "!" means, if no
   line has room for its reasons. */
static void explain_flags(struct run_line *p, const json_t *m)
{
    struct table_runs *t = p->table;
    char flags[FLAGS_SIZE], fresh[FLAGS_SIZE] = "", part[FLAGS_SIZE], flag[32], words[200];
    for (const char *all = flags_of(m, flags); text_item(&all, flag, sizeof flag);)
        if (!flags_has(t->flags, flag)) {
            text_join(fresh, sizeof fresh, ",", "%s", flag);
            text_join(t->flags, sizeof t->flags, ",", "%s", flag);
        }
    flags_words(flags_split(fresh, true, part), words, sizeof words);
    if (*words)
        remark(p, 0xb7, ROLE_WARN, words);
    flags_words(flags_split(fresh, false, part), words, sizeof words);
    if (p->rect.cols < WIDE && *words)
        remark(p, '!', ROLE_WARN, words);
}

/* Says what › after the first such bar means, and where the roof of the first is that the axis does not reach. */
static void explain_beyond(struct run_line *p, const json_t *m)
{
    char roof[TEXT_SIZE], words[100];
    if (p->past && !p->table->past)
        remark(p, 0x203a, ROLE_CPU, "faster than this axis reaches: the bar ends before the figure does");
    p->table->past |= p->past;
    if (!p->beyond || p->table->far)
        return;
    p->table->far = true;
    snprintf(words, sizeof words, "its roof is beyond this axis, at %s %s",
             figure_number(roof, take_rate(m) / take_or_nan(m, "roof_frac")), take_rate_unit(m));
    remark(p, 0x203a, ROLE_ROOF, words);
}

/* Says once what a speedup is missing. */
static void explain_baseless(struct run_line *p, const json_t *m)
{
    char words[100];
    struct model_run r;
    model_run_of(m, &r);
    if (p->table->baseless || p->figures <= SPEEDUP_AT || !figure_base_text(words, sizeof words, &r))
        return;
    p->table->baseless = true;
    remark(p, 0xb7, ROLE_DIM, words);
}

/* The run's former result in the baseline, and the difference. */
static void draw_former(struct run_line *p, const json_t *m)
{
    const int at = p->numbers + RATE + 2;
    const char *change = take_string(m, "change");
    char rate[TEXT_SIZE], brief[48];
    const json_t *former = json_object_get(m, "former");
    double was = take_rate(former);
    int cols = was > 0 ? (int)lround(fmin(was / p->table->top, 1) * p->bar_width) : 0;
    canvas_text(&p->line, p->rect, 0, 4, ROLE_DIM, 0, "before");
    for (int i = 0; i < cols; i++)
        canvas_put(&p->line, p->rect, 0, p->bar + i, 0x2591, ROLE_DIM, 0);
    canvas_right(&p->line, p->rect, 0, p->numbers + RATE, ROLE_DIM, 0, figure_number(rate, was));
    if (canvas_width(change) > p->rect.cols - at)
        change = baseline_text(former, m, true, brief, sizeof brief);
    canvas_clip(&p->line, p->rect, 0, at, p->rect.cols, ROLE_DIM, 0, change);
    print(p);
}

/* The phases of a run as parts of a whole bar, with their shares: after it, or below it on a narrow terminal. */
static void draw_phases(struct run_line *p, json_t *phases)
{
    static const uint32_t shade[] = { 0x2588, 0x2593, 0x2592, 0x2591 };
    enum { SHADES = COUNT(shade) };
    const char *name;
    json_t *value;
    double all = 0, before = 0;
    int i = 0, at = p->bar;
    json_object_foreach(phases, name, value)
        all += json_number_value(value);
    if (!(all > 0))
        return;
    canvas_text(&p->line, p->rect, 0, 4, ROLE_DIM, 0, "phases");
    json_object_foreach(phases, name, value) {
        const long from = lround(before / all * p->bar_width);
        before += json_number_value(value);
        for (long to = lround(before / all * p->bar_width), col = from; col < to; col++)
            canvas_put(&p->line, p->rect, 0, p->bar + (int)col, shade[i % SHADES], ROLE_CPU, 0);
        i++;
    }
    if (p->rect.cols < WIDE)
        print(p);
    else
        at += p->bar_width + 2;
    i = 0;
    json_object_foreach(phases, name, value) {
        canvas_put(&p->line, p->rect, 0, at, shade[i++ % SHADES], ROLE_CPU, 0);
        at += 4 + canvas_print(&p->line, p->rect, 0, at + 2, ROLE_DIM, 0, "%s %.0f%%", name,
                               100 * json_number_value(value) / all);
    }
    print(p);
}

/* "auto → sell.simd ×2" where the name is wider than `most`: what was chosen is what one wants to know. */
static void shorten_choice(const json_t *m, int most, char *name, size_t size)
{
    const char *kernel = take_string(m, "kernel"), *choice = take_string(m, "choice"), *last = strrchr(kernel, '.');
    if (!*choice || !last || canvas_width(name) <= most)
        return;
    snprintf(name, size, "%s → %s", last + 1, model_choice(kernel, choice));
    if (take_threads(m) > 1)
        text_add(name, size, " ×%d", take_threads(m));
}

/* Below a heading. */
static void put_run(struct run_line *p, const json_t *m)
{
    struct table_runs *t = p->table;
    char name[300], words[240];
    table_name(m, t->width >= WIDE || strcmp(t->kernel, take_string(m, "kernel")) == 0, name, sizeof name);
    take_text(m, "kernel", t->kernel, sizeof t->kernel);
    shorten_choice(m, p->bar - 3, name, sizeof name);
    canvas_clip(&p->line, p->rect, 0, 2, p->bar - 1, ROLE_TEXT, 0, name);
    if (!is_timed(m)) {
        canvas_text(&p->line, p->rect, 0, p->bar, ROLE_BAD, 0, take_string(m, "status"));
        print(p);
        return;
    }
    numbers(p, m);
    if (take_rate(m) > 0 && p->bar_width > 0)
        draw_bar(p, take_rate(m), take_or_nan(m, "roof_frac"), t->top);
    print(p);
    if (*take_string(m, "engine")) {
        snprintf(words, sizeof words, "by %.200s: %.20s", take_string(m, "engine"), take_string(m, "verdict"));
        remark(p, 0xb7, ROLE_DIM, words);
    }
    explain_beyond(p, m);
    explain_flags(p, m);
    explain_baseless(p, m);
    if (json_object_get(m, "former"))
        draw_former(p, m);
    draw_phases(p, json_object_get(m, "phases"));
}

static void begin_problem(struct run_line *p, const json_t *m, const char *heading)
{
    struct table_runs *t = p->table;
    if (t->heading[0])
        fputc('\n', p->f);
    snprintf(t->heading, sizeof t->heading, "%s", heading);
    t->kernel[0] = 0;
    strcpy(t->flags_before, t->flags);
    json_decref(t->since);
    t->since = json_array();
    t->lines = 0;
    t->heard = t->spoken ? *t->spoken : 0;
    new_axis(t, m);
    head(p, m);
}

/* The last axis has no room for this run: all since the heading once more, where that and no other text is in sight.
   Elsewhere bars of one device stay on one axis, else the faster run would have the shorter bar. */
static void lengthen_axis(struct run_line *p, const json_t *m)
{
    struct table_runs *t = p->table;
    const json_t *former;
    const bool gone = table_gone(t);
    if (gone && t->top > 0 && strcmp(t->device, take_string(m, "device")) == 0)
        return;
    new_axis(t, m);
    if (gone) {
        canvas_text(&p->line, p->rect, 0, 2, ROLE_DIM, 0, "a longer axis");
        axis(p);
        print(p);
        return;
    }
    fprintf(p->f, "\033[%dA\033[J", t->lines);
    t->kernel[0] = 0;
    strcpy(t->flags, t->flags_before);
    t->lines = 0;
    head(p, m);
    JSON_EACH(former, t->since)
        put_run(p, former);
}

void table_run(FILE *f, void *table_runs, const json_t *m)
{
    struct table_runs *t = table_runs;
    const bool wide = t->width >= WIDE;
    struct run_line p = { .f = f, .table = t, .rect = { 0, 0, 1, t->width }, .bar = wide ? 40 : 24 };
    char heading[sizeof t->heading];
    if (!m) {
        json_decref(t->since);
        t->since = NULL;
        return;
    }
    if (strcmp(take_string(m, "status"), "unsupported") == 0 || !canvas_init(&p.line, 1, t->width, t->ascii, NULL))
        return;
    p.numbers = t->width - NUMBERS - t->ascii - (wide ? FLAGS : 0);
    for (p.figures = FIGURES; p.numbers < p.bar; p.numbers += figure_width[p.figures])
        p.figures--;
    p.bar_width = p.numbers - p.bar - 1 > 0 ? p.numbers - p.bar - 1 : 0;
    table_heading(m, heading, sizeof heading);
    if (strcmp(heading, t->heading) != 0)
        begin_problem(&p, m, heading);
    else if (is_timed(m) && take_rate(m) > t->top)
        lengthen_axis(&p, m);
    put_run(&p, m);
    json_array_append(t->since, (json_t *)m);
    canvas_free(&p.line);
}
