/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_help: the keys, the panels and the commands, each from its list. */
#include <stdio.h>

#include "tui/input/keys.h"
#include "tui/input/options.h"
#include "tui/views/scene.h"

struct help_page {
    struct canvas *c;
    struct rect r;
    int top, line; /* lines are counted even where they are not drawn */
};

static void heading(struct help_page *p, const char *text)
{
    if (p->line > 0)
        p->line++;
    canvas_text(p->c, p->r, p->line++ - p->top, 0, ROLE_FOCUS, ATTR_BOLD, text);
}

/* Wrapped; lines above and below what is shown count too. */
static int help_text(const struct help_page *p, int row, int col, const char *help)
{
    enum { LINES = 8 };
    struct canvas none = { 0 };
    struct rect room = { 0, 0, LINES, p->r.cols };
    int lines = canvas_wrap(&none, room, 0, col, LINES, ROLE_TEXT, help);
    if (row >= 0) {
        canvas_wrap(p->c, p->r, row, col, lines, ROLE_TEXT, help);
    } else if (row + lines > 0) { /* its beginning is above r: skip these lines */
        const char *rest = help;
        for (int i = row, bytes; i < 0; i++)
            rest += canvas_line(rest, p->r.cols - col, &bytes);
        canvas_wrap(p->c, p->r, 0, col, row + lines, ROLE_TEXT, rest);
    }
    return lines > 0 ? lines : 1;
}

static void entry(struct help_page *p, int wide, const char *what, const char *arguments, const char *help)
{
    int row = p->line - p->top;
    int used = canvas_text(p->c, p->r, row, 1, ROLE_KEY, ATTR_BOLD, what);
    if (arguments[0])
        used += canvas_print(p->c, p->r, row, 2 + used, ROLE_DIM, 0, "%s", arguments) + 1;
    if (used + 3 > wide && help[0]) /* the help begins on the next line */
        row = ++p->line - p->top;
    p->line += help_text(p, row, wide, help);
}

static const struct {
    const char *mark, *means;
} marks[] = {
    { "●  ·  –", "in the kernel list: marked, not marked, cannot take this matrix (the reason is beside it)" },
    { "✓  FAIL", "the result agrees with the reference, or not; without a passed check there is no speed" },
    { "↑  ↓", "at the left of a run: clearly the fastest, clearly the slowest of those shown" },
    { "≈", "no fastest: the intervals of these runs overlap" },
    { "dim", "doubtful: interval above 25%, too few blocks of samples, or other programs ran" },
    { "┊", "the roof: the rate at which the run would use all of its device's measured memory bandwidth" },
    { "roof", "how much of that it reaches; cache: all of it fits the last-level cache, so that memory is no limit" },
    { "±", "half the 95% interval of the median" },
    { "░░░", "published: what a report has measured on this matrix, on the machine named there (P hides it)" },
    { "speedup", "against the serial kernel of the same format" },
    { "library", "against the fastest of other people's libraries (peers) on the same device" },
    { "colours",
      "of kernels: CPU, GPU, and peers, which are other people's libraries; what may be the fastest is bright" },
};

static void draw_all(struct help_page *p)
{
    char text[96];
    heading(p, "Keys");
    for (int i = 0; i < key_bindings; i++) {
        const struct binding *b = &key_table[i];
        if (!b->help[0])
            continue;
        snprintf(text, sizeof text, "%s%s%s%s", b->keys, b->view[0] ? " (" : "", b->view, b->view[0] ? ")" : "");
        entry(p, 22, text, "", b->help);
    }
    heading(p, "Marks");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        entry(p, 22, marks[i].mark, "", marks[i].means);
    heading(p, "Panels");
    for (int i = 0; i < VIEW_COUNT; i++)
        if (!views[i]->overlay) {
            snprintf(text, sizeof text, "%d %s", i + 1, views[i]->name);
            entry(p, 22, text, "", views[i]->help);
        }
    heading(p, "Commands, after :   (any setting's name is one too: k 16)");
    for (int i = 0; i < CMD_COUNT; i++)
        if (tui_commands[i].where & SCREEN)
            entry(p, 22, tui_commands[i].name, tui_commands[i].arguments, tui_commands[i].help);
}

static int lines(int cols)
{
    struct canvas none = { 0 };
    struct help_page p = { .c = &none, .r = { .cols = cols } };
    draw_all(&p);
    return p.line;
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int n = lines(r.cols), most = n > r.rows ? n - r.rows : 0;
    struct help_page p = { c, r, s->state[VIEW_help].at < most ? s->state[VIEW_help].at : most, 0 };
    draw_all(&p);
    view_more(c, r, p.top, n);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    (void)s;
    snprintf(text, size, "Esc: back");
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    (void)reply;
    int n = lines(s->inside.cols) - s->inside.rows + 1;
    return s->inside.rows > 0 && view_move(word, &own->at, n > 1 ? n : 1, s->inside.rows);
}

const struct view view_help = {
    .name = "help",
    .title = "Help",
    .help = "keys, panels and commands",
    .overlay = true,
    .aside = aside,
    .draw = draw,
    .act = act,
};
