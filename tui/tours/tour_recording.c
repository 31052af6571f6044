/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_recording: the runs of a tour's recordings that a command would make here. */
#include "core/base/words.h"
#include "core/measure/registry.h"
#include "tui/link/tape.h"
#include "tui/model/flags.h"
#include "tui/tours/tour.h"
#include "tui/views/typed.h"

/* The members of a measurement that settings decide, what they are where they are missing, and the setting of each. */
static const struct {
    const char *member, *missing, *setting;
} decided[] = { { "op", "mul", "operation" },     { "type", "f64", "type" },    { "k", "1", "k" },
                { "reorder", "none", "reorder" }, { "cache", "warm", "cache" }, { "threads", "1", "threads" } };

/* Whether a list of values, "f64,f32" or "1..64x2", holds this one. */
static bool holds(const char *list, const char *value)
{
    struct list numbers;
    struct err e;
    if (!strstr(list, ".."))
        return registry_match(list, value);
    bool found = false;
    if (list_parse("", list, 1, INT32_MAX, NULL, &numbers, &e))
        for (int i = 0; i < numbers.count && !found; i++)
            found = numbers.value[i] == atoll(value);
    return found;
}

/* Whether it is a run of this matrix, these kernels and settings, and not itself taken from another recording. */
static bool is_wanted(const struct tour_wish *w, const json_t *run)
{
    char text[120] = "";
    take_words(run, "flags", text, sizeof text);
    if (strcmp(take_string(run, "ev"), "measurement") != 0 || !take_ok(run) || flags_has(text, "recorded") ||
        (w->matrix[0] && strcmp(take_string(run, "matrix"), w->matrix) != 0) ||
        !registry_match(w->globs, take_string(run, "kernel")))
        return false;
    for (size_t i = 0; i < COUNT(decided); i++) {
        const char *want = settings_get(&w->settings, decided[i].setting, NULL);
        const bool free =
            (!w->listed && strcmp(decided[i].setting, w->swept) == 0) || (!want && i == COUNT(decided) - 1);
        want = want ? want : i == 0 ? settings_operation(&w->settings, w->model) : decided[i].missing;
        const char *is = take_as_text(json_object_get(run, decided[i].member), text, sizeof text);
        if (!free && !holds(want, *is ? is : decided[i].missing))
            return false;
    }
    return true;
}

/* Whether `other` is the same run and came earlier, or had more threads where no setting gives their number. */
static bool is_better(const struct tour_wish *w, const json_t *run, const json_t *other, bool earlier)
{
    static const char *const same[] = { "kernel", "device", "op", "type", "k", "reorder", "cache", "params", NULL };
    const bool given = strcmp(w->swept, "threads") == 0 || settings_get(&w->settings, "threads", NULL);
    int threads = 1, others = 1;
    take_int(run, "threads", &threads);
    take_int(other, "threads", &others);
    return take_alike(run, other, same) && (others == threads ? earlier : !given && others > threads);
}

static bool is_best(const struct tour_wish *w, const json_t *all, size_t at)
{
    const json_t *run = json_array_get(all, at);
    for (size_t i = 0; i < json_array_size(all); i++)
        if (i != at && is_better(w, run, json_array_get(all, i), i < at))
            return false;
    return true;
}

/* It is none of the devices here, nor of another recording: "rec. cpu", "rec.2 cpu". */
static void rename_device(json_t *event, const char *member, int recording)
{
    char name[40], number[12] = "";
    if (recording > 0)
        snprintf(number, sizeof number, "%d", recording + 1);
    snprintf(name, sizeof name, "rec.%s %s", number, take_string(event, member));
    json_object_set_new(event, member, json_string(name));
}

/* Appends the runs of a recording that are wanted, each with its number, and what it says of their devices. */
static void collect(const struct tour_wish *w, const struct tour *tour, int recording, json_t *devices, json_t *runs,
                    struct err *e)
{
    json_t *seen = json_array();
    const size_t before = json_array_size(runs);
    struct tape *t = tape_play(tour->recording[recording], 0, e);
    for (json_t *event; t && (event = tape_next(t)); json_decref(event))
        if (strcmp(take_string(event, "ev"), "device") == 0) {
            rename_device(event, "id", recording);
            json_array_append(seen, event);
        } else if (is_wanted(w, event)) {
            json_object_set_new(event, "recording", json_integer(recording));
            json_array_append(runs, event);
        }
    tape_close(t);
    if (json_array_size(runs) > before)
        json_array_extend(devices, seen);
    json_decref(seen);
}

/* One that this machine did not make: the engine may give its number again. */
static void mark_recorded(json_t *run)
{
    json_t *flags = json_object_get(run, "flags");
    rename_device(run, "device", (int)json_integer_value(json_object_get(run, "recording")));
    json_object_del(run, "recording");
    json_object_del(run, "id");
    if (json_is_array(flags))
        json_array_append_new(flags, json_string("recorded"));
    else
        json_object_set_new(run, "flags", json_pack("[s]", "recorded"));
}

/* Whether these runs, or those that the screen has of the recordings, hold one that speedups are against. */
static bool has_serial(const struct tour_wish *w, const json_t *runs)
{
    const json_t *run;
    bool has = false;
    JSON_EACH(run, runs)
        has |= model_names_serial(take_string(run, "kernel"));
    for (int i = 0; i < w->model->runs; i++)
        has |= model_names_serial(w->model->run[i].kernel) && flags_recorded(&w->model->run[i]) &&
               strcmp(w->model->run[i].matrix, w->matrix) == 0;
    return has;
}

json_t *tour_recorded(const struct tour *t, const struct tour_wish *w, struct err *e)
{
    json_t *out = json_array(), *runs = json_array(), *event;
    *e = (struct err){ 0 };
    for (int i = 0; i < t->recordings; i++)
        collect(w, t, i, out, runs, e);
    for (size_t i = 0; i < json_array_size(runs); i++)
        if (is_best(w, runs, i))
            json_array_append(out, json_array_get(runs, i));
    const bool against = has_serial(w, out);
    JSON_EACH(event, runs) {
        mark_recorded(event);
        if (!against) /* over nothing that is seen */
            json_object_del(event, "speedup");
    }
    json_decref(runs);
    return out;
}

bool tour_wish(struct tour_wish *wish, const char *line, const char *marked, const struct settings *s,
               const struct model *m)
{
    struct typed_sweep listed;
    struct words w;
    struct err e;
    *wish = (struct tour_wish){ .settings = *s, .model = m };
    if (!words_split(line, &w, &e))
        return false;
    const bool run = w.count > 1 && strcmp(w.word[0], "run") == 0,
               sweep = w.count > 0 && strcmp(w.word[0], "sweep") == 0;
    for (int i = 1; i < w.count && run; i++)
        text_join(wish->globs, sizeof wish->globs, ",", "%s", w.word[i]);
    if (sweep) {
        snprintf(wish->globs, sizeof wish->globs, "%s", marked);
        snprintf(wish->swept, sizeof wish->swept, "%s", w.count > 1 ? w.word[1] : "k");
    }
    if (sweep && w.count == 3 && typed_sweep(s, m, w.word + 1, 2, &listed, &e)) {
        wish->settings = listed.set;
        wish->listed = true;
    }
    words_free(&w);
    return wish->globs[0] && strcmp(wish->swept, "size") != 0;
}
