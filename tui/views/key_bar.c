/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the last line: keys, what is being typed; and the message above it. */
#include "tui/views/frame.h"

#include "tui/link/tape.h"
#include "tui/views/kernels.h"

struct key_label {
    const char *key, *letter, *text, *command;
    int key_length, letter_length, col, cols;
    char count[8]; /* behind the text: " 2", of the marked kernels that it would run alone */
};
enum { LABELS = 24 };

/* Labels dropped, in this order, if not all fit. */
static const char *const spare[] = { "theme", "compare", "microscope", "scale", "sort", "filter", "mark",
                                     "zoom",  "answer",  "line",       "next",  "open", "why" };
enum { SPARE = COUNT(spare) };

/* Whether this binding has a label, without the first `dropped` spare ones; an overlay has only its own keys. */
static bool is_shown(const struct scene *s, const struct binding *b, int dropped)
{
    if (*s->mode && strcmp(b->view, s->mode) == 0)
        return b->label[0] && (s->overlay < 0 || !views[s->overlay]->filters);
    if (s->tape && (strcmp(b->command, "run") == 0 || strcmp(b->command, "open") == 0 ||
                    strncmp(b->keys, "Space", 5) == 0)) /* there is no engine */
        return false;
    if (!b->label[0] || (b->view[0] && strcmp(b->view, views[s->overlay >= 0 ? s->overlay : s->focus]->name) != 0))
        return false;
    if (s->overlay >= 0 && !b->view[0])
        return false;
    if (strcmp(b->command, "next") == 0 && s->specs < 1 + s->model->matrix.open)
        return false;
    const bool pair = s->marks->n == 2 && !s->running && !s->tape,
               compare = strcmp(b->command, "compare") == 0 && s->overlay < 0;
    if (compare && !pair && s->focus != VIEW_run)
        return false;
    for (int i = 0; i < dropped; i++)
        if (strcmp(spare[i], b->command) == 0 && s->overlay < 0 && !(compare && pair && dropped < SPARE))
            return false;
    return true;
}

/* Instead of `run`: `stop` while the engine is busy, `start` without an engine; the way out of a zoomed view; `play`
   while a replay is paused or over. */
static const struct binding *now_bound(const struct scene *s, const struct binding *b)
{
    static const struct binding stop = { "", "Esc", "stop", "Stop", "" }, start = { "", "F5 r", "run", "Start", "" },
                                stop_zoomed = { "", "Ctrl-C", "stop", "Stop", "" }, /* there Esc leaves the zoom */
        back = { "", "Esc", "back", "Back", "" }, play = { "", "Space", "play pause", "Play", "" };
    if (strcmp(b->command, "play pause") == 0)
        return s->tape && (s->over || tape_state(s->tape).paused) ? &play : b;
    if (strcmp(b->command, "zoom") == 0)
        return s->zoomed ? &back : b;
    if (strcmp(b->command, "run") != 0)
        return b;
    return s->running || s->opening || s->fetching ? s->zoomed ? &stop_zoomed : &stop : s->over_why[0] ? &start : b;
}

/* "F5 r Run" or, without `both`, "r Run"; of two marked kernels "r Run 2". */
static struct key_label make_label(const struct scene *s, const struct binding *b, int col, bool both)
{
    struct key_label l = { .key = b->keys, .letter = b->keys, .text = b->label, .command = b->command, .col = col };
    const char *space = strchr(b->keys, ' ');
    if (space && b->keys[0] == 'F')
        l.letter = space + 1;
    l.letter_length = (int)strcspn(l.letter, " ");
    l.key_length = both && l.letter != l.key ? (int)strcspn(b->keys, " ") : 0;
    const int marks = strcmp(b->label, "Run") == 0 ? kernels_marks(s) : 0;
    if (marks > 0)
        snprintf(l.count, sizeof l.count, " %d", marks % 1000);
    l.cols = l.key_length + (l.key_length > 0) + l.letter_length + 1 + canvas_width(l.text) + (int)strlen(l.count);
    return l;
}

/* Whether a mode uses its function key: in a tour, F5 from a clicker runs nothing. */
static bool is_taken(const struct scene *s, const struct binding *b)
{
    const struct binding *by = *s->mode ? key_find(key_code(b->keys, strcspn(b->keys, " ")), s->mode, "") : NULL;
    return by && strcmp(by->view, s->mode) == 0;
}

/* The labels that fit, with function keys if all fit. Returns their number. */
static int make_labels(const struct scene *s, int cols, struct key_label out[LABELS])
{
    for (int dropped = -1; dropped <= SPARE; dropped++) {
        int n = 0, col = 1;
        for (int i = 0; i < key_bindings && n < LABELS; i++) {
            if (!is_shown(s, &key_table[i], dropped))
                continue;
            const struct binding *b = now_bound(s, &key_table[i]);
            out[n] = make_label(s, b, col, dropped < 0 && !is_taken(s, b));
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

static void draw_labels(const struct scene *s, struct canvas *c, struct rect r)
{
    struct key_label label[LABELS];
    int n = make_labels(s, r.cols, label);
    for (int i = 0; i < n; i++) {
        const struct key_label *l = &label[i];
        int col = l->col;
        if (l->key_length)
            col += canvas_print(c, r, 0, col, ROLE_KEY, 0, "%.*s", l->key_length, l->key) + 1;
        col += canvas_print(c, r, 0, col, ROLE_KEY, ATTR_BOLD, "%.*s", l->letter_length, l->letter) + 1;
        canvas_print(c, r, 0, col, ROLE_DIM, 0, "%s%s", l->text, l->count);
    }
}

const char *key_bar_command(const struct scene *s, int cols, int col)
{
    struct key_label label[LABELS];
    if (s->dialog->line || s->dialog->typing || s->dialog->message[0])
        return NULL;
    int n = make_labels(s, cols, label);
    for (int i = 0; i < n; i++)
        if (col >= label[i].col && col < label[i].col + label[i].cols)
            return label[i].command;
    return NULL;
}

/* Text with a cursor before byte `cursor`, shifted so that the cursor is visible. */
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

void key_bar_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    if (s->dialog->line)
        draw_line(c, r, s->dialog->prompt ? s->dialog->prompt : ":", s->dialog->line, s->dialog->cursor);
    else if (s->dialog->typing)
        draw_line(c, r, "/", s->dialog->input, (int)strlen(s->dialog->input));
    else if (!s->dialog->message[0])
        draw_labels(s, c, r);
}

static struct rect clear_lines(struct canvas *c, struct rect r, int rows)
{
    struct rect lines = canvas_part(r, r.rows - rows, 0, rows, r.cols);
    for (int i = 0; i < lines.rows; i++)
        for (int j = 0; j < lines.cols; j++)
            canvas_put(c, lines, i, j, ' ', ROLE_TEXT, 0);
    return lines;
}

/* A rule between the panels and what covers them. */
static void rule_above(struct canvas *c, struct rect r, int rows, enum role role)
{
    for (int j = 0; j < r.cols && rows < r.rows; j++)
        canvas_put(c, r, r.rows - rows - 1, j, 0x2500, role, 0);
}

/* A message takes as many lines from the bottom as it needs. */
void key_bar_message(const struct scene *s, struct canvas *c, struct rect screen)
{
    if (!s->dialog->message[0] || s->dialog->line || s->dialog->typing)
        return;
    const int rows = canvas_lines(s->dialog->message, screen.cols - 2, screen.rows / 2);
    struct rect r = clear_lines(c, screen, rows);
    if (rows > 1)
        rule_above(c, screen, rows, s->dialog->bad ? ROLE_BAD : ROLE_FRAME);
    r.cols--;
    canvas_wrap(c, r, 0, 1, rows, s->dialog->bad ? ROLE_BAD : ROLE_TEXT, s->dialog->message);
}

/* In columns, over at most a third of the screen; the last place shows how many more there are. */
void key_bar_offer(const struct scene *s, struct canvas *c, struct rect body)
{
    const int all = s->dialog->offers;
    int width = 12, n = 0;
    char text[sizeof s->dialog->offer], *word[sizeof text / 2];
    snprintf(text, sizeof text, "%s", s->dialog->offer);
    for (char *p = text, *save = NULL; (p = strtok_r(p, "\n", &save)); p = NULL)
        word[n++] = p;
    for (int i = 0; i < n; i++)
        width = int_max(width, canvas_width(word[i]));
    int across = (body.cols - 1) / (width + 2) > 0 ? (body.cols - 1) / (width + 2) : 1;
    int rows = (all + across - 1) / across, most = body.rows > 6 ? body.rows / 3 : 2;
    rows = rows > most ? most : rows;
    n = n < rows * across ? n : rows * across;
    n -= n < all && n == rows * across;
    struct rect r = clear_lines(c, body, rows);
    rule_above(c, body, rows, ROLE_FRAME);
    for (int i = 0; i < n; i++) {
        int col = 1 + i % across * (width + 2);
        canvas_clip(c, r, i / across, col, col + width, ROLE_TITLE, 0, word[i]);
    }
    if (n < all)
        canvas_print(c, r, n / across, 1 + n % across * (width + 2), ROLE_DIM, 0, "… %d more", all - n);
}
