/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars_label: how each run differs from the others, and what they have in common. */
#include "tui/views/bars.h"

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
    struct common all = { 0 };
    for (int i = 0; i < b->n; i++)
        common_add(&all, b->model, b->run[i]);
    b->common[0] = 0;
    b->tag_k = all.differ & DIFFER_K;
    b->tag_threads = all.differ & DIFFER_THREADS;
    common_text(&all, DIFFER_PROBLEM & ~DIFFER_MATRIX, b->common, SIZE);
    for (int i = 0; i < b->n; i++) {
        const struct model_run *r = b->run[i];
        char *to = b->tag[i], params[sizeof r->params];
        to[0] = 0;
        problem_tag(b->model, r, all.differ, to, SIZE);
        model_params(r->params, "reorder", params, sizeof params);
        say_params(b, r, params, to, SIZE);
        if (r->choice[0])
            text_join(to, SIZE, " ", "→ %.40s", r->choice + known_length(r));
    }
}
