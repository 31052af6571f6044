/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_prepare: what preparing the kernel of the answer costs, and when that has paid. */
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"

/* How many times as fast as another the best clearly is; 0: it is not. */
static double times_as_fast(const struct answer *a, const struct model_run *other)
{
    const struct model_run *pair = answer_pair(a->model, a->best, other->kernel);
    if (pair)
        return strcmp(take_string(pair->event, "verdict"), "faster") == 0 ? take_double(pair->event, "ratio") : 0;
    return interval_compare(a->lo_ms, a->hi_ms, other->ci_lo_ms, other->ci_hi_ms) == FASTER
               ? other->time_ms / a->best->time_ms
               : 0;
}

/* "1.3", "13", "2,700": what one preparation and a median tell of their ratio. */
static const char *two_digits(char out[TEXT_SIZE], double value)
{
    const double step = pow(10, floor(log10(value)) - 1), rounded = round(value / step) * step;
    if (rounded >= 10)
        return text_count(out, (int64_t)(rounded + 0.5));
    snprintf(out, TEXT_SIZE, "%.1f", rounded);
    return out;
}

/* Of the runs of this kernel, the one that it prepared fastest: other programs only stretch that. */
static const struct model_run *best_prepared(const struct answer *a, const struct model_run *r)
{
    const struct model *m = a->model;
    const struct model_run *best = r;
    char name[96], other[96];
    answer_name(r, name);
    for (int i = 0; i < m->runs; i++) {
        answer_name(&m->run[i], other);
        if (model_run_ok(&m->run[i]) && strcmp(name, other) == 0 &&
            !problem_differ(&m->run[i], r, ANSWER_PROBLEM | DIFFER_ORDER | DIFFER_THREADS) &&
            answer_is_ordered(&m->run[i]) == answer_is_ordered(r) &&
            model_run_prepare(&m->run[i]) < model_run_prepare(best))
            best = &m->run[i];
    }
    return best;
}

/* "after ≈41 products" or "at once": when what preparing costs more than for another run is regained; a plain loop over
   CSR needs no preparing, whatever its plan copies. False: perhaps never. */
static bool pays(const struct answer *a, const struct model_run *r, const struct model_run *other, char out[TEXT_SIZE])
{
    const struct model_run *prepared = best_prepared(a, r);
    const double times = a->best && other ? times_as_fast(a, other) : 0;
    const double theirs = other == a->serial ? 0 : fmax(model_run_prepare(other), 0);
    const double more = times > 1 ? model_run_prepare(prepared) - theirs : NAN;
    const double products = fmin(ceil(more / (r->time_ms * (times - 1))), 1e15);
    char text[TEXT_SIZE];
    if (more > 0)
        snprintf(out, TEXT_SIZE, "after %s%s product%s", flags_preparing(prepared->flags),
                 text_count(text, (int64_t)products), text_plural((int64_t)products));
    else
        snprintf(out, TEXT_SIZE, "at once");
    return !isnan(more);
}

void answer_prepare_text(const struct answer *a, const struct model_run *r, char *out, size_t size)
{
    const struct model_run *base = a->peer ? a->peer : a->serial, *prepared = best_prepared(a, r);
    const double cost = model_run_prepare(prepared);
    char text[TEXT_SIZE];
    if (isnan(cost))
        return;
    const bool paid = pays(a, r, base, text);
    if (paid)
        text_add(out, size, ", pays %s%s%s", text, a->peer ? "" : " against ", a->peer ? "" : base->kernel);
    else
        text_add(out, size, ", preparing %s %s%s", r->upload_ms > 0 ? "and uploading take" : "takes",
                 flags_preparing(prepared->flags), figure_ms(text, cost));
    if (!paid && base && cost < base->time_ms)
        text_add(out, size, ", less than one product of %s", base->kernel);
    else if (!paid && base)
        text_add(out, size, ", some %s products of %s", two_digits(text, cost / base->time_ms), base->kernel);
    if (a->peer && pays(a, r, a->serial, text))
        text_add(out, size, ", %s%s against %s", paid ? "" : "pays ", text, a->serial->kernel);
}
