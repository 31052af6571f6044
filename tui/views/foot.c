/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot: a tour's caption, in two lines or, on a narrow screen, more; the position of a replay, in one. */
#include "tui/views/frame.h"

#include "tui/link/tape.h"

/* "14/14", below it "12:34", and a gap; lines wider than BROAD columns are hard to read. */
enum { CAPTION_AT = 7, BROAD = 100 };

static int caption_cols(int cols)
{
    return int_min(cols - CAPTION_AT - 1, BROAD);
}

int foot_caption_lines(const char *caption, int cols)
{
    return canvas_lines(caption, caption_cols(cols), 16);
}

static void draw_caption(const struct scene *s, struct canvas *c, struct rect r)
{
    const bool late = s->planned > 0 && s->lasted > s->planned;
    canvas_print(c, r, 0, 1, ROLE_KEY, ATTR_BOLD, "%d/%d", s->step, s->steps);
    if (!s->tape && s->lasted >= 0)
        canvas_print(c, r, 1, 1, late ? ROLE_WARN : ROLE_DIM, 0, "%d:%02d", (int)s->lasted / 60, (int)s->lasted % 60);
    struct rect text = canvas_part(r, 0, CAPTION_AT, r.rows, caption_cols(r.cols));
    canvas_wrap(c, text, 0, 0, r.rows, ROLE_TITLE, s->caption);
}

/* "0:12"; "1:02:03" from one hour on. */
static void clock_text(char *out, size_t size, double seconds)
{
    const int s = (int)seconds;
    if (s >= 3600)
        snprintf(out, size, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(out, size, "%d:%02d", s / 60, s % 60);
}

static void draw_bar(struct canvas *c, struct rect r, int col, int cols, double share)
{
    const int at = (int)(share * (cols - 1) + 0.5);
    for (int i = 0; i < cols; i++)
        canvas_put(c, r, 0, col + i, i == at ? 0x25cf : i < at ? 0x2501 : 0x2500, i <= at ? ROLE_KEY : ROLE_DIM, 0);
}

static void draw_transport(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct tape_state now = tape_state(s->tape), *t = &now;
    const char *sign = s->over ? "■" : t->paused ? "‖" : "▶";
    char at[20], length[20], speed[24] = "", origin[160];
    clock_text(at, sizeof at, t->at);
    clock_text(length, sizeof length, t->length);
    if (t->speed > 0 && t->speed != 1)
        snprintf(speed, sizeof speed, " ×%g", t->speed);
    snprintf(origin, sizeof origin, " · %s", t->origin[0] ? t->origin : "a recording");
    int col = 1 + canvas_text(c, r, 0, 1, ROLE_KEY, ATTR_BOLD, sign) + 1;
    col += canvas_print(c, r, 0, col, ROLE_TEXT, 0, "%s ", at);
    const int left = r.cols - col - 1 - canvas_width(length) - canvas_width(speed) - canvas_width(origin);
    const int bar = left < 8 ? 8 : left < r.cols / 4 ? left : r.cols / 4; /* the origin is not cut for it */
    draw_bar(c, r, col, bar, t->length > 0 ? t->at / t->length : 0);
    col += bar + 1;
    col += canvas_print(c, r, 0, col, ROLE_TEXT, 0, "%s%s", length, speed);
    canvas_clip(c, r, 0, col, r.cols, ROLE_DIM, 0, origin);
}

void foot_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const int caption = s->tape ? r.rows - FOOT_TRANSPORT : r.rows;
    if (s->caption && caption > 0)
        draw_caption(s, c, canvas_part(r, 0, 0, caption, r.cols));
    if (s->tape)
        draw_transport(s, c, canvas_part(r, caption, 0, FOOT_TRANSPORT, r.cols));
}
