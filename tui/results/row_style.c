/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/row_style.h"

#include "tui/link/take.h"
#include "tui/results/readable.h"

static const struct {
    const char *name;
    enum row_kind kind;
} columns[] = {
#define COLUMN(name, kind) { name, ROW_##kind },
#define EXTRA COLUMN
#include "tui/results/columns.list"
};
enum {
    ALL = COUNT(columns),
#define COLUMN(name, kind) +1
    COLUMNS = 0
#include "tui/results/columns.list"
};

enum row_kind rows_kind(const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (strcmp(columns[i].name, name) == 0)
            return columns[i].kind;
    return ROW_TEXT;
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

void row_print_object(FILE *f, const json_t *row, bool first)
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
