/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions: the commands of commands.list on the screen. */
#pragma once

#include "tui/screen/app.h"

/* Each is in the file of its subject: actions_SUBJECT.c, or beside its data. It gets the words after the name, and
   their number; the first is one of the choices in commands.list, if any. */
typedef void screen_command(struct app *, char **, int);
#define SCREEN_COMMANDS(F)                                                                                             \
    F(advise), F(all), F(answer), F(arrays), F(axis), F(back), F(baseline), F(bind), F(close), F(compare), F(config),  \
        F(copy), F(filter), F(focus), F(format), F(get), F(help), F(hide), F(interrupt), F(keep), F(less), F(line),    \
        F(mark), F(microscope), F(more), F(mouse), F(next), F(open), F(partners), F(picture), F(pin), F(play),         \
        F(previous), F(published), F(quantity), F(quit), F(redraw), F(reorder), F(rest), F(roof), F(run), F(save),     \
        F(scale), F(screenshot), F(set), F(setting), F(sort), F(step), F(stop), F(suspend), F(sweep), F(theme),        \
        F(tour), F(unmark), F(why), F(zoom)
#define ACT(name) act_##name
screen_command SCREEN_COMMANDS(ACT);
#undef ACT

/* Runs one command line of commands.list; problems become the message. */
void app_command(struct app *, const char *line);
/* Whether there is such a command, and it takes such words; else says why not. */
bool app_command_check(struct app *, const char *line);

/* A word for the view that answers ("up", "more"…); left and right may move the focus. False: nothing. */
bool actions_word(struct app *, const char *word);

/* The value for the word "on" or "off"; without a word: not `now`. */
static inline bool actions_on(char **w, int n, bool now)
{
    return n > 0 ? strcmp(w[0], "on") == 0 : !now;
}
