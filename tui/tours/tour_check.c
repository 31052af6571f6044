/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_check: the commands of a tour, and the mistakes in them that can be seen before it starts. */
#include "core/base/words.h"
#include "core/generate/gen.h"
#include "core/measure/interval.h"
#include "core/measure/registry.h"
#include "tui/tours/tour.h"
#include "tui/views/arrays.h"
#include "tui/views/picture.h"
#include "tui/views/typed.h"

/* Whether the first word of a line is one of these. */
static bool is_verb(const char *line, const char *verbs)
{
    return text_has(verbs, line, (int)strcspn(line, " "));
}

/* ---- checks ---- */

/* A tour writes no files, fetches none, and leaves the program and the clipboard to the user. Name: unquoted. */
static bool check_harmless(const char *name, struct err *e)
{
    static const char verbs[] =
        "quit suspend interrupt line tour save screenshot keep get mouse enter play bind config copy";
    return !is_verb(name, verbs) || err_set(e, ERR_USAGE, "%s does not belong in a tour", name);
}

/* Only an engine knows its operations, the threads, and the parameters of its kernels. */
static bool is_known(const struct tour_checker *c, const char *setting)
{
    return c->model->ready || is_verb(setting, "k type cache samples reorder");
}

static bool check_setting(struct tour_checker *c, const char *name, const char *value, struct err *e)
{
    if (strcasecmp(name, "keep") == 0)
        return check_harmless("keep", e);
    return !is_known(c, name) || settings_set(&c->settings, c->model, name, value, e);
}

static bool check_settings(struct tour_checker *c, char **word, int n, struct err *e)
{
    const char *name, *value;
    while (typed_setting(&word, &n, &name, &value))
        if (!check_setting(c, name, value, e))
            return false;
    return true;
}

/* A generator with its arguments, or a file or a matrix of the catalogue that is here. */
static bool check_matrix(const struct tour_checker *c, const char *spec, struct err *e)
{
    char path[4096];
    if (strncmp(spec, "gen:", 4) == 0)
        return gen_check(spec + 4, e);
    catalog_path(spec, path, sizeof path);
    return c->absent || access(path, R_OK) == 0 || err_set(e, ERR_INPUT, "there is no matrix %.300s here", spec);
}

static bool check_sweep(const struct tour_checker *c, char **word, int n, struct err *e)
{
    struct typed_sweep sweep;
    char spec[200];
    if (n > 0 && !is_known(c, word[0]) && strcmp(word[0], "size") != 0)
        return true;
    if (!typed_sweep(&c->settings, c->model, word, n, &sweep, e))
        return false;
    if (c->model->ready && !c->marked[0])
        return err_set(e, ERR_USAGE, "no :mark in this step: sweep would run every kernel, which takes minutes");
    if (!sweep.spec)
        return true;
    gen_sized(sweep.spec, sweep.sizes.value[0], spec, sizeof spec);
    return check_matrix(c, spec, e);
}

/* A kernel for a GPU or of a library: the engine here may lack what a recording has. */
static bool is_elsewhere(const char *kernel)
{
    return strncmp(kernel, "gpu.", 4) == 0 || strncmp(kernel, "peer.", 5) == 0;
}

/* Each glob of a list "A,B": one that matches nothing would be missed in the lecture only. Recordings are asked for
   theirs, once they are there. */
static bool check_kernels(const struct tour_checker *c, char **globs, int n, struct err *e)
{
    const bool here = c->tour->recordings == 0;
    bool ok = true;
    for (int i = 0; i < n && ok && c->model->ready && (here || c->unrecorded); i++) {
        char list[1000], *save = NULL;
        snprintf(list, sizeof list, "%s", globs[i]);
        for (const char *glob = strtok_r(list, ",", &save); glob && ok; glob = strtok_r(NULL, ",", &save))
            ok = (!here && is_elsewhere(glob)) ||
                 model_kernels_match(c->model, settings_operation(&c->settings, c->model), glob, e);
    }
    return ok;
}

/* What `why` explains: a format or a kernel. */
static bool check_subject(const struct tour_checker *c, char *word, struct err *e)
{
    if (is_verb(word, "up down dense") || arrays_known(word) || is_elsewhere(word))
        return true;
    if (!strchr(word, '.'))
        return err_set(e, ERR_USAGE, "why explains a kernel or a format, not %.60s", word);
    return check_kernels(c, &word, 1, e);
}

enum { KERNEL_NAME = 64 };

/* The kernel of "KERNEL" or "KERNEL@ORDER", and the settings with its order or type. ERR_USAGE: no such order. */
static bool in_order(const struct tour_checker *c, const char *name, char kernel[KERNEL_NAME], struct settings *out,
                     struct err *e)
{
    const char *in = strchr(name, '@');
    enum vtype type;
    snprintf(kernel, KERNEL_NAME, "%.*s", tour_kernel_length(name), name);
    *out = c->settings;
    return !in || settings_set(out, c->model, vtype_parse(in + 1, &type) ? "type" : "reorder", in + 1, e);
}

/* "KERNEL" or "KERNEL@ORDER". */
static bool is_kernel(const struct tour_checker *c, const char *name)
{
    char kernel[KERNEL_NAME];
    struct settings ordered;
    struct err e;
    return in_order(c, name, kernel, &ordered, &e) &&
           (model_kernel(c->model, kernel) || (c->tour->recordings > 0 && is_elsewhere(name)));
}

/* `name` of a figure {…} is no kernel: one that is written like a kernel is told so. */
static bool no_figure(const struct tour_checker *c, const char *name, const char *figure, struct err *e)
{
    char kernel[KERNEL_NAME];
    snprintf(kernel, sizeof kernel, "%.*s", tour_kernel_length(name), name);
    return (!strchr(kernel, '.') || model_kernels_match(c->model, NULL, kernel, e)) &&
           err_set(e, ERR_USAGE, "%.*s}: no figure, which is {KERNEL/KERNEL}, {FORMAT}, {slots:KERNEL} or {KERNEL}",
                   (int)strcspn(figure, "}"), figure);
}

bool tour_check_caption(const struct tour_checker *c, const char *caption, struct err *e)
{
    char first[80], second[80];
    for (const char *at = c->model->ready ? strchr(caption, '{') : NULL; at; at = strchr(at + 1, '{')) {
        const int n = sscanf(at, "{%79[^}/]/%79[^}]}", first, second);
        const bool stored = n == 1 && tour_slots_of(first);
        if (stored)
            memmove(first, tour_slots_of(first), strlen(tour_slots_of(first)) + 1);
        if (n < 1 || !(is_kernel(c, first) || (n == 1 && !stored && arrays_known(first))))
            return no_figure(c, n < 1 ? "" : first, at, e);
        if (n == 2 && !is_kernel(c, second))
            return no_figure(c, second, at, e);
        for (int i = 0; i < (stored ? 1 : n == 2 ? 2 : 0); i++) {
            char *kernel = i ? second : first;
            kernel[tour_kernel_length(kernel)] = 0;
            if (!c->all[0] || !registry_match(c->all, kernel))
                return err_set(e, ERR_USAGE, "no step so far runs %s, of which the caption has a figure", kernel);
        }
    }
    return true;
}

/* Each of the globs names a run of a recording, if the tour has any: they are to hold what every step measures. */
static bool check_recorded(const struct tour_checker *c, const char *line, struct err *e)
{
    struct tour_wish w;
    char globs[sizeof w.globs], *save = NULL;
    if (c->tour->recordings == 0 || c->unrecorded || !tour_wish(&w, line, c->marked, &c->settings, c->model))
        return true;
    snprintf(w.matrix, sizeof w.matrix, "%s", c->matrix);
    snprintf(globs, sizeof globs, "%s", w.globs);
    for (const char *glob = strtok_r(globs, ",", &save); glob; glob = strtok_r(NULL, ",", &save)) {
        snprintf(w.globs, sizeof w.globs, "%s", glob);
        json_t *runs = tour_recorded(c->tour, &w, e);
        const bool held = json_array_size(runs) > 0;
        json_decref(runs);
        if (!held)
            return err_set(e, ERR_INPUT, "no recording holds a run of %s with these settings%s%s", glob,
                           *c->matrix ? " on " : "", c->matrix);
    }
    return true;
}

/* On the same machine: that is in front of the device. */
static bool is_faster(const json_t *a, const json_t *b)
{
    const char *one = take_string(a, "device"), *other = take_string(b, "device");
    const size_t n = strcspn(one, " ");
    return n == strcspn(other, " ") && strncmp(one, other, n) == 0 &&
           interval_compare(take_double(a, "ci_lo_ms"), take_double(a, "ci_hi_ms"), take_double(b, "ci_lo_ms"),
                            take_double(b, "ci_hi_ms")) == FASTER;
}

bool tour_may_show(int faster_threads, const char *slower, int slower_threads)
{
    return faster_threads <= slower_threads || slower_threads == 0 || model_names_serial(slower);
}

/* The recorded runs of "KERNEL" or "KERNEL@ORDER" with the step's settings; NULL: there is no such order. */
static json_t *runs_named(const struct tour_checker *c, const char *name, struct err *e)
{
    struct tour_wish w = { .model = c->model };
    snprintf(w.matrix, sizeof w.matrix, "%s", c->matrix);
    return in_order(c, name, w.globs, &w.settings, e) ? tour_recorded(c->tour, &w, e) : NULL;
}

/* Whether the recordings support `expect A > B`; they replace measurements. */
static bool check_seen(const struct tour_checker *c, const struct tour_expect *x, struct err *e)
{
    const json_t *a, *b;
    bool seen = c->tour->recordings == 0 || c->unrecorded || !c->model->ready;
    json_t *fast = seen ? NULL : runs_named(c, x->faster, e), *slow = fast ? runs_named(c, x->slower, e) : NULL;
    JSON_EACH(a, fast)
        JSON_EACH(b, slow)
            seen |= is_faster(a, b) && tour_may_show(take_threads(a), take_string(b, "kernel"), take_threads(b));
    json_decref(fast);
    json_decref(slow);
    return seen || (e->code == ERR_NONE && err_set(e, ERR_INPUT, "the recordings do not show that %s is faster than %s",
                                                   x->faster, x->slower));
}

bool tour_check_expect(const struct tour_checker *c, const struct tour_expect *x, struct err *e)
{
    const char *const name[] = { x->faster, x->slower };
    for (int i = 0; i < 2; i++) {
        char kernel[KERNEL_NAME];
        struct settings ordered;
        if (!in_order(c, name[i], kernel, &ordered, e))
            return false;
        if (!c->ran[0] || !registry_match(c->ran, kernel))
            return err_set(e, ERR_USAGE, "no line of this step above runs %s", kernel);
    }
    return check_seen(c, x, e);
}

/* A command that runs something needs a matrix; only where an engine is asked it is known whether one is open. */
static bool check_open(const struct tour_checker *c, enum tui_command command, char **word, int n, struct err *e)
{
    const bool opens = n > 0 && (command == CMD_advise || strcmp(word[0], "size") == 0);
    return c->opened || !c->model->ready || opens ||
           err_set(e, ERR_USAGE, "no matrix is open here: :open MATRIX comes before %s", tui_commands[command].name);
}

static bool check_arguments(struct tour_checker *c, enum tui_command command, char **word, int n, struct err *e)
{
    int by, view;
    if (command == CMD_set)
        return check_settings(c, word, n, e);
    if (command == CMD_sweep)
        return check_sweep(c, word, n, e);
    if (n == 0)
        return true;
    if (command == CMD_compare && n == 1)
        return err_set(e, ERR_USAGE, "compare wants two kernels, A B");
    switch (command) {
    case CMD_run:
    case CMD_mark:
    case CMD_unmark:
    case CMD_compare:
        return check_kernels(c, word, n, e);
    case CMD_advise:
        return check_matrix(c, word[0], e);
    case CMD_zoom:
    case CMD_focus:
        return typed_panel(word[0], &by, &view, e);
    case CMD_reorder:
        return check_setting(c, "reorder", word[0], e);
    case CMD_microscope:
        return typed_format(word[0], e);
    case CMD_why:
        return check_subject(c, word[0], e);
    case CMD_axis:
        return !c->model->ready || curve_is_axis(c->model, &c->settings, word[0], e);
    default:
        return true;
    }
}

static void note(char *list, size_t size, char *const *word, int n)
{
    for (int i = 0; i < n; i++)
        text_join(list, size, ",", "%s", word[i]);
}

/* The kernels that a command marks or runs; what a sweep or a comparison runs is known only if kernels are marked. */
static void note_kernels(struct tour_checker *c, enum tui_command command, char *const *word, int n)
{
    const bool run = command == CMD_run, mark = command == CMD_mark;
    if (mark)
        note(c->marked, sizeof c->marked, word, n);
    if (run || mark)
        note(c->ran, sizeof c->ran, word, n);
    if (run && n > 0)
        note(c->all, sizeof c->all, word, n);
    else if (!mark)
        text_join(c->all, sizeof c->all, ",", "%s", command == CMD_sweep && c->marked[0] ? c->marked : "*");
}

static bool check_words(struct tour_checker *c, struct tour_command *t, const struct words *w, struct err *e)
{
    enum tui_command command;
    int skip;
    if (w->count == 0)
        return err_set(e, ERR_USAGE, "a command is missing after the colon");
    if (!check_harmless(w->word[0], e) || !typed_command(&c->settings, c->model, w->word, w->count, &command, &skip, e))
        return false;
    const char *arguments = tui_commands[command].arguments;
    char **word = w->word + skip;
    const int n = w->count - skip;
    if (n == 0 && *arguments && *arguments != '[')
        return err_set(e, ERR_USAGE, "%s wants %s", w->word[0], arguments);
    t->measures = command == CMD_run || command == CMD_sweep || command == CMD_compare || command == CMD_advise;
    t->marks = command == CMD_mark;
    t->lasts = command == CMD_set || command == CMD_reorder;
    if (t->measures || t->marks)
        note_kernels(c, command, word, n);
    return (!t->measures || check_open(c, command, word, n, e)) && check_arguments(c, command, word, n, e);
}

/* The name that a generated matrix gets; "" where only reading it tells. */
static void note_opening(struct tour_checker *c, const char *spec)
{
    c->settings = (struct settings){ 0 };
    c->opened = true;
    snprintf(c->matrix, sizeof c->matrix, "%s",
             strncmp(spec, "gen:", 4) == 0 && strncmp(spec, "gen:twin:", 9) != 0 ? spec + 4 : "");
}

bool tour_check(struct tour_checker *c, struct tour_command *command, struct err *e)
{
    struct words w;
    if (!words_split(command->text, &w, e))
        return false;
    const bool ok = check_words(c, command, &w, e);
    words_free(&w);
    if (ok && command->opens)
        note_opening(c, command->opens);
    return ok && (command->opens ? check_matrix(c, command->opens, e)
                                 : !c->model->ready || check_recorded(c, command->text, e));
}
