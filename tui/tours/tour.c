/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/tours/tour.h"

#include "core/base/array.h"
#include "core/base/file_text.h"
#include "core/base/words.h"
#include "tui/canvas/canvas.h"

struct tour_reader {
    struct tour *tour;
    struct tour_review *review; /* NULL: the first fault ends the reading */
    struct tour_checker checker;
    int line;
    bool open;   /* the last step may go on */
    bool unmade; /* the line is right, but its recording is not made yet */
};

/* ---- commands ---- */

/* A file that lies beside the tour. */
static char *beside(const struct tour_reader *r, const char *file, struct err *e)
{
    const char *slash = strrchr(r->tour->path, '/');
    char *path;
    if (asprintf(&path, "%.*s%s", slash && *file != '/' ? (int)(slash + 1 - r->tour->path) : 0, r->tour->path, file) >=
        0)
        return path;
    err_nomem(e, "the tour", strlen(file));
    return NULL;
}

/* "expect FASTER > SLOWER" */
static bool take_expect(struct tour_step *s, const char *text, struct err *e)
{
    struct tour_expect *x = &s->expect[s->expects];
    int end = 0;
    if (s->expects == TOUR_EXPECTS)
        return err_set(e, ERR_INPUT, "more than %d lines :expect in a step", TOUR_EXPECTS);
    if (sscanf(text, "expect %63s > %63s%n", x->faster, x->slower, &end) != 2 || text[end])
        return err_set(e, ERR_INPUT, "expect wants two kernels of the step, the faster one first: expect A > B");
    s->expects++;
    return true;
}

/* "open MATRIX": a file beside the tour comes first. */
static bool take_matrix(const struct tour_reader *r, struct tour_command *c, struct err *e)
{
    struct words w;
    if (!words_split(c->text, &w, e))
        return false;
    bool ok = w.count != 2 || strcmp(w.word[0], "open") != 0 || (c->opens = beside(r, w.word[1], e));
    if (c->opens && access(c->opens, R_OK) != 0) {
        free(c->opens);
        c->opens = strdup(w.word[1]);
        ok = c->opens || err_nomem(e, "the tour", strlen(w.word[1]));
    }
    words_free(&w);
    return ok;
}

static bool take_command(struct tour_reader *r, struct tour_step *s, const char *text, struct err *e)
{
    if (s->caption)
        return err_set(e, ERR_INPUT, "the commands of a step come before its caption; an empty line begins a step");
    if (text_has("expect", text, (int)strcspn(text, " ")))
        return take_expect(s, text, e) && tour_check_expect(&r->checker, &s->expect[s->expects - 1], e);
    if (s->commands == TOUR_COMMANDS)
        return err_set(e, ERR_INPUT, "more than %d commands in a step", TOUR_COMMANDS);
    struct tour_command *c = &s->command[s->commands];
    *c = (struct tour_command){ .text = strdup(text), .line = r->line };
    if (!c->text)
        return err_nomem(e, "the tour", strlen(text));
    s->commands++;
    return take_matrix(r, c, e) && tour_check(&r->checker, c, e);
}

/* ---- captions ---- */

/* Lines are joined; the whole must fit the two lines that a screen of 80 columns has for it. */
static bool take_caption(const struct tour_reader *r, struct tour_step *s, const char *text, struct err *e)
{
    char *all;
    if (asprintf(&all, "%s%s%s", s->caption ? s->caption : "", s->caption ? " " : "", text) < 0)
        return err_nomem(e, "the tour", strlen(text));
    free(s->caption);
    s->caption = all;
    char filled[TOUR_CAPTION];
    tour_caption_widest(all, filled, sizeof filled);
    if (canvas_lines(filled, TOUR_CAPTION_COLS, 3) <= 2)
        return tour_check_caption(&r->checker, text, e);
    all[0] = 0; /* said once */
    return err_set(e, ERR_INPUT, "the caption is longer than two lines of %d columns", TOUR_CAPTION_COLS);
}

/* ---- lines ---- */

static struct tour_step *add_step(struct tour *t, struct err *e)
{
    if (t->steps == TOUR_STEPS) {
        err_set(e, ERR_INPUT, "more than %d steps", TOUR_STEPS);
        return NULL;
    }
    if (!array_grow(&t->step, t->steps, sizeof *t->step)) {
        err_nomem(e, "the tour", (size_t)(t->steps + 1) * sizeof *t->step);
        return NULL;
    }
    t->step[t->steps] = (struct tour_step){ 0 };
    return &t->step[t->steps++];
}

/* Where a title is missing, that is said once. */
static bool no_head(struct tour *t, struct err *e)
{
    char path[300];
    if (!t->title[0])
        snprintf(t->title, sizeof t->title, "without a title");
    return err_set(e, ERR_INPUT,
                   "a tour begins with the line 'title TEXT', then 'minutes N' and 'recording FILE.jsonl' if wanted, "
                   "then an empty line; %s says how it goes on",
                   tour_format(path, sizeof path));
}

static bool take_minutes(struct tour *t, const char *text, struct err *e)
{
    int end = 0;
    return (sscanf(text, "%3d%n", &t->minutes, &end) == 1 && !text[end] && t->minutes > 0) ||
           err_set(e, ERR_INPUT, "minutes is a number from 1 to 999, not '%.60s'", text);
}

static bool take_recording(struct tour_reader *r, const char *file, struct err *e)
{
    struct tour *t = r->tour;
    if (!*file || t->recordings == TOUR_RECORDINGS)
        return err_set(e, ERR_INPUT, "recording wants a FILE.jsonl, at most %d times", TOUR_RECORDINGS);
    char *path = beside(r, file, e);
    if (!path)
        return false;
    t->recording[t->recordings++] = path;
    if (r->checker.absent || access(path, R_OK) == 0)
        return true;
    r->checker.unrecorded = true;
    r->unmade = errno == ENOENT;
    return r->unmade ? err_set(e, ERR_INPUT, "no recording yet: --record %.200s makes it", path)
                     : err_set(e, ERR_INPUT, "the recording %.200s cannot be read: %s", path, strerror(errno));
}

/* The lines before the first step. False: it is none of them. */
static bool take_head(struct tour_reader *r, const char *line, struct err *e)
{
    struct tour *t = r->tour;
    const int word = (int)strcspn(line, " ");
    const char *rest = line + word + strspn(line + word, " ");
    if (text_has("title", line, word) && *rest)
        snprintf(t->title, sizeof t->title, "%.150s", rest);
    else if (t->title[0] && text_has("minutes", line, word))
        take_minutes(t, rest, e);
    else if (t->title[0] && text_has("recording", line, word))
        take_recording(r, rest, e);
    else
        return no_head(t, e);
    return true;
}

static bool take_line(struct tour_reader *r, char *line, struct err *e)
{
    struct tour *t = r->tour;
    if (line[0] == '#')
        return true;
    if (!line[0]) {
        r->open = false;
        return true;
    }
    if (!t->title[0] || (t->steps == 0 && r->open)) {
        r->open = take_head(r, line, e); /* said once: what follows begins a step */
        return r->open;
    }
    struct tour_step *s = r->open ? &t->step[t->steps - 1] : add_step(t, e);
    if (!s)
        return false;
    const bool after_caption = r->open || t->steps < 2 || t->step[t->steps - 2].caption ||
                               err_set(e, ERR_INPUT, "the step before has no caption");
    if (!r->open)
        r->checker.marked[0] = r->checker.ran[0] = 0;
    r->open = true;
    return (line[0] == ':' ? take_command(r, s, line + 1 + strspn(line + 1, " "), e) : take_caption(r, s, line, e)) &&
           after_caption;
}

static bool check_end(const struct tour *t, struct err *e)
{
    if (t->steps == 0)
        return err_set(e, ERR_INPUT, "there is no step");
    return t->step[t->steps - 1].caption || err_set(e, ERR_INPUT, "the last step has no caption");
}

/* Says where and what is wrong. False: the reading ends. */
static bool go_on(struct tour_reader *r, struct err *here)
{
    if (here->code == ERR_NONE)
        return true;
    err_prefix(here, "%.300s:%d", r->tour->path, r->line);
    here->code = ERR_INPUT;
    if (!r->review)
        return false;
    r->review->note(r->review->arg, here->text);
    r->review->wrong += !r->unmade;
    r->unmade = false;
    *here = (struct err){ 0 };
    return true;
}

static bool read_lines(struct tour_reader *r, FILE *f, struct err *e)
{
    char line[FILE_TEXT_LINE];
    bool ok = true;
    *e = (struct err){ 0 };
    while (ok && file_text_line(f, line, e)) {
        r->line++;
        take_line(r, line, e);
        ok = go_on(r, e);
    }
    if (!ok)
        return false;
    if (e->code == ERR_NONE)
        check_end(r->tour, e);
    else
        r->line++; /* the line could not be read */
    return go_on(r, e);
}

struct tour *tour_read(const char *path, struct tour_review *review, struct err *e)
{
    struct model *none = review && review->model ? NULL : model_new();
    struct tour_reader r = { .review = review, .tour = calloc(1, sizeof *r.tour) };
    r.checker.model = none ? none : review ? review->model : NULL;
    FILE *f = file_text_open_file(path, "a tour", e);
    bool ok = false;
    if (f && (!r.tour || !r.checker.model)) {
        err_nomem(e, "the tour", sizeof *r.tour);
    } else if (f) {
        snprintf(r.tour->path, sizeof r.tour->path, "%s", path);
        r.checker.tour = r.tour;
        r.checker.opened = r.checker.model->matrix.open;
        r.checker.absent = !review;
        ok = read_lines(&r, f, e);
    }
    if (f)
        fclose(f);
    model_free(none);
    if (!ok)
        tour_free(r.tour);
    return ok ? r.tour : NULL;
}

const struct tour_command *tour_opening(const struct tour *t, int step, int line)
{
    for (; step >= 0; step--)
        for (int i = t->step[step].commands - 1; i >= 0; i--)
            if (t->step[step].command[i].opens && t->step[step].command[i].line < line)
                return &t->step[step].command[i];
    return NULL;
}

void tour_free(struct tour *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->steps; i++) {
        for (int j = 0; j < t->step[i].commands; j++) {
            free(t->step[i].command[j].text);
            free(t->step[i].command[j].opens);
        }
        free(t->step[i].caption);
    }
    for (int i = 0; i < t->recordings; i++)
        free(t->recording[i]);
    free(t->step);
    free(t);
}
