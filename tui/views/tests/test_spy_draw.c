/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spy_draw: where dots would run together they are a halftone of the density; else every entry is a dot. */
#include "core/tests/cmocka.h"
#include "tui/views/spy_draw.h"

/* `cells` drawn on 1 × 3 characters; glyph: what stands there. */
static void drawn(const char *cells, bool ascii, uint32_t glyph[3])
{
    char room[24 + 1];
    struct canvas c;
    assert_true(canvas_init(&c, 1, 3, ascii, NULL));
    memcpy(room, cells, sizeof room);
    const struct model_spy spy = { .rows = 4, .cols = 6, .to = { 4, 6 }, .cells = room };
    spy_draw_raster(&(struct spy_pen){ .canvas = &c, .rect = { 0, 0, 1, 3 }, .spy = &spy },
                    ascii ? PLOT_ASCII : PLOT_BRAILLE);
    for (int i = 0; i < 3; i++)
        glyph[i] = c.cell[i].glyph;
    canvas_free(&c);
}

static int dots(uint32_t glyph)
{
    assert_true(glyph > 0x2800 && glyph <= 0x28ff);
    return __builtin_popcount(glyph - 0x2800);
}

TEST(dense_is_shaded)
{
    static const char cells[] = "993511"
                                "993511"
                                "995311"
                                "993511                        ";
    uint32_t glyph[3];
    drawn(cells, false, glyph);
    assert_int_equal(glyph[0], 0x28ff);
    assert_int_equal(dots(glyph[1]), 4);
    assert_int_equal(dots(glyph[2]), 2);
    assert_int_equal(glyph[1], 0x2800 + 0x08 + 0x10 + 0x04 + 0x80); /* the denser half: those of density 5 */
    drawn(cells, true, glyph);
    assert_true(glyph[0] == '@' && glyph[1] == '+' && glyph[2] == ':');
}

/* Thin ones are drawn whole, however little each pixel has. */
TEST(sparse_is_whole)
{
    static const char cells[] = "0....."
                                ".0...."
                                "..0..."
                                "...0.9                        ";
    uint32_t glyph[3];
    drawn(cells, false, glyph);
    assert_int_equal(glyph[0], 0x2800 + 0x01 + 0x10);
    assert_int_equal(glyph[1], 0x2800 + 0x04 + 0x80);
    assert_int_equal(glyph[2], 0x2800 + 0x80);
    drawn(cells, true, glyph);
    assert_true(glyph[0] == '.' && glyph[1] == '.' && glyph[2] == '@');
}

/* Where all is about equally dense a halftone would be a weave: every dot is drawn. */
TEST(uniform_is_whole)
{
    uint32_t glyph[3];
    drawn("676767676767676767676767 ", false, glyph);
    for (int i = 0; i < 3; i++)
        assert_int_equal(glyph[i], 0x28ff);
}

/* With its aspect, a matrix of 30,000 × 300 would be a stripe; filled, its lower half is half of the plot. */
TEST(thin_ones_are_filled)
{
    static const int64_t tall[2] = { 30000, 300 }, flat[2] = { 300, 30000 }, square[2] = { 900, 900 };
    const struct rect r = { 0, 0, 8, 28 };
    char cells[] = "..99";
    const struct model_spy spy = { .rows = 2, .cols = 2, .to = { 30000, 300 }, .cells = cells };
    struct canvas c;
    assert_true(spy_is_thin(tall, r, PLOT_BRAILLE) && spy_is_thin(flat, r, PLOT_BRAILLE));
    assert_false(spy_is_thin(square, r, PLOT_BRAILLE));
    for (int filled = 0; filled < 2; filled++) {
        int drawn = 0;
        assert_true(canvas_init(&c, 8, 28, false, NULL));
        spy_draw_raster(&(struct spy_pen){ .canvas = &c, .rect = r, .spy = &spy, .filled = filled }, PLOT_BRAILLE);
        for (int i = 0; i < 8 * 28; i++)
            drawn += c.cell[i].glyph > 0x2800 && c.cell[i].glyph <= 0x28ff;
        assert_int_equal(drawn, filled ? 4 * 28 : 4);
        canvas_free(&c);
    }
}

/* The legend names the least count of each colour that there may be; the fullest is always among the last. */
TEST(colours_are_told)
{
    static const struct {
        int64_t max;
        const char *says;
    } legends[] = { { 1, " ■ 1 entry a dot" }, { 99, " ■ 1 ■ 2 ■ 7 ■ 21 ■ 59 entries or more a dot, 99 at most" } };
    for (int i = 0; i < 2; i++) {
        struct canvas c;
        assert_true(canvas_init(&c, 1, 70, false, NULL));
        spy_draw_legend(&c, (struct rect){ 0, 0, 1, 70 }, &(struct model_spy){ .max = legends[i].max }, PLOT_BRAILLE);
        char *text = canvas_to_text(&c);
        text[strcspn(text, "\n")] = 0;
        assert_string_equal(text, legends[i].says);
        free(text);
        canvas_free(&c);
    }
}

/* A small window fills the panel, each number in a cell of its own, with its row and its column at the edges. */
TEST(entries_fill_the_panel)
{
    static const struct model_window w = { .known = true,
                                           .from = { 3717, 3712 },
                                           .to = { 3720, 3715 },
                                           .entries = 2,
                                           .entry = { { 3717, 3714, 2.5 }, { 3719, 3712, -1 } } };
    struct canvas c;
    int left = 999, right = 0, top = 999, bottom = 0;
    assert_true(canvas_init(&c, 24, 80, false, NULL));
    assert_true(spy_draw_entries(&c, (struct rect){ 0, 0, 24, 80 }, &w, NULL));
    for (int i = 0; i < c.rows * c.cols; i++)
        if (c.cell[i].glyph != ' ') {
            left = int_min(left, i % c.cols);
            right = int_max(right, i % c.cols);
            top = int_min(top, i / c.cols);
            bottom = int_max(bottom, i / c.cols);
        }
    assert_true(left < 8 && right > 60 && top < 2 && bottom > 18);
    char *text = canvas_to_text(&c);
    assert_true(strstr(text, "3,712") && strstr(text, "3,714") && strstr(text, "\n3,717") && strstr(text, "\n3,719"));
    assert_true(strstr(text, "░ 2.5 ░") && strstr(text, "░ -1 ░"));
    free(text);
    canvas_free(&c);
}

TESTS(NULL, NULL)
