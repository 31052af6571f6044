/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_rows: the histogram of row lengths, by powers of two or in equal bins; in a wide panel, their nonzeros too. */
#include "tui/views/scene.h"

/* A run of bins shown as one line: rows whose length is lo..hi. */
struct row_bin {
    int64_t lo, hi, rows, nnz;
};
enum { BINS = 256, SHARE_FROM = 24, SHARE = 6 }; /* narrower panels omit the share */

static int64_t log_low(int b)
{
    return b == 0 ? 0 : b > 62 ? INT64_MAX : (int64_t)1 << (b - 1);
}

/* The least length in linear bin b, which has the lengths l with ⌊l·bins / (max + 1)⌋ = b. */
static int64_t linear_from(const struct model_matrix *m, int b)
{
    return (int64_t)ceil(b * ((double)m->linear_max + 1) / m->linear_bins);
}

/* The first bin of powers of two with rows; the last one holds the longest. */
static int first_log(const struct model_matrix *m)
{
    int b = 0;
    while (b + 1 < m->bins && !m->bin_rows[b])
        b++;
    return b;
}

/* Whether the rows are in so few powers of two that equal bins show more: a bin for each length, if possible. */
static bool is_narrow(const struct model_matrix *m)
{
    enum { FEW = 4 };
    return m->bins - first_log(m) <= FEW;
}

/* Equal bins stand in for a few powers of two where these would leave most of the panel empty. */
static bool wants_linear(const struct scene *s)
{
    enum { LINES = 3 };
    const struct model_matrix *m = &s->model->matrix;
    const bool roomy = is_narrow(m) && s->inside.rows > LINES * (m->bins - first_log(m));
    const enum scale scale = s->state[VIEW_rows].scale;
    return scale == SCALE_AUTO ? roomy : scale == SCALE_LINEAR;
}

static bool is_linear(const struct scene *s)
{
    return wants_linear(s) && s->model->matrix.linear_bins > 0;
}

/* Joins `into` neighbouring bins of from..to-1 into one line. Returns the number of lines. */
static int join_bins(const struct model_matrix *m, bool linear, int from, int to, int into, struct row_bin out[BINS])
{
    int n = 0;
    for (int b = from; b < to; b += into) {
        const int end = int_min(b + into, to);
        struct row_bin bin = { linear ? linear_from(m, b) : log_low(b),
                               (linear ? linear_from(m, b + into) : log_low(end)) - 1, 0, 0 };
        for (int i = b; i < end; i++) {
            bin.rows += linear ? m->linear_rows[i] : m->bin_rows[i];
            bin.nnz += linear ? m->linear_nnz[i] : m->bin_nnz[i];
        }
        if (bin.hi >= bin.lo) /* some lengths belong to it */
            out[n++] = bin;
    }
    return n;
}

static int make_bins(const struct scene *s, int lines, struct row_bin out[BINS])
{
    const struct model_matrix *m = &s->model->matrix;
    int all = is_linear(s) ? m->linear_bins : m->bins;
    int from = is_linear(s) ? 0 : first_log(m), to = all;
    while (is_linear(s) && to > 1 && linear_from(m, to - 1) > m->row_max)
        to--; /* equal bins may reach beyond the longest row */
    while (is_linear(s) && from + 1 < to && !m->linear_rows[from])
        from++;
    int into = lines < 1 ? all : (to - from + lines - 1) / lines;
    return all < 1 ? 0 : join_bins(m, is_linear(s), from, to, into, out);
}

/* 1000 as "1000", 16384 as "16k", in binary thousands: the ends of log bins are powers of two. */
static void length_text(int64_t n, char *out, size_t size)
{
    if (n < 10000)
        snprintf(out, size, "%lld", (long long)n);
    else if (n < 10000 * 1024LL)
        snprintf(out, size, "%lldk", (long long)((n + 1) / 1024));
    else
        snprintf(out, size, "%lldM", (long long)((n + 1) / (1024 * 1024)));
}

static void range_text(const struct row_bin *b, char *out, size_t size)
{
    char lo[24], hi[24];
    length_text(b->lo, lo, sizeof lo);
    length_text(b->hi, hi, sizeof hi);
    if (b->lo == b->hi)
        snprintf(out, size, "%s", lo);
    else
        snprintf(out, size, "%s–%s", lo, hi);
}

/* Any count above 0 gets at least an eighth of a column. */
static double bar_length(int64_t n, int64_t most, int width)
{
    if (n <= 0 || most <= 0)
        return 0;
    double length = (double)n / (double)most * width;
    return length < 0.125 ? 0.125 : length;
}

/* One quantity of the bins: from..to are its columns, the bar grows towards its count and share. */
struct bin_part {
    const char *title;
    enum role role;
    int from, to;
    int64_t all, most;
    int high, share; /* lines of a bar, columns of the share */
};

static void draw_part(struct canvas *c, struct rect r, int row, const struct bin_part *p, int64_t n)
{
    char text[TEXT_SIZE];
    const int end = p->to - p->share;
    for (int i = 0; i < p->high; i++)
        canvas_bar(c, r, row + i, p->from, bar_length(n, p->most, end - p->from - 8), p->role);
    canvas_right(c, r, row, end, n ? ROLE_TEXT : ROLE_DIM, 0, figure_short(text, (double)n));
    if (p->share)
        canvas_right(c, r, row, p->to, ROLE_DIM, 0, figure_percent(text, p->all > 0 ? (double)n / (double)p->all : 0));
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model_matrix *m = &s->model->matrix;
    if (!m->open || r.cols < 17) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, m->open ? "too narrow" : "–");
        return;
    }
    struct row_bin bin[BINS];
    int all = is_linear(s) ? m->linear_bins : m->bins, label = 6;
    bool wide = r.cols >= 56, head = r.rows > all || r.rows > 8;
    int n = make_bins(s, r.rows - head, bin);
    const int share = r.cols >= SHARE_FROM ? SHARE : 0;
    struct bin_part rows = { "rows", ROLE_HEAT2, 0, r.cols, m->rows, 0, 1, share },
                    nnz = { "nonzeros", ROLE_HEAT1, 0, r.cols, m->nnz, 0, 1, share };
    for (int i = 0; i < n; i++) {
        char text[64];
        range_text(&bin[i], text, sizeof text);
        label = int_max(label, canvas_width(text));
        rows.most = bin[i].rows > rows.most ? bin[i].rows : rows.most;
        nnz.most = bin[i].nnz > nnz.most ? bin[i].nnz : nnz.most;
    }
    int pitch = view_pitch(r.rows - head, n);
    rows.high = nnz.high = pitch > 1 ? 2 : 1;
    rows.from = label + 1;
    if (wide)
        rows.to = rows.from + (r.cols - rows.from) / 2 - 1;
    nnz.from = rows.to + 2;
    if (head) {
        canvas_right(c, r, 0, label, ROLE_DIM, 0, "length");
        canvas_right(c, r, 0, rows.to - share, ROLE_DIM, 0, rows.title);
        if (wide)
            canvas_right(c, r, 0, nnz.to - share, ROLE_DIM, 0, nnz.title);
    }
    for (int i = 0; i < n; i++) {
        char text[64];
        range_text(&bin[i], text, sizeof text);
        canvas_right(c, r, head + pitch * i, label, ROLE_TEXT, 0, text);
        draw_part(c, r, head + pitch * i, &rows, bin[i].rows);
        if (wide)
            draw_part(c, r, head + pitch * i, &nnz, bin[i].nnz);
    }
}

static void aside(const struct scene *s, char *text, size_t size)
{
    if (s->model->matrix.open)
        snprintf(text, size, "%s", is_linear(s) ? "linear" : s->state[VIEW_rows].scale == SCALE_LINEAR ? "…" : "log2");
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    if (strcmp(word, "scale") != 0)
        return false;
    own->scale = wants_linear(s) ? SCALE_LOG : SCALE_LINEAR;
    return true;
}

static bool wants(const struct scene *s, char *command, size_t size)
{
    const struct model_matrix *m = &s->model->matrix;
    snprintf(command, size, "histogram bins=%d",
             is_narrow(m) && m->row_max < COMMAND_BINS_MAX ? (int)m->row_max + 1 : 16);
    return m->open && wants_linear(s) && !m->linear_bins;
}

static void refused(struct view_state *own)
{
    own->scale = SCALE_AUTO;
}

const struct view view_rows = {
    .name = "rows",
    .title = "Row lengths",
    .help = "how many rows have how many nonzeros; in a wide panel, also how many those rows hold",
    .aside = aside,
    .draw = draw,
    .act = act,
    .wants = wants,
    .refused = refused,
};
