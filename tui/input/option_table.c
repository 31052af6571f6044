/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_table: commands.list and options.list as tables. */
#include "tui/input/options.h"

#include <limits.h>

#include "core/base/nearest.h"

enum tui_command command_find(const char *name, enum context context)
{
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++)
        if ((tui_commands[c].where & context) && strcmp(tui_commands[c].name, name) == 0)
            return c;
    return CMD_COUNT;
}

const char *command_near(const char *name, enum context context)
{
    struct nearest n = nearest_to(name);
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++)
        if (tui_commands[c].where & context)
            nearest_try(&n, tui_commands[c].name);
    return n.best;
}

int command_choice(enum tui_command c, const char *word)
{
    const char *p = tui_commands[c].arguments;
    const size_t length = strlen(word);
    if (*p++ != '[' || strcmp(p + strspn(p, "abcdefghijklmnopqrstuvwxyz|"), "]") != 0)
        return 0;
    for (int i = 0; *p; i++, p += strcspn(p, "|]") + 1)
        if (strcspn(p, "|]") == length && strncmp(p, word, length) == 0)
            return i;
    return -1;
}

static int most_words(const char *wants)
{
    int most = 0, n = 0;
    if (strstr(wants, "...") || strstr(wants, "GLOBS") || strstr(wants, "TEXT"))
        return INT_MAX;
    for (const char *word = wants; *word; word += strcspn(word, " "), word += *word == ' ') {
        n = *word == '|' ? 0 : n + 1;
        most = n > most ? n : most;
    }
    return most;
}

bool command_uses(const char *name, const char *wants, char *const *word, int n, struct err *e)
{
    const int most = most_words(wants);
    const bool assigns = n > 0 && strchr(word[0], '='); /* as many as there are settings */
    return n <= most || assigns ||
           err_set(e, ERR_USAGE, "%s does not know what to do with '%.60s'; it wants: %s", name, word[most],
                   *wants ? wants : "nothing");
}

bool command_check(enum tui_command c, char *const *word, int n, struct err *e)
{
    const struct tui_command_info *info = &tui_commands[c];
    return command_uses(info->name, info->arguments, word, n, e) &&
           (n == 0 || command_choice(c, word[0]) >= 0 ||
            err_set(e, ERR_USAGE, "%s is one of %s, not %.60s", info->name, info->arguments, word[0]));
}

const char *command_there(const char *line, enum context to)
{
    static const struct {
        const char *screen, *prompt;
    } pairs[] = { { "run", "bench" },
                  { "sweep k 1..64x2", "bench -k 1..64x2" },
                  { "compare A B", "bench --compare A,B" },
                  { "save FILE", "bench -o FILE" },
                  { "baseline FILE", "bench --baseline FILE" },
                  { "baseline FILE", "diff OLD NEW" },
                  { "keep", "bench --keep" },
                  { "answer", "advise" },
                  { "zoom matrix", "info" },
                  { "zoom kernels", "list kernels" },
                  { "zoom formats", "list formats" },
                  { "published", "list published" } };
    const size_t name = strcspn(line, " ");
    const char *first = NULL;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const char *from = to == SCREEN ? pairs[i].prompt : pairs[i].screen,
                   *there = to == SCREEN ? pairs[i].screen : pairs[i].prompt;
        if (strcmp(from, line) == 0)
            return there;
        const bool other = line[name] && strncmp(from, "list ", 5) == 0; /* of another list */
        if (!first && !other && strcspn(from, " ") == name && strncmp(from, line, name) == 0)
            first = there;
    }
    return first;
}

bool option_belongs(enum option i, enum tui_command c)
{
    return option_everywhere(i) || option_table[i].commands[c];
}

bool option_everywhere(enum option i)
{
    return option_table[i].commands[CMD_COUNT];
}

enum option option_find(const char *typed)
{
    for (enum option i = 0; i < OPT_COUNT && *typed == '-'; i++)
        if (typed[1] == '-' ? strcmp(typed + 2, option_table[i].name) == 0
                            : typed[1] && typed[1] == option_table[i].letter && !typed[2])
            return i;
    return OPT_COUNT;
}

const char *option_typed(enum option i, char out[OPTION_TYPED])
{
    const char *name = option_table[i].name;
    snprintf(out, OPTION_TYPED, "%s%s", name[1] ? "--" : "-", name);
    return out;
}

const enum option option_settable[OPTION_SETTABLE] = { OPT_OP,     OPT_K,       OPT_TYPE,   OPT_THREADS,
                                                       OPT_KERNEL, OPT_SAMPLES, OPT_DEVICE, OPT_REORDER };

/* clang-format off */
const struct option_info option_table[OPT_COUNT] = {
#define FOR(command) [CMD_##command] = true,
#define EVERYWHERE [CMD_COUNT] = true,
#define OPTION(id, name, letter, value, commands, help) { name, letter, value, { commands }, help },
#include "tui/input/options.list"
};

const struct tui_command_info tui_commands[CMD_COUNT] = {
    { "", SHELL, "[MATRIX...]", "the screen" },
#define COMMAND(name, where, arguments, help) { #name, where, arguments, help },
#include "tui/input/commands.list"
};

const struct command_row command_row[] = {
#define COMMAND(name, where, arguments, help) { NULL, CMD_##name },
#define GROUP(name) { name, CMD_COUNT },
#include "tui/input/commands.list"
};
const int command_rows = COUNT(command_row);
/* clang-format on */
