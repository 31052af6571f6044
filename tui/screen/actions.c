/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/actions.h"

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

/* Other commands are words for views. */
static screen_command *const commands[CMD_COUNT] = {
#define ACT(name) [CMD_##name] = act_##name
    SCREEN_COMMANDS(ACT),
    [CMD_screenshot] = act_save,
#undef ACT
};

/* Otherwise says why not. */
static bool is_right(struct app *a, const struct words *w)
{
    struct err e;
    const enum tui_command c = command_find(w->word[0], SCREEN);
    const bool setting = c == CMD_COUNT && settings_find(&a->settings, a->model, w->word[0]) >= 0;
    if (c == CMD_COUNT && !setting && !strchr(w->word[0], '=')) {
        unknown(a, w->word[0]);
        return false;
    }
    const bool right = setting ? command_uses(w->word[0], "VALUE|LIST", w->word + 1, w->count - 1, &e)
                               : c == CMD_COUNT || command_check(c, w->word + 1, w->count - 1, &e);
    if (!right)
        app_say(a, true, "%s", e.text);
    return right;
}

static void carry_out(struct app *a, const struct words *w)
{
    const enum tui_command c = command_find(w->word[0], SCREEN);
    if (c != CMD_COUNT && commands[c])
        commands[c](a, w->word + 1, w->count - 1);
    else if (c != CMD_COUNT)
        actions_word(a, w->word[0]);
    else if (strchr(w->word[0], '='))
        act_set(a, w->word, w->count);
    else
        actions_set(a, w->word[0], w->count > 1 ? w->word[1] : "");
}

bool app_command_check(struct app *a, const char *line)
{
    struct words w;
    struct err e;
    if (!words_split(line, &w, &e)) {
        app_say(a, true, "%s", e.text);
        return false;
    }
    const bool right = w.count == 0 || is_right(a, &w);
    words_free(&w);
    return right;
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
        if (is_right(a, &w))
            carry_out(a, &w);
    }
    words_free(&w);
    if (a->guide.tour && !guide_waits(&a->guide))
        app_tour_note(a); /* other runs may be visible */
}
