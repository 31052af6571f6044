/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows: measurements as a table in a file: TSV, CSV, JSON or Markdown, one row as soon as it is known. */
#include "tui/model/rows.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file_save.h"
#include "core/base/text.h"
#include "tui/link/take.h"
#include "tui/model/readable.h"

static const struct {
    const char *name;
    enum row_kind kind;
} columns[] = {
#define COLUMN(name, kind) { name, ROW_##kind },
#define EXTRA COLUMN
#include "tui/model/columns.list"
#undef EXTRA
#undef COLUMN
};
enum {
    ALL = sizeof columns / sizeof columns[0],
#define COLUMN(name, kind) +1
#define EXTRA(name, kind)
    COLUMNS = 0
#include "tui/model/columns.list"
#undef EXTRA
#undef COLUMN
};

enum row_kind rows_kind(const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (strcmp(columns[i].name, name) == 0)
            return columns[i].kind;
    return ROW_TEXT;
}

struct row_table {
    enum rows_style style;
    struct file_save save;
    struct append append; /* its fd is -1 without --append */
    int columns;          /* of ours, from the first on */
    int count;
    size_t whole;       /* bytes of the file, without what could not be written to its end */
    row_printer *print; /* NULL: in the style */
    void *printer;      /* its state */
    json_t *machine;    /* of all rows of Markdown */
    char *notes;        /* what stands below the table */
};

/* "count=0.5 scan=0.1" */
static void join_members(json_t *object, char *room, size_t size)
{
    const char *name;
    json_t *value;
    room[0] = 0;
    json_object_foreach(object, name, value)
        text_join(room, size, " ", "%s=%.6g", name, json_number_value(value));
}

/* A field as the table shows it; "" when it is missing. */
static const char *field(const json_t *row, const char *name, char *room, size_t size)
{
    const json_t *value = json_object_get(row, name);
    room[0] = 0;
    if (json_is_integer(value))
        snprintf(room, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(room, size, "%.6g", json_real_value(value));
    else if (json_is_string(value))
        return json_string_value(value);
    else if (json_is_object(value))
        join_members((json_t *)value, room, size);
    else
        take_words(row, name, room, size);
    return room;
}

/* A field of CSV is quoted when it has to be; `|` would end a cell of Markdown. */
static void print_field(FILE *f, enum rows_style style, const char *text)
{
    bool quote = style == ROWS_CSV && strpbrk(text, ",\"\n\r");
    fputs(quote ? "\"" : "", f);
    for (; *text; text++) {
        if (quote && *text == '"')
            fputc('"', f);
        else if (style == ROWS_MD && *text == '|')
            fputc('\\', f);
        fputc(*text, f);
    }
    fputs(quote ? "\"" : "", f);
}

/* Markdown is for people, the other styles are for programs. */
static const char *cell(enum rows_style style, int i, const json_t *row, bool rule, char *room, size_t size)
{
    if (style == ROWS_MD)
        return row ? readable_field(row, i, room, size) : readable_title(i, rule);
    return row ? field(row, columns[i].name, room, size) : columns[i].name;
}

static int columns_in(enum rows_style style)
{
    return style == ROWS_MD ? (int)READABLE_COLUMNS : (int)COLUMNS;
}

/* A line of `count` fields; row NULL: the names of the columns; `rule`: the line below the header of Markdown. */
static void print_line(FILE *f, enum rows_style style, int count, const json_t *row, bool rule)
{
    static const char *const between[] = { [ROWS_TSV] = "\t", [ROWS_CSV] = ",", [ROWS_JSON] = "", [ROWS_MD] = " | " };
    char room[400];
    fputs(style == ROWS_MD ? "| " : "", f);
    for (int i = 0; i < count; i++) {
        fputs(i ? between[style] : "", f);
        print_field(f, style, cell(style, i, row, rule, room, sizeof room));
    }
    fputs(style == ROWS_MD ? " |\n" : "\n", f);
}

static void print_header(FILE *f, enum rows_style style, int count)
{
    print_line(f, style, count, NULL, false);
    if (style == ROWS_MD)
        print_line(f, style, count, NULL, true);
}

/* The fields that are there, in the order of the columns, and why it is not "ok". */
static void print_object(FILE *f, const json_t *row, bool first)
{
    json_t *o = json_object();
    for (int i = 0; i < ALL; i++) {
        json_t *value = json_object_get(row, columns[i].name);
        if (value)
            json_object_set(o, columns[i].name, value);
    }
    json_t *text = json_object_get(row, "text");
    if (json_is_string(text) && json_string_length(text) > 0)
        json_object_set(o, "text", text);
    char *line = json_dumps(o, JSON_REAL_PRECISION(9));
    fprintf(f, "%s  %s", first ? "[\n" : ",\n", line ? line : "{}");
    free(line);
    json_decref(o);
}

/* ---- opening ---- */

/* The header with the first `count` columns; freed by the caller. */
static char *header(enum rows_style style, int count)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (f) {
        print_header(f, style, count);
        fclose(f);
    }
    return text;
}

/* How many of our columns a table has, by its first line; 0: it is none of ours. */
static int columns_of(const char *line, enum rows_style style)
{
    bool same = false;
    int n = columns_in(style) + 1;
    while (!same && --n > 0) {
        char *ours = header(style, n);
        same = ours && strcspn(ours, "\n") == strlen(line) && strncmp(ours, line, strlen(line)) == 0;
        free(ours);
    }
    return n;
}

static bool open_append(struct row_table *r, const char *path, struct err *e)
{
    static const char *const names[] = { [ROWS_TSV] = "TSV", [ROWS_CSV] = "CSV", [ROWS_MD] = "Markdown" };
    if (r->style == ROWS_JSON)
        return err_set(e, ERR_USAGE, "a JSON array cannot be appended to; use --tsv or --csv with --append");
    char *first = header(r->style, columns_in(r->style));
    bool ok = first ? append_open(&r->append, path, first, e) : err_nomem(e, "a header", 1024);
    free(first);
    if (!ok)
        return false;
    r->columns = columns_of(r->append.first, r->style);
    if (r->columns > 0 && r->append.whole)
        return true;
    append_close(&r->append);
    return r->columns
               ? err_set(e, ERR_USAGE, "%.300s was cut off: end its last line before rows are appended", path)
               : err_set(e, ERR_USAGE, "%.300s is no %s table of bench: its header differs; append to another file",
                         path, names[r->style]);
}

struct row_table *rows_open(const char *path, bool append, enum rows_style style, struct err *e)
{
    struct row_table *r = calloc(1, sizeof *r);
    if (!r) {
        err_nomem(e, "the rows", sizeof *r);
        return NULL;
    }
    *r = (struct row_table){ .style = style, .append.fd = -1, .columns = columns_in(style) };
    if (append ? open_append(r, path, e) : file_save_open(&r->save, path ? path : "-", e))
        return r;
    free(r);
    return NULL;
}

void rows_printer(struct row_table *r, row_printer *print, void *state)
{
    free(r->printer);
    r->print = print;
    r->printer = state;
}

bool rows_printed(const struct row_table *r)
{
    return r->print != NULL;
}

/* ---- rows ---- */

static bool put(struct row_table *r, const char *text, size_t length, struct err *e)
{
    errno = 0;
    if (r->append.fd >= 0)
        return append_put(&r->append, text, length, e);
    if (file_save_put(&r->save, text, length, e)) {
        r->whole += length;
        return true;
    }
    if (errno == EPIPE && e)
        *e = (struct err){ 0 };
    if (!r->save.direct && ftruncate(r->save.fd, (off_t)r->whole) == 0)
        lseek(r->save.fd, (off_t)r->whole, SEEK_SET);
    return false;
}

static bool row_put(struct row_table *r, const json_t *row, struct err *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return err_nomem(e, "a row", 1024);
    if (r->print) {
        r->print(f, r->printer, row);
    } else if (r->style == ROWS_JSON) {
        print_object(f, row, r->count == 0);
    } else {
        if (r->count == 0 && r->append.fd < 0)
            print_header(f, r->style, r->columns);
        print_line(f, r->style, r->columns, row, false);
    }
    fclose(f);
    bool ok = put(r, text, length, e);
    free(text);
    r->count++;
    return ok;
}

/* The measurement with what was chosen among its parameters: "BUDGET=200 choice=cpu.sell.simd"; a new reference. */
static json_t *row_of(const json_t *measurement)
{
    const char *choice = json_string_value(json_object_get(measurement, "choice"));
    const char *params = json_string_value(json_object_get(measurement, "params"));
    json_t *row = choice ? json_copy((json_t *)measurement) : json_incref((json_t *)measurement);
    if (choice)
        json_object_set_new(row, "params",
                            json_sprintf("%s%schoice=%s", params ? params : "", params ? " " : "", choice));
    return row;
}

bool rows_put(struct row_table *r, const json_t *measurement, struct err *e)
{
    const bool readable = r->style == ROWS_MD && !r->print;
    if (readable && strcmp(take_string(measurement, "status"), "unsupported") == 0)
        return true;
    if (readable && r->append.fd < 0 && *take_string(measurement, "version"))
        machine_join(&r->machine, measurement);
    json_t *row = r->print || readable ? json_incref((json_t *)measurement) : row_of(measurement);
    bool ok = row_put(r, row, e);
    json_decref(row);
    return ok;
}

bool rows_text(struct row_table *r, const char *text, struct err *e)
{
    return put(r, text, strlen(text), e);
}

bool rows_note(struct row_table *r, const char *format, ...)
{
    char *line = NULL, *all = NULL;
    va_list args;
    if (r->style != ROWS_MD || r->append.fd >= 0)
        return false;
    va_start(args, format);
    int n = vasprintf(&line, format, args);
    va_end(args);
    if (n < 0 || asprintf(&all, "%s- %s\n", r->notes ? r->notes : "\n", line) < 0)
        all = NULL; /* a note less */
    if (all) {
        free(r->notes);
        r->notes = all;
    }
    free(n < 0 ? NULL : line);
    return true;
}

void rows_drop(struct row_table *r)
{
    if (!r)
        return;
    if (r->append.fd >= 0)
        append_close(&r->append);
    else
        file_save_abort(&r->save);
    json_decref(r->machine);
    free(r->notes);
    free(r->printer);
    free(r);
}

/* Processor, host, date, libraries, version, on one line below the table. */
static bool put_machine(struct row_table *r, struct err *e)
{
    char text[700] = "\n", machine[600];
    machine_text(r->machine, machine, sizeof machine);
    if (!*machine)
        return true;
    text_add(text, sizeof text, "%s\n", machine);
    return rows_text(r, text, e);
}

bool rows_close(struct row_table *r, struct err *e)
{
    if (!r)
        return true;
    const bool none = r->whole == 0 && (r->count > 0 || !r->notes);
    if (none && r->append.fd < 0 && !r->save.direct) { /* a file is not replaced by nothing */
        rows_drop(r);
        return true;
    }
    bool ok = true;
    if (r->style == ROWS_JSON) {
        const char *end = r->count ? "\n]\n" : "[]\n";
        ok = put(r, end, strlen(end), e);
    }
    if (ok && r->machine)
        ok = put_machine(r, e);
    if (ok && r->notes)
        ok = put(r, r->notes, strlen(r->notes), e);
    if (ok && r->append.fd < 0)
        ok = file_save_commit(&r->save, e);
    rows_drop(r);
    return ok;
}
