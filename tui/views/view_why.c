/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_why: one card that says why a run or a format is fast or slow: bytes, work of each thread, what bounds it. */
#include "tui/views/stack.h"
#include "tui/views/why.h"

static const struct stack_piece pieces[COST_PARTS] = {
    [COST_VALUES] = { "values", 0x2588, '#', ROLE_OK },
    [COST_INDICES] = { "indices", 0x2593, '=', ROLE_CPU },
    [COST_PADDING] = { "padding", 0x2591, '.', ROLE_BAD },
    [COST_X] = { "X", 0x2592, 'x', ROLE_GPU },
    [COST_Y] = { "Y", 0x2590, 'y', ROLE_PEER },
};

/* The bytes of a product as one bar, its pieces below: only those of X and Y grow with k. Returns the rows used. */
static int draw_bytes(struct canvas *c, struct rect r, int row, const struct why *w)
{
    const struct cost *cost = &w->cost;
    const int64_t k = w->k;
    char text[120], bytes[TEXT_SIZE], share[TEXT_SIZE];
    const double columns = cost->part[COST_X] + cost->part[COST_Y], flops = 2 * cost->nnz;
    snprintf(text, sizeof text, "One product %s %s%s: %s flop a byte", w->varies ? "would move" : "moves",
             figure_bytes(bytes, cost->sum), w->varies ? " as listed" : " at least",
             figure_number(share, flops * (double)k / cost->sum));
    if (k > 1)
        text_add(text, sizeof text, " (k=1: %s)",
                 figure_number(share, flops / (cost->sum - columns + columns / (double)k)));
    canvas_clip(c, r, row++, 0, r.cols, ROLE_TITLE, ATTR_BOLD, text);
    stack_draw(c, r, row++, 0, r.cols - 2, pieces, cost->part, COST_PARTS);
    for (int part = 0, col = 0; part < COST_PARTS; part++) {
        if (!(cost->part[part] > 0))
            continue;
        snprintf(text, sizeof text, "%s %s %s", pieces[part].name, figure_bytes(bytes, cost->part[part]),
                 figure_percent(share, cost->part[part] / cost->sum));
        if (col > 0 && col + canvas_width(text) + 2 > r.cols) {
            col = 0;
            row++;
        }
        stack_put(c, r, row, col, &pieces[part]);
        canvas_text(c, r, row, col + 2, ROLE_TEXT, 0, text);
        col += canvas_width(text) + 4;
    }
    return row + 1;
}

/* A column of `high` rows whose last one is on `row`, filled to `share`, its upper part `rows` shaded; above that, if
   it is of one worker, lightly shaded: it waits. Returns whether there is room above. */
static bool put_column(struct canvas *c, struct rect r, int row, int col, int wide, int high, double share, double rows,
                       bool each)
{
    const int eighths = share > 0 ? (int)fmax(1, round(share * high * 8)) : 0;
    const int entries = (int)lround((share - rows) * high);
    for (int i = 0; i < high; i++)
        for (int j = 0; j < wide; j++)
            if (eighths >= 8 * (i + 1) && i >= entries && rows > 0)
                canvas_put(c, r, row - i, col + j, 0x2592, ROLE_CPU_BAR, 0);
            else if (eighths > 8 * i)
                canvas_put(c, r, row - i, col + j,
                           eighths >= 8 * (i + 1) ? 0x2588 : 0x2580 + (uint32_t)(eighths - 8 * i), ROLE_CPU_BAR, 0);
            else if (each)
                canvas_put(c, r, row - i, col + j, 0x2591, ROLE_DIM, 0);
    return eighths <= 8 * (high - 1);
}

/* The rows in the work of unit i, if it counts them. */
static int64_t rows_in(const struct scene *s, const struct model_work *k, int i)
{
    return k->counts[0] ? (i + 1 < k->each ? k->first[i + 1] : s->model->matrix.rows) - k->first[i] : 0;
}

/* The classes of units that have any. */
static int classes_in(const struct model_work *k)
{
    int n = 0;
    for (int i = 0; i < k->bins; i++)
        n += k->bin[i] > 0;
    return n;
}

/* Below the columns of classes: from no work to the most, and what stands there. Returns the rows used. */
static int draw_classes_axis(struct canvas *c, struct rect r, int row, int cols, const struct model_work *k,
                             int64_t highest, const char *of)
{
    char text[160], number[TEXT_SIZE];
    text_count(number, k->most);
    canvas_text(c, r, row, 0, ROLE_DIM, 0, "0");
    for (int j = 2; j < cols - canvas_width(number) - 1; j++)
        canvas_put(c, r, row, j, 0x2500, ROLE_FRAME, 0);
    canvas_right(c, r, row, cols, ROLE_DIM, 0, number);
    snprintf(text, sizeof text, "units by their %s; the highest column has %s (square-root heights)", of,
             text_count(number, highest));
    canvas_clip(c, r, row + 1, 0, r.cols, ROLE_DIM, 0, text);
    return 2;
}

/* The work of each unit where they are as many as workers, and how long each waits for the last; else how many units
   have how much, if that differs: `high` rows and one or two lines. Returns the rows used. */
static int draw_work(const struct scene *s, struct canvas *c, struct rect r, int row, int high,
                     const struct model_work *k)
{
    const char *of = why_counted(s, k);
    bool waits = false;
    const bool each = k->each > 0 && k->each <= k->workers && k->each <= r.cols;
    const int n = each ? k->each : k->bins;
    char text[120];
    int64_t top = 1;
    if (!each && classes_in(k) < 2)
        return 0;
    for (int i = 0; i < n; i++) {
        const int64_t x = each ? k->work[i] : k->bin[i];
        top = x > top ? x : top;
    }
    const int step = n > 0 && r.cols / n > 1 ? (r.cols / n > 6 ? 6 : r.cols / n) : 1;
    for (int i = 0; i < n; i++) {
        const double x = (double)(each ? k->work[i] : k->bin[i]) / (double)top;
        const double share = each || x == 0 ? x : fmax(sqrt(x), 0.01);
        const double rows = each ? (double)rows_in(s, k, i) / (double)top : 0;
        waits |= put_column(c, r, row + high - 1, i * step, step > 2 ? step - 1 : 1, high, share, rows, each);
    }
    if (!each)
        return high + draw_classes_axis(c, r, row + high, n * step, k, top, of);
    snprintf(text, sizeof text, "%s of each %s, from the first to the last%s%s", of, k->worker,
             k->counts[0] ? " (▒: rows)" : "", waits ? " (░: it waits)" : "");
    canvas_text(c, r, row + high, 0, ROLE_DIM, 0, text);
    return high + 1;
}

/* A format among the others. */
struct format_line {
    const struct model_format *format;
    const struct model_run *run; /* its best; NULL: none */
    struct model_format laid;    /* as that lays it out */
    struct cost cost;
    char figures[160]; /* "3.4 MB  1.00×  5.91 GFLOPS L3, as run": its run lays it out as the list does not */
};

/* False: the cost is not known. */
static bool take_format(const struct scene *s, const struct why *w, const struct cost_wish *wish,
                        const struct model_format *f, struct format_line *line)
{
    line->format = f;
    line->run = f == w->format ? w->run : why_run_in(s->model, f->name, w->run);
    line->laid = why_layout(s->model, f, line->run);
    line->cost = w->cost;
    if (f != w->format && !cost_of(s->model, cost_format(s->model, f->name) ? &line->laid : NULL, wish, &line->cost))
        return false;
    return line->cost.sum > 0;
}

/* Where it is not the run `own` that is explained, it is named: "as sell.simd ran". */
static void put_figures(struct format_line *line, const struct model_run *own, double csr)
{
    char bytes[TEXT_SIZE], best[TEXT_SIZE], times[TEXT_SIZE], *out = line->figures;
    const struct cost *cost = &line->cost;
    const size_t size = sizeof line->figures;
    const char *kernel = line->run ? line->run->kernel : "", *dot = strchr(kernel, '.');
    snprintf(out, size, "%s  %s", figure_bytes(bytes, cost->sum), figure_factor(times, cost->sum / csr));
    if (cost->best > 0)
        text_add(out, size, "  %s GFLOPS %s", figure_number(best, cost->best),
                 cost->at_peak ? "peak" : cost->roof.name);
    if (line->laid.slots != line->format->slots && line->run == own)
        text_add(out, size, ", as run");
    else if (line->laid.slots != line->format->slots)
        text_add(out, size, ", as %s ran", dot ? dot + 1 : kernel);
}

/* The same product in every format that is known, as its best run lays it out, on one scale that ends at TIMES_CSR at
   most: longer bars end in ▸. How fast at best: as the threads of the run read it from the cache that holds it. Returns
   the rows used. */
static int draw_formats(const struct scene *s, struct canvas *c, struct rect r, int row, const struct why *w)
{
    enum { NAME = 9, LEAST = 16, TIMES_CSR = 4 };
    const struct cost_wish wish = why_wish(w);
    struct cost csr;
    struct format_line line[MODEL_FORMATS];
    double most = 1;
    bool roofs = false;
    int lines = 0, widest = 0;
    if (!cost_of(s->model, cost_format(s->model, "csr"), &wish, &csr))
        return 0;
    for (int i = 0; i < s->model->formats; i++) {
        struct format_line *l = &line[lines];
        if (!take_format(s, w, &wish, &s->model->format[i], l))
            continue;
        lines++;
        put_figures(l, w->run, csr.sum);
        most = fmin(fmax(most, l->cost.sum / csr.sum), TIMES_CSR);
        roofs |= l->cost.best > 0;
        widest = int_max(widest, canvas_width(l->figures));
    }
    const int first = row, wide = r.cols - NAME - 2 - widest;
    if (wide < LEAST)
        return 0;
    canvas_text(c, r, row++, 0, ROLE_TITLE, ATTR_BOLD,
                roofs ? "Bytes of A, X and Y (░ padding, ▸ more), × those of CSR, and how fast at best"
                      : "Bytes of A, X and Y in each format (░ padding, ▸ more), × those of CSR");
    for (const struct format_line *l = line; l < line + lines; l++) {
        char label[TEXT_SIZE];
        const double share = l->cost.sum / csr.sum / most;
        canvas_text(c, r, row, 0, l->format == w->format ? ROLE_FOCUS : ROLE_TEXT, 0,
                    figure_format(label, l->laid.name, l->laid.block));
        stack_draw(c, r, row, NAME, (int)lround(fmin(share, 1) * wide), pieces, l->cost.part, COST_PARTS);
        if (share > 1)
            canvas_text(c, r, row, NAME + wide - 1, ROLE_DIM, 0, "▸");
        canvas_text(c, r, row++, NAME + wide + 2, ROLE_TEXT, 0, l->figures);
    }
    return row - first;
}

static void head_text(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char k[TEXT_SIZE];
    const struct model_run *r = w->run;
    const bool format = s->focus == VIEW_formats || (!r && !w->kernel);
    snprintf(out, size, "%s", format ? w->format->name : r ? r->kernel : w->kernel->name);
    if (r && format)
        text_add(out, size, " as in %s", r->kernel);
    else if (r && r->choice[0])
        text_add(out, size, " → %s", r->choice);
    text_add(out, size, " · %s", s->model->matrix.name);
    if (w->product)
        text_add(out, size, " · k=%s", text_count(k, w->k));
    text_add(out, size, " · %s", w->type);
    const char *changed = r ? take_string(r->event, "changed") : "";
    if (w->threads > 0)
        text_add(out, size, " · %d %s%s", w->threads, r && r->ranks ? "rank" : "thread", text_plural(w->threads));
    if (*changed)
        text_add(out, size, " · %s", changed);
}

/* Whether the work of the threads comes before the bytes: it is uneven, or cut inside rows to be even, and all the same
   of more rows in one thread than in another. */
static bool is_first(const struct why *w)
{
    return why_uneven(w) || (w->work && w->work->inside && w->work->each > 1);
}

/* How the rows are divided, in words. Returns the rows used. */
static int put_division(const struct scene *s, struct canvas *c, struct rect r, int row, const struct why *w)
{
    char text[700];
    why_division(s, w, text, sizeof text);
    return text[0] ? canvas_wrap(c, r, row, 0, r.rows, ROLE_TEXT, text) : 0;
}

/* The work of the units as a picture, and what their division leaves of X. Returns the rows used. */
static int draw_division(const struct scene *s, struct canvas *c, struct rect r, int row, const struct why *w)
{
    enum { LEAST = 3, MOST = 6, PARTS = 3 }; /* rows of a histogram; of the card it is one part at most */
    char reuse[200];
    const int above = row;
    why_reuse(s, w, reuse, sizeof reuse);
    const int left = s->inside.rows - row - canvas_lines(reuse, r.cols, 2) - 1;
    if (w->work && w->work->units > 1)
        row += draw_work(s, c, r, row,
                         is_first(w) ? int_clamp(int_min(left, s->inside.rows / PARTS), LEAST, MOST) : LEAST, w->work);
    return row - above + canvas_wrap(c, r, row, 0, 2, ROLE_DIM, reuse);
}

static int page(const struct scene *s, struct canvas *c, struct rect r)
{
    struct why w;
    char text[700];
    int row = 0;
    if (!why_of(s, &w)) {
        return canvas_wrap(c, r, 0, 0, r.rows, ROLE_DIM,
                           "There is nothing to explain here: put the cursor on a run, a kernel or a format, and press "
                           "w.");
    }
    head_text(s, &w, text, sizeof text);
    canvas_clip(c, r, row, 0, r.cols, ROLE_TITLE, ATTR_BOLD, text);
    row++;
    why_bound(s, &w, text, sizeof text);
    if (text[0])
        row += canvas_wrap(c, r, row, 0, r.rows, ROLE_FOCUS, text);
    why_sentence(s, &w, text, sizeof text);
    row += canvas_wrap(c, r, row, 0, r.rows, ROLE_TEXT, text);
    const double EVEN = 1.1; /* an even division explains nothing: bytes come first */
    const bool first = is_first(&w), early = first || (w.work && w.work->imbalance > EVEN);
    if (early)
        row += put_division(s, c, r, row, &w);
    if (first)
        row += draw_division(s, c, r, row, &w);
    if (w.has_cost) {
        row = draw_bytes(c, r, row + 1, &w);
        row += draw_formats(s, c, r, row, &w);
    }
    row += !first;
    if (!early)
        row += put_division(s, c, r, row, &w);
    if (!first)
        row += draw_division(s, c, r, row, &w);
    why_other_roof(&w, text, sizeof text);
    return text[0] ? row + canvas_wrap(c, r, row, 0, r.rows, ROLE_DIM, text) : row;
}

static bool wants(const struct scene *s, char *command, size_t size)
{
    struct why w;
    return why_of(s, &w) && why_wants(s, &w, command, size);
}

const struct view view_why = {
    .name = "why",
    .title = "Why",
    .help = "why a run or a format is fast or slow: bytes moved, padding, load balance, what bounds it",
    .below = 1u << VIEW_run | 1u << VIEW_spy,
    .overlay = true,
    .page = page,
    .wants = wants,
};
