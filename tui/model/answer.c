/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer: which kernel to use, from the runs of one problem. */
#include "tui/model/answer.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/measure/interval.h"
#include "tui/model/standing.h"

bool answer_same(const struct model_run *a, const struct model_run *b)
{
    return strcmp(a->matrix, b->matrix) == 0 && strcmp(a->op, b->op) == 0 && strcmp(a->type, b->type) == 0 &&
           a->k == b->k && strcmp(a->cache, b->cache) == 0;
}

void answer_name(const struct model_run *r, char out[96])
{
    const char *name = r->choice[0] ? r->choice : r->kernel;
    snprintf(out, 96, "%.*s", (int)strcspn(name, ","), name);
}

/* Names are device.format.variant. */
static bool takes_csr(const struct model_run *r)
{
    char name[96];
    answer_name(r, name);
    const char *dot = strchr(name, '.');
    return dot && strncmp(dot, ".csr.", 5) == 0;
}

static bool is_peer(const struct model_run *r)
{
    return strncmp(r->kernel, "peer.", 5) == 0;
}

static bool is_right(const struct model_run *r)
{
    return strcmp(r->status, "ok") == 0 && r->time_ms > 0;
}

static bool is_wide(const struct model_run *r)
{
    return standing_flag(r->flags, "wide");
}

static bool is_solid(const struct model_run *r)
{
    return is_right(r) && contender_of(1, r->time_ms, r->ci_lo_ms, r->ci_hi_ms, r->flags).solid;
}

static enum compared compared_to(const struct model_run *a, const struct model_run *b)
{
    return interval_compare(a->ci_lo_ms, a->ci_hi_ms, b->ci_lo_ms, b->ci_hi_ms);
}

static void keep_faster(const struct model_run **best, const struct model_run *r)
{
    if (!*best || r->time_ms < (*best)->time_ms)
        *best = r;
}

static bool same_device(const struct model_run *a, const struct model_run *b)
{
    return strcmp(a->device, b->device) == 0;
}

/* Whether a is cpu.auto and chose the kernel of b, without parameters of its own. */
static bool has_chosen(const struct model_run *a, const struct model_run *b)
{
    const size_t name = strcspn(a->choice, ",");
    return name > 0 && !(a->choice[name] && a->choice[name + 1]) && strlen(b->kernel) == name &&
           strncmp(a->choice, b->kernel, name) == 0;
}

/* Whether one repeats the other. */
static bool same_variant(const struct model_run *a, const struct model_run *b)
{
    const bool same =
        strcmp(a->kernel, b->kernel) == 0 && strcmp(a->choice, b->choice) == 0 && strcmp(a->params, b->params) == 0;
    return (same || has_chosen(a, b) || has_chosen(b, a)) && strcmp(a->reorder, b->reorder) == 0 &&
           a->threads == b->threads && same_device(a, b);
}

/* Keeps the fastest, in order; of repeated runs the faster. */
static void keep_few(struct answer_few *few, const struct model_run *r)
{
    for (int i = 0; i < few->n; i++)
        if (same_variant(few->run[i], r)) {
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
    if (few->n < ANSWER_FEW)
        few->run[few->n++] = r;
    else
        few->more++;
}

/* Whether a is to be named rather than b: the faster one; of one that can be relied on and one that cannot the latter
   only if its median lies below the other's interval and it is not wide: others have slowed it down, if anything. */
static bool is_ahead(const struct model_run *a, const struct model_run *b)
{
    if (is_solid(a) == is_solid(b))
        return a->time_ms < b->time_ms;
    const struct model_run *solid = is_solid(a) ? a : b, *other = is_solid(a) ? b : a;
    return (a == other) == (!is_wide(other) && other->time_ms < solid->ci_lo_ms);
}

/* The fastest of ours for CSR on this device where the answer takes another format. */
static void keep_csr(struct answer *a, const struct model_run *r, const struct model_run *chosen)
{
    if (!same_device(r, chosen) || is_peer(r) || !takes_csr(r) || takes_csr(chosen))
        return;
    if (!a->csr || is_ahead(r, a->csr))
        a->csr = r;
}

/* A library is not held against itself. */
static bool is_other_peer(const struct model_run *r, const struct model_run *chosen)
{
    return is_peer(r) && strcmp(r->kernel, chosen->kernel) != 0;
}

/* Runs in the light of the best one. */
static void sort_in(struct answer *a, const struct model_run *r)
{
    const bool here = same_device(r, a->best), solid = is_solid(r);
    if (!is_right(r) || same_variant(r, a->best))
        return;
    if (here && is_other_peer(r, a->best))
        keep_faster(&a->peer, r);
    if (solid && !here)
        keep_faster(&a->elsewhere, r);
    keep_csr(a, r, a->best);
    if (!solid && !is_wide(r) && r->time_ms <= a->best->ci_hi_ms)
        keep_few(&a->doubtful, r);
    if (solid && !(here && is_peer(r)) && compared_to(a->best, r) != FASTER)
        keep_few(&a->level, r);
}

/* Of results that cannot be relied on: those whose intervals reach that of the fastest; where one is missing, a
   median at most a quarter above its own. */
static void sort_shaky(struct answer *a, const struct model_run *r)
{
    const struct model_run *f = a->fastest;
    if (!is_right(r) || same_variant(r, f))
        return;
    keep_csr(a, r, f);
    if (is_wide(r))
        return;
    if (is_other_peer(r, f) && same_device(r, f))
        keep_faster(&a->peer, r);
    if (f->ci_hi_ms > 0 && r->ci_lo_ms > 0 ? r->ci_lo_ms <= f->ci_hi_ms : r->time_ms <= 1.25 * f->time_ms)
        keep_few(&a->level, r);
}

static void add_cause(struct answer *a, const struct model_run *r)
{
    const bool busy = standing_flag(r->flags, "busy"), wide = is_wide(r);
    a->shaky++;
    a->busy |= busy;
    a->wide |= wide;
    a->few |= standing_flag(r->flags, "blocks") || !(busy || wide);
}

/* A name alone does not tell runs of one kernel apart. */
static void note_variant(struct answer *a, const struct model_run *r, const struct model_run *named)
{
    if (!named || strcmp(r->kernel, named->kernel) != 0)
        return;
    a->threads |= r->threads != named->threads;
    a->params |= strcmp(r->reorder, named->reorder) == 0 && strcmp(r->params, named->params) != 0;
}

/* Whether all of its interval is below that of the other, however wide it is. */
static bool is_below(const struct model_run *r, const struct model_run *other)
{
    return r->ci_hi_ms > 0 && r->ci_hi_ms < (other->ci_lo_ms > 0 ? other->ci_lo_ms : other->time_ms);
}

void answer_of(const struct model_run *const *run, int n, struct answer *a)
{
    *a = (struct answer){ 0 };
    for (int i = 0; i < n; i++) {
        a->runs += is_right(run[i]);
        if (is_right(run[i]) && !is_solid(run[i]))
            add_cause(a, run[i]);
        if (is_right(run[i]) && !is_wide(run[i]))
            keep_faster(&a->fastest, run[i]);
        if (is_right(run[i]))
            keep_faster(&a->ahead, run[i]);
        if (is_solid(run[i]))
            keep_faster(&a->best, run[i]);
    }
    if (a->fastest && is_below(a->ahead, a->fastest))
        a->fastest = a->ahead;
    if (a->fastest && same_variant(a->ahead, a->fastest))
        a->ahead = NULL;
    if (a->best && a->fastest->time_ms < a->best->ci_lo_ms) /* by a run that others have slowed down, if anything */
        a->best = NULL;
    for (int i = 0; i < n && a->fastest; i++) {
        (a->best ? sort_in : sort_shaky)(a, run[i]);
        note_variant(a, run[i], a->best);
        note_variant(a, run[i], a->fastest);
    }
}

/* ---- words ---- */

/* What is being written, as far as there is room. */
struct answer_words {
    char *out;
    size_t size;
    bool threads, params; /* names need them */
};

/* "cpu.sell.simd (GATHER=instruction) on 2 threads with the matrix in order rcm" */
static void add_name(struct answer_words *w, const struct model_run *r)
{
    char name[96];
    const char *comma = strchr(r->choice, ',');
    const bool params = !r->choice[0] && w->params && r->params[0];
    answer_name(r, name);
    text_add(w->out, w->size, "%s", name);
    if (params || (comma && comma[1]))
        text_add(w->out, w->size, " (%s)", params ? r->params : comma + 1);
    if (w->threads && r->threads > 0)
        text_add(w->out, w->size, " on %d thread%s", r->threads, r->threads == 1 ? "" : "s");
    if (r->reorder[0] && !params)
        text_add(w->out, w->size, " with the matrix in order %s", r->reorder);
}

/* "3.4× peer.mkl", or that nobody can tell. */
static void add_ratio(struct answer_words *w, const struct model_run *r, const struct model_run *peer)
{
    const double times = peer->time_ms / r->time_ms;
    switch (compared_to(r, peer)) {
    case FASTER:
    case SLOWER:
        text_add(w->out, w->size, "%.*f× %s", times < 9.95 ? times < 0.995 ? 2 : 1 : 0, times, peer->kernel);
        break;
    case UNCLEAR:
        text_add(w->out, w->size, "unclear whether faster than %s", peer->kernel);
    }
}

static void add_roof(struct answer_words *w, const struct model_run *r)
{
    if (r->roof_frac > 0)
        text_add(w->out, w->size, ", %.0f%% of the roof%s%s", 100 * r->roof_frac, r->roof[0] ? " of " : "", r->roof);
    else if (r->in_cache)
        text_add(w->out, w->size, ", in cache");
}

static void add_pays(struct answer_words *w, const struct model_run *r)
{
    char products[TEXT_SIZE];
    if (r->pays_after > 0 && r->pays_after < 1e15)
        text_add(w->out, w->size, ", pays after %s products", text_count(products, (int64_t)r->pays_after));
    else if (r->pays_after == 0)
        text_add(w->out, w->size, ", pays at once");
}

/* "a, b or c", behind what stands there already. */
static void add_few(struct answer_words *w, const struct answer_few *few, bool begun)
{
    for (int i = 0; i < few->n; i++) {
        const bool last = i + 1 == few->n && !few->more;
        text_add(w->out, w->size, "%s", !begun && i == 0 ? "" : last ? " or " : ", ");
        add_name(w, few->run[i]);
    }
    if (few->more > 0)
        text_add(w->out, w->size, " or %d more", few->more);
}

static void add_best(struct answer_words *w, const struct answer *a)
{
    text_add(w->out, w->size, "Use ");
    add_name(w, a->best);
    add_few(w, &a->level, true);
    text_add(w->out, w->size, a->level.n ? " (unclear which is faster): " : ": ");
    if (a->peer)
        add_ratio(w, a->best, a->peer);
    else
        text_add(w->out, w->size, "no library was run beside it");
    add_roof(w, a->best);
    add_pays(w, a->best);
    text_add(w->out, w->size, takes_csr(a->best) && !a->level.n ? ". It needs nothing but CSR." : ".");
}

static void add_fastest(struct answer_words *w, const struct answer *a)
{
    text_add(w->out, w->size, "The fastest so far%s%s", a->ahead ? " within ±25%" : "",
             a->level.n ? ", not to be told apart: " : " is ");
    add_name(w, a->fastest);
    add_few(w, &a->level, true);
    if (a->peer)
        text_add(w->out, w->size, "; by its median %s is %.2g× %s", a->level.n ? "the first" : "it",
                 a->peer->time_ms / a->fastest->time_ms, a->peer->kernel);
    if (a->ahead) {
        text_add(w->out, w->size, "; ");
        add_name(w, a->ahead);
        text_add(w->out, w->size, " has a lower median, but spreads more");
    }
    text_add(w->out, w->size, ". ");
}

/* For a solver that cannot take the format that is best. */
static void add_csr(struct answer_words *w, const struct answer *a)
{
    if (!a->csr)
        return;
    for (int i = 0; i < a->level.n; i++)
        if (a->level.run[i] == a->csr) {
            add_name(w, a->csr);
            text_add(w->out, w->size, " needs nothing but CSR.");
            return;
        }
    text_add(w->out, w->size, "If your solver has only CSR: ");
    add_name(w, a->csr);
    if (!is_solid(a->csr) && !is_wide(a->csr) && a->peer) {
        text_add(w->out, w->size, ", by its median %.2g× %s", a->peer->time_ms / a->csr->time_ms, a->peer->kernel);
    } else if (!is_solid(a->csr)) {
        text_add(w->out, w->size, ", unclear how fast");
    } else if (a->peer) {
        text_add(w->out, w->size, ", ");
        add_ratio(w, a->csr, a->peer);
    }
    text_add(w->out, w->size, ".");
}

/* Not even the fastest can be relied on; that is said, and what can be said all the same. */
static void add_unclear(struct answer_words *w, const struct answer *a)
{
    text_add(w->out, w->size, "Unclear: %s be relied on (%s%s%s%s%s). ",
             a->shaky < a->runs ? "the fastest results cannot" : "no result can", a->busy ? "other programs ran" : "",
             a->busy && a->wide ? ", " : "", a->wide ? "times spread widely" : "",
             (a->busy || a->wide) && a->few ? ", " : "", a->few ? "too few blocks of samples" : "");
    if (a->fastest)
        add_fastest(w, a);
    add_csr(w, a);
    text_add(w->out, w->size, "%sMeasure again%s.", a->csr ? " " : "",
             a->busy || a->wide ? " on a quieter machine" : " for longer");
}

void answer_text(const struct answer *a, char *out, size_t size)
{
    struct answer_words w = { out, size, a->threads, a->params };
    out[0] = 0;
    if (!a->runs)
        text_add(out, size, "Nothing has been measured for this problem yet.");
    else if (!a->best)
        add_unclear(&w, a);
    if (!a->best)
        return;
    add_best(&w, a);
    text_add(out, size, a->csr ? " " : "");
    add_csr(&w, a);
    if (a->elsewhere) {
        text_add(out, size, " On %s: ", a->elsewhere->device);
        add_name(&w, a->elsewhere);
        text_add(out, size, ", %.2g× of that.", a->best->time_ms / a->elsewhere->time_ms);
    }
    if (a->doubtful.n) {
        text_add(out, size, " As fast by the median, but doubtful: ");
        add_few(&w, &a->doubtful, false);
        text_add(out, size, ".");
    }
}

bool answer_at(const struct model *m, int first, char *text, size_t size)
{
    const struct model_run *run[MODEL_RUNS];
    struct answer answer;
    int n = 0;
    for (int i = 0; i < m->runs; i++) {
        if (!answer_same(&m->run[i], &m->run[first]))
            continue;
        if (i < first)
            return false;
        run[n++] = &m->run[i];
    }
    answer_of(run, n, &answer);
    answer_text(&answer, text, size);
    return true;
}
