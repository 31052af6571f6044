/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/standing.h"

#include "core/base/text.h"
#include "core/measure/interval.h"
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
    for (size_t i = 0; i < sizeof shaky / sizeof *shaky; i++)
        if (standing_flag(flags, shaky[i]) && !standing_flag(out, shaky[i]))
            text_join(out, size, ",", "%s", shaky[i]);
}

void standing_words(const char *flags, char *out, size_t size)
{
    static const struct {
        const char *flag, *words;
    } doubts[] = {
        { "busy", "other programs ran" },
        { "throttled", "the clock was throttled" },
        { "roof", "its roof is in doubt" },
        { "blocks", "too few blocks of samples for an interval" },
        { "wide", "interval above 25%" },
        { "recorded", "recorded on another machine" },
        { "crowded", "more threads than processors" },
    };
    out[0] = 0;
    for (size_t i = 0; i < sizeof doubts / sizeof doubts[0]; i++)
        if (standing_flag(flags, doubts[i].flag))
            text_join(out, size, ", ", "%s", doubts[i].words);
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

static double low(const struct contender *c)
{
    return c->hi > 0 ? c->lo : 1 / c->rate;
}

static double high(const struct contender *c)
{
    return c->hi > 0 ? c->hi : 1 / c->rate;
}

/* How a stands beside b: `FASTER` only where that is clear. One without an interval is taken at its median. */
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
        if (i == at || !(c[i].rate > 0))
            continue;
        if (beside(&c[at], &c[i]) != wanted)
            return false;
        others++;
    }
    return others > 0;
}

void standing_of(const struct contender *c, int n, enum standing *out)
{
    int top = extreme(c, n, 1), bottom = extreme(c, n, -1), rivals = 0, solids = 0;
    bool ahead = false, beaten = false; /* one that is not solid has a higher rate than all that are; clearly so */
    for (int i = 0; i < n; i++) {
        out[i] = c[i].rate > 0 && !c[i].solid ? STANDING_DIM : STANDING_NONE;
        rivals += c[i].rate > 0;
        solids += c[i].solid;
        ahead |= top >= 0 && c[i].rate > c[top].rate;
        beaten |= top >= 0 && c[i].rate > 0 && beside(&c[i], &c[top]) == FASTER;
    }
    if (top < 0 || rivals < 2 || (solids == 1 && ahead))
        return;
    if (is_clear(c, n, bottom, SLOWER))
        out[bottom] = STANDING_WORST;
    if (is_clear(c, n, top, FASTER)) {
        out[top] = STANDING_BEST;
        return;
    }
    for (int i = 0; i < n && !beaten; i++)
        if (c[i].solid && (i == top || beside(&c[top], &c[i]) != FASTER))
            out[i] = STANDING_LEVEL;
}
