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

enum { COUNTED = 8 };

int axis_ticks(const struct axis *a, double out[AXIS_TICKS])
{
    int n = 0;
    for (int i = 0; i < a->words; i++)
        out[n++] = i;
    if (n > 0)
        return n;
    if (!(a->hi > a->lo))
        return add_tick(a, a->lo, out, 0);
    const bool counted = a->hi - a->lo <= COUNTED; /* every number, else 1, 2, 4, 8 … */
    if (a->twos && (a->log || (a->lo > 0 && a->lo <= 2 && !counted))) {
        for (double t = pow(2, floor(log2(a->lo))); t <= a->hi * 1.0001 && n < AXIS_TICKS; t *= 2)
            n = add_tick(a, t, out, n);
        return n;
    }
    if (a->log) {
        bool few = a->hi / a->lo < 1e3;
        for (double t = pow(10, floor(log10(a->lo))); t <= a->hi * 1.0001 && n < AXIS_TICKS; t *= 10)
            for (int i = 1; i <= (few ? 5 : 1); i = i == 1 ? 2 : i == 2 ? 5 : 6)
                n = add_tick(a, i * t, out, n);
        return n;
    }
    double step = a->twos && counted ? 1 : fmax(axis_nice_above((a->hi - a->lo) / 6), a->twos);
    for (double t = step * ceil(a->lo / step - 1e-9); t <= a->hi * 1.0001 && n < AXIS_TICKS; t += step)
        n = add_tick(a, t, out, n);
    return n;
}

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
