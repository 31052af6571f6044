/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/lines_command.h"

#include "core/base/scrub.h"
#include "core/measure/measurement.h"
#include "tui/input/help.h"
#include "tui/lines/table.h"
#include "tui/link/fetch.h"
#include "tui/tours/tour.h"

static bool lines_roof(struct lines *l, const struct options *o, struct err *e)
{
    return lines_ready(l, e) && lines_ask(l, "bandwidth again=1", NULL, NULL, e);
}

/* A number that no bench would take is refused here. */
static bool set_fits(const char *name, const char *value, struct err *e)
{
    static const struct {
        const char *name;
        int64_t most;
    } numbers[] = { { "k", COMMAND_K_MAX }, { "threads", COMMAND_THREADS_MAX }, { "samples", MEASURE_SAMPLES } };
    struct list list;
    for (size_t i = 0; i < COUNT(numbers) && *value; i++)
        if (strcmp(numbers[i].name, name) == 0)
            return list_parse(name, value, 1, numbers[i].most, NULL, &list, e);
    return true;
}

static bool lines_set(struct lines *l, const struct options *o, struct err *e)
{
    for (int i = 0; i < OPTION_SETTABLE; i++) {
        const char *name = option_table[option_settable[i]].name, *value = o->words > 1 ? o->word[1] : "";
        if (o->words == 0) {
            char shown[SCRUB_GROWTH * LINES_VALUE];
            printf("%s\t%s\n", name, scrub_text(l->set[i], strlen(l->set[i]), shown, sizeof shown));
        } else if (strcmp(name, o->word[0]) == 0 && strlen(value) >= LINES_VALUE) {
            return err_set(e, ERR_USAGE, "the value of %s is too long", name);
        } else if (strcmp(name, o->word[0]) == 0) {
            if (set_fits(name, value, e))
                strcpy(l->set[i], value);
            return e->code == ERR_NONE;
        }
    }
    if (o->words) {
        err_set(e, ERR_USAGE, "set knows op, k, type, threads, kernel, samples, device and reorder, not '%.60s'",
                o->word[0]);
    }
    return e->code == ERR_NONE;
}

static void put_tour(void *arg, const char *name, const char *path)
{
    struct tour *t = tour_read(path, NULL, arg);
    if (!t)
        return;
    printf("%-8s  %-46s  %2d pages", name, t->title, t->steps);
    if (t->minutes > 0)
        printf(", %d minutes", t->minutes);
    putchar('\n');
    tour_free(t);
}

static void put_note(void *unused, const char *text)
{
    puts(text);
}

static bool check_tour(struct lines *l, const char *name, struct err *e)
{
    char path[4096], shown[4096];
    struct tour *t = NULL;
    struct model *m = lines_ready(l, e) && tour_find(name, path, sizeof path, e) ? model_new() : NULL;
    struct tour_review review = { m, put_note, NULL, 0 };
    if (m) {
        lines_tell(l, m);
        m->ready = true;
        t = tour_read(path, &review, e);
    }
    if (t && review.wrong == 0)
        printf("%s: %d page%s, no wrong line\n", scrub_path(path, shown, sizeof shown), t->steps,
               text_plural(t->steps));
    else if (t)
        err_set(e, ERR_INPUT, "%d wrong line%s", review.wrong, text_plural(review.wrong));
    tour_free(t);
    model_free(m);
    return e->code == ERR_NONE;
}

static bool lines_tour(struct lines *l, const struct options *o, struct err *e)
{
    char path[2400];
    if (o->words > 0)
        return check_tour(l, o->word[0], e);
    if (o->value[OPT_CHECK])
        err_set(e, ERR_USAGE, "tour --check wants the NAME or FILE of a tour");
    else if (tour_each(put_tour, e) == 0)
        err_set(e, ERR_INPUT, "the tours of nzscope are not installed");
    else
        printf("nzscope tour NAME begins one, nzscope tour FILE.tour your own\nhow to write one: %s\n",
               tour_format(path, sizeof path));
    fflush(stdout);
    return e->code == ERR_NONE;
}

/* The script's status is ours; it has printed the reason. */
static bool get_and_wait(struct lines *l, const struct options *o, struct err *e)
{
    struct fetch f;
    if (!client_is_local(l->client))
        return err_set(e, ERR_USAGE,
                       "the engine may be on another machine (--engine); nzscope get, there, fetches matrices");
    if (!fetch_start(&f, o->word, o->words, false, e))
        return false;
    l->interrupted = false;
    bool on = true;
    while (on && !l->interrupted && lines_wait(l, f.end, e))
        on = !l->readable || fetch_read(&f);
    const int status = fetch_end(&f, on);
    if (l->interrupted)
        err_set(e, ERR_CANCELLED, "stopped; the same command resumes it");
    else if (e->code == ERR_NONE)
        e->code = (enum err_code)status;
    l->interrupted = false;
    return e->code == ERR_NONE;
}

/* In the shell, the script replaces this program. */
static bool lines_get(struct lines *l, const struct options *o, struct err *e)
{
    if (l->context == PROMPT)
        return get_and_wait(l, o, e);
    fetch_become(o->word, o->words, e);
    return e->code == ERR_NONE;
}

/* The measurements of a recording as rows, and its advice as notices. */
struct replay_rows {
    struct lines *lines;
    struct row_table *rows;
};

static void on_row(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct replay_rows *r = arg;
    const char *name = take_string(event, "ev");
    if (strcmp(name, "measurement") == 0)
        rows_put(r->rows, event);
    else if (strcmp(name, "advice") == 0)
        lines_say(r->lines, "%s: %s", take_string(event, "matrix"), take_string(event, "text"));
}

static bool lines_replay(struct lines *l, const struct options *o, struct err *e)
{
    enum rows_style style;
    struct replay_rows r = { .lines = l };
    if (!(r.rows = rows_begin(o, NULL, NULL, &style, e)))
        return false;
    l->on_event = on_row;
    l->arg = &r;
    while (rows_writes(r.rows) && lines_wait(l, -1, e)) {
    }
    if (l->gone && !client_failed(l->client)) /* the end of the recording */
        *e = (struct err){ 0 };
    lines_close_rows(l, r.rows, o, e);
    return e->code == ERR_NONE;
}

static bool lines_quit(struct lines *l, const struct options *o, struct err *e)
{
    l->quit = true;
    return true;
}

static const struct line_command {
    lines_command *run;
    int least, most; /* number of words; most -1: unlimited */
} commands[CMD_COUNT] = {
    [CMD_info] = { lines_info, 0, -1 },
    [CMD_bench] = { lines_bench, 0, -1 },
    [CMD_advise] = { lines_advise, 0, -1 },
    [CMD_mul] = { lines_mul, 1, 2 },
    [CMD_transpose] = { lines_transpose, 1, 1 },
    [CMD_show] = { lines_show, 1, 1 },
    [CMD_gen] = { lines_gen, 1, 1 },
    [CMD_pack] = { lines_pack, 1, 1 },
    [CMD_get] = { lines_get, 1, -1 },
    [CMD_diff] = { lines_diff, 2, 2 },
    [CMD_list] = { lines_list, 1, 1 },
    [CMD_reorder] = { lines_reorder, 0, 1 },
    [CMD_prompt] = { lines_prompt, 0, 1 },
    [CMD_tour] = { lines_tour, 0, 1 },
    [CMD_replay] = { lines_replay, 1, 1 },
    [CMD_complete] = { lines_complete, 1, 1 },
    [CMD_open] = { lines_open_command, 1, 1 },
    [CMD_close] = { lines_close_command, 0, 0 },
    [CMD_roof] = { lines_roof, 0, 0 },
    [CMD_set] = { lines_set, 0, 2 },
    [CMD_help] = { lines_help, 0, -1 },
    [CMD_report] = { lines_report, 1, 1 },
    [CMD_quit] = { lines_quit, 0, 0 },
};

/* Options that take a list for bench, but one value for these commands. */
static bool values_check(const struct options *o, struct err *e)
{
    static const enum option listed[] = { OPT_OP, OPT_THREADS, OPT_TYPE, OPT_REORDER, OPT_K };
    const enum tui_command c = o->command;
    if (c != CMD_advise && c != CMD_mul && c != CMD_transpose && c != CMD_info)
        return true;
    for (size_t i = 0; i < COUNT(listed); i++) {
        const char *value = o->value[listed[i]];
        if (value && (strchr(value, ',') || strstr(value, "..")) && !(c == CMD_advise && listed[i] == OPT_K))
            return err_set(e, ERR_USAGE, "--%s %.60s: %s takes one value; give the command once for each",
                           option_table[listed[i]].name, value, tui_commands[c].name);
    }
    return true;
}

bool lines_check(const struct options *o, struct err *e)
{
    const struct line_command *c = &commands[o->command];
    const struct tui_command_info *info = &tui_commands[o->command];
    if (!c->run)
        return err_set(e, ERR_USAGE, "%s is for the screen", info->name);
    if (o->words < c->least)
        return err_set(e, ERR_USAGE, "%s wants: %s", info->name, info->arguments);
    if (c->most >= 0 && o->words > c->most)
        return err_set(e, ERR_USAGE, "%s does not know what to do with '%.60s'; it wants: %s", info->name,
                       o->word[c->most], *info->arguments ? info->arguments : "nothing");
    return values_check(o, e);
}

bool lines_do(struct lines *l, const struct options *o, struct err *e)
{
    if (o->value[OPT_HELP]) {
        help_print(stdout, o->command, l->context);
        return true;
    }
    if (!lines_check(o, e))
        return false;
    const bool ok = commands[o->command].run(l, o, e);
    lines_clear(l);
    return ok;
}
