/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions: what the commands of commands.list do on the screen; one table a subject. */
#pragma once

#include "tui/screen/app.h"

struct action {
    const char *name;                        /* NULL ends a table */
    void (*act)(struct app *, char **, int); /* with the words after the name, and their number… */
    void (*plain)(struct app *);             /* …or, where act is NULL, without any */
};

extern const struct action actions_runs[];     /* matrices, runs, kernels */
extern const struct action actions_settings[]; /* what the next run computes */
extern const struct action actions_panels[];   /* which is shown, its lines and scales */
extern const struct action actions_cards[];    /* what lies over the panels and explains one thing */
extern const struct action actions_pictures[]; /* curves, rooflines, sweeps */
extern const struct action actions_results[];  /* kept, saved, compared with former ones */
extern const struct action actions_replay[];   /* recordings */
extern const struct action actions_tours[];    /* lessons */
extern const struct action actions_config[];   /* keys, and what the screen begins with */
extern const struct action actions_screen[];   /* colours, mouse, pictures, leaving */

/* A word for the view that answers ("up", "more"…); left and right, where it does not care, move the focus. False:
 * nothing. */
bool actions_word(struct app *, const char *word);

/* *on: the word "on" or "off"; without a word: not `now`. Another word becomes the message. */
bool actions_on_or_off(struct app *, char **, int n, bool now, bool *on);

/* Sets a setting, by its name as it is shown; "" is its default. Problems become the message. */
void actions_set(struct app *, const char *name, const char *value);
