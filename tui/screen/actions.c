/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/actions.h"

#include <limits.h>

#include "core/base/words.h"
#include "tui/input/options.h"

static void unknown(struct app *a, const char *name)
{
    enum tui_command elsewhere = command_find(name, SHELL | PROMPT);
    const char *near = command_near(name, SCREEN);
    if (elsewhere != CMD_COUNT && command_there(name, SCREEN)) {
        app_say(a, true, "%s is for the shell (nzscope %s); on the screen it is :%s", name, name,
                command_there(name, SCREEN));
        return;
    }
    if (elsewhere != CMD_COUNT) {
        const struct tui_command_info *c = &tui_commands[elsewhere];
        app_say(a, true, "%s is not for the screen: nzscope %s%s%s, in the shell", name, name, *c->arguments ? " " : "",
                c->arguments);
        return;
    }
    if (near)
        app_say(a, true, "no command is named %s; did you mean %s?", name, near);
    else
        app_say(a, true, "no command is named %s; ? lists them", name);
}

/* Others are words for views. */
static screen_command *const commands[CMD_COUNT] = {
#define ACT(name) [CMD_##name] = act_##name
    SCREEN_COMMANDS(ACT),
    [CMD_screenshot] = act_save,
#undef ACT
};

/* How many words a command can use: "[SETTING [LIST] | size LIST SPEC]" → 3. */
static int most_words(const char *arguments)
{
    int most = 0, n = 0;
    if (strstr(arguments, "...") || strstr(arguments, "GLOBS") || strstr(arguments, "TEXT"))
        return INT_MAX;
    for (const char *word = arguments; *word; word += strcspn(word, " "), word += *word == ' ') {
        n = *word == '|' ? 0 : n + 1;
        most = n > most ? n : most;
    }
    return most;
}

/* A word that nothing would be done with may be what matters most to its user. */
static bool uses_all(struct app *a, const char *wants, const struct words *w)
{
    const int most = most_words(wants);
    const bool assigns = w->count > 1 && strchr(w->word[1], '='); /* as many as there are settings */
    if (w->count - 1 > most && !assigns)
        app_say(a, true, "%s does not know what to do with '%.60s'; it wants: %s", w->word[0], w->word[most + 1],
                *wants ? wants : "nothing");
    return w->count - 1 <= most || assigns;
}

static void known(struct app *a, enum tui_command c, const struct words *w)
{
    const struct tui_command_info *info = &tui_commands[c];
    if (!uses_all(a, info->arguments, w))
        return;
    if (w->count > 1 && command_choice(c, w->word[1]) < 0)
        app_say(a, true, "%s is one of %s, not %s", info->name, info->arguments, w->word[1]);
    else if (commands[c])
        commands[c](a, w->word + 1, w->count - 1);
    else
        actions_word(a, w->word[0]);
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
        const enum tui_command c = command_find(w.word[0], SCREEN);
        if (c != CMD_COUNT)
            known(a, c, &w);
        else if (strchr(w.word[0], '='))
            act_set(a, w.word, w.count);
        else if (settings_find(&a->settings, a->model, w.word[0]) < 0)
            unknown(a, w.word[0]);
        else if (uses_all(a, "VALUE|LIST", &w))
            actions_set(a, w.word[0], w.count > 1 ? w.word[1] : "");
    }
    words_free(&w);
}
