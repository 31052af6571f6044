/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/table.h"

#include <langinfo.h>
#include <limits.h>
#include <sys/ioctl.h>

#include "tui/canvas/canvas.h"
#include "tui/model/model.h"
#include "tui/verdict/answer.h"

enum { COLUMNS = 32, LEAST = 40, SHORTEST = 24 }; /* SHORTEST: least width of a long last column */

int table_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return 0;
    int cols = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    return cols < LEAST ? LEAST : cols;
}

int table_rows(int width)
{
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col == width ? size.ws_row
                                                                                                         : 0;
}

int table_columns(void)
{
    return table_width() ? table_width() : 80;
}

bool table_ascii(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* The first glyph of a text of n bytes as the terminal can show it: those that it lacks are replaced by canvas_ascii,
   letters stay. Returns the bytes of `out`, n at most. */
static int put_glyph(char *out, const char *text, int *n)
{
    const uint32_t glyph = canvas_decode(text, n), sign = table_ascii() ? canvas_ascii(glyph) : glyph;
    if (table_ascii() && glyph == CANVAS_PLUS_MINUS)
        return (int)strlen(strcpy(out, "+-"));
    if (sign == glyph || sign == '?') {
        memmove(out, text, (size_t)*n);
        return *n;
    }
    *out = (char)sign;
    return 1;
}

char *table_plain(char *text)
{
    char *out = text, glyph[8];
    for (int at = 0, n; text[at]; at += n) {
        const int bytes = put_glyph(glyph, text + at, &n);
        memcpy(out, glyph, (size_t)bytes);
        out += bytes;
    }
    *out = 0;
    return text;
}

static void put_text(FILE *f, const char *text, int bytes)
{
    char glyph[8];
    for (int at = 0, n; at < bytes; at += n)
        fwrite(glyph, 1, (size_t)put_glyph(glyph, text + at, &n), f);
}

void table_wrap(FILE *f, int width, int column, int indent, const char *text)
{
    for (int next; *text; text += next, column = indent) {
        int shown;
        next = canvas_line(text, width - column > SHORTEST ? width - column : SHORTEST, &shown);
        put_text(f, text, shown);
        putc('\n', f);
        if (text[next])
            fprintf(f, "%*s", indent, "");
    }
}

void table_answer(FILE *f, int width, char *text)
{
    char *next = answer_sentence(text);
    table_wrap(f, width, 0, 2, text);
    for (; *(text = next);) {
        next = answer_sentence(text);
        put_text(f, "  · ", 5);
        table_wrap(f, width, 4, 4, text);
    }
}

void table_say(const char *text)
{
    fputs("nzscope: ", stderr);
    table_wrap(stderr, isatty(STDERR_FILENO) ? table_columns() : INT_MAX, 9, 2, text);
}

void table_words(const json_t *m, const char *members, const char *between, char *out, size_t size)
{
    int length;
    out[0] = 0;
    for (const char *name; (name = text_word(&members, &length));) {
        char member[16], room[32];
        snprintf(member, sizeof member, "%.*s", length, name);
        const char *text = take_as_text(json_object_get(m, member), room, sizeof room);
        const char *by = strcmp(member, "engine") == 0 ? "by " : "";
        const bool threads = strcmp(member, "threads") == 0, cache = strcmp(member, "cache") == 0;
        if (*text && !(threads && take_threads(m) < 2) && !(cache && strcmp(text, "cold") != 0))
            text_join(out, size, between, "%s%s", threads ? "×" : strcmp(member, "k") == 0 ? "k=" : by, text);
    }
}

void table_heading(const json_t *m, char *out, size_t size)
{
    table_words(m, "matrix op k type cache reorder", " · ", out, size);
}

void table_name(const json_t *m, bool params, char *out, size_t size)
{
    const int threads = take_threads(m);
    const char *kernel = take_string(m, "kernel"), *choice = take_string(m, "choice");
    snprintf(out, size, "%s", kernel);
    if (threads > 1)
        text_add(out, size, " ×%d", threads);
    if (*choice)
        text_add(out, size, " → %s", model_choice(kernel, choice));
    else if (params && *take_string(m, "params"))
        text_add(out, size, " %s", take_string(m, "params"));
}

void table_run_name(const json_t *m, bool kernel, char *out, size_t size)
{
    table_words(m, kernel ? "matrix kernel threads type k cache reorder engine" : "matrix type k cache reorder", " ",
                out, size);
}

char *table_run_names(const json_t *measurements, char *out, size_t size)
{
    enum { NAMED = 3 };
    char name[200];
    *out = 0;
    for (size_t i = 0; i < json_array_size(measurements) && i < NAMED; i++) {
        table_run_name(json_array_get(measurements, i), true, name, sizeof name);
        text_join(out, size, ", ", "%s", name);
    }
    if (json_array_size(measurements) > NAMED)
        text_add(out, size, ", …");
    return out;
}

/* One column: its member, and the width of its values. */
struct list_column {
    char name[32];
    int width;
    bool number;
};

static int parse(const char *names, const json_t *array, struct list_column out[COLUMNS])
{
    int n = 0, length;
    for (const char *c; n < COLUMNS && (c = text_word(&names, &length));) {
        struct list_column *k = &out[n];
        char room[256];
        const json_t *o;
        *k = (struct list_column){ .number = true };
        snprintf(k->name, sizeof k->name, "%.*s", length, c);
        JSON_EACH(o, array) {
            const json_t *value = json_object_get(o, k->name);
            int w = canvas_width(take_as_text(value, room, sizeof room));
            k->width = w > k->width ? w : k->width;
            k->number &= !value || json_is_null(value) || json_is_number(value);
        }
        if (k->width > 0 || n == 0) {
            int title = canvas_width(k->name);
            k->width = k->width < title ? title : k->width;
            n++;
        }
    }
    return n;
}

/* Narrows the widest columns, except the first and the last, until the last has SHORTEST. */
static void fit(struct list_column *k, int n, int width)
{
    for (;;) {
        int sum = k[0].width + 2, widest = 1, last = k[n - 1].width < SHORTEST ? k[n - 1].width : SHORTEST;
        for (int i = 1; i < n - 1; i++) {
            sum += k[i].width + 2;
            widest = k[i].width > k[widest].width ? i : widest;
        }
        if (n < 3 || sum + last <= width || k[widest].width <= 8)
            return;
        k[widest].width--;
    }
}

/* A value in its column, cut with … if it is wider; the last column continues below. */
static void put(FILE *f, const struct list_column *k, bool last, int width, int at, const char *text)
{
    int w = canvas_width(text), bytes, used = 0;
    if (last) {
        if (!*text)
            putc('\n', f);
        table_wrap(f, width, at, at, text);
        return;
    }
    if (k->number && w < k->width)
        fprintf(f, "%*s", k->width - w, "");
    const char *end = text;
    for (; *end && (w <= k->width || used < k->width - 1); end += bytes, used++)
        canvas_decode(end, &bytes);
    put_text(f, text, (int)(end - text));
    put_text(f, "…", *end ? 3 : 0);
    fprintf(f, "%*s", 2 + (k->number || *end ? 0 : k->width - w), "");
}

void table_list(FILE *f, int width, const char *columns, const json_t *array)
{
    struct list_column k[COLUMNS];
    char room[1024];
    const json_t *o;
    int n = parse(columns, array, k);
    fit(k, n, width);
    for (int j = 0, at = 0; j < n; at += k[j].width + 2, j++)
        put(f, &k[j], j == n - 1, width, at, k[j].name);
    JSON_EACH(o, array)
        for (int j = 0, at = 0; j < n; at += k[j].width + 2, j++)
            put(f, &k[j], j == n - 1, width, at, take_as_text(json_object_get(o, k[j].name), room, sizeof room));
}
