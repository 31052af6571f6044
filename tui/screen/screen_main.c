/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_main: checks the options and the terminal, and runs the screen or takes a screenshot. */
#include <langinfo.h>

#include "core/base/clock.h"
#include "core/base/file_same.h"
#include "core/base/scrub.h"
#include "core/catalog/matrix_words.h"
#include "tui/input/option_value.h"
#include "tui/screen/screen.h"

/* Whether a word can be a matrix: by what it looks like, a file here, or a name of the catalogue. ERR_USAGE, with the
   nearest of these names. */
static bool is_matrix(const char *word, struct err *e)
{
    struct catalog_entry entry;
    char shown[120], path[4096], near[sizeof entry.name];
    if (strpbrk(word, "/.:") || access(word, F_OK) == 0 || catalog_path_of(word, path, sizeof path) ||
        matrix_words_set(word) || catalog_find(word, &entry, NULL))
        return true;
    scrub_path(word, shown, sizeof shown);
    return *catalog_near(word, near)
               ? err_set(e, ERR_USAGE, "unknown command or matrix '%s'; did you mean the matrix %s?", shown, near)
               : err_set(e, ERR_USAGE,
                         "'%s' is no command (nzscope help lists them), no file here, and no matrix of the catalogue "
                         "(nzscope list matrices)",
                         shown);
}

static bool usable_terminal(const struct options *o, struct err *e)
{
    const char *term = getenv("TERM");
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    for (int i = 0; (!terminal || !o->value[OPT_ENGINE]) && i < screen_matrices(o); i++)
        if (!is_matrix(o->word[i], e)) /* perhaps a file on the machine of another engine */
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
static const struct theme *pick_theme(const char *name, struct err *e)
{
    const char *no = getenv("NO_COLOR"), *ground = getenv("COLORFGBG");
    const struct theme *t = themes[0];
    if (name)
        t = theme_find(name);
    else if (no && no[0])
        t = theme_find("mono");
    else if (ground && text_ends_in(ground, ";15"))
        t = theme_find("light");
    if (!t)
        err_set(e, ERR_USAGE, "no theme is named %.40s; there are default, safe, light and mono", name);
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

/* "120x36": columns and rows of a picture, else 120 × 36. */
static bool take_size(const struct options *o, struct panels *p, struct err *e)
{
    const char *text = o->value[OPT_SIZE];
    int end = 0;
    if (!o->value[OPT_SCREENSHOT])
        return (!text && !o->value[OPT_SCRIPT]) ||
               err_set(e, ERR_USAGE, "--size and --script go with --screenshot FILE");
    p->rows = 36;
    p->cols = 120;
    return !text ||
           (sscanf(text, "%4dx%4d%n", &p->cols, &p->rows, &end) == 2 && !text[end] && p->cols > 0 && p->rows > 0) ||
           err_set(e, ERR_USAGE, "--size wants COLUMNSxROWS such as 120x36, not '%.60s'", text);
}

static bool take_speed(const struct options *o, double *speed, struct err *e)
{
    const char *text = o->value[OPT_SPEED];
    int end = 0;
    *speed = o->value[OPT_SCREENSHOT] ? 0 : 1; /* nobody watches */
    return !text || (sscanf(text, "%lf%n", speed, &end) == 1 && !text[end] && *speed >= 0 && *speed <= 1e6) ||
           err_set(e, ERR_USAGE, "--speed wants a number such as 1, 10 or 0 (at once), not '%.60s'", text);
}

int screen_main(const struct options *o, struct err *e)
{
    const bool shot = o->value[OPT_SCREENSHOT];
    const char *term = getenv("TERM"), *tour = o->command == CMD_tour ? o->word[0] : NULL;
    struct client_options c;
    const struct theme *t = pick_theme(o->value[OPT_THEME], e);
    struct app *app =
        t ? app_new(t, o->value[OPT_ASCII] || (!shot && strcmp(nl_langinfo(CODESET), "UTF-8") != 0), e) : NULL;
    bool ok = app && take_size(o, &app->panels, e) && option_client(o, &c, e) &&
              take_speed(o, &c.link.replay_speed, e) && (shot || usable_terminal(o, e));
    if (ok) {
        app->session = o;
        app->mouse = !o->value[OPT_NO_MOUSE];
        app->engine.loops = o->value[OPT_LOOP];
        app->now = clock_s();
        ok = !tour || (app_tour_start(app, tour, e) && spares_recordings(app->guide.tour, &c.link, e));
    }
    if (ok && !app->ascii && !shot && term && strncmp(term, "linux", 5) == 0)
        app->state[VIEW_spy].spy.plot = PLOT_BLOCKS; /* console fonts have no braille */
    const int status = !ok ? (int)e->code : shot ? screenshot_take(app, &c, e) : event_loop_run(app, &c, e);
    app_free(app);
    return status;
}
