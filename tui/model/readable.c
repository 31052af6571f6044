/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/readable.h"

#include "tui/link/take.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"

static void add_figure(char *out, size_t size, double x, const char *unit)
{
    char number[TEXT_SIZE];
    if (isfinite(x))
        text_add(out, size, "%s%s", figure_number(number, x), unit);
}

/* "cpu.auto → cpu.sell.simd BUDGET=200": parameters that are not as by default, where it is known which. */
static void kernel_text(const json_t *row, char *out, size_t size)
{
    const char *choice = take_string(row, "choice"),
               *params = take_string(row, json_object_get(row, "changed") ? "changed" : "params");
    text_add(out, size, "%s%s%s%s%s", take_string(row, "kernel"), *choice ? " → " : "", choice, *params ? " " : "",
             params);
}

/* "cpu ×2" */
static void device_text(const json_t *row, char *out, size_t size)
{
    const int threads = take_threads(row);
    text_add(out, size, "%s", take_string(row, "device"));
    if (threads > 0)
        text_add(out, size, " ×%d", threads);
}

static void rate_text(const json_t *row, char *out, size_t size)
{
    if (json_object_get(row, "gflops"))
        add_figure(out, size, take_or_nan(row, "gflops"), "");
    else
        add_figure(out, size, take_or_nan(row, "gnnzs"), " Gnnz/s");
}

static void spread_text(const json_t *row, char *out, size_t size)
{
    char spread[TEXT_SIZE];
    if (isfinite(take_or_nan(row, "ci_hi_ms")))
        text_add(out, size, "%s", figure_spread_row(spread, row));
}

static void roof_text(const json_t *row, char *out, size_t size)
{
    const char *level = take_string(row, "roof");
    char share[TEXT_SIZE];
    figure_share_row(share, row);
    if (isfinite(take_or_nan(row, "roof_frac")))
        text_add(out, size, "%s%s%s", share, *level ? " of " : "", level);
    else if (strcmp(share, "–") != 0)
        text_add(out, size, "%s", share);
}

static void op_text(const json_t *row, char *out, size_t size)
{
    text_add(out, size, "%s%s", take_string(row, "op"), strcmp(take_string(row, "cache"), "cold") == 0 ? ", cold" : "");
}

static void k_text(const json_t *row, char *out, size_t size)
{
    const json_t *k = json_object_get(row, "k");
    if (json_is_integer(k))
        text_add(out, size, "%lld", (long long)json_integer_value(k));
}

/* "≈1.2×" where the intervals leave open which of the two is faster. */
static void ratio_text(const json_t *row, const char *member, char *out, size_t size)
{
    char unclear[100] = "";
    take_words(row, "unclear", unclear, sizeof unclear);
    if (flags_has(unclear, member))
        text_add(out, size, "≈");
    add_figure(out, size, take_or_nan(row, member), "×");
}

static void time_text(const json_t *row, char *out, size_t size)
{
    const double ms = take_or_nan(row, "time_ms");
    char time[TEXT_SIZE];
    if (isfinite(ms))
        text_add(out, size, "%s", figure_ms(time, ms));
}

static void flags_text(const json_t *row, char *out, size_t size)
{
    char flags[FLAGS_SIZE];
    flags_words(flags_of(row, flags), out, size);
}

static const struct {
    const char *title, *member, *ratio; /* member, ratio: of a row, where that is the text */
    void (*text)(const json_t *row, char *out, size_t size);
    bool figure;
} columns[READABLE_COLUMNS] = {
    { "matrix", .member = "matrix" },
    { "kernel", .text = kernel_text },
    { "op", .text = op_text },
    { "k", .text = k_text },
    { "type", .member = "type" },
    { "device", .text = device_text },
    { "GFLOPS", .text = rate_text, .figure = true },
    { "time", .text = time_text, .figure = true },
    { "±", .text = spread_text, .figure = true },
    { "roof", .text = roof_text, .figure = true },
    { "speedup", .ratio = "speedup", .figure = true },
    { "library", .ratio = "library", .figure = true },
    { "flags", .text = flags_text },
    { "check", .member = "status" },
};

const char *readable_title(int column, bool rule)
{
    return !rule ? columns[column].title : columns[column].figure ? "---:" : "---";
}

const char *readable_field(const json_t *row, int column, char *room, size_t size)
{
    if (columns[column].member)
        return take_string(row, columns[column].member);
    room[0] = 0;
    if (columns[column].ratio)
        ratio_text(row, columns[column].ratio, room, size);
    else
        columns[column].text(row, room, size);
    return room;
}

/* ---- the machine ---- */

void machine_text(const json_t *m, char *out, size_t size)
{
    static const char *const facts[] = { "processor", "host", "date", "libraries", "version" };
    enum { FACTS = COUNT(facts) };
    out[0] = 0;
    for (int i = 0; i < FACTS; i++) {
        const char *fact = take_string(m, facts[i]);
        if (*fact)
            text_join(out, size, " · ", "%s%s", i == FACTS - 1 ? "nzscope " : "", fact);
    }
}

/* Adds the items of a list with ", " between them that are not in it. */
static void list_join(char *list, size_t size, const char *more)
{
    for (size_t n; (n = strcspn(more, ",")); more += n + strspn(more + n, ", ")) {
        bool is = false;
        for (const char *at = list; *at && !is; at += strcspn(at, ","), at += strspn(at, ", "))
            is = strcspn(at, ",") == n && strncmp(at, more, n) == 0;
        if (!is)
            text_join(list, size, ", ", "%.*s", (int)n, more);
    }
}

void machine_join(json_t **all, const json_t *m)
{
    static const char *const joined[] = { "processor", "libraries" };
    json_t *copy = json_copy((json_t *)m);
    for (int i = 0; i < 2; i++) {
        char list[1000] = "";
        list_join(list, sizeof list, take_string(*all, joined[i]));
        list_join(list, sizeof list, take_string(m, joined[i]));
        json_object_set_new(copy, joined[i], json_string(list));
    }
    json_decref(*all);
    *all = copy;
}
