/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_text: the answer in words. */
#include "tui/verdict/answer_parts.h"

#include <ctype.h>

#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/standing.h"

/* The text in the making, cut where the room ends. */
struct answer_words {
    char *out;
    size_t size;
    bool threads, params; /* names need them, also those at their defaults */
    bool order;           /* …and the order of the rows */
    const char *device;   /* of the best: the name of a library on another one does not tell where it ran */
};

/* "cpu.sell.simd (GATHER=instruction) on 2 threads with the matrix in order rcm"; a choice "NAME,GATHER=instruction,
   1 thread" has its threads last. */
static void add_name(struct answer_words *w, const struct model_run *r)
{
    char name[96], device[96], set[sizeof r->params];
    const char *comma = strchr(r->choice, ','), *last = strrchr(r->choice, ',');
    const int threads = model_run_threads(r);
    const bool params = !r->choice[0] && w->params && r->params[0], fewer = last && threads != r->threads;
    const int told = !comma ? 0 : fewer ? (int)(last - comma) - 1 : (int)strlen(comma + 1);
    answer_name(r, name);
    answer_changed(r, set, sizeof set);
    text_add(w->out, w->size, "%s", name);
    if (!params && !r->choice[0] && set[0])
        text_add(w->out, w->size, " (%s)", set);
    else if (params)
        text_add(w->out, w->size, " (%s)", r->params);
    else if (told > 0)
        text_add(w->out, w->size, " (%.*s)", told, comma + 1);
    if (fewer)
        text_add(w->out, w->size, " on %d of %d threads", threads, r->threads);
    else if (w->threads && threads > 0)
        text_add(w->out, w->size, " on %d thread%s", threads, text_plural(threads));
    if (r->reorder[0] && w->order && !params)
        text_add(w->out, w->size, " with the matrix in order %s", r->reorder);
    flags_device(r, device, sizeof device);
    if (w->device && r->library && strcmp(w->device, r->device) != 0)
        text_add(w->out, w->size, " on %s", device);
}

/* "2.1 to 5.0× peer.mkl", "and peer.mkl is 2.1 to 5.0× as fast", or that even this is unclear. lo, hi: of the time that
 * is held beside the other. */
static void add_ratio(struct answer_words *w, double lo, double hi, const struct model_run *other, const char *name)
{
    const struct contender a = { .lo = other->ci_lo_ms, .hi = other->ci_hi_ms }, b = { .lo = lo, .hi = hi };
    const struct versus v = versus_of(&a, &b, 0);
    char range[TEXT_SIZE];
    if (v.is == UNCLEAR)
        text_add(w->out, w->size, "unclear whether faster than %s", name);
    else if (v.is == SLOWER) /* a figure above 1 is read more easily */
        text_add(w->out, w->size, "and %s is %s× as fast", name, interval_text(1 / v.most, 1 / v.least, range));
    else
        text_add(w->out, w->size, "%s× %s", interval_text(v.least, v.most, range), name);
}

/* What turns have told counts more than two intervals. */
static void add_peer(struct answer_words *w, const struct answer *a)
{
    const struct model_run *pair = answer_pair(a->model, a->best, a->peer->kernel);
    if (!pair) {
        add_ratio(w, a->lo_ms, a->hi_ms, a->peer, a->peer->kernel);
        return;
    }
    text_add(w->out, w->size, "in turns ");
    answer_pair_text(pair, w->out, w->size);
}

/* From this share of its roof on a run is beyond it, and not at its end. */
#define BEYOND 1.05

static void add_roof(struct answer_words *w, const struct answer *a, const char *between)
{
    const struct model_run *r = a->best;
    char share[TEXT_SIZE], level[TEXT_SIZE];
    figure_share(share, r->roof_frac, false, figure_doubtful(r) || *flags_about(r->flags));
    if (r->roof_frac > BEYOND)
        text_add(w->out, w->size, "%sbeyond its roof, which was measured too low", between);
    else if (r->roof_frac > 0 && model_run_at_peak(r))
        text_add(w->out, w->size, "%s%s of the peak of arithmetic", between, share);
    else if (r->roof_frac > 0)
        text_add(w->out, w->size, "%s%s of the roof%s%s", between, share, r->roof[0] ? " of " : "",
                 model_run_level(a->model, r, r->roof, level));
    else if (r->in_cache)
        text_add(w->out, w->size, "%sits data in a cache", between);
}

/* "a, b, c and 4 more" */
static void add_few(struct answer_words *w, const struct answer_few *few)
{
    for (int i = 0; i < few->n && i < ANSWER_FEW; i++) {
        text_add(w->out, w->size, "%s", i ? ", " : "");
        add_name(w, few->run[i]);
    }
    if (few->n > ANSWER_FEW)
        text_add(w->out, w->size, " and %d more", few->n - ANSWER_FEW + few->more);
}

/* " Before: a, b.", or nothing where there is none. */
static void add_list(struct answer_words *w, const char *before, const struct answer_few *few)
{
    if (few->n == 0)
        return;
    text_add(w->out, w->size, "%s", before);
    add_few(w, few);
    text_add(w->out, w->size, ".");
}

/* Others that may be the fastest, though their medians may be far away. */
static void add_level(struct answer_words *w, const struct answer *a, const struct model_run *best)
{
    double least_ms = INFINITY;
    for (int i = 0; i < a->level.n; i++)
        least_ms = fmin(least_ms, a->level.run[i]->time_ms);
    add_list(w, least_ms > 2 * best->time_ms ? " Too disturbed to rule out: " : " May be equalled by: ", &a->level);
}

/* Whether a run without an interval has a higher median than the best. */
static bool is_outrun(const struct answer *a)
{
    return a->doubtful.n && a->doubtful.run[0]->time_ms < a->best->time_ms;
}

bool answer_is_decided(const struct answer *a)
{
    return a->best && a->level.n == 0 && !is_outrun(a) && (!a->alone || a->chooser);
}

const struct model_run *answer_use(const struct answer *a)
{
    return answer_is_decided(a) ? a->best : a->plain ? a->plain : a->best ? a->best : a->fastest;
}

/* Those whose figures cannot be relied on are named where they are faster, or all there is to choose from. */
static void add_doubtful(struct answer_words *w, const struct answer *a)
{
    const int n = a->doubtful.n + a->doubtful.more;
    if (n && is_outrun(a))
        add_list(w, " By the median, but without an interval, in front: ", &a->doubtful);
    else if (n && a->level.n)
        text_add(w->out, w->size, " %d more %s as fast by the median, but without an interval.", n,
                 n == 1 ? "is" : "are");
    else
        add_list(w, " As fast by the median, but without an interval: ", &a->doubtful);
}

static const char *meanwhile(const struct model_run *r)
{
    return flags_has(r->flags, "busy") ? " on a busy machine" : "";
}

/* A kernel that stores equal values once is fast on this matrix, not on its pattern. */
static void add_repeats(struct answer_words *w, const struct model_run *r)
{
    char share[TEXT_SIZE];
    if (r->slots > 0 && r->slots < (double)r->nnz)
        text_add(
            w->out, w->size,
            " It stores equal values once: %s of those of this matrix are repeated; with values that all differ it "
            "is slower.",
            figure_padding(share, (double)r->nnz / r->slots));
}

/* One run tells how fast it is, and not what to use. */
static void add_only(struct answer_words *w, const struct answer *a)
{
    text_add(w->out, w->size, "Only ");
    add_name(w, a->best);
    text_add(w->out, w->size, " was measured%s", meanwhile(a->best));
    add_roof(w, a, ": ");
    answer_prepare_text(a, a->best, w->out, w->size);
    text_add(w->out, w->size, ". There is nothing to compare it with.");
    add_repeats(w, a->best);
}

/* A kernel that chose has compared the best with others, in trials that no run shows. */
static void add_chooser(struct answer_words *w, const struct answer *a)
{
    const struct model_run *best = a->best;
    char text[TEXT_SIZE];
    if (best->choice[0])
        text_add(w->out, w->size, " Measured as %s, which took it%s; ", best->kernel, meanwhile(best));
    if (model_run_choosing(best) > 0)
        text_add(w->out, w->size, "choosing took %s%s besides.", flags_preparing(best->flags),
                 figure_ms(text, model_run_choosing(best)));
    else if (best->choice[0])
        text_add(w->out, w->size, "preparing includes its trials.");
    else if (a->alone)
        text_add(w->out, w->size, " It is what %s took%s.", a->chooser->kernel, meanwhile(a->chooser));
    text_add(w->out, w->size, a->alone ? " Nothing else was measured." : "");
}

/* Whether the intervals of all that may be the fastest tell next to nothing. */
static bool is_hopeless(const struct answer *a)
{
    bool all = a->best->ci_hi_ms > INTERVAL_DOUBTFUL * a->best->ci_lo_ms;
    for (int i = 0; i < a->level.n; i++)
        all &= a->level.run[i]->ci_hi_ms > INTERVAL_DOUBTFUL * a->level.run[i]->ci_lo_ms;
    return all;
}

/* What to use as long as several may be the fastest: it comes first. Even what takes long to prepare is something. */
static void add_plain(struct answer_words *w, const struct answer *a)
{
    const struct model_run *use = answer_use(a), *first = a->best ? a->best : a->fastest;
    const bool csr = answer_run_takes_csr(a->model, use), too = use != first && answer_run_takes_csr(a->model, first);
    text_add(w->out, w->size, "Not decided; meanwhile use ");
    add_name(w, use);
    if (csr && !(too && answer_cost(a, use) < answer_cost(a, first)))
        text_add(w->out, w->size, ", which needs nothing but CSR");
    else if (use != first)
        text_add(w->out, w->size, ", which takes less to prepare");
    text_add(w->out, w->size, ". ");
}

static void add_best(struct answer_words *w, const struct answer *a)
{
    const bool outrun = is_outrun(a), sole = a->level.n == 0 && !outrun, beside = a->peer && !a->peer_level;
    char turns[ANSWER_TURNS] = "";
    answer_pairs_text(a->model, a->best, beside ? a->peer->kernel : "", turns, sizeof turns);
    if (!sole)
        add_plain(w, a);
    text_add(w->out, w->size, "%s",
             sole                      ? "Use "
             : a->by_turns && turns[0] ? "Ahead in turns: "
             : outrun                  ? "Fastest median with an interval: "
                                       : "Fastest median: ");
    add_name(w, a->best);
    if (beside) {
        text_add(w->out, w->size, sole ? ": " : ", ");
        add_peer(w, a);
    }
    add_roof(w, a, sole && !beside ? ": " : ", ");
    answer_prepare_text(a, a->best, w->out, w->size);
    text_add(w->out, w->size, a->takes_csr && sole ? ". It needs nothing but CSR." : ".");
    add_repeats(w, a->best);
    add_chooser(w, a);
    if (a->disturbed && !sole) {
        text_add(w->out, w->size, " The median of %s → ", a->disturbed->kernel);
        add_name(w, a->disturbed);
        text_add(w->out, w->size,
                 flags_shaky(a->best->flags) ? " is faster, and as doubtful."
                                             : " is faster, but too doubtful to count.");
    }
    add_level(w, a, a->best);
    if (a->level.n && !outrun && !turns[0] && is_hopeless(a))
        text_add(w->out, w->size, " All are very doubtful: %s.", a->batch ? "measure again" : "r measures again");
    if (turns[0])
        text_add(w->out, w->size, " In turns %s was %s.", sole ? "it" : a->best->kernel, turns);
}

/* For a solver that cannot take the format that is best. */
static void add_csr(struct answer_words *w, const struct answer *a)
{
    if (!answer_offers_csr(a))
        return;
    text_add(w->out, w->size, " If your solver has only CSR: ");
    add_name(w, a->csr);
    if (a->peer && a->peer != a->csr && !answer_among(&a->csr_level, a->peer)) {
        text_add(w->out, w->size, ", ");
        add_ratio(w, a->csr->ci_lo_ms, a->csr->ci_hi_ms, a->peer, a->peer->kernel);
    }
    if (a->csr_level.n) {
        text_add(w->out, w->size, " (may be equalled by: ");
        add_few(w, &a->csr_level);
        text_add(w->out, w->size, ")");
    }
    text_add(w->out, w->size, ".");
}

/* The fastest on another device, unless one on that is among those that the answer begins with. */
static void add_elsewhere(struct answer_words *w, const struct answer *a)
{
    const struct model_run *r = a->elsewhere;
    char name[96], device[96];
    for (int i = 0; r && i < a->level.n && i < ANSWER_FEW; i++)
        if (strcmp(a->level.run[i]->device, r->device) == 0)
            return;
    if (!r)
        return;
    w->device = r->device;
    flags_device(r, device, sizeof device);
    text_add(w->out, w->size, " On %s: ", device);
    add_name(w, r);
    if (interval_compare(a->lo_ms, a->hi_ms, r->ci_lo_ms, r->ci_hi_ms) == UNCLEAR)
        text_add(w->out, w->size, ", unclear which is faster.");
    else {
        text_add(w->out, w->size, ", ");
        answer_name(a->best, name);
        add_ratio(w, r->ci_lo_ms, r->ci_hi_ms, &(struct model_run){ .ci_lo_ms = a->lo_ms, .ci_hi_ms = a->hi_ms }, name);
        text_add(w->out, w->size, ".");
    }
    w->device = a->best->device;
}

static void add_turns(struct answer_words *w, const struct answer *a)
{
    char one[96], other[96];
    const bool turns = answer_turns(a, one, other);
    if (turns && !a->batch)
        text_add(w->out, w->size, " C compares two of them in turns (:compare %s %s).", one, other);
    else if (!turns && a->level.n && a->busy)
        text_add(w->out, w->size, " Other programs ran: a quieter machine may tell them apart.");
}

/* The fastest has no interval; that is said, and what can be said all the same. */
static void add_unclear(struct answer_words *w, const struct answer *a)
{
    add_plain(w, a);
    text_add(w->out, w->size, "Too few blocks of samples for an interval: the fastest so far is ");
    add_name(w, a->fastest);
    answer_prepare_text(a, a->fastest, w->out, w->size);
    text_add(w->out, w->size, ".");
    add_level(w, a, a->fastest);
    add_csr(w, a);
    if (!a->level.n)
        text_add(w->out, w->size, " Measure again for longer.");
    add_turns(w, a);
}

static void add_absent(struct answer_words *w, const struct answer *a)
{
    const char *kind = a->best->on_gpu ? "GPU" : "CPU", *order = a->best->reorder;
    if (!a->peer && !a->best->library && !a->alone)
        text_add(w->out, w->size, " No %s library was run, so none is compared.", kind);
    if (!a->file_order && a->orders)
        text_add(w->out, w->size, " The file's own order was not measured.");
    else if (!a->file_order)
        text_add(w->out, w->size, " Everything ran in order %s; the file's own order was not measured.", order);
}

char *answer_sentence(char *text)
{
    char *end = text;
    while ((end = strstr(end, ". ")) && !isupper((unsigned char)end[2]) && !isdigit((unsigned char)end[2]))
        end++;
    if (!end)
        return strchr(text, 0);
    end[1] = 0;
    return end + 2;
}

void answer_text(const struct answer *a, char *out, size_t size)
{
    struct answer_words w = {
        out, size, a->threads, a->params, a->orders || !a->best, a->best ? a->best->device : NULL
    };
    out[0] = 0;
    if (a->empty)
        text_add(out, size, "The matrix has no entries: no kernel has anything to do.");
    else if (!a->runs)
        text_add(out, size, "Nothing has been measured for this problem yet.");
    else if (!a->best)
        add_unclear(&w, a);
    if (!a->best)
        return;
    if (a->alone && !a->chooser)
        add_only(&w, a);
    else
        add_best(&w, a);
    add_doubtful(&w, a);
    add_csr(&w, a);
    add_elsewhere(&w, a);
    add_absent(&w, a);
    add_turns(&w, a);
}
