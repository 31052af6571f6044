/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_help: what is known of a word: a command, else an option, a key, a column, a format, a sign or word of the
 * screen. */
#include "tui/input/help.h"

#include <ctype.h>

#include "core/base/nearest.h"
#include "core/matrix/format.h"
#include "tui/input/keys.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/results/row_style.h"

static const struct {
    const char *word, *means;
} words[] = {
#define SIGN WORD
#define WORD(word, means) { word, means },
#include "tui/views/words.list"
    { "exit status", "of nzscope, for scripts"
#define EXIT(status, when) "; " status ": " when
#include "core/base/exits.list"
    },
};

/* The word that is explained, how often that was done, and the nearest of all that could have been. */
struct help_search {
    const char *word;
    struct nearest near;
    int found;
};

static void explain(struct help_search *s, const char *kind, const char *text)
{
    char *line = NULL;
    s->found++;
    if (asprintf(&line, "%s: %s", kind, text) >= 0)
        table_wrap(stdout, table_width() ? table_width() : 80, 0, 4, line);
    free(line);
}

/* Whether an item of a list like "F5 r" or "busy, wide" is the word. */
static bool lists(struct help_search *s, const char *items)
{
    char item[64];
    bool is = strcmp(items, s->word) == 0;
    for (const char *p = items; *p; p += strspn(p, " ,")) {
        const size_t n = strcspn(p, " ,");
        snprintf(item, sizeof item, "%.*s", (int)n, p);
        is |= strcmp(item, s->word) == 0;
        p += n;
    }
    return is;
}

/* `wait` is a word of --script, and stands in its help between grave accents. */
static bool quotes(const char *text, const char *word)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%.50s", word);
    const char *at = strstr(text, quoted);
    return at && strchr(" `", at[strlen(quoted)]);
}

static void find_options(struct help_search *s)
{
    char typed[OPTION_TYPED], kind[300], letter[3] = "-";
    for (enum option i = 0; i < OPT_COUNT; i++) {
        const struct option_info *o = &option_table[i];
        letter[1] = o->letter;
        option_typed(i, typed);
        nearest_try(&s->near, o->name);
        if (strcmp(o->name, s->word) != 0 && strcmp(typed, s->word) != 0 && strcmp(letter, s->word) != 0 &&
            !quotes(o->help, s->word))
            continue;
        snprintf(kind, sizeof kind, "%s%s%s, an option of ", typed, *o->value ? " " : "", o->value);
        const size_t before = strlen(kind);
        for (enum tui_command c = CMD_screen; c < CMD_COUNT && !option_everywhere(i); c++)
            if (option_belongs(i, c))
                text_add(kind, sizeof kind, "%s%s", kind[before] ? ", " : "", c ? tui_commands[c].name : "the screen");
        explain(s, option_everywhere(i) ? strcat(kind, "all commands") : kind, o->help);
    }
}

static void find_keys(struct help_search *s)
{
    char kind[200];
    for (int i = 0; i < key_bindings; i++) {
        const struct binding *b = &key_table[i];
        if (!lists(s, b->keys) || !*b->help)
            continue;
        snprintf(kind, sizeof kind, "the key %s%s%s (:%s)", s->word, *b->view ? " in " : "", b->view, b->command);
        explain(s, kind, b->help);
    }
}

static void find_words(struct help_search *s)
{
    const struct rows_column *column;
    char text[400];
    for (int i = 0; (column = rows_column(i)); i++) {
        nearest_try(&s->near, column->name);
        if (strcmp(column->name, s->word) == 0)
            explain(s, strcat(strcpy(text, column->name), ", a column of bench"), column->what);
    }
    for (const struct format *f = formats; f->name; f++) {
        nearest_try(&s->near, f->name);
        if (strcasecmp(f->name, s->word) != 0 && strcasecmp(f->title, s->word) != 0)
            continue;
        snprintf(text, sizeof text, "%s. Good for %s", f->what, f->suits);
        explain(s, f->title, text);
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        nearest_try(&s->near, words[i].word);
        if (lists(s, words[i].word))
            explain(s, words[i].word, words[i].means);
    }
}

/* Whether the text has the word, or its plural. */
static bool mentions(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = text; (at = strcasestr(at, word)); at++) {
        const char *end = at + n + (at[n] == 's');
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)*end))
            return true;
    }
    return false;
}

/* What is called nothing may be explained among the words. */
static void find_mentions(struct help_search *s)
{
    for (size_t i = 0; i < COUNT(words); i++)
        if (mentions(words[i].word, s->word) || mentions(words[i].means, s->word))
            explain(s, words[i].word, words[i].means);
}

/* A command that can be given here comes before one that can be given elsewhere. */
static bool explain_command(struct help_search *s, enum context here)
{
    const enum context order[] = { here, SHELL, PROMPT, SCREEN };
    for (size_t i = 0; i < COUNT(order); i++) {
        const enum tui_command c = command_find(s->word, order[i]);
        if (c != CMD_COUNT) {
            help_print(stdout, c, order[i]);
            return true;
        }
        const char *near = command_near(s->word, order[i]);
        if (near)
            nearest_try(&s->near, near);
    }
    return false;
}

bool lines_help_asks(const struct options *o)
{
    return o->words > 0 && (strchr(o->word[0], '.') || !strpbrk(o->word[0], "abcdefghijklmnopqrstuvwxyz"));
}

/* Names that the engine's kernels have: their own, and those of their parameters. */
static void find_kernels(struct help_search *s, struct lines *l)
{
    struct err ignored;
    const json_t *k, *param;
    const char *last = "";
    char text[400];
    if (!l->client || !lines_ready(l, &ignored))
        return;
    JSON_EACH(k, l->kernels) {
        nearest_try(&s->near, take_string(k, "name"));
        if (strcmp(take_string(k, "name"), s->word) == 0)
            explain(s, s->word, take_string(k, "what"));
        JSON_EACH(param, json_object_get(k, "params")) {
            const char *what = take_string(param, "help");
            if (strcmp(take_string(param, "name"), s->word) != 0 || strcmp(what, last) == 0)
                continue;
            snprintf(text, sizeof text, "a parameter (%s): %s", take_string(k, "name"), what);
            explain(s, s->word, text);
            last = what;
        }
    }
}

bool lines_help(struct lines *l, const struct options *o, struct err *e)
{
    char hint[100], word[200] = "";
    for (int i = 0; i < o->words; i++)
        text_join(word, sizeof word, " ", "%s", o->word[i]);
    if (o->words == 0) {
        help_print(stdout, CMD_screen, l->context);
        return true;
    }
    struct help_search s = { .word = word, .near = nearest_to(word + strspn(word, "-")) };
    const bool command = explain_command(&s, l->context);
    if (!command) {
        find_options(&s);
        find_keys(&s);
    }
    find_words(&s);
    if (!command && lines_help_asks(o))
        find_kernels(&s, l);
    if (!command && !s.found)
        find_mentions(&s);
    return command || s.found > 0 ||
           err_set(e, ERR_USAGE, "nothing is called '%.60s'; %s", s.word,
                   nearest_hint(&s.near, "help lists the commands, `list kernels` and `list parameters` those names",
                                hint, sizeof hint));
}
