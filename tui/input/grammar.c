/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/grammar.h"

#include "core/catalog/catalog.h"
#include "core/generate/gen.h"
#include "core/measure/operation.h"
#include "tui/input/prompt.h"

/* ---- the words of each kind ---- */

static void add_commands(enum context context, void (*add)(const char *))
{
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++)
        if (tui_commands[c].where & context)
            add(tui_commands[c].name);
}

/* The options of a command; options common to all commands only in a shell, where the program starts. */
static void add_options(enum context context, enum tui_command c, void (*add)(const char *))
{
    char name[OPTION_TYPED];
    for (enum option i = 0; i < OPT_COUNT; i++)
        if (option_belongs(i, c) && (context == SHELL || !option_everywhere(i)))
            add(option_typed(i, name));
}

static void add_kernels(const json_t *kernels, void (*add)(const char *))
{
    const json_t *k;
    JSON_EACH(k, kernels) {
        const char *name = json_string_value(json_object_get(k, "name"));
        if (name)
            add(name);
    }
}

static const json_t *parameter(const json_t *kernels, const char *name)
{
    const json_t *k, *param;
    JSON_EACH(k, kernels) {
        JSON_EACH(param, json_object_get(k, "params"))
            if (strcmp(take_string(param, "name"), name) == 0)
                return param;
    }
    return NULL;
}

/* The parameters of all kernels, each once: "CHUNK=". */
static void add_parameters(const json_t *kernels, void (*add)(const char *))
{
    const json_t *k, *param;
    JSON_EACH(k, kernels) {
        JSON_EACH(param, json_object_get(k, "params")) {
            char word[80];
            const char *name = take_string(param, "name");
            if (param == parameter(kernels, name) && snprintf(word, sizeof word, "%s=", name) < (int)sizeof word)
                add(word);
        }
    }
}

static void add_catalogue(const char *prefix, void (*add)(const char *))
{
    struct catalog c;
    char word[128];
    if (catalog_load(&c, NULL)) {
        for (int i = 0; i < c.count; i++)
            if (snprintf(word, sizeof word, "%s%s", prefix, c.entry[i].name) < (int)sizeof word)
                add(word);
        catalog_free(&c);
    }
}

static void add_generators(const char *prefix, void (*add)(const char *))
{
    char family[64];
    for (int i = 0; generators[i]; i++) {
        snprintf(family, sizeof family, "%s%s%s", prefix, generators[i]->name,
                 strchr(generators[i]->form, ':') ? ":" : "");
        add(family);
    }
}

/* Names of the catalogue come only after a first letter: there are too many. */
static void add_matrices(const char *typed, void (*add)(const char *))
{
    static const char twin[] = "gen:twin:", lower[] = "lower:";
    add_generators("gen:", add);
    add(lower);
    add_catalogue("", add);
    if (strncmp(typed, twin, sizeof twin - 1) == 0)
        add_catalogue(twin, add);
    if (strncmp(typed, lower, sizeof lower - 1) == 0)
        add_catalogue(lower, add);
    add(PROMPT_PATHS);
}

static void add_operations(void (*add)(const char *))
{
    for (enum op op = 0; op < OP_COUNT; op++)
        add(operations[op]->name);
}

static void add_types(void (*add)(const char *))
{
    for (enum vtype type = 0; type < VT_COUNT; type++)
        add(vtype_name(type));
}

static void add_orders(void (*add)(const char *))
{
#define REORDERING(id, name) add(name);
#include "core/matrix/reorderings.list"
}

static void add_means(void (*add)(const char *))
{
    add("hmean");
    add("gmean");
}

/* The sets of the catalogue, which are also reports. */
static void add_sets(void (*add)(const char *))
{
    static const char *const sets[] = { "S0", "S1", "S2", "S3", "S4" };
    for (size_t i = 0; i < COUNT(sets); i++)
        add(sets[i]);
}

/* ---- which of them fit ---- */

/* The word before the one at `start`: "--kernel" in "--kernel cpu.csr.omp,gpu." (from the comma on), or before =. */
static void word_before(const char *line, int start, char *out, size_t size)
{
    int end = start;
    while (end > 0 && line[start - 1] == ',' && !strchr(" \t=", line[end - 1]))
        end--;
    while (end > 0 && strchr(" \t=", line[end - 1]))
        end--;
    int from = end;
    while (from > 0 && !strchr(" \t=", line[from - 1]))
        from--;
    snprintf(out, size, "%.*s", end - from, line + from);
}

/* The alternatives of an arguments text such as "[kernels|formats|FILE]": those in lower case. */
static void add_alternatives(const char *arguments, void (*add)(const char *))
{
    char word[64];
    for (const char *s = arguments; *s; s += strcspn(s, "|[] "), s += *s != 0) {
        size_t n = strcspn(s, "|[] ");
        if (n > 0 && n < sizeof word && strspn(s, "abcdefghijklmnopqrstuvwxyz-") == n && strchr(arguments, '|')) {
            memcpy(word, s, n);
            word[n] = 0;
            add(word);
        }
    }
}

static void add_themes(void (*add)(const char *))
{
    add_alternatives(tui_commands[CMD_theme].arguments, add);
}

/* Whether the value of a kernel's parameter is typed there: these are not listed. */
static bool is_parameter(const char *line, int start)
{
    char before[64];
    while (start > 0 && !strchr(" \t", line[start - 1]))
        start--;
    word_before(line, start, before, sizeof before);
    return strcmp(before, "--set") == 0 && strchr(line + start, '=');
}

static bool is_of_kernels(const char *before)
{
    return text_has("--kernel --compare --set", before, (int)strlen(before));
}

bool grammar_asks_kernels(const char *line, int start)
{
    char before[64];
    word_before(line, start, before, sizeof before);
    return is_of_kernels(before);
}

/* The values of an option or setting, which is the word before. */
static bool add_values(const char *before, const json_t *kernels, void (*add)(const char *))
{
    static const struct {
        const char *name;
        void (*words)(void (*add)(const char *));
    } values[] = {
        { "op", add_operations }, { "type", add_types },   { "reorder", add_orders },
        { "summary", add_means }, { "theme", add_themes },
    };
    if (is_of_kernels(before) || strcmp(before, "kernel") == 0) {
        (strcmp(before, "--set") == 0 ? add_parameters : add_kernels)(kernels, add);
        return true;
    }
    const enum option typed = option_find(before);
    before += strspn(before, "-");
    for (size_t i = 0; i < COUNT(values); i++)
        if (strcmp(values[i].name, before) == 0) {
            values[i].words(add);
            return true;
        }
    if (typed == OPT_COUNT || !option_table[typed].value[0])
        return false;
    if (strcmp(option_table[typed].value, "FILE") == 0)
        add(PROMPT_PATHS);
    return true;
}

static void add_arguments(enum context context, enum tui_command c, const char *typed, void (*add)(const char *word))
{
    const char *arguments = tui_commands[c].arguments;
    if (c != CMD_tour || context != SHELL) /* it begins a tour; the others move within it */
        add_alternatives(arguments, add);
    if (strstr(arguments, "|SET") || strstr(arguments, "S0|"))
        add_sets(add);
    if (strstr(arguments, "COMMAND"))
        add_commands(context, add);
    else if (strstr(arguments, "SPEC"))
        add_generators(strncmp(typed, "gen:", 4) == 0 ? "gen:" : "", add);
    else if (strstr(arguments, "MATRIX"))
        add_matrices(typed, add);
    else if (strstr(arguments, "FILE") || strstr(arguments, "SCRIPT") || strstr(arguments, "OLD NEW"))
        add(PROMPT_PATHS);
    else if (strstr(arguments, "GROUP/NAME"))
        add_catalogue("", add);
    else if (strstr(arguments, "NAME"))
        for (int i = 0; i < OPTION_SETTABLE; i++)
            add(option_table[option_settable[i]].name);
}

/* The length of a word and the blanks after it; quotes protect blanks. */
static int word_length(const char *s)
{
    const char *end = (*s == '\'' || *s == '"') ? strchr(s + 1, *s) : NULL;
    int n = end ? (int)(end + 1 - s) : (int)strcspn(s, " \t");
    return n + (int)strspn(s + n, " \t");
}

/* The place of the command: in a shell it may follow options and their values. */
static const char *command_word(enum context context, const char *line)
{
    line += strspn(line, " \t");
    while (context == SHELL && line[0] == '-') {
        char name[64];
        int n = (int)strcspn(line, " \t=");
        snprintf(name, sizeof name, "%.*s", n, line);
        enum option i = option_find(name);
        bool takes_next = line[n] != '=' && i != OPT_COUNT && option_table[i].value[0];
        line += word_length(line);
        if (takes_next)
            line += word_length(line);
    }
    return line;
}

void grammar_words(enum context context, const char *line, int start, const json_t *kernels,
                   void (*add)(const char *word))
{
    char first[32], before[64];
    const char *begin = command_word(context, line);
    bool is_first = begin - line >= start;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(begin, " \t"), begin);
    enum tui_command c = is_first ? CMD_COUNT : command_find(first, context);
    if (context == SHELL && c == CMD_COUNT)
        c = CMD_screen;
    word_before(line, start, before, sizeof before);
    if (strcmp(before, "--axes") == 0) { /* "X,Y" */
        const bool second = line[start - 1] == ',';
        add_alternatives(tui_commands[second ? CMD_quantity : CMD_axis].arguments, add);
        if (!second)
            add("intensity");
        return;
    }
    if (is_parameter(line, start) || add_values(before, kernels, add))
        return;
    if (is_first && line[start] != '-')
        add_commands(context, add);
    if (c == CMD_COUNT)
        return;
    if (line[start] == '-')
        add_options(context, c, add);
    else
        add_arguments(context, c, line + start, add);
}
