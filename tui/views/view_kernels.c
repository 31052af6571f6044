/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_kernels: the kernels of the operation: which are marked for the next run, which cannot run and why. */
#include "tui/views/kernels.h"

static int name_width(const struct scene *s, const int *shown, int n)
{
    int widest = 8;
    for (int i = 0; i < n; i++)
        widest = int_max(widest, canvas_width(s->model->kernel[shown[i]].name));
    return widest;
}

/* "csr · f64 f32 · Saad, SPARSKIT (1990)" */
static void facts_of(const struct model_kernel *k, char *out, size_t size)
{
    snprintf(out, size, "%s · %s%s%s%s%s", k->format[0] ? k->format : "no format", k->f64 ? "f64" : "",
             k->f64 && k->f32 ? " " : "", k->f32 ? "f32" : "", k->source[0] ? " · " : "", k->source);
}

static void draw_kernel(const struct scene *s, struct canvas *c, struct rect r, int row, int pitch,
                        const struct model_kernel *k, int width, bool here)
{
    const char *why = kernels_refusal(s, k);
    bool marked = kernels_marked(s->marks, k->name);
    enum role role = why ? ROLE_DIM : kernels_role(s->model, k->name);
    canvas_text(c, r, row, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    canvas_text(c, r, row, 1, marked ? ROLE_KEY : ROLE_DIM, marked ? ATTR_BOLD : 0,
                marked     ? "●"
                : why      ? "–"
                : c->ascii ? "."
                           : "·");
    canvas_text(c, r, row, 3, role, here || marked ? ATTR_BOLD : 0, k->name);
    if (r.cols < width + 12)
        return;
    for (int j = width + 4; j < r.cols; j++) /* a name that is too long is cut */
        canvas_put(c, r, row, j, ' ', ROLE_TEXT, 0);
    canvas_clip(c, r, row, width + 5, r.cols - 1, pitch > 1 && !why ? ROLE_TEXT : ROLE_DIM, 0, why ? why : k->what);
    if (pitch > 1) {
        char facts[sizeof k->source + sizeof k->format + 40];
        facts_of(k, facts, sizeof facts);
        canvas_clip(c, r, row + 1, width + 5, r.cols - 1, ROLE_DIM, 0, why ? k->what : facts);
    }
}

/* Below the list: the details of the kernel under the cursor, if there is room beside all kernels; else, if its line is
   cut, what it does, or why it cannot run. */
enum { DETAIL = 7, LEAST = 4 };

static int foot_lines(const struct scene *s, struct rect r, const int *shown, int n, int at)
{
    if (r.rows >= 2 * DETAIL && r.rows >= n + DETAIL)
        return DETAIL;
    if (s->focus != VIEW_kernels || r.rows < LEAST)
        return 0;
    const struct model_kernel *k = &s->model->kernel[shown[at]];
    const char *why = kernels_refusal(s, k), *text = why ? why : k->what;
    return canvas_width(text) <= r.cols - 1 - name_width(s, shown, n) - 5 ? 0 : r.cols < 50 ? 3 : 2;
}

/* Two lines per kernel, if all fit. */
static int pitch_of(int rows, int n)
{
    return rows >= 2 * n ? 2 : 1;
}

static void draw_detail(const struct scene *s, struct canvas *c, struct rect r, const struct model_kernel *k)
{
    char text[sizeof k->what + sizeof k->source + 8];
    const char *why = kernels_refusal(s, k);
    int row = 0;
    if (r.rows < DETAIL - 1) {
        canvas_wrap(c, r, 0, 0, r.rows, ROLE_TEXT, why ? why : k->what);
        return;
    }
    canvas_text(c, r, row++, 0, kernels_role(s->model, k->name), ATTR_BOLD, k->name);
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

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int shown[MODEL_KERNELS], n = kernels_listed(s, shown), at = int_min(s->state[VIEW_kernels].at, n - 1);
    if (n == 0) {
        canvas_wrap(c, canvas_part(r, 0, 1, r.rows, r.cols - 1), 0, 0, r.rows, ROLE_DIM,
                    !s->model->kernels             ? "–"
                    : s->state[VIEW_kernels].hides ? "no kernel here can run: H lists the others"
                                                   : "no kernel matches the filter, which is one piece of text; :mark "
                                                     "takes several: *.omp,*.simd");
        return;
    }
    int width = name_width(s, shown, n), foot = foot_lines(s, r, shown, n, at);
    struct rect list = canvas_part(r, 0, 0, r.rows - foot, r.cols);
    int pitch = pitch_of(list.rows, n), top = view_top(at, n, list.rows / pitch);
    for (int i = 0; i < list.rows / pitch && top + i < n; i++)
        draw_kernel(s, c, list, i * pitch, pitch, &s->model->kernel[shown[top + i]], width,
                    s->focus == VIEW_kernels && top + i == at);
    view_more(c, list, top, top + list.rows < n ? n : top + list.rows);
    const int gap = foot == DETAIL;
    if (foot)
        draw_detail(s, c, canvas_part(r, list.rows + gap, gap ? 1 : 3, foot - gap, r.cols - (gap ? 1 : 3)),
                    &s->model->kernel[shown[at]]);
}

/* "r runs 15 of 24", "3 match "csr" · r runs 2", "24 · 4 marked", "15 can run · r runs all". */
static void aside(const struct scene *s, char *text, size_t size)
{
    const struct view_state *own = &s->state[VIEW_kernels];
    int shown[MODEL_KERNELS], n = kernels_listed(s, shown), marks = kernels_marks(s), run = 0;
    for (int i = 0; i < n; i++)
        run += !kernels_refusal(s, &s->model->kernel[shown[i]]);
    const bool runs = !marks && !s->over && !s->replay && s->model->matrix.open, plain = !own->filter[0] && !own->hides;
    if (runs && plain && run < n) {
        snprintf(text, size, "r runs %d of %d", run, n);
        return;
    }
    snprintf(text, size, "%d%s", n, own->hides ? " can run" : "");
    if (own->filter[0])
        text_add(text, size, " match \"%s\"", own->filter);
    if (marks)
        text_add(text, size, " · %d marked", marks);
    else if (runs)
        text_add(text, size, run < n || own->filter[0] ? " · r runs %d" : " · r runs all", run);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    int shown[MODEL_KERNELS], n = kernels_listed(s, shown);
    if (strcmp(word, "mark") == 0 && n > 0) {
        own->follow = false;
        own->at = int_min(own->at, n - 1);
        kernels_turn_mark(s, s->model->kernel[shown[own->at]].name, reply);
        return view_move("down", &own->at, n, 1);
    }
    const bool moved = view_move(word, &own->at, n, scene_page(s));
    own->follow &= !moved;
    return moved;
}

static void click(const struct scene *s, struct view_state *own, int row, int col, bool twice, struct view_reply *reply)
{
    int shown[MODEL_KERNELS], n = kernels_listed(s, shown);
    if (n == 0)
        return;
    int rows = s->inside.rows - foot_lines(s, s->inside, shown, n, int_min(own->at, n - 1));
    int pitch = pitch_of(rows, n), at = view_top(own->at, n, rows / pitch) + row / pitch;
    if (row >= rows || at < 0 || at >= n)
        return;
    own->at = at;
    own->follow = false;
    if (col < 3 || twice)
        kernels_turn_mark(s, s->model->kernel[shown[at]].name, reply);
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
