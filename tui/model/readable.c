/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/readable.h"

#include "tui/link/take.h"
#include "tui/model/standing.h"

static const char *const title[READABLE_COLUMNS] = { "matrix", "kernel", "op",   "k",       "type",  "device",
                                                     "GFLOPS", "±",      "roof", "library", "flags", "check" };
enum { FIRST_FIGURE = 6, LAST_FIGURE = 9 };

const char *readable_title(int column, bool rule)
{
    return !rule ? title[column] : column >= FIRST_FIGURE && column <= LAST_FIGURE ? "---:" : "---";
}

/* Three digits, never as a power of ten below a million. */
static void add_figure(char *out, size_t size, double x, const char *unit)
{
    if (isfinite(x))
        text_add(out, size, "%.*f%s", x >= 99.95 ? 0 : x >= 9.995 ? 1 : x >= 0.9995 ? 2 : 3, x, unit);
}

/* "cpu.auto → cpu.sell.simd BUDGET=200" */
static void kernel_text(const json_t *row, char *out, size_t size)
{
    const char *choice = take_string(row, "choice"), *params = take_string(row, "params");
    text_add(out, size, "%s%s%s%s%s", take_string(row, "kernel"), *choice ? " → " : "", choice, *params ? " " : "",
             params);
}

/* "cpu ×2" */
static void device_text(const json_t *row, char *out, size_t size)
{
    int threads = 0;
    take_int(row, "threads", &threads);
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
    const double half = (take_or_nan(row, "ci_hi_ms") - take_or_nan(row, "ci_lo_ms")) / 2 / take_or_nan(row, "time_ms");
    if (isfinite(half))
        text_add(out, size, "±%.*f%%", half < 0.0995 ? 1 : 0, 100 * half);
}

static void roof_text(const json_t *row, char *out, size_t size)
{
    const char *level = take_string(row, "roof");
    const double share = 100 * take_or_nan(row, "roof_frac");
    if (isfinite(share))
        text_add(out, size, "%.*f%%%s%s", share < 9.95 ? 1 : 0, share, *level ? " of " : "", level);
}

const char *readable_field(const json_t *row, int column, char *room, size_t size)
{
    char words[100] = "";
    const char *status = take_string(row, "status");
    room[0] = 0;
    switch (column) {
    case 1:
        kernel_text(row, room, size);
        break;
    case 2:
        text_add(room, size, "%s%s", take_string(row, "op"),
                 strcmp(take_string(row, "cache"), "cold") == 0 ? ", cold" : "");
        break;
    case 3:
        if (json_is_integer(json_object_get(row, "k")))
            text_add(room, size, "%lld", (long long)json_integer_value(json_object_get(row, "k")));
        break;
    case 5:
        device_text(row, room, size);
        break;
    case 6:
        rate_text(row, room, size);
        break;
    case 7:
        spread_text(row, room, size);
        break;
    case 8:
        roof_text(row, room, size);
        break;
    case 9:
        take_words(row, "unclear", words, sizeof words);
        if (standing_flag(words, "library"))
            text_add(room, size, "≈");
        add_figure(room, size, take_or_nan(row, "library"), "×");
        break;
    case 10:
        take_words(row, "flags", words, sizeof words);
        standing_words(words, room, size);
        break;
    case 11:
        return status;
    default:
        return take_string(row, title[column]);
    }
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

void machine_join(json_t **all, const json_t *m)
{
    static const char *const joined[] = { "processor", "libraries" };
    json_t *copy = json_copy((json_t *)m);
    for (int i = 0; i < 2; i++) {
        const char *before = take_string(*all, joined[i]), *now = take_string(m, joined[i]);
        json_object_set_new(copy, joined[i],
                            !*before || strstr(now, before) ? json_string(now)
                            : strstr(before, now)           ? json_string(before)
                                                            : json_sprintf("%s, %s", before, now));
    }
    json_decref(*all);
    *all = copy;
}
