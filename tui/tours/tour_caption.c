/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_caption: a caption with the figures that it names, of the open matrix and of the runs in sight. */
#include "tui/model/figure.h"
#include "tui/tours/tour.h"
#include "tui/verdict/answer_parts.h"
#include "tui/verdict/problem.h"

int tour_kernel_length(const char *name)
{
    return (int)strcspn(name, "@");
}

bool tour_names(const char *name, const char *kernel, const char *reorder)
{
    const int n = tour_kernel_length(name);
    return (int)strlen(kernel) == n && strncmp(name, kernel, (size_t)n) == 0 &&
           (!name[n] || strcmp(name + n + 1, *reorder ? reorder : "none") == 0);
}

/* The newest run of what is named on the open matrix, and on the same problem as `beside` (NULL: any). */
static const struct model_run *run_of(const struct model *m, const char *name, const struct model_run *beside)
{
    const unsigned same = DIFFER_WORK | (strchr(name, '@') ? 0 : DIFFER_ORDER);
    for (int i = m->runs - 1; i >= m->first; i--) {
        const struct model_run *r = &m->run[i];
        if (tour_names(name, r->kernel, r->reorder) && strcmp(r->matrix, m->matrix.name) == 0 && model_run_ok(r) &&
            (!beside || !problem_differ(r, beside, same)))
            return r;
    }
    return NULL;
}

/* "A/B": how many times as fast as kernel B kernel A is; of a format: its slots over the entries; of the kernel whose
   work is known: the largest share of a thread over the mean one. */
static char *figure_of(const struct model *m, const char *name, char out[TEXT_SIZE])
{
    char fast[64];
    const size_t n = strcspn(name, "/");
    snprintf(fast, sizeof fast, "%.*s", (int)n, name);
    const struct model_run *a = name[n] ? run_of(m, fast, NULL) : NULL, *b = a ? run_of(m, name + n + 1, a) : NULL;
    if (b)
        return figure_ratio(out, b->time_ms / a->time_ms, answer_compare(a, b) == UNCLEAR);
    if (m->work.imbalance > 0 && strcmp(m->work.kernel, name) == 0)
        return figure_factor(out, m->work.imbalance);
    for (int i = 0; i < m->formats; i++)
        if (m->format[i].known && strcmp(m->format[i].name, name) == 0)
            return figure_factor(out, m->format[i].padding);
    return strcpy(out, "…×");
}

void tour_caption(const char *caption, const struct model *m, char *out, size_t size)
{
    char name[140], text[TEXT_SIZE];
    out[0] = 0;
    for (const char *at = caption; *at;) {
        int end = 0;
        if (sscanf(at, "{%138[^}]}%n", name, &end) == 1 && end > 0) {
            text_add(out, size, "%s", m ? figure_of(m, name, text) : "≈000×");
            at += end;
        } else {
            const int n = 1 + (int)strcspn(at + 1, "{");
            text_add(out, size, "%.*s", n, at);
            at += n;
        }
    }
}
