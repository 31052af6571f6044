/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshot: pictures of the screen; a screen without a terminal. */
#include "tui/input/outputs.h"
#include "tui/screen/actions.h"
#include "tui/screen/screen.h"

#include "core/base/clock.h"
#include "core/base/file_save.h"
#include "core/base/file_text.h"
#include "core/base/number.h"

/* ---- a picture ---- */

static bool check_name(const char *path, struct err *e)
{
    return text_ends_in(path, ".svg") || text_ends_in(path, ".txt") ||
           err_set(e, ERR_USAGE, "%.400s: a screenshot is an .svg or a .txt file", path);
}

/* A screenshot never overwrites a file that this session opens, runs or records. */
static bool may_write(const struct app *a, const char *path, struct err *e)
{
    bool ok = outputs_check_file(path, a->session, NULL, e);
    for (int i = 0; ok && i < a->matrices.count; i++)
        ok = outputs_check_file(path, a->session, a->matrices.spec[i], e);
    return ok;
}

bool screenshot_save(const struct app *a, const char *path, bool keys, struct err *e)
{
    struct canvas c = { 0 };
    struct app shown = *a;
    shown.noted = a->model->noted; /* in a picture nobody opens the log: it does not count what is new there */
    if (!check_name(path, e) || !may_write(a, path, e) || !canvas_init(&c, a->panels.rows, a->panels.cols, a->ascii, e))
        return false;
    const bool svg = text_ends_in(path, ".svg"), slide = svg && a->guide.tour;
    c.picture = svg && !a->ascii ? a->theme : NULL;
    if (slide)
        shown.guide.began = INFINITY; /* no clock… */
    app_draw(&shown, &c);
    c.rows -= slide || !keys; /* …and no keys, which are last */
    char *text = svg ? canvas_to_svg(&c, a->model->matrix.open ? a->model->matrix.name : "nzscope", a->theme)
                     : canvas_to_text(&c);
    const bool ok = file_save_text(path, text, e);
    free(text);
    canvas_free(&c);
    return ok;
}

/* ---- a screen without a terminal ---- */

/* Handles events until the engine is idle, or until the given time (until ≥ 0). */
static bool settle(struct app *a, double until, struct err *e)
{
    while (!a->engine.over) {
        app_tick(a);
        if (until < 0 ? a->engine.over || (!app_moves(a) && !client_pending(a->engine.client)) : clock_s() >= until)
            break;
        struct pollfd fd[LINK_FDS];
        int n = link_fds(client_link(a->engine.client), fd), wait = link_timeout_ms(client_link(a->engine.client));
        if (until >= 0 || wait < 0 || wait > 50)
            wait = 50;
        poll(fd, (nfds_t)n, wait);
        if (client_read(a->engine.client, app_event, a))
            continue;
        const char *why = client_failed(a->engine.client);
        app_is_over(a, why);
        if (why)
            return err_set(e, client_is_replay(a->engine.client) ? ERR_INPUT : ERR_ENGINE, "%s", why);
    }
    a->now = clock_s();
    return true;
}

static bool is_wait(const char *line)
{
    return strncmp(line, "wait ", 5) == 0;
}

/* Checks all lines before running any; a pipe can be read only once. */
static bool check_script(struct app *a, FILE *f, const char *path, struct err *e)
{
    char line[FILE_TEXT_LINE];
    struct err unread = { 0 };
    if (fseek(f, 0, SEEK_SET) != 0)
        return true;
    for (int at = 1; file_text_line(f, line, &unread); at++)
        if (!is_wait(line) && !app_command_check(a, line))
            return err_set(e, ERR_USAGE, "%.300s:%d: %s", path, at, a->dialog.message);
    return fseek(f, 0, SEEK_SET) == 0 || err_set(e, ERR_INPUT, "%s cannot be read again: %m", path);
}

static bool run_script(struct app *a, const char *path, struct err *e)
{
    char line[FILE_TEXT_LINE];
    FILE *f = file_text_open(path);
    if (!f)
        return err_set(e, ERR_INPUT, "%s cannot be read: %m", path);
    if (!check_script(a, f, path, e)) {
        fclose(f);
        return false;
    }
    struct err unread = { 0 };
    bool ok = true, resting = true;
    int at = 0;
    for (; ok && file_text_line(f, line, &unread); at++) {
        const bool waits = is_wait(line);
        /* commands after `run` without `wait` need its results */
        ok = waits || !resting || !a->engine.pending[PENDING_RUN] || settle(a, -1, e);
        resting = !waits;
        if (ok && waits) {
            int64_t ms;
            ok = number_parse(line + 5, &ms) && ms >= 0
                     ? settle(a, clock_s() + (double)ms / 1000, e)
                     : err_set(e, ERR_USAGE, "wait wants milliseconds, not '%.40s'", line + 5);
        } else if (ok) {
            a->dialog.message[0] = 0;
            app_command(a, line);
            if (a->dialog.message[0] && a->dialog.bad)
                ok = err_set(e, ERR_USAGE, "%s", a->dialog.message);
            /* the next line may be `wait`: everything but `run` and `get` is waited for */
            ok = ok && (a->engine.pending[PENDING_RUN] || a->download.fetch.pid || settle(a, -1, e));
            if (ok && a->matrices.failed.text[0])
                ok = err_set(e, a->matrices.failed.code, "%s", a->matrices.failed.text);
        }
    }
    fclose(f);
    if (ok && unread.text[0])
        ok = err_set(e, unread.code, "%s", unread.text);
    if (!ok)
        err_prefix(e, "%.300s:%d", path, at + !!unread.text[0]);
    return ok && (!resting || settle(a, -1, e));
}

/* Runs all steps of the tour; a failed command ends it. */
static bool walk(struct app *a, struct err *e)
{
    while (settle(a, -1, e)) {
        if (a->guide.fault[0])
            return err_set(e, ERR_USAGE, "%s", a->guide.fault);
        if (a->guide.step == a->guide.tour->steps - 1)
            return true;
        app_command(a, "tour next");
    }
    return false;
}

int screenshot_take(struct app *a, const struct client_options *c, struct err *e)
{
    const struct options *o = a->session;
    const char *path = o->value[OPT_SCREENSHOT];
    if (!config_may_keep()) /* like the screen */
        app_keep(a, false);
    a->engine.client = check_name(path, e) ? client_open(c, e) : NULL;
    bool ok = a->engine.client != NULL;
    if (ok && screen_matrices(o) > 0)
        app_open(a, o->word[0]);
    else if (c->link.replay)
        panels_focus(&a->panels, VIEW_run); /* like on a terminal */
    else if (ok && !a->guide.tour)
        app_command(a, "open");
    ok = ok && settle(a, -1, e);
    if (ok && a->matrices.failed.text[0]) {
        *e = a->matrices.failed;
        ok = false;
    }
    if (ok && a->guide.tour)
        ok = walk(a, e);
    else if (ok && o->value[OPT_SCRIPT])
        ok = run_script(a, o->value[OPT_SCRIPT], e);
    else if (ok && a->model->matrix.open && !c->link.replay) {
        app_command(a, "run");
        ok = settle(a, -1, e);
    }
    a->dialog.message[0] = 0;
    ok = ok && screenshot_save(a, path, true, e);
    struct err closing;
    if (!client_close(a->engine.client, &closing) && ok) {
        ok = false;
        *e = closing;
    }
    a->engine.client = NULL;
    return ok ? 0 : (int)e->code;
}
