/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the words of a command, from the shell or from a prompt, checked against commands.list and options.list. */
#include "tui/input/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/protocol/command.h"
#include "tui/canvas/canvas.h"

#define FOR(command) (UINT64_C(1) << CMD_##command)
#define EVERYWHERE UINT64_MAX

struct option_info {
    const char *name;  /* "k k": a letter, a blank, a long name; "cold": no letter */
    const char *value; /* what its value is called; "" for none */
    uint64_t commands;
    const char *help;
};
static const struct option_info table[OPT_COUNT];

const char *options_name(enum option i)
{
    return table[i].name[1] == ' ' ? table[i].name + 2 : table[i].name;
}

static char letter(enum option i)
{
    return table[i].name[1] == ' ' ? table[i].name[0] : 0;
}

static bool belongs(enum option i, enum tui_command c)
{
    return table[i].commands >> c & 1;
}

/* As it is typed: "--cold", "-k"; out has room for 40 bytes. */
static const char *typed_name(enum option i, char *out)
{
    sprintf(out, "%s%.30s", options_name(i)[1] ? "--" : "-", options_name(i));
    return out;
}

enum tui_command options_command(const char *name, enum place place)
{
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        if ((tui_commands[c].where & place) && strcmp(tui_commands[c].name, name) == 0) {
            return c;
        }
    }
    return CMD_COUNT;
}

/* The command name nearest to a mistyped one, NULL if none is near. */
static const char *near_command(const char *name, enum place place)
{
    struct nearest n = nearest_to(name);
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        if (tui_commands[c].where & place) {
            nearest_try(&n, tui_commands[c].name);
        }
    }
    return n.best;
}

/* ---- parsing ---- */

/* An option as it was typed, without a value: "--kernal", "-z". */
static bool unknown_option(const struct options *o, const char *typed, int length, struct err *e)
{
    char plain[64];
    snprintf(plain, sizeof plain, "%.*s", length < 60 ? length : 60, typed);
    const char *bare = plain + strspn(plain, "-");
    struct nearest n = nearest_to(bare);
    const char *name = tui_commands[o->command].name, *gap = *name ? " " : "", *of = *name ? name : "the screen";
    for (enum option i = 0; i < OPT_COUNT && plain[1] == '-'; i++) {
        if (belongs(i, o->command)) {
            nearest_try(&n, options_name(i));
        } else if (strcmp(options_name(i), bare) == 0) {
            return err_set(e, ERR_USAGE, "%s is no option of %s (nzscope help%s%s lists them)", plain, of, gap, name);
        }
    }
    if (n.best) {
        return err_set(e, ERR_USAGE, "unknown option %s of %s; did you mean --%s?", plain, of, n.best);
    }
    return err_set(e, ERR_USAGE, "unknown option %s of %s (nzscope help%s%s lists them)", plain, of, gap, name);
}

static bool wants_value(enum option i, struct err *e)
{
    char name[40];
    return err_set(e, ERR_USAGE, "%s wants a value: %s", typed_name(i, name), table[i].value);
}

static bool store(struct options *o, enum option i, const char *value, struct err *e)
{
    if (table[i].value[0] && !*value) {
        return wants_value(i, e);
    }
    if (i == OPT_SET) {
        if (o->sets == OPTIONS_SETS) {
            return err_set(e, ERR_USAGE, "more than %d --set options", OPTIONS_SETS);
        }
        const char *equals = strchr(value, '=');
        if (!equals || equals == value || !equals[1]) {
            return err_set(e, ERR_USAGE, "--set wants PARAM=LIST, not '%.60s'", value);
        }
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
    for (; i < OPT_COUNT; i++) {
        if (belongs(i, o->command) &&
            (is_long ? strncmp(options_name(i), name, (size_t)length) == 0 && !options_name(i)[length]
                     : letter(i) == name[0])) {
            break;
        }
    }
    if (i == OPT_COUNT) {
        return unknown_option(o, s, (int)(name - s) + length, e);
    }
    if (name[length]) {
        value = name + length + (is_long || name[length] == '=');
    }
    if (!table[i].value[0]) {
        return value ? err_set(e, ERR_USAGE, "--%s takes no value", options_name(i)) : store(o, i, "", e);
    }
    if (!value) {
        if (*at == words) {
            return wants_value(i, e);
        }
        value = word[(*at)++];
    }
    return store(o, i, value, e);
}

/* Whether an option, the word at `at`, is followed by its value in the next word: needed before the command is known.
 */
static bool takes_next(const char *s)
{
    for (enum option i = 0; i < OPT_COUNT; i++) {
        bool same = s[1] == '-' ? strcmp(s + 2, options_name(i)) == 0 : s[1] == letter(i) && letter(i) && !s[2];
        if (same) {
            return table[i].value[0] != 0;
        }
    }
    return false;
}

/* Finds the command word, which may stand after options; returns its place, or -1. */
static int find_command(char *const *word, int words)
{
    for (int i = 0; i < words; i++) {
        if (word[i][0] != '-' || !word[i][1]) {
            return i;
        }
        if (strcmp(word[i], "--") == 0) {
            return -1;
        }
        i += takes_next(word[i]);
    }
    return -1;
}

/* What the command is: *at becomes the place of its word, -1 for the screen. */
static bool choose_command(char *const *word, int words, enum place place, struct options *o, int *at, struct err *e)
{
    *at = find_command(word, words);
    o->command = *at < 0 ? CMD_screen : options_command(word[*at], place);
    if (o->command != CMD_COUNT && (*at >= 0 || place == SHELL)) {
        return true;
    }
    const char *name = *at < 0 ? "" : word[*at], *near = near_command(name, place);
    if (place == SHELL && (!near || access(name, F_OK) == 0)) {
        *at = -1;
        o->command = CMD_screen;
        return true;
    }
    return near ? err_set(e, ERR_USAGE, "unknown command '%.60s'; did you mean %s?", name, near)
                : err_set(e, ERR_USAGE, "unknown command '%.60s' (help lists them)", name);
}

bool options_parse(char *const *word, int words, enum place place, struct options *o, struct err *e)
{
    int command_at;
    *o = (struct options){ .word = calloc((size_t)words + 1, sizeof *o->word) };
    if (!o->word) {
        return err_nomem(e, "the command line", (unsigned long long)words * sizeof *o->word);
    }
    bool ok = choose_command(word, words, place, o, &command_at, e);
    bool only_words = false;
    for (int i = 0; ok && i < words;) {
        if (i == command_at) {
            i++;
        } else if (!only_words && strcmp(word[i], "--") == 0) {
            only_words = true;
            i++;
        } else if (!only_words && word[i][0] == '-' && word[i][1]) {
            ok = take_option(word, words, &i, o, e);
        } else {
            o->word[o->words++] = word[i++];
        }
    }
    if (ok && place != SHELL && (o->value[OPT_ENGINE] || o->value[OPT_RECORD] || o->value[OPT_MEM_LIMIT])) {
        ok = err_set(e, ERR_USAGE, "--engine, --record and --mem-limit are given when nzscope is started");
    }
    if (!ok) {
        options_free(o);
    }
    return ok;
}

void options_free(struct options *o)
{
    free(o->word);
    *o = (struct options){ 0 };
}

/* ---- values ---- */

bool options_number(const struct options *o, enum option i, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                    struct err *e)
{
    char name[40];
    *out = fallback;
    if (o->value[i] && (!number_parse(o->value[i], out) || *out < min || *out > max)) {
        return err_set(e, ERR_USAGE, "%s wants a whole number from %lld to %lld, not '%.60s'", typed_name(i, name),
                       (long long)min, (long long)max, o->value[i]);
    }
    return true;
}

bool options_size(const char *text, uint64_t *bytes, double *share, struct err *e)
{
    static const char units[] = "KMGTP";
    double value = 0, scale = 1;
    const char *s = text;
    int digits = 0;
    for (; *s >= '0' && *s <= '9'; s++, digits++) {
        value = 10 * value + (*s - '0');
    }
    if (*s == '.') {
        for (s++; *s >= '0' && *s <= '9'; s++, digits++) {
            scale /= 10;
            value += scale * (*s - '0');
        }
    }
    *bytes = 0;
    *share = 0;
    const char *unit = *s ? strchr(units, *s >= 'a' ? *s - 'a' + 'A' : *s) : NULL;
    if (*s == '%' && !s[1] && digits && value > 0 && value <= 100) {
        *share = value / 100;
        return true;
    }
    if (unit) {
        value *= (double)(UINT64_C(1) << (10 * (unit - units + 1)));
        s += s[1] == 'i' && s[2] == 'B' ? 3 : s[1] == 'B' ? 2 : 1;
    }
    if (!digits || *s || value < 1 || value >= 9e18) {
        return err_set(e, ERR_USAGE,
                       "--mem-limit wants a size such as 8G, 500M, 50%% or a number of bytes, not '%.60s'", text);
    }
    *bytes = (uint64_t)value;
    return true;
}

/* ---- help ---- */

void options_complete(enum tui_command c, void (*add)(const char *word))
{
    char name[40];
    for (enum option i = 0; i < OPT_COUNT; i++) {
        if (belongs(i, c) && table[i].commands != EVERYWHERE) {
            add(typed_name(i, name));
        }
    }
}

/* Text that begins in column `from`, over lines of 80 columns. */
static void put_wrapped(FILE *f, int from, const char *text)
{
    int used, shown;
    for (; *text; text += used) {
        used = canvas_line(text, 80 - from, &shown);
        fprintf(f, "%.*s\n%*s", shown, text, text[used] ? from : 0, "");
    }
}

static void help_option(FILE *f, enum option i)
{
    char left[64];
    int n = letter(i) ? snprintf(left, sizeof left, "-%c, ", letter(i)) : 0;
    snprintf(left + n, sizeof left - (size_t)n, "--%s %s", options_name(i), table[i].value);
    if (strlen(options_name(i)) == 1) {
        snprintf(left, sizeof left, "-%c %s", letter(i), table[i].value);
    }
    fprintf(f, "  %-22s ", left);
    put_wrapped(f, 25, table[i].help);
}

static void help_overview(FILE *f, enum place place)
{
    if (place == SHELL) {
        fputs("nzscope shows sparse matrices in the terminal, and runs kernels on them,\n"
              "checked, live on CPU and GPU.\n\n"
              "nzscope [MATRIX...]    the screen (? there explains it); with no argument, its picker\n"
              "MATRIX: a .mtx, .mtx.gz, .tar.gz or .nzs file, a name of the catalogue\n"
              "        (nzscope list matrices), or gen:SPEC: gen:demo, gen:stencil5:100\n\n",
              f);
    }
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        const struct tui_command_info *t = &tui_commands[c];
        if (t->where & place) {
            char left[96];
            snprintf(left, sizeof left, "%s %s", t->name, t->arguments);
            fprintf(f, strlen(left) > 24 ? "  %s\n%27s" : "  %-24s%.0s ", left, "");
            put_wrapped(f, 27, t->help);
        }
    }
    if (place == SHELL) {
        fputs("\nWith any of them:\n", f);
        for (enum option i = 0; i < OPT_COUNT; i++) {
            if (table[i].commands == EVERYWHERE) {
                help_option(f, i);
            }
        }
        fputs("\n`nzscope help COMMAND` tells the options of a command.\n", f);
    }
}

void options_help(FILE *f, enum tui_command c, enum place place)
{
    if (c != CMD_screen) {
        const struct tui_command_info *t = &tui_commands[c];
        fprintf(f, "%s%s%s%s%s\n    ",
                place == SHELL    ? "nzscope "
                : place == SCREEN ? ":"
                                  : "",
                t->name, *t->arguments ? " " : "", t->arguments,
                place == SHELL    ? ""
                : place == SCREEN ? "   (on the screen)"
                                  : "   (a line of nzscope prompt)");
        put_wrapped(f, 4, t->help);
    } else {
        help_overview(f, place);
    }
    bool any = false;
    for (enum option i = 0; i < OPT_COUNT; i++) {
        if (belongs(i, c) && table[i].commands != EVERYWHERE) {
            fputs(any ? "" : c == CMD_screen ? "\nOptions of the screen:\n" : "\n", f);
            help_option(f, i);
            any = true;
        }
    }
}

/* clang-format off */
static const struct option_info table[OPT_COUNT] = {
#define OPTION(id, name, value, commands, help) { name, value, commands, help },
#include "tui/input/options.list"
#undef OPTION
};

const struct tui_command_info tui_commands[CMD_COUNT] = {
    { "", SHELL, "[MATRIX...]", "the screen" },
#define COMMAND(name, where, arguments, help) { #name, where, arguments, help },
#include "tui/input/commands.list"
#undef COMMAND
};
/* clang-format on */
