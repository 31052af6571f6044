/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/row_style.h"

#include "core/base/nearest.h"
#include "tui/canvas/canvas.h"
#include "tui/link/take.h"
#include "tui/results/readable.h"

static const struct rows_column columns[] = {
#define COLUMN(name, kind, what) { name, what, ROW_##kind },
#define EXTRA COLUMN
#include "tui/results/columns.list"
};
enum {
    ALL = COUNT(columns),
#define COLUMN(name, kind, what) +1
    COLUMNS = 0
#include "tui/results/columns.list"
};
_Static_assert((int)ALL <= (int)ROW_CHOICE, "all columns can be chosen");

const struct rows_column *rows_column(int i)
{
    return i < ALL ? &columns[i] : NULL;
}

/* ALL: none is called so. */
static int find(const char *name)
{
    int i = 0;
    while (i < ALL && strcmp(columns[i].name, name) != 0)
        i++;
    return i;
}

enum row_kind rows_kind(const char *name)
{
    const int i = find(name);
    return i < ALL ? columns[i].kind : ROW_TEXT;
}

/* "count=0.5 scan=0.1" */
static void join_members(json_t *object, char *room, size_t size)
{
    const char *name;
    json_t *value;
    room[0] = 0;
    json_object_foreach(object, name, value)
        text_join(room, size, " ", "%s=%.6g", name, json_number_value(value));
}

static const char *field(const json_t *row, const char *name, char *room, size_t size)
{
    json_t *value = json_object_get(row, name);
    if (!json_is_object(value))
        return take_as_text(value, room, size);
    join_members(value, room, size);
    return room;
}

/* A field of CSV is quoted if necessary. */
void row_cell(FILE *f, enum rows_style style, bool first, const char *text)
{
    const bool quote = style == ROWS_CSV && strpbrk(text, ",\"\n\r");
    if (style == ROWS_MD) {
        fputs(first ? "| " : " | ", f);
        text_put_markdown(f, text);
        return;
    }
    fputs(first ? "" : style == ROWS_CSV ? "," : "\t", f);
    fputs(quote ? "\"" : "", f);
    for (; *text; text++) {
        if (quote && *text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputs(quote ? "\"" : "", f);
}

void row_end(FILE *f, enum rows_style style)
{
    fputs(style == ROWS_MD ? " |\n" : "\n", f);
}

/* Markdown is for people, the other styles for programs. */
static const char *cell(enum rows_style style, int i, const json_t *row, bool rule, char *room, size_t size)
{
    if (style == ROWS_MD)
        return row ? readable_field(row, i, room, size) : readable_title(i, rule);
    return row ? field(row, columns[i].name, room, size) : columns[i].name;
}

int row_columns(enum rows_style style)
{
    return style == ROWS_MD ? readable_columns(NULL) : (int)COLUMNS;
}

void row_print(FILE *f, enum rows_style style, int count, const json_t *row, bool rule)
{
    char room[400];
    for (int i = 0; i < count; i++)
        row_cell(f, style, i == 0, cell(style, i, row, rule, room, sizeof room));
    row_end(f, style);
}

void row_print_header(FILE *f, enum rows_style style, int count)
{
    row_print(f, style, count, NULL, false);
    if (style == ROWS_MD)
        row_print(f, style, count, NULL, true);
}

/* ---- chosen columns ---- */

static bool unknown(const char *name, struct err *e)
{
    struct nearest near = nearest_to(name);
    char hint[100];
    for (int i = 0; i < ALL; i++)
        nearest_try(&near, columns[i].name);
    return err_set(e, ERR_USAGE, "there is no column '%.40s'%s%s (nzscope list columns names them)", name,
                   near.best ? "; " : "", nearest_hint(&near, "", hint, sizeof hint));
}

bool row_choose(struct row_choice *c, const char *names, struct err *e)
{
    char name[64];
    c->count = 0;
    while (names && text_item(&names, name, sizeof name)) {
        const int column = find(name);
        if (column == ALL)
            return unknown(name, e);
        for (int i = 0; i < c->count; i++)
            if (c->column[i] == column)
                return err_set(e, ERR_USAGE, "--columns names %s twice", name);
        c->column[c->count++] = column;
    }
    return c->count > 0 || err_set(e, ERR_USAGE, "--columns wants names such as kernel,threads,gflops");
}

/* A field in a column as wide as most of its kind, so that rows can be printed as they come. */
static void put_aligned(FILE *f, int column, bool last, const char *text)
{
    enum { NAMES = 20, WORDS = 10, COUNTS = 8, FIGURES = 11 };
    const struct rows_column *c = &columns[column];
    const bool named = strcmp(c->name, "kernel") == 0 || strcmp(c->name, "matrix") == 0;
    const int usual = c->kind == ROW_COUNT ? COUNTS : c->kind == ROW_NUMBER ? FIGURES : named ? NAMES : WORDS;
    const int title = canvas_width(c->name);
    const int blanks = (title > usual ? title : usual) - canvas_width(text);
    if (c->kind != ROW_TEXT)
        fprintf(f, "%*s%s%s", blanks > 0 ? blanks : 0, "", text, last ? "" : "  ");
    else
        fprintf(f, "%s%*s", text, last ? 0 : 2 + (blanks > 0 ? blanks : 0), "");
}

void row_print_chosen(FILE *f, enum rows_style style, const struct row_choice *c, const json_t *row, bool rule)
{
    char room[400];
    for (int i = 0; i < c->count; i++) {
        const struct rows_column *column = &columns[c->column[i]];
        const char *text = row    ? field(row, column->name, room, sizeof room)
                           : rule ? column->kind == ROW_TEXT ? "---" : "---:"
                                  : column->name;
        if (c->aligned)
            put_aligned(f, c->column[i], i + 1 == c->count, text);
        else
            row_cell(f, style, i == 0, text);
    }
    row_end(f, style);
}

/* Every row has every column, so that a script can name it: null where there is no value (of flags an empty array), and
   for NaN and infinity, which JSON lacks. */
void row_print_object(FILE *f, const struct row_choice *c, const json_t *row, bool first)
{
    json_t *o = json_object();
    for (int i = 0; i < (c->count ? c->count : ALL); i++) {
        const struct rows_column *column = &columns[c->count ? c->column[i] : i];
        json_t *value = json_object_get(row, column->name);
        if (!value && strcmp(column->name, "flags") == 0)
            json_object_set_new(o, column->name, json_array());
        else if (!value || (column->kind != ROW_TEXT && json_is_string(value)))
            json_object_set_new(o, column->name, json_null());
        else
            json_object_set(o, column->name, value);
    }
    json_t *text = json_object_get(row, "text");
    if (c->count == 0 && json_is_string(text) && json_string_length(text) > 0)
        json_object_set(o, "text", text);
    char *line = json_dumps(o, JSON_REAL_PRECISION(9));
    fprintf(f, "%s  %s", first ? "[\n" : ",\n", line ? line : "{}");
    free(line);
    json_decref(o);
}

char *row_header(enum rows_style style, int count)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (f) {
        row_print_header(f, style, count);
        fclose(f);
    }
    return text;
}

int row_columns_of(const char *line, enum rows_style style)
{
    bool same = false;
    int n = (style == ROWS_MD ? (int)READABLE_COLUMNS : (int)COLUMNS) + 1;
    while (!same && --n > 0) {
        char *ours = row_header(style, n);
        same = ours && strcspn(ours, "\n") == strlen(line) && strncmp(ours, line, strlen(line)) == 0;
        free(ours);
    }
    return n;
}
