/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_main: checks the terminal, picks a theme, and runs the screen or takes a screenshot. */
#include <langinfo.h>

#include "core/base/clock.h"
#include "core/base/file_same.h"
#include "core/base/nearest.h"
#include "core/base/scrub.h"
#include "core/catalog/catalog.h"
#include "core/catalog/matrix_words.h"
#include "tui/screen/screen.h"

/* Whether a word can be a matrix: by what it looks like, a file here, or a name of the catalogue. ERR_USAGE, with the
   nearest of these names. */
static bool is_matrix(const char *word, struct err *e)
{
    struct nearest near = nearest_to(word);
    struct catalog_entry entry;
    struct catalog all;
    char shown[120], path[4096];
    if (strpbrk(word, "/.:") || access(word, F_OK) == 0 || catalog_path_of(word, path, sizeof path) ||
        matrix_words_set(word) || catalog_find(word, &entry, NULL) || !catalog_load(&all, NULL))
        return true;
    for (int i = 0; i < all.count; i++)
        nearest_try(&near, all.entry[i].name);
    scrub_path(word, shown, sizeof shown);
    if (near.best)
        err_set(e, ERR_USAGE, "unknown command or matrix '%s'; did you mean the matrix %s?", shown, near.best);
    else
        err_set(e, ERR_USAGE,
                "'%s' is no command (nzscope help lists them), no file here, and no matrix of the catalogue (nzscope "
                "list matrices)",
                shown);
    catalog_free(&all);
    return false;
}

static bool usable_terminal(const struct screen_options *o, struct err *e)
{
    const char *term = getenv("TERM");
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    for (int i = 0; !terminal && i < o->matrices; i++)
        if (!is_matrix(o->matrix[i], e))
            return false;
    if (!terminal)
        return err_set(e, ERR_USAGE,
                       "the screen needs a terminal; without one: nzscope info, nzscope bench (see nzscope help)");
    if (!term || !term[0] || strcmp(term, "dumb") == 0)
        return err_set(
            e, ERR_USAGE,
            "the screen needs a terminal that can move its cursor, and TERM says %s; try nzscope info or nzscope bench",
            term && term[0] ? term : "nothing");
    return true;
}

/* NO_COLOR overrides everything but an explicit theme. */
static const struct theme *pick_theme(const struct screen_options *o, struct err *e)
{
    const char *no = getenv("NO_COLOR"), *ground = getenv("COLORFGBG");
    const struct theme *t = themes[0];
    if (o->theme)
        t = theme_find(o->theme);
    else if (no && no[0])
        t = theme_find("mono");
    else if (ground && text_ends_in(ground, ";15"))
        t = theme_find("light");
    if (!t)
        err_set(e, ERR_USAGE, "no theme is named %.40s; there are default, safe, light and mono", o->theme);
    return t;
}

/* A tour may show runs of the recording that is about to be overwritten. */
static bool spares_recordings(const struct tour *t, const struct link_options *o, struct err *e)
{
    for (int i = 0; i < t->recordings && o->record && !o->record_over; i++)
        if (access(t->recording[i], F_OK) == 0 && file_same(o->record, t->recording[i]))
            return err_set(e, ERR_USAGE, "the tour shows runs of %.300s; record another file, or give --force",
                           t->recording[i]);
    return true;
}

int screen_main(const struct screen_options *o, struct err *e)
{
    const struct theme *t = pick_theme(o, e);
    if (!t || (!o->screenshot && !usable_terminal(o, e)))
        return ERR_USAGE;
    struct app *app = app_new(t, o->ascii || (!o->screenshot && strcmp(nl_langinfo(CODESET), "UTF-8") != 0), e);
    if (!app)
        return (int)e->code;
    app->session = o->session;
    app->mouse = !o->no_mouse;
    app->engine.loops = o->loop;
    app->now = clock_s();
    if (o->tour && !(app_tour_start(app, o->tour, e) && spares_recordings(app->guide.tour, &o->client.link, e))) {
        app_free(app);
        return (int)e->code;
    }
    const char *term = getenv("TERM");
    if (!app->ascii && !o->screenshot && term && strncmp(term, "linux", 5) == 0)
        app->state[VIEW_spy].spy.plot = PLOT_BLOCKS; /* console fonts have no braille */
    int status = o->screenshot ? screenshot_take(app, o, e) : event_loop_run(app, o, e);
    app_free(app);
    return status;
}
