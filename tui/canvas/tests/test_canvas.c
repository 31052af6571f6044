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

/* The chart as text; to be freed. */
static char *drawn(struct chart *chart, int rows, int cols)
{
    struct canvas to;
    chart_fit(chart);
    assert_true(canvas_init(&to, rows, cols, false, NULL));
    chart_draw(chart, &to, (struct rect){ 0, 0, rows, cols });
    char *text = canvas_to_text(&to);
    canvas_free(&to);
    return text;
}

/* What has no room is counted on a line of its own: "… 4 more", with nothing of a name behind it. */
TEST(counts_names_without_room)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 6; i++) {
        struct chart_series *s = chart_add(chart, "a.long.name.of.a.kernel", ROLE_TEXT, CHART_LINE);
        assert_non_null(s);
        s->name[0] = (char)('a' + i);
        chart_put_xy(s, 1, i + 1);
    }
    char *text = drawn(chart, 6, 120), *more = strstr(text, " more");
    assert_non_null(more);
    assert_int_equal(more[strlen(" more")], '\n');
    int names = 0;
    for (const char *at = text; (at = strstr(at, ".long.name")); at++)
        names++;
    assert_int_equal(names + atoi(strstr(text, "…") + strlen("… ")), 6);
    free(text);
    free(chart);
}

/* Intervals of two lines at one point stand below its letter, and end at the tick of 0. */
TEST(intervals_stand_at_their_points)
{
    struct chart *chart = calloc(1, sizeof *chart);
    assert_non_null(chart);
    for (int i = 0; i < 2; i++) {
        struct chart_series *s = chart_add(chart, i ? "two" : "one", ROLE_TEXT, CHART_LINE);
        assert_non_null(s);
        for (int x = 1; x <= 3; x++)
            chart_put(s, &(struct chart_point){ .x = x, .y = 8 - i, .lo = 0, .hi = 9 }, true);
    }
    char *text = drawn(chart, 20, 80);
    assert_non_null(strstr(text, "⣿"));
    assert_non_null(strstr(text, "⠿"));
    free(text);
    free(chart);
}

/* Without colours a roof is dashed, the ideal dotted, a measured line whole, and an interval upright. */
TEST(styles_differ_without_colours)
{
    static const enum chart_style styles[] = { CHART_LINE, CHART_ROOF, CHART_IDEAL };
    for (int ascii = 0; ascii < 2; ascii++) {
        struct chart *chart = calloc(1, sizeof *chart);
        struct canvas to;
        for (int i = 0; i < 3; i++) {
            struct chart_series *s = chart_add(chart, "name", ROLE_TEXT, styles[i]);
            for (int x = 0; x <= 1; x++)
                chart_put(s, &(struct chart_point){ x, 3 * i + 1, i ? NAN : 0, i ? NAN : 3, .dim = false }, true);
        }
        chart_fit(chart);
        assert_true(canvas_init(&to, 30, 60, ascii, NULL));
        chart_draw(chart, &to, (struct rect){ 0, 0, 30, 60 });
        char *text = canvas_to_text(&to);
        assert_non_null(strstr(text, ascii ? "= = = =" : "⠤⠤⠄ ⠤⠤⠄ "));
        assert_non_null(strstr(text, ascii ? "- - - -" : "⠂ ⠂ ⠂ ⠂"));
        assert_non_null(strstr(text, ascii ? "......" : "⠤⠤⠤⠤⠤⠤"));
        assert_non_null(strstr(text, ascii ? "|" : "⡇"));
        free(text);
        canvas_free(&to);
        free(chart);
    }
}

/* A long name gives way to the figures behind it. */
TEST(figures_stay_whole)
{
    struct chart *chart = calloc(1, sizeof *chart);
    struct chart_series *s = chart_add(chart, "peer.librsb.tuned.again at 0.15", ROLE_TEXT, CHART_DOTS);
    chart_put_xy(s, 1, 1);
    chart_put_xy(s, 2, 2);
    char *text = drawn(chart, 8, 80);
    assert_non_null(strstr(text, "a peer.librsb.tune… at 0.15\n"));
    free(text);
    free(chart);
}

/* Dots at one place: the letter is one that is named; a dot without a name is no letter. */
TEST(letters_have_names)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 8; i++) {
        struct chart_series *s = chart_add(chart, "point", ROLE_TEXT, CHART_DOTS);
        chart_put_xy(s, 1, i < 4 ? 9 + 0.001 * i : i);
        chart_put_xy(s, 2, 1);
    }
    char *text = drawn(chart, 7, 60);
    assert_non_null(strstr(text, "… 5 more\n"));
    assert_non_null(strstr(text, "•"));
    char *names = strstr(text, "point");
    assert_non_null(names);
    for (const char *at = text; at < names; at++) /* the others are dots */
        assert_true(*at < 'd' || *at > 'h');
    assert_non_null(strstr(text, "a,b,c"));
    free(text);
    free(chart);
}

/* Single dots at one place are all named there. */
TEST(dots_behind_others_are_named)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 4; i++)
        chart_put_xy(chart_add(chart, "point", ROLE_TEXT, CHART_DOTS), 1 + i / 3, 9 - i / 3);
    char *text = drawn(chart, 12, 80);
    assert_non_null(strstr(text, "a,b,c"));
    free(text);
    free(chart);
}

/* Points of lines and of several dots that coincide have their letters side by side, and none is taken for one of
   another place. */
TEST(points_that_coincide_are_named)
{
    for (int dots = 0; dots < 2; dots++) {
        struct chart *chart = calloc(1, sizeof *chart);
        for (int i = 0; i < 3; i++) {
            struct chart_series *s = chart_add(chart, "both", ROLE_TEXT, dots ? CHART_DOTS : CHART_LINE);
            chart_put_xy(s, 1, 9);
            chart_put_xy(s, 2, 5);
        }
        char *text = drawn(chart, 12, 80);
        if (dots)
            assert_non_null(strstr(text, "a,b,c"));
        assert_non_null(strstr(text, dots ? "c,b,a" : "b,a"));
        free(text);
        free(chart);
    }
}

/* A curve is named before single points are, however high these lie. */
TEST(names_curves_first)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 6; i++)
        chart_put_xy(chart_add(chart, "point", ROLE_TEXT, CHART_LINE), 1, i + 2);
    struct chart_series *curve = chart_add(chart, "curve", ROLE_TEXT, CHART_LINE);
    for (int x = 1; x < 3; x++)
        chart_put_xy(curve, x, 1);
    char *text = drawn(chart, 7, 120);
    assert_non_null(strstr(text, "curve"));
    assert_non_null(strstr(text, "point"));
    assert_non_null(strstr(text, "… 5 more\n"));
    free(text);
    free(chart);
}

/* Letters on row `row` of the plot, between its axis and its last column. */
static int letters(const struct canvas *to, int row)
{
    int n = 0;
    for (int col = 8; col < 90; col++) {
        const uint32_t g = to->cell[row * to->cols + col].glyph;
        n += g >= 'a' && g <= 'z';
    }
    return n;
}

/* Of seven lines only the best have a colour; the others are dim, or left out where there are few rows. They have their
   letters at their ends alone. */
TEST(thins_out_many_lines)
{
    static const struct thinned {
        int lines, rows, letters, dim;
        bool low;
        const char *named, *unnamed, *more;
    } thinned[] = {
        { 3, 20, 6, 0, false, "kernel 0", "… ", "kernel 2" },
        { 7, 8, 0, 0, false, "kernel 6", "kernel 4", "… 5 more\n" },
        { 7, 18, 0, 1, false, "kernel 2", " more", "kernel 1" },
        { 7, 18, 0, 1, true, "kernel 0", " more", "kernel 5" },
    };
    for (size_t t = 0; t < COUNT(thinned); t++) {
        const struct thinned *is = &thinned[t];
        struct canvas to;
        struct chart *chart = calloc(1, sizeof *chart);
        int found = 0, dim = 0;
        for (int i = 0; i < is->lines; i++) {
            char name[32];
            snprintf(name, sizeof name, "kernel %d", i);
            struct chart_series *s = chart_add(chart, name, ROLE_CPU, CHART_LINE);
            for (int x = 1; x <= 3; x++)
                chart_put_xy(s, x, 10 * (i + 1));
        }
        chart->low = is->low;
        chart_fit(chart);
        assert_true(canvas_init(&to, is->rows, 110, false, NULL));
        chart_draw(chart, &to, (struct rect){ 0, 0, to.rows, to.cols });
        for (int row = 1; row < to.rows - 2; row++)
            found += letters(&to, row);
        for (int i = 0; i < to.rows * to.cols; i++)
            dim += to.cell[i].glyph >= 0x2800 && to.cell[i].glyph < 0x2900 && to.cell[i].role == ROLE_DIM;
        canvas_free(&to);
        assert_int_equal(found, is->letters);
        assert_int_equal(dim > 0, is->dim);
        char *text = drawn(chart, is->rows, 110);
        if (!strstr(text, is->named) || strstr(text, is->unnamed) || !strstr(text, is->more))
            fail_msg("%s", text);
        free(text);
        free(chart);
    }
}

/* What is said below a chart is not cut where there is a line more. In a low field no intervals hide the lines. */
TEST(has_room_for_words_and_lines)
{
    struct chart *chart = calloc(1, sizeof *chart);
    struct chart_series *s = chart_add(chart, "kernel", ROLE_CPU, CHART_LINE);
    for (int x = 1; x <= 2; x++)
        chart_put(s, &(struct chart_point){ .x = x, .y = 5, .lo = x, .hi = 9 }, true);
    chart_fit(chart);
    snprintf(chart->note, sizeof chart->note,
             "a note that is much longer than the sixty columns of this chart, to here");
    for (int rows = 7; rows <= 16; rows += 9) {
        char *text = drawn(chart, rows, 60);
        int high = 0; /* rows with braille, U+2800 to U+28FF */
        bool dots = false;
        for (const char *at = text; *at; at++) {
            high += *at == '\n' && dots;
            dots = *at != '\n' && (dots || ((uint8_t)*at == 0xe2 && ((uint8_t)at[1] & 0xfc) == 0xa0));
        }
        assert_true(rows < 9 ? high == 1 : high > 3);
        assert_int_equal(strstr(text, "to here") != NULL, rows > 9);
        free(text);
    }
    free(chart);
}

/* Rings that would cover each other stand side by side, none nearer to another than its width. */
TEST(rings_do_not_meet)
{
    enum { RINGS = 12 };
    struct chart *chart = calloc(1, sizeof *chart);
    double x[RINGS + 1], y[RINGS + 1];
    int n = 0;
    for (int i = 0; i < 2; i++)
        chart_put_xy(chart_add(chart, "kernel", ROLE_TEXT, CHART_LINE), 1 + i, 5 * i);
    chart_fit(chart);
    for (int i = 0; i < RINGS; i++)
        chart_add_ring(chart, 0, 2, 2 + 0.1 * i);
    char *svg = chart_to_svg(chart);
    for (char *at = strstr(svg, "<circle"); at && n <= RINGS; at = strstr(at + 1, "<circle"), n++)
        assert_int_equal(sscanf(at, "<circle cx=\"%lf\" cy=\"%lf\" r=\"6\"", &x[n], &y[n]), 2);
    assert_int_equal(n, RINGS + 1); /* one stands beside their name */
    for (int i = 0; i < RINGS; i++) {
        assert_true(x[i] < 597); /* where names begin */
        for (int j = 0; j < i; j++)
            assert_true(hypot(x[i] - x[j], y[i] - y[j]) > 11.9);
    }
    assert_non_null(strstr(svg, "side by side"));
    free(svg);
    free(chart);
}

/* The lines of roofs differ, on the field and beside their names. */
TEST(roofs_are_told_apart)
{
    struct chart *chart = calloc(1, sizeof *chart);
    char dash[4][16];
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int x = 1; x < 3; x++)
            chart_put_xy(chart_add(chart, i ? "L3" : "L2", ROLE_ROOF, CHART_ROOF), x, x + i);
    chart_put_xy(chart_add(chart, "kernel", ROLE_TEXT, CHART_DOTS), 1, 1);
    chart_fit(chart);
    char *svg = chart_to_svg(chart);
    for (char *at = svg; n < 4 && (at = strstr(at, "stroke-dasharray=")); at++)
        n += sscanf(at, "stroke-dasharray=\"%15[0-9 ]\"", dash[n]) == 1;
    free(svg);
    free(chart);
    assert_int_equal(n, 4);
    assert_string_equal(dash[0], dash[1]);
    assert_string_equal(dash[2], dash[3]);
    assert_string_not_equal(dash[0], dash[2]);
}

/* A roof near the curves is within the axis; one far above is named with its height and drawn nowhere. */
TEST(leaves_far_roofs_out)
{
    static const struct {
        double roof, end;
    } cases[] = { { 25, 25 }, { 40, 10 } };
    for (int i = 0; i < 2; i++) {
        struct chart *chart = calloc(1, sizeof *chart);
        for (int x = 1; x < 3; x++) {
            chart_put_xy(chart_add(chart, "kernel", ROLE_TEXT, CHART_LINE), x, 5 * x);
            chart_put_xy(chart_add(chart, "roof cpu", ROLE_ROOF, CHART_ROOF), x, cases[i].roof);
        }
        chart_fit(chart);
        assert_true(chart->y.hi >= cases[i].end && chart->y.hi < 1.5 * cases[i].end);
        struct canvas to;
        assert_true(canvas_init(&to, 12, 80, false, NULL));
        chart_draw(chart, &to, (struct rect){ 2, 0, 10, 80 });
        char *text = canvas_to_text(&to), *svg = chart_to_svg(chart);
        assert_true(strncmp(text, "\n\n", 2) == 0);
        assert_int_equal(strstr(text, "roof cpu ↑ 40") && strstr(svg, "roof cpu ↑ 40"), i);
        free(text);
        free(svg);
        canvas_free(&to);
        free(chart);
    }
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

TEST(ticks_near_each_other_differ)
{
    static const struct {
        double tick;
        const char *text;
    } ticks[] = { { 0, "0" },         { 0.25, "0.25" },   { 5e-4, "5e-04" }, { 5000, "5000" },    { 1e4, "10k" },
                  { 255000, "255k" }, { 260000, "260k" }, { 2e6, "2M" },     { 2.25e6, "2.25M" }, { 3e9, "3G" } };
    const struct axis a = { 0 };
    char text[AXIS_TEXT];
    for (size_t i = 0; i < COUNT(ticks); i++)
        assert_string_equal(axis_text(&a, ticks[i].tick, text), ticks[i].text);
}

TESTS(NULL, NULL)
