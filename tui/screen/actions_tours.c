/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_tours: commands for lessons. */
#include "tui/screen/actions.h"

#include <stdlib.h>
#include <string.h>

#include "tui/screen/app_tour.h"

static void begin(struct app *a, const char *name)
{
    struct err e;
    if (!app_tour_start(a, name, &e))
        app_say(a, true, "%s", e.text);
}

/* tour next, back, off, a step's number; else the tour of that name or file. */
static void do_tour(struct app *a, char **w, int n)
{
    char *end = NULL;
    const char *word = n > 0 ? w[0] : "next";
    const bool next = strcmp(word, "next") == 0, back = strcmp(word, "back") == 0, off = strcmp(word, "off") == 0;
    const long step = a->tour && n > 0 ? strtol(word, &end, 10) : 0;
    if (!a->tour && (next || back || off)) {
        app_say(a, true, "no tour is on: tour NAME begins one, nzscope tour lists them");
    } else if (off) {
        app_tour_end(a);
        app_say(a, false, "the tour is over; everything stays as it is");
    } else if (back && a->step == 0) {
        app_say(a, false, "this is the first step");
    } else if (next && a->step == a->tour->steps - 1) {
        app_say(a, false, "this is the last step: PgUp goes back, q leaves");
    } else if (next || back) {
        app_tour_go(a, a->step + (next ? 1 : -1), false);
    } else if (end && end != word && !*end) {
        if (step < 1 || step > a->tour->steps)
            app_say(a, true, "the steps are 1 to %d", a->tour->steps);
        else
            app_tour_go(a, (int)step - 1, true);
    } else {
        begin(a, word);
    }
}

const struct action actions_tours[] = {
    { "tour", .act = do_tour },
    { NULL },
};
