/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/grammar.h"

#include "tui/input/prompt.h"
#include "tui/input/vocabulary.h"

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
        { "op", vocabulary_operations }, { "type", vocabulary_types }, { "reorder", vocabulary_orders },
        { "summary", vocabulary_means }, { "theme", add_themes },
    };
    if (is_of_kernels(before) || strcmp(before, "kernel") == 0) {
        (strcmp(before, "--set") == 0 ? vocabulary_parameters : vocabulary_kernels)(kernels, add);
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
        vocabulary_sets(add);
    if (strstr(arguments, "COMMAND"))
        vocabulary_commands(context, add);
    else if (strstr(arguments, "SPEC"))
        vocabulary_generators(strncmp(typed, "gen:", 4) == 0 ? "gen:" : "", add);
    else if (strstr(arguments, "MATRIX"))
        vocabulary_matrices(typed, add);
    else if (strstr(arguments, "FILE") || strstr(arguments, "SCRIPT") || strstr(arguments, "OLD NEW"))
        add(PROMPT_PATHS);
    else if (strstr(arguments, "GROUP/NAME"))
        vocabulary_catalogue("", add);
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
        vocabulary_commands(context, add);
    if (c == CMD_COUNT)
        return;
    if (line[start] == '-')
        vocabulary_options(context, c, add);
    else
        add_arguments(context, c, line + start, add);
}
