/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_caption: a caption with the figures that it names, of the open matrix and of the runs in sight. */
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/tours/tour.h"
#include "tui/verdict/answer_parts.h"

int tour_kernel_length(const char *name)
{
    return (int)strcspn(name, "@");
}

const char *tour_slots_of(const char *name)
{
    return strncmp(name, "slots:", 6) == 0 ? name + 6 : NULL;
}

bool tour_names(const char *name, const struct model_run *r)
{
    const int n = tour_kernel_length(name);
    const char *in = name + n + 1; /* after an @ */
    return (int)strlen(r->kernel) == n && strncmp(name, r->kernel, (size_t)n) == 0 &&
           (!name[n] || strcmp(in, *r->reorder ? r->reorder : "none") == 0 || strcmp(in, r->type) == 0);
}

/* The newest run of what is named on the open matrix, and on the same problem as `beside` (NULL: any), but for the
   order or the type where the name has one. */
static const struct model_run *run_of(const struct model *m, const char *name, const struct model_run *beside)
{
    const char *in = strchr(name, '@');
    enum vtype type;
    const unsigned all = DIFFER_WORK | DIFFER_ORDER;
    const unsigned same = all & ~(unsigned)(!in ? 0 : vtype_parse(in + 1, &type) ? DIFFER_TYPE : DIFFER_ORDER);
    for (int i = m->runs - 1; i >= m->first; i--) {
        const struct model_run *r = &m->run[i];
        if (tour_names(name, r) && strcmp(r->matrix, m->matrix.name) == 0 && model_run_ok(r) &&
            (!beside || !problem_differ(r, beside, same)))
            return r;
    }
    return NULL;
}

/* The two runs of a figure "A/B". False: one is missing. */
static bool runs_of(const struct model *m, const char *name, const struct model_run **a, const struct model_run **b)
{
    char fast[64];
    const size_t n = strcspn(name, "/");
    snprintf(fast, sizeof fast, "%.*s", (int)n, name);
    *a = name[n] ? run_of(m, fast, NULL) : NULL;
    *b = *a ? run_of(m, name + n + 1, *a) : NULL;
    return *b;
}

bool tour_denies(const struct model_run *a, const struct model_run *b)
{
    const enum compared seen = answer_compare(a, b);
    return seen == SLOWER || (seen == UNCLEAR && !(a->time_ms < b->time_ms));
}

static struct interval span_of(const struct model_run *r)
{
    return (struct interval){ r->ci_lo_ms, r->time_ms, r->ci_hi_ms };
}

/* Whether the ends of their ratio are so far apart that it says nothing, or not known. */
static bool is_loose(const struct model_run *a, const struct model_run *b)
{
    return !(b->ci_hi_ms / a->ci_lo_ms <= INTERVAL_LOOSE * b->ci_lo_ms / a->ci_hi_ms);
}

/* How many times as fast as B A is; from where to where it may be, if their intervals overlap; what it is at least, if
   these are apart, but far ("at least 12×"); with an ≈ where they are missing, leave the ratio open, or are so wide
   that the ends would say nothing. */
static char *speedup_of(const struct model_run *a, const struct model_run *b, char out[TEXT_SIZE])
{
    char range[TEXT_SIZE];
    const double least = b->ci_lo_ms / a->ci_hi_ms, most = b->ci_hi_ms / a->ci_lo_ms;
    const bool overlap = answer_compare(a, b) == UNCLEAR;
    if (!(least > 0) || isinf(most) || is_loose(a, b) == overlap)
        return figure_ratio(out, b->time_ms / a->time_ms, interval_open(span_of(a), span_of(b)));
    snprintf(out, TEXT_SIZE, "%.20s×", interval_text(least, most, range));
    return out;
}

static bool has_ratio(const char *caption, const char *a, const char *b)
{
    char figure[160];
    snprintf(figure, sizeof figure, "{%s/%s}", a, b);
    return strstr(caption, figure);
}

bool tour_caption_compares(const char *caption, const struct tour_expect *x)
{
    return has_ratio(caption, x->faster, x->slower) || has_ratio(caption, x->slower, x->faster);
}

bool tour_caption_unseen(const char *caption, const struct tour_expect *x, const struct model *m, bool backed,
                         char *out, size_t size)
{
    const struct model_run *a = tour_caption_compares(caption, x) ? run_of(m, x->faster, NULL) : NULL;
    const struct model_run *b = a ? run_of(m, x->slower, a) : NULL;
    char figure[TEXT_SIZE];
    if (!b || !(backed && !is_loose(a, b) ? tour_denies(a, b) : answer_compare(a, b) != FASTER))
        return false;
    if (answer_compare(a, b) == UNCLEAR && is_loose(a, b))
        snprintf(out, size, "Which is faster, %s or %s? That cannot be told here.", x->faster, x->slower);
    else if (answer_compare(a, b) == UNCLEAR)
        snprintf(out, size, "Which is faster, %s or %s? That cannot be told here: the first is %s as fast.", x->faster,
                 x->slower, speedup_of(a, b, figure));
    else
        snprintf(out, size, "Not so here: %s is %s as fast as %s.", x->faster, speedup_of(a, b, figure), x->slower);
    return true;
}

bool tour_times(const struct model *m, const struct tour_expect *x, char *out, size_t size)
{
    char fast[TEXT_SIZE], slow[TEXT_SIZE];
    const struct model_run *a = run_of(m, x->faster, NULL), *b = a ? run_of(m, x->slower, a) : NULL;
    if (b)
        snprintf(out, size, "%s %s, %s %s", x->faster, figure_ms(fast, a->time_ms), x->slower,
                 figure_ms(slow, b->time_ms));
    return b;
}

bool tour_strays(const struct tour_expect *x, const struct model *here, const struct model *recorded)
{
    const struct model_run *a = run_of(here, x->faster, NULL), *b = a ? run_of(here, x->slower, a) : NULL;
    const struct model_run *was_a = run_of(recorded, x->faster, NULL);
    const struct model_run *was_b = was_a ? run_of(recorded, x->slower, was_a) : NULL;
    if (!b || !was_b || answer_compare(a, b) != UNCLEAR)
        return false;
    const double off = b->time_ms / a->time_ms / (was_b->time_ms / was_a->time_ms);
    return is_loose(a, b) || !(off <= TOUR_FAR && off >= 1.0 / TOUR_FAR);
}

static char *unknown(const struct model *m, const char *name, char out[TEXT_SIZE])
{
    return strcpy(out, TOUR_UNKNOWN);
}

/* The slots of a format over the entries, as it is listed. */
static char *fact_of(const struct model *m, const char *name, char out[TEXT_SIZE])
{
    for (int i = 0; i < m->formats; i++)
        if (m->format[i].known && strcmp(m->format[i].name, name) == 0)
            return figure_factor(out, m->format[i].padding);
    return unknown(m, name, out);
}

/* "A/B": how many times as fast as kernel B kernel A is; "slots:A": the slots that kernel A stores over the entries; of
   the kernel whose work is known: the largest share of a thread over the mean one; else of a format. */
static char *figure_of(const struct model *m, const char *name, char out[TEXT_SIZE])
{
    const char *stored = tour_slots_of(name);
    const struct model_run *a = stored ? run_of(m, stored, NULL) : NULL, *b;
    if (a && a->slots > 0)
        return figure_factor(out, a->slots / (double)m->matrix.nnz);
    if (!stored && runs_of(m, name, &a, &b))
        return speedup_of(a, b, out);
    if (m->work.imbalance > 0 && strcmp(m->work.kernel, name) == 0)
        return figure_factor(out, m->work.imbalance);
    return fact_of(m, name, out);
}

static char *widest_of(const struct model *m, const char *name, char out[TEXT_SIZE])
{
    return strcpy(out, strchr(name, '/') ? "at least 0000×" : "0.00×");
}

static void fill(const char *caption, char *(*figure)(const struct model *, const char *, char[TEXT_SIZE]),
                 const struct model *m, char *out, size_t size)
{
    char name[140], text[TEXT_SIZE];
    out[0] = 0;
    for (const char *at = caption; *at;) {
        int end = 0;
        if (sscanf(at, "{%138[^}]}%n", name, &end) == 1 && end > 0) {
            text_add(out, size, "%s", figure(m, name, text));
            at += end;
        } else {
            const int n = 1 + (int)strcspn(at + 1, "{");
            text_add(out, size, "%.*s", n, at);
            at += n;
        }
    }
}

void tour_caption(const char *caption, const struct model *m, char *out, size_t size)
{
    fill(caption, m ? figure_of : unknown, m, out, size);
}

void tour_caption_facts(const char *caption, const struct model *m, char *out, size_t size)
{
    fill(caption, fact_of, m, out, size);
}

void tour_caption_widest(const char *caption, char *out, size_t size)
{
    fill(caption, widest_of, NULL, out, size);
}
