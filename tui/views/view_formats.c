/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_formats: the cost of each storage format for this matrix, computed before anything is built. */
#include "core/matrix/format.h"
#include "tui/views/why.h"

static const struct {
    const char *verdict, *mark, *ascii;
    enum role role;
} verdicts[] = {
    { "ok", "✓", "+", ROLE_OK },
    { "wasteful", "!", "!", ROLE_WARN },
    { "too big", "✗", "x", ROLE_BAD },
    { "no", "–", "-", ROLE_DIM },
};

enum { VERDICT = 28 }; /* the column where it begins */

/* "64× CSR" instead of the word "wasteful", from CSR's bytes. */
static const char *verdict_text(const struct model_format *f, double csr, char out[TEXT_SIZE])
{
    const double times = f->bytes / csr;
    if (!(csr > 0) || strcmp(f->verdict, "wasteful") != 0)
        return f->verdict;
    return strcat(times < 999.5 ? figure_times(out, times) : strcpy(out, ">999×"), " CSR");
}

static void draw_verdict(struct canvas *c, struct rect r, int row, int col, const struct model_format *f, double csr)
{
    char text[TEXT_SIZE];
    for (size_t i = 0; i < COUNT(verdicts); i++)
        if (strcmp(verdicts[i].verdict, f->verdict) == 0) {
            col += canvas_text(c, r, row, col, verdicts[i].role, 0, c->ascii ? verdicts[i].ascii : verdicts[i].mark);
            if (r.cols >= VERDICT + 11) /* no room for the word: only the mark */
                canvas_text(c, r, row, col + 1, verdicts[i].role, 0, verdict_text(f, csr, text));
            return;
        }
    canvas_text(c, r, row, col, ROLE_TEXT, 0, f->verdict);
}

/* From BROAD on, each text fits one line, and the bar fills the next. */
enum { TEXT = 40, WIDE = 57, BROAD = 112, BAR = 36, CROWDED = 8 };

/* The bytes that a whole bar stands for: those of the largest format up to CROWDED times the smallest. */
static double whole_bar(const struct model *m, const int *shown, int n)
{
    double smallest = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        const double bytes = m->format[shown[i]].bytes;
        smallest = bytes > 0 && (smallest == 0 || bytes < smallest) ? bytes : smallest;
    }
    for (int i = 0; i < n; i++) {
        const double bytes = m->format[shown[i]].bytes;
        largest = bytes <= CROWDED * smallest && bytes > largest ? bytes : largest;
    }
    return largest;
}

/* Entries █ and padding ▒ as one bar. Of a format that takes more than `whole` bytes it has their true shares, and ends
   in ▸▸▸. */
static void draw_bytes(struct canvas *c, struct rect r, int row, const struct model_format *f, double whole)
{
    struct rect bar = canvas_part(r, row, 2, 1, r.cols < BROAD ? BAR : r.cols - 4);
    double all = fmin(f->bytes / whole, 1) * bar.cols, useful = f->padding > 1 ? all / f->padding : all;
    if (!(f->bytes > 0) || !(whole > 0))
        return;
    useful =
        fmax(round(all) - round(all - useful), 1); /* padding has whole cells: ends are comparable only if all have */
    for (int i = (int)useful; i < lround(all); i++)
        canvas_put(c, bar, 0, i, 0x2592, ROLE_HEAT3, 0);
    canvas_bar(c, bar, 0, 0, useful, ROLE_HEAT1);
    for (int i = 1; f->bytes > whole && i <= 3; i++)
        canvas_put(c, bar, 0, bar.cols - i, 0x25b8, ROLE_WARN, ATTR_BOLD);
}

/* What a format is, or why it cannot be; where a kernel has run with less padding or more, that. */
static void describe(const struct model *m, const struct model_format *f, char *out, size_t size)
{
    char padding[TEXT_SIZE];
    const struct model_run *r = cost_own_layout(m, f);
    const struct format *known = format_find(f->name);
    if (r && known && m->matrix.nnz > 0)
        snprintf(out, size, "%s pads %s, laid out in its own way; listed: %s", r->kernel,
                 figure_padding(padding, r->slots / (double)m->matrix.nnz), known->title);
    else
        snprintf(out, size, "%s", f->why[0] && strcmp(f->verdict, "ok") != 0 ? f->why : f->what);
}

/* On `pitch` lines: from two on, with its bytes as a bar. */
static void draw_format(const struct model *m, struct canvas *c, struct rect r, int row, const struct model_format *f,
                        bool here, int pitch)
{
    char text[TEXT_SIZE], label[TEXT_SIZE], what[400];
    const struct model_format *csr = cost_format(m, "csr");
    canvas_text(c, r, row, 0, here ? ROLE_FOCUS : ROLE_TEXT, here ? ATTR_BOLD : 0, here ? "▸" : " ");
    canvas_text(c, r, row, 1, ROLE_TITLE, 0, figure_format(label, f->name, f->block));
    canvas_right(c, r, row, 18, ROLE_TEXT, 0, figure_bytes(text, f->bytes));
    canvas_right(c, r, row, 26, ROLE_DIM, 0, f->padding > 0 ? figure_padding(text, f->padding) : "");
    draw_verdict(c, r, row, VERDICT, f, csr ? csr->bytes : 0);
    describe(m, f, what, sizeof what);
    if (r.cols >= WIDE)
        canvas_wrap(c, r, row, TEXT, pitch > 1 && r.cols < BROAD ? 2 : 1, ROLE_DIM, what);
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int shown[MODEL_FORMATS], n = model_formats_known(s->model, shown), at = int_min(s->state[VIEW_formats].at, n - 1);
    bool focus = s->focus == VIEW_formats, head = r.rows > 4, foot = focus && r.rows > n + 1 && r.cols < WIDE;
    const double whole = whole_bar(s->model, shown, n);
    if (n == 0) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, "–");
        return;
    }
    if (head) {
        canvas_text(c, r, 0, 1, ROLE_DIM, 0, "format");
        canvas_right(c, r, 0, 18, ROLE_DIM, 0, "bytes");
        canvas_right(c, r, 0, 26, ROLE_DIM, 0, "padding");
    }
    int pitch = r.cols < WIDE ? 1 : view_pitch(r.rows - head, n), lines = foot || pitch > 1 ? n : r.rows - head,
        top = view_top(at, n, lines);
    if (head && pitch > 1)
        canvas_text(c, r, 0, VERDICT, ROLE_DIM, 0, "█ entries  ▒ padding  ▸▸▸ more");
    for (int i = 0; i < lines && top + i < n; i++) {
        const struct model_format *f = &s->model->format[shown[top + i]];
        draw_format(s->model, c, r, head + pitch * i, f, focus && top + i == at, pitch);
        if (pitch > 1)
            draw_bytes(c, r, head + pitch * i + 1, f, whole);
    }
    view_more(c, canvas_part(r, head, 0, lines, r.cols), top, n);
    char what[400];
    describe(s->model, &s->model->format[shown[at]], what, sizeof what);
    if (foot)
        canvas_wrap(c, r, head + n, 1, r.rows - head - n, ROLE_DIM, what);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    int shown[MODEL_FORMATS];
    if (model_formats_known(s->model, shown))
        snprintf(text, size, "%s", settings_get(s->settings, "type", "f64"));
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    int shown[MODEL_FORMATS];
    return view_move(word, &own->at, model_formats_known(s->model, shown), scene_page(s));
}

const struct view view_formats = {
    .name = "formats",
    .title = "Formats",
    .help = "what each storage format would take: bytes, padding, verdict (✓ ok, ! twice CSR's or more, ✗ too big, – "
            "cannot be)",
    .below = 1u << VIEW_rows | 1u << VIEW_spy,
    .aside = aside,
    .draw = draw,
    .act = act,
};
