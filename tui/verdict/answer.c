/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/answer_parts.h"

#include "tui/model/flags.h"
#include "tui/verdict/standing.h"

static void keep_faster(const struct model_run **best, const struct model_run *r)
{
    if (!*best || r->time_ms < (*best)->time_ms)
        *best = r;
}

/* Disturbed, the kernel that chose says nothing about the best (standing_unite). */
static bool is_shaky_choice(const struct model_run *r)
{
    return r->choice[0] && flags_shaky(r->flags);
}

/* The interval of the best; if just one other repeats it, of both together: the same code is as uncertain as that. */
static void set_interval(struct answer *a, const struct model_run *const *run, int n)
{
    const struct model_run *same = a->best;
    int variants = 0; /* runs of a choice may have parameters that it did not choose */
    for (int i = 0; i < n; i++)
        if (run[i] != a->best && answer_is_solid(run[i]) && answer_repeats(a->best, run[i]) &&
            !is_shaky_choice(run[i])) {
            same = run[i];
            variants++;
        }
    same = variants == 1 ? same : a->best;
    a->lo_ms = fmin(a->best->ci_lo_ms, same->ci_lo_ms);
    a->hi_ms = fmax(a->best->ci_hi_ms, same->ci_hi_ms);
}

/* Keeps the fastest, in order; of repeated runs, the faster one. */
static void keep_few(struct answer_few *few, const struct model_run *r)
{
    for (int i = 0; i < few->n; i++)
        if (answer_repeats(few->run[i], r)) {
            if (few->run[i]->time_ms <= r->time_ms)
                return;
            memmove(&few->run[i], &few->run[i + 1], (size_t)(--few->n - i) * sizeof few->run[0]);
            break;
        }
    for (int i = 0; i < few->n; i++)
        if (r->time_ms < few->run[i]->time_ms) {
            const struct model_run *slower = few->run[i];
            few->run[i] = r;
            r = slower;
        }
    if (few->n < ANSWER_MOST)
        few->run[few->n++] = r;
    else
        few->more++;
}

/* Sorts a run into the answer beside the one that it begins with. */
static void sort_in(struct answer *a, const struct model_run *r, const struct model_run *first)
{
    const bool here = answer_same_device(r, first), csr = here && answer_run_takes_csr(a->model, r);
    if (answer_repeats(r, first))
        return;
    if (here && r->library && strcmp(r->kernel, first->kernel) != 0) /* a library is not compared with itself */
        keep_faster(&a->peer, r);
    if (!here && a->best && answer_is_solid(r))
        keep_faster(&a->elsewhere, r);
    if (csr && model_names_serial(r->kernel))
        keep_faster(&a->base, r);
    if (csr && !answer_run_takes_csr(a->model, first))
        keep_faster(&a->csr, r);
}

static void add_candidate(struct answer *a, const struct model_run *r, const struct model_run *first)
{
    if (!answer_repeats(r, first))
        keep_few(a->best && !answer_is_solid(r) ? &a->doubtful : &a->level, r);
    a->peer_level |= r == a->peer;
}

/* Without an interval the named one counts as its median ±25%, as in standing_of. */
static bool may_equal(const struct model_run *r, const struct model_run *named)
{
    const bool solid = answer_is_solid(named);
    const double lo = named->time_ms / (1 + INTERVAL_WIDE), hi = named->time_ms * (1 + INTERVAL_WIDE);
    return interval_compare(r->ci_lo_ms, r->ci_hi_ms, solid ? named->ci_lo_ms : lo, solid ? named->ci_hi_ms : hi) ==
           UNCLEAR;
}

/* The name alone does not distinguish runs of one kernel. */
static void note_variant(struct answer *a, const struct model_run *r, const struct model_run *named)
{
    char name[2][96];
    if (!named)
        return;
    answer_name(r, name[0]);
    answer_name(named, name[1]);
    a->threads |= strcmp(name[0], name[1]) == 0 && model_run_threads(r) != model_run_threads(named);
    a->params |= strcmp(r->kernel, named->kernel) == 0 && strcmp(r->reorder, named->reorder) == 0 &&
                 strcmp(r->params, named->params) != 0;
}

/* The thread count given to a serial kernel says nothing about the others. */
static void note_threads(struct answer *a, const struct model_run *r, const struct model_run *chosen)
{
    if (r->on_gpu || r->ranks || r->serial || !answer_same_device(r, chosen))
        return;
    if (!a->least_threads || r->threads < a->least_threads)
        a->least_threads = r->threads;
    if (r->threads > a->most_threads)
        a->most_threads = r->threads;
}

/* What the best was compared with: other runs, or the trials of a kernel that chose it; other orders of the rows. */
static void note_compared(struct answer *a, const struct model_run *const *all, int of)
{
    a->alone = true;
    for (int i = 0; i < of; i++) {
        const struct model_run *r = all[i];
        if (!answer_is_right(r))
            continue;
        const bool same = r == a->best || answer_repeats(r, a->best);
        a->alone &= same;
        a->chooser = same && r->choice[0] ? r : a->chooser;
        a->orders |= strcmp(r->reorder, a->best->reorder) != 0;
        a->file_order |= !r->reorder[0];
    }
}

static bool is_open(const struct answer *a, double lo, double hi)
{
    return a->peer && interval_compare(lo, hi, a->peer->ci_lo_ms, a->peer->ci_hi_ms) == UNCLEAR;
}

/* The run of the chosen kernel by itself, which represents the choice; NULL: none does. */
static const struct model_run *own_run(const struct model_run *const *run, int n, const struct model_run *chooser)
{
    const struct model_run *own = NULL;
    int variants = 0;
    for (int i = 0; i < n; i++)
        if (answer_is_right(run[i]) && standing_chose(chooser->event, run[i]->event)) {
            own = run[i];
            variants++;
        }
    return variants == 1 && answer_is_solid(own) && !standing_spoiled(own->event, chooser->event) ? own : NULL;
}

/* The competing runs, and which of them may be the fastest. */
struct race {
    const struct model_run *run[MODEL_RUNS];
    const struct model_run *own[MODEL_RUNS]; /* of all runs: the run that represents it; NULL: it competes itself */
    double ms[MODEL_RUNS];                   /* the median, or that of a run that chose the same kernel, if shorter */
    bool candidate[MODEL_RUNS];
    enum standing standing[MODEL_RUNS];
    int by[MODEL_RUNS], n; /* by: who was faster in turns; -1: nobody */
};

/* A kernel that was chosen has the shorter median of its own run and of the one that chose it. */
static void unite(struct answer *a, const struct model_run *const *all, int of, struct race *r)
{
    double least = INFINITY;
    for (int i = 0; i < of; i++)
        for (int j = 0; r->own[i] && j < r->n; j++)
            if (r->run[j] == r->own[i] && !is_shaky_choice(all[i]))
                r->ms[j] = fmin(r->ms[j], all[i]->time_ms);
    for (int i = 0; i < r->n; i++)
        if (r->ms[i] < least) {
            least = r->ms[i];
            a->fastest = r->run[i];
        }
}

static void enter(struct answer *a, const struct model_run *const *all, int of, struct race *r)
{
    r->n = 0;
    standing_runs(all, of, r->standing, r->candidate);
    for (int i = 0; i < of; i++) {
        r->own[i] = answer_is_right(all[i]) ? own_run(all, of, all[i]) : NULL;
        if (!answer_is_right(all[i]))
            continue;
        a->runs++;
        a->busy += flags_has(all[i]->flags, "busy");
        if (r->own[i])
            continue;
        r->ms[r->n] = all[i]->time_ms;
        r->candidate[r->n] = r->candidate[i];
        r->by[r->n] = -1;
        r->run[r->n++] = all[i];
    }
    unite(a, all, of, r);
    answer_settle(a->model, r->run, r->candidate, r->by, r->n);
}

/* The median of a candidate, or of the fastest one that it beat in turns: a disturbed run may have a longer one. */
static double time_of(const struct race *r, int i)
{
    double ms = r->ms[i];
    for (int j = 0; j < r->n; j++) {
        int by = r->by[j];
        while (by >= 0 && by != i)
            by = r->by[by];
        ms = by == i ? fmin(ms, r->ms[j]) : ms;
    }
    return ms;
}

static void find_best(struct answer *a, const struct model_run *const *all, int of, const struct race *r)
{
    double least = INFINITY;
    for (int i = 0; i < r->n; i++)
        if (r->candidate[i] && answer_is_solid(r->run[i]) && time_of(r, i) < least) {
            least = time_of(r, i);
            a->best = r->run[i];
            a->by_turns = least < a->best->time_ms;
        }
    if (!a->best)
        return;
    for (int i = 0; i < of; i++)
        if (r->own[i] && r->own[i] != a->best && is_shaky_choice(all[i]) && all[i]->time_ms < least)
            keep_faster(&a->disturbed, all[i]);
    set_interval(a, all, of);
    note_compared(a, all, of);
    a->takes_csr = answer_run_takes_csr(a->model, a->best);
}

/* Of those on CSR that may equal the fastest by its median, the best is chosen as of all, by turns too. */
static void settle_csr(struct answer *a, struct race *r)
{
    const struct model_run *fastest = a->csr;
    double least = INFINITY;
    for (int i = 0; i < r->n; i++) {
        const struct model_run *run = r->run[i];
        r->candidate[i] = run == fastest || (answer_run_takes_csr(a->model, run) && answer_same_device(run, fastest) &&
                                             answer_is_solid(run) && may_equal(run, fastest));
        r->by[i] = -1;
    }
    answer_settle(a->model, r->run, r->candidate, r->by, r->n);
    for (int i = 0; i < r->n; i++)
        if (r->candidate[i] && time_of(r, i) < least) {
            least = time_of(r, i);
            a->csr = r->run[i];
        }
    for (int i = 0; i < r->n; i++)
        if (r->candidate[i] && !answer_repeats(r->run[i], a->csr))
            keep_few(&a->csr_level, r->run[i]);
}

static void add_others(struct answer *a, struct race *r)
{
    const struct model_run *first = a->best ? a->best : a->fastest;
    for (int i = 0; i < r->n && first; i++) {
        sort_in(a, r->run[i], first);
        note_variant(a, r->run[i], a->best);
        note_variant(a, r->run[i], a->fastest);
        note_threads(a, r->run[i], first);
    }
    for (int i = 0; i < r->n && first; i++)
        if (r->candidate[i])
            add_candidate(a, r->run[i], first);
    for (int i = 0; i < a->level.n; i++)
        for (int j = 0; j < i; j++)
            note_variant(a, a->level.run[i], a->level.run[j]);
    if (a->csr)
        settle_csr(a, r);
    a->base = a->csr ? a->csr : a->base;
}

static bool has_no_entries(const struct model_run *r)
{
    int64_t nnz = 1;
    take_int64(r->event, "nnz", &nnz);
    return nnz == 0;
}

void answer_of(const struct model *m, const struct model_run *const *all, int of, struct answer *a)
{
    struct race *r = malloc(sizeof *r);
    *a = (struct answer){ .model = m };
    if (!r)
        return;
    enter(a, all, of, r);
    a->empty = a->fastest && has_no_entries(a->fastest);
    if (!a->empty) {
        find_best(a, all, of, r);
        add_others(a, r);
        a->plain = a->fastest && !answer_is_decided(a) ? answer_plain(a) : NULL;
    }
    free(r);
    a->unclear = a->runs && !a->empty &&
                 (!a->best || a->level.n || a->doubtful.n || a->csr_level.n || is_open(a, a->lo_ms, a->hi_ms) ||
                  (a->csr && is_open(a, a->csr->ci_lo_ms, a->csr->ci_hi_ms)));
}
