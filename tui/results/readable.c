/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/readable.h"

#include "core/measure/interval.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"

enum {
    MATRIX,
    KERNEL,
    OP,
    K,
    TYPE,
    DEVICE,
    RATE,
    TIME,
    SPREAD,
    ROOF,
    SPEEDUP,
    LIBRARY,
    FLAGS,
    CHECK,
    RATIO,
    VERDICT,
    ENGINE
};

static const struct {
    const char *title, *member; /* member: of a row, for its text or ratio */
    bool figure;
} columns[READABLE_COLUMNS] = {
    [MATRIX] = { "matrix", .member = "matrix" },
    [KERNEL] = { .title = "kernel" },
    [OP] = { .title = "op" },
    [K] = { .title = "k" },
    [TYPE] = { "type", .member = "type" },
    [DEVICE] = { .title = "device" },
    [RATE] = { "GFLOPS", .figure = true },
    [TIME] = { "time", .figure = true },
    [SPREAD] = { "±", .figure = true },
    [ROOF] = { "roof", .figure = true },
    [SPEEDUP] = { "speedup", .member = "speedup", .figure = true },
    [LIBRARY] = { "library", .member = "library", .figure = true },
    [FLAGS] = { .title = "flags" },
    [CHECK] = { "check", .member = "status" },
    [RATIO] = { "times as fast", .figure = true },
    [VERDICT] = { "verdict", .member = "verdict" },
    [ENGINE] = { "engine", .member = "engine" },
};

int readable_columns(const json_t *first)
{
    return !*take_string(first, "versus") ? RATIO : *take_string(first, "engine") ? READABLE_COLUMNS : ENGINE;
}

const char *readable_title(int column, bool rule)
{
    return !rule ? columns[column].title : columns[column].figure ? "---:" : "---";
}

static void add_figure(char *out, size_t size, double x, const char *unit)
{
    char number[TEXT_SIZE];
    if (isfinite(x))
        text_add(out, size, "%s%s", figure_number(number, x), unit);
}

/* "cpu.auto → cpu.sell.simd BUDGET=200": parameters that differ from their defaults, where these are known. */
static void kernel_text(const json_t *row, char *out, size_t size)
{
    const char *choice = take_string(row, "choice"),
               *params = take_string(row, json_object_get(row, "changed") ? "changed" : "params");
    text_add(out, size, "%s%s%s%s%s", take_string(row, "kernel"), *choice ? " → " : "", choice, *params ? " " : "",
             params);
}

static void roof_text(const json_t *row, char *out, size_t size)
{
    const char *level = take_string(row, "roof");
    char share[TEXT_SIZE];
    figure_cell_row(share, CELL_ROOF, row);
    if (isfinite(take_or_nan(row, "roof_frac")))
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
static void turns_text(const json_t *row, char *out, size_t size)
{
    char range[TEXT_SIZE];
    const char *other = *take_string(row, "engine") ? "" : take_string(row, "versus");
    const double lo = take_double(row, "ratio_lo"), ratio = take_double(row, "ratio");
    if (!(ratio > 0))
        return;
    interval_text(lo, json_object_get(row, "ratio_hi") ? take_double(row, "ratio_hi") : lo > 0 ? INFINITY : 0, range);
    snprintf(out, size, "%s×%s%s", *range ? range : figure_number(range, ratio), *other ? " " : "", other);
}

const char *readable_field(const json_t *row, int column, char *room, size_t size)
{
    const bool flops = json_object_get(row, "gflops"), cold = strcmp(take_string(row, "cache"), "cold") == 0;
    char text[TEXT_SIZE], flags[FLAGS_SIZE];
    room[0] = 0;
    switch (column) {
    case KERNEL:
        kernel_text(row, room, size);
        break;
    case OP:
        snprintf(room, size, "%s%s", take_string(row, "op"), cold ? ", cold" : "");
        break;
    case K:
        return take_as_text(json_object_get(row, "k"), room, size);
    case DEVICE:
        snprintf(room, size, "%s", take_string(row, "device"));
        if (take_threads(row) > 0)
            text_add(room, size, " ×%d", take_threads(row));
        break;
    case RATE:
        add_figure(room, size, take_rate(row), flops ? "" : " Gnnz/s");
        break;
    case TIME:
        if (isfinite(take_or_nan(row, "time_ms")))
            snprintf(room, size, "%s", figure_ms(text, take_or_nan(row, "time_ms")));
        break;
    case SPREAD:
        if (isfinite(take_or_nan(row, "ci_hi_ms")))
            snprintf(room, size, "%s", figure_cell_row(text, CELL_SPREAD, row));
        break;
    case ROOF:
        roof_text(row, room, size);
        break;
    case SPEEDUP:
    case LIBRARY:
        ratio_text(row, columns[column].member, room, size);
        break;
    case RATIO:
        turns_text(row, room, size);
        break;
    case FLAGS:
        flags_words(flags_of(row, flags), room, size);
        break;
    default:
        return take_string(row, columns[column].member);
    }
    return room;
}
