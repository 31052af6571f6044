/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curses_screen: the only file that uses curses: draws a canvas on the terminal, reads keys and clicks. */
#include "tui/screen/curses_screen.h"

#include <curses.h>
#include <sys/ioctl.h>

#include "core/base/clock.h"

enum { CLICK_TWICE_MS = 400, SIDE_MOST = 2000 }; /* curses counts cells in a short, and crashes on a larger side */

struct screen {
    struct app *app;
    SCREEN *terminal;
    struct canvas front, back; /* the terminal's contents, and the next frame */
    double last_click;
    int click_row, click_col;
    const struct theme *inked; /* the theme whose colours are set up */
    bool mouse_on, coloured;
};

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
    const struct ink ink = theme_ink(t, role);
    return (short)(COLORS >= 256 ? ink.c256 : ink.c8);
}

static bool in_colour(const struct screen *s)
{
    return has_colors() && strcmp(s->app->theme->name, "mono") != 0;
}

static void set_colours(struct screen *s)
{
    const struct theme *t = s->app->theme;
    s->inked = t;
    if (!in_colour(s))
        return;
    if (!s->coloured) { /* with NO_COLOR, no colour sequence is sent at all */
        s->coloured = true;
        start_color();
        use_default_colors();
    }
    for (int i = 0; i < ROLE_COUNT; i++)
        init_pair((short)(1 + i), colour_of(t, (enum role)i), (short)(COLORS >= 256 ? t->back256 : t->back8));
    for (int i = 0; i < 5 && COLOR_PAIRS > 1 + ROLE_COUNT + 25; i++)
        for (int j = 0; j < 5; j++)
            init_pair((short)(1 + ROLE_COUNT + i * 5 + j), colour_of(t, (enum role)(ROLE_HEAT0 + i)),
                      colour_of(t, (enum role)(ROLE_HEAT0 + j)));
}

static attr_t attributes_of(const struct screen *s, const struct cell *c)
{
    unsigned attr = c->attr | theme_ink(in_colour(s) ? s->app->theme : &theme_mono, (enum role)c->role).attr;
    return (attr & ATTR_BOLD ? A_BOLD : 0) | (attr & ATTR_REVERSE ? A_REVERSE : 0) |
           (attr & ATTR_UNDERLINE ? A_UNDERLINE : 0);
}

/* ---- drawing ---- */

static void put_cell(const struct screen *s, int row, int col, const struct cell *c)
{
    /* two colours in a cell need colour pairs; otherwise the cell is full */
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
    s->app->panels.rows = rows;
    s->app->panels.cols = cols;
    bool ok = canvas_init(&s->front, rows, cols, s->app->ascii, NULL) &&
              canvas_init(&s->back, rows, cols, s->app->ascii, NULL);
    if (!ok)
        return false;
    clear();
    for (int i = 0; i < rows * cols; i++) /* nothing is drawn yet, not even blanks: they have a ground */
        s->front.cell[i].glyph = 0;
    return true;
}

/* Passes only changed cells to curses, which sends only changes to the terminal. */
void screen_draw(struct screen *s)
{
    struct app *a = s->app;
    if (!fit_canvases(s))
        return;
    bool all = a->ask.redraw || s->inked != a->theme;
    if (all) {
        set_colours(s);
        clearok(stdscr, TRUE);
        a->ask.redraw = false;
    }
    a->now = clock_s();
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

void screen_fit(struct screen *s)
{
    struct winsize w;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > 0 && w.ws_col > 0)
        resizeterm(w.ws_row < SIDE_MOST ? w.ws_row : SIDE_MOST, w.ws_col < SIDE_MOST ? w.ws_col : SIDE_MOST);
    fit_canvases(s);
}

/* ---- keys and mouse ---- */

static int translate(wint_t key)
{
    static const struct {
        wint_t curses;
        int ours;
    } table[] = { { KEY_UP, KEY_ARROW_UP },          { KEY_DOWN, KEY_ARROW_DOWN },
                  { KEY_LEFT, KEY_ARROW_LEFT },      { KEY_RIGHT, KEY_ARROW_RIGHT },
                  { KEY_PPAGE, KEY_PAGE_UP },        { KEY_NPAGE, KEY_PAGE_DOWN },
                  { KEY_HOME, KEY_FIRST },           { KEY_END, KEY_LAST },
                  { KEY_BTAB, KEY_BACK_TAB },        { KEY_ENTER, KEY_RETURN },
                  { KEY_BACKSPACE, KEY_DELETE_BACK } };
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].curses == key)
            return table[i].ours;
    return key > (wint_t)KEY_F0 && key <= (wint_t)KEY_F(12) ? KEY_FUNCTION + (int)(key - (wint_t)KEY_F0) : 0;
}

static void on_mouse(struct screen *s)
{
    MEVENT m;
    if (getmouse(&m) != OK)
        return;
    double now = clock_s();
    bool press = m.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED);
    bool twice = press && now - s->last_click < CLICK_TWICE_MS / 1000.0 && m.y == s->click_row && m.x == s->click_col;
    bool up = m.bstate & BUTTON4_PRESSED, down = m.bstate & BUTTON5_PRESSED;
    if (press) {
        s->last_click = now;
        s->click_row = m.y;
        s->click_col = m.x;
    }
    if (press || up || down)
        app_mouse(s->app, up ? MOUSE_UP : down ? MOUSE_DOWN : twice ? MOUSE_TWICE : MOUSE_CLICK, m.y, m.x);
}

/* Reads the rest of an unknown key sequence: after ESC, [, digits, a letter. Anything else stays in the queue. */
static bool take_unknown_key(void)
{
    wint_t code;
    const int kind = get_wch(&code);
    if (kind == KEY_CODE_YES)
        ungetch((int)code);
    else if (kind == OK && code != '[')
        unget_wch((wchar_t)code);
    if (kind != OK || code != '[')
        return false;
    while (get_wch(&code) == OK && !(code >= '@' && code <= '~'))
        ;
    return true;
}

/* Passes clicks directly to the app. */
bool screen_key(struct screen *s, int *key)
{
    wint_t code;
    for (int kind; (kind = get_wch(&code)) != ERR;) {
        *key = kind == OK ? code == '\n' ? KEY_RETURN : (int)code : translate(code);
        if (kind == KEY_CODE_YES && code == KEY_MOUSE)
            on_mouse(s);
        else if (*key == KEY_ESC && take_unknown_key())
            continue;
        else if (*key)
            return true;
    }
    return false;
}

int screen_byte(struct screen *s, int wait_ms)
{
    timeout(wait_ms);
    int byte = wgetch(stdscr);
    timeout(0);
    return byte == ERR ? -1 : byte;
}

void screen_bytes(struct screen *s, bool bytes)
{
    keypad(stdscr, !bytes);
}

void screen_mouse(struct screen *s)
{
    bool on = s->app->mouse && !s->app->dialog.line; /* while a line is typed, clicks select text */
    if (s->mouse_on == on)
        return;
    s->mouse_on = on;
    mousemask(s->mouse_on ? BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

void screen_copy(struct screen *s)
{
    char *sequence = s->app->ask.copy[0] ? clipboard_sequence(s->app->ask.copy) : NULL;
    s->app->ask.copy[0] = 0;
    if (!sequence)
        return;
    fputs(sequence, stdout);
    fflush(stdout);
    free(sequence);
}

/* ---- beginning and end ---- */

void screen_leave(struct screen *s)
{
    endwin();
}

void screen_return(struct screen *s)
{
    s->app->ask.redraw = true;
    screen_fit(s);
    refresh();
}

/* The bytes that restore the terminal after a crash. */
static void guard(void)
{
    static const char *const names[] = { "sgr0", "rmkx", "cnorm", "rmcup" };
    char bytes[400] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
    for (size_t i = 0; i < COUNT(names); i++) {
        const char *text = tigetstr(names[i]);
        if (text && text != (char *)-1 && strlen(bytes) + strlen(text) < sizeof bytes)
            strcat(bytes, text);
    }
    crash_guard(bytes);
}

/* Sequences of presenters' clickers, and of terminals under another's name, whatever the terminal's type. */
static void define_keys(void)
{
    static const struct {
        const char *sent;
        int key;
    } keys[] = { { "\033[5~", KEY_PPAGE }, { "\033[6~", KEY_NPAGE }, { "\033[1~", KEY_HOME }, { "\033[7~", KEY_HOME },
                 { "\033[H", KEY_HOME },   { "\033OH", KEY_HOME },   { "\033[4~", KEY_END },  { "\033[8~", KEY_END },
                 { "\033[F", KEY_END },    { "\033OF", KEY_END } };
    for (size_t i = 0; i < COUNT(keys); i++)
        define_key(keys[i].sent, keys[i].key);
}

struct screen *screen_open(struct app *app, struct err *e)
{
    struct screen *s = calloc(1, sizeof *s);
    if (!s) {
        err_nomem(e, "the screen", sizeof *s);
        return NULL;
    }
    s->app = app;
    set_escdelay(25);
    crash_remember(STDIN_FILENO);
    setenv("LINES", "24", 1); /* newterm crashes on huge sides, whatever their source; screen_fit asks the terminal */
    setenv("COLUMNS", "80", 1);
    s->terminal = newterm(NULL, stdout, stdin);
    unsetenv("LINES");
    unsetenv("COLUMNS");
    if (!s->terminal) {
        err_set(e, ERR_USAGE, "the terminal %s is not known here; try TERM=xterm", getenv("TERM"));
        screen_close(s);
        return NULL;
    }
    guard();
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    define_keys();
    nodelay(stdscr, TRUE);
    curs_set(0);
    mouseinterval(0);
    set_colours(s);
    screen_fit(s);
    return s;
}

void screen_close(struct screen *s)
{
    if (!s)
        return;
    if (s->terminal) {
        endwin();
        delscreen(s->terminal);
    }
    crash_forget();
    canvas_free(&s->front);
    canvas_free(&s->back);
    free(s);
}
