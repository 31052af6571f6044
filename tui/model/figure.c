/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/figure.h"

#include "core/measure/interval.h"
#include "tui/model/flags.h"

static char *unknown(char *out)
{
    return strcpy(out, "–");
}

/* "<0.01×" is vague enough. */
static char *with_about(char out[TEXT_SIZE], const char *figure, bool doubtful)
{
    snprintf(out, TEXT_SIZE, "%s%.20s", doubtful && *figure != '<' ? "≈" : "", figure);
    return out;
}

void figure_exponent(char *text)
{
    char *sign = strchr(text, 'e');
    if (!sign)
        return;
    char *to = ++sign, *from = sign + strspn(sign, "+-0");
    if (*sign == '-')
        to++;
    memmove(to, from, strlen(from) + 1);
}

char *figure_number(char out[TEXT_SIZE], double v)
{
    if (isnan(v))
        return unknown(out);
    if (v == 0)
        return strcpy(out, "0");
    double a = fabs(v);
    int digits = a >= 99.95 ? 0 : a >= 9.995 ? 1 : a >= 0.9995 ? 2 : a >= 0.00995 ? 3 : 4;
    const bool plain = a >= 0.00095 && a < 1e6;
    snprintf(out, TEXT_SIZE, plain ? "%.*f" : "%.*e", plain ? digits : 1, v);
    figure_exponent(out);
    return out;
}

char *figure_percent(char out[TEXT_SIZE], double share)
{
    if (isnan(share))
        return unknown(out);
    double p = 100 * share;
    const bool nearly = p >= 99.5 && p < 100; /* not all, so no "100%" */
    snprintf(out, TEXT_SIZE, p > 0 && p < 0.05 ? "<0.1%%" : "%.*f%%", (p < 9.95 && p > 0) || nearly ? 1 : 0,
             nearly ? fmin(p, 99.9) : p);
    return out;
}

char *figure_format(char out[TEXT_SIZE], const char *name, int block)
{
    snprintf(out, TEXT_SIZE, block > 0 ? "%.40s%d" : "%.40s", name, block);
    return out;
}

char *figure_padding(char out[TEXT_SIZE], double slots)
{
    const double p = slots > 1 ? 100 - 100 / slots : 0;
    snprintf(out, TEXT_SIZE, p == 0 ? "0%%" : p < 0.05 ? "<0.1%%" : "%.1f%%", fmin(p, 99.9)); /* never all */
    return out;
}

char *figure_times(char out[TEXT_SIZE], double factor)
{
    if (isnan(factor))
        return strcpy(out, "");
    if (factor > 0 && factor < 0.00995)
        return strcpy(out, "<0.01×");
    snprintf(out, TEXT_SIZE, "%.*f×", factor < 0.995 ? 2 : factor < 9.95 ? 1 : 0, factor);
    return out;
}

char *figure_factor(char out[TEXT_SIZE], double factor)
{
    if (!(factor < 9.995))
        return figure_times(out, factor);
    snprintf(out, TEXT_SIZE, "%.2f×", factor);
    return out;
}

char *figure_verdict(char *out, size_t size, const json_t *item, double csr)
{
    char times[TEXT_SIZE];
    const char *between = ": ", *verdict = take_string(item, "verdict");
    snprintf(out, size, "%s", verdict);
    if (strcmp(verdict, "wasteful") == 0 && csr > 0) {
        text_add(out, size, ": %s CSR", figure_times(times, take_double(item, "bytes") / csr));
        between = "; ";
    }
    if (*take_string(item, "why"))
        text_add(out, size, "%s%s", between, take_string(item, "why"));
    return out;
}

char *figure_ratio(char out[TEXT_SIZE], double factor, bool unclear)
{
    char times[TEXT_SIZE];
    return with_about(out, figure_times(times, factor), unclear && !isnan(factor));
}

/* A unit of time; `per_ms`: of it in a millisecond. */
struct unit {
    const char *name;
    double per_ms;
};

static const struct unit *unit_of(double ms)
{
    static const struct unit units[] = { { "ns", 1e6 }, { "µs", 1e3 }, { "ms", 1 }, { "s", 1e-3 } };
    return &units[ms >= 999.5 ? 3 : ms >= 0.9995 || ms == 0 ? 2 : ms >= 0.9995e-3 ? 1 : 0];
}

char *figure_ms(char out[TEXT_SIZE], double ms)
{
    char n[TEXT_SIZE];
    if (isnan(ms))
        return unknown(out);
    const struct unit *u = unit_of(ms);
    snprintf(out, TEXT_SIZE, "%.10s %s", figure_number(n, ms * u->per_ms), u->name);
    return out;
}

char *figure_spread(char out[TEXT_SIZE], double lo, double mid, double hi, const char *flags)
{
    const double share = interval_spread(mid, lo, hi);
    if (isnan(share))
        return flags_has(flags, "blocks") ? strcpy(out, "few") : unknown(out);
    if (share >= 0.995)
        return strcpy(out, flags_has(flags, "busy") ? "busy" : "wide");
    snprintf(out, TEXT_SIZE, "±%.*f%%", share < 0.0995 ? 1 : 0, 100 * share);
    return out;
}

bool figure_doubtful(const struct model_run *r)
{
    return !(interval_spread(r->time_ms, r->ci_lo_ms, r->ci_hi_ms) <= INTERVAL_WIDE);
}

char *figure_share(char out[TEXT_SIZE], double share, bool in_cache, bool doubtful)
{
    char percent[TEXT_SIZE];
    if (in_cache && !(share > 0))
        return strcpy(out, "cache");
    figure_percent(percent, share);
    doubtful &= share >= 0;
    return with_about(out, doubtful && *percent == '<' ? "0%" : percent, doubtful);
}

static double rate_of(const struct model_run *r)
{
    return r->flops ? r->gflops : r->gnnzs;
}

static char *rate_text(char out[TEXT_SIZE], const struct model_run *r)
{
    const double rate = rate_of(r);
    char number[TEXT_SIZE];
    return with_about(out, figure_number(number, rate), rate > 0 && model_run_ok(r) && figure_doubtful(r));
}

static bool lacks_base(const struct model_run *r)
{
    return isnan(r->speedup) && rate_of(r) > 0 && model_run_ok(r);
}

char *figure_base(const char *op, char out[64])
{
    snprintf(out, 64, "cpu.%.40s.serial", strcmp(op, "mul") == 0 ? "csr" : op);
    return out;
}

bool figure_base_text(char *out, size_t size, const struct model_run *r)
{
    char base[64];
    snprintf(out, size, "no base: speedup needs a run of %s%s%s", figure_base(r->op, base),
             r->reorder[0] ? " in order " : "", r->reorder);
    return lacks_base(r);
}

/* "21×", "≈21×" where the intervals leave it open; over a disturbed base what it is at least, "≥12×", if that says
   something. */
static char *speedup_text(char out[TEXT_SIZE], const struct model_run *r)
{
    const double least = r->speedup_least, unit = least < 0.995 ? 100 : least < 9.95 ? 10 : 1; /* rounded down */
    char times[TEXT_SIZE];
    if (!(least >= 0.01))
        return figure_ratio(out, r->speedup, flags_has(r->unclear, "speedup"));
    snprintf(out, TEXT_SIZE, "≥%.20s", figure_times(times, floor(least * unit) / unit));
    return out;
}

char *figure_cell(char out[TEXT_SIZE], enum figure_cell cell, const struct model_run *r)
{
    const bool in_cache = r->in_cache || strcmp(r->roof, "cache") == 0;
    switch (cell) {
    case CELL_SPREAD:
        return figure_spread(out, r->ci_lo_ms, r->time_ms, r->ci_hi_ms, r->flags);
    case CELL_ROOF: /* of the level that serves the data; older recordings only say that it is a cache */
        return figure_share(out, r->roof_frac, in_cache && !(r->roof_gbs > 0),
                            figure_doubtful(r) || *flags_about(r->flags));
    case CELL_SPEEDUP:
        if (lacks_base(r))
            return strcpy(out, "no base");
        return speedup_text(out, r);
    case CELL_TIME:
        return figure_ms(out, r->time_ms);
    case CELL_BANDWIDTH:
        return figure_number(out, r->gbs);
    default:
        return rate_text(out, r);
    }
}

char *figure_cell_row(char out[TEXT_SIZE], enum figure_cell cell, const json_t *row)
{
    struct model_run r;
    model_run_of(row, &r);
    return figure_cell(out, cell, &r);
}

char *figure_interval(char out[TEXT_SIZE], double lo, double hi)
{
    char from[TEXT_SIZE], to[TEXT_SIZE];
    if (isnan(lo) || !(hi > 0))
        return unknown(out);
    if (hi > INTERVAL_DOUBTFUL * lo)
        return strcpy(out, "very doubtful");
    snprintf(out, TEXT_SIZE, "%.10s–%.16s", figure_number(from, lo * unit_of(hi)->per_ms), figure_ms(to, hi));
    return out;
}

char *figure_bytes(char out[TEXT_SIZE], double bytes)
{
    if (!(bytes >= 0))
        return unknown(out);
    text_bytes(out, bytes < 1.8e19 ? (uint64_t)bytes : UINT64_MAX);
    return out;
}

char *figure_short(char out[TEXT_SIZE], double count)
{
    static const struct {
        double from;
        char unit;
    } steps[] = { { 1e12, 'T' }, { 1e9, 'G' }, { 1e6, 'M' } };
    for (int i = 0; i < 3; i++)
        if (count >= steps[i].from * 0.9995) {
            double v = count / steps[i].from;
            snprintf(out, TEXT_SIZE, "%.*f%c", v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2, v, steps[i].unit);
            return out;
        }
    text_count(out, (int64_t)count);
    if (fmod(count, 1) == 0.5) /* a median */
        text_add(out, TEXT_SIZE, ".5");
    return out;
}

void figure_order_text(char *out, size_t size, const struct model_run *r)
{
    char took[TEXT_SIZE], times[TEXT_SIZE], products[TEXT_SIZE];
    size_t used = (size_t)snprintf(out, size, "order took %s", figure_ms(took, r->reorder_ms));
    if (used >= size || isnan(r->plain_ms))
        return;
    out += used;
    size -= used;
    if (isnan(r->pays_after))
        snprintf(out, size, ", no faster or slower as far as can be told");
    else if (isinf(r->pays_after))
        snprintf(out, size, ", %s as fast: it never pays", figure_times(times, r->plain_ms / r->time_ms));
    else
        snprintf(out, size, ", %s as fast: paid after %s products, X and Y staying permuted",
                 figure_times(times, r->plain_ms / r->time_ms),
                 r->pays_after < 1e15 ? text_count(products, (int64_t)r->pays_after) : "too many");
}

void figure_symmetry_text(const struct model_matrix *m, char *out, size_t size)
{
    char p[TEXT_SIZE], v[TEXT_SIZE], s[TEXT_SIZE];
    if (m->rows != m->cols || m->pattern_symmetry < 0)
        snprintf(out, size, "not square");
    else if (m->pattern_symmetry >= 1 && m->value_symmetry >= 1)
        snprintf(out, size, "symmetric");
    else if (m->value_skew >= 1 && m->value_symmetry < 1)
        snprintf(out, size, "pattern %s values skew", figure_percent(p, m->pattern_symmetry));
    else if (m->value_skew > 0.5 && m->value_symmetry < m->value_skew)
        snprintf(out, size, "pattern %s skew %s", figure_percent(p, m->pattern_symmetry),
                 figure_percent(s, m->value_skew));
    else
        snprintf(out, size, "pattern %s values %s", figure_percent(p, m->pattern_symmetry),
                 figure_percent(v, m->value_symmetry));
}

const char *figure_spinner(double seconds, bool plain)
{
    static const char *const braille[] = { "⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷" };
    static const char *const ascii[] = { "|", "/", "-", "\\" };
    unsigned tick = (unsigned)(seconds * 10);
    return plain ? ascii[tick % 4] : braille[tick % 8];
}
