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
    static const enum role texts[] = { ROLE_TEXT, ROLE_DIM, ROLE_TITLE, ROLE_FOCUS, ROLE_KEY,
                                       ROLE_CPU,  ROLE_GPU, ROLE_PEER,  ROLE_OK,    ROLE_WARN };
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

TESTS(NULL, NULL)
