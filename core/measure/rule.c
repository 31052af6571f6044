/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/rule.h"

#include "core/measure/interval.h"

/* Short: mean < LONG; alike: deviation ≤ mean / ALIKE. The longest is far longer than short rows from FAR times the
   mean on, than rows that are alike from twice the mean on: by so much ELLPACK pads. FEW: the threads of a block. */
enum { LONG = 8, ALIKE = 5, FAR = 16, FEW = 256 };

static const char *const compared[] = { "gpu.csr.scalar", "gpu.csr.vector", "gpu.csr.adaptive", "gpu.ell.thread" };
enum { COMPARED = COUNT(compared) };

enum { EMPTY_ROWS, FEW_ROWS, SHORT_ROWS, MIXED_SHORT_ROWS, REGULAR_ROWS, MIXED_REGULAR_ROWS, IRREGULAR_ROWS };

static const struct rule rules[] = {
    [EMPTY_ROWS] = { .rows = "no entries", .says = "no kernel has anything to do" },
    [FEW_ROWS] = { .rows = "fewer than 256 rows", .says = "no rule of thumb is about so few" },
    [SHORT_ROWS] = { .rows = "short rows",
                     .says = "one warp for each row should be slowest",
                     .worst = "gpu.csr.vector" },
    [MIXED_SHORT_ROWS] = { .rows = "short rows, some far longer", .says = "no rule of thumb is about such a mixture" },
    [REGULAR_ROWS] = { .rows = "long regular rows", .says = "ELLPACK should be fastest", .best = "gpu.ell.thread" },
    [MIXED_REGULAR_ROWS] = { .rows = "long regular rows, some far longer",
                             .says = "no rule of thumb is about such a mixture" },
    [IRREGULAR_ROWS] = { .rows = "long irregular rows",
                         .says = "CSR, a warp for each row, should be fastest, a thread for each row slowest",
                         .best = "gpu.csr.vector",
                         .worst = "gpu.csr.scalar" },
};

const struct rule *rule_of(const struct rule_rows *r)
{
    const double longest = (double)r->longest;
    if (r->mean == 0)
        return &rules[EMPTY_ROWS];
    if (r->count < FEW)
        return &rules[FEW_ROWS];
    if (!(r->mean >= LONG))
        return &rules[r->deviation > r->mean || longest > FAR * r->mean ? MIXED_SHORT_ROWS : SHORT_ROWS];
    if (r->deviation * ALIKE > r->mean)
        return &rules[IRREGULAR_ROWS];
    return &rules[longest > 2 * r->mean ? MIXED_REGULAR_ROWS : REGULAR_ROWS];
}

void rule_rows_text(const struct rule_rows *r, char *out, size_t size)
{
    const long at = rule_of(r) - rules;
    const bool is_short = !(r->mean >= LONG), wide = r->deviation > r->mean;
    char longest[TEXT_SIZE];
    snprintf(out, size, "%s", rules[at].rows);
    if (at == EMPTY_ROWS || at == FEW_ROWS)
        return;
    text_add(out, size, " (mean %.4g %s %d", r->mean, is_short ? "<" : "≥", LONG);
    if (!is_short)
        text_add(out, size, ", σ %s mean/%d", at == IRREGULAR_ROWS ? ">" : "≤", ALIKE);
    if (at == MIXED_SHORT_ROWS && wide)
        text_add(out, size, ", σ > mean");
    else if (at == MIXED_SHORT_ROWS || at == MIXED_REGULAR_ROWS)
        text_add(out, size, ", longest %s > %d×mean", text_count(longest, r->longest), is_short ? FAR : 2);
    text_add(out, size, ")");
}

struct rule_speed rule_printed(const char *kernel, double gflops)
{
    double ms = gflops > 0 ? 1 / gflops : 0; /* any unit: only the order matters */
    return (struct rule_speed){ kernel, gflops, ms, (1 + RULE_PRINTED) * ms };
}

/* The latest speed of a kernel, or NULL. */
static const struct rule_speed *speed_of(const char *kernel, const struct rule_speed *speed, int n)
{
    const struct rule_speed *found = NULL;
    for (int i = 0; i < n; i++)
        if (speed[i].gflops > 0 && strcmp(speed[i].kernel, kernel) == 0)
            found = &speed[i];
    return found;
}

/* Whether `own` is faster (sign 1) or slower (-1) than `other`. */
static enum rule_outcome check_pair(const struct rule_speed *own, const struct rule_speed *other, int sign)
{
    switch (interval_compare(own->ci_lo_ms, own->ci_hi_ms, other->ci_lo_ms, other->ci_hi_ms)) {
    case FASTER:
        return sign > 0 ? RULE_HOLDS : RULE_FAILS;
    case SLOWER:
        return sign > 0 ? RULE_FAILS : RULE_HOLDS;
    default:
        return RULE_UNCLEAR;
    }
}

/* Half of a claim: `named` is the fastest or the slowest. The gravest pair decides; of equals, the strongest rival. */
static enum rule_outcome check_half(const char *named, int sign, const struct rule_speed *speed, int n, char *text,
                                    size_t size)
{
    const struct rule_speed *own = named ? speed_of(named, speed, n) : NULL, *rival = NULL;
    enum rule_outcome outcome = RULE_UNTRIED;
    for (int i = 0; own && i < COMPARED; i++) {
        const struct rule_speed *other = speed_of(compared[i], speed, n);
        if (!other || other == own)
            continue;
        enum rule_outcome o = check_pair(own, other, sign);
        if (o > outcome || (o == outcome && sign * (other->gflops - rival->gflops) > 0))
            rival = other;
        outcome = o > outcome ? o : outcome;
    }
    if (rival)
        snprintf(text, size, "%s %.3g GFLOPS, %s %.3g", named, own->gflops, rival->kernel, rival->gflops);
    return outcome;
}

enum rule_outcome rule_check(const struct rule *r, const struct rule_speed *speed, int n, char *text, size_t size)
{
    char half[160];
    enum rule_outcome best = check_half(r->best, 1, speed, n, text, size);
    enum rule_outcome worst = check_half(r->worst, -1, speed, n, half, sizeof half);
    if (worst > best)
        snprintf(text, size, "%s", half);
    return worst > best ? worst : best;
}
