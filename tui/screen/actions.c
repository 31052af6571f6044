/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions: carries out a command line, from a key or from the `:` line. */
#include <string.h>

#include "core/base/nearest.h"
#include "core/base/words.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"

static void unknown(struct app *a, const char *name)
{
    enum tui_command elsewhere = command_find(name, SHELL | PROMPT);
    struct nearest near = nearest_to(name);
    if (elsewhere != CMD_COUNT) {
        const struct tui_command_info *c = &tui_commands[elsewhere];
        app_say(a, true, "%s is not for the screen: nzscope %s%s%s, in the shell", name, name, *c->arguments ? " " : "",
                c->arguments);
        return;
    }
    for (int i = 0; i < CMD_COUNT; i++)
        if (tui_commands[i].where & SCREEN)
            nearest_try(&near, tui_commands[i].name);
    if (near.best)
        app_say(a, true, "no command is named %s; did you mean %s?", name, near.best);
    else
        app_say(a, true, "no command is named %s; ? lists them", name);
}

static const struct action *find(const char *name)
{
    static const struct action *const tables[] = { actions_runs,     actions_settings, actions_panels, actions_cards,
                                                   actions_pictures, actions_results,  actions_tours,  actions_replay,
                                                   actions_config,   actions_screen };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct action *at = tables[i]; at->name; at++)
            if (strcmp(at->name, name) == 0)
                return at;
    return NULL;
}

bool actions_on_or_off(struct app *a, char **w, int n, bool now, bool *on)
{
    if (n > 0 && strcmp(w[0], "on") != 0 && strcmp(w[0], "off") != 0) {
        app_say(a, true, "it is on or off, not %s", w[0]);
        return false;
    }
    *on = n > 0 ? strcmp(w[0], "on") == 0 : !now;
    return true;
}

void app_command(struct app *a, const char *line)
{
    struct words w;
    struct err e;
    if (!words_split(line, &w, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    if (w.count > 0) {
        a->leaving -= a->leaving > 0;
        const struct action *found = find(w.word[0]);
        if (found && found->plain)
            found->plain(a);
        else if (found)
            found->act(a, w.word + 1, w.count - 1);
        else if (strchr(w.word[0], '='))
            find("set")->act(a, w.word, w.count);
        else if (settings_find(&a->settings, a->model, w.word[0]) >= 0)
            actions_set(a, w.word[0], w.count > 1 ? w.word[1] : "");
        else if (command_find(w.word[0], SCREEN) == CMD_COUNT)
            unknown(a, w.word[0]);
        else
            actions_word(a, w.word[0]);
    }
    words_free(&w);
}
