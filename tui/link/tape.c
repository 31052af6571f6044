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

/* In seconds. */
enum {
    PAGE_S = 3,   /* how long a page stays at least: nobody reads faster */
    SETTLE_S = 3, /* a page has settled when nothing came for so long */
    RECENT_S = 1, /* a step back passes what has played for less… */
    BACK_S = 3,   /* …and where it went less than this ago */
    SCREEN_S = 1  /* changes of the screen within this are one stop */
};

/* A reading of the file: the time of its last event, in seconds of the replay, and how much longer than the recording
   that has become. */
struct tempo {
    double at, longer;
    long page; /* of a tour, 0: none */
};

/* Where playing stops. */
struct stop {
    double at;
    /* a page has settled; a run begins; the runs of a page are over; without pages, what was looked at changed */
    enum { STOP_PAGE, STOP_RUN, STOP_RAN, STOP_SCREEN } what;
};

struct tape {
    FILE *file;
    char path[512];
    double start; /* the time at which it was at `from` */
    double from, speed;
    bool paused;
    json_t *next;      /* the next event… */
    struct tempo pace; /* …and when it is due */
    long line;
    struct buffer text; /* of the line */
    struct err broken;  /* why there is no next event; empty at the end */
    struct stop *stop;
    int stops;
    struct tempo scanned; /* as far as stops are known */
    long id;              /* of the last run */
    bool settles;         /* what a page shows may still come */
    bool noted;           /* all stops are known */
    bool captioned;       /* it has captions of a tour, as far as it is known */
    bool cut;             /* the line read last has no end: a recording that broke off */
    json_t *told;         /* the processors named so far, as spelled in the measurements */
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
    t->cut = c == EOF;
    buffer_drop(&t->text, t->text.used ? text_bom(t->text.data, t->text.used) : 0);
    if (is && !buffer_add(&t->text, "", 1))
        return err_nomem(e, "the line", 2 * t->text.used);
    t->text.used -= is; /* the NUL stands behind it */
    return is;
}

/* The page of a line that is a caption, 0 at the end of a tour; -1: it is none. */
static long page_of(const char *line)
{
    const char *at = strstr(line, "\"ev\":\"caption\"") ? strstr(line, "\"step\":") : NULL;
    return !at ? -1 : strstr(line, "\"text\":\"\"") ? 0 : atol(at + strlen("\"step\":"));
}

/* Goes on to the event of this line, at this time of the recording. */
static void pace_to(struct tempo *p, double at, const char *line)
{
    const long page = page_of(line);
    if (page >= 0 && page != p->page && p->page > 0)
        p->longer = fmax(p->longer, p->at + PAGE_S - at);
    p->page = page >= 0 ? page : p->page;
    p->at = at + p->longer;
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
        pace_to(&t->pace, json_number_value(at), t->text.data);
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

/* Whether a run of another number than the last begins: it has a line for each of its steps. */
static bool begins(const char *line, long *last)
{
    const char *at = strstr(line, "\"id\":");
    const long was = *last;
    *last = at ? atol(at + strlen("\"id\":")) : 0;
    return !at || *last != was;
}

static void add_stop(struct tape *t, double at, int what)
{
    if (array_grow(&t->stop, t->stops, sizeof *t->stop))
        t->stop[t->stops++] = (struct stop){ at, what };
}

/* A page stops where it has settled, before its runs and after them; without a caption after them at what came last,
   `before` the next page. */
static void note_caption(struct tape *t, bool turns, double before)
{
    const struct tempo *now = &t->scanned;
    const bool ran = t->stops > 0 && t->stop[t->stops - 1].what == STOP_RUN;
    t->captioned = true;
    if (ran)
        add_stop(t, turns ? before : now->at, STOP_RAN);
    else if (!turns && t->stops > 0)
        t->stop[t->stops - 1].at = now->at;
    if (turns && now->page > 0)
        add_stop(t, now->at, STOP_PAGE);
    t->settles = now->page > 0;
}

static void note_line(struct tape *t, const char *line, size_t bytes)
{
    char name[16];
    double at;
    if (sscanf(line, "{\"t\":%lf,\"ev\":\"%15[a-z]\"", &at, name) != 2 || !isfinite(at))
        return;
    const struct tempo before = t->scanned;
    struct tempo *now = &t->scanned;
    pace_to(now, at, line);
    now->at = fmax(now->at, before.at);
    t->settles &= now->at < before.at + SETTLE_S;
    if (strcmp(name, "measurement") == 0 && tells_more(t, line))
        take_origin(t, line, bytes);
    if (strcmp(name, "caption") == 0) {
        note_caption(t, now->page != before.page, before.at);
    } else if (strcmp(name, "run") == 0 && begins(line, &t->id)) {
        add_stop(t, now->at, STOP_RUN);
        t->settles = false;
    } else if (!t->captioned && strcmp(name, "screen") == 0) {
        if (t->stops == 0 || now->at > t->stop[t->stops - 1].at + SCREEN_S)
            add_stop(t, now->at, STOP_SCREEN);
    } else if (t->settles && t->stops > 0) {
        t->stop[t->stops - 1].at = now->at;
    }
}

/* Finds where playing stops, up to a line that it refuses as too long. */
static void scan(struct tape *t)
{
    struct err e = { 0 };
    while (read_line(t, &e))
        note_line(t, t->text.data, t->text.used);
    rewind(t->file);
    t->line = 0;
    t->noted = true;
}

/* ---- playing ---- */

/* Reads the next event into t->next and t->pace; t->next stays NULL at the end. With speed 0, notes stops on the way.
 */
static void tape_load(struct tape *t)
{
    const bool is = read_line(t, &t->broken);
    if (is && !t->noted)
        note_line(t, t->text.data, t->text.used);
    t->noted |= !is;
    t->next = is ? take_event(t, &t->broken) : NULL;
    if (t->cut && !t->next) /* it ends before that line */
        t->broken = (struct err){ 0 };
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
    if (t->next && t->paused)
        return t->pace.at <= t->from ? 0 : -1;
    if (!t->next || t->speed <= 0)
        return 0;
    double ms = ceil(1000 * (t->start + (t->pace.at - t->from) / t->speed - clock_s()));
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
    const bool plays = t->next && t->speed > 0;
    const double at = t->paused ? t->from : plays ? t->from + t->speed * (clock_s() - t->start) : INFINITY;
    return fmin(at, t->scanned.at);
}

struct tape_state tape_state(const struct tape *t)
{
    return (struct tape_state){ now_at(t), t->scanned.at, t->speed, t->paused, t->captioned, t->origin };
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
    t->pace = (struct tempo){ 0 };
    t->broken = (struct err){ 0 };
    tape_load(t);
    return true;
}

/* The last stop before what is shown; while it plays, the last page of a tour. */
static int stop_before(const struct tape *t)
{
    const bool again = clock_s() - t->start < BACK_S;
    const double at = t->paused || again ? t->from : now_at(t) - RECENT_S * t->speed;
    const bool pages = !t->paused && t->pace.page > 0;
    int i = t->stops - 1;
    while (i >= 0 && (t->stop[i].at >= at || (pages && t->stop[i].what != STOP_PAGE)))
        i--;
    return i;
}

double tape_stop(const struct tape *t, int by)
{
    int i = by > 0 ? 0 : stop_before(t);
    while (by > 0 && i < t->stops && t->stop[i].at <= now_at(t))
        i++;
    return i < 0 ? 0 : i < t->stops ? t->stop[i].at : t->scanned.at;
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
