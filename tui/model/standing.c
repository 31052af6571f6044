/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/standing.h"

#include "tui/link/take.h"

/* Flags of a measurement whose number cannot be relied on. */
static const char *const shaky[] = { "wide", "blocks", "busy" };

bool standing_flag(const char *flags, const char *flag)
{
    for (const char *at = flags; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == strlen(flag) && strncmp(at, flag, strlen(flag)) == 0)
            return true;
    return false;
}

void standing_shaky(const char *flags, char *out, size_t size)
{
    for (size_t i = 0; i < COUNT(shaky); i++)
        if (standing_flag(flags, shaky[i]) && !standing_flag(out, shaky[i]))
            text_join(out, size, ",", "%s", shaky[i]);
}

static const struct {
    const char *flag, *words, *brief; /* brief: of those that make a comparison unclear, in 13 columns */
} reasons[] = {
    { "busy", "other programs ran", "busy machine" },
    { "throttled", "the clock was throttled", NULL },
    { "roof", "its roof is in doubt", NULL },
    { "blocks", "too few blocks of samples for an interval", "few blocks" },
    { "wide", "interval above 25%", "wide interval" },
    { "recorded", "recorded on another machine", NULL },
    { "crowded", "more threads than processors", NULL },
};
enum { REASONS = COUNT(reasons) };

void standing_words(const char *flags, char *out, size_t size)
{
    out[0] = 0;
    for (int i = 0; i < REASONS; i++)
        if (standing_flag(flags, reasons[i].flag))
            text_join(out, size, ", ", "%s", reasons[i].words);
}

const char *standing_brief(const char *flags)
{
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].brief && standing_flag(flags, reasons[i].flag))
            return reasons[i].brief;
    return "no interval";
}

struct contender contender_of(double rate, double time_ms, double ci_lo_ms, double ci_hi_ms, const char *flags)
{
    struct contender c = { 0 };
    if (!(rate > 0))
        return c;
    c.rate = rate;
    c.solid = time_ms > 0 && ci_lo_ms > 0 && ci_hi_ms >= ci_lo_ms;
    if (time_ms > 0 && ci_lo_ms >= 0 && ci_hi_ms > 0) {
        c.lo = ci_lo_ms / (time_ms * rate);
        c.hi = ci_hi_ms / (time_ms * rate);
    }
    char doubts[32] = "";
    standing_shaky(flags, doubts, sizeof doubts);
    c.solid &= !doubts[0];
    return c;
}

struct contender contender_row(double rate, const json_t *row)
{
    char flags[64] = "";
    take_words(row, "flags", flags, sizeof flags);
    return contender_of(rate, take_double(row, "time_ms"), take_double(row, "ci_lo_ms"), take_double(row, "ci_hi_ms"),
                        flags);
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

const char *versus_word(const struct versus *v)
{
    return v->is == FASTER ? "faster" : v->is == SLOWER ? "slower" : v->same ? "same" : "unclear";
}

char *versus_range(const struct versus *v, char out[TEXT_SIZE])
{
    const double end = isfinite(v->most) ? v->most : v->least;
    const int digits = v->least > 0.9 && end < 1.1 ? 3 : end < 9.95 ? 2 : 0;
    out[0] = 0;
    if (v->least > 0 && isfinite(v->most))
        snprintf(out, TEXT_SIZE, "%.*f to %.*f", digits, v->least, digits, v->most);
    else if (v->most > 0)
        snprintf(out, TEXT_SIZE, "at %s %.*f", v->least > 0 ? "least" : "most", digits, end);
    return out;
}

/* ---- cpu.auto and its choice ---- */

/* The name of the choice; of a row that was written to a table, the last of its parameters. "": it chose none. */
static const char *choice_of(const json_t *row)
{
    static const char word[] = "choice=";
    const char *choice = take_string(row, "choice"), *written = strstr(take_string(row, "params"), word);
    return *choice || !written ? choice : written + sizeof word - 1;
}

/* A choice that names parameters may differ from any run of its kernel: it does not count as the same code. */
bool standing_chose(const json_t *a, const json_t *b)
{
    static const char *const problem[] = { "matrix", "op", "type", "k", "cache", "reorder", "device", "threads", NULL };
    const char *choice = choice_of(a), *kernel = take_string(b, "kernel");
    const size_t name = strcspn(choice, ",");
    return name > 0 && strlen(kernel) == name && strncmp(choice, kernel, name) == 0 &&
           !(choice[name] && choice[name + 1]) && take_alike(a, b, problem);
}

void standing_unite(const json_t *const *row, struct contender *c, int n)
{
    for (int i = 0; i < n; i++) {
        int chosen = -1, variants = 0; /* the choice, and how many results can be of it */
        for (int j = 0; c[i].rate > 0 && *choice_of(row[i]) && j < n; j++)
            if (c[j].rate > 0 && standing_chose(row[i], row[j])) {
                chosen = j;
                variants++;
            }
        if (variants != 1)
            continue;
        struct contender *const a = &c[i], *const b = &c[chosen];
        a->code = b->code = chosen + 1;
        if (!a->solid || !b->solid)
            continue;
        a->lo = b->lo = fmin(a->lo, b->lo);
        a->hi = b->hi = fmax(a->hi, b->hi);
    }
}

bool standing_speaks(const struct contender *c, int n, int i)
{
    int at = c[i].code - 1;
    for (int j = 0; at >= 0 && !c[at].solid && j < n; j++)
        at = c[j].solid && c[j].code == c[i].code ? j : at;
    return at < 0 || at == i;
}

static bool same_code(const struct contender *a, const struct contender *b)
{
    return a == b || (a->code && a->code == b->code);
}

static double low(const struct contender *c)
{
    return c->hi > 0 ? c->lo : 1 / c->rate;
}

static double high(const struct contender *c)
{
    return c->hi > 0 ? c->hi : 1 / c->rate;
}

/* How a compares with b: `FASTER` only where that is clear. One without an interval is taken at its median. */
static enum compared beside(const struct contender *a, const struct contender *b)
{
    return interval_compare(low(a), high(a), low(b), high(b));
}

/* The solid one with the highest (sign 1) or the lowest rate (-1); -1: there is none. */
static int extreme(const struct contender *c, int n, int sign)
{
    int at = -1;
    for (int i = 0; i < n; i++)
        if (c[i].solid && (at < 0 || sign * (c[i].rate - c[at].rate) > 0))
            at = i;
    return at;
}

/* Whether c[at] is clearly the fastest or the slowest; also false when it is alone. */
static bool is_clear(const struct contender *c, int n, int at, enum compared wanted)
{
    int others = 0;
    for (int i = 0; i < n; i++) {
        if (!(c[i].rate > 0) || same_code(&c[i], &c[at]))
            continue;
        if (beside(&c[at], &c[i]) != wanted)
            return false;
        others++;
    }
    return others > 0;
}

static void stand(const struct contender *c, int n, int at, enum standing standing, enum standing *out)
{
    for (int i = 0; i < n; i++)
        if (c[i].solid && same_code(&c[i], &c[at]))
            out[i] = standing;
}

void standing_of(const struct contender *c, int n, enum standing *out)
{
    int top = extreme(c, n, 1), bottom = extreme(c, n, -1), rivals = 0, solids = 0;
    bool ahead = false, beaten = false; /* one that is not solid has a higher rate than all that are; clearly so */
    for (int i = 0; i < n; i++) {
        out[i] = c[i].rate > 0 && !c[i].solid ? STANDING_DIM : STANDING_NONE;
        if (top < 0 || (i != top && same_code(&c[i], &c[top])))
            continue;
        rivals += c[i].rate > 0;
        solids += c[i].solid;
        ahead |= c[i].rate > c[top].rate;
        beaten |= c[i].rate > 0 && beside(&c[i], &c[top]) == FASTER;
    }
    if (top < 0 || rivals < 2 || (solids == 1 && ahead))
        return;
    if (is_clear(c, n, bottom, SLOWER))
        stand(c, n, bottom, STANDING_WORST, out);
    if (is_clear(c, n, top, FASTER)) {
        stand(c, n, top, STANDING_BEST, out);
        return;
    }
    for (int i = 0; i < n && !beaten; i++)
        if (c[i].rate > 0 && (i == top || beside(&c[top], &c[i]) != FASTER))
            out[i] = c[i].solid ? STANDING_LEVEL : STANDING_DIM_LEVEL;
}
