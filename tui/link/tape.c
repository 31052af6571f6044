/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/tape.h"

#include <limits.h>
#include <sys/stat.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/file_text.h"
#include "core/protocol/event.h"
#include "tui/link/frame.h"
#include "tui/link/take.h"

struct tape {
    FILE *file;
    char path[512];
    double start; /* the time at which it was at `from` */
    double from, speed;
    bool paused;
    json_t *next; /* the next event, and when it is due */
    double at;
    long line;
    struct buffer text;   /* of the line */
    struct err broken;    /* why there is no next event; empty at the end */
    double length, *stop; /* time of the last event; beginnings of runs, and captions that pages settle on */
    int stops;
    long id, page;  /* the last of them… */
    double page_at; /* …and when the last caption came */
    bool noted;     /* all of them are known */
    bool captioned; /* it has captions of a tour, as far as it is known */
    json_t *told;   /* the processors named so far, as spelled in the measurements */
    char processors[160], origin[300];
};

/* An event is due when its time comes, so reading must not wait: only a file on a disk is played. */
static FILE *open_file(const char *path, struct err *e)
{
    struct stat s = { 0 };
    FILE *f = file_text_open(path);
    if (f && fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode))
        return f;
    err_set(e, ERR_INPUT, "cannot read the recording %.300s: %s", path,
            !f                   ? strerror(errno)
            : S_ISDIR(s.st_mode) ? "it is a folder"
                                 : "it is no regular file");
    if (f)
        fclose(f);
    return NULL;
}

/* Reads the next line into t->text, without its newline. False: the end, or an error in *e. */
static bool read_line(struct tape *t, struct err *e)
{
    int c;
    t->line++;
    t->text.used = 0;
    while ((c = getc_unlocked(t->file)) != EOF && c != '\n') {
        if (t->text.used == PARSE_LINE_MAX)
            return err_set(e, ERR_INPUT, "a line of more than %d MB", PARSE_LINE_MAX >> 20);
        if (!buffer_add(&t->text, &(char){ (char)c }, 1))
            return err_nomem(e, "the line", 2 * t->text.used);
    }
    if (ferror(t->file))
        return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
    const bool is = c != EOF || t->text.used > 0;
    buffer_drop(&t->text, t->text.used ? text_bom(t->text.data, t->text.used) : 0);
    return is;
}

/* The event of a line, without its time. */
static json_t *take_event(struct tape *t, struct err *e)
{
    json_t *event = parse_event(t->text.data, t->text.used, e);
    const json_t *at = json_object_get(event, "t");
    const json_int_t protocol = json_integer_value(json_object_get(event, "protocol"));
    if (json_is_number(at) && strcmp(take_string(event, "ev"), "hello") == 0 && protocol > EVENT_PROTOCOL) {
        err_set(e, ERR_INPUT, "the recording is of protocol %lld, this nzscope reads %d and older ones",
                (long long)protocol, EVENT_PROTOCOL);
        json_decref(event);
        return NULL;
    }
    if (json_is_number(at)) {
        t->at = json_number_value(at);
        json_object_del(event, "t");
        return event;
    }
    json_decref(event);
    if (e->code != ERR_MEMORY)
        err_set(e, ERR_INPUT, "not an event of a recording made by --record");
    return NULL;
}

/* ---- scanning the whole recording ---- */

/* Whether it names a new processor; all lines are searched, few are parsed. */
static bool tells_more(struct tape *t, const char *line)
{
    static const char member[] = "\"processor\":\"";
    char name[160];
    const char *at = strstr(line, member);
    at = at ? at + strlen(member) : "";
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
    const bool is = !t->origin[0] || !json_object_get(t->told, name);
    json_object_set_new(t->told, name, json_true());
    return is;
}

/* "recorded on Intel Xeon and NVIDIA H200, gpubox, 2026-11-22", from a measurement on each. */
static void take_origin(struct tape *t, const char *line, size_t bytes)
{
    struct err e;
    char name[80];
    json_t *event = parse_event(line, bytes, &e);
    take_processor(event, name, sizeof name);
    if (*name)
        text_join(t->processors, sizeof t->processors, " and ", "%s", name);
    const char *part[] = { t->processors, take_string(event, "host"), take_string(event, "date") };
    t->origin[0] = 0;
    for (int i = 0; i < 3; i++)
        if (part[i][0])
            text_add(t->origin, sizeof t->origin, "%s%.*s", t->origin[0] ? ", " : "recorded on ", i == 2 ? 10 : 160,
                     part[i]);
    json_decref(event);
}

/* Whether the number after this member is another one than the last; a run has a line for each of its steps, a page
   one whenever its figures change. */
static bool begins(const char *line, const char *member, long *last)
{
    const char *at = strstr(line, member);
    const long was = *last;
    *last = at ? atol(at + strlen(member)) : 0;
    return !at || *last != was;
}

static void add_stop(struct tape *t, double at)
{
    if (array_grow(&t->stop, t->stops, sizeof *t->stop))
        t->stop[t->stops++] = at;
}

/* A page stops at the caption that it settles on, before its runs and after them, or at what came last of these; it
   comes `before` the next page. */
static void note_caption(struct tape *t, const char *line, double at, double before)
{
    const bool turns = begins(line, "\"step\":", &t->page), ends = strstr(line, "\"text\":\"\"");
    const bool ran = t->stops > 0 && t->stop[t->stops - 1] != t->page_at;
    t->captioned = true;
    if (ran && (turns || ends))
        add_stop(t, before);
    if (ends)
        t->page = 0; /* the next tour may begin with a page of this number */
    else if (turns || ran)
        add_stop(t, at);
    else if (t->stops > 0)
        t->stop[t->stops - 1] = at;
    t->page_at = at;
}

static void note_line(struct tape *t, const char *line, size_t bytes)
{
    char name[16];
    double at;
    if (sscanf(line, "{\"t\":%lf,\"ev\":\"%15[a-z]\"", &at, name) != 2 || !isfinite(at))
        return;
    const double before = t->length;
    t->length = at > t->length ? at : t->length;
    if (strcmp(name, "measurement") == 0 && tells_more(t, line))
        take_origin(t, line, bytes);
    if (strcmp(name, "caption") == 0)
        note_caption(t, line, at, before);
    else if (strcmp(name, "run") == 0 && begins(line, "\"id\":", &t->id))
        add_stop(t, at);
}

/* Finds where playing stops, up to a line that it refuses as too long. */
static void scan(struct tape *t)
{
    struct err e = { 0 };
    while (read_line(t, &e) && buffer_add(&t->text, "", 1))
        note_line(t, t->text.data, t->text.used - 1);
    rewind(t->file);
    t->line = 0;
    t->noted = true;
}

/* ---- playing ---- */

/* Reads the next event into t->next and t->at; t->next stays NULL at the end. With speed 0, notes stops on the way. */
static void tape_load(struct tape *t)
{
    const bool is = read_line(t, &t->broken);
    if (is && !t->noted && buffer_add(&t->text, "", 1))
        note_line(t, t->text.data, --t->text.used);
    t->noted |= !is;
    t->next = is ? take_event(t, &t->broken) : NULL;
    if (t->broken.code != ERR_NONE)
        err_prefix(&t->broken, "%.300s:%ld", t->path, t->line);
}

struct tape *tape_play(const char *path, double speed, struct err *e)
{
    FILE *file = open_file(path, e);
    struct tape *t = file ? calloc(1, sizeof *t) : NULL;
    if (file && !t) {
        err_nomem(e, "a recording", sizeof *t);
        fclose(file);
    }
    if (!t)
        return NULL;
    t->file = file;
    snprintf(t->path, sizeof t->path, "%s", path);
    t->speed = speed;
    t->told = json_object();
    if (speed > 0)
        scan(t);
    t->start = clock_s();
    tape_load(t);
    if (!t->next) {
        err_set(e, ERR_INPUT, "the recording %.300s is empty", path);
        *e = t->broken.code != ERR_NONE ? t->broken : *e;
        tape_close(t);
        return NULL;
    }
    return t;
}

int tape_due_ms(const struct tape *t)
{
    if (!t->next || t->speed <= 0)
        return 0;
    if (t->paused)
        return t->at <= t->from ? 0 : -1;
    double ms = ceil(1000 * (t->start + (t->at - t->from) / t->speed - clock_s()));
    return ms <= 0 ? 0 : ms > INT_MAX ? INT_MAX : (int)ms;
}

json_t *tape_next(struct tape *t)
{
    if (!t->next || tape_due_ms(t) != 0)
        return NULL;
    json_t *event = t->next;
    t->next = NULL;
    tape_load(t);
    return event;
}

static double now_at(const struct tape *t)
{
    double at = t->paused ? t->from : t->from + t->speed * (clock_s() - t->start);
    return !t->next || t->speed <= 0 || at > t->length ? t->length : at;
}

struct tape_state tape_state(const struct tape *t)
{
    return (struct tape_state){ now_at(t), t->length, t->speed, t->paused, t->captioned, t->origin };
}

static void go_on_from(struct tape *t, double at)
{
    t->from = at;
    t->start = clock_s();
}

void tape_pause(struct tape *t, bool on)
{
    go_on_from(t, now_at(t));
    t->paused = on;
}

void tape_set_speed(struct tape *t, double speed)
{
    go_on_from(t, now_at(t));
    t->speed = speed;
}

bool tape_seek(struct tape *t, double at)
{
    const bool back = at < now_at(t);
    go_on_from(t, at < 0 ? 0 : at);
    if (!back)
        return false;
    rewind(t->file);
    json_decref(t->next);
    t->next = NULL;
    t->line = 0;
    t->broken = (struct err){ 0 };
    tape_load(t);
    return true;
}

double tape_stop(const struct tape *t, int by)
{
    const double at = now_at(t);
    int i = by > 0 ? 0 : t->stops - 1;
    if (by > 0)
        while (i < t->stops && t->stop[i] <= at)
            i++;
    else
        while (i >= 0 && t->stop[i] >= at - (t->paused ? 0 : t->speed))
            i--;
    return i < 0 ? 0 : i < t->stops ? t->stop[i] : t->length;
}

bool tape_ended(const struct tape *t)
{
    return !t->next;
}

const char *tape_broken(const struct tape *t)
{
    return t->broken.code != ERR_NONE ? t->broken.text : NULL;
}

void tape_close(struct tape *t)
{
    if (!t)
        return;
    fclose(t->file);
    json_decref(t->next);
    json_decref(t->told);
    buffer_free(&t->text);
    free(t->stop);
    free(t);
}
