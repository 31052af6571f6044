/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/results.h"

#include "core/base/file_text.h"
#include "core/base/number.h"
#include "core/base/scrub.h"
#include "core/measure/measurement.h"
#include "tui/model/flags.h"
#include "tui/results/kept.h"

enum { FIELDS = 128, TEXT = 512 };
static const char CHOICE[] = "choice=";
static const size_t most_bytes = 256u << 20;

static const char *const needed[] = { "matrix", "op", "type", "kernel", "time_ms", "status", NULL };

/* ---- one row ---- */

/* Puts a field into the row; leaves out empty ones. False: a number was expected. */
static bool put_field(json_t *row, const char *name, const char *text)
{
    char padded[TEXT + NUMBER_PAD] = "", clean[TEXT];
    enum row_kind kind = rows_kind(name);
    if (!*text)
        return true;
    if (kind == ROW_TEXT) {
        json_object_set_new(row, name, json_string(scrub_text(text, strlen(text), clean, sizeof clean)));
        return true;
    }
    int64_t whole;
    double value;
    bool overflow = false;
    if (kind == ROW_COUNT)
        return number_parse(text, &whole) && whole >= 0 &&
               json_object_set_new(row, name, json_integer((json_int_t)whole)) == 0;
    if (snprintf(padded, TEXT, "%s", text) >= TEXT)
        return false;
    const char *end = number_read(padded, &value, &overflow);
    if (!end || *end || overflow)
        return false;
    json_object_set_new(row, name, isfinite(value) ? json_real(value) : json_string(text));
    return true;
}

/* "count=0.5 scan=0.25" as an object, which a measurement has. */
static void read_phases(json_t *row)
{
    json_t *phases = json_object();
    const char *words = take_string(row, "phases");
    char name[64], text[64 + NUMBER_PAD];
    double ms;
    bool overflow = false;
    for (int n; (words += strspn(words, " "), *words); words += n) {
        n = (int)strcspn(words, " ");
        memset(text, 0, sizeof text);
        if (sscanf(words, "%63[^= ]=%63[^ ]", name, text) == 2 && number_read(text, &ms, &overflow))
            json_object_set_new(phases, name, json_real(ms));
    }
    if (json_object_size(phases) > 0)
        json_object_set(row, "phases", phases);
    json_decref(phases);
}

/* Drops an interval that does not contain its time. In older tables the interval of a disturbed run does not extend to
   its fastest sample (measure_disturbed), and the order is only at the end of `params`. A table has a choice after the
   other parameters (row_of of rows.c). */
static void complete(json_t *row)
{
    const char *params = take_string(row, "params"), *choice = strstr(params, CHOICE);
    const double ms = take_double(row, "time_ms"), least = MEASURE_ALONE * take_double(row, "time_min_ms");
    if (ms < take_double(row, "ci_lo_ms") || ms > take_or_nan(row, "ci_hi_ms")) {
        json_object_del(row, "ci_lo_ms");
        json_object_del(row, "ci_hi_ms");
    }
    if (flags_row_has(row, "busy") && least > 0 && least < take_double(row, "ci_lo_ms"))
        json_object_set_new(row, "ci_lo_ms", json_real(least));
    read_phases(row);
    if (choice && (choice == params || choice[-1] == ' ')) {
        json_object_set_new(row, "choice", json_string(choice + strlen(CHOICE)));
        json_object_set_new(row, "params", json_stringn(params, (size_t)(choice - params - (choice > params))));
    }
    if (json_object_get(row, "reorder"))
        return;
    const char *order = text_value(take_string(row, "params"), "reorder");
    if (order)
        json_object_set_new(row, "reorder", json_stringn(order, strcspn(order, " ")));
}

static const char *wrong_row(const json_t *row)
{
    if (!*take_string(row, "matrix") || !*take_string(row, "kernel") || !*take_string(row, "status"))
        return "lacks the matrix, the kernel or the status";
    double ms = take_double(row, "time_ms");
    if (take_ok(row) && !(ms > 0 && ms < INFINITY))
        return "is ok, but has no time above 0";
    return NULL;
}

bool results_elsewhere(const json_t *row)
{
    const char *engine = take_string(row, "engine");
    return *engine && strncmp(engine, ENGINE_HERE, strlen(ENGINE_HERE)) != 0;
}

static void add_row(json_t *rows, json_t *row)
{
    complete(row);
    if (strcmp(take_string(row, "status"), "summary") == 0)
        json_decref(row);
    else
        json_array_append_new(rows, row);
}

/* ---- text ---- */

/* Cuts a line into fields, in place; CSV may quote them. Returns how many, -1: unclosed quote. */
static int split(char *line, char separator, char *field[FIELDS])
{
    int n = 0;
    for (char *at = line; at && n < FIELDS;) {
        char *to = at;
        field[n++] = at;
        if (separator == ',' && *at == '"') {
            for (at++; *at && !(at[0] == '"' && at[1] != '"'); at++)
                *to++ = *at == '"' ? *at++ : *at;
            if (*at != '"' || (at[1] && at[1] != separator))
                return -1;
            at = at[1] ? at + 2 : NULL;
            *to = 0;
            continue;
        }
        at = strchr(at, separator);
        if (at)
            *at++ = 0;
    }
    return n;
}

struct reading {
    const char *path;
    int line;
    char separator;
    char *column[FIELDS];
    int columns;
    json_t *rows;
};

static bool take_header(struct reading *r, char *line, struct err *e)
{
    if (*line == '|')
        return err_set(e, ERR_INPUT, "%.300s: a Markdown table is not read back: use .tsv, .csv or .json", r->path);
    r->separator = strchr(line, '\t') ? '\t' : ',';
    r->columns = split(line, r->separator, r->column);
    char lacking[200] = "";
    for (const char *const *name = needed; *name; name++) {
        bool found = false;
        for (int i = 0; i < r->columns; i++)
            found |= strcmp(r->column[i], *name) == 0;
        if (!found)
            text_join(lacking, sizeof lacking, ", ", "%s", *name);
    }
    return !*lacking ||
           err_set(e, ERR_INPUT,
                   "%.300s:%d: not a table of bench (TSV, CSV or JSON), or one of chosen columns: none is named %s",
                   r->path, r->line, lacking);
}

static bool take_line(struct reading *r, char *line, struct err *e)
{
    char *field[FIELDS];
    int n = split(line, r->separator, field);
    if (n < 0)
        return err_set(e, ERR_INPUT, "%.300s:%d: unclosed quote", r->path, r->line);
    if (n != r->columns)
        return err_set(e, ERR_INPUT, "%.300s:%d: %d fields, the header has %d", r->path, r->line, n, r->columns);
    if (strcmp(field[0], r->column[0]) == 0 && strcmp(field[n - 1], r->column[n - 1]) == 0)
        return true; /* a repeated header, from concatenated tables */
    json_t *row = json_object();
    const char *wrong = NULL;
    for (int i = 0; i < n && !wrong; i++)
        if (!put_field(row, r->column[i], field[i]))
            wrong = r->column[i];
    const char *why = wrong ? "is no number" : wrong_row(row);
    if (!why) {
        add_row(r->rows, row);
        return true;
    }
    json_decref(row);
    return err_set(e, ERR_INPUT, "%.300s:%d: %s%s%s", r->path, r->line, wrong ? wrong : "the row", " ", why);
}

static bool take_table(struct reading *r, char *text, struct err *e)
{
    bool ok = true;
    for (char *next = NULL; ok && text && *text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        r->line++;
        size_t n = strlen(text);
        if (n > 0 && text[n - 1] == '\r')
            text[n - 1] = 0;
        if (!*text)
            continue;
        ok = r->columns == 0 ? take_header(r, text, e) : take_line(r, text, e);
    }
    return ok && (r->columns > 0 || err_set(e, ERR_INPUT, "%.300s: is empty", r->path));
}

/* ---- JSON ---- */

/* The member of a row as text for the table. */
static bool put_member(json_t *row, const char *name, const json_t *value)
{
    char text[TEXT];
    if (json_is_string(value) || json_is_array(value))
        return put_field(row, name, take_as_text(value, text, sizeof text));
    if (!json_is_number(value))
        return true;
    const bool fits = rows_kind(name) != ROW_COUNT || (json_is_integer(value) && json_integer_value(value) >= 0);
    return fits && json_object_set(row, name, (json_t *)value) == 0;
}

static bool take_array(struct reading *r, const char *text, size_t bytes, struct err *e)
{
    json_error_t error;
    json_t *array = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error), *item, *value;
    const char *name;
    size_t i;
    if (!json_is_array(array)) {
        json_decref(array);
        return err_set(e, ERR_INPUT, "%.300s:%d: %.150s", r->path, array ? 1 : error.line,
                       array ? "no array of results" : error.text);
    }
    const char *why = NULL;
    json_array_foreach(array, i, item) {
        json_t *row = json_object();
        const char *wrong = NULL;
        json_object_foreach(item, name, value)
            wrong = wrong || put_member(row, name, value) ? wrong : name;
        why = wrong ? "a count or a number is invalid" : json_is_object(item) ? wrong_row(row) : "is no object";
        if (why) {
            json_decref(row);
            err_set(e, ERR_INPUT, "%.300s: result %zu: %s%s%.60s", r->path, i + 1, why, wrong ? ": " : "",
                    wrong ? wrong : "");
            break;
        }
        add_row(r->rows, row);
    }
    json_decref(array);
    return !why;
}

/* ---- the file ---- */

/* The whole file, 0-terminated; NULL: *e says why. */
static char *slurp(const char *path, size_t *bytes, struct err *e)
{
    char piece[1 << 14], *text = NULL;
    size_t used = 0, got = 1;
    FILE *f = file_text_open(path), *to = f ? open_memstream(&text, bytes) : NULL;
    for (; to && got > 0 && used < most_bytes; used += got)
        got = fwrite(piece, 1, fread(piece, 1, sizeof piece, f), to);
    bool ok =
        (to && !ferror(f) && used < most_bytes) || err_set(e, ERR_INPUT, "cannot read %.300s: %s", path,
                                                           to && used >= most_bytes ? "too large" : err_reason(errno));
    if (f)
        fclose(f);
    if (to && fclose(to) != 0)
        ok = err_nomem(e, "a table of results", used);
    if (ok)
        return text;
    free(text);
    return NULL;
}

json_t *results_read(const char *path, struct err *e)
{
    size_t bytes = 0;
    char day[4096];
    if (kept_find(path, day, sizeof day))
        path = day;
    char *text = slurp(path, &bytes, e);
    if (!text && e && access(path, F_OK) != 0) /* perhaps a day */
        text_add(e->text, sizeof e->text, "; days kept: %s", kept_text(day));
    if (!text)
        return NULL;
    struct reading r = { .path = path, .rows = json_array() };
    char *from = text + text_bom(text, bytes);
    bool ok;
    if (from[strspn(from, " \t\r\n")] == '[')
        ok = take_array(&r, from, bytes - (size_t)(from - text), e);
    else if (memchr(text, 0, bytes))
        ok = err_set(e, ERR_INPUT, "%.300s: not a table of bench: it has NUL bytes", path);
    else
        ok = take_table(&r, from, e);
    free(text);
    if (!ok) {
        json_decref(r.rows);
        return NULL;
    }
    return r.rows;
}
