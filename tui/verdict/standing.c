/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/standing.h"

#include "tui/model/flags.h"
#include "tui/verdict/problem.h"

bool standing_spoiled(const json_t *row, const json_t *other)
{
    const double ms = take_double(other, "time_ms");
    return flags_row_has(row, "busy") && !flags_row_has(other, "busy") && ms > 0 && ms < take_double(row, "time_ms");
}

static double spread_of(const struct model_run *r)
{
    return interval_spread(r->time_ms, r->ci_lo_ms, r->ci_hi_ms);
}

bool standing_outdone(const struct model_run *r, const struct model_run *other)
{
    return standing_spoiled(r->event, other->event) ||
           (*take_string(r->event, "versus") && spread_of(other) < spread_of(r));
}

struct contender contender_of(double rate, double time_ms, double ci_lo_ms, double ci_hi_ms)
{
    struct contender c = { .rate = rate > 0 ? rate : 0 };
    if (c.rate > 0 && time_ms > 0 && ci_lo_ms >= 0 && ci_hi_ms >= ci_lo_ms && ci_hi_ms > 0) {
        c.lo = ci_lo_ms / (time_ms * rate);
        c.hi = ci_hi_ms / (time_ms * rate);
        c.wide = interval_spread(time_ms, ci_lo_ms, ci_hi_ms) > INTERVAL_WIDE;
    }
    return c;
}

struct contender contender_row(const json_t *row)
{
    const double ms = take_double(row, "time_ms"), fastest = take_double(row, "time_min_ms");
    struct contender c =
        contender_of(take_ok(row) ? take_rate(row) : 0, ms, take_double(row, "ci_lo_ms"), take_double(row, "ci_hi_ms"));
    c.fastest = c.rate > 0 && ms > 0 && fastest > 0 ? fastest / (ms * c.rate) : 0;
    return c;
}

/* A result without an interval counts as its median ±25% (INTERVAL_WIDE). */
static double low(const struct contender *c)
{
    return c->hi > 0 ? c->lo : 1 / c->rate / (1 + INTERVAL_WIDE);
}

static double high(const struct contender *c)
{
    return c->hi > 0 ? c->hi : 1 / c->rate * (1 + INTERVAL_WIDE);
}

/* ---- two of them ---- */

struct versus versus_of(const struct contender *a, const struct contender *b, double within)
{
    struct versus v = { .is = interval_compare(b->lo, b->hi, a->lo, a->hi) };
    if (!(a->hi > 0 && b->hi > 0))
        return v;
    v.least = a->lo / b->hi;
    v.most = b->lo > 0 ? a->hi / b->lo : INFINITY;
    v.same = v.is == UNCLEAR && interval_same(v.least, v.most, within);
    return v;
}

static bool is_far_below(const struct contender *a, const struct contender *b)
{
    return a->rate > 0 && b->rate > 0 && high(a) * INTERVAL_DOUBTFUL < (b->hi > 0 ? b->lo : b->fastest);
}

enum compared standing_far(const struct contender *a, const struct contender *b)
{
    if (a->hi > 0 && b->hi > 0)
        return UNCLEAR;
    return is_far_below(a, b) ? FASTER : is_far_below(b, a) ? SLOWER : UNCLEAR;
}

struct versus versus_moved(const struct versus *v, double least, double most, double within)
{
    struct versus m = *v;
    m.least = v->least / most;
    m.most = v->most / least;
    m.is = v->is == FASTER && m.least > 1 ? FASTER : v->is == SLOWER && m.most < 1 ? SLOWER : UNCLEAR;
    m.same = v->most > 0 && m.is == UNCLEAR && interval_same(m.least, m.most, within);
    return m;
}

const char *versus_word(const struct versus *v)
{
    return v->is == FASTER ? "faster" : v->is == SLOWER ? "slower" : v->same ? "same" : "unclear";
}

bool versus_loose(const struct versus *v)
{
    return v->least < 1 && v->most > 1 && (v->most > INTERVAL_LOOSE || v->least * INTERVAL_LOOSE < 1);
}

/* ---- cpu.auto and its choice ---- */

/* A choice that names parameters may differ from any run of its kernel: it does not count as the same code. A serial
   kernel uses one of the given threads. */
bool standing_chose(const json_t *a, const json_t *b)
{
    const char *choice = take_string(a, "choice"), *kernel = take_string(b, "kernel");
    const size_t name = strcspn(choice, ",");
    return name > 0 && strlen(kernel) == name && strncmp(choice, kernel, name) == 0 &&
           !(choice[name] && choice[name + 1]) && strcmp(take_string(a, "device"), take_string(b, "device")) == 0 &&
           !problem_rows_differ(a, b, DIFFER_PROBLEM & ~(model_names_serial(kernel) ? (unsigned)DIFFER_THREADS : 0));
}

void standing_unite(const json_t *const *row, struct contender *c, int n)
{
    for (int i = 0; i < n; i++) {
        char flags[FLAGS_SIZE];
        int chosen = -1, variants = 0; /* the choice, and how many results it could be */
        for (int j = 0; c[i].rate > 0 && *take_string(row[i], "choice") && j < n; j++)
            if (c[j].rate > 0 && standing_chose(row[i], row[j])) {
                chosen = j;
                variants++;
            }
        if (variants != 1)
            continue;
        struct contender *const a = &c[i], *const b = &c[chosen];
        a->code = b->code = chosen + 1;
        if (!(a->hi > 0 || b->hi > 0))
            continue;
        const bool own = b->hi > 0 && flags_shaky(flags_of(row[i], flags));
        const struct contender *const both[] = { own ? b : a, b };
        double lo = INFINITY, hi = 0; /* the bare median of a result without an interval: the other's bounds both */
        for (int j = 0; j < 2; j++) {
            lo = fmin(lo, both[j]->hi > 0 ? both[j]->lo : 1 / both[j]->rate);
            hi = fmax(hi, both[j]->hi > 0 ? both[j]->hi : 1 / both[j]->rate);
        }
        a->lo = b->lo = lo;
        a->hi = b->hi = hi;
    }
}

bool standing_speaks(const struct contender *c, int i)
{
    return !c[i].code || c[i].code == i + 1;
}

/* ---- the fastest and the slowest ---- */

/* Whether it may be the fastest (end 0) or the slowest (end 1): its interval reaches the foremost one's end. */
static bool may_be(const struct contender *c, int end, const double ends[2])
{
    return c->rate > 0 && (end ? high(c) >= ends[1] : low(c) <= ends[0]);
}

enum may_be { ONE_OF_ONE, ONE, SEVERAL };

/* How many codes may be the fastest or slowest: the only code, one of several, several. */
static enum may_be count_codes(const struct contender *c, int n, int end, const double ends[2])
{
    int at = -1;
    bool others = false;
    for (int i = 0; i < n; i++)
        if (!may_be(&c[i], end, ends))
            others |= c[i].rate > 0;
        else if (at >= 0 && !(c[at].code && c[at].code == c[i].code))
            return SEVERAL;
        else
            at = i;
    return others ? ONE : ONE_OF_ONE;
}

/* The lowest upper end of a time, the highest lower end. */
static void find_ends(const struct contender *c, int n, double ends[2])
{
    ends[0] = INFINITY;
    ends[1] = 0;
    for (int i = 0; i < n; i++)
        if (c[i].rate > 0) {
            ends[0] = fmin(ends[0], high(&c[i]));
            ends[1] = fmax(ends[1], low(&c[i]));
        }
}

void standing_of(const struct contender *c, int n, enum standing *out)
{
    double ends[2];
    find_ends(c, n, ends);
    const enum may_be first = count_codes(c, n, 0, ends), last = count_codes(c, n, 1, ends);
    for (int i = 0; i < n; i++) {
        const bool dim = c[i].rate > 0 && !(c[i].hi > 0);
        out[i] = dim ? STANDING_DIM : STANDING_NONE;
        if (may_be(&c[i], 0, ends) && first == SEVERAL)
            out[i] = dim ? STANDING_DIM_LEVEL : STANDING_LEVEL;
        else if (may_be(&c[i], 0, ends) && first == ONE && !dim)
            out[i] = c[i].wide ? STANDING_DIM : STANDING_BEST;
        else if (may_be(&c[i], 1, ends) && last == ONE && !dim)
            out[i] = STANDING_WORST;
    }
}

void standing_runs(const struct model_run *const *run, int n, enum standing *out, bool *candidate)
{
    struct contender *c = calloc((size_t)n + 1, sizeof *c);
    const json_t **row = calloc((size_t)n + 1, sizeof *row);
    const int known = c && row ? n : 0; /* out of memory: none is distinguished from the others */
    double ends[2];
    memset(out, 0, (size_t)n * sizeof *out);
    for (int i = 0; i < known; i++) {
        const struct model_run *r = run[i];
        row[i] = r->event;
        c[i] =
            contender_of(model_run_ok(r) ? r->flops ? r->gflops : r->gnnzs : 0, r->time_ms, r->ci_lo_ms, r->ci_hi_ms);
    }
    standing_unite(row, c, known);
    standing_of(c, known, out);
    find_ends(c, known, ends);
    for (int i = 0; i < n; i++)
        candidate[i] = i < known && may_be(&c[i], 0, ends);
    free(c);
    free(row);
}
