/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grammar: which words can stand at a place of a command line: for Tab. */
#include "tui/input/grammar.h"

#include <stdio.h>
#include <string.h>

#include "core/catalog/catalog.h"
#include "core/generate/gen.h"
#include "tui/input/prompt.h"

/* Words that stand for themselves, by what precedes them: an option's or a setting's name. */
struct value_words {
    const char *after;
    const char *const *words;
};
static const struct value_words values[];

static void add_commands(enum place place, void (*add)(const char *))
{
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        if (tui_commands[c].where & place) {
            add(tui_commands[c].name);
        }
    }
}

static void add_kernels(const json_t *kernels, void (*add)(const char *))
{
    size_t i;
    const json_t *k;
    json_array_foreach(kernels, i, k)
    {
        const char *name = json_string_value(json_object_get(k, "name"));
        if (name) {
            add(name);
        }
    }
}

static void add_catalogue(void (*add)(const char *))
{
    struct catalog c;
    if (catalog_load(&c, NULL)) {
        for (int i = 0; i < c.count; i++) {
            add(c.entry[i].name);
        }
        catalog_free(&c);
    }
}

static void add_matrices(void (*add)(const char *))
{
    char family[64];
    for (int i = 0; generators[i]; i++) {
        snprintf(family, sizeof family, "gen:%s%s", generators[i]->name, generators[i]->args ? ":" : "");
        add(family);
    }
    add_catalogue(add);
    add(PROMPT_PATHS);
}

/* The word before the one at `start`: "--kernel" in "bench x --kernel cpu.csr.omp,gpu." (`start` is after the comma),
   also with "=" between. */
static void word_before(const char *line, int start, char *out, size_t size)
{
    int end = start;
    while (end > 0 && line[start - 1] == ',' && !strchr(" \t=", line[end - 1])) {
        end--;
    }
    while (end > 0 && strchr(" \t=", line[end - 1])) {
        end--;
    }
    int from = end;
    while (from > 0 && !strchr(" \t=", line[from - 1])) {
        from--;
    }
    snprintf(out, size, "%.*s", end - from, line + from);
}

/* The alternatives of an arguments text such as "kernels|formats|FILE": those in small letters. */
static void add_alternatives(const char *arguments, void (*add)(const char *))
{
    char word[64];
    for (const char *s = arguments; *s; s += strcspn(s, "|"), s += *s == '|') {
        size_t n = strcspn(s, "|");
        if (n > 0 && n < sizeof word && strspn(s, "abcdefghijklmnopqrstuvwxyz-") == n && strchr(arguments, '|')) {
            memcpy(word, s, n);
            word[n] = 0;
            add(word);
        }
    }
}

static bool add_values(const char *before, const json_t *kernels, void (*add)(const char *))
{
    before += strspn(before, "-");
    if (strcmp(before, "kernel") == 0) {
        add_kernels(kernels, add);
        return true;
    }
    for (int i = 0; values[i].after; i++) {
        if (strcmp(values[i].after, before) == 0) {
            for (const char *const *w = values[i].words; *w; w++) {
                add(*w);
            }
            return true;
        }
    }
    return false;
}

void grammar_words(enum place place, const char *line, int start, const json_t *kernels, void (*add)(const char *word))
{
    char first[32], before[64];
    const char *begin = line + strspn(line, " \t");
    snprintf(first, sizeof first, "%.*s", (int)strcspn(begin, " \t"), begin);
    if (begin - line >= start) {
        add_commands(place, add);
        return;
    }
    enum tui_command c = options_command(first, place);
    word_before(line, start, before, sizeof before);
    if (add_values(before, kernels, add) || c == CMD_COUNT) {
        return;
    }
    if (line[start] == '-') {
        options_complete(c, add);
        return;
    }
    const char *arguments = tui_commands[c].arguments;
    add_alternatives(arguments, add);
    if (strstr(arguments, "COMMAND")) {
        add_commands(place, add);
    } else if (strstr(arguments, "MATRIX") || strstr(arguments, "SPEC")) {
        add_matrices(add);
    } else if (strstr(arguments, "FILE") || strstr(arguments, "SCRIPT")) {
        add(PROMPT_PATHS);
    } else if (strstr(arguments, "GROUP/NAME")) {
        add_catalogue(add);
    } else if (strstr(arguments, "NAME")) {
        for (int i = 0; values[i].after; i++) {
            add(values[i].after);
        }
    }
}

#define REORDERING(id, name) name,
static const char *const orders[] = {
#include "core/matrix/reorderings.list"
    NULL,
};
#undef REORDERING

#define WORDS(...)                                                                                                     \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }
static const struct value_words values[] = {
    { "reorder", orders },
    { "op", WORDS("mul", "transpose", "scan", "segsort", "merge", "mergebig", "index2ptr", "ptr2index") },
    { "type", WORDS("f64", "f32") },
    { "summary", WORDS("hmean", "gmean") },
    { "theme", WORDS("default", "safe", "light", "mono") },
    { NULL, NULL },
};
