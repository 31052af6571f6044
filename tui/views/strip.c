/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip: "ours ▇▇▁▁ 2.0 · others ▁▁▁▁ 0.1 · CPU 3.20 GHz · 38.1 GB/s ▅▆▇▇ 79%", and the samples of a run. */
#include "tui/views/frame.h"

#include <stdarg.h>

#include "core/measure/conditions.h"
#include "tui/model/flags.h"

enum { WIDE = 100 }; /* columns from which there is room for units and a longer history */

struct strip {
    const struct model_load *load;
    struct canvas *canvas;
    struct rect rect;
    int col;
    bool gpu, wide;
};

/* ---- pieces ---- */

/* Whether a piece of `cols` columns fits; if so, draws the dot that separates it from the previous one. */
static bool piece_begin(struct strip *p, int cols)
{
    int gap = p->col > 1 ? 3 : 0;
    if (p->col + gap + cols + 1 > p->rect.cols)
        return false;
    if (gap)
        canvas_text(p->canvas, p->rect, 0, p->col, ROLE_DIM, 0, " · ");
    p->col += gap;
    return true;
}

static void say(struct strip *p, enum role role, const char *text)
{
    p->col += canvas_text(p->canvas, p->rect, 0, p->col, role, 0, text);
}

__attribute__((format(printf, 2, 3))) static void say_piece(struct strip *p, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (piece_begin(p, canvas_width(text)))
        say(p, ROLE_TEXT, text);
}

/* ---- processors ---- */

/* The most columns of everything but the processors, beside a CPU or a GPU, and how many more with units. */
enum { REST_CPU = 64, REST_GPU = 81, REST_WIDE = 28 };

/* The cells of each of the two bars of processors, ours and others'; a cell is the mean of as many each. 0: no room. */
static int cells_of(const struct strip *p)
{
    int rest = (p->gpu ? REST_GPU : REST_CPU) + (p->wide ? REST_WIDE : 0);
    int n = p->load->cores, room = (p->rect.cols - rest) / 2;
    if (n == 0 || room < 2)
        return 0;
    int each = (n + room - 1) / room;
    return (n + each - 1) / each;
}

static void draw_cores(struct strip *p, const char *who, const int *percent, enum role role, const char *unit)
{
    double share[MODEL_CORES], sum = 0;
    char number[32];
    int n = p->load->cores, cells = cells_of(p), each = cells ? (n + cells - 1) / cells : n;
    for (int i = 0; i < cells; i++) {
        int last = (i + 1) * each < n ? (i + 1) * each : n;
        share[i] = 0;
        for (int j = i * each; j < last; j++)
            share[i] += percent[j] / 100.0 / (last - i * each);
    }
    for (int i = 0; i < n; i++)
        sum += percent[i] / 100.0;
    snprintf(number, sizeof number, "%s%.1f%s", cells ? " " : "", sum, unit);
    if (!piece_begin(p, canvas_width(who) + cells + canvas_width(number)))
        return;
    say(p, ROLE_DIM, who);
    canvas_spark(p->canvas, p->rect, 0, p->col, share, cells, role);
    p->col += cells;
    say(p, role == ROLE_WARN ? ROLE_WARN : ROLE_TEXT, number);
}

static void draw_processors(struct strip *p)
{
    int others = 0;
    for (int i = 0; i < p->load->cores; i++)
        others += p->load->others[i];
    if (p->load->cores == 0)
        return;
    draw_cores(p, "ours ", p->load->ours, ROLE_CPU, "");
    draw_cores(p, "others ", p->load->others, load_disturbs(others / 100.0) ? ROLE_WARN : ROLE_DIM,
               p->wide ? " cores" : "");
}

/* ---- the device ---- */

static void draw_device(struct strip *p)
{
    const struct model_load *l = p->load;
    char bytes[TEXT_SIZE];
    if (l->clock_mhz > 0)
        say_piece(p, "%s %.2f GHz", p->gpu ? "GPU" : "CPU", l->clock_mhz / 1000);
    if (l->power_w > 0)
        say_piece(p, "%.0f W", l->power_w);
    if (l->memory_used > 0)
        say_piece(p, "%s%s", figure_bytes(bytes, l->memory_used), p->wide ? " used" : "");
}

/* ---- samples ---- */

/* Each sample's share of the roof, or of the fastest sample if no roof is known. Returns how many. */
static int bandwidths(const struct model_load *l, int most, double *share)
{
    int n = l->traced < most ? l->traced : most;
    const struct model_sample *from = &l->trace[l->traced - n];
    double best = 0;
    for (int i = 0; i < n; i++)
        best = fmax(best, from[i].gbs);
    for (int i = 0; i < n; i++)
        share[i] = from[i].roof_frac > 0 ? from[i].roof_frac : from[i].gbs / best;
    return n;
}

/* `r`: the newest run. */
static void draw_bandwidth(struct strip *p, const struct model *m, const struct model_run *r)
{
    double share[MODEL_TRACE];
    char number[TEXT_SIZE], percent[TEXT_SIZE], level[TEXT_SIZE], before[48], after[80] = "";
    if (!(r->gbs > 0))
        return;
    snprintf(before, sizeof before, "%s GB/s ", figure_number(number, r->gbs));
    if (r->roof_frac > 0)
        snprintf(after, sizeof after, p->wide && r->roof[0] ? " %s of %s" : " %s",
                 figure_share(percent, r->roof_frac, false, *flags_about(r->flags)),
                 model_run_level(m, r, r->roof, level));
    int cols = canvas_width(before) + canvas_width(after);
    if (!piece_begin(p, cols))
        return;
    int room = p->rect.cols - 1 - p->col - cols, most = p->wide ? 24 : 8;
    int n = bandwidths(p->load, room < most ? room : most, share);
    say(p, ROLE_TEXT, before);
    canvas_spark(p->canvas, p->rect, 0, p->col, share, n, p->gpu ? ROLE_GPU : ROLE_CPU);
    p->col += n;
    say(p, ROLE_ROOF, after);
}

void strip_samples(const struct scene *s, struct canvas *c, struct rect r, int row, int col, int end, int run)
{
    const struct model_load *l = &s->model->load;
    double share[MODEL_TRACE], best = INFINITY, worst = 0;
    int n = 0, first = l->traced;
    while (first > 0 && l->trace[first - 1].run == run && n < end - col) {
        n++;
        first--;
        best = fmin(best, l->trace[first].ms);
        worst = fmax(worst, l->trace[first].ms);
    }
    if (n < 2)
        return;
    double least = fmin(best / worst, 0.8); /* small differences stay small */
    for (int i = 0; i < n; i++)
        share[i] = (best / l->trace[first + i].ms - least) / (1 - least);
    canvas_spark(c, r, row, col, share, n, ROLE_DIM);
}

/* ---- the line ---- */

void strip_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model *m = s->model;
    const struct model_device *d = model_device(m, m->load.device);
    struct strip p = {
        .load = &m->load, .canvas = c, .rect = r, .col = 1, .gpu = d && device_is_gpu(d->kind), .wide = r.cols >= WIDE
    };
    canvas_put(c, r, 0, 0, ' ', ROLE_TEXT, 0);
    draw_processors(&p);
    draw_device(&p);
    if (m->runs > 0)
        draw_bandwidth(&p, m, &m->run[m->runs - 1]);
    canvas_put(c, r, 0, p.col, ' ', ROLE_TEXT, 0);
}
