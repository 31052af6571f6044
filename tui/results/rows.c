/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/rows.h"

#include <stdarg.h>

#include "core/base/file_save.h"
#include "tui/link/take.h"
#include "tui/results/machine.h"
#include "tui/results/readable.h"
#include "tui/results/row_style.h"

struct row_table {
    enum rows_style style;
    struct file_save save;
    struct append append;     /* its fd is -1 without --append */
    int columns;              /* our first columns… */
    struct row_choice choice; /* …unless others were chosen */
    int count;
    size_t whole;       /* bytes of the file, except what could not be written completely */
    row_printer *print; /* NULL: in the style */
    void *printer;      /* its state */
    row_printer *echo;  /* prints them on the standard output, too; NULL: nothing does */
    void *echoer;       /* its state */
    json_t *machine;    /* of all Markdown rows */
    char *notes;        /* the lines below the table */
    int bare;           /* Markdown rows with a time, but without an interval */
    struct err broken;  /* why writing failed */
    bool closed;        /* the reader of the standard output is gone */
};

bool rows_style_of(const char *path, enum rows_style *style)
{
    static const char *const ends[] = {
        [ROWS_TSV] = ".tsv", [ROWS_CSV] = ".csv", [ROWS_JSON] = ".json", [ROWS_MD] = ".md"
    };
    for (int i = 0; i < 4; i++)
        if (text_ends_in(path, ends[i])) {
            *style = (enum rows_style)i;
            return true;
        }
    return false;
}

/* ---- opening ---- */

static bool open_append(struct row_table *r, const char *path, struct err *e)
{
    static const char *const names[] = { [ROWS_TSV] = "TSV", [ROWS_CSV] = "CSV", [ROWS_MD] = "Markdown" };
    if (r->style == ROWS_JSON)
        return err_set(e, ERR_USAGE, "a JSON array cannot be appended to; use --tsv or --csv with --append");
    char *first = row_header(r->style, row_columns(r->style));
    bool ok = first ? append_open(&r->append, path, first, e) : err_nomem(e, "a header", 1024);
    free(first);
    if (!ok)
        return false;
    r->columns = row_columns_of(r->append.first, r->style);
    if (r->columns > 0 && r->append.whole)
        return true;
    append_close(&r->append);
    return r->columns
               ? err_set(e, ERR_USAGE, "%.300s was cut off: end its last line before rows are appended", path)
               : err_set(e, ERR_USAGE, "%.300s is not a %s table of bench: its header differs; append to another file",
                         path, names[r->style]);
}

struct row_table *rows_open(const char *path, bool append, enum rows_style style, struct err *e)
{
    struct row_table *r = calloc(1, sizeof *r);
    if (!r) {
        err_nomem(e, "the rows", sizeof *r);
        return NULL;
    }
    *r = (struct row_table){ .style = style, .append.fd = -1, .columns = row_columns(style) };
    if (append ? open_append(r, path, e) : file_save_open(&r->save, path ? path : "-", e))
        return r;
    free(r);
    return NULL;
}

bool rows_choose(struct row_table *r, const char *names, bool aligned, struct err *e)
{
    r->choice.aligned = aligned;
    return row_choose(&r->choice, names, e);
}

static void end_printer(row_printer *print, void *state)
{
    if (state)
        print(NULL, state, NULL);
    free(state);
}

void rows_printer(struct row_table *r, row_printer *print, void *state)
{
    end_printer(r->print, r->printer);
    r->print = print;
    r->printer = state;
}

void rows_echo(struct row_table *r, row_printer *print, void *state)
{
    end_printer(r->echo, r->echoer);
    r->echo = print;
    r->echoer = state;
}

bool rows_printed(const struct row_table *r)
{
    return r->print || r->echo;
}

/* ---- rows ---- */

bool rows_writes(const struct row_table *r)
{
    return !r->closed && r->broken.code == ERR_NONE;
}

static bool put(struct row_table *r, const char *text, size_t length)
{
    struct err *e = r->broken.code == ERR_NONE ? &r->broken : NULL; /* the first error counts */
    errno = 0;
    if (r->append.fd >= 0)
        return append_put(&r->append, text, length, e);
    if (file_save_put(&r->save, text, length, e)) {
        r->whole += length;
        return true;
    }
    r->closed = errno == EPIPE;
    if (r->closed && e)
        *e = (struct err){ 0 };
    if (!r->save.direct && ftruncate(r->save.fd, (off_t)r->whole) == 0)
        lseek(r->save.fd, (off_t)r->whole, SEEK_SET);
    return false;
}

static bool row_put(struct row_table *r, const json_t *row)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return err_nomem(&r->broken, "a row", 1024);
    if (r->print) {
        r->print(f, r->printer, row);
    } else if (r->style == ROWS_JSON) {
        row_print_object(f, &r->choice, row, r->count == 0);
    } else if (r->choice.count > 0) {
        if (r->count == 0)
            row_print_chosen(f, r->style, &r->choice, NULL, false);
        if (r->count == 0 && r->style == ROWS_MD)
            row_print_chosen(f, r->style, &r->choice, NULL, true);
        row_print_chosen(f, r->style, &r->choice, row, false);
    } else {
        if (r->count == 0 && r->append.fd < 0) {
            r->columns = r->style == ROWS_MD ? readable_columns(row) : r->columns;
            row_print_header(f, r->style, r->columns);
        }
        row_print(f, r->style, r->columns, row, false);
    }
    fclose(f);
    bool ok = put(r, text, length);
    free(text);
    r->count++;
    return ok;
}

/* The measurement with the choice among its parameters: "BUDGET=200 choice=cpu.sell.simd"; a new reference. */
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

bool rows_put(struct row_table *r, const json_t *measurement)
{
    const bool readable = r->style == ROWS_MD && !r->print;
    if (!rows_writes(r))
        return false;
    if (r->echo && !json_object_get(measurement, "unasked")) {
        r->echo(stdout, r->echoer, measurement);
        fflush(stdout);
    }
    if (json_object_get(measurement, "unasked") ||
        (readable && strcmp(take_string(measurement, "status"), "unsupported") == 0))
        return true;
    if (readable && r->append.fd < 0 && *take_string(measurement, "version"))
        machine_join(&r->machine, measurement);
    r->bare += readable && r->choice.count == 0 && take_ok(measurement) && take_double(measurement, "time_ms") > 0 &&
               !isfinite(take_or_nan(measurement, "ci_hi_ms"));
    json_t *row =
        r->print || (readable && r->choice.count == 0) ? json_incref((json_t *)measurement) : row_of(measurement);
    bool ok = row_put(r, row);
    json_decref(row);
    return ok;
}

int rows_count(const struct row_table *r)
{
    return r->count;
}

bool rows_text(struct row_table *r, const char *text)
{
    return text ? put(r, text, strlen(text)) : err_nomem(&r->broken, "the table", 1 << 16);
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
        all = NULL; /* one note fewer */
    if (all) {
        free(r->notes);
        r->notes = all;
    }
    free(n < 0 ? NULL : line);
    return true;
}

void rows_drop(struct row_table *r, struct err *e)
{
    if (!r)
        return;
    if (e && r->broken.code != ERR_NONE)
        *e = r->broken;
    if (r->append.fd >= 0)
        append_close(&r->append);
    else
        file_save_abort(&r->save);
    json_decref(r->machine);
    free(r->notes);
    end_printer(r->print, r->printer);
    end_printer(r->echo, r->echoer);
    free(r);
}

/* Processor, host, date, libraries, version, on one line below the table. */
static bool put_machine(struct row_table *r)
{
    char text[700] = "\n", machine[600];
    machine_text(r->machine, machine, sizeof machine);
    if (!*machine)
        return true;
    text_add(text, sizeof text, "%s\n", machine);
    return rows_text(r, text);
}

bool rows_close(struct row_table *r, struct err *e)
{
    if (!r)
        return true;
    const bool none = r->whole == 0 && (r->count > 0 || !r->notes);
    bool ok = true;
    if (r->bare)
        rows_note(r, "± is empty in %d row%s: too few blocks of samples for an interval", r->bare,
                  text_plural(r->bare));
    if (!none || r->append.fd >= 0 || r->save.direct) { /* an empty table replaces no file */
        if (r->style == ROWS_JSON)
            ok = rows_text(r, r->count ? "\n]\n" : "[]\n");
        if (ok && r->machine)
            ok = put_machine(r);
        if (ok && r->notes)
            ok = rows_text(r, r->notes);
        if (ok && r->append.fd < 0)
            ok = file_save_commit(&r->save, &r->broken);
    }
    ok = ok && rows_writes(r);
    rows_drop(r, e);
    return ok;
}
