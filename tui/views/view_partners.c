/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_partners: lists the partners of the open matrix in the comparison, for picking. */
#include "tui/views/scene.h"

static int matching(const struct scene *s, int out[PARTNERS_MAX])
{
    int n = 0;
    for (int i = 0; i < s->partners->n; i++)
        if (strcasestr(s->partners->entry[i].name, s->state[VIEW_partners].filter))
            out[n++] = i;
    return n;
}

static void note_of(const struct scene *s, const struct partner *p, char *out, size_t size)
{
    const struct model_look *l = p->kind == PARTNER_LOOK ? model_look_find(s->model, p->look) : NULL;
    char a[TEXT_SIZE], b[TEXT_SIZE], c[TEXT_SIZE];
    out[0] = 0;
    if (l)
        snprintf(out, size, "%s × %s, %s nonzero%s%s", text_count(a, l->matrix.rows), text_count(b, l->matrix.cols),
                 text_count(c, l->matrix.nnz), text_plural(l->matrix.nnz),
                 l->matrix.nonfinite > 0 ? ", some NaN or Inf" : "");
    else if (p->kind == PARTNER_FILE)
        snprintf(out, size, "not opened yet: Space opens it");
    else if (p->kind == PARTNER_BASELINE && s->baseline)
        snprintf(out, size, "%s", s->baseline->source);
    else if (p->picked)
        snprintf(out, size, "%zu result%s", json_object_size(p->before.rows),
                 text_plural((int64_t)json_object_size(p->before.rows)));
}

static const char *const group[] = { "matrix", "baseline", "kept", "matrix" };

static void draw_entry(const struct scene *s, struct canvas *c, struct rect r, int row, int wide,
                       const struct partner *p, bool here)
{
    char note[160];
    const bool unopened = p->kind == PARTNER_FILE;
    const enum role role = here ? ROLE_FOCUS : unopened ? ROLE_DIM : ROLE_TITLE;
    const char *mark = p->picked ? "●" : unopened ? " " : c->ascii ? "." : "·";
    canvas_text(c, r, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    canvas_text(c, r, row, 2, ROLE_KEY, ATTR_BOLD, mark);
    canvas_text(c, r, row, 4, ROLE_DIM, 0, group[p->kind]);
    canvas_clip(c, r, row, 14, 14 + wide, role, here ? ATTR_BOLD : 0, p->name);
    note_of(s, p, note, sizeof note);
    canvas_clip(c, r, row, 14 + wide + 2, r.cols, ROLE_DIM, 0, note);
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int shown[PARTNERS_MAX], n = matching(s, shown), lines = r.rows - 1, wide = 10;
    const int at = int_min(s->state[VIEW_partners].at, n - 1), top = view_top(at, n, lines);
    if (n == 0)
        canvas_text(c, r, 0, 1, ROLE_DIM, 0,
                    s->partners->n ? "nothing matches" : "no other matrix, and no results of former days");
    for (int i = 0; i < n; i++)
        wide = int_max(wide, canvas_width(s->partners->entry[shown[i]].name));
    wide = int_min(wide, r.cols / 2);
    for (int i = 0; i < lines && top + i < n; i++)
        draw_entry(s, c, r, i, wide, &s->partners->entry[shown[top + i]], top + i == at);
    view_more(c, canvas_part(r, 0, 0, lines, r.cols), top, n);
    canvas_clip(c, r, r.rows - 1, 1, r.cols, ROLE_DIM, 0,
                "Space picks; with none picked: all matrices of the session, the baseline");
}

static void aside(const struct scene *s, char *text, size_t size)
{
    const int n = partners_picked(s->partners);
    if (n > 0)
        snprintf(text, size, "%d picked", n);
    else
        snprintf(text, size, "all");
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    int shown[PARTNERS_MAX], n = matching(s, shown);
    if (strcmp(word, "enter") == 0) {
        if (n > 0)
            view_command(reply, "partners", s->partners->entry[shown[int_min(own->at, n - 1)]].name);
        return true;
    }
    return view_move(word, &own->at, n, scene_page(s));
}

static void click(const struct scene *s, struct view_state *own, int row, int col, bool twice, struct view_reply *reply)
{
    int shown[PARTNERS_MAX], n = matching(s, shown), lines = s->inside.rows - 1;
    const int at = view_top(int_min(own->at, n - 1), n, lines) + row;
    if (row < 0 || row >= lines || at >= n)
        return;
    own->at = at;
    view_command(reply, "partners", s->partners->entry[shown[at]].name);
}

const struct view view_partners = {
    .name = "partners",
    .title = "Compare with",
    .help = "what the comparison of the Run panel shows beside the open matrix",
    .overlay = true,
    .filters = true,
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
