/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_open: the picker: the demo, the lessons, matrix files here and below, the catalogue, the generators. */
#include <time.h>

#include "tui/views/scene.h"

static int matching(const struct scene *s, int out[PICKER_MAX])
{
    int n = 0;
    for (int i = 0; i < s->picker->entries; i++)
        if (strcasestr(s->picker->entry[i].spec, s->state[VIEW_open].filter) ||
            strcasestr(s->picker->entry[i].note, s->state[VIEW_open].filter))
            out[n++] = i;
    return n;
}

/* The catalogue matrix that a twin replaces; NULL: not a twin. */
static const char *twin_of(const struct picker_entry *e)
{
    static const char prefix[] = "gen:twin:";
    bool twin = strcmp(e->group, "catalogue") == 0 && strncmp(e->spec, prefix, strlen(prefix)) == 0;
    return twin ? e->spec + strlen(prefix) : NULL;
}

static bool is_lesson(const struct picker_entry *e)
{
    return strcmp(e->group, "lesson") == 0;
}

/* Files of the named folder are listed without it. */
static const char *name_of(const struct scene *s, const struct picker_entry *e)
{
    const char *folder = s->picker->folder;
    const size_t n = strlen(folder);
    const bool inside = n > 0 && strcmp(e->group, "file") == 0 && strncmp(e->spec, folder, n) == 0;
    return inside ? e->spec + n + strspn(e->spec + n, "/") : e->spec;
}

/* The end of a path that is too long: "…/matrices/a.mtx". */
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

enum { PICKER_NOTE = sizeof((struct picker_entry *)0)->note + TEXT_SIZE + 32 };

/* "1.4 MB  2026-11-21 17:05", and what else is known. */
static void note_of(const struct picker_entry *e, char out[PICKER_NOTE])
{
    char size[TEXT_SIZE], date[32] = "";
    time_t when = (time_t)e->when;
    struct tm t;
    out[0] = 0;
    if (when != 0 && localtime_r(&when, &t))
        strftime(date, sizeof date, "  %Y-%m-%d %H:%M", &t);
    if (e->bytes > 0)
        snprintf(out, PICKER_NOTE, "%8s%s%s", figure_bytes(size, e->bytes), date, e->note[0] ? "  " : "");
    text_add(out, PICKER_NOTE, "%s", e->note);
}

static void draw_entry(const struct scene *s, struct canvas *c, struct rect r, int row, int wide,
                       const struct picker_entry *e, bool first, bool here)
{
    char note[PICKER_NOTE], text[sizeof e->spec + 4];
    canvas_text(c, r, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    canvas_text(c, r, row, 2, ROLE_DIM, 0, first ? e->group : "");
    canvas_clip(c, r, row, 13, 13 + wide, here ? ROLE_FOCUS : ROLE_TITLE, here ? ATTR_BOLD : 0,
                end_of(name_of(s, e), wide, text, sizeof text));
    note_of(e, note);
    canvas_clip(c, r, row, 13 + wide + 2, r.cols, ROLE_DIM, 0, note);
}

/* The column is as wide as the longest visible name, but leaves room for the notes. */
static int name_width(const struct scene *s, const int *shown, int n, int cols)
{
    int widest = 12, most = cols > 100 ? cols - 13 - 50 : cols * 45 / 100;
    for (int i = 0; i < n; i++)
        widest = int_max(widest, canvas_width(name_of(s, &s->picker->entry[shown[i]])));
    return int_min(widest, most);
}

/* The full text of an entry that the list cut. */
static void draw_whole(const struct scene *s, struct canvas *c, struct rect r, int row, int wide,
                       const struct picker_entry *e)
{
    char note[PICKER_NOTE];
    note_of(e, note);
    if (name_of(s, e) != e->spec || canvas_width(e->spec) > wide)
        canvas_clip(c, r, row, 1, r.cols, ROLE_TEXT, 0, e->spec);
    else if (13 + wide + 2 + canvas_width(note) > r.cols)
        canvas_clip(c, r, row, 1, r.cols, ROLE_TEXT, 0, note + strspn(note, " "));
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int shown[PICKER_MAX], n = matching(s, shown), at = int_min(s->state[VIEW_open].at, n - 1);
    int lines = r.rows - 2, top = view_top(at, n, lines);
    int wide = name_width(s, shown + top, n - top < lines ? n - top : lines, r.cols);
    const char *last = "";
    if (n == 0)
        canvas_text(c, r, 0, 1, ROLE_DIM, 0, "nothing matches");
    for (int i = 0; i < lines && top + i < n; i++) {
        const struct picker_entry *e = &s->picker->entry[shown[top + i]];
        draw_entry(s, c, r, i, wide, e, strcmp(e->group, last) != 0, top + i == at);
        last = e->group;
    }
    view_more(c, canvas_part(r, 0, 0, lines, r.cols), top, n);
    if (n > 0)
        draw_whole(s, c, r, lines, wide, &s->picker->entry[shown[at]]);
    char far[160];
    const struct picker_entry *here = n > 0 ? &s->picker->entry[shown[at]] : NULL;
    snprintf(far, sizeof far, "these files are sent to %.24s; :open PATH opens one of its own, or gen:SPEC", s->host);
    canvas_clip(c, r, r.rows - 1, 1, r.cols, ROLE_DIM, 0,
                here && is_lesson(here) ? "a lesson measures on this machine; PgDn turns its pages, :tour off ends it"
                : here && twin_of(here) ? "a twin is synthetic, with the row lengths of a matrix; d fetches that matrix"
                : s->host[0]            ? far
                                        : ":open PATH or :open gen:SPEC opens anything else");
}

static void aside(const struct scene *s, char *text, size_t size)
{
    int shown[PICKER_MAX];
    if (s->state[VIEW_open].filter[0])
        snprintf(text, size, "%d match \"%s\"", matching(s, shown), s->state[VIEW_open].filter);
    else
        snprintf(text, size, "%d", s->picker->entries);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    int shown[PICKER_MAX], n = matching(s, shown);
    const struct picker_entry *here = n > 0 ? &s->picker->entry[shown[int_min(own->at, n - 1)]] : NULL;
    if (strcmp(word, "enter") == 0) {
        if (here)
            view_command(reply, is_lesson(here) ? "tour" : "open", here->spec);
        return true;
    }
    if (strcmp(word, "get") == 0 && here) {
        if (twin_of(here))
            view_command(reply, "get", twin_of(here));
        else
            snprintf(reply->message, sizeof reply->message, "%s is here: Enter %s it", here->spec,
                     is_lesson(here) ? "begins" : "opens");
        reply->bad = true;
        return true;
    }
    return view_move(word, &own->at, n, s->inside.rows > 0 ? s->inside.rows - 2 : 1);
}

static void click(const struct scene *s, struct view_state *own, int row, int col, bool twice, struct view_reply *reply)
{
    int shown[PICKER_MAX], n = matching(s, shown), rows = s->inside.rows - 2, at = view_top(own->at, n, rows) + row;
    if (row >= rows || at >= n)
        return;
    own->at = at;
    if (twice)
        act(s, own, "enter", reply);
}

const struct view view_open = {
    .name = "open",
    .title = "Open a matrix",
    .help = "the demo, the lessons, files here and below, the catalogue, generators",
    .overlay = true,
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
    .filters = true,
};
