/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/pivot.h"

#include "tui/link/take.h"
#include "tui/results/diff.h"
#include "tui/results/machine.h"

/* Possible rows and columns; the first ones also head a table if they are neither. */
static const char *const settings[] = { "matrix", "kernel",  "op",     "type",    "k",
                                        "cache",  "reorder", "device", "threads", "params" };
enum { HEADED = 7, SETTINGS = COUNT(settings), LABEL = PIVOT_LABEL };

/* What a cell can show instead of the rate. */
static const struct {
    const char *name, *unit;
} values[] = { { "time_ms", "ms" },
               { "time_mean_ms", "ms, mean" },
               { "speedup", "times serial CSR" },
               { "scaling", "times one thread" },
               { "library", "times the fastest library" },
               { "nnz_per_s", "nonzeros/s" },
               { "gbs", "GB/s" },
               { "roof_frac", "share of the roof" },
               { "prepare_ms", "ms of preparing" },
               { "prepare_products", "products that preparing costs" },
               { "err_ratio", "error / bound" } };
enum { VALUES = COUNT(values) };

static const char *setting_of(const char *word, size_t length)
{
    for (int i = 0; i < SETTINGS; i++)
        if (strlen(settings[i]) == length && strncmp(settings[i], word, length) == 0)
            return settings[i];
    return NULL;
}

/* "": none; NULL: unknown. */
static const char *value_of(const char *word)
{
    for (int i = 0; i < VALUES; i++)
        if (strcmp(values[i].name, word) == 0)
            return values[i].name;
    return *word ? NULL : "";
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
    const char *end = gap ? gap + wide + strcspn(gap + wide, ",") : axes;
    p->row = gap ? setting_of(axes, (size_t)(gap - axes)) : NULL;
    p->column = gap ? setting_of(gap + wide, (size_t)(end - gap) - wide) : NULL;
    p->value = value_of(*end == ',' ? end + 1 : "");
    p->measured = json_array();
    if (p->row && p->column && p->row != p->column && p->value)
        return p;
    err_set(
        e, ERR_USAGE,
        "--pivot wants ROWS×COLUMNS or ROWS,COLUMNS of matrix, kernel, op, type, k, cache, reorder, device, threads "
        "and params, then ,VALUE such as time_ms, speedup, library or nnz_per_s if not the rate, not '%.60s'",
        axes);
    pivot_free(p);
    return NULL;
}

void pivot_free(struct pivot *p)
{
    if (!p)
        return;
    json_decref(p->measured);
    free(p->place);
    free(p);
}

static const json_t *measurement_at(const struct pivot *p, size_t i)
{
    return json_array_get(json_array_get(p->measured, i), 0);
}

/* 0 if the setting is no number. */
static double number_on(const json_t *m, const char *setting)
{
    const bool counts = strcmp(setting, "k") == 0 || strcmp(setting, "threads") == 0;
    return counts ? (double)take_whole(m, setting) : 0;
}

static bool is_before(const struct pivot *p, const json_t *a, const json_t *b)
{
    const double column = number_on(a, p->column) - number_on(b, p->column);
    return column < 0 || (column == 0 && number_on(a, p->row) < number_on(b, p->row));
}

/* Rows and columns come in order of their first measurements: numbers have to ascend there. */
void pivot_add(struct pivot *p, const json_t *measurement, const json_t *matrix)
{
    size_t at = json_array_size(p->measured);
    if (strcmp(take_string(measurement, "status"), "unsupported") == 0)
        return;
    while (at > 0 && is_before(p, measurement, measurement_at(p, at - 1)))
        at--;
    json_array_insert_new(p->measured, at, json_pack("[O,O?]", measurement, matrix));
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

/* Whether the kernel also ran without this parameter, or with another value of it. */
static bool word_varies(const struct pivot *p, const char *kernel, const char *word, int length)
{
    for (size_t i = 0; i < json_array_size(p->measured); i++) {
        const json_t *m = measurement_at(p, i);
        if (strcmp(take_string(m, "kernel"), kernel) == 0 && !text_has(take_string(m, "params"), word, length))
            return true;
    }
    return false;
}

/* "cpu.csr.omp ×2 LOOP=row": a kernel with its threads and parameters where they differ and have no axis. */
static void kernel_label(const struct pivot *p, const json_t *m, char out[LABEL])
{
    const char *kernel = take_string(m, "kernel"), *params = is_axis(p, "params") ? "" : take_string(m, "params");
    int n;
    snprintf(out, LABEL, "%.64s", kernel);
    if (!is_axis(p, "threads") && varies(p, kernel, "threads"))
        text_add(out, LABEL, " ×%d", take_threads(m));
    for (const char *word; (word = text_word(&params, &n));)
        if (word_varies(p, kernel, word, n))
            text_add(out, LABEL, " %.*s", n, word);
}

static void label(const struct pivot *p, const json_t *m, const char *setting, char out[LABEL])
{
    char room[64];
    if (strcmp(setting, "kernel") == 0)
        kernel_label(p, m, out);
    else
        snprintf(out, LABEL, "%.200s", take_as_text(json_object_get(m, setting), room, sizeof room));
}

/* "mul · f64 · k=64 · warm" */
static void heading(const struct pivot *p, const json_t *m, char out[2 * LABEL])
{
    out[0] = 0;
    for (int i = 0; i < HEADED; i++) {
        char one[LABEL];
        if (is_axis(p, settings[i]))
            continue;
        label(p, m, settings[i], one);
        if (*one)
            text_join(out, 2 * LABEL, " · ", "%s%s", strcmp(settings[i], "k") == 0 ? "k=" : "", one);
    }
}

/* ---- values ---- */

double pivot_value(const struct pivot *p, const json_t *m)
{
    return !take_ok(m) ? (double)NAN : *p->value ? take_or_nan(m, p->value) : take_rate(m);
}

bool pivot_ranks_columns(const struct pivot *p)
{
    return strcmp(p->row, "kernel") == 0;
}

const char *pivot_unit(const struct pivot *p)
{
    const json_t *m = measurement_at(p, json_array_size(p->measured) - 1);
    for (int i = 0; i < VALUES; i++)
        if (strcmp(values[i].name, p->value) == 0)
            return values[i].unit;
    return take_rate_unit(m);
}

void pivot_machine(const struct pivot *p, char *out, size_t size)
{
    json_t *all = NULL;
    for (size_t i = 0; i < json_array_size(p->measured); i++)
        machine_join(&all, measurement_at(p, i));
    machine_text(all, out, size);
    json_decref(all);
}

/* ---- one table ---- */

/* False: out of memory. */
static bool find_places(struct pivot *p)
{
    const size_t n = json_array_size(p->measured);
    if (p->places == n)
        return true;
    free(p->place);
    p->place = calloc(n, sizeof *p->place);
    p->places = p->place ? n : 0;
    for (size_t i = 0; i < p->places; i++) {
        heading(p, measurement_at(p, i), p->place[i].heading);
        label(p, measurement_at(p, i), p->row, p->place[i].row);
        label(p, measurement_at(p, i), p->column, p->place[i].column);
    }
    return p->place;
}

/* Whether no earlier measurement is of the same table and row (NULL: any row). */
static bool is_first(const struct pivot *p, size_t at, const char *row)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(p->place[i].heading, p->place[at].heading) == 0 && (!row || strcmp(p->place[i].row, row) == 0))
            return false;
    return true;
}

static bool belongs(const struct pivot_table *t, size_t i)
{
    return strcmp(t->pivot->place[i].heading, t->heading) == 0;
}

/* The index of a column; t->columns: new. */
static int column_of(const struct pivot_table *t, size_t i)
{
    int at = 0;
    while (at < t->columns && strcmp(t->column[at], t->pivot->place[i].column) != 0)
        at++;
    return at;
}

/* Where a row is a kernel, its cells compete with those above and below. Rows beyond ROWS have no standing. */
static void rank_column(struct pivot *p, const struct pivot_table *t, int j)
{
    enum { ROWS = 512 };
    const char *row[ROWS];
    const json_t *cell[ROWS] = { NULL };
    struct contender c[ROWS];
    enum standing s[ROWS];
    int n = 0;
    for (size_t i = 0; i < p->places; i++) {
        struct pivot_place *place = &p->place[i];
        int at = 0;
        if (!belongs(t, i) || column_of(t, i) != j)
            continue;
        while (at < n && strcmp(row[at], place->row) != 0)
            at++;
        if (at == n && n < ROWS)
            row[n++] = place->row;
        if (at < n && !diff_spoiled(measurement_at(p, i), cell[at]))
            cell[at] = measurement_at(p, i);
        place->rival = at;
    }
    for (int i = 0; i < n; i++)
        c[i] = contender_row(cell[i]);
    standing_unite(cell, c, n);
    standing_of(c, n, s);
    for (size_t i = 0; i < p->places; i++)
        if (belongs(t, i) && column_of(t, i) == j && p->place[i].rival < n)
            p->place[i].standing = s[p->place[i].rival];
}

bool pivot_table_at(struct pivot *p, int i, struct pivot_table *t)
{
    size_t at = 0;
    if (!find_places(p))
        return false;
    while (at < p->places && (!is_first(p, at, NULL) || i-- > 0))
        at++;
    if (at == p->places)
        return false;
    *t = (struct pivot_table){ p, .heading = p->place[at].heading, .facts = strcmp(p->row, "matrix") == 0 };
    for (; at < p->places; at++)
        if (belongs(t, at) && column_of(t, at) == t->columns && t->columns < PIVOT_COLUMNS)
            t->column[t->columns++] = p->place[at].column;
    for (int j = 0; j < t->columns && pivot_ranks_columns(p); j++)
        rank_column(p, t, j);
    return true;
}

/* ---- one line ---- */

static void rank(const struct pivot_table *t, struct pivot_line *line)
{
    struct contender c[PIVOT_COLUMNS];
    if (pivot_ranks_columns(t->pivot))
        return;
    for (int j = 0; j < t->columns; j++)
        c[j] = contender_row(line->cell[j]);
    standing_unite(line->cell, c, t->columns);
    standing_of(c, t->columns, line->standing);
}

/* The newest measurement of a cell that is not spoiled counts. */
static void find_cells(const struct pivot_table *t, struct pivot_line *line)
{
    const struct pivot *p = t->pivot;
    for (size_t i = 0; i < p->places; i++) {
        const json_t *m = measurement_at(p, i);
        if (strcmp(p->place[i].row, line->name) != 0 || !belongs(t, i))
            continue;
        line->any = m;
        line->matrix = json_array_get(json_array_get(p->measured, i), 1);
        const int j = column_of(t, i);
        if (j >= t->columns || diff_spoiled(m, line->cell[j]))
            continue;
        line->cell[j] = m;
        line->standing[j] = p->place[i].standing;
    }
}

bool pivot_line_next(const struct pivot_table *t, size_t *at, struct pivot_line *line)
{
    const struct pivot *p = t->pivot;
    while (*at < p->places && !(belongs(t, *at) && is_first(p, *at, p->place[*at].row)))
        ++*at;
    if (*at == p->places)
        return false;
    *line = (struct pivot_line){ .name = p->place[(*at)++].row };
    find_cells(t, line);
    rank(t, line);
    return true;
}
