/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas/axis.h"

#include "tui/canvas/canvas.h"

double axis_place(const struct axis *a, double x)
{
    if (!(a->hi > a->lo))
        return 0.5;
    if (a->log)
        return x > 0 && a->lo > 0 ? log(x / a->lo) / log(a->hi / a->lo) : 0;
    return (x - a->lo) / (a->hi - a->lo);
}

double axis_nice_above(double x)
{
    double p = pow(10, floor(log10(x)));
    return x <= p ? p : x <= 2 * p ? 2 * p : x <= 5 * p ? 5 * p : 10 * p;
}

double axis_steady_above(double x)
{
    double step = axis_nice_above(x) / 10;
    return step * ceil(1.02 * x / step);
}

void axis_widen(struct axis *a)
{
    a->lo = 1 / axis_nice_above(1 / a->lo * (1 - 1e-9));
    a->hi = axis_nice_above(a->hi * (1 - 1e-9));
    if (a->hi <= a->lo)
        a->hi = 10 * a->lo;
}

bool axis_far_roof(double roof, double measured)
{
    return measured > 0 && roof > 3 * measured;
}

double axis_find(const struct axis *a, const char *word)
{
    for (int i = 0; i < a->words; i++)
        if (strcmp(a->word[i], word) == 0)
            return i;
    return NAN;
}

void axis_word(struct axis *a, const char *word)
{
    if (a->words < AXIS_WORDS && isnan(axis_find(a, word)))
        snprintf(a->word[a->words++], AXIS_TEXT, "%s", word);
}

static int add_tick(const struct axis *a, double tick, double out[AXIS_TICKS], int n)
{
    if (n == AXIS_TICKS || tick < a->lo * (1 - 1e-9) || tick > a->hi * (1 + 1e-9))
        return n;
    out[n] = fabs(tick) < 1e-12 ? 0 : tick;
    return n + 1;
}

/* Whether every number of lo..hi has a tick, not 1, 2, 4, 8 … */
static bool is_counted(const struct axis *a)
{
    enum { COUNTED = 8 };
    return a->twos && a->hi - a->lo <= COUNTED;
}

/* Whether the decades are so few that 2 and 5 have ticks, too. */
static bool is_few(const struct axis *a)
{
    return a->hi / a->lo < 1e3;
}

/* Whether ticks are at powers of two. */
static bool doubles(const struct axis *a)
{
    return a->twos && (a->log || (a->lo > 0 && a->lo <= 2 && !is_counted(a)));
}

int axis_ticks(const struct axis *a, double out[AXIS_TICKS])
{
    int n = 0;
    for (int i = 0; i < a->words; i++)
        out[n++] = i;
    if (n > 0)
        return n;
    if (!(a->hi > a->lo))
        return add_tick(a, a->lo, out, 0);
    if (doubles(a)) {
        for (double t = pow(2, floor(log2(a->lo))); t <= a->hi * 1.0001 && n < AXIS_TICKS; t *= 2)
            n = add_tick(a, t, out, n);
        return n;
    }
    if (a->log) {
        const bool few = is_few(a) && a->step == 0;
        for (double t = pow(10, floor(log10(a->lo))); t <= a->hi * 1.0001 && n < AXIS_TICKS; t *= 10)
            for (int i = 1; i <= (few ? 5 : 1); i = i == 1 ? 2 : i == 2 ? 5 : 6)
                n = add_tick(a, i * t, out, n);
        return n;
    }
    const double step = a->step > 0 ? a->step : is_counted(a) ? 1 : fmax(axis_nice_above((a->hi - a->lo) / 6), a->twos);
    for (double t = step * ceil(a->lo / step - 1e-9); t <= a->hi * 1.0001 && n < AXIS_TICKS; t += step)
        n = add_tick(a, t, out, n);
    return n;
}

/* ---- ticks on cells ---- */

/* Whole cells from the first to the whole number of units above lo, and from there to hi, at `each` cells a unit. */
static int cells_over(double lo, double hi, int each, int *before)
{
    const double whole = ceil(lo - 1e-9);
    *before = (int)ceil((whole - lo) * each - 1e-6);
    return *before + (int)ceil((hi - whole) * each - 1e-6);
}

/* The most cells a unit at which lo..hi, in units, fits between the middles of `cells` cells; 0: less than one. */
static int cells_each(double lo, double hi, int cells)
{
    const double room = fmin((cells - 1) / (hi - lo), cells - 1);
    int each = room > 1 ? (int)(room + 1e-9) : 0, before;
    while (each > 0 && cells_over(lo, hi, each, &before) > cells - 1)
        each--;
    return each;
}

/* Moves the ends, in units, to middles of cells; true unless a unit has less than a cell. */
static bool put_on_cells(double *lo, double *hi, int each, int cells)
{
    int before;
    if (each < 1)
        return false;
    cells_over(*lo, *hi, each, &before);
    *lo = ceil(*lo - 1e-9) - (double)before / each;
    *hi = *lo + (double)(cells - 1) / each;
    return true;
}

enum { DECADE = 3 }; /* cells; with fewer, whole ones would leave too many over */

/* Whether 2 and 5 are within a quarter of a cell of a middle. */
static bool takes_fives(int each)
{
    return fabs(each * log10(2) - round(each * log10(2))) <= 0.25;
}

/* Cells a decade, at most `most`, or up to three fewer out of many if that takes 2 and 5. */
static int decade_cells(int most)
{
    enum { MANY = 8 };
    for (int each = most; most >= MANY && each > most - 3; each--)
        if (takes_fives(each))
            return each;
    return most;
}

/* How unfit a step is: the share of the cells left over, and how far it is from five steps. */
static double unfit(const struct axis *a, double step, int cells, int apart)
{
    const double steps = (a->hi - a->lo) / step;
    const int each = cells_each(a->lo / step, a->hi / step, cells);
    if (each < apart || (a->twos && step != floor(step)))
        return INFINITY;
    return 1 - steps * each / (cells - 1) + 0.04 * fabs(steps - 5) + (steps < 2) + (steps > 8);
}

/* The step of 1, 2, 2.5, 5 × a power of ten that fits best; 0: none fits. */
static double fit_step(const struct axis *a, int cells, int apart)
{
    static const double leading[] = { 1, 2, 2.5, 5 };
    const double ten = pow(10, floor(log10(a->hi - a->lo)) - 1);
    double best = 0, least = INFINITY;
    for (int i = 0; i < 12; i++) {
        const double step = leading[i % 4] * ten * pow(10, i / 4), now = unfit(a, step, cells, apart);
        best = now < least ? step : best;
        least = fmin(now, least);
    }
    return best;
}

struct axis axis_on_cells(const struct axis *of, double least, double most, int cells, int apart)
{
    struct axis a = *of;
    a.lo = least;
    a.hi = most;
    if (!(most > least) || cells < 2)
        return a;
    if (a.log) {
        const double base = log10(a.twos ? 2 : 10);
        double lo = log10(least) / base, hi = log10(most) / base;
        const int all = cells_each(lo, hi, cells), each = a.twos || !is_few(&a) ? all : decade_cells(all);
        if ((a.twos || each >= DECADE) && put_on_cells(&lo, &hi, each, cells)) {
            a.lo = pow(10, lo * base);
            a.hi = pow(10, hi * base);
            a.step = takes_fives(each) ? 0 : 10;
        }
        return a;
    }
    const double unit = a.words || is_counted(&a) || doubles(&a) ? 1 : fit_step(&a, cells, apart);
    double lo = least / unit, hi = most / unit;
    if (unit > 0 && put_on_cells(&lo, &hi, cells_each(lo, hi, cells), cells)) {
        a.lo = lo * unit;
        a.hi = hi * unit;
        a.step = unit;
    }
    return a;
}

/* ---- labels ---- */

char *axis_text(const struct axis *a, double x, char out[AXIS_TEXT])
{
    const double size = fabs(x), unit = size >= 1e9 ? 1e9 : size >= 1e6 ? 1e6 : 1e3;
    if (a->words > 0)
        snprintf(out, AXIS_TEXT, "%s", x >= 0 && x < a->words ? a->word[lround(x)] : "");
    else if (size != 0 && (size < 1e-3 || size >= 1e12))
        snprintf(out, AXIS_TEXT, "%.0e", x);
    else if (size >= 1e4)
        snprintf(out, AXIS_TEXT, "%.4g%c", x / unit, unit == 1e9 ? 'G' : unit == 1e6 ? 'M' : 'k');
    else
        snprintf(out, AXIS_TEXT, "%g", x);
    return out;
}

int axis_stride(const struct axis *a, const double *tick, int n, int cells, bool across)
{
    char one[AXIS_TEXT], two[AXIS_TEXT];
    int stride = 1;
    for (int i = 0; i + stride < n; i += stride) {
        const double apart = fabs(axis_place(a, tick[i + stride]) - axis_place(a, tick[i])) * (cells - 1);
        const int widths = canvas_width(axis_text(a, tick[i], one)) + canvas_width(axis_text(a, tick[i + stride], two));
        if (apart >= (across ? widths / 2.0 + 2 : 1.5))
            continue;
        stride++;
        i = -stride;
    }
    return stride;
}
