/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/options.h"

#include "core/base/nearest.h"

/* An option as typed, without a value: "--kernal", "-z". */
static bool unknown_option(const struct options *o, const char *typed, int length, struct err *e)
{
    char plain[64];
    snprintf(plain, sizeof plain, "%.*s", length < 60 ? length : 60, typed);
    const char *bare = plain + strspn(plain, "-");
    struct nearest n = nearest_to(bare);
    const char *name = tui_commands[o->command].name, *gap = *name ? " " : "", *of = *name ? name : "the screen";
    for (enum option i = 0; i < OPT_COUNT && plain[1] == '-'; i++)
        if (option_belongs(i, o->command))
            nearest_try(&n, option_table[i].name);
        else if (strcmp(option_table[i].name, bare) == 0)
            return err_set(e, ERR_USAGE, "%s is no option of %s (nzscope help%s%s lists them)", plain, of, gap, name);
    if (n.best)
        return err_set(e, ERR_USAGE, "unknown option %s of %s; did you mean --%s?", plain, of, n.best);
    return err_set(e, ERR_USAGE, "unknown option %s of %s (nzscope help%s%s lists them)", plain, of, gap, name);
}

static bool wants_value(enum option i, struct err *e)
{
    char name[OPTION_TYPED];
    return err_set(e, ERR_USAGE, "%s wants a value: %s", option_typed(i, name), option_table[i].value);
}

/* With two values, one would be lost silently. */
static bool given_twice(enum option i, const char *first, const char *second, struct err *e)
{
    char name[OPTION_TYPED];
    const char *value = option_table[i].value;
    option_typed(i, name);
    if (strcmp(value, "LIST") == 0 || strcmp(value, "NAMES") == 0)
        return err_set(e, ERR_USAGE, "%s is given twice; as one list: %s %.80s,%.80s", name, name, first, second);
    return err_set(e, ERR_USAGE, "%s is given twice: %.80s and %.80s", name, first, second);
}

static bool store(struct options *o, enum option i, const char *value, struct err *e)
{
    if (option_table[i].value[0] && !*value)
        return wants_value(i, e);
    if (o->value[i] && option_table[i].value[0] && i != OPT_SET)
        return given_twice(i, o->value[i], value, e);
    if (i == OPT_SET) {
        if (o->sets == OPTIONS_SETS)
            return err_set(e, ERR_USAGE, "more than %d --set options", OPTIONS_SETS);
        const char *equals = strchr(value, '=');
        if (!equals || equals == value || !equals[1])
            return err_set(e, ERR_USAGE, "--set wants PARAM=LIST, not '%.60s'", value);
        o->set[o->sets++] = value;
    }
    o->value[i] = value;
    return true;
}

/* One option at word[*at], "--name", "--name=value", "-kVALUE" or "-k VALUE"; moves *at past it. */
static bool take_option(char *const *word, int words, int *at, struct options *o, struct err *e)
{
    const char *s = word[(*at)++], *value = NULL;
    bool is_long = s[1] == '-';
    const char *name = s + (is_long ? 2 : 1);
    int length = is_long ? (int)strcspn(name, "=") : 1;
    enum option i = 0;
    for (; i < OPT_COUNT; i++)
        if (option_belongs(i, o->command) &&
            (is_long ? strncmp(option_table[i].name, name, (size_t)length) == 0 && !option_table[i].name[length]
                     : option_table[i].letter == name[0]))
            break;
    if (i == OPT_COUNT)
        return unknown_option(o, s, (int)(name - s) + length, e);
    if (name[length])
        value = name + length + (is_long || name[length] == '=');
    if (!option_table[i].value[0])
        return value ? err_set(e, ERR_USAGE, "--%s takes no value", option_table[i].name) : store(o, i, "", e);
    if (!value) {
        if (*at == words)
            return wants_value(i, e);
        value = word[(*at)++];
    }
    return store(o, i, value, e);
}

/* Finds the command word, which may follow options and their values; returns its place, or -1. */
static int find_command(char *const *word, int words)
{
    for (int i = 0; i < words; i++) {
        if (word[i][0] != '-' || !word[i][1])
            return i;
        if (strcmp(word[i], "--") == 0)
            return -1;
        const enum option option = option_find(word[i]);
        i += option != OPT_COUNT && option_table[option].value[0];
    }
    return -1;
}

/* Determines the command: *at becomes the place of its word, -1 for the screen. */
static bool choose_command(char *const *word, int words, enum context context, struct options *o, int *at,
                           struct err *e)
{
    *at = find_command(word, words);
    o->command = *at < 0 ? CMD_screen : command_find(word[*at], context);
    if (o->command != CMD_COUNT && (*at >= 0 || context == SHELL))
        return true;
    const char *name = *at < 0 ? "" : word[*at], *near = command_near(name, context),
               *there = command_there(name, PROMPT);
    if (context == SHELL && ((!near && !there) || access(name, F_OK) == 0)) {
        *at = -1;
        o->command = CMD_screen;
        return true;
    }
    if (there)
        return err_set(e, ERR_USAGE, "%s is a command of the screen; here it is: %s", name, there);
    if (command_find(name, SCREEN) != CMD_COUNT)
        return err_set(
            e, ERR_USAGE,
            "%s is a command of the screen (nzscope MATRIX, then :%s); a file of them: nzscope MATRIX --script "
            "FILE --screenshot OUT",
            name, name);
    return near ? err_set(e, ERR_USAGE, "unknown command '%.60s'; did you mean %s?", name, near)
                : err_set(e, ERR_USAGE, "unknown command '%.60s' (help lists them)", name);
}

/* "help --until" asks about the option. */
static bool asked_about(const struct options *o, char *const *word, int at, int command_at)
{
    return o->command == CMD_help && at > command_at && strcmp(word[at], "--help") != 0 && strcmp(word[at], "-h") != 0;
}

bool options_parse(char *const *word, int words, enum context context, struct options *o, struct err *e)
{
    int command_at;
    *o = (struct options){ .word = calloc((size_t)words + 1, sizeof *o->word) };
    if (!o->word)
        return err_nomem(e, "the command line", (unsigned long long)words * sizeof *o->word);
    bool ok = choose_command(word, words, context, o, &command_at, e);
    bool only_words = false;
    for (int i = 0; ok && i < words;)
        if (i == command_at) {
            i++;
        } else if (!only_words && strcmp(word[i], "--") == 0) {
            only_words = true;
            i++;
        } else if (!only_words && word[i][0] == '-' && word[i][1] && !asked_about(o, word, i, command_at)) {
            ok = take_option(word, words, &i, o, e);
        } else {
            o->word[o->words++] = word[i++];
        }
    if (ok && context != SHELL &&
        (o->value[OPT_ENGINE] || o->value[OPT_RECORD] || o->value[OPT_MEM_LIMIT] || o->value[OPT_SEND_LIMIT]))
        ok =
            err_set(e, ERR_USAGE, "--engine, --record, --mem-limit and --send-limit are given when nzscope is started");
    if (!ok)
        options_free(o);
    return ok;
}

void options_free(struct options *o)
{
    free(o->word);
    *o = (struct options){ 0 };
}

/* ---- as a command line that can be pasted ---- */

/* Quotes a word for a shell. */
static void put_word(FILE *f, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-";
    if (*word && strspn(word, plain) == strlen(word)) {
        fprintf(f, " %s", word);
        return;
    }
    fputs(" '", f);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (const char[2]){ *word }, f);
    putc('\'', f);
}

void options_put(FILE *f, const struct options *o, enum context context)
{
    const char *name = tui_commands[o->command].name; /* "": the screen */
    fprintf(f, "%s%s%s", context == SHELL ? "nzscope" : "", context == SHELL && *name ? " " : "", name);
    for (int i = 0; i < o->words; i++)
        put_word(f, o->word[i]);
    for (enum option i = 0; i < OPT_COUNT; i++) {
        for (int j = 0; i == OPT_SET && j < o->sets; j++) {
            fputs(" --set", f);
            put_word(f, o->set[j]);
        }
        if (!o->value[i] || i == OPT_SET)
            continue;
        if (option_table[i].letter)
            fprintf(f, " -%c", option_table[i].letter);
        else
            fprintf(f, " --%s", option_table[i].name);
        if (option_table[i].value[0])
            put_word(f, o->value[i]);
    }
}
