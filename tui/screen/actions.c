/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/actions.h"
#include "tui/screen/app_tour_doubt.h"

#include "core/base/words.h"
#include "tui/views/typed.h"

/* Other commands are words for views. */
static screen_command *const commands[CMD_COUNT] = {
#define ACT(name) [CMD_##name] = act_##name
    SCREEN_COMMANDS(ACT),
    [CMD_screenshot] = act_save,
#undef ACT
};

/* Otherwise says why not. */
static bool is_right(struct app *a, const struct words *w, enum tui_command *c, int *skip)
{
    struct err e;
    const bool right = typed_command(&a->settings, a->model, w->word, w->count, c, skip, &e);
    if (!right)
        app_say(a, true, "%s", e.text);
    return right;
}

bool app_command_check(struct app *a, const char *line)
{
    struct words w;
    struct err e;
    enum tui_command c;
    int skip;
    if (!words_split(line, &w, &e)) {
        app_say(a, true, "%s", e.text);
        return false;
    }
    const bool right = w.count == 0 || is_right(a, &w, &c, &skip);
    words_free(&w);
    return right;
}

void app_command(struct app *a, const char *line)
{
    struct words w;
    struct err e;
    enum tui_command c;
    int skip;
    if (!words_split(line, &w, &e)) {
        app_say(a, true, "%s", e.text);
        return;
    }
    if (w.count > 0) {
        a->leaving -= a->leaving > 0;
        if (is_right(a, &w, &c, &skip)) {
            if (commands[c])
                commands[c](a, w.word + skip, w.count - skip);
            else
                actions_word(a, w.word[0]);
        }
    }
    words_free(&w);
    if (a->guide.tour && !guide_waits(&a->guide))
        app_tour_note(a); /* other runs may be visible */
}
