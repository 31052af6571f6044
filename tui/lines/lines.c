/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines: the front end without a screen: commands from the shell, a script or a prompt, answered with text and rows. */
#include "tui/lines/lines.h"

#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int lines_quit(struct lines *l, const struct options *o, struct err *e)
{
    (void)o;
    (void)e;
    l->quit = true;
    return 0;
}

static int lines_help(struct lines *l, const struct options *o, struct err *e)
{
    enum place place = l ? l->place : SHELL;
    enum tui_command c = o->words ? options_command(o->word[0], place) : CMD_screen;
    for (enum place other = SHELL; c == CMD_COUNT && other <= SCREEN; other <<= 1) {
        c = options_command(o->word[0], other);
        place = other;
    }
    if (c == CMD_COUNT) {
        err_set(e, ERR_USAGE, "there is no command '%.60s' (help lists them)", o->word[0]);
        return ERR_USAGE;
    }
    options_help(stdout, c, place);
    return 0;
}

struct line_command {
    lines_command *run;
    int least, most; /* words that it takes; most -1: any number */
};
static const struct line_command commands[CMD_COUNT];

int lines_do(struct lines *l, const struct options *o, struct err *e)
{
    const struct line_command *c = &commands[o->command];
    const struct tui_command_info *info = &tui_commands[o->command];
    if (o->value[OPT_HELP]) {
        options_help(stdout, o->command, l->place);
    } else if (!c->run) {
        err_set(e, ERR_USAGE, "%s is for the screen", info->name);
    } else if (o->words < c->least) {
        err_set(e, ERR_USAGE, "%s wants: %s", info->name, info->arguments);
    } else if (c->most >= 0 && o->words > c->most) {
        err_set(e, ERR_USAGE, "%s does not know what to do with '%.60s'; it wants: %s", info->name, o->word[c->most],
                *info->arguments ? info->arguments : "nothing");
    } else {
        int status = c->run(l, o, e);
        lines_clear(l);
        return status;
    }
    return (int)e->code;
}

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

/* The client that the options ask for; only a prompt goes on after a death of the engine. */
static bool lines_start(struct lines *l, const struct options *o, struct err *e)
{
    struct client_options c = {
        .link = { .engine = o->value[OPT_ENGINE],
                  .record = o->value[OPT_RECORD],
                  .record_over = o->value[OPT_FORCE] != NULL },
        .restart = o->command == CMD_prompt,
    };
    if (o->value[OPT_MEM_LIMIT] && !options_size(o->value[OPT_MEM_LIMIT], &c.limit, &c.limit_share, e)) {
        return false;
    }
    if (o->command == CMD_replay) {
        c.link = (struct link_options){ .replay = o->word[0] };
    }
    l->client = client_open(&c, e);
    if (!l->client || client_is_replay(l->client)) {
        return l->client != NULL;
    }
    while (c.limit_share > 0 && !l->ready) { /* the limit is told after the `hello`: nothing may run before */
        if (!lines_wait(l, -1, e)) {
            return false;
        }
    }
    return true;
}

int lines_main(const struct options *o, struct err *e)
{
    struct lines l = { .place = SHELL, .signals = -1, .talks = isatty(STDERR_FILENO) };
    const struct line_command *c = &commands[o->command];
    if (o->command == CMD_help || o->command == CMD_get || !c->run || o->words < c->least ||
        (c->most >= 0 && o->words > c->most)) {
        return o->command == CMD_help ? lines_help(NULL, o, e) : lines_do(&l, o, e);
    }
    l.signals = watch_signals();
    l.devices = json_array();
    l.kernels = json_array();
    l.formats = json_array();
    l.backends = json_array();
    l.orderings = json_array();
    l.topologies = json_array();
    int status = lines_start(&l, o, e) ? lines_do(&l, o, e) : (int)e->code;
    struct err saved = { 0 };
    if (!client_close(l.client, &saved) && status == 0) {
        *e = saved;
        status = (int)e->code;
    }
    lines_clear(&l);
    json_t *own[] = { l.devices, l.kernels, l.formats, l.backends, l.orderings, l.topologies, l.matrix, l.costs };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        json_decref(own[i]);
    }
    close(l.signals);
    return l.killed ? 128 + l.killed : status;
}

static const struct line_command commands[CMD_COUNT] = {
    [CMD_info] = { lines_info, 0, -1 },
    [CMD_bench] = { lines_bench, 0, -1 },
    [CMD_advise] = { lines_advise, 0, 1 },
    [CMD_mul] = { lines_mul, 1, 2 },
    [CMD_transpose] = { lines_transpose, 1, 1 },
    [CMD_show] = { lines_show, 1, 1 },
    [CMD_gen] = { lines_gen, 1, 1 },
    [CMD_pack] = { lines_pack, 1, 1 },
    [CMD_get] = { lines_get, 1, -1 },
    [CMD_list] = { lines_list, 1, 1 },
    [CMD_reorder] = { lines_reorder, 0, 1 },
    [CMD_prompt] = { lines_prompt, 0, 1 },
    [CMD_replay] = { lines_replay, 1, 1 },
    [CMD_open] = { lines_open_command, 1, 1 },
    [CMD_close] = { lines_close_command, 0, 0 },
    [CMD_set] = { lines_set, 0, 2 },
    [CMD_help] = { lines_help, 0, 1 },
    [CMD_quit] = { lines_quit, 0, 0 },
};
