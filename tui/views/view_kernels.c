/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_kernels: the kernels of the operation: which are marked for the next run, which cannot run and why. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/app.h"

static int name_width(const struct app *a, const int *shown, int n)
{
    int widest = 8;
    for (int i = 0; i < n; i++) {
        int w = canvas_width(a->model->kernel[shown[i]].name);
        widest = w > widest ? w : widest;
    }
    return widest;
}

static void draw_kernel(const struct app *a, struct canvas *c, struct rect r, int row, const struct model_kernel *k,
                        int width, bool here)
{
    const char *why = app_refusal(a, k);
    bool marked = app_marked(a, k->name);
    enum role role = why ? ROLE_DIM : app_kernel_role(a, k->name);
    canvas_text(c, r, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    canvas_text(c, r, row, 1, marked ? ROLE_KEY : ROLE_DIM, marked ? ATTR_BOLD : 0,
                marked     ? "●"
                : why      ? "–"
                : c->ascii ? "."
                           : "·");
    canvas_text(c, r, row, 3, role, here || marked ? ATTR_BOLD : 0, k->name);
    if (r.cols < width + 12)
        return;
    for (int j = width + 4; j < r.cols; j++) /* a name that is too long ends where the words begin */
        canvas_put(c, r, row, j, ' ', ROLE_TEXT, 0);
    canvas_clip(c, r, row, width + 5, r.cols - 1, ROLE_DIM, 0, why ? why : k->what);
}

/* Where there is room, everything about the kernel under the cursor stands below the list. */
enum { DETAIL = 7 };

static int detail_lines(struct rect r)
{
    return r.rows >= 2 * DETAIL ? DETAIL : 0;
}

static void draw_detail(const struct app *a, struct canvas *c, struct rect r, const struct model_kernel *k)
{
    char text[sizeof k->what + sizeof k->source + 8];
    const char *why = app_refusal(a, k);
    int row = 0;
    canvas_text(c, r, row++, 0, app_kernel_role(a, k->name), ATTR_BOLD, k->name);
    if (why)
        row += canvas_wrap(c, r, row, 0, 3, ROLE_WARN, why);
    row += canvas_wrap(c, r, row, 0, 2, ROLE_TEXT, k->what);
    snprintf(text, sizeof text, "format %s%s", k->format[0] ? k->format : "none",
             k->f64 && k->f32 ? ", f64 and f32"
             : k->f64         ? ", f64 only"
             : k->f32         ? ", f32 only"
                              : "");
    row += canvas_wrap(c, r, row, 0, 1, ROLE_DIM, text);
    canvas_wrap(c, r, row, 0, r.rows - row, ROLE_DIM, k->source);
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    int shown[MODEL_KERNELS], n = app_kernels(a, shown), at = a->kernel_at < n ? a->kernel_at : n - 1;
    if (n == 0) {
        canvas_text(c, r, 0, 1, ROLE_DIM, 0, a->model->kernels ? "no kernel matches the filter" : "–");
        return;
    }
    int width = name_width(a, shown, n), detail = detail_lines(r);
    struct rect list = canvas_part(r, 0, 0, r.rows - detail, r.cols);
    int top = view_top(at, n, list.rows);
    for (int i = 0; i < list.rows && top + i < n; i++)
        draw_kernel(a, c, list, i, &a->model->kernel[shown[top + i]], width, a->focus == VIEW_kernels && top + i == at);
    view_more(c, list, top, n);
    if (detail)
        draw_detail(a, c, canvas_part(r, list.rows + 1, 1, detail - 1, r.cols - 1), &a->model->kernel[shown[at]]);
}

static void aside(const struct app *a, char *text, size_t size)
{
    int shown[MODEL_KERNELS], n = app_kernels(a, shown), marks = app_marks(a);
    int used = snprintf(text, size, "%d%s", n, a->kernel_filter[0] ? " match " : "");
    if (a->kernel_filter[0])
        used += snprintf(text + used, size - (size_t)used, "\"%s\"", a->kernel_filter);
    if (marks)
        snprintf(text + used, size - (size_t)used, " · %d marked", marks);
    else if (!a->over)
        snprintf(text + used, size - (size_t)used, a->kernel_filter[0] ? " · r runs these" : " · r runs all");
}

static bool act(struct app *a, const char *word)
{
    int shown[MODEL_KERNELS], n = app_kernels(a, shown);
    if (strcmp(word, "mark") == 0 && n > 0) {
        a->kernel_at = a->kernel_at < n ? a->kernel_at : n - 1;
        app_mark(a, a->model->kernel[shown[a->kernel_at]].name, -1);
        return view_move("down", &a->kernel_at, n, 1);
    }
    return view_move(word, &a->kernel_at, n, app_page(a));
}

static void click(struct app *a, struct rect r, int row, int col, bool twice)
{
    int shown[MODEL_KERNELS], n = app_kernels(a, shown), at = view_top(a->kernel_at, n, r.rows - detail_lines(r)) + row;
    if (row >= r.rows - detail_lines(r) || at < 0 || at >= n)
        return;
    a->kernel_at = at;
    if (col < 3 || twice)
        app_mark(a, a->model->kernel[shown[at]].name, -1);
}

const struct view view_kernels = {
    .name = "kernels",
    .title = "Kernels",
    .help = "what can run: mark some with Space, or run all",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
    .filters = true,
};
