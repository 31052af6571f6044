/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_complete: completions for a shell's Tab: the words of the grammar, as the shell replaces the last word. */
#include "tui/input/grammar.h"
#include "tui/input/prompt.h"
#include "tui/lines/lines_command.h"
#include "tui/results/kept.h"
#include "tui/tours/tour.h"

/* The word being completed: the part before it, up to a comma or =, is kept, and `typed` may grow. The grammar's `add`
   takes no argument, so this is the file's state. */
static struct {
    int length;
    const char *kept, *typed;
} last;

/* Where the last part of the line begins, after one of `apart`. */
static int part_start(const char *line, const char *apart)
{
    int start = (int)strlen(line);
    while (start > 0 && !strchr(apart, line[start - 1]))
        start--;
    return start;
}

static void print_word(const char *word)
{
    if (strcmp(word, PROMPT_PATHS) == 0)
        puts(PROMPT_PATHS);
    else if (strncmp(word, last.typed, strlen(last.typed)) == 0)
        printf("%.*s%s\n", last.length, last.kept, word);
}

bool lines_complete_asks(const struct options *o)
{
    return o->words == 1 && grammar_asks_kernels(o->word[0], part_start(o->word[0], " \t,="));
}

/* Whether the word there is the option's value. */
static bool follows(const char *line, int start, const char *option)
{
    const int n = (int)strlen(option);
    while (start > 0 && strchr(" =", line[start - 1]))
        start--;
    return start >= n && memcmp(line + start - n, option, (size_t)n) == 0;
}

/* Whether a table of results fits there: for diff, or --baseline. */
static bool wants_results(const char *line, int start)
{
    return strncmp(line + strspn(line, " "), "diff ", 5) == 0 || follows(line, start, "--baseline");
}

/* Whether the word after `tour` begins there. */
static bool wants_tour(const char *line, int start)
{
    static const char command[] = "tour ";
    const char *begin = line + strspn(line, " ");
    const int n = (int)strlen(command);
    return strncmp(begin, command, (size_t)n) == 0 && begin + n + strspn(begin + n, " ") == line + start;
}

/* Whether a column is named there, in the list after --columns. */
static bool wants_column(const char *line, int start)
{
    while (start > 0 && !strchr(" =", line[start - 1]))
        start--;
    return follows(line, start, "--columns");
}

void lines_grammar(const struct lines *l, enum context context, const char *line, int start, void (*add)(const char *))
{
    if (line[start] != '-' && wants_results(line, start))
        kept_offer(add);
    if (line[start] != '-' && wants_tour(line, start))
        tour_offer(add);
    if (wants_column(line, start))
        for (int i = 0; rows_column(i); i++)
            add(rows_column(i)->name);
    grammar_words(context, line, start, l->kernels, add);
}

bool lines_complete(struct lines *l, const struct options *o, struct err *e)
{
    const char *line = o->word[0];
    int word = part_start(line, " \t"), part = part_start(line, " \t,=");
    if (lines_complete_asks(o) && !lines_ready(l, e))
        return false;
    last.kept = line + word;
    last.length = part - word;
    last.typed = line + part;
    lines_grammar(l, SHELL, line, part, print_word);
    return true;
}
