/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_themes: what is written can be read, on the terminal's ground or on the theme's own. */
#include "core/tests/cmocka.h"
#include "tui/canvas/theme.h"
#include "tui/screen/tests/session.h"

/* Whether all cells of the screen have their colours from the program, not from the terminal. */
static bool has_own_ground(void)
{
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++) {
            VTermScreenCell c;
            vterm_screen_get_cell(t.screen, (VTermPos){ i, j }, &c);
            if (VTERM_COLOR_IS_DEFAULT_BG(&c.bg) || (c.chars[0] > ' ' && VTERM_COLOR_IS_DEFAULT_FG(&c.fg)))
                return false;
        }
    return true;
}

/* The light theme on a dark terminal, and back. */
TEST_IN(light_brings_its_ground, NULL, end)
{
    static const char *const many[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR", NULL }, *const few[] = {
        "TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR", NULL
    };
    for (int i = 0; i < 2; i++) {
        char *argv[] = { terminal_program(), "gen:diag:77", "--theme", "light", NULL };
        terminal_start(&t, 24, 80, argv, i ? few : many);
        see("● ready");
        see("77 × 77");
        assert_true(has_own_ground());
        enter("t", "theme mono");
        assert_false(has_own_ground());
        leave("q");
        if (i == 0)
            terminal_free(&t);
    }
}

/* Of a colour, as contrast is defined for pages: 0..1. */
static double light_of(unsigned rgb)
{
    static const double share[] = { 0.0722, 0.7152, 0.2126 };
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double x = (double)(rgb >> 8 * i & 255) / 255;
        sum += share[i] * x * x; /* near enough to the exponent 2.2 */
    }
    return sum;
}

TEST(text_stands_out)
{
    static const enum role texts[] = { ROLE_TEXT,  ROLE_DIM,   ROLE_TITLE, ROLE_FOCUS, ROLE_KEY,   ROLE_CPU,
                                       ROLE_GPU,   ROLE_PEER,  ROLE_OK,    ROLE_WARN,  ROLE_LINE0, ROLE_LINE1,
                                       ROLE_LINE2, ROLE_LINE3, ROLE_LINE4, ROLE_LINE5, ROLE_LINE6 };
    for (int i = 0; themes[i]; i++) {
        double ground = light_of(themes[i]->ground);
        assert_int_equal(themes[i]->back256 < 0, theme_ink(themes[i], ROLE_TEXT).c256 < 0);
        assert_int_equal(themes[i]->back256 < 0, themes[i]->back8 < 0);
        for (size_t j = 0; j < COUNT(texts); j++) {
            double ink = light_of(theme_rgb(themes[i], texts[j]));
            double contrast = ink > ground ? (ink + 0.05) / (ground + 0.05) : (ground + 0.05) / (ink + 0.05);
            if (contrast < 3.5)
                fail_msg("theme %s: role %d has a contrast of %.1f", themes[i]->name, (int)texts[j], contrast);
        }
    }
}

/* y = m·x */
static void multiply(const double m[3][3], const double x[3], double y[3])
{
    for (int i = 0; i < 3; i++)
        y[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
}

/* A colour in CIE L*a*b* as eyes with this vision see it. */
static void seen_by(const double vision[3][3], unsigned rgb, double lab[3])
{
    static const double xyz[3][3] = { { 0.4339, 0.3763, 0.1899 },
                                      { 0.2126, 0.7152, 0.0722 },
                                      { 0.0177, 0.1095, 0.8728 } };
    double linear[3], seen[3], x[3], f[3];
    for (int i = 0; i < 3; i++)
        linear[i] = pow((double)(rgb >> 8 * (2 - i) & 255) / 255, 2.2);
    multiply(vision, linear, seen);
    for (int i = 0; i < 3; i++)
        seen[i] = fmin(fmax(seen[i], 0), 1);
    multiply(xyz, seen, x);
    for (int i = 0; i < 3; i++)
        f[i] = x[i] > 0.008856 ? cbrt(x[i]) : 7.787 * x[i] + 16. / 116;
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

/* Lines of a chart, two at a time, differ about as far as any two of Okabe and Ito's: with full colour
   vision, and without red or green cones (Machado, Oliveira and Fernandes 2009). */
TEST(lines_are_told_apart)
{
    static const double vision[][3][3] = {
        { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
        { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
        { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } }
    };
    static const double least[] = { 26, 15, 15 };
    for (int n = 0; themes[n] != &theme_mono; n++)
        for (int i = ROLE_LINE0; i <= ROLE_LINE6; i++)
            for (int j = ROLE_LINE0; j < i; j++)
                for (size_t v = 0; v < COUNT(vision); v++) {
                    double a[3], b[3];
                    seen_by(vision[v], theme_rgb(themes[n], (enum role)i), a);
                    seen_by(vision[v], theme_rgb(themes[n], (enum role)j), b);
                    const double apart = sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
                    if (apart < least[v])
                        fail_msg("theme %s: lines %d and %d are %.1f apart, vision %zu", themes[n]->name,
                                 i - ROLE_LINE0, j - ROLE_LINE0, apart, v);
                }
}

TESTS(NULL, NULL)
