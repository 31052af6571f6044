/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/actions.h"

#include "core/base/words.h"
#include "tui/views/typed.h"

/* Other commands are words for views. */
static screen_command *const commands[CMD_COUNT] = {
#define ACT(name) [CMD_##name] = act_##name
    SCREEN_COMMANDS(ACT)
#undef ACT
};

/* The words of a line and its command, CMD_COUNT for none; else says why not. In scripts, too, it may begin with the
   `:` that it has on the screen. */
static bool understand(struct app *a, const char *line, struct words *w, enum tui_command *c, int *skip)
{
    struct err e;
    *c = CMD_COUNT;
    const bool split = words_split(line + (*line == ':'), w, &e);
    if (split && (w->count == 0 || typed_command(&a->settings, a->model, w->word, w->count, c, skip, &e)))
        return true;
    if (split)
        words_free(w);
    app_say(a, true, "%s", e.text);
    return false;
}

bool app_command_check(struct app *a, const char *line)
{
    struct words w;
    enum tui_command c;
    int skip;
    const bool right = understand(a, line, &w, &c, &skip);
    if (right)
        words_free(&w);
    return right;
}

void app_command(struct app *a, const char *line)
{
    struct words w;
    enum tui_command c;
    int skip;
    a->leaving -= a->leaving > 0;
    if (understand(a, line, &w, &c, &skip)) {
        if (c != CMD_COUNT && commands[c])
            commands[c](a, w.word + skip, w.count - skip);
        else if (c != CMD_COUNT)
            actions_word(a, w.word[0]);
        words_free(&w);
    }
    if (a->guide.tour && !guide_waits(&a->guide))
        app_tour_note(a); /* other runs may be visible */
}
