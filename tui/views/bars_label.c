/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars_label: how each run differs from the others, and what they have in common. */
#include "tui/views/bars.h"

#include "tui/views/kernels.h"

/* The properties in which the runs differ; only these are shown beside each run. */
struct differ {
    bool k, type, threads, cache, order, params;
};

enum { PARAMS = sizeof((struct model_run *)0)->params }; /* without the order of rows */

/* Threads and parameters are compared between runs of one kernel only: a serial kernel always has one thread. */
static struct differ compare_runs(const struct bars *b, char (*params)[PARAMS])
{
    struct differ d = { 0 };
    for (int i = 1; i < b->n; i++) {
        d.k |= b->run[i]->k != b->run[0]->k;
        d.type |= strcmp(b->run[i]->type, b->run[0]->type) != 0;
        d.order |= strcmp(b->run[i]->reorder, b->run[0]->reorder) != 0;
        d.cache |= strcmp(b->run[i]->cache, b->run[0]->cache) != 0;
        for (int j = 0; j < i; j++) {
            if (strcmp(b->run[i]->kernel, b->run[j]->kernel) != 0)
                continue;
            d.threads |= b->run[i]->threads != b->run[j]->threads;
            d.params |= strcmp(params[i], params[j]) != 0;
        }
    }
    return d;
}

/* Appends the parameters in which runs of this kernel differ. */
static void say_params(const struct bars *b, const struct model_run *r, const char *params, char *to, size_t size)
{
    int n;
    for (const char *word; (word = text_word(&params, &n));) {
        int runs = 0, same = 0;
        for (int i = 0; i < b->n; i++) {
            bool rival = strcmp(b->run[i]->kernel, r->kernel) == 0;
            runs += rival;
            same += rival && text_has(b->run[i]->params, word, n);
        }
        if (same < runs)
            text_join(to, size, " ", "%.*s", n < 40 ? n : 40, word);
    }
}

/* Length of the prefix that a choice shares with its kernel: "cpu." of cpu.auto; it is not repeated. */
static size_t known_length(const struct model_run *r)
{
    const char *dot = strrchr(r->kernel, '.');
    size_t n = dot ? (size_t)(dot - r->kernel) + 1 : 0;
    return strncmp(r->choice, r->kernel, n) == 0 ? n : 0;
}

void bars_label(struct bars *b)
{
    enum { SIZE = sizeof b->tag[0] };
    char params[BARS_MAX][PARAMS];
    for (int i = 0; i < b->n; i++)
        model_params(b->run[i]->params, "reorder", params[i], PARAMS);
    const struct differ d = compare_runs(b, params);
    int threads = 0;
    b->common[0] = 0;
    b->tag_k = d.k;
    b->tag_threads = d.threads;
    for (int i = 0; i < b->n; i++) {
        const struct model_run *r = b->run[i];
        char *to = b->tag[i];
        to[0] = 0;
        threads = r->threads > threads ? r->threads : threads;
        if (d.k)
            text_join(to, SIZE, " ", "k=%lld", (long long)r->k);
        if (d.type)
            text_join(to, SIZE, " ", "%s", r->type);
        if (d.threads && kernels_has_team(b->model, r))
            text_join(to, SIZE, " ", "×%d", r->threads);
        if (d.cache)
            text_join(to, SIZE, " ", "%s", r->cache);
        if (d.order && r->reorder[0])
            text_join(to, SIZE, " ", "%s", r->reorder);
        if (d.params)
            say_params(b, r, params[i], to, SIZE);
        if (r->choice[0])
            text_join(to, SIZE, " ", "→ %.40s", r->choice + known_length(r));
    }
    if (b->n == 0)
        return;
    figure_problem_text(b->common, SIZE, b->run[0], !d.k, !d.type, d.threads ? 0 : threads);
    if (!d.order && b->run[0]->reorder[0])
        text_add(b->common, SIZE, " · %s", b->run[0]->reorder);
    if (!d.cache && strcmp(b->run[0]->cache, "cold") == 0)
        text_add(b->common, SIZE, " · cold");
}
