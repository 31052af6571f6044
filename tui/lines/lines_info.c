/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_info: the facts of a matrix, on 80 columns or as JSON; several side by side, as in the screen's comparison. */
#include "core/base/file_save.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/verdict/rule_runs.h"
#include "tui/views/comparison.h"

enum { BAR = 34, VERDICT = 35 };

/* A number of `o` with separators. It stays valid for eight calls: enough for one printf. */
static const char *count(const json_t *o, const char *name)
{
    static _Thread_local char room[8][TEXT_SIZE];
    static _Thread_local unsigned turn;
    return text_count(room[turn++ % 8], take_whole(o, name));
}

/* A bar of share × BAR columns, in eighths if the terminal can show them. */
static void print_bar(double share)
{
    const int eighths = share > 0 ? int_max(1, (int)(share * BAR * 8 + 0.5)) : 0;
    for (int i = 0; i < BAR; i++) {
        const int left = eighths - 8 * i;
        if (left <= 0 || table_ascii())
            putchar(left > 0 ? '#' : ' ');
        else /* U+2588 is a full block, U+2589 seven eighths … U+258F one */
            printf("\xE2\x96%c", 0x90 - int_min(left, 8));
    }
}

static void print_histogram(const json_t *matrix)
{
    int64_t rows[STATS_BINS], nnz[STATS_BINS], most = 1, all = 0;
    int bins = take_bins(json_object_get(matrix, "hist"), STATS_BINS, rows, nnz);
    if (bins == 0)
        return;
    for (int b = 0; b < bins; b++) {
        most = max64(most, rows[b]);
        all += nnz[b];
    }
    printf("\n  row length              rows  %-*s  nonzeros\n", BAR, "");
    for (int b = 0; b < bins; b++) {
        char label[48], text_rows[TEXT_SIZE];
        long long low = b ? 1LL << (b - 1) : 0, high = b ? low + (low - 1) : 0;
        snprintf(label, sizeof label, low == high ? "%lld" : "%lld-%lld", low, high);
        printf("  %-12s  %14s  ", label, text_count(text_rows, rows[b]));
        print_bar((double)rows[b] / (double)most);
        printf("  %5.1f %%\n", all ? 100 * (double)nnz[b] / (double)all : 0.0);
    }
}

static void print_formats(const json_t *costs)
{
    const json_t *f;
    const double csr = take_double(json_array_get(json_object_get(costs, "items"), 0), "bytes");
    printf("\n  format      size        padding  verdict\n");
    JSON_EACH(f, json_object_get(costs, "items")) {
        char size[TEXT_SIZE], label[TEXT_SIZE], padding[TEXT_SIZE] = "", verdict[520];
        double slots = take_double(f, "padding");
        if (slots > 0)
            figure_padding(padding, slots);
        printf("  %-10s  %-10s  %7s  ", figure_format(label, take_string(f, "name"), (int)take_double(f, "block")),
               json_object_get(f, "bytes") ? figure_bytes(size, take_double(f, "bytes")) : "", padding);
        table_wrap(stdout, table_columns(), VERDICT, VERDICT, figure_verdict(verdict, sizeof verdict, f, csr));
    }
}

static void print_symmetry(const json_t *a)
{
    if (!json_object_get(a, "pattern_symmetry"))
        printf("  symmetry    not square\n");
    else
        printf("  symmetry    pattern %.4g %%  values %.4g %%  skew %.4g %%  (off the diagonal)\n",
               100 * take_double(a, "pattern_symmetry"), 100 * take_double(a, "value_symmetry"),
               100 * take_double(a, "value_skew"));
}

/* For a reordered matrix, with the bandwidth in the file's order. */
static void print_bandwidth(const json_t *a)
{
    const json_t *was = json_object_get(a, "was");
    char ms[TEXT_SIZE];
    printf("  band        lower %s  upper %s  profile %s\n", count(a, "bandwidth_lower"), count(a, "bandwidth_upper"),
           count(a, "profile"));
    if (was) {
        printf("  before      lower %s  upper %s  profile %s\n", count(was, "bandwidth_lower"),
               count(was, "bandwidth_upper"), count(was, "profile"));
        printf("  order       %s, found and applied in %s\n", take_string(a, "reorder"),
               table_plain(figure_ms(ms, take_double(a, "reorder_ms"))));
    }
}

static void print_matrix(const json_t *a)
{
    char bytes[TEXT_SIZE], ms[TEXT_SIZE], median[TEXT_SIZE], text[200];
    double rows = take_double(a, "rows"), cols = take_double(a, "cols");
    printf("%s  %s %s%s%s\n", take_string(a, "name"), take_string(a, "field"), take_string(a, "symmetry"),
           json_is_true(json_object_get(a, "array")) ? " array" : "",
           strcmp(take_string(a, "field"), "complex") == 0 ? " (magnitudes)" : "");
    if (*take_string(a, "title")) {
        printf("  ");
        table_wrap(stdout, 80, 2, 2, take_string(a, "title"));
    }
    printf("  size        %s x %s  nonzeros %s  density %.3g\n", count(a, "rows"), count(a, "cols"), count(a, "nnz"),
           rows * cols > 0 ? take_double(a, "nnz") / (rows * cols) : 0);
    printf("  row length  mean %.4g  %s %.4g  median %s  min %s  max %s\n", take_double(a, "row_mean"),
           table_ascii() ? "sigma" : "σ", take_double(a, "row_std"), figure_short(median, take_double(a, "row_median")),
           count(a, "row_min"), count(a, "row_max"));
    if (take_whole(a, "nnz") > 0)
        printf("  remainders  %.3g %% of entries left over by steps of 4 in a row, %.3g %% by 8\n",
               100 * take_double(a, "remainder4"), 100 * take_double(a, "remainder8"));
    const struct rule *rule = rule_runs_of(a);
    rule_runs_rows(a, text, sizeof text);
    text_add(text, sizeof text, ": %s%s", rule->says,
             rule->best || rule->worst ? ", by a report's rule of thumb; nothing was measured" : "");
    printf("  GPU rule    ");
    table_wrap(stdout, table_columns(), 14, 14, text);
    printf("  empty       rows %s  columns %s\n", count(a, "empty_rows"), count(a, "empty_cols"));
    print_bandwidth(a);
    printf("  diagonals   %s in use  %s entr%s on the main one\n", count(a, "diagonals"), count(a, "diagonal"),
           take_whole(a, "diagonal") == 1 ? "y" : "ies");
    print_symmetry(a);
    printf("  file        entries %s  duplicates %s  explicit zeros %s  NaN or Inf %s\n", count(a, "stored"),
           count(a, "duplicates"), count(a, "zeros"), count(a, "nonfinite"));
    printf("  as CSR      %s  read in %s\n", figure_bytes(bytes, take_double(a, "bytes")),
           table_plain(figure_ms(ms, take_double(a, "open_ms"))));
    if (*take_string(a, "why")) {
        printf("  note        ");
        table_wrap(stdout, table_columns(), 14, 14, take_string(a, "why"));
    }
}

/* The events as one object, without protocol members. */
static json_t *info_object(const struct lines *l, json_t *published)
{
    json_t *o = json_copy(l->matrix);
    json_object_del(o, "ev");
    json_object_del(o, "cmd");
    if (l->costs)
        json_object_set(o, "formats", json_object_get(l->costs, "items"));
    const struct rule *rule = rule_runs_of(l->matrix);
    json_object_set_new(o, "rule", json_pack("{s:s,s:s}", "rows", rule->rows, "says", rule->says));
    if (published)
        json_object_set(o, "published", published);
    return o;
}

static bool info_one(struct lines *l, const struct options *o, const char *matrix, json_t *list, struct err *e)
{
    if (!lines_matrix(l, o, matrix, e) || (o->value[OPT_REORDER] && !lines_order(l, o->value[OPT_REORDER], e)))
        return false;
    json_t *published = lines_published_here(l);
    if (o->value[OPT_JSON]) {
        json_array_append_new(list, info_object(l, published));
    } else {
        lines_clear(l);
        print_matrix(l->matrix);
        print_histogram(l->matrix);
        print_formats(l->costs);
        lines_print_published(published, l->matrix);
    }
    json_decref(published);
    return true;
}

/* ---- side by side ---- */

enum { LABELS = 20, COLUMN = 29, ROWS = 40, RASTER = 64 };

static void fold(void *model, const json_t *event, const char *data, size_t bytes)
{
    model_apply(model, event);
}

/* Opens the matrix and requests its spy plot. */
static bool look(struct lines *l, const struct options *o, const char *spec, struct model *m, struct err *e)
{
    char line[120];
    if (!lines_matrix(l, o, spec, e) || (o->value[OPT_REORDER] && !lines_order(l, o->value[OPT_REORDER], e)))
        return false;
    model_apply(m, l->matrix);
    const int rows = (int)min64(m->matrix.rows, RASTER), cols = (int)min64(m->matrix.cols, RASTER);
    if (rows < 1 || cols < 1)
        return true;
    snprintf(line, sizeof line, "spy rows=%d cols=%d from=0,0 to=%lld,%lld", rows, cols, (long long)m->matrix.rows,
             (long long)m->matrix.cols);
    return lines_ask(l, line, fold, m, e);
}

/* The first matrix, and beside it those from `skip` on that fit. */
static bool print_page(const struct model *m, int width, int skip, struct err *e)
{
    struct view_state state[VIEW_COUNT] = { [VIEW_run] = { .run.column = skip } };
    const struct scene s = { .model = m, .state = state };
    struct canvas c;
    if (!canvas_init(&c, ROWS, width, table_ascii(), e))
        return false;
    comparison_draw(&s, &c, (struct rect){ 0, 0, ROWS, width });
    char *text = canvas_to_text(&c);
    size_t n = text ? strlen(text) : 0;
    while (n > 1 && text[n - 1] == '\n' && text[n - 2] == '\n') /* unused lines */
        text[--n] = 0;
    bool ok = file_save_text("-", text, e);
    free(text);
    canvas_free(&c);
    return ok;
}

/* Two to six matrices side by side; on a narrow terminal, the first one beside some of the others at a time. */
static bool print_beside(struct lines *l, const struct options *o, const struct matrix_words *w, struct err *e)
{
    struct model *m = model_new();
    json_t *first = NULL;
    bool ok = m != NULL || err_nomem(e, "the matrices", sizeof *m);
    if (w->count < 2 || w->count > COMPARISON_COLUMNS)
        ok = ok && err_set(e, ERR_USAGE, "--beside wants two to %d matrices", COMPARISON_COLUMNS);
    for (int i = 0; ok && i < w->count; i++) {
        ok = look(l, o, w->spec[i], m, e);
        first = first || !ok ? first : json_incref(l->matrix);
    }
    if (ok && m->looks < 2)
        ok = err_set(e, ERR_USAGE, "these are one matrix: %s", w->spec[0]);
    if (ok) {
        const int room = table_width() ? (table_width() - LABELS) / COLUMN : w->count;
        const int columns = int_clamp(room, 2, w->count);
        model_apply(m, first); /* the first column is the open matrix */
        lines_clear(l);
        for (int skip = 0; ok && (skip == 0 || skip < w->count - 1); skip += columns - 1)
            ok = print_page(m, table_width() ? table_width() : LABELS + COLUMN * columns + 1, skip, e);
    }
    json_decref(first);
    model_free(m);
    return ok;
}

bool lines_info(struct lines *l, const struct options *o, struct err *e)
{
    struct matrix_words w;
    if (!o->value[OPT_BESIDE])
        return lines_each(l, o, info_one, e);
    if (!lines_words(l, o, &w, e))
        return false;
    const bool ok = print_beside(l, o, &w, e);
    matrix_words_free(&w);
    return ok;
}
