/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/readable.h"

#include "core/measure/interval.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"

static void add_figure(char *out, size_t size, double x, const char *unit)
{
    char number[TEXT_SIZE];
    if (isfinite(x))
        text_add(out, size, "%s%s", figure_number(number, x), unit);
}

/* "cpu.auto → cpu.sell.simd BUDGET=200": parameters that differ from their defaults, where these are known. */
static void kernel_text(const json_t *row, const char *member, char *out, size_t size)
{
    const char *choice = take_string(row, "choice"),
               *params = take_string(row, json_object_get(row, "changed") ? "changed" : "params");
    text_add(out, size, "%s%s%s%s%s", take_string(row, member), *choice ? " → " : "", choice, *params ? " " : "",
             params);
}

static void roof_text(const json_t *row, const char *member, char *out, size_t size)
{
    const char *level = take_string(row, "roof");
    char share[TEXT_SIZE];
    figure_cell_row(share, CELL_ROOF, row);
    if (isfinite(take_or_nan(row, member)))
        text_add(out, size, "%s%s%s", share, *level ? " of " : "", level);
    else if (strcmp(share, "–") != 0)
        text_add(out, size, "%s", share);
}

/* "≈1.2×" if the intervals leave open which is faster. */
static void ratio_text(const json_t *row, const char *member, char *out, size_t size)
{
    char unclear[100] = "";
    take_words(row, "unclear", unclear, sizeof unclear);
    if (flags_has(unclear, member))
        text_add(out, size, "≈");
    add_figure(out, size, take_or_nan(row, member), "×");
}

/* "0.98 to 1.05× cpu.csr.merge"; between engines, a row each, the other one is not named. */
static void turns_text(const json_t *row, const char *member, char *out, size_t size)
{
    char range[TEXT_SIZE];
    const char *other = *take_string(row, "engine") ? "" : take_string(row, "versus");
    const double lo = take_double(row, "ratio_lo"), ratio = take_double(row, member);
    if (!(ratio > 0))
        return;
    interval_text(lo, json_object_get(row, "ratio_hi") ? take_double(row, "ratio_hi") : lo > 0 ? INFINITY : 0, range);
    snprintf(out, size, "%s×%s%s", *range ? range : figure_number(range, ratio), *other ? " " : "", other);
}

static void op_text(const json_t *row, const char *member, char *out, size_t size)
{
    const bool cold = strcmp(take_string(row, "cache"), "cold") == 0;
    snprintf(out, size, "%s%s", take_string(row, member), cold ? ", cold" : "");
}

static void device_text(const json_t *row, const char *member, char *out, size_t size)
{
    snprintf(out, size, "%s", take_string(row, member));
    if (take_threads(row) > 0)
        text_add(out, size, " ×%d", take_threads(row));
}

static void rate_text(const json_t *row, const char *member, char *out, size_t size)
{
    add_figure(out, size, take_rate(row), json_object_get(row, member) ? "" : " Gnnz/s");
}

static void time_text(const json_t *row, const char *member, char *out, size_t size)
{
    char text[TEXT_SIZE];
    if (isfinite(take_or_nan(row, member)))
        snprintf(out, size, "%s", figure_ms(text, take_or_nan(row, member)));
}

static void spread_text(const json_t *row, const char *member, char *out, size_t size)
{
    char text[TEXT_SIZE];
    if (isfinite(take_or_nan(row, member)))
        snprintf(out, size, "%s", figure_cell_row(text, CELL_SPREAD, row));
}

static void flags_text(const json_t *row, const char *member, char *out, size_t size)
{
    char flags[FLAGS_SIZE];
    flags_words(flags_of(row, flags), out, size);
}

static const struct {
    const char *title, *member;
    bool figure;
    void (*text)(const json_t *row, const char *member, char *out, size_t size); /* NULL: the member's */
} columns[READABLE_COLUMNS] = {
    { "matrix", "matrix", false, NULL },
    { "kernel", "kernel", false, kernel_text },
    { "op", "op", false, op_text },
    { "k", "k", false, NULL },
    { "type", "type", false, NULL },
    { "device", "device", false, device_text },
    { "GFLOPS", "gflops", true, rate_text },
    { "time", "time_ms", true, time_text },
    { "±", "ci_hi_ms", true, spread_text },
    { "roof", "roof_frac", true, roof_text },
    { "speedup", "speedup", true, ratio_text },
    { "library", "library", true, ratio_text },
    { "flags", "flags", false, flags_text },
    { "check", "status", false, NULL },
    { "times as fast", "ratio", true, turns_text },
    { "verdict", "verdict", false, NULL },
    { "engine", "engine", false, NULL },
};
enum { RATIO = 14, ENGINE = 16 }; /* the first column that only comparisons have; the one that only some have */

int readable_columns(const json_t *first)
{
    return !*take_string(first, "versus") ? RATIO : *take_string(first, "engine") ? READABLE_COLUMNS : ENGINE;
}

const char *readable_title(int column, bool rule)
{
    return !rule ? columns[column].title : columns[column].figure ? "---:" : "---";
}

const char *readable_field(const json_t *row, int column, char *room, size_t size)
{
    room[0] = 0;
    if (!columns[column].text)
        return take_as_text(json_object_get(row, columns[column].member), room, size);
    columns[column].text(row, columns[column].member, room, size);
    return room;
}
