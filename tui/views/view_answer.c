/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_answer: which kernel to use for this matrix and problem, in words to take along. */
#include "tui/model/flags.h"
#include "tui/verdict/crowd.h"
#include "tui/views/answers.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

/* The run whose problem is meant: under the cursor among the bars, else the newest of what is set, else the newest. */
static const struct model_run *asked(const struct scene *s, const struct bars *b)
{
    const struct model_run *newest = NULL, *set = NULL;
    const struct view_state *v = &s->state[VIEW_run];
    if (s->focus == VIEW_run && v->run.picture == PICTURE_BARS && v->at < b->lines && bars_run(b, v->at))
        return bars_run(b, v->at);
    for (int i = 0; i < b->n; i++) {
        newest = !newest || b->run[i]->id > newest->id ? b->run[i] : newest;
        if (settings_ask(s->settings, s->model, b->run[i]))
            set = !set || b->run[i]->id > set->id ? b->run[i] : set;
    }
    return set ? set : newest;
}

/* Returns how many runs it is from. */
static int find(const struct scene *s, const struct model_run *run[BARS_MAX], struct answer *a)
{
    struct bars b;
    int n = 0;
    bars_collect(s, &b);
    const struct model_run *first = asked(s, &b);
    for (int i = 0; i < b.n; i++)
        if (!problem_differ(b.run[i], first, ANSWER_PROBLEM))
            run[n++] = b.run[i];
    answer_of(s->model, run, n, a);
    a->empty |= s->model->matrix.open && s->model->matrix.nnz == 0;
    return n;
}

void answers_find(const struct scene *s, struct answer *a)
{
    const struct model_run *run[BARS_MAX];
    find(s, run, a);
}

bool answers_crowded(const struct model *m, int threads, char *out, size_t size)
{
    const struct model_load *l = &m->load;
    int others = 0;
    for (int i = 0; i < l->cores; i++)
        others += l->others[i];
    return crowd_text(threads, l->cores, others / 100.0, ":threads", out, size);
}

/* The same problem with as many columns of X as were compared besides: "k=4: cpu.csr.omp; k=16: unclear", with the
   number of runs there, "(of 2)", where they are fewer than the `runs` here. */
static void other_k(const struct scene *s, const struct model_run *r, int runs, char *out, size_t size)
{
    const size_t begin = strlen(out);
    const struct model *m = s->model;
    const unsigned same = ANSWER_PROBLEM & ~(unsigned)DIFFER_K;
    const struct model_run *run[BARS_MAX];
    for (int64_t k = 0, next; r->columns; k = next) {
        int n = 0;
        next = INT64_MAX;
        for (int i = m->first; i < m->runs; i++)
            if (m->run[i].k > k && m->run[i].k < next && model_run_ok(&m->run[i]) &&
                !problem_differ(&m->run[i], r, same))
                next = m->run[i].k;
        if (next == INT64_MAX)
            break;
        for (int i = m->first; i < m->runs && n < BARS_MAX; i++)
            if (m->run[i].k == next && !problem_differ(&m->run[i], r, same))
                run[n++] = &m->run[i];
        struct answer a;
        char name[96] = "unclear";
        answer_of(m, run, n, &a);
        if (a.best && !a.level.n)
            answer_name(a.best, name);
        if (next != r->k && !(a.alone && !a.chooser))
            text_add(out, size, "%sk=%lld: %s", out[begin] ? "; " : " Fastest with ", (long long)next, name);
        if (next != r->k && !(a.alone && !a.chooser) && a.runs < runs)
            text_add(out, size, " (of %d)", a.runs);
    }
    text_add(out, size, out[begin] ? "." : "");
}

/* How many kernels were measured for this problem; *can: how many can run. */
static int kernels_ran(const struct scene *s, const struct model_run *r, int *can)
{
    const struct model *m = s->model;
    int ran = 0;
    *can = 0;
    for (int i = 0; i < m->kernels; i++) {
        const struct model_kernel *k = &m->kernel[i];
        bool has = false;
        for (int j = m->first; j < m->runs; j++)
            has |= strcmp(m->run[j].kernel, k->name) == 0 && model_run_ok(&m->run[j]) &&
                   !problem_differ(&m->run[j], r, ANSWER_PROBLEM);
        ran += has;
        *can += has || (strcmp(k->op, r->op) == 0 && !kernels_refusal(s, k));
    }
    return ran;
}

/* "For mul · k=16 · f64: " if the runs of this matrix had several problems; while it runs "So far, 12 of 18 kernels for
   mul · k=16 · f64: ", "So far, 12 of 18 kernels: ". */
static void name_problem(const struct scene *s, const struct model_run *r, char *out, size_t size)
{
    const struct model *m = s->model;
    struct common one = { 0 };
    char problem[96] = "";
    bool several = false;
    int can;
    const int ran = kernels_ran(s, r, &can);
    for (int i = m->first; i < m->runs; i++)
        several |= strcmp(m->run[i].matrix, r->matrix) == 0 && model_run_ok(&m->run[i]) &&
                   problem_differ(&m->run[i], r, DIFFER_WORK) != 0;
    common_add(&one, r);
    common_text(&one, DIFFER_WORK, problem, sizeof problem);
    out[0] = 0;
    if (s->running && ran < can)
        snprintf(out, size, "So far, %d of %d kernels%s%s: ", ran, can, several ? " for " : "", several ? problem : "");
    else if (several)
        snprintf(out, size, "For %s: ", problem);
}

/* " Of 23 kernels 2 were measured: r without marks runs all.", if that is less than half of them. */
static void name_share(const struct scene *s, const struct model_run *r, char *out, size_t size)
{
    int can;
    const int ran = kernels_ran(s, r, &can);
    if (ran > 0 && 2 * ran < can)
        text_add(out, size, " Of %d kernels %d %s measured: r without marks runs all.", can, ran,
                 ran == 1 ? "was" : "were");
}

void answers_text(const struct scene *s, const struct answer *a, char *out, size_t size)
{
    char rows[TEXT_SIZE], nnz[TEXT_SIZE], both[TEXT_SIZE], name[96], crowded[120];
    const struct model_run *r = a->best ? a->best : a->fastest;
    const struct model_matrix *m = &s->model->matrix;
    struct answer told = *a;
    told.batch |= s->replay || (r && flags_recorded(r)); /* what was recorded elsewhere cannot be compared here */
    out[0] = 0;
    if (r)
        name_problem(s, r, out, size);
    answer_text(&told, out + strlen(out), size - strlen(out));
    if (a->best && !(a->alone || a->chooser || s->running || told.batch))
        name_share(s, r, out, size);
    if (!r)
        return;
    text_add(out, size, "\n%s, %s row%s, %s nonzero%s: %s, ", m->name, text_count(rows, m->rows), text_plural(m->rows),
             text_count(nnz, m->nnz), text_plural(m->nnz), r->op);
    if (r->columns)
        text_add(out, size, "k=%lld, ", (long long)r->k);
    const struct model_device *d = model_device(s->model, r->device);
    text_add(out, size, "%s on %s%s", r->type, d ? d->name : r->device, flags_recorded(r) ? " (recorded)" : "");
    if (a->least_threads > 0 && a->least_threads < a->most_threads)
        text_add(out, size, ", %d to %d threads", a->least_threads, a->most_threads);
    else if (a->most_threads > 0)
        text_add(out, size, ", %d thread%s", a->most_threads, text_plural(a->most_threads));
    text_add(out, size, "; %d checked run%s", a->runs, text_plural(a->runs));
    if (a->busy && a->busy < a->runs)
        text_add(out, size, ", %d of them", a->busy);
    else if (a->busy > 1)
        text_add(out, size, ", all");
    if (a->busy)
        text_add(out, size, " on a busy machine");
    if (a->busy && answers_crowded(s->model, a->most_threads, crowded, sizeof crowded))
        text_add(out, size, " (%s)", crowded);
    text_add(out, size, ".");
    other_k(s, r, a->runs, out, size);
    if (a->best && (a->lo_ms < a->best->ci_lo_ms || a->hi_ms > a->best->ci_hi_ms)) {
        answer_name(a->best, name);
        text_add(out, size, " Two runs of %s count as one: %s.", name, figure_interval(both, a->lo_ms, a->hi_ms));
    }
}

/* ---- the card ---- */

enum { NAMED = 3 * ANSWER_MOST + 4 + BARS_MAX };

static int name(const struct model_run *r, const struct model_run *out[NAMED], int n)
{
    for (int i = 0; i < n && r; i++)
        r = out[i] == r ? NULL : r;
    if (r)
        out[n++] = r;
    return n;
}

/* Where the columns of figures end, after the name. The interval, not a spread: two overlap or do not. */
static const int ends[] = { 7, 17, 35, 42, 52 };
enum { FIGURES = COUNT(ends), NAME = 16 }; /* NAME: as wide at least, where there is room for a figure beside it */

/* How many figures fit, and the width left for names. */
static int figures_of(int cols, int *wide)
{
    int n = FIGURES;
    while (n > 1 && cols - ends[n - 1] - 2 < NAME)
        n--;
    *wide = cols > 96 ? 40 : cols - ends[n - 1] - 2;
    return n;
}

/* The best, then all others that the answer names or is from, each once, the faster first. Returns how many. */
static int named(const struct answer *a, const struct model_run *const *all, int of, const struct model_run *out[NAMED])
{
    int n = name(a->best ? a->best : a->fastest, out, 0);
    for (int i = 0; i < a->level.n; i++)
        n = name(a->level.run[i], out, n);
    n = name(a->csr, out, n);
    for (int i = 0; i < a->csr_level.n; i++)
        n = name(a->csr_level.run[i], out, n);
    n = name(a->peer, out, n);
    n = name(a->elsewhere, out, n);
    for (int i = 0; i < a->doubtful.n; i++)
        n = name(a->doubtful.run[i], out, n);
    for (int i = 0; i < of; i++)
        n = name(model_run_ok(all[i]) ? all[i] : NULL, out, n);
    for (int i = 2; i < n; i++)
        for (int j = i; j > 1 && out[j]->time_ms < out[j - 1]->time_ms; j--) {
            const struct model_run *slower = out[j - 1];
            out[j - 1] = out[j];
            out[j] = slower;
        }
    return n;
}

static void draw_run(const struct scene *s, struct canvas *c, struct rect r, int row, const struct answer *a,
                     const struct model_run *m)
{
    char own[96], name[300], set[sizeof m->params], text[6][TEXT_SIZE];
    const char *last = strrchr(m->kernel, '.');
    int wide;
    const int n = figures_of(r.cols, &wide);
    answer_name(m, own);
    if (m->choice[0])
        snprintf(name, sizeof name, "%s → %s", m->kernel, model_choice(m->kernel, own));
    else
        snprintf(name, sizeof name, "%s", own);
    if (m->choice[0] && last && canvas_width(name) > wide) /* "auto → scan" */
        snprintf(name, sizeof name, "%s → %s", last + 1, model_choice(m->kernel, own));
    if (a->threads && model_run_threads(m) > 0)
        text_add(name, sizeof name, " ×%d", model_run_threads(m));
    answer_changed(m, set, sizeof set);
    if (!m->choice[0])
        text_join(name, sizeof name, " ", "%s", a->params ? m->params : set);
    canvas_clip(c, r, row, 0, wide, kernels_role(s->model, m->kernel), 0, name);
    const char *const figures[] = { figure_cell(text[0], CELL_RATE, m), figure_ms(text[1], m->time_ms),
                                    figure_interval(text[2], m->ci_lo_ms, m->ci_hi_ms),
                                    figure_cell(text[3], CELL_ROOF, m), bars_prepare(text[4], m) };
    for (int i = 0; i < n; i++)
        canvas_right(c, r, row, wide + ends[i], ROLE_TEXT, 0, figures[i]);
}

/* What the column leaves out. Returns the rows used. */
static int draw_choosing(struct canvas *c, struct rect r, int row, const struct model_run *m)
{
    char parts[BARS_PREPARE], text[sizeof parts + sizeof m->kernel + 2];
    if (!(model_run_choosing(m) > 0))
        return 0;
    snprintf(text, sizeof text, "%s: %s", m->kernel, bars_prepare_parts(parts, m));
    return canvas_wrap(c, r, row, 0, 2, ROLE_DIM, text);
}

/* Returns the rows used. */
static int draw_table(const struct scene *s, struct canvas *c, struct rect r, const struct answer *a,
                      const struct model_run *const *all, int of)
{
    static const char *const titles[] = { "", "time", "interval", "roof", "prepare" };
    const struct model_run *run[NAMED];
    int wide;
    const int n = named(a, all, of, run), figures = figures_of(r.cols, &wide);
    for (int i = 0; i < figures; i++)
        canvas_right(c, r, 0, wide + ends[i], ROLE_DIM, 0, i ? titles[i] : run[0]->flops ? "GFLOPS" : "Gnnz/s");
    int row = 1;
    for (int i = 0; i < n; i++)
        draw_run(s, c, r, row++, a, run[i]);
    for (int i = 0; i < n && figures == FIGURES; i++)
        row += draw_choosing(c, r, row, run[i]);
    return row;
}

/* The problem that it is the answer to. */
static void aside(const struct scene *s, char *text, size_t size)
{
    struct answer a;
    struct common all = { 0 };
    const struct model_run *run[BARS_MAX];
    const int n = find(s, run, &a);
    for (int i = 0; i < n; i++)
        common_add(&all, run[i]);
    common_text(&all, DIFFER_WORK | DIFFER_THREADS | DIFFER_ORDER, text, size);
}

/* What to use stands out; each further sentence begins a line. Returns the rows used. */
static int draw_sentences(struct canvas *c, struct rect r, char *text, bool found)
{
    int row = 0;
    for (char *next; *text; text = next) {
        const bool first = row == 0;
        next = answer_sentence(text);
        if (!first)
            canvas_text(c, r, row, 0, ROLE_DIM, 0, "·");
        row += canvas_wrap(c, r, row, first ? 0 : 2, r.rows, first && found ? ROLE_FOCUS : ROLE_TEXT, text);
    }
    return row;
}

static int page(const struct scene *s, struct canvas *c, struct rect r)
{
    struct answer a;
    const struct model_matrix *m = &s->model->matrix;
    char text[ANSWER_TEXT], can[sizeof m->why + 20];
    const struct model_run *run[BARS_MAX];
    const int n = find(s, run, &a);
    int row = 0;
    const bool alone = a.alone && !a.chooser; /* perhaps because it is marked, or all that the filter shows */
    snprintf(can, sizeof can, "nothing can run: %s", m->why);
    if (!m->open || m->runnable)
        snprintf(can, sizeof can, "%s runs all kernels and libraries on this problem; :advise lets each device choose.",
                 alone ? ":run *" : "r");
    answers_text(s, &a, text, sizeof text);
    char *conditions = strchr(text, '\n');
    if (conditions)
        *conditions++ = 0;
    row += draw_sentences(c, r, text, a.best && !alone) + 1;
    if ((!a.best || alone) && !s->running && !s->replay && (!m->open || m->nnz > 0))
        row += 1 + canvas_wrap(c, r, row, 0, 3, ROLE_DIM, can);
    if (conditions)
        row += canvas_wrap(c, r, row, 0, 3, ROLE_DIM, conditions) + 1;
    if (a.fastest)
        row += draw_table(s, c, canvas_part(r, row, 0, r.rows - row, r.cols), &a, run, n);
    return row;
}

const struct view view_answer = {
    .name = "answer",
    .title = "Answer",
    .help = "which kernel to use here, how much faster than a library it is, and from how many products on",
    .below = 1u << VIEW_run | 1u << VIEW_spy,
    .overlay = true,
    .aside = aside,
    .page = page,
};
