/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/answer_parts.h"

#include "tui/verdict/standing.h"

void answer_name(const struct model_run *r, char out[96])
{
    const char *name = r->choice[0] ? r->choice : r->kernel;
    snprintf(out, 96, "%.*s", (int)strcspn(name, ","), name);
}

void answer_whole_name(const struct model_run *r, char out[ANSWER_NAME])
{
    char changed[sizeof r->params] = "";
    if (!r->choice[0])
        answer_changed(r, changed, sizeof changed);
    snprintf(out, ANSWER_NAME, "%s%s%s", r->choice[0] ? r->choice : r->kernel, *changed ? " " : "", changed);
    for (char *c = out; (c = strchr(c, ','));)
        *c = ' ';
}

void answer_changed(const struct model_run *r, char *out, size_t size)
{
    model_params(take_string(r->event, "changed"), "reorder choice", out, size);
}

bool answer_takes_csr(const struct model *m, const char *kernel)
{
    const struct model_kernel *k = model_kernel(m, kernel);
    return k && strcmp(k->op, "mul") == 0 && strcmp(k->format, "csr") == 0;
}

bool answer_is_ordered(const struct model_run *r)
{
    return strstr(r->params, "ORDER=similar");
}

bool answer_run_takes_csr(const struct model *m, const struct model_run *r)
{
    return answer_takes_csr(m, r->choice[0] ? r->choice : r->kernel) && !answer_is_ordered(r);
}

bool answer_is_right(const struct model_run *r)
{
    return model_run_ok(r) && r->time_ms > 0;
}

bool answer_is_solid(const struct model_run *r)
{
    return answer_is_right(r) && r->ci_hi_ms > 0 && r->ci_lo_ms >= 0;
}

bool answer_offers_csr(const struct answer *a)
{
    return a->csr && !(a->plain && answer_run_takes_csr(a->model, a->plain));
}

bool answer_among(const struct answer_few *few, const struct model_run *r)
{
    int i = 0;
    while (i < few->n && few->run[i] != r)
        i++;
    return i < few->n;
}

enum compared answer_compare(const struct model_run *a, const struct model_run *b)
{
    if (answer_is_solid(a) && answer_is_solid(b))
        return interval_compare(a->ci_lo_ms, a->ci_hi_ms, b->ci_lo_ms, b->ci_hi_ms);
    const struct contender x = contender_row(a->event), y = contender_row(b->event);
    return standing_far(&x, &y);
}

bool answer_same_device(const struct model_run *a, const struct model_run *b)
{
    return strcmp(a->device, b->device) == 0;
}

bool answer_repeats(const struct model_run *a, const struct model_run *b)
{
    const bool same = strcmp(a->kernel, b->kernel) == 0 && strcmp(a->choice, b->choice) == 0 &&
                      strcmp(a->params, b->params) == 0 && strcmp(a->reorder, b->reorder) == 0 &&
                      a->threads == b->threads && answer_same_device(a, b);
    return same || standing_chose(a->event, b->event) || standing_chose(b->event, a->event);
}
