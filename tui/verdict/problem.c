/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/problem.h"

bool problem_has_team(const struct model_run *r)
{
    return r->threads > 1 || !(r->serial || r->on_gpu);
}

static bool same_threads(const struct model_run *a, const struct model_run *b)
{
    return a->threads == b->threads ||
           (strcmp(a->kernel, b->kernel) != 0 && (!problem_has_team(a) || !problem_has_team(b)));
}

static int machine_length(const struct model_run *r)
{
    return (int)(model_run_device(r) - r->device);
}

static bool same_machine(const struct model_run *a, const struct model_run *b)
{
    return machine_length(a) == machine_length(b) && strncmp(a->device, b->device, (size_t)machine_length(a)) == 0;
}

enum { PARAMS = sizeof((struct model_run *)0)->params };

/* The requested parameters: the order is compared separately, and a choice is an outcome. */
static void own_params(const struct model_run *r, const char *but, char out[PARAMS])
{
    char others[64];
    snprintf(others, sizeof others, "reorder choice %s", but);
    model_params(r->params, others, out, PARAMS);
}

bool problem_same_params(const struct model_run *a, const struct model_run *b, const char *but)
{
    char one[PARAMS], two[PARAMS];
    if (strcmp(a->params, b->params) == 0)
        return true;
    own_params(a, but, one);
    own_params(b, but, two);
    return strcmp(one, two) == 0;
}

unsigned problem_differ(const struct model_run *a, const struct model_run *b, unsigned bits)
{
    const unsigned differ =
        (a->k != b->k ? DIFFER_K : 0) | (strcmp(a->op, b->op) != 0 ? DIFFER_OP : 0) |
        (strcmp(a->type, b->type) != 0 ? DIFFER_TYPE : 0) | (strcmp(a->cache, b->cache) != 0 ? DIFFER_CACHE : 0) |
        (strcmp(a->reorder, b->reorder) != 0 ? DIFFER_ORDER : 0) |
        (strcmp(a->matrix, b->matrix) != 0 ? DIFFER_MATRIX : 0) |
        (strcmp(a->kernel, b->kernel) != 0 ? DIFFER_KERNEL : 0) | (!same_machine(a, b) ? DIFFER_MACHINE : 0) |
        (bits & DIFFER_THREADS && !same_threads(a, b) ? DIFFER_THREADS : 0);
    return differ & bits;
}

unsigned problem_rows_differ(const json_t *a, const json_t *b, unsigned bits)
{
    static const char *const member[] = { "matrix", "reorder", "op", "type", "cache", "k", "threads", "kernel" };
    unsigned differ = 0;
    for (unsigned i = 0; i < COUNT(member); i++)
        if (bits & 1u << i && !take_alike(a, b, (const char *const[]){ member[i], NULL }))
            differ |= 1u << i;
    return differ;
}

int problem_batch(const struct model *m, int to)
{
    int i = to;
    while (i > m->first + 1 && m->run[i - 2].index < m->run[i - 1].index &&
           strcmp(m->run[i - 2].op, m->run[i - 1].op) == 0)
        i--;
    return i > m->first ? i - 1 : i;
}

bool problem_among(const struct model *m, const struct model_run *r, int from, int to, unsigned bits)
{
    bool like = false;
    for (int i = from; i < to; i++) {
        if (problem_differ(&m->run[i], r, bits))
            continue;
        if (!problem_has_team(r) || problem_has_team(&m->run[i]))
            return true;
        like = true; /* a serial run matches any thread count */
    }
    for (int i = from; i < to && like; i++)
        like = !problem_has_team(&m->run[i]);
    return like;
}

void problem_tag(const struct model_run *r, unsigned bits, char *out, size_t size)
{
    if (bits & DIFFER_K)
        text_join(out, size, " ", "k=%lld", (long long)r->k);
    if (bits & DIFFER_TYPE)
        text_join(out, size, " ", "%s", r->type);
    if (bits & DIFFER_THREADS && problem_has_team(r))
        text_join(out, size, " ", "×%d", r->threads);
    if (bits & DIFFER_CACHE)
        text_join(out, size, " ", "%s", r->cache);
    if (bits & DIFFER_ORDER && r->reorder[0])
        text_join(out, size, " ", "%s", r->reorder);
    if (bits & DIFFER_MACHINE && machine_length(r) > 0)
        text_join(out, size, " ", "%.*s", machine_length(r) - 1, r->device);
}

void problem_tag_params(const struct model_run *r, const struct model_run *const *run, int n, const char *but,
                        char *out, size_t size)
{
    enum { LONGEST = 40 };
    char params[PARAMS];
    const char *words = params;
    int length;
    own_params(r, but, params);
    for (const char *word; (word = text_word(&words, &length));) {
        bool differ = false;
        for (int i = 0; i < n; i++)
            differ |= strcmp(run[i]->kernel, r->kernel) == 0 && !text_has(run[i]->params, word, length);
        if (differ)
            text_join(out, size, " ", "%.*s", length < LONGEST ? length : LONGEST, word);
    }
}

void common_add(struct common *c, const struct model_run *r)
{
    c->first = c->first ? c->first : r;
    c->differ |= problem_differ(c->first, r, DIFFER_PROBLEM | DIFFER_KERNEL);
    if (!problem_has_team(r))
        return;
    c->team = c->team ? c->team : r;
    c->differ |= c->team->threads != r->threads ? DIFFER_THREADS : 0;
}

void common_text(const struct common *c, unsigned bits, char *out, size_t size)
{
    const struct model_run *r = c->first;
    bits = r ? bits & ~c->differ : 0;
    if (bits & DIFFER_MATRIX)
        text_join(out, size, " · ", "%s", r->matrix);
    if (bits & DIFFER_OP)
        text_join(out, size, " · ", "%s", r->op);
    if (bits & DIFFER_K && r->columns)
        text_join(out, size, " · ", "k=%lld", (long long)r->k);
    if (bits & DIFFER_TYPE)
        text_join(out, size, " · ", "%s", r->type);
    if (bits & DIFFER_THREADS && c->team)
        text_join(out, size, " · ", "%d thread%s", c->team->threads, text_plural(c->team->threads));
    if (bits & DIFFER_ORDER && r->reorder[0])
        text_join(out, size, " · ", "%s", r->reorder);
    if (bits & DIFFER_CACHE && strcmp(r->cache, "cold") == 0)
        text_join(out, size, " · ", "cold");
}
