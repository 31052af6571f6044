/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_detail: everything that is known about the run under the cursor; what a run without a speed says instead. */
#include "tui/model/flags.h"
#include "tui/verdict/answer.h"
#include "tui/views/kernels.h"
#include "tui/views/runs.h"
#include "tui/views/stack.h"

/* ---- a bar for each rank or device of a run: its own work, its exchange, its waiting for others ---- */

enum { TIMES = 3, COLUMNS = 5, NAME = 10, NUMBERS = 50 };
static const int ends[COLUMNS] = { 10, 21, 31, 41, NUMBERS };
static const struct stack_piece pieces[TIMES] = {
    { "local", 0x2588, '#', ROLE_OK },
    { "exchange", 0x2592, 'x', ROLE_GPU },
    { "waiting", 0x2591, '.', ROLE_BAD },
};

static int bar_width(const struct runs_panel *p)
{
    const int room = p->rect.cols - NAME - NUMBERS - 2;
    return room > 60 ? 60 : room > 8 ? room : 8;
}

/* Column i of the numbers, if it fits. Returns where the text begins. */
static int put_column(const struct runs_panel *p, int row, int i, enum role role, const char *text)
{
    const int end = NAME + bar_width(p) + ends[i];
    if (end >= p->rect.cols)
        return p->rect.cols;
    canvas_right(p->canvas, p->rect, row, end, role, 0, text);
    return end - canvas_width(text);
}

static void draw_titles(const struct runs_panel *p, int row)
{
    for (int i = 0; i < TIMES; i++)
        stack_put(p->canvas, p->rect, row, put_column(p, row, i, ROLE_DIM, pieces[i].name) - 2, &pieces[i]);
    put_column(p, row, TIMES, ROLE_DIM, "messages");
    put_column(p, row, TIMES + 1, ROLE_DIM, "bytes");
}

/* [name, local, exchange, waiting, messages, bytes] */
static void draw_part(const struct runs_panel *p, int row, const json_t *part)
{
    const char *name = json_string_value(json_array_get(part, 0));
    double value[COLUMNS];
    char text[TEXT_SIZE];

    for (size_t i = 0; i < COLUMNS; i++)
        value[i] = json_number_value(json_array_get(part, i + 1));
    canvas_clip(p->canvas, p->rect, row, 1, NAME - 1, ROLE_TEXT, 0, name ? name : "");
    stack_draw(p->canvas, p->rect, row, NAME, bar_width(p), pieces, value, TIMES);
    for (int i = 0; i < TIMES; i++)
        put_column(p, row, i, ROLE_TEXT, figure_ms(text, value[i]));
    put_column(p, row, TIMES, ROLE_TEXT, text_count(text, (int64_t)value[TIMES]));
    put_column(p, row, TIMES + 1, ROLE_TEXT, figure_bytes(text, value[TIMES + 1]));
}

int runs_parts_lines(const struct model_run *r)
{
    const int n = (int)json_array_size(json_object_get(r->event, "parts"));
    return n > 0 ? n + 1 : 0;
}

static void draw_parts(const struct runs_panel *p, int row, int lines, const struct model_run *r)
{
    const json_t *parts = json_object_get(r->event, "parts");
    const int n = (int)json_array_size(parts), shown = n < lines ? n : lines - 2;
    char text[40];
    if (shown < 1)
        return;
    draw_titles(p, row);
    for (int i = 0; i < shown; i++)
        draw_part(p, row + 1 + i, json_array_get(parts, (size_t)i));
    if (shown < n) {
        snprintf(text, sizeof text, "and %d more", n - shown);
        canvas_text(p->canvas, p->rect, row + 1 + shown, 1, ROLE_DIM, 0, text);
    }
}

/* ---- in words ---- */

/* "roof 7.50 GFLOPS = 0.157 flop/B × 48.0 GB/s": arithmetic intensity times bandwidth; or the peak, below that. */
static void roof_of(const struct model *m, const struct model_run *r, char *out, size_t size)
{
    const double roof = bars_roof(r), intensity = r->gflops / r->gbs;
    char number[TEXT_SIZE], bandwidth[TEXT_SIZE];
    out[0] = 0;
    if (!(roof > 0 && r->gflops > 0 && r->gbs > 0 && r->roof_gbs > 0))
        return;
    snprintf(out, size, " · roof %s GFLOPS", figure_number(number, roof));
    if (model_run_at_peak(r))
        text_add(out, size, ", the peak of arithmetic, below %s", figure_number(number, intensity * r->roof_gbs));
    text_add(out, size, " = %s flop/B × %s GB/s", figure_number(number, intensity),
             figure_number(bandwidth, r->roof_gbs));
    if (r->level[0])
        text_add(out, size, " of %s", model_run_level(m, r, r->level, number));
    const struct model_device *d = flags_recorded(r) ? NULL : model_device(m, r->device);
    const int threads = d ? model_level_threads(d, r->level, r->threads) : 0;
    if (threads > 0)
        text_add(out, size, " that %d thread%s", threads, threads == 1 ? " reads" : "s read");
    if (d && d->roof_doubt[0] && flags_has(r->flags, "roof"))
        text_add(out, size, ", in doubt: %s", d->roof_doubt);
}

/* Why the number is doubtful, in words; of an undisturbed run also why its speedup is; nothing where neither is. */
static void put_doubts(FILE *f, const struct bars *b, const struct model_run *r)
{
    char words[200];
    flags_doubts(r, words, sizeof words);
    if (*words)
        fprintf(f, "%s · ", words);
    for (int i = 0; i < b->n && r->speedup > 0 && !flags_has(r->flags, "busy"); i++) {
        const struct model_run *base = b->run[i];
        if (base->serial && base->speedup == 1 && flags_has(base->flags, "busy") &&
            !problem_differ(base, r, DIFFER_WORK | DIFFER_ORDER))
            fprintf(f, "the machine was busy during %s, the base of its speedup · ", base->kernel);
    }
}

/* What preparing costs and when it has paid, against the order of the file or the best library. */
static void put_prepare(FILE *f, const struct model_run *r)
{
    char text[200], products[TEXT_SIZE];
    fprintf(f, " · %s", bars_prepare_parts(text, r));
    if (r->prepare_products >= 0)
        fprintf(f, " = %s products of %s", figure_number(text, r->prepare_products), r->peer);
    if (!r->reorder[0] && r->peer[0] && r->pays_after > 0 && r->pays_after < 1e15)
        fprintf(f, ", paid after %s%s", flags_preparing(r->flags), text_count(products, (int64_t)r->pays_after));
    if (r->reorder[0]) {
        figure_order_text(text, sizeof text, r);
        fprintf(f, " · %s", text);
    }
}

/* "in turns 1.06 to 1.30× cpu.csr.omp · ", where it was compared so. */
static void put_turns(FILE *f, const struct model *m, const struct model_run *r)
{
    char turns[ANSWER_TURNS] = "";
    answer_pairs_text(m, r, "", turns, sizeof turns);
    if (turns[0])
        fprintf(f, "in turns %s · ", turns);
}

/* A finished run's figures, the most important first. */
static void measured_text(const struct bars *b, const struct model_run *r, char *out, size_t size)
{
    char text[120];
    FILE *f = fmemopen(out, size - 1, "w");
    if (!f)
        return;
    put_turns(f, b->model, r);
    put_doubts(f, b, r);
    fprintf(f, "median %s", figure_ms(text, r->time_ms));
    if (r->ci_hi_ms > 0)
        fprintf(f, " (%s)", figure_interval(text, r->ci_lo_ms, r->ci_hi_ms));
    fprintf(f, " of %d sample%s", r->samples, text_plural(r->samples));
    fprintf(f, " · %s%s%s", r->err_ratio > 0 ? "error " : "exact", /* as of a pattern's ones */
            r->err_ratio > 0 ? figure_percent(text, r->err_ratio) : "", r->err_ratio > 0 ? " of the bound" : "");
    fputs(r->sampled_check ? " (sampled rows)" : "", f);
    if (figure_base_text(text, sizeof text, r))
        fprintf(f, " · %s", text);
    put_prepare(f, r);
    fprintf(f, " · %s GB/s", figure_number(text, r->gbs));
    if (r->params[0])
        fprintf(f, " · %s", r->params);
    if (r->scaling > 0 && r->threads > 1)
        fprintf(f, " · %s one thread", figure_ratio(text, r->scaling, flags_has(r->unclear, "scaling")));
    if (r->reorder[0] && r->speedup > 0 && !r->serial) /* in another order its base is another run */
        fprintf(f, " · %s serial in %s", figure_cell(text, CELL_SPEEDUP, r), r->reorder);
    if (r->gflops > 0 && r->nnz_per_s > 0)
        fprintf(f, " · %s nonzeros/s", figure_short(text, r->nnz_per_s));
    roof_of(b->model, r, text, sizeof text);
    fputs(text, f);
    fclose(f);
    out[size - 1] = 0;
}

/* "1.3× peer.librsb · ": the ratio to the fastest library, unless they took turns. */
static size_t library_text(const struct bars *b, const struct model_run *r, char *out, size_t size)
{
    const struct model_run *library = bars_library(b, r);
    char times[TEXT_SIZE];
    out[0] = 0;
    if (!library || answer_pair(b->model, r, library->kernel))
        return 0;
    return (size_t)snprintf(out, size, "%s %s · ", bars_ratio(times, r, library), library->kernel);
}

int runs_detail(const struct runs_panel *p, int row, int lines, int i)
{
    const struct model_run *r = bars_run(p->bars, i);
    if (!r)
        return runs_published_detail(p, row, lines, i);
    char text[1700];
    if (!r->status[0])
        snprintf(text, sizeof text, "%s %s is running", r->kernel, r->params);
    else if (!model_run_ok(r))
        snprintf(text, sizeof text, "%s %s: %s", r->kernel, r->status, r->text);
    else {
        const char *marked = kernels_marked(p->scene->marks, r->kernel) ? " · marked" : "";
        size_t used =
            (size_t)snprintf(text, sizeof text, "%s%s%s%s: ", r->kernel, r->choice[0] ? " → " : "", r->choice, marked);
        used += library_text(p->bars, r, text + used, sizeof text - used);
        measured_text(p->bars, r, text + used, sizeof text - used);
        if (r->ranks)
            text_add(text, sizeof text, " · its device is mpi, which the column library of the CPU leaves out");
    }
    const bool bad = strcmp(r->status, "FAIL") == 0;
    enum { WORDS_ALONE = 3 }; /* so few lines are left to the words */
    const int parts = lines > WORDS_ALONE ? runs_parts_lines(r) : 0, words = lines - parts > 1 ? lines - parts : 1;
    const int used = canvas_wrap(p->canvas, p->rect, row, 1, words, bad ? ROLE_BAD : ROLE_DIM, text);
    draw_parts(p, row + used, lines - used, r);
    return used + parts < lines ? used + parts : lines;
}

void runs_step(const struct scene *s, const struct model_run *r, char *out, size_t size)
{
    const char *turning = scene_spinner(s);
    if (strcmp(r->step, "sample") == 0 && r->samples > 0 && r->samples <= r->wanted)
        snprintf(out, size, "%s sample %d of %d", turning, r->samples, r->wanted);
    else if (strcmp(r->step, "sample") == 0 && r->samples > 0)
        snprintf(out, size, "%s sample %d", turning, r->samples);
    else
        snprintf(out, size, "%s %s", turning,
                 strcmp(r->step, "prepare") == 0 ? "preparing"
                 : strcmp(r->step, "check") == 0 ? "checking"
                 : strcmp(r->step, "warm") == 0  ? "warming up"
                                                 : "sampling");
}

/* Without a passed check: the reason instead of a speed. */
void runs_reason(const struct runs_panel *p, int row, const struct model_run *r)
{
    char text[sizeof r->text + sizeof r->status + 4];
    bool failed = strcmp(r->status, "FAIL") == 0, cancelled = strcmp(r->status, "cancelled") == 0;
    bool cannot = strcmp(r->status, "unsupported") == 0 || strcmp(r->status, "no device") == 0;
    if (cancelled)
        snprintf(text, sizeof text, "stopped");
    else if (cannot)
        snprintf(text, sizeof text, "–     %s", r->text[0] ? r->text : r->status);
    else
        snprintf(text, sizeof text, "%s  %s", r->status, r->text);
    canvas_clip(p->canvas, p->rect, row, p->bar, p->rect.cols - 1, /* the last column is for ▴ and ▾ */
                failed                ? ROLE_BAD
                : cannot || cancelled ? ROLE_DIM
                                      : ROLE_WARN,
                0, text);
}
