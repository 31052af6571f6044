/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars_label: how each run differs from the others, and what they have in common. */
#include "tui/views/bars.h"

void bars_label(struct bars *b)
{
    struct common all = { 0 };
    for (int i = 0; i < b->n; i++)
        common_add(&all, b->run[i]);
    b->common[0] = 0;
    b->differ = all.differ;
    common_text(&all, DIFFER_PROBLEM & ~DIFFER_MATRIX, b->common, sizeof b->common);
}

char *bars_tag(const struct bars *b, int i, char out[96])
{
    const struct model_run *r = b->run[i];
    out[0] = 0;
    problem_tag(r, b->differ, out, 96);
    problem_tag_params(r, b->run, b->n, "", out, 96);
    if (r->choice[0])
        text_join(out, 96, " ", "→ %.40s", model_choice(r->kernel, r->choice));
    return out;
}
