/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_text: what a run stores and moves, how fast it is and could be, and how its rows are divided, in sentences. */
#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"
#include "tui/views/why.h"

/* "that 2 threads read from" or "of": a figure of fewer than all threads says whose it is, and one without a run. */
static const char *reader(const struct why *w, char out[40])
{
    const int n = w->roof.threads;
    if (n <= 0 || !w->device || !device_is_cpu(w->device->kind))
        return "of";
    snprintf(out, 40, "that %d thread%s from", n, n == 1 ? " reads" : "s read");
    return out;
}

const char *why_machine(const struct why *w, char out[WHY_MACHINE])
{
    char name[80];
    if (!w->run || !flags_recorded(w->run))
        return "this device";
    take_processor(w->run->event, name, sizeof name);
    snprintf(out, WHY_MACHINE, "the %s", name[0] ? name : "other machine");
    return out;
}

/* "this device's", or "2 threads'" if their peak is known to be lower. */
static const char *computer(const struct why *w, double peak, char out[110])
{
    char name[WHY_MACHINE];
    if (peak < model_peak(w->device, w->type, 0))
        snprintf(out, 110, "%d thread%s", w->threads, w->threads == 1 ? "'s" : "s'");
    else
        snprintf(out, 110, "%s's", why_machine(w, name));
    return out;
}

/* "; at best 0.12 GFLOPS at 9.8 GB/s; measured 0.11 GFLOPS" */
static void rates_text(const struct why *w, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], who[110], of[WHY_MACHINE], doubts[200] = "";
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
                 figure_number(b, w->roof.gbs), reader(w, who), why_machine(w, of), model_level_text(&w->roof));
    if (measured) {
        flags_doubts(r, doubts, sizeof doubts);
        text_add(out, size, "; measured %s GFLOPS%s%s", figure_number(a, r->gflops), doubts[0] ? ", " : "", doubts);
    }
    if (measured && w->has_cost && !(best > 0))
        text_add(out, size, "; at best: unknown, as %s",
                 r->in_cache ? "the bandwidth of the cache that holds all of it was not measured"
                             : "no roof was measured");
}

static const char *kernel_name(const struct why *w)
{
    return w->kernel ? w->kernel->name : w->run->kernel;
}

/* "ell stores 18,100 × 902 slots, 65× the bytes of CSR", laid out as its run did. */
static void stores_text(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char laid[TEXT_SIZE], listed[TEXT_SIZE];
    cost_text(s->model, &w->layout, &w->cost, out, size);
    if (w->varies)
        text_add(out, size, "; %s sorts and cuts rows in its own way: how far it pads is not known", kernel_name(w));
    else if (w->run && w->run->slots > 0 && strcmp(w->format->name, "sell") == 0 &&
             strcmp(figure_padding(laid, w->run->slots / w->cost.nnz), figure_padding(listed, w->format->padding)) != 0)
        text_add(out, size, "; that is as %s lays it out (as listed, SELL-32-1024: %s padding)", kernel_name(w),
                 listed);
}

/* A run whose format has no cost here. */
static void opaque_text(const struct scene *s, const struct why *w, const char *moved, const char *rates, char *out,
                        size_t size)
{
    char stored[TEXT_SIZE], entries[TEXT_SIZE];
    snprintf(out, size, "%s: a product must move %s at least%s.",
             !w->kernel        ? "A kernel that is not installed here"
             : w->kernel->peer ? "Foreign code, known only from outside"
                               : "A format of its own",
             moved, rates);
    if (w->run->slots > 0)
        text_add(out, size, " It stores %s values for %s entries.", text_count(stored, (int64_t)w->run->slots),
                 text_count(entries, s->model->matrix.nnz));
}

void why_sentence(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char stores[300], rates[400], moved[TEXT_SIZE], time[TEXT_SIZE];
    const struct model_run *r = w->run;
    const bool moves = r && r->gbs > 0;
    rates_text(w, rates, sizeof rates);
    if (moves)
        figure_bytes(moved, r->gbs * r->time_ms * 1e6);
    if (r && r->status[0] && !model_run_ok(r)) {
        snprintf(out, size, "%s: %s", r->status, r->text);
    } else if (s->model->matrix.open && s->model->matrix.nnz < 1) {
        snprintf(out, size, "The matrix has no entries: a product is all zeros, whatever the format.");
    } else if (w->has_cost) {
        stores_text(s, w, stores, sizeof stores);
        snprintf(out, size, "%s%s.", stores, rates);
    } else if (!w->product && moves) {
        snprintf(out, size, "It must move %s at least, A and what it makes of A. It takes %s.", moved,
                 figure_ms(time, r->time_ms));
    } else if (w->product && w->format) {
        snprintf(out, size, "%s: %s.", w->format->name, w->format->why[0] ? w->format->why : w->format->verdict);
    } else if (moves) {
        opaque_text(s, w, moved, rates, out, size);
    } else if (w->kernel && kernels_refusal(s, w->kernel)) {
        snprintf(out, size, "It cannot run here: %s.", kernels_refusal(s, w->kernel));
    } else {
        snprintf(out, size, "It has not run yet: r measures it.");
    }
}

void why_reuse(const struct scene *s, const struct why *w, char *out, size_t size)
{
    char rows[TEXT_SIZE], share[TEXT_SIZE];
    const struct model_work *k = &s->model->work;
    out[0] = 0;
    if (w->product && w->answered && s->model->matrix.nnz > 0 && k->x_rows > 0 && k->x_fetched > 0)
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
