/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_text: the sentences of the card that says why a run is fast or slow. */
#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"
#include "tui/views/why.h"

/* Above these a fact is the reason: share of bytes that are padding (SOME: or at least worth a word), slots multiplied
   for each entry, largest share of a thread over the mean, share of the bandwidth. Not measured: they sort what is
   said, and the figures stand beside it. Above REACHED nothing else is left to gain. */
static const double SOME_PADDING = 0.2, MUCH_PADDING = 0.5, MANY_SLOTS = 2, UNEVEN = 1.3, SATURATED = 0.6,
                    REACHED = 0.8;

/* "that 2 threads read from" or "of": a figure of fewer than all threads says whose it is, and one without a run. */
static const char *reader(const struct why *w, char out[40])
{
    const int n = w->roof.threads;
    if (n <= 0 || !w->device || !device_is_cpu(w->device->kind))
        return "of";
    snprintf(out, 40, "that %d thread%s from", n, n == 1 ? " reads" : "s read");
    return out;
}

/* "this device", or the one of a recording: "the Intel Xeon". */
static const char *machine(const struct why *w, char out[100])
{
    char name[80];
    if (!w->run || !flags_recorded(w->run))
        return "this device";
    take_processor(w->run->event, name, sizeof name);
    snprintf(out, 100, "the %s", name[0] ? name : "other machine");
    return out;
}

/* "this device's", or "2 threads'" if their peak is known to be lower. */
static const char *computer(const struct why *w, double peak, char out[110])
{
    char name[100];
    if (peak < model_peak(w->device, w->type, 0))
        snprintf(out, 110, "%d thread%s", w->threads, w->threads == 1 ? "'s" : "s'");
    else
        snprintf(out, 110, "%s's", machine(w, name));
    return out;
}

/* "; at best 0.12 GFLOPS at 9.8 GB/s; measured 0.11 GFLOPS" */
static void rates_text(const struct why *w, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], who[110], of[100], doubts[200] = "";
    const struct model_run *r = w->run;
    const bool measured = r && model_run_ok(r) && r->gflops > 0;
    const bool reckoned = w->has_cost && !w->varies;
    const double moved = reckoned ? w->cost.best : measured ? r->gflops / r->gbs * r->roof_gbs : NAN;
    const double peak = model_peak(w->device, w->type, w->threads);
    const bool at_peak = reckoned ? w->cost.at_peak : moved > peak;
    const double best = at_peak ? peak : moved;
    out[0] = 0;
    if (at_peak)
        snprintf(out, size, "; at best %s GFLOPS, the peak of %s arithmetic", figure_number(a, best),
                 computer(w, peak, who));
    else if (measured && r->gflops > 1.05 * best && flags_has(r->flags, "roof"))
        snprintf(out, size, "; faster than %s GB/s, which was measured for %s, allow", figure_number(b, w->roof.gbs),
                 w->roof.name);
    else if (measured && r->gflops > 1.05 * best)
        snprintf(out, size, "; faster than %s alone allows, as much of it comes from a cache", w->roof.name);
    else if (best > 0)
        snprintf(out, size, "; at best %s GFLOPS at the %s GB/s %s %s's %s", figure_number(a, best),
                 figure_number(b, w->roof.gbs), reader(w, who), machine(w, of), model_level_text(&w->roof));
    if (measured) {
        flags_doubts(r, doubts, sizeof doubts);
        text_add(out, size, "; measured %s GFLOPS%s%s", figure_number(a, r->gflops), doubts[0] ? ", " : "", doubts);
    }
    if (measured && w->has_cost && !(best > 0))
        text_add(out, size, "; at best: unknown, as %s",
                 r->in_cache ? "the bandwidth of the cache that holds all of it was not measured"
                             : "no roof was measured");
}

static bool is_empty(const struct scene *s)
{
    return s->model->matrix.open && s->model->matrix.nnz < 1;
}

void why_sentence(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char stores[300], rates[400], bytes[TEXT_SIZE], stored[TEXT_SIZE], entries[TEXT_SIZE];
    rates_text(w, rates, sizeof rates);
    if (w->run && w->run->status[0] && !model_run_ok(w->run)) {
        snprintf(out, size, "%s: %s", w->run->status, w->run->text);
    } else if (is_empty(s)) {
        snprintf(out, size, "The matrix has no entries: a product is all zeros, whatever the format.");
    } else if (w->has_cost) {
        cost_text(s->model, &w->layout, &w->cost, stores, sizeof stores);
        if (w->varies)
            text_add(stores, sizeof stores, "; %s sorts and cuts rows in its own way: how far it pads is not known",
                     w->kernel ? w->kernel->name : w->run->kernel);
        else if (w->run && w->run->slots > 0 && strcmp(w->format->name, "sell") == 0 &&
                 strcmp(figure_padding(stored, w->run->slots / w->cost.nnz),
                        figure_padding(bytes, w->format->padding)) != 0)
            text_add(stores, sizeof stores, "; that is as %s lays it out (as listed, SELL-32-1024: %s padding)",
                     w->kernel ? w->kernel->name : w->run->kernel, bytes);
        snprintf(out, size, "%s%s.", stores, rates);
    } else if (!w->product && w->run && w->run->gbs > 0) {
        snprintf(out, size, "It must move %s at least, A and what it makes of A. It takes %s.",
                 figure_bytes(bytes, w->run->gbs * w->run->time_ms * 1e6), figure_ms(stored, w->run->time_ms));
    } else if (w->product && w->format) {
        snprintf(out, size, "%s: %s.", w->format->name, w->format->why[0] ? w->format->why : w->format->verdict);
    } else if (w->run && w->run->gbs > 0) {
        snprintf(out, size, "%s: a product must move %s at least%s.",
                 !w->kernel        ? "A kernel that is not installed here"
                 : w->kernel->peer ? "Foreign code, known only from outside"
                                   : "A format of its own",
                 figure_bytes(bytes, w->run->gbs * w->run->time_ms * 1e6), rates);
        if (w->run->slots > 0)
            text_add(out, size, " It stores %s values for %s entries.", text_count(stored, (int64_t)w->run->slots),
                     text_count(entries, s->model->matrix.nnz));
    } else if (w->kernel && kernels_refusal(s, w->kernel)) {
        snprintf(out, size, "It cannot run here: %s.", kernels_refusal(s, w->kernel));
    } else {
        snprintf(out, size, "It has not run yet: r measures it.");
    }
}

/* A team of n is started and awaited in 0.5 + 0.2 n µs on a quiet machine, in up to 0.1 ms where others run; an entry
   or a row takes a thread about 1 ns. Where one thread would need less than half of so short a time, the rest is the
   start. */
bool why_is_start(const struct model *m, const struct model_run *r)
{
    const double START_MS = 0.1, EACH_MS = 1e-6;
    return model_run_threads(r) > 1 && problem_has_team(r) && r->time_ms < START_MS &&
           (double)(m->matrix.nnz * r->k + m->matrix.rows) * EACH_MS < r->time_ms / 2;
}

static void start_text(const struct model *m, const struct model_run *r, char *out, size_t size)
{
    char time[TEXT_SIZE];
    const struct model_run *best = r;
    for (int i = m->first; i < m->runs; i++) {
        const struct model_run *o = &m->run[i];
        if (model_run_ok(o) && o->threads == 1 && !o->on_gpu && !o->ranks && o->time_ms < best->time_ms &&
            !problem_differ(o, r, DIFFER_PROBLEM & ~(unsigned)DIFFER_THREADS))
            best = o;
    }
    snprintf(out, size, "Threads: starting %d of them takes most of the %s.", model_run_threads(r),
             figure_ms(time, r->time_ms));
    if (best != r)
        text_add(out, size, " %s on one takes %s.", best->kernel, figure_ms(time, best->time_ms));
}

bool why_uneven(const struct why *w)
{
    return w->work && w->work->imbalance > UNEVEN;
}

static bool is_robbed(const struct model_run *r)
{
    return flags_has(r->flags, "busy") && flags_has(r->flags, "blocks");
}

/* Times that spread by more than the factor that uneven work costs do not tell whether it costs that. */
static bool is_hidden(const struct why *w)
{
    return is_robbed(w->run) ||
           (flags_has(w->run->flags, "wide") && w->run->ci_hi_ms > w->work->imbalance * w->run->ci_lo_ms);
}

/* `slots`: that it multiplies for each entry; 0: not known. */
static void padding_text(const struct why *w, double padding, double slots, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    const struct model_run *r = w->run;
    const double share = r && model_run_ok(r) ? r->gflops / w->cost.best : NAN;
    snprintf(out, size, "Padding: %s of the bytes that it moves hold nothing.", figure_percent(a, padding));
    if (share < 0.5 && slots > 1)
        text_add(out, size, " To move all of them takes %s of its time: it also multiplies %s slots for each entry.",
                 figure_percent(a, share), figure_number(b, slots));
    else if (share < 0.5)
        text_add(out, size, " To move all of them takes %s of its time; the rest has other reasons.",
                 figure_percent(a, share));
}

/* Why the times do not tell what bounds it, after what needs no clock. */
static void undecided_text(const char *doubt, double padding, char *out, size_t size)
{
    char a[TEXT_SIZE];
    if (padding > SOME_PADDING)
        snprintf(out, size, "Padding: %s of the bytes that it moves hold nothing. ", figure_percent(a, padding));
    text_add(out, size, "%s", doubt);
}

/* Even work would be as many times as fast as the fullest thread has over the mean; the roof may be far higher. */
static void uneven_text(const struct why *w, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    const double below = w->roof.gbs / w->gbs;
    snprintf(out, size, "Load balance: one %s has %s the work of the mean, and the others wait for it.",
             w->work->worker, figure_factor(a, w->work->imbalance));
    if (below > 2 * w->work->imbalance)
        text_add(out, size, " %s could do %s as much: that is not all.", w->roof.name, figure_factor(b, below));
}

/* The cores of its threads that hold all of it together, each a part in a cache of its own; 0: one cache does, or that
   is not known. */
static int cores_that_hold(const struct why *w)
{
    for (int i = 0; w->run->in_cache && w->device && i < w->device->levels; i++)
        if (strcmp(w->device->level[i].name, w->roof.name) == 0 && w->device->level[i].caches > 1) {
            const int cores = int_min(w->device->level[i].caches, int_max(model_run_threads(w->run), 1));
            return cores > 1 ? cores : 0;
        }
    return 0;
}

/* Caches of cores hold it together, but a part is found in that of its core only if the same thread takes it again. */
static void cache_text(const struct why *w, double row_mean, char *out, size_t size)
{
    char mean[TEXT_SIZE];
    const struct model_run *r = w->run;
    const int cores = cores_that_hold(w);
    const bool dealt = cores > 0 && w->work && w->work->dealt && model_run_threads(r) > 1;
    if (cores > 0)
        snprintf(out, size, "%s memory: the %s of %d cores holds all of it together.", dealt ? "Perhaps not" : "Not",
                 w->roof.name, cores);
    else
        snprintf(out, size, "Not memory: all of it fits in %s.",
                 r->in_cache && w->roof.gbs > 0 ? w->roof.name : "a cache");
    if (dealt)
        text_add(out, size, " But a part that another thread takes than before comes from the cache of another core.");
    text_add(out, size, " Instructions and latencies count: rows have %s entries on average.",
             figure_number(mean, row_mean));
}

void why_bound(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], of[100];
    const struct model_run *r = w->run;
    const double padding = w->has_cost && !w->varies ? w->cost.part[COST_PADDING] / w->cost.sum : 0;
    const double share = w->gbs / w->roof.gbs;
    const bool sure = r && share > REACHED && !flags_shaky(r->flags) && !*flags_about(r->flags);
    const bool multiplied =
        w->has_cost && !w->varies && w->work && !w->work->counts[0] && (double)w->work->sum >= w->cost.slots;
    const double slots = multiplied ? w->cost.slots / w->cost.nnz : 0;
    out[0] = 0;
    if (padding > MUCH_PADDING)
        padding_text(w, padding, slots, out, size);
    else if (!r || !model_run_ok(r) || !(r->time_ms > 0) || is_empty(s))
        return;
    else if (slots > MANY_SLOTS)
        snprintf(out, size, "Padding: it multiplies %s slots for each entry.", figure_number(a, slots));
    else if (is_robbed(r))
        undecided_text("Other programs took too much of its time to tell what bounds it.", padding, out, size);
    else if (why_is_start(s->model, r))
        start_text(s->model, r, out, size);
    else if (why_uneven(w) && !is_hidden(w))
        uneven_text(w, out, size);
    else if (flags_has(r->flags, "wide"))
        undecided_text("Its times spread too widely to tell what bounds it.", padding, out, size);
    else if (share > SATURATED && share < 1.05)
        snprintf(out, size, "%s: it moves %s GB/s of the %s%s of %s.%s", sure ? "Bandwidth" : "Probably bandwidth",
                 figure_number(a, w->gbs), flags_about(r->flags), figure_number(b, w->roof.gbs),
                 model_level_text(&w->roof), sure ? " Only fewer bytes would help." : "");
    else if (model_run_at_peak(r) && r->roof_frac > SATURATED)
        snprintf(out, size, "Arithmetic: %s GFLOPS of the %s%s that %s can.", figure_number(a, r->gflops),
                 flags_about(r->flags), figure_number(b, bars_roof(r)), machine(w, of));
    else if (r->in_cache || share >= 1.05)
        cache_text(w, s->model->matrix.row_mean, out, size);
    else if (share > 0) {
        snprintf(out, size, "Latency and instructions, not bandwidth: it moves %s GB/s of the %s%s of %s.",
                 figure_number(a, w->gbs), flags_about(r->flags), figure_number(b, w->roof.gbs),
                 model_level_text(&w->roof));
        text_add(out, size, " Rows have %s entries on average, and each entry %s.",
                 figure_number(a, s->model->matrix.row_mean),
                 w->product ? "gathers from X" : "goes wherever its column says");
    }
}

void why_reuse(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char rows[TEXT_SIZE], share[TEXT_SIZE];
    const struct model_work *k = &s->model->work;
    out[0] = 0;
    if (w->product && w->answered && !is_empty(s) && k->x_rows > 0 && k->x_fetched > 0)
        snprintf(out, size, "%s: within %s neighbouring rows, %s of the entries read %s that was read before.",
                 w->k == 1 ? "x" : "X", text_count(rows, k->x_rows), figure_percent(share, 1 - k->x_fetched),
                 w->k == 1 ? "an entry of x" : "a row of X");
}

void why_other_roof(const struct why *w, char *out, size_t size)
{
    char roof[TEXT_SIZE], intensity[TEXT_SIZE], gbs[TEXT_SIZE];
    const struct cost *c = &w->cost;
    const struct model_run *r = w->run;
    out[0] = 0;
    if (!r || !model_run_ok(r) || !(r->gflops > 0) || !w->has_cost || w->varies || !(c->best > 0) ||
        !(fabs(bars_roof(r) / c->best - 1) > 0.02))
        return;
    const bool packed = r->gbs * r->time_ms * 1e6 < 0.98 * (c->csr + c->part[COST_X] + c->part[COST_Y]);
    snprintf(out, size, "Bars and rooflines count A %s: at best %s GFLOPS at %s flop a byte",
             packed ? "packed, without padding" : "as in CSR", figure_number(roof, bars_roof(r)),
             figure_number(intensity, r->gflops / r->gbs));
    if (fabs(r->roof_gbs / w->roof.gbs - 1) > 0.02)
        text_add(out, size, " and %s GB/s of %s", figure_number(gbs, r->roof_gbs), w->measured.name);
    text_add(out, size, ".");
}

const char *why_counted(const struct scene *s, const struct model_work *k)
{
    return k->counts[0] ? k->counts : k->sum > s->model->matrix.nnz ? "slots" : "entries";
}

void why_division(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char units[TEXT_SIZE], most[TEXT_SIZE], mean[TEXT_SIZE], uneven[TEXT_SIZE];
    const struct model_work *k = w->work;
    const char *of = k ? why_counted(s, k) : "";
    if (!w->kernel)
        out[0] = 0;
    else if (w->kernel->peer && !k)
        snprintf(out, size, "How a library divides the rows cannot be seen from outside.");
    else if (w->run && strcmp(w->run->reorder, s->model->matrix.reorder) != 0)
        snprintf(out, size, "It ran in another order of the rows than is shown: how it divides them is told there.");
    else if (!w->answered && s->replay)
        snprintf(out, size, "This recording does not say how %s divides the rows.", w->kernel->name);
    else if (!w->answered)
        snprintf(out, size, "How %s divides the rows is not known yet.", w->kernel->name);
    else if (!k)
        snprintf(out, size, "%s does not say how it divides the rows.", w->kernel->name);
    else if (k->units == 1)
        snprintf(out, size, "Work: %s %s, %s", text_count(most, k->most), k->most == 1 ? "entry" : of, k->rule);
    else
        snprintf(out, size, "Work: %s units (%s), %s %s on average, %s at most; imbalance %s over %d %s%s",
                 text_count(units, k->units), k->rule,
                 text_count(mean, k->units > 0 ? (k->sum + k->units / 2) / k->units : 0), of, text_count(most, k->most),
                 figure_factor(uneven, k->imbalance), k->workers, k->worker, text_plural(k->workers));
    if (k && k->halo > 0)
        text_add(out, size, "; %s: %s %s from other %ss, %s for one %s at most", w->k == 1 ? "x" : "X",
                 text_count(units, k->halo), w->k == 1 ? "entries" : "rows", k->worker, text_count(most, k->halo_most),
                 k->worker);
}
