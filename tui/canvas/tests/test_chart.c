/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_chart: lines, points, intervals, roofs and names of a plot in text. */
#include "core/tests/cmocka.h"
#include "tui/canvas/chart.h"

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
        struct chart_series *s = chart_add(chart, "a.long.name.of.a.kernel", CHART_LINE);
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

/* Both texts are in the picture of this chart, which is freed. */
static void shows_both(struct chart *chart, int rows, const char *one, const char *other)
{
    char *text = drawn(chart, rows, 80);
    assert_non_null(strstr(text, one));
    assert_non_null(strstr(text, other));
    free(text);
    free(chart);
}

/* Intervals of two lines at one point stand side by side below its letter; very doubtful ones are left out. */
TEST(intervals_stand_at_their_points)
{
    for (int doubtful = 0; doubtful < 2; doubtful++) {
        struct chart *chart = calloc(1, sizeof *chart);
        assert_non_null(chart);
        for (int i = 0; i < 2; i++) {
            struct chart_series *s = chart_add(chart, i ? "two" : "one", CHART_LINE);
            assert_non_null(s);
            for (int x = 1; x <= 3; x++)
                chart_put(s, &(struct chart_point){ .x = x, .y = 8 - i, .lo = doubtful ? 2 : 3, .hi = 9 }, true);
        }
        char *text = drawn(chart, 20, 80);
        assert_int_equal(strstr(text, "⣿") != NULL, !doubtful);
        free(text);
        free(chart);
    }
}

/* Without colours a roof is dashed, the ideal dotted, a measured line whole, and an interval upright. */
TEST(styles_differ_without_colours)
{
    static const enum chart_style styles[] = { CHART_LINE, CHART_ROOF, CHART_IDEAL };
    for (int ascii = 0; ascii < 2; ascii++) {
        struct chart *chart = calloc(1, sizeof *chart);
        struct canvas to;
        for (int i = 0; i < 3; i++) {
            struct chart_series *s = chart_add(chart, "name", styles[i]);
            for (int x = 0; x <= 1; x++)
                chart_put(s, &(struct chart_point){ x, 3 * i + 1, i ? NAN : 1, i ? NAN : 3, .dim = false }, true);
        }
        chart_fit(chart);
        assert_true(canvas_init(&to, 30, 60, ascii, NULL));
        chart_draw(chart, &to, (struct rect){ 0, 0, 30, 60 });
        char *text = canvas_to_text(&to);
        assert_non_null(strstr(text, ascii ? "= = = =" : "⠤⠤⠄ ⠤⠤⠄ "));
        assert_non_null(strstr(text, ascii ? "- - - -" : "⠁ ⠁ ⠁ ⠁"));
        assert_non_null(strstr(text, ascii ? "......" : "⠉⠉⠉⠉⠉⠉"));
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
    struct chart_series *s = chart_add(chart, "peer.librsb.tuned.again at 0.15", CHART_DOTS);
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
        struct chart_series *s = chart_add(chart, "point", CHART_DOTS);
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

/* Of many kernels over k the best have letters and names, the others are dim dots, also under a letter's neighbour; no
   letter hangs left of its place but at the right edge. */
TEST(thins_out_many_dots)
{
    struct chart *chart = calloc(1, sizeof *chart);
    struct canvas to;
    int named = 0, dots = 0;
    chart->x.log = chart->y.log = true;
    for (int i = 0; i < 16; i++) {
        char name[32];
        snprintf(name, sizeof name, "kernel %02d", i);
        struct chart_series *s = chart_add(chart, name, CHART_DOTS);
        for (int k = 1; k <= 8; k *= 2)
            chart_put_xy(s, 0.1 * k, 0.1 * k * (i / 4 + 1));
    }
    chart_put_xy(chart_add(chart, "peak", CHART_ROOF), 9, 90);
    chart_fit(chart);
    assert_true(canvas_init(&to, 21, 80, false, NULL));
    chart_draw(chart, &to, (struct rect){ 0, 0, to.rows, to.cols });
    for (int i = 0; i < to.rows * to.cols; i++) {
        const struct cell *c = &to.cell[i];
        dots += c->glyph == 0x2022 && c->role == ROLE_DIM;
        assert_false(c->glyph == ',' && i % to.cols > 8 && to.cell[i + 1].glyph == 'm');
    }
    char *text = canvas_to_text(&to);
    for (const char *at = text; (at = strstr(at, " kernel ")); at++)
        named++;
    assert_true(named >= 4 && named <= 7 && dots >= 4);
    assert_true(!strstr(text, "k kernel") && strstr(text, "n kernel 12") && strstr(text, "more, dim") &&
                strstr(text, "n,o,p"));
    free(text);
    canvas_free(&to);
    free(chart);
}

/* Single dots at one place are all named there. */
TEST(dots_behind_others_are_named)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 4; i++)
        chart_put_xy(chart_add(chart, "point", CHART_DOTS), 1 + i / 3, 9 - i / 3);
    char *text = drawn(chart, 12, 80);
    assert_non_null(strstr(text, "a,b,c"));
    free(text);
    free(chart);
}

/* Dots that are as good as at one place are one group, which begins there; each letter keeps its ?. */
TEST(a_group_of_dots_begins_at_its_place)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 6; i++)
        chart_put(chart_add(chart, "point", CHART_DOTS),
                  &(struct chart_point){ .x = 1 + 0.02 * (i == 2), .y = i < 4 ? 9 : 2, .doubtful = i > 0 }, true);
    chart_put_xy(&chart->series[5], 2, 9);
    char *text = drawn(chart, 12, 80);
    assert_true(strstr(text, "│a,b?,c?,d? ") && strstr(text, "│f?,e? "));
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
            struct chart_series *s = chart_add(chart, "both", dots ? CHART_DOTS : CHART_LINE);
            chart_put_xy(s, 1, 9);
            chart_put_xy(s, 2, 5);
        }
        shows_both(chart, 12, "a,b,c", "c,b,a");
    }
}

/* A curve is named before single points are, however high these lie. */
TEST(names_curves_first)
{
    struct chart *chart = calloc(1, sizeof *chart);
    for (int i = 0; i < 6; i++)
        chart_put_xy(chart_add(chart, "point", CHART_LINE), 1, i + 2);
    struct chart_series *curve = chart_add(chart, "curve", CHART_LINE);
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
            struct chart_series *s = chart_add(chart, name, CHART_LINE);
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
    struct chart_series *s = chart_add(chart, "kernel", CHART_LINE);
    for (int x = 1; x <= 2; x++)
        chart_put(s, &(struct chart_point){ .x = x, .y = 5, .lo = 2 + x, .hi = 9 }, true);
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
        chart_put_xy(chart_add(chart, "kernel", CHART_LINE), 1 + i, 5 * i);
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
            chart_put_xy(chart_add(chart, i ? "L3" : "L2", CHART_ROOF), x, x + i);
    chart_put_xy(chart_add(chart, "kernel", CHART_DOTS), 1, 1);
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

/* A long caption is wrapped, and the picture higher by its lines. */
TEST(svg_captions_are_wrapped)
{
    int height[2];
    for (int i = 0; i < 2; i++) {
        struct chart *chart = calloc(1, sizeof *chart);
        assert_non_null(chart);
        chart_add(chart, "a", CHART_LINE);
        for (int word = 0; word < (i ? 40 : 4); word++)
            text_add(chart->caption, sizeof chart->caption, "word%02d ", word);
        char *svg = chart_to_svg(chart);
        assert_int_equal(sscanf(strstr(svg, "height=\""), "height=\"%d\"", &height[i]), 1);
        assert_int_equal(strstr(svg, ">word00 word01") && strstr(svg, "word39"), i);
        assert_null(strstr(svg, "word00 word01 word02 word03 word04 word05 word06 word07 word08 word09 word10 word11 "
                                "word12 word13 word14 word15 word16 word17 word18 word19"));
        free(svg);
        free(chart);
    }
    assert_int_equal(height[1] - height[0], 32);
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
            chart_put_xy(chart_add(chart, "kernel", CHART_LINE), x, 5 * x);
            chart_put_xy(chart_add(chart, "roof cpu", CHART_ROOF), x, cases[i].roof);
        }
        chart_fit(chart);
        assert_true(chart->y.hi >= cases[i].end && chart->y.hi < 1.5 * cases[i].end);
        struct canvas to;
        assert_true(canvas_init(&to, 12, 80, false, NULL));
        chart_draw(chart, &to, (struct rect){ 2, 0, 10, 80 });
        char *text = canvas_to_text(&to), *svg = chart_to_svg(chart);
        assert_true(strncmp(text, "\n\n", 2) == 0);
        assert_int_equal(strstr(text, "roof cpu ↑ 40") && strstr(svg, "roof cpu ↑ 40"), i);
        double height;
        const char *line = strstr(svg, "stroke=\"#000\" stroke-width=\"1.6\"");
        while (strncmp(line, "d=\"M", 4) != 0)
            line--;
        assert_int_equal(sscanf(line, "d=\"M%*f %lf", &height), 1);
        assert_int_equal(height < 44 - 2, i); /* above the field, and clipped */
        assert_non_null(strstr(strstr(line, "clip-path=\"url(#in)\""), "roof cpu"));
        free(text);
        free(svg);
        canvas_free(&to);
        free(chart);
    }
}

/* The rows of a drawn chart that have a tick of y, or the columns that have one of x; returns how many. */
static int ticks_of(const struct canvas *c, bool across, int out[AXIS_TICKS])
{
    int n = 0;
    for (int i = 0; i < c->rows * c->cols && n < AXIS_TICKS; i++)
        if (c->cell[i].glyph == (across ? 0x252cu : 0x2524u))
            out[n++] = across ? i % c->cols : i / c->cols;
    return n;
}

static void assert_even(const int *at, int n, int rows, double most)
{
    for (int i = 2; i < n; i++)
        if (at[i] - at[i - 1] != at[1] - at[0])
            fail_msg("ticks of 0..%g on %d cells: %d after %d, but %d first", most, rows, at[i] - at[i - 1], i - 1,
                     at[1] - at[0]);
}

/* Whatever the field and the values, ticks of a linear axis stand equally far apart, and there are three or more. The
   highest value is in the field and has more than a half of it below. */
TEST(linear_ticks_stand_evenly)
{
    for (int rows = 12; rows < 56; rows += 3)
        for (double most = 0.9; most < 2000; most *= 1.37) {
            struct chart *chart = calloc(1, sizeof *chart);
            struct canvas to;
            int at[AXIS_TICKS], n, letter = 0;
            for (int x = 0; x < 3; x++)
                chart_put_xy(chart_add(chart, "kernel", CHART_DOTS), 1 + x * most, x == 1 ? most : most / 9);
            chart_fit(chart);
            assert_true(canvas_init(&to, rows, 60 + rows, false, NULL));
            chart_draw(chart, &to, (struct rect){ 0, 0, to.rows, to.cols });
            n = ticks_of(&to, false, at);
            assert_true(n >= 3);
            assert_even(at, n, rows - 3, most);
            while (letter < to.rows * to.cols && to.cell[letter].glyph != 'b')
                letter++;
            assert_in_range(letter / to.cols, 1, rows / 2 - 1);
            n = ticks_of(&to, true, at);
            assert_true(n >= 2);
            assert_even(at, n, to.cols, most);
            canvas_free(&to);
            free(chart);
        }
}

/* What lies below a tick is not drawn above it: roofs of 99 and 101 at a tick of 100, decades equally far apart. */
TEST(log_ticks_stand_evenly)
{
    for (int rows = 15; rows < 56; rows++) { /* in fewer, a decade has no three rows */
        struct chart *chart = calloc(1, sizeof *chart);
        struct canvas to;
        int at[AXIS_TICKS], letter[2] = { 0 }, hundred = 0;
        chart->y.log = chart->x.log = true;
        for (int i = 0; i < 2; i++)
            chart_put_xy(chart_add(chart, "peak", CHART_DOTS), 1 + 5 * i, 99 + 2 * i);
        chart_put_xy(chart_add(chart, "run", CHART_DOTS), 2, 0.03);
        chart_fit(chart);
        assert_true(canvas_init(&to, rows, 70, false, NULL));
        chart_draw(chart, &to, (struct rect){ 0, 0, to.rows, to.cols });
        char *text = canvas_to_text(&to);
        const char *line = text;
        for (int i = 0; i < to.rows; i++, line = strchr(line, '\n') + 1) {
            hundred = strncmp(line, "   100", 6) == 0 ? i : hundred;
            for (int col = 8; col < 50; col++)
                for (int j = 0; j < 2; j++)
                    letter[j] = to.cell[i * to.cols + col].glyph == (uint32_t)('a' + j) ? i : letter[j];
        }
        assert_true(hundred > 0);
        assert_int_equal(letter[0], hundred);
        assert_int_equal(letter[1], hundred);
        assert_even(at, ticks_of(&to, false, at), rows, 99);
        free(text);
        canvas_free(&to);
        free(chart);
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
