/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_check: what the commands of a tour are, and whether they are right as far as can be said before it starts. */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "core/base/nearest.h"
#include "core/base/words.h"
#include "core/catalog/catalog.h"
#include "core/generate/gen.h"
#include "tui/input/options.h"
#include "tui/model/settings.h"
#include "tui/tours/tour.h"
#include "tui/views/arrays.h"
#include "tui/views/scene.h"

static bool is_verb(const char *line, const char *const *verb)
{
    size_t n = strcspn(line, " ");
    for (; *verb; verb++)
        if (strlen(*verb) == n && strncmp(line, *verb, n) == 0)
            return true;
    return false;
}

bool tour_measures(const char *line)
{
    static const char *const verbs[] = { "run", "sweep", "compare", "advise", NULL };
    return is_verb(line, verbs);
}

bool tour_lasts(const char *line)
{
    static const char *const verbs[] = { "set", "reorder", NULL };
    return is_verb(line, verbs) || memchr(line, '=', strcspn(line, " "));
}

const char *tour_opens(const char *line)
{
    return strncmp(line, "open ", 5) == 0 ? line + 5 + strspn(line + 5, " ") : NULL;
}

/* ---- checks ---- */

static bool check_name(const char *name, struct err *e)
{
    struct nearest near = nearest_to(name);
    if (command_find(name, SCREEN) != CMD_COUNT)
        return true;
    for (int i = 0; i < CMD_COUNT; i++)
        if (tui_commands[i].where & SCREEN)
            nearest_try(&near, tui_commands[i].name);
    if (near.best)
        return err_set(e, ERR_USAGE, "no command of the screen is named %.60s; did you mean %s?", name, near.best);
    return err_set(e, ERR_USAGE, "no command of the screen is named %.60s; settings are written as set NAME=VALUE",
                   name);
}

/* A tour writes no files, fetches none, and leaves the program and the clipboard to the user. Name: as it is carried
 * out, unquoted. */
static bool check_harmless(const char *name, struct err *e)
{
    static const char *const verbs[] = { "quit", "suspend", "interrupt", "line", "tour", "save",   "screenshot", "keep",
                                         "get",  "mouse",   "enter",     "play", "bind", "config", "copy",       NULL };
    return !is_verb(name, verbs) || err_set(e, ERR_USAGE, "%s does not belong in a tour", name);
}

/* "[a|b|c]" of small letters only: the word must be one of them. */
static bool check_choice(const char *name, const char *arguments, const char *word, struct err *e)
{
    const size_t n = strlen(arguments), length = strlen(word);
    if (n < 3 || !strchr(arguments, '|'))
        return true;
    for (const char *p = arguments; *p; p++)
        if (!islower((unsigned char)*p) && !strchr("[]|", *p))
            return true;
    for (const char *p = arguments + 1; *p; p += strcspn(p, "|]"), p++)
        if (strcspn(p, "|]") == length && strncmp(p, word, length) == 0)
            return true;
    return err_set(e, ERR_USAGE, "%s wants one of %s, not %.60s", name, arguments, word);
}

static bool check_panel(const char *word, struct err *e)
{
    int view = view_find(word);
    struct nearest near = nearest_to(word);
    if ((view >= 0 && !views[view]->overlay) || strcmp(word, "next") == 0 || strcmp(word, "previous") == 0)
        return true;
    for (int i = 0; i < VIEW_COUNT; i++)
        if (!views[i]->overlay)
            nearest_try(&near, views[i]->name);
    return err_set(e, ERR_USAGE, "no panel is named %.60s%s%s", word, near.best ? "; did you mean " : "",
                   near.best ? near.best : "");
}

/* Only an engine knows its operations, the threads, and the parameters of its kernels. */
static bool check_setting(const char *name, const char *value, struct err *e)
{
    static const char *const known[] = { "k", "type", "cache", "samples", "reorder", NULL };
    struct settings scratch = { 0 };
    struct model *m = is_verb(name, known) ? model_new() : NULL;
    bool ok = !m || settings_set(&scratch, m, name, value, e);
    model_free(m);
    return ok;
}

/* set NAME VALUE, set NAME=VALUE…, as actions_settings reads them; word: after `set`. */
static bool check_settings(char **word, int n, struct err *e)
{
    if (n > 0 && !strchr(word[0], '='))
        return check_setting(word[0], n > 1 ? word[1] : "", e);
    for (int i = 0; i < n; i++) {
        char *equals = strchr(word[i], '=');
        if (equals)
            *equals = 0;
        if (!check_setting(word[i], equals ? equals + 1 : "", e))
            return false;
    }
    return true;
}

/* A family of generators that is known, or a file or a matrix of the catalogue that is here. */
static bool check_matrix(const char *spec, struct err *e)
{
    char path[4096];
    if (strncmp(spec, "gen:", 4) != 0) {
        catalog_path(spec, path, sizeof path);
        return access(path, R_OK) == 0 || err_set(e, ERR_INPUT, "there is no matrix %.300s here", spec);
    }
    for (int i = 0; generators[i]; i++)
        if (strlen(generators[i]->name) == strcspn(spec + 4, ":") &&
            strncmp(generators[i]->name, spec + 4, strcspn(spec + 4, ":")) == 0)
            return true;
    return err_set(e, ERR_USAGE, "no generator is named %.60s", spec + 4);
}

static bool check_words(const struct words *w, struct err *e)
{
    if (w->count == 0)
        return err_set(e, ERR_USAGE, "a command is missing after the colon");
    const char *name = w->word[0], *first = w->count > 1 ? w->word[1] : NULL;
    if (strchr(name, '='))
        return check_settings(w->word, w->count, e);
    if (!check_harmless(name, e) || !check_name(name, e))
        return false;
    if (strcmp(name, "open") == 0)
        return w->count == 2 ? check_matrix(first, e) : err_set(e, ERR_USAGE, "open wants one matrix");
    if (first && (strcmp(name, "zoom") == 0 || strcmp(name, "focus") == 0))
        return check_panel(first, e);
    if (first && strcmp(name, "set") == 0)
        return check_settings(w->word + 1, w->count - 1, e);
    if (first && strcmp(name, "reorder") == 0)
        return check_setting(name, first, e);
    if (w->count > 2 && strcmp(name, "sweep") == 0)
        return check_setting(first, w->word[2], e);
    if (first && strcmp(name, "microscope") == 0 && !arrays_known(first))
        return err_set(e, ERR_USAGE, "there is no picture of a format %.60s", first);
    return !first || check_choice(name, tui_commands[command_find(name, SCREEN)].arguments, first, e);
}

bool tour_check(const char *line, struct err *e)
{
    struct words w;
    if (!words_split(line, &w, e))
        return false;
    bool ok = check_words(&w, e);
    words_free(&w);
    return ok;
}
