/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_prepare: what preparing the kernel of the answer costs, and when that has paid. */
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"

/* How many times as fast as another a run clearly is; 0: it is not. */
static double times_as_fast(const struct answer *a, const struct model_run *r, const struct model_run *other)
{
    const struct model_run *pair = answer_pair(a->model, r, other->kernel);
    const bool best = r == a->best;
    if (pair)
        return strcmp(take_string(pair->event, "verdict"), "faster") == 0 ? take_double(pair->event, "ratio") : 0;
    return interval_compare(best ? a->lo_ms : r->ci_lo_ms, best ? a->hi_ms : r->ci_hi_ms, other->ci_lo_ms,
                            other->ci_hi_ms) == FASTER
               ? other->time_ms / r->time_ms
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

const struct model_run *answer_prepared(const struct answer *a, const struct model_run *r)
{
    const struct model *m = a->model;
    const struct model_run *best = r;
    char name[ANSWER_NAME], other[ANSWER_NAME];
    answer_whole_name(r, name);
    for (int i = 0; i < m->runs; i++) {
        answer_whole_name(&m->run[i], other);
        if (model_run_ok(&m->run[i]) && strcmp(name, other) == 0 &&
            !problem_differ(&m->run[i], r, ANSWER_PROBLEM | DIFFER_ORDER | DIFFER_THREADS) &&
            answer_is_ordered(&m->run[i]) == answer_is_ordered(r) &&
            model_run_prepare(&m->run[i]) < model_run_prepare(best))
            best = &m->run[i];
    }
    return best;
}

double answer_cost(const struct answer *a, const struct model_run *r)
{
    return model_run_prepare(answer_prepared(a, r));
}

double answer_pays_after(const struct answer *a, const struct model_run *r, const struct model_run *other)
{
    const double times = a->best && other ? times_as_fast(a, r, other) : 0;
    if (!(times > 1))
        return INFINITY;
    const bool loop = other == a->base && other->serial; /* over CSR as it is, whatever its plan copies */
    const double more = answer_cost(a, r) - (loop ? 0 : fmax(answer_cost(a, other), 0));
    return more > 0 ? fmin(ceil(more / (r->time_ms * (times - 1))), 1e15) : more <= 0 ? 0 : (double)NAN;
}

void answer_prepare_text(const struct answer *a, const struct model_run *r, char *out, size_t size)
{
    const struct model_run *const others[] = { a->base, a->peer != a->base ? a->peer : NULL };
    const struct model_run *base = others[a->base == NULL];
    const double cost = answer_cost(a, r);
    const char *doubt = flags_preparing(answer_prepared(a, r)->flags);
    char text[TEXT_SIZE], name[96];
    bool paid = false;
    for (int i = 0; i < 2; i++) {
        const double products = answer_pays_after(a, r, others[i]);
        if (!isfinite(products))
            continue;
        answer_name(others[i], name);
        text_add(out, size, ", %s", paid ? "" : "pays ");
        if (products > 0)
            text_add(out, size, "after %s%s%s against %s", doubt, text_count(text, (int64_t)products),
                     paid            ? ""
                     : products == 1 ? " product"
                                     : " products",
                     name);
        else
            text_add(out, size, "at once against %s", name);
        paid = true;
    }
    if (paid || isnan(cost))
        return;
    text_add(out, size, ", preparing %s %s%s", r->upload_ms > 0 ? "and uploading take" : "takes", doubt,
             figure_ms(text, cost));
    if (base)
        answer_name(base, name);
    if (base && cost < base->time_ms)
        text_add(out, size, ", less than one product of %s", name);
    else if (base)
        text_add(out, size, ", some %s products of %s", two_digits(text, cost / base->time_ms), name);
}
