/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event_loop: waits for keys, signals and the engine, and draws when there is something to see. */
#include "tui/screen/actions.h"
#include "tui/screen/screen.h"

#include <signal.h>
#include <sys/signalfd.h>

#include "core/base/clock.h"
#include "tui/input/prompt.h"
#include "tui/screen/curses_screen.h"

enum { FRAME_MS = 50, CLOCK_MS = 1000, ESC_MS = 25 };

struct event_loop {
    struct app *app;
    struct screen *screen;
    int signals; /* a signalfd */
    bool lost;   /* the terminal is gone */
    int exit_signal;
};

/* ---- the `:` line ---- */

static void on_accept(void *arg, char *line)
{
    struct app *a = arg;
    a->dialog.line = NULL;
    a->dialog.offer[0] = 0;
    if (line && line[0]) {
        prompt_history_add(line);
        app_command(a, line);
    }
    free(line);
}

static void prompt_open(struct event_loop *t)
{
    const struct prompt_hooks hooks = { on_accept, app_offer, app_complete, t->app };
    t->app->ask.prompts = false;
    screen_bytes(t->screen, true);
    prompt_begin(t->app->ask.prompt, &hooks);
}

static void prompt_leave(struct event_loop *t)
{
    prompt_end();
    screen_bytes(t->screen, false);
    t->app->dialog.line = NULL;
    t->app->dialog.offer[0] = 0;
}

/* Readline gets raw bytes. A lone Esc abandons the line. */
static void prompt_keys(struct event_loop *t)
{
    int byte;
    while (prompt_active() && (byte = screen_byte(t->screen, 0)) >= 0) {
        if (byte == KEY_ESC) {
            int next = screen_byte(t->screen, ESC_MS);
            if (next < 0) {
                prompt_leave(t);
                return;
            }
            prompt_feed(KEY_ESC);
            byte = next;
        }
        t->app->dialog.offer[0] = 0;
        if (byte < 256)
            prompt_feed((unsigned char)byte);
    }
    if (prompt_active())
        prompt_text(&t->app->dialog.prompt, &t->app->dialog.line, &t->app->dialog.cursor);
    else
        prompt_leave(t);
}

/* ---- keys and signals ---- */

/* A key, a click, or another `:` line may open the `:` line. */
static void on_keys(struct event_loop *t)
{
    struct app *a = t->app;
    int key;
    do {
        while (!prompt_active() && !a->ask.prompts && !a->ask.quit && !a->ask.suspend && screen_key(t->screen, &key))
            app_key(a, key);
        if (a->ask.prompts)
            prompt_open(t);
        if (prompt_active())
            prompt_keys(t);
    } while (a->ask.prompts);
}

static void take_sigset(sigset_t *set)
{
    static const int numbers[] = { SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT };
    sigemptyset(set);
    for (size_t i = 0; i < COUNT(numbers); i++)
        sigaddset(set, numbers[i]);
}

/* Stops this process like Ctrl-Z; returns when it continues. */
static void suspend(struct event_loop *t)
{
    t->app->ask.suspend = false;
    screen_leave(t->screen);
    raise(SIGSTOP);
    screen_return(t->screen);
}

static void on_signals(struct event_loop *t)
{
    struct signalfd_siginfo info;
    while (read(t->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int number = (int)info.ssi_signo;
        if (number == SIGWINCH)
            screen_fit(t->screen);
        else if (number == SIGTSTP)
            suspend(t);
        else if (number == SIGCONT)
            t->app->ask.redraw = true;
        else
            t->exit_signal = number;
    }
}

/* ---- the loop ---- */

/* Frame intervals while something moves, seconds while a tour shows them; otherwise no limit. */
static int wait_ms(const struct event_loop *t)
{
    const int client = t->app->engine.client ? link_timeout_ms(client_link(t->app->engine.client)) : -1;
    int wait = app_moves(t->app) ? FRAME_MS : t->app->guide.tour ? CLOCK_MS : -1;
    if (client >= 0 && (wait < 0 || client < wait))
        wait = client;
    double left = 1000 * (t->app->dialog.until - t->app->now);
    if (t->app->dialog.message[0] && (wait < 0 || left < wait))
        wait = left > 0 ? (int)left + 1 : 0;
    return wait;
}

static void read_client(struct event_loop *t)
{
    struct app *a = t->app;
    if (!a->engine.client || a->engine.over || client_read(a->engine.client, app_event, a))
        return;
    app_is_over(a, client_failed(a->engine.client));
}

static bool start_engine(struct app *a, const struct client_options *c, struct err *e)
{
    struct client_options again = *c;
    again.restart = again.link.apart = true;
    a->engine.client = client_open(&again, e);
    return a->engine.client != NULL;
}

/* The user requests another engine after one that died too often. */
static void revive(struct event_loop *t, const struct client_options *c)
{
    struct app *a = t->app;
    struct err e;
    a->ask.revive = false;
    client_close(a->engine.client, NULL);
    a->engine.over = !start_engine(a, c, &e);
    a->engine.why[0] = 0;
    if (a->engine.over)
        app_is_over(a, e.text);
    else if (a->matrices.opening[0])
        app_open(a, a->matrices.opening);
}

/* Waits and handles what happened; true: a user's action, to be drawn now. */
static bool turn(struct event_loop *t, const struct client_options *c, int wait)
{
    struct pollfd fd[2 + LINK_FDS] = { { STDIN_FILENO, POLLIN, 0 }, { t->signals, POLLIN, 0 } };
    int n = t->app->engine.client && !t->app->engine.over ? link_fds(client_link(t->app->engine.client), fd + 2) : 0;
    if (poll(fd, (nfds_t)(2 + n), wait) < 0 && errno != EINTR)
        t->lost = true;
    crash_child(t->app->engine.client ? link_pid(client_link(t->app->engine.client)) : 0);
    t->app->now = clock_s();
    app_expire(t->app);
    on_signals(t);
    if (fd[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        t->lost = true;
    else if (fd[0].revents)
        on_keys(t);
    read_client(t);
    if (t->app->ask.revive)
        revive(t, c);
    app_tick(t->app);
    screen_mouse(t->screen);
    screen_copy(t->screen);
    if (t->app->ask.suspend)
        suspend(t);
    return fd[0].revents || fd[1].revents;
}

/* Effects of a key or signal appear immediately; mere motion at most 20 times a second. */
static void loop(struct event_loop *t, const struct client_options *c)
{
    double drawn = 0;
    bool at_once = true;
    while (!t->app->ask.quit && !t->lost && !t->exit_signal) {
        double left = drawn + FRAME_MS / 1000.0 - clock_s();
        if (at_once || left <= 0) {
            screen_draw(t->screen);
            drawn = clock_s();
            at_once = turn(t, c, wait_ms(t));
        } else {
            at_once = turn(t, c, (int)(1000 * left) + 1);
        }
    }
}

/* ---- beginning and end ---- */

/* The screen, its settings, and the engine. Returns the status; else *e. */
static int begin(struct event_loop *t, const struct client_options *c, struct err *e)
{
    struct app *app = t->app;
    t->screen = screen_open(app, e);
    if (!t->screen)
        return ERR_USAGE;
    prompt_history_load();
    if (app->config)
        config_apply(app, false);
    app->config = app->config && !app->guide.tour; /* a tour has its own settings */
    app_keep(app, app->results.keeps && config_may_keep() && !c->link.replay);
    if (c->link.replay)
        panels_focus(&app->panels, VIEW_run); /* kernels cannot be chosen */
    else if (screen_matrices(app->session) == 0 && !app->guide.tour)
        app_command(app, "open");
    screen_draw(t->screen); /* the first frame does not wait for the engine */
    return start_engine(app, c, e) ? 0 : (int)e->code;
}

static void end(struct event_loop *t)
{
    const struct app *app = t->app;
    char shown[4096];
    prompt_end();
    screen_close(t->screen);
    if (app->guide.tour && app->guide.step > 0 && isatty(STDOUT_FILENO))
        printf("\npage %d of %d: nzscope tour %s, then :tour %d, goes there again\n", app->guide.step + 1,
               app->guide.tour->steps, tour_name(app->guide.tour->path, shown, sizeof shown), app->guide.step + 1);
}

int event_loop_run(struct app *app, const struct client_options *c, struct err *e)
{
    struct event_loop t = { .app = app };
    sigset_t set, old;
    struct err saved = { 0 };
    app->now = clock_s();
    app->results.keeps = true;
    app->config = !app->session->value[OPT_NO_CONFIG];
    take_sigset(&set);
    sigprocmask(SIG_BLOCK, &set, &old);
    t.signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    int status = t.signals >= 0 ? begin(&t, c, e) : (int)ERR_USAGE;
    if (t.signals < 0)
        err_set(e, ERR_USAGE, "signals cannot be received: %m");
    if (status == 0) {
        const int matrices = screen_matrices(app->session);
        for (int i = 0; i < matrices; i++)
            app_know(app, app->session->word[i]);
        if (matrices > 0)
            app_open(app, app->session->word[0]);
        loop(&t, c);
        status = t.exit_signal ? 128 + t.exit_signal : 0;
        if (status == 0 && app->ask.vain) {
            *e = app->matrices.failed;
            status = (int)e->code;
        }
        prompt_history_save();
    }
    end(&t);
    app_keep_late(app);
    if (!client_close(app->engine.client, &saved) && status == 0) {
        status = (int)saved.code;
        *e = saved;
    }
    app->engine.client = NULL;
    if (t.signals >= 0)
        close(t.signals);
    signal(SIGINT, SIG_IGN); /* a superfluous Ctrl-C: curses' handler would exit with status 1 */
    sigprocmask(SIG_SETMASK, &old, NULL);
    return status;
}
