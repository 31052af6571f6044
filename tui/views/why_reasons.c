/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_reasons: what bounds a run: of the reasons listed below the first that holds. */
#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/views/bars.h"
#include "tui/views/why.h"

/* Above these a fact is the reason: share of bytes that are padding (SOME: or at least worth a word), slots multiplied
   for each entry, largest share of a thread over the mean, share of rows that are empty, share of the bandwidth. Not
   measured: they sort what is said, and the figures stand beside it. Above REACHED nothing else is left to gain; above
   PAST the roof is not that of memory. */
static const double SOME_PADDING = 0.2, MUCH_PADDING = 0.5, MANY_SLOTS = 2, UNEVEN = 1.3, MANY_EMPTY = 0.1,
                    SATURATED = 0.6, REACHED = 0.8, PAST = 1.05;

/* What the reasons go by. Apart from `padding` they are asked of finished runs alone. */
struct evidence {
    const struct model *m;
    const struct why *w;
    const struct model_run *r;
    double padding; /* share of the bytes moved; 0: unknown */
    double slots;   /* multiplied for each entry; 0: unknown */
    double share;   /* of the roof's bandwidth; NaN: unknown */
};

/* ---- padding ---- */

static bool is_padding(const struct evidence *e)
{
    return e->padding > MUCH_PADDING;
}

static void padding_text(const struct evidence *e, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    const double used = e->r && model_run_ok(e->r) ? e->r->gflops / e->w->cost.best : NAN;
    snprintf(out, size, "Padding: %s of the bytes that it moves hold nothing.", figure_percent(a, e->padding));
    if (used < 0.5 && e->slots > 1)
        text_add(out, size, " To move all of them takes %s of its time: it also multiplies %s slots for each entry.",
                 figure_percent(a, used), figure_number(b, e->slots));
    else if (used < 0.5)
        text_add(out, size, " To move all of them takes %s of its time; the rest has other reasons.",
                 figure_percent(a, used));
}

static bool has_no_time(const struct evidence *e)
{
    return !e->r || !model_run_ok(e->r) || !(e->r->time_ms > 0) || (e->m->matrix.open && e->m->matrix.nnz < 1);
}

static void no_text(const struct evidence *e, char *out, size_t size)
{
    (void)e, (void)size;
    out[0] = 0;
}

static bool is_slots(const struct evidence *e)
{
    return e->slots > MANY_SLOTS;
}

static void slots_text(const struct evidence *e, char *out, size_t size)
{
    char slots[TEXT_SIZE];
    snprintf(out, size, "Padding: it multiplies %s slots for each entry.", figure_number(slots, e->slots));
}

/* ---- its times do not tell; padding needs no clock ---- */

static void padding_first(const struct evidence *e, char *out, size_t size)
{
    char share[TEXT_SIZE];
    out[0] = 0;
    if (e->padding > SOME_PADDING)
        snprintf(out, size, "Padding: %s of the bytes that it moves hold nothing. ", figure_percent(share, e->padding));
}

static bool is_robbed(const struct evidence *e)
{
    return flags_has(e->r->flags, "busy") && flags_has(e->r->flags, "blocks");
}

static void robbed_text(const struct evidence *e, char *out, size_t size)
{
    padding_first(e, out, size);
    text_add(out, size, "Other programs took too much of its time to tell what bounds it.");
}

static bool is_wide(const struct evidence *e)
{
    return flags_has(e->r->flags, "wide");
}

static void wide_text(const struct evidence *e, char *out, size_t size)
{
    padding_first(e, out, size);
    text_add(out, size, "Its times spread too widely to tell what bounds it.");
}

/* ---- threads ---- */

/* A team of n is started and awaited in 0.5 + 0.2 n µs on a quiet machine, in up to 0.1 ms where others run; an entry
   or a row takes a thread about 1 ns. Where one thread would need less than half of so short a time, the rest is the
   start. */
bool why_is_start(const struct model *m, const struct model_run *r)
{
    const double START_MS = 0.1, EACH_MS = 1e-6;
    return model_run_threads(r) > 1 && problem_has_team(r) && r->time_ms < START_MS &&
           (double)(m->matrix.nnz * r->k + m->matrix.rows) * EACH_MS < r->time_ms / 2;
}

static bool is_start(const struct evidence *e)
{
    return why_is_start(e->m, e->r);
}

static void start_text(const struct evidence *e, char *out, size_t size)
{
    char time[TEXT_SIZE];
    const struct model *m = e->m;
    const struct model_run *best = e->r;
    for (int i = m->first; i < m->runs; i++) {
        const struct model_run *o = &m->run[i];
        if (model_run_ok(o) && o->threads == 1 && !o->on_gpu && !o->ranks && o->time_ms < best->time_ms &&
            !problem_differ(o, e->r, DIFFER_PROBLEM & ~(unsigned)DIFFER_THREADS))
            best = o;
    }
    snprintf(out, size, "Threads: starting %d of them takes most of the %s.", model_run_threads(e->r),
             figure_ms(time, e->r->time_ms));
    if (best != e->r)
        text_add(out, size, " %s on one takes %s.", best->kernel, figure_ms(time, best->time_ms));
}

bool why_uneven(const struct why *w)
{
    return w->work && w->work->imbalance > UNEVEN;
}

/* Times that spread by more than the factor that uneven work costs do not tell whether it costs that. */
static bool is_uneven(const struct evidence *e)
{
    return why_uneven(e->w) && !(is_wide(e) && e->r->ci_hi_ms > e->w->work->imbalance * e->r->ci_lo_ms);
}

/* Even work would be as many times as fast as the fullest thread has over the mean; the roof may be far higher. */
static void uneven_text(const struct evidence *e, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    const struct model_work *k = e->w->work;
    snprintf(out, size, "Load balance: one %s has %s the work of the mean, and the others wait for it.", k->worker,
             figure_factor(a, k->imbalance));
    if (1 / e->share > 2 * k->imbalance)
        text_add(out, size, " %s could do %s as much: that is not all.", e->w->roof.name,
                 figure_factor(b, 1 / e->share));
}

/* ---- the machine ---- */

static bool is_bandwidth(const struct evidence *e)
{
    return e->share > SATURATED && e->share < PAST;
}

static void bandwidth_text(const struct evidence *e, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    const bool sure = e->share > REACHED && !flags_shaky(e->r->flags) && !*flags_about(e->r->flags);
    snprintf(out, size, "%s: it moves %s GB/s of the %s%s of %s.%s", sure ? "Bandwidth" : "Probably bandwidth",
             figure_number(a, e->w->gbs), flags_about(e->r->flags), figure_number(b, e->w->roof.gbs),
             model_level_text(&e->w->roof), sure ? " Only fewer bytes would help." : "");
}

static bool is_arithmetic(const struct evidence *e)
{
    return model_run_at_peak(e->r) && e->r->roof_frac > SATURATED;
}

static void arithmetic_text(const struct evidence *e, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], of[WHY_MACHINE];
    snprintf(out, size, "Arithmetic: %s GFLOPS of the %s%s that %s can.", figure_number(a, e->r->gflops),
             flags_about(e->r->flags), figure_number(b, bars_roof(e->r)), why_machine(e->w, of));
}

/* "rows have 14.8 entries on average"; where many are empty, these and the others. */
static void rows_text(const struct evidence *e, char *out, size_t size)
{
    char text[TEXT_SIZE];
    const struct model_matrix *m = &e->m->matrix;
    const double empty = (double)m->empty_rows / (double)m->rows;
    if (empty > MANY_EMPTY)
        text_add(out, size, "%s of the rows are empty, and the others", figure_percent(text, empty));
    else
        text_add(out, size, "rows");
    text_add(out, size, " have %s entries on average",
             figure_number(text, m->row_mean / (empty > MANY_EMPTY ? 1 - empty : 1)));
}

static bool is_in_cache(const struct evidence *e)
{
    return e->r->in_cache || e->share >= PAST;
}

/* The cores of its threads that hold all of it together, each a part in a cache of its own; 0: one cache does, or that
   is not known. */
static int cores_that_hold(const struct why *w)
{
    for (int i = 0; w->run->in_cache && w->device && i < w->device->levels; i++)
        if (strcmp(w->device->level[i].name, w->roof.name) == 0 && w->device->level[i].caches > 1) {
            const int cores = int_min(w->device->level[i].caches, int_max(model_run_threads(w->run), 1));
            return cores > 1 ? cores : 0;
        }
    return 0;
}

/* Where a part comes from the next level, both are named, as beside their bandwidth. Caches of cores hold it together,
   but a part is found in that of its core only if the same thread takes it again. */
static void cache_text(const struct evidence *e, char *out, size_t size)
{
    const struct why *w = e->w;
    const int cores = w->roof.both[0] ? 0 : cores_that_hold(w);
    const bool dealt = cores > 0 && w->work && w->work->dealt && model_run_threads(e->r) > 1;
    if (cores > 0)
        snprintf(out, size, "%s memory: the %s of %d cores holds all of it together.", dealt ? "Perhaps not" : "Not",
                 w->roof.name, cores);
    else if (e->r->in_cache && strstr(w->roof.both, "DRAM"))
        snprintf(out, size, "Not memory alone: it nearly fills %s, and part of it comes from DRAM.", w->roof.name);
    else
        snprintf(out, size, "Not memory: all of it fits in %s.",
                 e->r->in_cache && w->roof.gbs > 0 ? model_level_text(&w->roof) : "a cache");
    if (dealt)
        text_add(out, size, " But a part that another thread takes than before comes from the cache of another core.");
    text_add(out, size, " Instructions and latencies count: ");
    rows_text(e, out, size);
    text_add(out, size, ".");
}

static bool is_latency(const struct evidence *e)
{
    return e->share > 0;
}

static void latency_text(const struct evidence *e, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE];
    snprintf(out, size, "Latency and instructions, not bandwidth: it moves %s GB/s of the %s%s of %s.",
             figure_number(a, e->w->gbs), flags_about(e->r->flags), figure_number(b, e->w->roof.gbs),
             model_level_text(&e->w->roof));
    text_add(out, size, " Each entry %s, and ", e->w->product ? "gathers from X" : "goes wherever its column says");
    rows_text(e, out, size);
    text_add(out, size, ".");
}

static const struct {
    bool (*holds)(const struct evidence *);
    void (*say)(const struct evidence *, char *out, size_t size);
} reasons[] = {
    { is_padding, padding_text }, { has_no_time, no_text },         { is_slots, slots_text },
    { is_robbed, robbed_text },   { is_start, start_text },         { is_uneven, uneven_text },
    { is_wide, wide_text },       { is_bandwidth, bandwidth_text }, { is_arithmetic, arithmetic_text },
    { is_in_cache, cache_text },  { is_latency, latency_text },
};

void why_bound(const struct scene *s, const struct why *w, char *out, size_t size)
{
    const bool costed = w->has_cost && !w->varies;
    const bool multiplied = costed && w->work && !w->work->counts[0] && (double)w->work->sum >= w->cost.slots;
    const struct evidence e = { .m = s->model,
                                .w = w,
                                .r = w->run,
                                .padding = costed ? w->cost.part[COST_PADDING] / w->cost.sum : 0,
                                .slots = multiplied ? w->cost.slots / w->cost.nnz : 0,
                                .share = w->gbs / w->roof.gbs };
    size_t i = 0;
    while (i < COUNT(reasons) && !reasons[i].holds(&e))
        i++;
    if (i < COUNT(reasons))
        reasons[i].say(&e, out, size);
    else
        out[0] = 0;
}
