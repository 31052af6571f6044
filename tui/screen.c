/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: the terminal: the only file that knows curses. Everything that is shown comes from a canvas. */
#include "tui/terminal.h"

#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "tui/app.h"
#include "tui/crash.h"
#include "tui/keys.h"
#include "tui/prompt.h"

enum { FRAME_MS = 50, CLICK_TWICE_MS = 400 };

struct screen {
    struct app *app;
    struct canvas front, back; /* what the terminal shows, and the next frame */
    int signals;               /* a signalfd */
    bool prompting, lost;      /* lost: the terminal is gone */
    int exit_signal;
    double last_click;
    int click_row, click_col;
    const struct theme *inked; /* the theme whose colours are set up */
    bool mouse_on, coloured;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- colours ---- */

/* Pair 1 + role: the role on the terminal's ground; then heat on heat for half blocks. */
static short pair_of(const struct cell *c)
{
    if (c->back >= ROLE_HEAT0 && c->role >= ROLE_HEAT0)
        return (short)(1 + ROLE_COUNT + (c->role - ROLE_HEAT0) * 5 + (c->back - ROLE_HEAT0));
    return (short)(1 + c->role);
}

static short colour_of(const struct theme *t, enum role role)
{
    return (short)(COLORS >= 256 ? t->ink[role].c256 : t->ink[role].c8);
}

static bool in_colour(const struct screen *s)
{
    return has_colors() && strcmp(s->app->theme->name, "mono") != 0;
}

/* Without colours the terminal is not even told of any (NO_COLOR). */
static void begin_colours(struct screen *s)
{
    if (s->coloured)
        return;
    s->coloured = true;
    start_color();
    use_default_colors();
}

static void set_colours(struct screen *s)
{
    const struct theme *t = s->app->theme;
    s->inked = t;
    if (!in_colour(s))
        return;
    begin_colours(s);
    for (int i = 0; i < ROLE_COUNT; i++)
        init_pair((short)(1 + i), colour_of(t, (enum role)i), -1);
    for (int i = 0; i < 5 && COLOR_PAIRS > 1 + ROLE_COUNT + 25; i++)
        for (int j = 0; j < 5; j++)
            init_pair((short)(1 + ROLE_COUNT + i * 5 + j), colour_of(t, (enum role)(ROLE_HEAT0 + i)),
                      colour_of(t, (enum role)(ROLE_HEAT0 + j)));
}

static attr_t attributes_of(const struct screen *s, const struct cell *c)
{
    const struct ink *ink = &s->app->theme->ink[c->role];
    unsigned attr = c->attr | (in_colour(s) ? ink->attr : ink->mono);
    return (attr & ATTR_BOLD ? A_BOLD : 0) | (attr & ATTR_REVERSE ? A_REVERSE : 0) |
           (attr & ATTR_UNDERLINE ? A_UNDERLINE : 0);
}

/* ---- drawing ---- */

static void put_cell(const struct screen *s, int row, int col, const struct cell *c)
{
    /* Two colours in one cell need pairs; without them it is simply full. */
    uint32_t glyph = c->back && !in_colour(s) && c->glyph == 0x2580 ? 0x2588 : c->glyph;
    wchar_t text[2] = { (wchar_t)glyph, 0 };
    cchar_t cell;
    setcchar(&cell, text, attributes_of(s, c), in_colour(s) ? pair_of(c) : 0, NULL);
    mvadd_wch(row, col, &cell);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->glyph == b->glyph && a->role == b->role && a->attr == b->attr && a->back == b->back;
}

static bool fit_canvases(struct screen *s)
{
    int rows = LINES, cols = COLS;
    if (s->back.cell && s->back.rows == rows && s->back.cols == cols)
        return true;
    canvas_free(&s->front);
    canvas_free(&s->back);
    s->app->rows = rows;
    s->app->cols = cols;
    bool ok = canvas_init(&s->front, rows, cols, s->app->ascii, NULL) &&
              canvas_init(&s->back, rows, cols, s->app->ascii, NULL);
    if (ok)
        clear();
    return ok;
}

/* Only cells that differ go to curses, which sends only what differs to the terminal. */
static void draw(struct screen *s)
{
    struct app *a = s->app;
    if (!fit_canvases(s))
        return;
    bool all = a->redraw || s->inked != a->theme;
    if (all) {
        set_colours(s);
        clearok(stdscr, TRUE);
        a->redraw = false;
    }
    a->now = seconds();
    app_draw(a, &s->back);
    for (int i = 0; i < s->back.rows; i++)
        for (int j = 0; j < s->back.cols; j++) {
            struct cell *now = &s->back.cell[i * s->back.cols + j], *then = &s->front.cell[i * s->back.cols + j];
            if (!all && same_cell(now, then))
                continue;
            put_cell(s, i, j, now);
            *then = *now;
        }
    refresh();
}

/* ---- the `:` line ---- */

static void on_accept(void *arg, char *line)
{
    struct screen *s = arg;
    s->prompting = false;
    s->app->line = NULL;
    s->app->offer[0] = 0;
    if (line && line[0]) {
        prompt_history_add(line);
        app_command(s->app, line);
    }
    free(line);
}

static void on_offer(void *arg, char **words, int n)
{
    struct app *a = ((struct screen *)arg)->app;
    size_t used = 0;
    a->offer[0] = 0;
    for (int i = 0; i < n && used + strlen(words[i]) + 2 < sizeof a->offer; i++)
        used += (size_t)snprintf(a->offer + used, sizeof a->offer - used, "%s%s", used ? " " : "", words[i]);
}

static void complete(void *arg, const char *line, int start, const char *text, void (*add)(const char *))
{
    app_complete(((struct screen *)arg)->app, line, start, text, add);
}

static void prompt_open(struct screen *s)
{
    const struct prompt_hooks hooks = { on_accept, on_offer, complete, s };
    s->app->asked_prompt = false;
    s->prompting = true;
    keypad(stdscr, FALSE);
    prompt_begin(s->app->ask_prompt, &hooks);
}

static void prompt_leave(struct screen *s)
{
    prompt_end();
    keypad(stdscr, TRUE);
    s->prompting = false;
    s->app->line = NULL;
    s->app->offer[0] = 0;
}

/* Readline gets bytes as they are. An Esc with nothing behind it gives the line up. */
static void prompt_keys(struct screen *s)
{
    int byte;
    while (s->prompting && (byte = wgetch(stdscr)) != ERR) {
        if (byte == KEY_ESC) {
            timeout(25);
            int next = wgetch(stdscr);
            timeout(0);
            if (next == ERR) {
                prompt_leave(s);
                return;
            }
            prompt_feed(KEY_ESC);
            byte = next;
        }
        s->app->offer[0] = 0;
        if (byte < 256)
            prompt_feed((unsigned char)byte);
    }
    if (s->prompting)
        prompt_text(&s->app->prompt, &s->app->line, &s->app->cursor);
    else
        prompt_leave(s);
}

/* ---- keys and mouse ---- */

static int translate(wint_t key)
{
    static const struct {
        wint_t curses;
        int ours;
    } table[] = {
        {KEY_UP,         KEY_ARROW_UP   },
        { KEY_DOWN,      KEY_ARROW_DOWN },
        { KEY_LEFT,      KEY_ARROW_LEFT },
        { KEY_RIGHT,     KEY_ARROW_RIGHT},
        { KEY_PPAGE,     KEY_PAGE_UP    },
        { KEY_NPAGE,     KEY_PAGE_DOWN  },
        { KEY_HOME,      KEY_FIRST      },
        { KEY_END,       KEY_LAST       },
        { KEY_BTAB,      KEY_BACK_TAB   },
        { KEY_ENTER,     KEY_RETURN     },
        { KEY_BACKSPACE, KEY_DELETE_BACK},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].curses == key)
            return table[i].ours;
    return key > (wint_t)KEY_F0 && key <= (wint_t)KEY_F(12) ? KEY_FUNCTION + (int)(key - (wint_t)KEY_F0) : 0;
}

static void on_mouse(struct screen *s)
{
    MEVENT m;
    if (getmouse(&m) != OK)
        return;
    double now = seconds();
    bool press = m.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED);
    bool twice = press && now - s->last_click < CLICK_TWICE_MS / 1000.0 && m.y == s->click_row && m.x == s->click_col;
    bool up = m.bstate & BUTTON4_PRESSED, down = m.bstate & BUTTON5_PRESSED;
    if (press) {
        s->last_click = now;
        s->click_row = m.y;
        s->click_col = m.x;
    }
    if (press || up || down)
        app_click(s->app, m.y, m.x, up, down, twice);
}

static void on_keys(struct screen *s)
{
    wint_t key;
    int kind;
    while (!s->prompting && !s->app->quit && !s->app->suspend && (kind = get_wch(&key)) != ERR) {
        if (kind == KEY_CODE_YES && key == KEY_MOUSE)
            on_mouse(s);
        else if (kind == KEY_CODE_YES && translate(key))
            app_key(s->app, translate(key));
        else if (kind == OK)
            app_key(s->app, key == '\n' ? KEY_RETURN : (int)key);
        if (s->app->asked_prompt)
            prompt_open(s);
    }
    if (s->prompting)
        prompt_keys(s);
}

static void fit_mouse(struct screen *s)
{
    if (s->mouse_on == s->app->mouse)
        return;
    s->mouse_on = s->app->mouse;
    mousemask(s->mouse_on ? BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

/* ---- signals ---- */

static void take_sigset(sigset_t *set)
{
    static const int numbers[] = { SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT };
    sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(set, numbers[i]);
}

static void on_resize(struct screen *s)
{
    struct winsize w;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > 0 && w.ws_col > 0)
        resizeterm(w.ws_row, w.ws_col);
    fit_canvases(s);
}

/* Stops this process as Ctrl-Z would have; returns when it goes on. */
static void suspend(struct screen *s)
{
    s->app->suspend = false;
    endwin();
    raise(SIGSTOP);
    s->app->redraw = true;
    on_resize(s);
    refresh();
}

static void on_signals(struct screen *s)
{
    struct signalfd_siginfo info;
    while (read(s->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int number = (int)info.ssi_signo;
        if (number == SIGWINCH)
            on_resize(s);
        else if (number == SIGTSTP)
            suspend(s);
        else if (number == SIGCONT)
            s->app->redraw = true;
        else
            s->exit_signal = number;
    }
}

/* ---- the loop ---- */

/* Frames while something moves; otherwise nothing until something happens. */
static int wait_ms(const struct screen *s)
{
    int client = s->app->client ? client_timeout_ms(s->app->client) : -1;
    int frame = app_moves(s->app) ? FRAME_MS : -1;
    return client < 0 ? frame : frame < 0 || client < frame ? client : frame;
}

static void read_client(struct screen *s)
{
    struct app *a = s->app;
    if (!a->client || a->over || client_read(a->client, app_event, a))
        return;
    const char *why = client_failed(a->client);
    a->over = true;
    a->run_cmd = a->open_cmd = 0;
    a->model->progressing = false;
    snprintf(a->over_why, sizeof a->over_why, "%s", why ? why : "");
    app_say(a, why != NULL, "%s", why ? why : "the recording is at its end");
}

/* Waits and does what there is to do; true: somebody is waiting to see it. */
static bool turn(struct screen *s, int wait)
{
    struct pollfd fd[2 + CLIENT_FDS] = {
        {STDIN_FILENO, POLLIN, 0},
        { s->signals,  POLLIN, 0}
    };
    int n = s->app->client && !s->app->over ? client_fds(s->app->client, fd + 2) : 0;
    if (poll(fd, (nfds_t)(2 + n), wait) < 0 && errno != EINTR)
        s->lost = true;
    crash_child(s->app->client ? client_pid(s->app->client) : 0);
    on_signals(s);
    if (fd[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        s->lost = true;
    else if (fd[0].revents)
        on_keys(s);
    read_client(s);
    app_tick(s->app);
    fit_mouse(s);
    if (s->app->suspend)
        suspend(s);
    return fd[0].revents || fd[1].revents;
}

/* What a key or a signal did shows at once; what only moves, at most 20 times a second. */
static void loop(struct screen *s)
{
    double drawn = 0;
    bool at_once = true;
    while (!s->app->quit && !s->lost && !s->exit_signal) {
        double left = drawn + FRAME_MS / 1000.0 - seconds();
        if (at_once || left <= 0) {
            draw(s);
            drawn = seconds();
            at_once = turn(s, wait_ms(s));
        } else {
            at_once = turn(s, (int)(1000 * left) + 1);
        }
    }
}

/* ---- beginning and end ---- */

/* What puts the terminal right, for a program that is about to die. */
static void guard(void)
{
    static const char *const names[] = { "sgr0", "rmkx", "cnorm", "rmcup" };
    char bytes[400] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = tigetstr(names[i]);
        if (text && text != (char *)-1 && strlen(bytes) + strlen(text) < sizeof bytes)
            strcat(bytes, text);
    }
    crash_guard(bytes);
}

static bool start_curses(struct screen *s, SCREEN **terminal, struct err *e)
{
    set_escdelay(25);
    crash_remember(STDIN_FILENO);
    *terminal = newterm(NULL, stdout, stdin);
    if (!*terminal)
        return err_set(e, ERR_USAGE, "the terminal %s is not known here; try TERM=xterm", getenv("TERM"));
    guard();
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    mouseinterval(0);
    set_colours(s);
    return true;
}

static bool start_engine(struct screen *s, const struct screen_options *o, struct err *e)
{
    struct client_options c = o->client;
    c.restart = true;
    s->app->client = client_open(&c, e);
    if (!s->app->client)
        return false;
    if (o->matrices > 0)
        app_open(s->app, o->matrix[0]);
    return true;
}

int terminal_run(struct app *app, const struct screen_options *o, struct err *e)
{
    struct screen here = { .app = app, .signals = -1 }, *s = &here;
    sigset_t set, old;
    SCREEN *terminal = NULL;
    int status = ERR_USAGE;
    struct err saved = { 0 };
    take_sigset(&set);
    sigprocmask(SIG_BLOCK, &set, &old);
    s->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (s->signals < 0 || !start_curses(s, &terminal, e))
        goto done;
    prompt_history_load();
    if (o->matrices == 0 && !o->client.link.replay)
        app_command(s->app, "open");
    draw(s); /* before there is an engine: the first frame waits for nothing */
    if (!start_engine(s, o, e)) {
        status = (int)e->code;
        goto done;
    }
    loop(s);
    status = s->exit_signal ? 128 + s->exit_signal : 0;
    prompt_history_save();
done:
    if (terminal) {
        if (s->prompting)
            prompt_end();
        endwin();
        delscreen(terminal);
    }
    crash_forget();
    if (!client_close(s->app->client, &saved) && status == 0) {
        status = (int)saved.code;
        *e = saved;
    }
    s->app->client = NULL;
    if (s->signals >= 0)
        close(s->signals);
    canvas_free(&s->front);
    canvas_free(&s->back);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return status;
}
