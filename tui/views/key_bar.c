/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the last line of the screen, and the status line. */
#include "tui/views/key_bar.h"

#include <stdio.h>
#include <string.h>

#include "tui/input/keys.h"
#include "tui/views/figure.h"

/* ---- status ---- */

/* What goes on; "": nothing does. */
static void busy_text(const struct app *a, char *text, size_t size)
{
    const struct model *m = a->model;
    const struct model_run *r = m->runs > 0 && !m->run[m->runs - 1].status[0] ? &m->run[m->runs - 1] : NULL;
    text[0] = 0;
    if (a->stopping)
        snprintf(text, size, "stopping");
    else if (a->fetch.pid && a->fetch.percent >= 0 && !a->open_cmd && !a->run_cmd)
        snprintf(text, size, "fetching %d%%", a->fetch.percent);
    else if (a->fetch.pid && !a->open_cmd && !a->run_cmd)
        snprintf(text, size, "fetching");
    else if (m->progressing && m->progress_total > 0) /* reading, or what comes before the first run */
        snprintf(text, size, "%s %.0f%%", m->progress_what, 100 * m->progress_done / m->progress_total);
    else if (a->open_cmd || m->progressing)
        snprintf(text, size, "%s", m->progressing && m->progress_what[0] ? m->progress_what : "reading");
    else if (r && r->of > 1)
        snprintf(text, size, "running %d of %d", r->index, r->of);
    else if (a->run_cmd || r)
        snprintf(text, size, "running");
    else if (!m->ready)
        snprintf(text, size, "starting");
}

/* What the engine is doing, and in which colour. */
static enum role state_text(const struct app *a, char *text, size_t size)
{
    char what[80];
    busy_text(a, what, sizeof what);
    if (a->over && !a->over_why[0]) { /* nothing is wrong after a recording */
        snprintf(text, size, "■ end of the recording");
        return ROLE_TEXT;
    }
    if (a->over)
        snprintf(text, size, "✗ no engine: r starts one");
    else if (what[0])
        snprintf(text, size, "%s %s", figure_spinner(a->now, a->plot != PLOT_BRAILLE), what);
    else
        snprintf(text, size, "● ready");
    return a->over ? ROLE_BAD : a->stopping ? ROLE_WARN : what[0] ? ROLE_FOCUS : ROLE_OK;
}

void edge_status(const struct app *a, struct canvas *c, struct rect r)
{
    const struct model_matrix *m = &a->model->matrix;
    char state[96], rows[TEXT_SIZE], cols[TEXT_SIZE], nnz[TEXT_SIZE], text[160], name[200];
    enum role role = state_text(a, state, sizeof state);
    int right = canvas_right(c, r, 0, r.cols - 1, role, ATTR_BOLD, state);
    struct rect left = canvas_part(r, 0, 0, 1, right - 1);
    int col = 1 + canvas_text(c, left, 0, 1, ROLE_FOCUS, ATTR_BOLD, "nzscope") + 2;
    if (a->specs > 1)
        col += canvas_print(c, left, 0, col, ROLE_DIM, 0, "%d/%d", a->spec_at + 1, a->specs) + 1;
    if (!m->open) {
        canvas_text(c, left, 0, col, ROLE_DIM, 0,
                    a->open_cmd || a->failed.text[0] ? a->opening : "the htop of sparse matrices");
        return;
    }
    text_count(rows, m->rows);
    text_count(cols, m->cols);
    text_count(nnz, m->nnz);
    /* a long name gives way to the sizes */
    snprintf(text, sizeof text, "%s × %s", rows, cols);
    int end = right - 3 - canvas_width(text), least = col + 12;
    end = end < least ? least : end;
    snprintf(name, sizeof name, "%s%s%s", m->name, m->reorder[0] ? " · " : "", m->reorder);
    if (col + canvas_width(name) > end) /* rather no order than a part of its name */
        snprintf(name, sizeof name, "%s", m->name);
    canvas_clip(c, left, 0, col, end, ROLE_TITLE, ATTR_BOLD, name);
    col = (col + canvas_width(name) < end ? col + canvas_width(name) : end) + 2;
    if (col + canvas_width(text) < right)
        col += canvas_text(c, left, 0, col, ROLE_TEXT, 0, text);
    snprintf(text, sizeof text, " · %s nonzeros", nnz);
    if (col + canvas_width(text) < right)
        col += canvas_text(c, left, 0, col, ROLE_TEXT, 0, text);
    settings_text(&a->settings, a->model, text, sizeof text);
    if (right - canvas_width(text) - 3 > col)
        canvas_right(c, left, 0, right - 3, ROLE_DIM, 0, text);
}

/* ---- keys ---- */

struct label {
    const char *key, *letter, *text, *command;
    int key_length, letter_length, col, cols;
};
enum { LABELS = 24 };

/* What gives way first where the keys do not all fit. */
static const char *const spare[] = { "theme", "scale", "sort", "filter", "zoom", "prompt", "next", "open", "mark" };
enum { SPARE = sizeof spare / sizeof *spare };

/* Whether this binding has a label now, when the first `dropped` of the spare ones do without. Under an overlay only
   its own keys count, and the way out. */
static bool is_shown(const struct app *a, const struct binding *b, int dropped)
{
    if (!b->label[0] || (b->view[0] && strcmp(b->view, views[app_view(a)]->name) != 0))
        return false;
    if (a->overlay >= 0 && !b->view[0] && strcmp(b->command, "quit") != 0)
        return false;
    if (strcmp(b->command, "next") == 0 && a->specs < 1 + a->model->matrix.open)
        return false;
    for (int i = 0; i < dropped; i++)
        if (strcmp(spare[i], b->command) == 0)
            return false;
    return true;
}

/* While something runs or is read, what stops it stands where `run` was; without an engine, what starts one. */
static const struct binding *now_bound(const struct app *a, const struct binding *b)
{
    static const struct binding stop = { "", "Esc", "stop", "Stop", "" }, start = { "", "F5 r", "run", "Start", "" };
    if (strcmp(b->command, "run") != 0)
        return b;
    return a->run_cmd || a->open_cmd || a->fetch.pid ? &stop : a->over_why[0] ? &start : b;
}

/* "F5 r Run" or, without `both`, "r Run". */
static struct label make_label(const struct binding *b, int col, bool both)
{
    struct label l = { .key = b->keys, .letter = b->keys, .text = b->label, .command = b->command, .col = col };
    const char *space = strchr(b->keys, ' ');
    if (space && b->keys[0] == 'F')
        l.letter = space + 1;
    l.letter_length = (int)strcspn(l.letter, " ");
    l.key_length = both && l.letter != l.key ? (int)strcspn(b->keys, " ") : 0;
    l.cols = l.key_length + (l.key_length > 0) + l.letter_length + 1 + canvas_width(l.text);
    return l;
}

/* The labels that fit: with the function keys where there is room for all of them. Returns their number. */
static int make_labels(const struct app *a, int cols, struct label out[LABELS])
{
    for (int dropped = -1; dropped <= SPARE; dropped++) {
        int n = 0, col = 1;
        for (int i = 0; i < key_bindings && n < LABELS; i++) {
            if (!is_shown(a, &key_table[i], dropped))
                continue;
            out[n] = make_label(now_bound(a, &key_table[i]), col, dropped < 0);
            col += out[n++].cols + 2;
        }
        if (col - 2 <= cols)
            return n;
        if (dropped == SPARE) {
            while (n > 0 && out[n - 1].col + out[n - 1].cols > cols)
                n--;
            return n;
        }
    }
    return 0;
}

static void draw_labels(const struct app *a, struct canvas *c, struct rect r)
{
    struct label label[LABELS];
    int n = make_labels(a, r.cols, label);
    for (int i = 0; i < n; i++) {
        const struct label *l = &label[i];
        int col = l->col;
        if (l->key_length)
            col += canvas_print(c, r, 0, col, ROLE_KEY, 0, "%.*s", l->key_length, l->key) + 1;
        col += canvas_print(c, r, 0, col, ROLE_KEY, ATTR_BOLD, "%.*s", l->letter_length, l->letter) + 1;
        canvas_text(c, r, 0, col, ROLE_DIM, 0, l->text);
    }
}

const char *edge_command(const struct app *a, int col)
{
    struct label label[LABELS];
    if (a->line || a->typing || a->message[0])
        return NULL;
    int n = make_labels(a, a->cols, label);
    for (int i = 0; i < n; i++)
        if (col >= label[i].col && col < label[i].col + label[i].cols)
            return label[i].command;
    return NULL;
}

/* Text with a cursor before byte `cursor`; shifted so that the cursor stays in sight. */
static void draw_line(struct canvas *c, struct rect r, const char *prompt, const char *line, int cursor)
{
    int before = 0, bytes, start = canvas_width(prompt) + 1;
    for (const char *p = line; *p && p - line < cursor; p += bytes, before++)
        canvas_decode(p, &bytes);
    int room = r.cols - start - 2, skip = before > room ? before - room : 0;
    canvas_text(c, r, 0, 1, ROLE_KEY, ATTR_BOLD, prompt);
    struct rect field = canvas_part(r, 0, start, 1, r.cols - start);
    canvas_text(c, field, 0, -skip, ROLE_TEXT, 0, line);
    const char *at = line + cursor;
    canvas_put(c, field, 0, before - skip, *at ? canvas_decode(at, &bytes) : ' ', ROLE_TEXT, ATTR_REVERSE);
}

void edge_keys(const struct app *a, struct canvas *c, struct rect r)
{
    if (a->line)
        draw_line(c, r, a->prompt ? a->prompt : ":", a->line, a->cursor);
    else if (a->typing)
        draw_line(c, r, "/", a->input, (int)strlen(a->input));
    else if (!a->message[0])
        draw_labels(a, c, r);
}

static struct rect clear_lines(struct canvas *c, struct rect r, int rows)
{
    struct rect lines = canvas_part(r, r.rows - rows, 0, rows, r.cols);
    for (int i = 0; i < lines.rows; i++)
        for (int j = 0; j < lines.cols; j++)
            canvas_put(c, lines, i, j, ' ', ROLE_TEXT, 0);
    return lines;
}

/* What covers panels is set apart from them. */
static void rule_above(struct canvas *c, struct rect r, int rows, enum role role)
{
    for (int j = 0; j < r.cols && rows < r.rows; j++)
        canvas_put(c, r, r.rows - rows - 1, j, 0x2500, role, 0);
}

/* A message is shown whole: it takes as many lines from the bottom as it needs. */
void edge_message(const struct app *a, struct canvas *c, struct rect screen)
{
    if (!a->message[0] || a->line || a->typing)
        return;
    struct canvas none = { 0 };
    struct rect room = { 0, 0, screen.rows / 2, screen.cols - 1 };
    int rows = canvas_wrap(&none, room, 0, 1, room.rows, ROLE_TEXT, a->message);
    struct rect r = clear_lines(c, screen, rows);
    if (rows > 1)
        rule_above(c, screen, rows, a->message_bad ? ROLE_BAD : ROLE_FRAME);
    r.cols--;
    canvas_wrap(c, r, 0, 1, rows, a->message_bad ? ROLE_BAD : ROLE_TEXT, a->message);
}

void edge_offer(const struct app *a, struct canvas *c, struct rect body)
{
    int width = 0, n = 0;
    char text[sizeof a->offer];
    snprintf(text, sizeof text, "%s", a->offer);
    for (char *p = a->offer[0] ? text : NULL, *save = NULL; (p = strtok_r(p, " ", &save)); p = NULL, n++)
        width = canvas_width(p) > width ? canvas_width(p) : width;
    int across = body.cols / (width + 2) > 0 ? body.cols / (width + 2) : 1, rows = (n + across - 1) / across;
    rows = rows > body.rows ? body.rows : rows;
    struct rect r = clear_lines(c, body, rows);
    rule_above(c, body, rows, ROLE_FRAME);
    snprintf(text, sizeof text, "%s", a->offer);
    int i = 0;
    for (char *p = text, *save = NULL; (p = strtok_r(p, " ", &save)); p = NULL, i++)
        canvas_text(c, r, i / across, 1 + i % across * (width + 2), ROLE_TITLE, 0, p);
}
