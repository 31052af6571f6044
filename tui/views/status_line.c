/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_line: the first line of the screen. */
#include "tui/views/frame.h"

#include "tui/model/flags.h"

enum {
    HOST = 20,   /* cells for the name of the engine's machine */
    SILENT_S = 6 /* shorter silence of another machine is not reported */
};

/* What the engine is doing; "": nothing. */
static void busy_text(const struct scene *s, char *text, size_t size)
{
    const struct model *m = s->model;
    const struct model_run *r = m->runs > 0 && !m->run[m->runs - 1].status[0] ? &m->run[m->runs - 1] : NULL;
    text[0] = 0;
    if (s->stopping)
        snprintf(text, size, "stopping");
    else if (!m->ready && s->host[0])
        snprintf(text, size, "connecting");
    else if (s->fetching && s->fetched >= 0 && !s->opening && !s->running)
        snprintf(text, size, "fetching %d%%", s->fetched);
    else if (s->fetching && !s->opening && !s->running)
        snprintf(text, size, "fetching");
    else if (m->progressing && m->progress_total > 0) /* reading, or preparing the first run */
        snprintf(text, size, "%s %.0f%%", m->progress_what, 100 * m->progress_done / m->progress_total);
    else if (s->opening || m->progressing)
        snprintf(text, size, "%s", m->progressing && m->progress_what[0] ? m->progress_what : "reading");
    else if (r && r->runs > 1)
        snprintf(text, size, "running %d of %d", r->nth, r->runs);
    else if (s->running || r)
        snprintf(text, size, "running");
    else if (!m->ready)
        snprintf(text, size, "starting");
}

static enum role state_text(const struct scene *s, char *text, size_t size)
{
    char what[80];
    busy_text(s, what, sizeof what);
    if (s->host[0] && s->silent >= SILENT_S)
        text_add(what, sizeof what, ", silent for %.0f s", s->silent);
    if (s->over && !s->over_why[0]) { /* the end of a recording is no error */
        snprintf(text, size, "■ end of the recording");
        return ROLE_TEXT;
    }
    if (s->over && s->host[0])
        snprintf(text, size, "✗ not connected: r connects");
    else if (s->over)
        snprintf(text, size, "✗ no engine: r starts one");
    else if (what[0])
        snprintf(text, size, "%s %s", scene_spinner(s), what);
    else
        snprintf(text, size, "● ready");
    return s->over ? ROLE_BAD : s->stopping ? ROLE_WARN : what[0] ? ROLE_FOCUS : ROLE_OK;
}

/* The open matrix from column `col` on, and what r runs, in the columns before `right`. */
static void draw_matrix(const struct scene *s, struct canvas *c, struct rect left, int col, int right)
{
    const struct model_matrix *m = &s->model->matrix;
    char rows[TEXT_SIZE], cols[TEXT_SIZE], nnz[TEXT_SIZE], text[160], name[200];
    text_count(rows, m->rows);
    text_count(cols, m->cols);
    text_count(nnz, m->nnz);
    /* a long name makes room for the sizes */
    snprintf(text, sizeof text, "%s × %s", rows, cols);
    const int end = int_max(right - 3 - canvas_width(text), col + 12);
    snprintf(name, sizeof name, "%s%s%s", m->name, m->reorder[0] ? " · " : "", m->reorder);
    if (col + canvas_width(name) > end) /* no room for the order */
        snprintf(name, sizeof name, "%s", m->name);
    canvas_clip(c, left, 0, col, end, ROLE_TITLE, ATTR_BOLD, name);
    col = int_min(col + canvas_width(name), end) + 2;
    if (col + canvas_width(text) < right)
        col += canvas_text(c, left, 0, col, ROLE_TEXT, 0, text);
    snprintf(text, sizeof text, " · %s NaN or Inf", text_count(rows, m->nonfinite));
    if (m->nonfinite > 0 && col + canvas_width(text) < right)
        col += canvas_text(c, left, 0, col, ROLE_WARN, 0, text);
    snprintf(text, sizeof text, " · %s nonzero%s", nnz, text_plural(m->nnz));
    if (col + canvas_width(text) < right)
        col += canvas_text(c, left, 0, col, ROLE_TEXT, 0, text);
    /* shown runs may have other settings; recorded ones also other threads, which only their panel tells */
    const bool recorded = s->model->runs > 0 && flags_recorded(&s->model->run[s->model->runs - 1]);
    snprintf(text, sizeof text, "r runs ");
    settings_text(s->settings, s->model, text + strlen(text), sizeof text - strlen(text));
    if (right - canvas_width(text) - 3 > col && m->runnable && !s->replay && !recorded)
        canvas_right(c, left, 0, right - 3, ROLE_DIM, 0, text);
}

void status_line_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    char state[96], text[160];
    enum role role = state_text(s, state, sizeof state);
    int right = canvas_right(c, r, 0, r.cols - 1, role, ATTR_BOLD, state);
    if (s->unread > 0 && r.cols >= 60) { /* the tab of the log also counts them */
        snprintf(text, sizeof text, "%s %d", s->ascii ? "!" : "⚠", s->unread);
        right = canvas_right(c, canvas_part(r, 0, 0, 1, right - 1), 0, right - 2, ROLE_WARN, ATTR_BOLD, text);
    }
    struct rect left = canvas_part(r, 0, 0, 1, right - 1);
    int col = 1 + canvas_text(c, left, 0, 1, ROLE_FOCUS, ATTR_BOLD, "nzscope") + 2;
    if (s->host[0]) {
        snprintf(text, sizeof text, "on %s", s->host);
        canvas_clip(c, left, 0, col, col + HOST, ROLE_WARN, ATTR_BOLD, text);
        col += int_min(canvas_width(text), HOST) + 2;
    }
    if (s->specs > 1)
        col += canvas_print(c, left, 0, col, ROLE_DIM, 0, "%d/%d", s->spec_at + 1, s->specs) + 1;
    if (s->model->matrix.open)
        draw_matrix(s, c, left, col, right);
    else
        canvas_text(c, left, 0, col, ROLE_DIM, 0,
                    s->opening || s->failed[0] || s->over ? s->spec : "the htop of sparse matrices");
}
