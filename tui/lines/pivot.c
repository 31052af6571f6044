/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot: the speeds of a bench as a table of two settings, "matrix×kernel", with the best and the worst of each row. */
#include "tui/lines/pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tui/lines/table.h"
#include "tui/link/take.h"
#include "tui/model/standing.h"
#include "tui/views/figure.h"

/* What a row or a column can be; the first ones also head a table where they are neither. */
static const char *const settings[] = { "matrix", "kernel",  "op",     "type",    "k",
                                        "cache",  "reorder", "device", "threads", "params" };
enum { HEADED = 7, SETTINGS = sizeof settings / sizeof *settings, LABEL = 240, COLUMNS_MOST = 64 };

struct pivot {
    const char *row, *column;
    json_t *measured; /* [measurement, matrix]… */
};

static const char *setting_of(const char *word, size_t length)
{
    for (int i = 0; i < SETTINGS; i++)
        if (strlen(settings[i]) == length && strncmp(settings[i], word, length) == 0)
            return settings[i];
    return NULL;
}

struct pivot *pivot_new(const char *axes, struct err *e)
{
    static const char times[] = "×";
    struct pivot *p = calloc(1, sizeof *p);
    const char *gap = strstr(axes, times);
    const size_t wide = gap ? sizeof times - 1 : 1;
    gap = gap ? gap : strchr(axes, ',');
    if (!p) {
        err_nomem(e, "the table", sizeof *p);
        return NULL;
    }
    p->row = gap ? setting_of(axes, (size_t)(gap - axes)) : NULL;
    p->column = gap ? setting_of(gap + wide, strlen(gap + wide)) : NULL;
    p->measured = json_array();
    if (p->row && p->column && p->row != p->column)
        return p;
    err_set(e, ERR_USAGE,
            "--pivot wants ROWS×COLUMNS or ROWS,COLUMNS of matrix, kernel, op, type, k, cache, reorder, device, "
            "threads and params, not '%.60s'",
            axes);
    pivot_free(p);
    return NULL;
}

void pivot_free(struct pivot *p)
{
    if (p)
        json_decref(p->measured);
    free(p);
}

void pivot_add(struct pivot *p, const json_t *measurement, const json_t *matrix)
{
    if (strcmp(take_string(measurement, "status"), "unsupported") != 0)
        json_array_append_new(p->measured, json_pack("[O,O?]", measurement, matrix));
}

static const json_t *measurement_at(const struct pivot *p, size_t i)
{
    return json_array_get(json_array_get(p->measured, i), 0);
}

/* ---- labels ---- */

static bool is_axis(const struct pivot *p, const char *setting)
{
    return strcmp(p->row, setting) == 0 || strcmp(p->column, setting) == 0;
}

/* Whether the kernel ran with several values of a setting. */
static bool varies(const struct pivot *p, const char *kernel, const char *setting)
{
    const json_t *first = NULL;
    for (size_t i = 0; i < json_array_size(p->measured); i++) {
        const json_t *m = measurement_at(p, i), *value = json_object_get(m, setting);
        if (strcmp(take_string(m, "kernel"), kernel) != 0)
            continue;
        if (first && value && !json_equal(first, value))
            return true;
        first = value;
    }
    return false;
}

/* Whether the kernel ran without this parameter, too, or with another value of it. */
static bool word_varies(const struct pivot *p, const char *kernel, const char *word)
{
    const size_t length = strcspn(word, " ");
    for (size_t i = 0; i < json_array_size(p->measured); i++) {
        const json_t *m = measurement_at(p, i);
        const char *w = take_string(m, "params");
        if (strcmp(take_string(m, "kernel"), kernel) != 0)
            continue;
        while (*w && (strcspn(w, " ") != length || strncmp(w, word, length) != 0))
            w += strcspn(w, " "), w += strspn(w, " ");
        if (!*w)
            return true;
    }
    return false;
}

/* "cpu.csr.omp ×2 LOOP=row": a kernel with threads and parameters where they differ and have no axis of their own. */
static void kernel_label(const struct pivot *p, const json_t *m, char out[LABEL])
{
    const char *kernel = take_string(m, "kernel");
    int threads = 0, n = snprintf(out, LABEL, "%.64s", kernel);
    take_int(m, "threads", &threads);
    if (!is_axis(p, "threads") && varies(p, kernel, "threads"))
        n += snprintf(out + n, LABEL - (size_t)n, " ×%d", threads);
    for (const char *word = take_string(m, "params"); *word && !is_axis(p, "params") && n < LABEL;
         word += strcspn(word, " "), word += strspn(word, " "))
        if (word_varies(p, kernel, word))
            n += snprintf(out + n, LABEL - (size_t)n, " %.*s", (int)strcspn(word, " "), word);
}

static void label(const struct pivot *p, const json_t *m, const char *setting, char out[LABEL])
{
    char room[64];
    if (strcmp(setting, "kernel") == 0)
        kernel_label(p, m, out);
    else
        snprintf(out, LABEL, "%.200s", table_text(json_object_get(m, setting), room, sizeof room));
}

/* "mul · f64 · k=64 · warm" */
static void heading(const struct pivot *p, const json_t *m, char out[2 * LABEL])
{
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < HEADED && used < LABEL; i++) {
        char one[LABEL];
        if (is_axis(p, settings[i]))
            continue;
        label(p, m, settings[i], one);
        if (*one)
            used += (size_t)snprintf(out + used, 2 * LABEL - used, "%s%s%s", used ? " · " : "",
                                     strcmp(settings[i], "k") == 0 ? "k=" : "", one);
    }
}

/* ---- one table ---- */

struct pivot_table {
    const struct pivot *pivot;
    enum rows_style style;
    char heading[2 * LABEL];
    char column[COLUMNS_MOST][LABEL];
    int columns;
    bool facts; /* of the matrix of a row */
};

static bool belongs(const struct pivot_table *t, const json_t *m)
{
    char here[2 * LABEL];
    heading(t->pivot, m, here);
    return strcmp(here, t->heading) == 0;
}

static void find_columns(struct pivot_table *t)
{
    char text[LABEL];
    for (size_t i = 0; i < json_array_size(t->pivot->measured); i++) {
        const json_t *m = measurement_at(t->pivot, i);
        int at = 0;
        if (!belongs(t, m))
            continue;
        label(t->pivot, m, t->pivot->column, text);
        while (at < t->columns && strcmp(t->column[at], text) != 0)
            at++;
        if (at == t->columns && t->columns < COLUMNS_MOST)
            strcpy(t->column[t->columns++], text);
    }
}

static void put_cell(FILE *f, enum rows_style style, bool first, const char *text)
{
    fputs(style == ROWS_MD ? first ? "| " : " | " : first ? "" : style == ROWS_CSV ? "," : "\t", f);
    for (; *text; text++) {
        if ((style == ROWS_MD && *text == '|') || (style == ROWS_CSV && *text == ','))
            fputc(style == ROWS_MD ? '\\' : ' ', f);
        if (style != ROWS_CSV || *text != ',')
            fputc(*text, f);
    }
}

static void end_line(FILE *f, enum rows_style style)
{
    fputs(style == ROWS_MD ? " |\n" : "\n", f);
}

static void put_head(FILE *f, const struct pivot_table *t)
{
    static const char *const facts[] = { "origin", "m", "nnz", "row_mean", "row_std" }, *const ends[] = { "best",
                                                                                                          "worst" };
    const int n = t->facts ? 5 : 0;
    if (t->style == ROWS_MD)
        fprintf(f, "%s\n\n", t->heading);
    else
        put_cell(f, t->style, true, "table");
    put_cell(f, t->style, t->style == ROWS_MD, t->pivot->row);
    for (int i = 0; i < n; i++)
        put_cell(f, t->style, false, facts[i]);
    for (int i = 0; i < t->columns; i++)
        put_cell(f, t->style, false, t->column[i]);
    for (int i = 0; i < 2 && t->style != ROWS_MD; i++)
        put_cell(f, t->style, false, ends[i]);
    end_line(f, t->style);
    if (t->style != ROWS_MD)
        return;
    for (int i = 0; i < 1 + n + t->columns; i++)
        put_cell(f, t->style, i == 0, i == 0 ? "---" : "---:");
    end_line(f, t->style);
}

static void put_facts(FILE *f, const struct pivot_table *t, const json_t *m, const json_t *matrix)
{
    char room[64], text[TEXT_SIZE];
    put_cell(f, t->style, false, take_string(m, "origin"));
    put_cell(f, t->style, false, table_text(json_object_get(m, "m"), room, sizeof room));
    put_cell(f, t->style, false, table_text(json_object_get(m, "nnz"), room, sizeof room));
    put_cell(f, t->style, false, figure_number(text, take_double(matrix, "row_mean")));
    put_cell(f, t->style, false, figure_number(text, take_double(matrix, "row_std")));
}

static double rate_of(const json_t *m)
{
    return take_double(m, json_object_get(m, "gflops") ? "gflops" : "gnnzs");
}

/* NULL is not. */
static bool is_ok(const json_t *m)
{
    return strcmp(take_string(m, "status"), "ok") == 0;
}

/* Best bold, worst in italics; ~ not to be told from the fastest, ! in doubt. */
static void put_rate(FILE *f, const struct pivot_table *t, const json_t *m, enum standing s)
{
    static const char *const before[] = { [STANDING_BEST] = "**", [STANDING_WORST] = "*", [STANDING_DIM] = "" };
    static const char *const after[] = {
        [STANDING_BEST] = "**", [STANDING_LEVEL] = " ~", [STANDING_WORST] = "*", [STANDING_DIM] = " !"
    };
    char number[TEXT_SIZE], text[64];
    bool ok = is_ok(m), marked = t->style == ROWS_MD;
    if (ok && marked)
        snprintf(text, sizeof text, "%s%s%s", before[s] ? before[s] : "", figure_number(number, rate_of(m)),
                 after[s] ? after[s] : "");
    else if (ok)
        snprintf(text, sizeof text, "%.6g", rate_of(m));
    else
        snprintf(text, sizeof text, "%s", take_string(m, "status"));
    put_cell(f, t->style, false, text);
}

static void put_row(FILE *f, const struct pivot_table *t, const char *name)
{
    const json_t *cell[COLUMNS_MOST] = { NULL }, *matrix = NULL, *any = NULL;
    struct contender c[COLUMNS_MOST];
    enum standing standing[COLUMNS_MOST], of[COLUMNS_MOST] = { 0 };
    char text[LABEL];
    const char *best = "", *worst = "";
    int n = 0;
    for (size_t i = 0; i < json_array_size(t->pivot->measured); i++) {
        const json_t *m = measurement_at(t->pivot, i);
        label(t->pivot, m, t->pivot->row, text);
        if (strcmp(text, name) != 0 || !belongs(t, m))
            continue;
        any = m;
        matrix = json_array_get(json_array_get(t->pivot->measured, i), 1);
        label(t->pivot, m, t->pivot->column, text);
        for (int j = 0; j < t->columns; j++)
            cell[j] = strcmp(t->column[j], text) == 0 ? m : cell[j]; /* the newest */
    }
    for (int j = 0; j < t->columns; j++)
        if (is_ok(cell[j]))
            c[n++] = contender_row(rate_of(cell[j]), cell[j]);
    standing_of(c, n, standing);
    for (int j = t->columns - 1; j >= 0; j--)
        if (is_ok(cell[j]))
            of[j] = standing[--n];
    if (t->style != ROWS_MD)
        put_cell(f, t->style, true, t->heading);
    put_cell(f, t->style, t->style == ROWS_MD, name);
    if (t->facts)
        put_facts(f, t, any, matrix);
    for (int j = 0; j < t->columns; j++) {
        put_rate(f, t, cell[j], of[j]);
        best = of[j] == STANDING_BEST ? t->column[j] : best;
        worst = of[j] == STANDING_WORST ? t->column[j] : worst;
    }
    if (t->style != ROWS_MD) {
        put_cell(f, t->style, false, best);
        put_cell(f, t->style, false, worst);
    }
    end_line(f, t->style);
}

/* Whether an earlier measurement of the table has the same label. */
static bool is_told(const struct pivot_table *t, size_t at, const char *name)
{
    char text[LABEL];
    for (size_t i = 0; i < at; i++) {
        label(t->pivot, measurement_at(t->pivot, i), t->pivot->row, text);
        if (strcmp(text, name) == 0 && belongs(t, measurement_at(t->pivot, i)))
            return true;
    }
    return false;
}

static void put_table(FILE *f, struct pivot_table *t)
{
    char name[LABEL];
    find_columns(t);
    put_head(f, t);
    for (size_t i = 0; i < json_array_size(t->pivot->measured); i++) {
        label(t->pivot, measurement_at(t->pivot, i), t->pivot->row, name);
        if (belongs(t, measurement_at(t->pivot, i)) && !is_told(t, i, name))
            put_row(f, t, name);
    }
}

static void put_caption(FILE *f, const struct pivot *p)
{
    static const char *const facts[] = { "processor", "host", "date", "libraries", "version" };
    const json_t *m = measurement_at(p, json_array_size(p->measured) - 1);
    fprintf(f,
            "\n%s, median; **best** and *worst* of a row where the intervals tell them apart; ~ cannot be told from "
            "the fastest; ! in doubt.",
            json_object_get(m, "gnnzs") && !json_object_get(m, "gflops") ? "Gnnz/s" : "GFLOPS");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *fact = take_string(m, facts[i]);
        if (*fact)
            fprintf(f, "%s%s%s", i ? " · " : " ", i == 4 ? "nzscope " : "", fact);
    }
    fputc('\n', f);
}

char *pivot_text(const struct pivot *p, enum rows_style style)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    struct pivot_table *t = calloc(1, sizeof *t);
    if (!f || !t) {
        free(t);
        if (f)
            fclose(f);
        free(text);
        return NULL;
    }
    for (size_t i = 0; i < json_array_size(p->measured); i++) {
        bool told = false;
        *t = (struct pivot_table){ .pivot = p, .style = style, .facts = strcmp(p->row, "matrix") == 0 };
        heading(p, measurement_at(p, i), t->heading);
        for (size_t j = 0; j < i && !told; j++)
            told = belongs(t, measurement_at(p, j));
        if (told)
            continue;
        if (i > 0)
            fputc('\n', f);
        put_table(f, t);
    }
    if (style == ROWS_MD && json_array_size(p->measured) > 0)
        put_caption(f, p);
    free(t);
    fclose(f);
    return text;
}
