/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_open: the picker: the demo, matrix files here and below, the catalogue, the generators. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/app.h"
#include "tui/views/figure.h"

static int matching(const struct app *a, int out[APP_ENTRIES])
{
    int n = 0;
    for (int i = 0; i < a->entries; i++)
        if (strcasestr(a->entry[i].spec, a->open_filter) || strcasestr(a->entry[i].note, a->open_filter))
            out[n++] = i;
    return n;
}

/* The matrix of the catalogue that a twin stands in for; NULL: this is no twin. */
static const char *twin_of(const struct entry *e)
{
    static const char prefix[] = "gen:twin:";
    bool twin = strcmp(e->group, "catalogue") == 0 && strncmp(e->spec, prefix, strlen(prefix)) == 0;
    return twin ? e->spec + strlen(prefix) : NULL;
}

/* A path that is too long shows its end: "…/matrices/a.mtx". */
static const char *end_of(const char *path, int cols, char *out, size_t size)
{
    const char *from = path;
    int bytes;
    if (*path != '/' || canvas_width(path) <= cols)
        return path;
    for (; *from && canvas_width(from) >= cols; from += bytes)
        canvas_decode(from, &bytes);
    snprintf(out, size, "…%s", from);
    return out;
}

static void draw_entry(struct canvas *c, struct rect r, int row, int wide, const struct entry *e, bool first, bool here)
{
    char size[TEXT_SIZE] = "", note[sizeof e->note + TEXT_SIZE + 4], text[sizeof e->spec + 4];
    canvas_text(c, r, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    canvas_text(c, r, row, 2, ROLE_DIM, 0, first ? e->group : "");
    canvas_clip(c, r, row, 13, 13 + wide, here ? ROLE_FOCUS : ROLE_TITLE, here ? ATTR_BOLD : 0,
                end_of(e->spec, wide, text, sizeof text));
    if (e->bytes > 0)
        figure_bytes(size, e->bytes);
    snprintf(note, sizeof note, "%s%s%s", size, size[0] && e->note[0] ? "  " : "", e->note);
    canvas_clip(c, r, row, 13 + wide + 2, r.cols, ROLE_DIM, 0, note);
}

/* The names in sight get what the longest of them needs, but leave room for the words beside them. */
static int name_width(const struct app *a, const int *shown, int n, int cols)
{
    int widest = 12, most = cols > 100 ? cols - 13 - 50 : cols * 45 / 100;
    for (int i = 0; i < n; i++) {
        int w = canvas_width(a->entry[shown[i]].spec);
        widest = w > widest ? w : widest;
    }
    return widest < most ? widest : most;
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    int shown[APP_ENTRIES], n = matching(a, shown), at = a->open_at < n ? a->open_at : n - 1;
    int lines = r.rows - 2, top = view_top(at, n, lines);
    int wide = name_width(a, shown + top, n - top < lines ? n - top : lines, r.cols);
    const char *last = "";
    if (n == 0)
        canvas_text(c, r, 0, 1, ROLE_DIM, 0, "nothing matches");
    for (int i = 0; i < lines && top + i < n; i++) {
        const struct entry *e = &a->entry[shown[top + i]];
        draw_entry(c, r, i, wide, e, strcmp(e->group, last) != 0, top + i == at);
        last = e->group;
    }
    view_more(c, canvas_part(r, 0, 0, lines, r.cols), top, n);
    if (n > 0) /* whole, where the list has cut it */
        canvas_clip(c, r, lines, 1, r.cols, ROLE_TEXT, 0, a->entry[shown[at]].note);
    if (n > 0 && twin_of(&a->entry[shown[at]]))
        canvas_clip(c, r, r.rows - 1, 1, r.cols, ROLE_DIM, 0,
                    "a twin is made up, with the row lengths of a matrix; d fetches that matrix");
    else
        canvas_clip(c, r, r.rows - 1, 1, r.cols, ROLE_DIM, 0, ":open PATH or :open gen:SPEC opens anything else");
}

static void aside(const struct app *a, char *text, size_t size)
{
    int shown[APP_ENTRIES];
    if (a->open_filter[0])
        snprintf(text, size, "%d match \"%s\"", matching(a, shown), a->open_filter);
    else
        snprintf(text, size, "%d", a->entries);
}

static bool act(struct app *a, const char *word)
{
    int shown[APP_ENTRIES], n = matching(a, shown);
    struct rect r;
    if (strcmp(word, "enter") == 0) {
        if (n > 0)
            app_open(a, a->entry[shown[a->open_at < n ? a->open_at : n - 1]].spec);
        return true;
    }
    if (strcmp(word, "get") == 0 && n > 0) {
        const struct entry *e = &a->entry[shown[a->open_at < n ? a->open_at : n - 1]];
        if (twin_of(e))
            app_fetch(a, twin_of(e));
        else
            app_say(a, true, "%s is here: Enter opens it", e->spec);
        return true;
    }
    return view_move(word, &a->open_at, n, app_inside(a, VIEW_open, &r) ? r.rows - 2 : 1);
}

static void click(struct app *a, struct rect r, int row, int col, bool twice)
{
    int shown[APP_ENTRIES], n = matching(a, shown), at = view_top(a->open_at, n, r.rows - 2) + row;
    (void)col;
    if (row >= r.rows - 2 || at >= n)
        return;
    a->open_at = at;
    if (twice)
        act(a, "enter");
}

const struct view view_open = {
    .name = "open",
    .title = "Open a matrix",
    .help = "the demo, files here and below, the catalogue, generators",
    .overlay = true,
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
    .filters = true,
};
