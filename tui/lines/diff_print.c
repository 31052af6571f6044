/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/diff_print.h"

#include "tui/canvas/canvas.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/results/diff.h"
#include "tui/results/row_style.h"

static const char *const columns[] = { "verdict", "ratio",    "old_ms",   "new_ms",  "matrix", "op",
                                       "type",    "k",        "kernel",   "threads", "params", "cache",
                                       "reorder", "ratio_lo", "ratio_hi", "why",     "choice", "engine" };
enum { COLUMNS = COUNT(columns) };
static const char NO_FIGURE[] = "no figure";

/* A field as text; numbers have four digits. */
static const char *field(const json_t *line, const char *name, char room[TEXT_SIZE])
{
    const json_t *value = json_object_get(line, name);
    if (!json_is_real(value))
        return take_as_text(value, room, TEXT_SIZE);
    snprintf(room, TEXT_SIZE, "%.4g", json_real_value(value));
    return room;
}

static struct versus versus_in(const json_t *line)
{
    const json_t *least = json_object_get(line, "ratio_lo"), *most = json_object_get(line, "ratio_hi");
    return (struct versus){ .least = json_number_value(least),
                            .most = most    ? json_number_value(most)
                                    : least ? INFINITY
                                            : 0 };
}

/* "0.88 to 1.05×". False: an interval is missing, or so wide that this tells nothing. */
static bool put_range(const struct versus *v, char out[TEXT_SIZE])
{
    char range[TEXT_SIZE];
    snprintf(out, TEXT_SIZE, "%.28s×", interval_text(v->least, v->most, range));
    return *range && !versus_loose(v);
}

void diff_print_tsv(const json_t *lines)
{
    char room[TEXT_SIZE];
    for (size_t i = 0; i <= json_array_size(lines); i++) { /* the names first */
        for (int c = 0; c < COLUMNS; c++)
            row_cell(stdout, ROWS_TSV, c == 0, i ? field(json_array_get(lines, i - 1), columns[c], room) : columns[c]);
        row_end(stdout, ROWS_TSV);
    }
}

/* ---- on a terminal ---- */

/* The last heading, kernel and reason printed. */
struct diff_print {
    struct canvas line;
    struct rect rect;
    char heading[400], kernel[64], why[DIFF_WHY];
};

static void print_line(struct diff_print *p)
{
    char *text = canvas_to_text(&p->line);
    fputs(text ? text : "\n", stdout);
    free(text);
    canvas_clear(&p->line);
}

static void print_heading(struct diff_print *p, const json_t *line)
{
    char heading[sizeof p->heading];
    table_heading(line, heading, sizeof heading);
    if (strcmp(heading, p->heading) == 0)
        return;
    if (p->heading[0])
        putchar('\n');
    strcpy(p->heading, heading);
    p->kernel[0] = p->why[0] = 0;
    canvas_clip(&p->line, p->rect, 0, 0, p->rect.cols, ROLE_TITLE, 0, heading);
    print_line(p);
}

/* "0.88 to 1.05×", or the ratio of the medians if room is short; no figure without bounds that tell something. */
static void print_ratio(struct diff_print *p, int end, bool brief, const json_t *line)
{
    const struct versus v = versus_in(line);
    const double ratio = take_double(line, "ratio");
    char text[TEXT_SIZE];
    if (!(ratio > 0))
        return;
    const char *shown = !put_range(&v, text) ? brief ? "–" : NO_FIGURE : brief ? figure_times(text, ratio) : text;
    canvas_right(&p->line, p->rect, 0, end, ROLE_TEXT, 0, shown);
}

/* "  slower    0.78 to 0.84×   1.23 ms → 1.52 ms   cpu.csr.omp ×2", with a new reason below. */
static void print_row(struct diff_print *p, const json_t *line)
{
    enum { BRIEF = 16, RATIO = 25, OLD = 36, NEW = 47, NAME = 49, NARROW = 52, WIDE = 80 };
    const bool wide = p->rect.cols >= WIDE; /* else names replace the times */
    const int ratio = p->rect.cols < NARROW ? BRIEF : RATIO;
    char time[TEXT_SIZE], name[300];
    const char *why = take_string(line, "why");
    double now = take_double(line, "new_ms");
    print_heading(p, line);
    canvas_text(&p->line, p->rect, 0, 2, ROLE_TEXT, 0, take_string(line, "verdict"));
    print_ratio(p, ratio, ratio == BRIEF, line);
    if (wide) {
        canvas_right(&p->line, p->rect, 0, OLD, ROLE_TEXT, 0, figure_ms(time, take_double(line, "old_ms")));
        canvas_text(&p->line, p->rect, 0, OLD + 1, ROLE_TEXT, 0, "→");
        canvas_right(&p->line, p->rect, 0, NEW, ROLE_TEXT, 0, now > 0 ? figure_ms(time, now) : "–");
    }
    table_name(line, strcmp(p->kernel, take_string(line, "kernel")) == 0, name, sizeof name);
    canvas_clip(&p->line, p->rect, 0, wide ? NAME : ratio + 3, p->rect.cols, ROLE_TEXT, 0, name);
    take_text(line, "kernel", p->kernel, sizeof p->kernel);
    print_line(p);
    if (*take_string(line, "engine")) {
        snprintf(name, sizeof name, "· by %.250s", take_string(line, "engine"));
        table_wrap(stdout, p->rect.cols, printf("    "), 6, name);
    }
    if (!*why || strcmp(why, p->why) == 0)
        return;
    snprintf(p->why, sizeof p->why, "%s", why);
    printf("    ! ");
    table_wrap(stdout, p->rect.cols, 6, 6, why);
}

static int rank_of(const json_t *line)
{
    const char *verdict = take_string(line, "verdict");
    return text_has("slower failed missing", verdict, (int)strlen(verdict)) ? 2 : strcmp(verdict, "faster") == 0;
}

void diff_print_text(const json_t *lines)
{
    struct diff_print p = { .rect = { 0, 0, 1, table_width() } };
    const json_t *line;
    if (!canvas_init(&p.line, 1, p.rect.cols, table_ascii(), NULL))
        return;
    for (int rank = 0; rank < 3; rank++)
        JSON_EACH(line, lines)
            if (rank_of(line) == rank)
                print_row(&p, line);
    canvas_free(&p.line);
}

/* ---- as Markdown ---- */

/* "| demo · mul · k=1 · f64 | cpu.csr.omp ×2 | 1.23 ms | 1.52 ms | 0.78 to 0.84× | slower | |" */
static void print_markdown_row(const json_t *line)
{
    char problem[400], kernel[400], was[TEXT_SIZE], is[TEXT_SIZE], range[TEXT_SIZE];
    const struct versus v = versus_in(line);
    table_heading(line, problem, sizeof problem);
    table_name(line, true, kernel, sizeof kernel);
    if (*take_string(line, "engine"))
        text_add(kernel, sizeof kernel, " by %s", take_string(line, "engine"));
    const char *const cell[] = { problem,
                                 kernel,
                                 figure_ms(was, take_or_nan(line, "old_ms")),
                                 figure_ms(is, take_or_nan(line, "new_ms")),
                                 !json_object_get(line, "ratio") ? ""
                                 : put_range(&v, range)          ? range
                                                                 : NO_FIGURE,
                                 take_string(line, "verdict"),
                                 take_string(line, "why") };
    for (size_t i = 0; i < COUNT(cell); i++)
        row_cell(stdout, ROWS_MD, i == 0, cell[i]);
    row_end(stdout, ROWS_MD);
}

void diff_print_markdown(const json_t *lines)
{
    const json_t *line;
    puts("| problem | kernel | before | now | times as fast | verdict | why |\n"
         "| --- | --- | ---: | ---: | ---: | --- | --- |");
    for (int rank = 2; rank >= 0; rank--)
        JSON_EACH(line, lines)
            if (rank_of(line) == rank)
                print_markdown_row(line);
    puts("");
}
