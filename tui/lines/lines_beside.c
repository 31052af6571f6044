/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_beside: several matrices in columns, like the comparison on the screen. */
#include "tui/lines/lines_command.h"

#include "core/base/file_save.h"
#include "tui/lines/table.h"
#include "tui/views/comparison.h"

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
    const int rows = m->matrix.rows < RASTER ? (int)m->matrix.rows : RASTER,
              cols = m->matrix.cols < RASTER ? (int)m->matrix.cols : RASTER;
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

bool lines_beside(struct lines *l, const struct options *o, const struct matrix_words *w, struct err *e)
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
        const int columns = room < 2 ? 2 : room > w->count ? w->count : room;
        model_apply(m, first); /* the first column is the open matrix */
        lines_clear(l);
        for (int skip = 0; ok && (skip == 0 || skip < w->count - 1); skip += columns - 1)
            ok = print_page(m, table_width() ? table_width() : LABELS + COLUMN * columns + 1, skip, e);
    }
    json_decref(first);
    model_free(m);
    return ok;
}
