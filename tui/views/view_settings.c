/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_settings: the settings of the next run, one per line; + and - change the marked one. */
#include "tui/model/flags.h"
#include "tui/verdict/problem.h"
#include "tui/views/scene.h"

/* Columns for the names and a blank; the values get the rest. */
static int label_width(const struct setting *row, int n)
{
    enum { MOST = 13 };
    int widest = 0;
    for (int i = 0; i < n; i++)
        widest = int_max(widest, canvas_width(row[i].name));
    return int_min(widest + 1, MOST);
}

enum { VALUE = 15, HELP = 15 }; /* columns of a value; least columns of a help text */

static void draw_row(const struct scene *scene, struct canvas *c, struct rect r, int line, const struct setting *s,
                     int label, bool here)
{
    bool focus = scene->focus == VIEW_settings;
    canvas_text(c, r, line, 0, focus ? ROLE_FOCUS : ROLE_TEXT, ATTR_BOLD, here ? "▸" : " ");
    canvas_print(c, r, line, 2, here && focus ? ROLE_TITLE : ROLE_DIM, 0, "%.*s", label - 1, s->name);
    int col = 2 + label;
    col += canvas_text(c, r, line, col, here ? ROLE_FOCUS : ROLE_FRAME, 0, here ? "‹ " : "  ");
    const int end = here ? r.cols - 2 : r.cols, width = canvas_width(s->value); /* long lists end in … */
    canvas_clip(c, r, line, col, end, s->initial ? ROLE_TEXT : ROLE_KEY, here || !s->initial ? ATTR_BOLD : 0, s->value);
    col = col + width < end ? col + width : end;
    col += canvas_text(c, r, line, col, here ? ROLE_FOCUS : ROLE_FRAME, 0, here ? " ›" : "  ");
    if (r.cols >= label + VALUE + HELP)
        canvas_clip(c, r, line, col < label + VALUE ? label + VALUE : col + 1, r.cols - 1, ROLE_DIM, 0, s->help);
}

/* The panel's rows: those in use and, before the parameters of a kernel, its name. */
struct settings_list {
    struct setting row[SETTINGS_MAX];
    int rows, at;               /* at: the marked row */
    int line[2 * SETTINGS_MAX]; /* the row on each line; -1: the name of the next one's kernel */
    int lines, mark;            /* mark: the line of row `at` */
    int recorded;               /* threads of a recording; 0: none */
};

/* The threads of the newest recorded run by a team, unless they are those of the setting, which is not the recording's.
   0: none. */
static int recorded_threads(const struct scene *s, const struct settings_list *l)
{
    const struct model *m = s->model;
    int i = m->runs - 1;
    while (i >= 0 && !((s->replay || flags_recorded(&m->run[i])) && problem_has_team(&m->run[i])))
        i--;
    for (int j = 0; i >= 0 && j < l->rows; j++)
        if (strcmp(l->row[j].name, "threads") == 0 && atoi(l->row[j].value) == m->run[i].threads)
            return 0;
    return i >= 0 ? m->run[i].threads : 0;
}

static bool begins_kernel(const struct setting *row, int i)
{
    return row[i].param &&
           (i == 0 || row[i - 1].owners != row[i].owners || strcmp(row[i - 1].owner, row[i].owner) != 0);
}

static void list_settings(const struct scene *s, struct settings_list *l)
{
    l->rows = settings_rows(s->settings, s->model, l->row);
    l->at = settings_used(l->row, l->rows, s->state[VIEW_settings].at);
    l->lines = l->mark = 0;
    l->recorded = recorded_threads(s, l);
    for (int i = 0; i < l->rows; i++) {
        if (l->recorded && strcmp(l->row[i].name, "threads") == 0)
            snprintf(l->row[i].help, sizeof l->row[i].help, "the recording had %d", l->recorded);
        if (l->row[i].unused)
            continue;
        if (begins_kernel(l->row, i))
            l->line[l->lines++] = -1;
        l->mark = i == l->at ? l->lines : l->mark;
        l->line[l->lines++] = i;
    }
}

static void draw_kernel(struct canvas *c, struct rect r, int line, const struct setting *s)
{
    char more[24] = "";
    if (s->owners > 1)
        snprintf(more, sizeof more, r.cols < 40 ? " +%d" : " and %d more", s->owners - 1);
    int room = r.cols - 1 - canvas_width(more), end = canvas_width(s->owner);
    canvas_clip(c, r, line, 0, room, ROLE_DIM, ATTR_BOLD, s->owner);
    canvas_text(c, r, line, end < room ? end : room, ROLE_DIM, 0, more);
}

/* Below the list, what does not fit its line: the help of the marked setting, and a long value. */
enum { LEAST = 6 };

static int foot_lines(const struct scene *s, struct rect r, const struct settings_list *l, char *text, size_t size)
{
    const struct setting *row = &l->row[l->at];
    const int label = label_width(l->row, l->rows), value = canvas_width(row->value), from = label + VALUE;
    const int beside = r.cols >= from + HELP ? r.cols - 1 - int_max(from, label + value + 7) : 0;
    const bool cut = 2 + label + 4 + value > r.cols, explained = canvas_width(row->help) <= beside;
    snprintf(text, size, "%s%s%s", cut ? row->value : "", cut && row->help[0] ? ": " : "", row->help);
    if (s->focus != VIEW_settings || r.rows < LEAST || !text[0] || (explained && !cut))
        return 0;
    return int_max(2, canvas_lines(text, r.cols - 1, r.rows / 2));
}

static int list_lines(const struct scene *s, struct rect r, const struct settings_list *l)
{
    char text[SETTINGS_VALUE + sizeof l->row->help + 4];
    return r.rows - foot_lines(s, r, l, text, sizeof text);
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    struct settings_list l;
    char text[SETTINGS_VALUE + sizeof l.row->help + 4];
    list_settings(s, &l);
    const int foot = foot_lines(s, r, &l, text, sizeof text);
    canvas_wrap(c, r, r.rows - foot, 1, foot, ROLE_TEXT, text);
    r.rows -= foot;
    int top = view_top(l.mark, l.lines, r.rows), label = label_width(l.row, l.rows);
    for (int i = 0; i < r.rows && top + i < l.lines; i++) {
        int row = l.line[top + i];
        if (row < 0)
            draw_kernel(c, r, i, &l.row[l.line[top + i + 1]]);
        else
            draw_row(s, c, r, i, &l.row[row], label, row == l.at);
    }
    view_more(c, r, top, l.lines);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    struct settings_list l;
    list_settings(s, &l);
    snprintf(text, size, "+ -");
    if (l.recorded)
        snprintf(text, size, "rec ×%d", l.recorded);
}

/* Skips the names of kernels. */
static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    struct settings_list l;
    list_settings(s, &l);
    int at = l.mark, step = strcmp(word, "up") == 0 || strcmp(word, "pageup") == 0 ? -1 : 1;
    if (!view_move(word, &at, l.lines, list_lines(s, s->inside, &l)))
        return false;
    own->at = l.line[at] < 0 ? l.line[at + step] : l.line[at];
    return true;
}

/* A click left of the value decreases it, on it or right of it increases it. */
static void click(const struct scene *s, struct view_state *own, int row, int col, bool twice, struct view_reply *reply)
{
    struct settings_list l;
    list_settings(s, &l);
    int at = view_top(l.mark, l.lines, list_lines(s, s->inside, &l)) + row;
    if (row >= list_lines(s, s->inside, &l) || at < 0 || at >= l.lines || l.line[at] < 0)
        return;
    own->at = l.line[at];
    int label = label_width(l.row, l.rows);
    if (col >= label + 1)
        snprintf(reply->command, sizeof reply->command, "%s", col < label + 4 ? "less" : "more");
}

const struct view view_settings = {
    .name = "settings",
    .title = "Settings",
    .help = "operation, k, type, threads, then parameters under the kernels that have them: + and - change the one "
            "with the mark",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
