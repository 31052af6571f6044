/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/take.h"

#include "core/base/scrub.h"

void take_text(const json_t *o, const char *name, char *to, size_t size)
{
    const char *s = json_string_value(json_object_get(o, name));
    if (s)
        scrub_text(s, strlen(s), to, size); /* cut between characters */
}

const char *take_string(const json_t *o, const char *name)
{
    const char *s = json_string_value(json_object_get(o, name));
    return s ? s : "";
}

void take_words(const json_t *o, const char *name, char *to, size_t size)
{
    char room[512];
    const json_t *list = json_object_get(o, name);
    const char *all = take_as_text(list, room, sizeof room);
    if (list)
        scrub_text(all, strlen(all), to, size);
}

void take_processor(const json_t *measurement, char *to, size_t size)
{
    static const char *const words[] = { "(R)", "(TM)", " Processor", " CPU" };
    snprintf(to, size, "%s", take_string(measurement, "processor"));
    for (size_t i = 0; i < COUNT(words); i++)
        for (char *at; (at = strstr(to, words[i]));)
            memmove(at, at + strlen(words[i]), strlen(at + strlen(words[i])) + 1);
}

const char *take_as_text(const json_t *value, char *room, size_t size)
{
    room[0] = 0;
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_integer(value))
        snprintf(room, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(room, size, "%.6g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(room, size, "%s", json_is_true(value) ? "yes" : "no");
    const json_t *item;
    JSON_EACH(item, value) { /* names, or parameters by name */
        char one[64];
        const char *text = take_as_text(json_is_object(item) ? json_object_get(item, "name") : item, one, sizeof one);
        text_join(room, size, ",", "%s", text);
    }
    return room;
}

double take_value(const json_t *v, double otherwise)
{
    if (json_is_number(v))
        return json_number_value(v);
    const char *s = json_string_value(v);
    if (!s)
        return otherwise;
    return strcmp(s, "nan") == 0    ? (double)NAN
           : strcmp(s, "inf") == 0  ? (double)INFINITY
           : strcmp(s, "-inf") == 0 ? -(double)INFINITY
                                    : otherwise;
}

void take_number(const json_t *o, const char *name, double *to)
{
    *to = take_value(json_object_get(o, name), *to);
}

double take_double(const json_t *o, const char *name)
{
    return take_value(json_object_get(o, name), 0);
}

double take_or_nan(const json_t *o, const char *name)
{
    return take_value(json_object_get(o, name), NAN);
}

static int64_t as_int64(const json_t *v, int64_t otherwise)
{
    if (json_is_integer(v))
        return json_integer_value(v);
    double x = take_value(v, NAN);
    return x > -9e18 && x < 9e18 ? (int64_t)x : otherwise;
}

void take_int64(const json_t *o, const char *name, int64_t *to)
{
    *to = as_int64(json_object_get(o, name), *to);
}

int64_t take_whole(const json_t *o, const char *name)
{
    return as_int64(json_object_get(o, name), 0);
}

void take_int(const json_t *o, const char *name, int *to)
{
    int64_t v = as_int64(json_object_get(o, name), *to);
    if (v >= INT32_MIN && v <= INT32_MAX)
        *to = (int)v;
}

int take_threads(const json_t *measurement)
{
    int threads = 0;
    take_int(measurement, "threads", &threads);
    return threads;
}

void take_outcome(const json_t *done, struct err *e)
{
    const int64_t status = take_whole(done, "status");
    err_set(e, status >= 0 && status <= 255 ? (enum err_code)status : ERR_ENGINE, "%s", take_string(done, "text"));
}

void take_bool(const json_t *o, const char *name, bool *to)
{
    const json_t *v = json_object_get(o, name);
    if (json_is_boolean(v))
        *to = json_is_true(v);
    else if (json_is_integer(v))
        *to = json_integer_value(v) != 0;
}

void take_pair(const json_t *o, const char *name, int64_t to[2])
{
    const json_t *v = json_object_get(o, name);
    if (json_array_size(v) < 2)
        return;
    to[0] = as_int64(json_array_get(v, 0), to[0]);
    to[1] = as_int64(json_array_get(v, 1), to[1]);
}

void take_fields(const json_t *o, const struct take_field *f, void *to)
{
    for (; f->name; f++) {
        char *at = (char *)to + f->at;
        switch (f->kind) {
        case TAKE_TEXT:
            take_text(o, f->name, at, f->size);
            break;
        case TAKE_INT:
            take_int(o, f->name, (int *)(void *)at);
            break;
        case TAKE_INT64:
            take_int64(o, f->name, (int64_t *)(void *)at);
            break;
        case TAKE_NUMBER:
            take_number(o, f->name, (double *)(void *)at);
            break;
        case TAKE_BOOL:
            take_bool(o, f->name, (bool *)at);
        }
    }
}

void take_no_numbers(const struct take_field *f, void *to)
{
    for (; f->name; f++)
        if (f->kind == TAKE_NUMBER)
            *(double *)(void *)((char *)to + f->at) = NAN;
}

bool take_alike(const json_t *a, const json_t *b, const char *const *members)
{
    for (; *members; members++) {
        const json_t *x = json_object_get(a, *members), *y = json_object_get(b, *members);
        if ((x || y) && !json_equal(x, y))
            return false;
    }
    return true;
}

/* Small enough for the sum of all bins. */
static int64_t as_part(const json_t *v)
{
    const int64_t part = as_int64(v, 0), most = INT64_MAX / 64;
    return part < -most ? -most : part < most ? part : most;
}

int take_bins(const json_t *list, int most, int64_t *rows, int64_t *nnz)
{
    const json_t *pair;
    int n = 0;
    JSON_EACH(pair, list) {
        if (n == most || json_array_size(pair) < 2)
            break;
        rows[n] = as_part(json_array_get(pair, 0));
        nnz[n++] = as_part(json_array_get(pair, 1));
    }
    return n;
}

bool take_ok(const json_t *measurement)
{
    return strcmp(take_string(measurement, "status"), "ok") == 0;
}

/* Without a rate, an operation that has no columns of X has no flops. */
static bool has_flops(const json_t *measurement)
{
    return json_object_get(measurement, "gflops") ||
           (!json_object_get(measurement, "gnnzs") &&
            (json_object_get(measurement, "k") || !json_object_get(measurement, "op")));
}

const char *take_rate_name(const json_t *measurement)
{
    return has_flops(measurement) ? "gflops" : "gnnzs";
}

double take_rate(const json_t *measurement)
{
    return take_or_nan(measurement, take_rate_name(measurement));
}

const char *take_rate_unit(const json_t *measurement)
{
    return has_flops(measurement) ? "GFLOPS" : "Gnnz/s";
}
