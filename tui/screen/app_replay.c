/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_replay: a recording in place of an engine. */
#include "tui/link/tape.h"
#include "tui/screen/actions.h"

enum { LOOP_S = 3 }; /* how long the last screen stays */

bool app_is_recorded(struct app *a)
{
    if (client_is_replay(a->engine.client))
        app_say(a, true,
                "this is a recording, there is no engine to do that: nzscope MATRIX begins a session of your own");
    return client_is_replay(a->engine.client);
}

/* Going back folds the recording again from its beginning. */
static void seek(struct app *a, double at)
{
    struct tape *t = client_tape(a->engine.client);
    struct model *fresh = at < tape_state(t).at ? model_new() : NULL;
    if (tape_seek(t, at) && fresh) {
        model_free(a->model);
        a->model = fresh;
        a->noted = 0;
    } else {
        model_free(fresh);
    }
    a->engine.over = false;
    a->dialog.message[0] = 0;
}

static void play_again(struct app *a)
{
    tape_pause(client_tape(a->engine.client), false);
    seek(a, 0);
}

/* From the end the recording does not play on: its last page would soon be over again. */
static void step(struct app *a, int by)
{
    struct tape *t = client_tape(a->engine.client);
    if (a->engine.over)
        tape_pause(t, true);
    seek(a, tape_stop(t, by));
}

void app_replay_tick(struct app *a)
{
    if (client_is_replay(a->engine.client) && a->engine.over && a->engine.loops && !a->engine.why[0] &&
        a->now >= a->engine.ended + LOOP_S)
        play_again(a);
}

/* By factors of two, within limits. */
static void change_speed(struct tape *t, double factor)
{
    const double now = tape_state(t).speed, speed = (now > 0 ? now : 1) * factor;
    if (speed >= 0.125 && speed <= 64)
        tape_set_speed(t, speed);
}

/* play: pause or continue; next, previous: by runs and pages; faster, slower; or a time in seconds. */
void act_play(struct app *a, char **w, int n)
{
    struct tape *t = client_tape(a->engine.client);
    const char *word = n > 0 ? w[0] : "pause";
    char *end;
    const double at = strtod(word, &end);
    if (!t)
        app_say(a, true, "play is for recordings: nzscope replay FILE");
    else if (strcmp(word, "pause") == 0 && a->engine.over)
        play_again(a);
    else if (strcmp(word, "pause") == 0)
        tape_pause(t, !tape_state(t).paused);
    else if (strcmp(word, "next") == 0 || strcmp(word, "previous") == 0)
        step(a, word[0] == 'n' ? 1 : -1);
    else if (strcmp(word, "faster") == 0 || strcmp(word, "slower") == 0)
        change_speed(t, word[0] == 'f' ? 2 : 0.5);
    else if (end != word && !*end && at >= 0)
        seek(a, at);
    else
        app_say(a, true, "play pause, next, previous, faster, slower, or a time in seconds");
}
