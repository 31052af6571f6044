/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_turns: paired comparisons of two kernels: which candidates they rule out, and which two should be compared. */
#include "tui/verdict/answer_parts.h"

/* The latest pair, before run `to`, of the run's kernel with `other` (NULL: any). */
static int pair_before(const struct model *m, int to, const struct model_run *a, const char *other)
{
    while (--to >= 0) {
        const struct model_run *r = &m->run[to];
        const char *versus = take_string(r->event, "versus");
        if (strcmp(r->kernel, a->kernel) == 0 && *versus && (!other || strcmp(versus, other) == 0) &&
            problem_same_params(r, a, "") && !problem_differ(r, a, ANSWER_PROBLEM | DIFFER_ORDER | DIFFER_THREADS))
            break;
    }
    return to;
}

const struct model_run *answer_pair(const struct model *m, const struct model_run *r, const char *other)
{
    const int at = pair_before(m, m->runs, r, other);
    return at >= 0 ? &m->run[at] : NULL;
}

static bool is(const struct model_run *pair, const char *verdict)
{
    return strcmp(take_string(pair->event, "verdict"), verdict) == 0;
}

void answer_pair_text(const struct model_run *pair, char *out, size_t size)
{
    char range[TEXT_SIZE];
    const json_t *lo = json_object_get(pair->event, "ratio_lo"), *hi = json_object_get(pair->event, "ratio_hi");
    interval_text(json_number_value(lo), hi || !lo ? json_number_value(hi) : INFINITY, range);
    text_add(out, size, "%s%s%s", range,
             *range               ? "× "
             : is(pair, "faster") ? "faster than "
             : is(pair, "slower") ? "slower than "
                                  : "unclear beside ",
             take_string(pair->event, "versus"));
}

void answer_pairs_text(const struct model *m, const struct model_run *r, const char *but, char *out, size_t size)
{
    const size_t begin = strlen(out);
    for (int at = m->runs; (at = pair_before(m, at, r, NULL)) >= 0;) {
        const char *other = take_string(m->run[at].event, "versus");
        if (strcmp(other, but) == 0 || answer_pair(m, r, other) != &m->run[at])
            continue;
        text_add(out, size, "%s", out[begin] ? ", " : "");
        answer_pair_text(&m->run[at], out, size);
    }
}

static bool has_turns(const struct model *m)
{
    int i = 0;
    while (i < m->runs && !*take_string(m->run[i].event, "versus"))
        i++;
    return i < m->runs;
}

void answer_settle(const struct model *m, const struct model_run *const *run, bool *candidate, int *by, int n)
{
    n = has_turns(m) ? n : 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n && candidate[j]; i++) {
            const struct model_run *pair = i != j && candidate[i] ? answer_pair(m, run[i], run[j]->kernel) : NULL;
            if (pair && is(pair, "faster")) {
                candidate[j] = false;
                by[j] = i;
            }
        }
}

/* What measures the same code again: a choice with parameters, or of fewer threads, is only made by what chose it. */
static void name_again(const struct model_run *r, char out[96])
{
    if (strchr(r->choice, ','))
        snprintf(out, 96, "%s", r->kernel);
    else
        answer_name(r, out);
}

/* Whether two kernels, by name, took turns on the problem of this run. */
static bool had_turns(const struct model *m, const struct model_run *r, const char *one, const char *other)
{
    for (int i = 0; i < m->runs; i++)
        if (strcmp(m->run[i].kernel, one) == 0 && strcmp(take_string(m->run[i].event, "versus"), other) == 0 &&
            !problem_differ(&m->run[i], r, ANSWER_PROBLEM | DIFFER_ORDER | DIFFER_THREADS))
            return true;
    return false;
}

/* Where a nearer rival is level even in turns, one that is slower by more than this decides nothing. */
static const double NEAR = 1.5;

/* The first beside `simplest`, or beside the next rival that it has not met. */
static bool find_pair(const struct answer *a, const struct model_run *first, const struct model_run *simplest,
                      const struct answer_few *rivals, char one[96], char other[96])
{
    bool met = false;
    for (int i = rivals->n ? -1 : 0; i < rivals->n; i++) { /* -1: the simplest */
        const struct model_run *second = i < 0 ? simplest : rivals->run[i];
        if (!second || second == first || !answer_same_device(first, second))
            continue;
        name_again(first, one);
        name_again(second, other);
        if (strcmp(one, other) == 0 || (met && second->time_ms > NEAR * first->time_ms))
            continue;
        if (!had_turns(a->model, first, one, other))
            return true;
        met = true;
    }
    return false;
}

const struct model_run *answer_turns(const struct answer *a, char one[96], char other[96])
{
    const struct model_run *first = a->best ? a->best : a->fastest;
    if (find_pair(a, first, a->plain, a->level.n ? &a->level : &a->doubtful, one, other))
        return first;
    return answer_offers_csr(a) && find_pair(a, a->csr, NULL, &a->csr_level, one, other) ? a->csr : NULL;
}
