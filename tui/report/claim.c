/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report/claim.h"

#include "core/catalog/catalog.h"
#include "core/measure/interval.h"
#include "tui/link/take.h"

const char *const claim_word[] = { "holds", "unclear", "fails" };

enum { SIDE = 400, RIVALS = 6, NAMES = 4 };

/* "A > B | C by X where W": A against both B and C. */
struct claim_text {
    char left[SIDE], right[RIVALS][SIDE], where[SIDE];
    int rivals;
    double by;
};

/* Cuts the text at the separator; *rest is "" if it is absent. */
static void cut(char *text, const char *separator, char *rest, size_t size)
{
    char *at = strstr(text, separator);
    snprintf(rest, size, "%s", at ? at + strlen(separator) : "");
    if (at)
        *at = 0;
}

static bool parse(enum report_kind kind, const char *words, struct claim_text *c, struct err *e)
{
    char all[4 * SIDE], by[SIDE], right[4 * SIDE];
    *c = (struct claim_text){ .by = 1 };
    if (snprintf(all, sizeof all, "%s", words) >= (int)sizeof all)
        return err_set(e, ERR_INPUT, "the claim is too long");
    cut(all, " where ", c->where, SIDE);
    cut(all, " by ", by, SIDE);
    cut(all, " > ", right, sizeof right);
    snprintf(c->left, SIDE, "%.*s", SIDE - 1, all);
    c->by = *by ? strtod(by, NULL) : 1;
    for (char *at = right; *at && c->rivals < RIVALS; c->rivals++) {
        char rest[4 * SIDE];
        cut(at, " | ", rest, sizeof rest);
        snprintf(c->right[c->rivals], SIDE, "%.*s", SIDE - 1, at);
        strcpy(at, rest);
    }
    if ((c->rivals > 0) == (kind == PART_refused) || !*c->left || !(c->by > 0))
        return err_set(e, ERR_INPUT,
                       kind == PART_refused ? "refused wants A [where ...]"
                                            : "a claim wants A > B | C [by X] [where ...]");
    return true;
}

bool claim_check(enum report_kind kind, const char *words, struct err *e)
{
    struct claim_text c;
    if (!parse(kind, words, &c, e) || !select_check(c.left, e) || !select_check(c.where, e))
        return false;
    for (int i = 0; i < c.rivals; i++)
        if (!select_check(c.right[i], e))
            return false;
    return true;
}

/* ---- measurements ---- */

/* The time per nonzero and column. */
static struct interval span_of(const json_t *m)
{
    const double k = take_double(m, "k") > 0 ? take_double(m, "k") : 1, work = take_double(m, "nnz") * k;
    return (struct interval){ take_double(m, "ci_lo_ms") / work, take_double(m, "time_ms") / work,
                              take_double(m, "ci_hi_ms") / work };
}

/* Its time at the roof: exact, unless the roof is in doubt. */
static struct interval roof_of(const json_t *m)
{
    struct interval s = span_of(m);
    char flags[80] = "";
    take_words(m, "flags", flags, sizeof flags);
    const double at = s.mid * take_double(m, "roof_frac");
    return strstr(flags, "roof") ? (struct interval){ NAN, at, NAN } : (struct interval){ at, at, at };
}

static enum compared compare(struct interval a, struct interval b, double by)
{
    return interval_compare(by * a.lo, by * a.hi, b.lo, b.hi);
}

/* Whether a measurement is of code that always runs on one thread. */
static bool is_serial(const json_t *m)
{
    const char *kernel = take_string(m, "kernel");
    return strstr(kernel, ".serial") || strstr(kernel, ".naive");
}

/* Whether a is to be compared with b: the same problem, except for what the selection names. */
static bool is_rival(const struct pool *p, const json_t *a, size_t at, const char *right)
{
    static const char *const same[] = { "matrix", "op", "type", "cache", "k", "threads", "reorder" };
    const json_t *b = pool_run(p, at);
    if (!take_ok(b) || a == b || !select_pair(right, p, at))
        return false;
    for (size_t i = 0; i < COUNT(same); i++) {
        const bool team = strcmp(same[i], "threads") == 0;
        if (select_names(right, same[i]))
            continue;
        if (team && (strcmp(take_string(a, "device"), take_string(b, "device")) != 0 || is_serial(a) || is_serial(b)))
            continue; /* a kernel without a team matches any number */
        if (!take_alike(a, b, (const char *const[]){ same[i], NULL }))
            return false;
    }
    return true;
}

/* ---- counting ---- */

struct tally {
    int faster, slower, unclear;
    double least, most; /* speed ratio */
    char slow[200];     /* where it is slower */
    int named;          /* number of these matrices */
    char last[80];      /* the last of them: measurements of a matrix are adjacent */
    struct interval own, rival;
    bool whole; /* the sums include all */
};

/* Names each matrix once, and only the first few. */
static void name_slow(struct tally *t, const char *matrix)
{
    char name[80];
    catalog_bare(matrix, name, sizeof name);
    if (strcmp(name, t->last) == 0)
        return;
    snprintf(t->last, sizeof t->last, "%s", name);
    if (t->named < NAMES)
        text_join(t->slow, sizeof t->slow, ", ", "%s", name);
    else if (t->named == NAMES)
        text_add(t->slow, sizeof t->slow, ", ...");
    t->named++;
}

/* Counts A against all rivals: slower as soon as one rival is faster. */
static void count(const struct claim_text *c, const struct pool *p, size_t at, struct tally *t)
{
    const json_t *a = pool_run(p, at);
    const struct interval own = span_of(a);
    enum compared all = FASTER;
    struct interval best = { NAN, NAN, NAN };
    for (int i = 0; i < c->rivals; i++) {
        const bool roof = strcmp(c->right[i], "roof") == 0;
        for (size_t j = 0; j < json_array_size(p->pair); j++) {
            if (roof ? j != at : !is_rival(p, a, j, c->right[i]))
                continue;
            const struct interval b = roof ? roof_of(a) : span_of(pool_run(p, j));
            const enum compared one = compare(own, b, c->by);
            all = one == SLOWER || all == SLOWER ? SLOWER : one == UNCLEAR ? UNCLEAR : all;
            best = !(best.mid <= b.mid) ? b : best;
        }
    }
    if (!(best.mid > 0) || !(own.mid > 0))
        return;
    t->faster += all == FASTER;
    t->unclear += all == UNCLEAR;
    t->slower += all == SLOWER;
    if (all == SLOWER)
        name_slow(t, take_string(a, "matrix"));
    t->least = fmin(t->least, best.mid / own.mid);
    t->most = fmax(t->most, best.mid / own.mid);
    t->own = (struct interval){ t->own.lo + own.lo, t->own.mid + own.mid, t->own.hi + own.hi };
    t->rival = (struct interval){ t->rival.lo + best.lo, t->rival.mid + best.mid, t->rival.hi + best.hi };
    t->whole &= own.lo > 0 && best.lo > 0;
}

static enum claim_outcome outcome(enum report_kind kind, const struct claim_text *c, const struct tally *t)
{
    const int all = t->faster + t->slower + t->unclear;
    if (all == 0)
        return CLAIM_UNCLEAR;
    if (kind == PART_sum) {
        const enum compared o = t->whole ? compare(t->own, t->rival, c->by) : UNCLEAR;
        return o == FASTER ? CLAIM_HOLDS : o == SLOWER ? CLAIM_FAILS : CLAIM_UNCLEAR;
    }
    if (kind == PART_none)
        return t->faster ? CLAIM_FAILS : t->slower == all ? CLAIM_HOLDS : CLAIM_UNCLEAR;
    const int needed = kind == PART_each ? all : kind == PART_most ? all / 2 + 1 : 1;
    return t->faster >= needed ? CLAIM_HOLDS : all - t->slower < needed ? CLAIM_FAILS : CLAIM_UNCLEAR;
}

static enum claim_outcome judge_refused(const struct claim_text *c, const struct pool *p, char *text, size_t size)
{
    int refused = 0, ran = 0;
    for (size_t i = 0; i < json_array_size(p->pair); i++) {
        if (!select_pair(c->left, p, i) || !select_pair(c->where, p, i))
            continue;
        ran += take_ok(pool_run(p, i));
        refused += !take_ok(pool_run(p, i));
    }
    snprintf(text, size, refused || ran ? "refused %d of %d time%s" : "not tried here", refused, refused + ran,
             text_plural(refused + ran));
    return ran ? CLAIM_FAILS : refused ? CLAIM_HOLDS : CLAIM_UNCLEAR;
}

/* "0.33", "9", "960". */
static const char *ratio_text(char out[TEXT_SIZE], double ratio)
{
    snprintf(out, TEXT_SIZE, ratio >= 10 ? "%.0f" : "%.2g", ratio);
    return out;
}

/* "; 0.33 to 9 times", or "; 1.6 times" if both ends read the same. */
static void add_range(char *text, size_t size, double least, double most)
{
    char low[TEXT_SIZE], high[TEXT_SIZE];
    const bool one = strcmp(ratio_text(low, least), ratio_text(high, most)) == 0;
    text_add(text, size, "; %s%s%s times", low, one ? "" : " to ", one ? "" : high);
}

enum claim_outcome claim_judge(enum report_kind kind, const char *words, const struct pool *p, char *text, size_t size)
{
    struct claim_text c;
    struct tally t = { .least = INFINITY, .most = 0, .whole = true };
    struct err e;
    snprintf(text, size, "not measured here");
    if (!parse(kind, words, &c, &e))
        return CLAIM_UNCLEAR;
    if (kind == PART_refused)
        return judge_refused(&c, p, text, size);
    for (size_t i = 0; i < json_array_size(p->pair); i++)
        if (take_ok(pool_run(p, i)) && select_pair(c.left, p, i) && select_pair(c.where, p, i))
            count(&c, p, i, &t);
    const int all = t.faster + t.slower + t.unclear;
    if (all == 0)
        return CLAIM_UNCLEAR;
    snprintf(text, size, "%d of %d clearly faster", t.faster, all);
    if (c.by != 1)
        text_add(text, size, " by %g", c.by);
    if (t.slower)
        text_add(text, size, ", %d not (%s)", t.slower, t.slow);
    if (t.unclear)
        text_add(text, size, ", %d unclear", t.unclear);
    add_range(text, size, t.least, t.most);
    if (kind == PART_sum)
        text_add(text, size, "; together %.2g times", t.rival.mid / t.own.mid);
    return outcome(kind, &c, &t);
}

enum claim_outcome claim_judge_all(const struct report_item *item, const struct pool *p, char *text, size_t size)
{
    enum claim_outcome all = CLAIM_HOLDS;
    text[0] = 0;
    for (int i = 0; i < item->parts; i++) {
        char one[600];
        const enum claim_outcome o = claim_judge(item->part[i].kind, item->part[i].words, p, one, sizeof one);
        all = o > all ? o : all;
        text_join(text, size, ". ", "%s", one);
    }
    return item->parts ? all : CLAIM_UNCLEAR;
}
