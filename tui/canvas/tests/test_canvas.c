/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_canvas: clipping, bars, ASCII, malformed UTF-8, pictures. */
#include <dlfcn.h>
#include <locale.h>
#include <wchar.h>

#include "core/tests/cmocka.h"
#include "tui/canvas/chart.h"
#include "tui/canvas/theme.h"

static struct canvas c;

static int begin(void **state)
{
    return canvas_init(&c, 4, 12, false, NULL) ? 0 : -1;
}

static int end(void **state)
{
    canvas_free(&c);
    return 0;
}

static void expect(const char *text)
{
    char *is = canvas_to_text(&c);
    assert_string_equal(is, text);
    free(is);
}

static const struct rect inner = { 1, 2, 2, 6 };

TEST_IN(clips_to_rectangle_and_canvas, begin, end)
{
    assert_int_equal(canvas_text(&c, inner, 0, -2, ROLE_TEXT, 0, "abcdefghijkl"), 12);
    canvas_text(&c, inner, 2, 0, ROLE_TEXT, 0, "below");
    canvas_text(&c, inner, -1, 0, ROLE_TEXT, 0, "above");
    canvas_text(&c, (struct rect){ 3, 9, 9, 99 }, 0, 0, ROLE_TEXT, 0, "beyond");
    canvas_text(&c, (struct rect){ -5, -5, 3, 3 }, 0, 0, ROLE_TEXT, 0, "out");
    expect("\n  cdefgh\n\n         bey\n");
}

TEST_IN(puts_one_column_for_one_code_point, begin, end)
{
    /* wide, combining, control, bidi, truncated and overlong: each a single column */
    canvas_text(&c, (struct rect){ 0, 0, 1, 12 }, 0, 0, ROLE_TEXT, 0,
                "é\xe4\xb8\xad\xcc\x81\x1b\xe2\x80\xae|\xc3|\xc0\x80|");
    expect("é????|\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|\n\n\n\n");
    assert_int_equal(canvas_width("×σ┊"), 3);
}

TEST_IN(draws_bars_in_eighths, begin, end)
{
    canvas_bar(&c, inner, 0, 0, 2.5, ROLE_CPU);
    canvas_bar(&c, inner, 1, 0, 1e9, ROLE_CPU);
    canvas_bar(&c, (struct rect){ 3, 0, 1, 12 }, 0, 0, 0.0 / 0.0, ROLE_CPU);
    expect("\n  ██▌\n  ██████\n\n");
    assert_int_equal(c.cell[12 + 2].role, ROLE_CPU);
}

TEST_IN(shows_ascii_only, begin, end)
{
    struct canvas a;
    struct rect all = { 0, 0, 3, 40 };
    assert_true(canvas_init(&a, 3, 40, true, NULL));
    canvas_frame(&a, all, true);
    canvas_text(&a, all, 0, 1, ROLE_TEXT, 0, "×");
    canvas_text(&a, all, 1, 1, ROLE_TEXT, 0, "█▌▏⣿⠁┊±≈✓…–▸●·日本–€");
    for (int i = 0; i < a.rows * a.cols; i++)
        assert_in_range(a.cell[i].glyph, 0x20, 0x7e);
    char *text = canvas_to_text(&a);
    assert_non_null(strstr(text, "|## #.:~~+.->*|"));
    free(text);
    canvas_right(&a, all, 1, 39, ROLE_TEXT, 0, "±4.2%"); /* one column more, where that is blank */
    text = canvas_to_text(&a);
    assert_non_null(strstr(text, " +-4.2%|"));
    free(text);
    canvas_clear(&a);
    canvas_clip(&a, all, 0, 0, 8, ROLE_TEXT, 0, "nnz 934,947");
    canvas_clip(&a, all, 1, 0, 8, ROLE_TEXT, 0, "nnz 934 of them");
    text = canvas_to_text(&a);
    assert_string_equal(text, "nnz .\nnnz 934.\n\n"); /* no part of a number that looks whole */
    free(text);
    canvas_free(&a);
}

TEST_IN(cuts_with_an_ellipsis, begin, end)
{
    canvas_clip(&c, inner, 0, 1, 99, ROLE_TEXT, 0, "abcdefgh");
    canvas_clip(&c, inner, 1, 1, 6, ROLE_TEXT, 0, "abcde");
    expect("\n   abcd…\n   abcde\n\n");
}

TEST_IN(paints_every_theme, begin, end)
{
    struct rect all = { 0, 0, 4, 12 };
    canvas_frame(&c, all, true);
    canvas_text(&c, all, 0, 1, ROLE_TEXT, 0, "<&>");
    canvas_put2(&c, all, 1, 1, 0x2580, ROLE_HEAT0, ROLE_HEAT4);
    canvas_put(&c, all, 1, 2, 0x28ff, ROLE_HEAT2, 0);
    canvas_put(&c, all, 1, 3, 0x2590, ROLE_HEAT2, 0);
    for (int i = 0; themes[i]; i++) {
        char *svg = canvas_to_svg(&c, "a <title>", themes[i]);
        assert_non_null(strstr(svg, "<title>a &#60;title&#62;</title>"));
        assert_non_null(strstr(svg, "&#60;&#38;&#62;"));
        assert_non_null(strstr(svg, "M45.5 35h4.5v15h-4.5z")); /* the right half of a cell */
        assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
        free(svg);
        assert_ptr_equal(theme_find(themes[i]->name), themes[i]);
    }
    assert_null(theme_find("nonsense"));
}

/* In a picture a chart has lines, hidden by all but its blank cells; what is put over it hides them. An interval ends
   where the chart does. */
TEST(charts_have_lines_in_pictures)
{
    struct chart *chart = calloc(1, sizeof *chart);
    struct rect all = { 0, 0, 12, 60 };
    struct canvas w;
    assert_true(canvas_init(&w, 12, 60, false, NULL));
    w.picture = themes[0];
    struct chart_series *kernel = chart_add(chart, "kernel", CHART_LINE);
    for (int x = 1; x < 4; x++)
        chart_put(kernel, &(struct chart_point){ .x = x, .y = x, .lo = 0.9 * x, .hi = 3 * x }, true);
    chart_fit(chart);
    chart_draw(chart, &w, all);
    char *svg = canvas_to_svg(&w, "a chart", w.picture), *lines = strstr(svg, "<g fill=\"none\"");
    assert_non_null(lines);
    assert_non_null(strstr(lines, "stroke-width=\"2\"")); /* below what hides them */
    assert_non_null(strstr(lines, "M14 14h540v19h-540z"));
    for (const char *at = lines; (at = strstr(at, "d=\"M")); at++)
        assert_true(at[strcspn(at, "Lh")] == 'h' || atof(strchr(at, ' ')) >= 14 + 19); /* a box, or a line */
    for (int i = 0; i < 12 * 60; i++)
        assert_false(w.cell[i].glyph > 0x2800 && w.cell[i].glyph <= 0x28ff);
    assert_null(strstr(svg, "M14 90h540v19h-540z"));
    free(svg);
    for (int col = 0; col < 60; col++)
        canvas_put(&w, all, 4, col, ' ', ROLE_TEXT, 0);
    svg = canvas_to_svg(&w, "a card over it", w.picture);
    assert_non_null(strstr(svg, "M14 90h540v19h-540z"));
    free(svg);
    canvas_free(&w);
    free(chart);
}

/* Lines break at blanks, words longer than a line inside; what does not fit at all ends in …. */
TEST(wraps_text)
{
    struct canvas w;
    assert_true(canvas_init(&w, 4, 8, false, NULL));
    struct rect all = { 0, 0, 4, 8 };
    assert_int_equal(canvas_wrap(&w, all, 0, 1, 4, ROLE_TEXT, "a bc def  × abcdefghij"), 4);
    char *text = canvas_to_text(&w);
    assert_string_equal(text, " a bc\n def  ×\n abcdefg\n hij\n");
    free(text);
    canvas_clear(&w);
    assert_int_equal(canvas_wrap(&w, all, 0, 0, 2, ROLE_TEXT, "one two three four five"), 2);
    text = canvas_to_text(&w);
    assert_string_equal(text, "one two\nthree f…\n\n\n");
    free(text);
    assert_int_equal(canvas_wrap(&w, all, 0, 0, 4, ROLE_TEXT, ""), 0);
    canvas_free(&w);
}

/* Relative luminance as the web's accessibility guidelines (WCAG 2) have it. */
static double luminance(unsigned rgb)
{
    static const double weight[] = { 0.0722, 0.7152, 0.2126 };
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double v = (rgb >> 8 * i & 255) / 255.0;
        sum += weight[i] * (v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* The default theme cannot know its ground: where one is, what to press and what is wrong can be read on black and on
   white, titles because they have the terminal's own colour. */
TEST(can_be_read_on_black_and_white)
{
    static const enum role roles[] = { ROLE_FOCUS, ROLE_KEY, ROLE_WARN, ROLE_DIM };
    for (size_t i = 0; i < COUNT(roles); i++) {
        double l = luminance(theme_rgb(themes[0], roles[i]));
        assert_true((l + 0.05) / 0.05 > 2.5 && 1.05 / (l + 0.05) > 2.5);
    }
    assert_int_equal(theme_ink(themes[0], ROLE_TITLE).c256, -1);
}

/* Every code point: what is drawn takes one column for the C library, too, unless that does not know it, and for
   utf8proc where that is installed; and what nzscope draws itself is drawn. */
TEST(draws_nothing_wide)
{
    int drawn = 0, bytes;
    void *utf8proc = dlopen("libutf8proc.so.3", RTLD_NOW);
    utf8proc = utf8proc ? utf8proc : dlopen("libutf8proc.so.2", RTLD_NOW);
    int (*charwidth)(int32_t) = utf8proc ? (int (*)(int32_t))dlsym(utf8proc, "utf8proc_charwidth") : NULL;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    for (uint32_t g = 1; g < 0x110000; g++) {
        char text[5] = "";
        if (g >= 0xd800 && g < 0xe000)
            continue;
        text[canvas_encode(g, text)] = 0;
        if (canvas_decode(text, &bytes) != g)
            continue;
        int columns = wcwidth((wchar_t)g);
        if (columns == 0 || columns == 2 || (charwidth && charwidth((int32_t)g) != 1))
            fail_msg("U+%04X does not take one column, but %d for the C library", g, columns);
        drawn++;
    }
    assert_in_range(drawn, 9000, 10000);
    static const char *const younger[] = { "\u0ece", "\u2630", "\u268a", "\uffa0" }; /* than many C libraries */
    for (size_t i = 0; i < COUNT(younger); i++)
        assert_int_equal(canvas_decode(younger[i], &bytes), '?');
    for (uint32_t g = 0x2500; g < 0x2900; g = g == 0x259f ? 0x2800 : g + 1) { /* lines, blocks, braille */
        char text[5] = "";
        text[canvas_encode(g, text)] = 0;
        assert_int_equal(canvas_decode(text, &bytes), g);
    }
}

TESTS(NULL, NULL)
