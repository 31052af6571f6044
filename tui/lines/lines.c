/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines: the front end without a screen: commands from the shell, a script or a prompt, answered with text and rows. */
#include <signal.h>
#include <sys/signalfd.h>

#include "tui/input/option_value.h"
#include "tui/lines/lines_command.h"

static int watch_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGQUIT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* A command with several parts continues with the next part after a death of the engine. */
static bool goes_on(const struct options *o)
{
    return o->command == CMD_prompt || o->command == CMD_report || o->command == CMD_advise ||
           (o->command == CMD_info && o->words > 1) || (o->command == CMD_bench && !o->value[OPT_COMPARE_ENGINE]);
}

bool lines_start(struct lines *l, const struct options *o, struct err *e)
{
    struct client_options c;
    if (!option_client(o, &c, e))
        return false;
    c.restart = goes_on(o);
    l->client = client_open(&c, e);
    if (!l->client || client_is_replay(l->client))
        return l->client != NULL;
    while (c.limit_share > 0 && !l->ready) /* the limit is sent after `hello`: nothing may run before */
        if (!lines_wait(l, -1, e))
            return false;
    return true;
}

static bool needs_engine(const struct options *o)
{
    return o->command == CMD_complete ? lines_complete_asks(o)
           : o->command == CMD_help
               ? lines_help_asks(o)
               : o->command != CMD_get && o->command != CMD_diff && (o->command != CMD_tour || o->words > 0);
}

bool lines_stop(struct lines *l, struct err *e)
{
    const bool ok = client_close(l->client, e);
    lines_clear(l);
    lines_input_remove(l);
    for (int i = 0; i < LINES_TOLD; i++)
        json_decref(l->told[i]);
    json_decref(l->matrix);
    json_decref(l->costs);
    return ok;
}

static bool can_redraw(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
}

int lines_main(const struct options *o, struct err *e)
{
    struct lines l = { .context = SHELL, .signals = -1, .talks = can_redraw() };
    struct err saved = { 0 };
    for (int i = 0; i < LINES_TOLD; i++)
        l.told[i] = json_array();
    const bool asks = needs_engine(o) && lines_check(o, NULL);
    if (asks)
        l.signals = watch_signals();
    const bool ok = (!asks || lines_start(&l, o, e)) && lines_do(&l, o, e);
    if (!lines_stop(&l, &saved) && ok)
        *e = saved;
    if (asks)
        close(l.signals);
    return l.killed ? 128 + l.killed : (int)e->code;
}
