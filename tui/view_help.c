/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_help: the keys, the panels and the commands, each from its list. */
#include <stdio.h>
#include <string.h>

#include "tui/app.h"
#include "tui/keys.h"
#include "tui/options.h"

struct page {
    struct canvas *c;
    struct rect r;
    int top, line; /* lines are counted even where they are not drawn */
};

static void heading(struct page *p, const char *text)
{
    if (p->line > 0)
        p->line++;
    canvas_text(p->c, p->r, p->line++ - p->top, 0, ROLE_FOCUS, ATTR_BOLD, text);
}

static void entry(struct page *p, int wide, const char *what, const char *arguments, const char *help)
{
    int row = p->line++ - p->top;
    int used = canvas_text(p->c, p->r, row, 1, ROLE_KEY, ATTR_BOLD, what);
    if (arguments[0])
        used += canvas_print(p->c, p->r, row, 2 + used, ROLE_DIM, 0, "%s", arguments) + 1;
    canvas_clip(p->c, p->r, row, used + 2 > wide ? used + 3 : wide, p->r.cols, ROLE_TEXT, 0, help);
}

static void draw_all(struct page *p)
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
    heading(p, "Panels");
    for (int i = 0; i < VIEW_COUNT; i++)
        if (!views[i]->overlay) {
            snprintf(text, sizeof text, "%d %s", i + 1, views[i]->name);
            entry(p, 22, text, "", views[i]->help);
        }
    heading(p, "Commands, after :   (any setting's name is one too: k 16)");
    for (int i = 0; i < CMD_COUNT; i++)
        if (tui_commands[i].where & SCREEN)
            entry(p, 38, tui_commands[i].name, tui_commands[i].arguments, tui_commands[i].help);
}

static int lines(void)
{
    struct canvas none = { 0 };
    struct page p = {
        &none, {0, 0, 0, 0},
         0, 0
    };
    draw_all(&p);
    return p.line;
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    int n = lines(), most = n > r.rows ? n - r.rows : 0;
    struct page p = { c, r, a->help_at < most ? a->help_at : most, 0 };
    draw_all(&p);
}

static void aside(const struct app *a, char *text, size_t size)
{
    (void)a;
    snprintf(text, size, "Esc: back");
}

static bool act(struct app *a, const char *word)
{
    struct rect r;
    int rows = app_inside(a, VIEW_help, &r) ? r.rows : 1, n = lines() - rows + 1;
    return view_move(word, &a->help_at, n > 1 ? n : 1, rows);
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
