/* SPDX-License-Identifier: GPL-3.0-or-later */
/* microscope_foot: the lines below matrix and arrays: what the step does, and what the format costs. */
#include "tui/views/microscope.h"
#include "tui/views/why.h"

/* Before the first step: what steps do and, where there is room for it, that the window moves, and how places are
   counted. */
static void say_begin(char *out, size_t size, const struct arrays *a, bool rest, int cols)
{
    const char *const more[] = { rest ? "; arrows show the rest" : "", "; rows, columns from 0 (.mtx: from 1)" };
    bool outside = false;
    for (int t = 0; t < a->steps; t++)
        outside |= a->step[t].many > 0 && !a->step[t].padding;
    int n = snprintf(out, size, "Space: y = A*x in %d step%s; x = 1, 2, 3 …%s", a->steps, text_plural(a->steps),
                     outside ? ", 1 outside" : "");
    for (int i = 0; i < 2; i++)
        if (canvas_width(out) + (int)strlen(more[i]) <= cols)
            n += snprintf(out + n, size - (size_t)n, "%s", more[i]);
}

/* The step of all padding of a row, or of all its entries outside the window, whose sum may be unknown. */
static void say_many(char *out, size_t size, const struct arrays_step *t, long long row)
{
    char many[TEXT_SIZE], sum[TEXT_SIZE];
    const bool known = !t->padding && !isnan(t->value);
    snprintf(out, size, known ? "y[%lld] += %s: " : "row %lld: ", row, arrays_number(sum, t->value));
    text_add(out, size, "%s %s", text_count(many, t->many),
             t->padding     ? "slots of padding, read and multiplied for nothing"
             : t->many == 1 ? "entry outside of the window"
                            : "entries outside of the window");
}

/* With k > 1 a step is done for as many columns of X, of which the picture has one. */
static void add_columns(const struct scene *s, char *text, size_t size, int cols)
{
    char more[60];
    const int64_t k = strtoll(settings_get(s->settings, "k", "1"), NULL, 10);
    snprintf(more, sizeof more, "   the same for %lld columns of X", (long long)k);
    if (k > 1 && canvas_width(text) + canvas_width(more) <= cols)
        text_add(text, size, "%s", more);
}

void microscope_step(const struct scene *s, struct canvas *c, struct rect r, int row, const struct arrays *a, int done)
{
    char text[200], value[TEXT_SIZE];
    const struct model_window *w = &s->model->window;
    const bool rest = w->to[0] - w->from[0] < s->model->matrix.rows || w->to[1] - w->from[1] < s->model->matrix.cols;
    const long long from[2] = { (long long)w->from[0], (long long)w->from[1] };
    const struct arrays_step *t = done ? &a->step[done - 1] : NULL;
    const char *times = c->ascii ? "*" : "·";
    if (a->magnitudes)
        snprintf(text, sizeof text, "The entries are complex: each number is |a|, and nothing is multiplied");
    else if (!t)
        say_begin(text, sizeof text, a, rest, r.cols);
    else if (t->many)
        say_many(text + snprintf(text, sizeof text, "step %d of %d   ", done, a->steps), 160, t, from[0] + t->row);
    else if (t->padding)
        snprintf(text, sizeof text,
                 "step %d of %d   y[%lld] += 0 %s x[%lld]   padding: read and multiplied for nothing", done, a->steps,
                 from[0] + t->row, times, from[1] + t->col);
    else
        snprintf(text, sizeof text, "step %d of %d   y[%lld] += %s %s x[%lld] = %s %s %.0f", done, a->steps,
                 from[0] + t->row, arrays_number(value, t->value), times, from[1] + t->col, value, times, arrays_x(t));
    if (t)
        add_columns(s, text, sizeof text, r.cols);
    canvas_clip(c, r, row, 0, r.cols,
                t && t->padding ? ROLE_WARN
                : t             ? ROLE_FOCUS
                                : ROLE_TEXT,
                t ? ATTR_BOLD : 0, text);
}

/* Whether the place that was wanted is empty: the window does not hold it. */
static bool is_elsewhere(const struct scene *s)
{
    const struct microscope_state *own = &s->state[VIEW_microscope].microscope;
    const struct model_window *w = &s->model->window;
    bool inside = true;
    for (int d = 0; d < 2; d++)
        inside &= own->from[d] >= (double)w->from[d] && own->from[d] < (double)w->to[d];
    return own->place == WINDOW_NEAR && !inside;
}

/* The row of the window with the most entries, outside of it too. */
static int longest_of(const struct model_window *w)
{
    int longest = 0;
    for (int i = 0; i < w->to[0] - w->from[0] && i < MODEL_WINDOW; i++)
        longest = w->length[i] > w->length[longest] ? i : longest;
    return longest;
}

static bool is_longest(const struct scene *s)
{
    return s->state[VIEW_microscope].microscope.place == WINDOW_LONGEST;
}

int microscope_marked(const struct scene *s)
{
    return is_longest(s) ? longest_of(&s->model->window) : -1;
}

int microscope_facts(const struct scene *s, struct canvas *c, struct rect r, const struct model_format *f,
                     const struct arrays *a)
{
    const struct model_window *w = &s->model->window;
    const int longest = longest_of(w);
    int row = 0;
    char text[400], whole[300] = "", number[TEXT_SIZE];
    struct cost cost;
    snprintf(text, sizeof text, "%s: %s slot%s",
             a->whole   ? "These rows"
             : a->alone ? "As if the rows ended at the window"
                        : "Window",
             text_count(whole, a->slots), text_plural((int)a->slots));
    text_add(text, sizeof text, " for %s entr%s", text_count(whole, a->entries), a->entries == 1 ? "y" : "ies");
    if (a->slots > a->entries)
        text_add(text, sizeof text, ", %.0f%% padding (%s)", 100.0 * (double)(a->slots - a->entries) / (double)a->slots,
                 ARRAYS_PADDING);
    if (is_longest(s) || (a->alone && !a->note[0] && w->length[longest] > w->to[1] - w->from[1]))
        text_add(text, sizeof text, "; row %s %s %s entries%s", text_count(number, w->from[0] + longest),
                 is_longest(s) ? "is the longest:" : "has", text_count(whole, w->length[longest]),
                 is_longest(s) ? "" : " in all");
    if (a->note[0])
        text_add(text, sizeof text, "; %s", a->note);
    if (is_elsewhere(s))
        text_add(text, sizeof text, "; the nearest to where you looked, which is empty");
    row += canvas_wrap(c, r, row, 0, 2, ROLE_DIM, text);
    if (cost_of(s->model, f, &(struct cost_wish){ .k = 1 }, &cost)) {
        cost_text(s->model, f, &cost, whole, sizeof whole);
        snprintf(text, sizeof text, "The whole matrix: %s", whole);
        const struct model_run *own = cost_own_layout(s->model, f);
        if (own)
            text_add(text, sizeof text, "; %s pads %s", own->kernel,
                     figure_padding(number, own->slots / (double)s->model->matrix.nnz));
        row += canvas_wrap(c, r, row, 0, 2, ROLE_TEXT, text);
    }
    return row;
}
