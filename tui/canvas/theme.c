/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme: the themes. Colour alone carries no meaning: names, marks and attributes repeat it. */
#include "tui/canvas/theme.h"

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

/* Even on white, the cursor, the keys and the spy plot must be readable in the default theme: few terminals report
   their colours. The safe colours are Okabe and Ito's, distinguishable with any kind of colour vision, as are the lines
   of every theme; heat goes from dark to light in one direction. */
enum { DEFAULT, SAFE, LIGHT, MONO, THEMES };
static const struct ink inks[ROLE_COUNT][THEMES] = {
    [ROLE_TEXT] = { { -1, -1, 0 }, { 254, WHITE, 0 }, { 235, BLACK, 0 }, { -1, -1, 0 } },
    [ROLE_DIM] = { { 245, WHITE, 0 }, { 246, WHITE, 0 }, { 243, BLACK, 0 }, { -1, -1, 0 } },
    [ROLE_TITLE] = { { -1, -1, 0 }, { 255, WHITE, 0 }, { 236, BLACK, 0 }, { -1, -1, ATTR_BOLD } },
    [ROLE_FRAME] = { { 239, BLUE, 0 }, { 240, BLUE, 0 }, { 250, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_FOCUS] = { { 37, CYAN, 0 }, { 227, YELLOW, 0 }, { 25, BLUE, ATTR_BOLD }, { -1, -1, ATTR_BOLD } },
    [ROLE_KEY] = { { 172, YELLOW, 0 }, { 227, YELLOW, 0 }, { 94, MAGENTA, 0 }, { -1, -1, ATTR_BOLD } },
    [ROLE_CPU] = { { 75, BLUE, 0 }, { 74, CYAN, 0 }, { 25, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_GPU] = { { 114, GREEN, 0 }, { 36, GREEN, 0 }, { 28, GREEN, 0 }, { -1, -1, 0 } },
    [ROLE_PEER] = { { 180, YELLOW, 0 }, { 214, YELLOW, 0 }, { 130, RED, 0 }, { -1, -1, 0 } },
    [ROLE_CPU_BAR] = { { 67, BLUE, 0 }, { 67, CYAN, 0 }, { 67, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_GPU_BAR] = { { 71, GREEN, 0 }, { 29, GREEN, 0 }, { 71, GREEN, 0 }, { -1, -1, 0 } },
    [ROLE_PEER_BAR] = { { 137, YELLOW, 0 }, { 172, YELLOW, 0 }, { 173, RED, 0 }, { -1, -1, 0 } },
    [ROLE_OK] = { { 114, GREEN, 0 }, { 74, CYAN, 0 }, { 28, GREEN, 0 }, { -1, -1, 0 } },
    [ROLE_WARN] = { { 172, YELLOW, 0 }, { 227, YELLOW, 0 }, { 130, MAGENTA, 0 }, { -1, -1, ATTR_BOLD } },
    [ROLE_BAD] = { { 210, RED, ATTR_BOLD },
                   { 166, RED, ATTR_BOLD },
                   { 160, RED, ATTR_BOLD },
                   { -1, -1, ATTR_BOLD | ATTR_REVERSE } },
    [ROLE_ROOF] = { { 250, WHITE, 0 }, { 253, WHITE, 0 }, { 240, BLACK, 0 }, { -1, -1, 0 } },
    [ROLE_LINE0] = { { 75, CYAN, 0 }, { 81, CYAN, 0 }, { 27, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_LINE1] = { { 209, RED, 0 }, { 209, RED, 0 }, { 88, RED, 0 }, { -1, -1, 0 } },
    [ROLE_LINE2] = { { 220, YELLOW, 0 }, { 220, YELLOW, 0 }, { 65, GREEN, 0 }, { -1, -1, 0 } },
    [ROLE_LINE3] = { { 133, MAGENTA, 0 }, { 133, MAGENTA, 0 }, { 90, MAGENTA, 0 }, { -1, -1, 0 } },
    [ROLE_LINE4] = { { 28, GREEN, 0 }, { 28, GREEN, 0 }, { 94, YELLOW, 0 }, { -1, -1, 0 } },
    [ROLE_LINE5] = { { 229, WHITE, 0 }, { 229, WHITE, 0 }, { 31, CYAN, 0 }, { -1, -1, 0 } },
    [ROLE_LINE6] = { { 63, BLUE, 0 }, { 63, BLUE, 0 }, { 18, BLACK, 0 }, { -1, -1, 0 } },
    [ROLE_HEAT0] = { { 61, BLUE, 0 }, { 60, BLUE, 0 }, { 110, CYAN, 0 }, { -1, -1, 0 } },
    [ROLE_HEAT1] = { { 67, CYAN, 0 }, { 102, BLUE, ATTR_BOLD }, { 67, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_HEAT2] = { { 71, GREEN, 0 }, { 144, CYAN, 0 }, { 62, BLUE, 0 }, { -1, -1, 0 } },
    [ROLE_HEAT3] = { { 172, YELLOW, 0 }, { 186, YELLOW, 0 }, { 55, MAGENTA, 0 }, { -1, -1, ATTR_BOLD } },
    [ROLE_HEAT4] = { { 203, RED, ATTR_BOLD }, { 229, WHITE, ATTR_BOLD }, { 53, BLACK, 0 }, { -1, -1, ATTR_BOLD } },
};

/* Safe and light have their own ground: their colours are unreadable on the opposite one. */
static const struct theme calm = { "default", "for dark terminals", DEFAULT, -1, -1, 0x12141a, 0xd4d7de };
static const struct theme safe = {
    "safe", "safe for the colour-blind (Okabe-Ito), on black", SAFE, 233, BLACK, 0x12141a, 0xe4e4e4
};
static const struct theme paper = { "light", "dark on white, whatever the terminal has", LIGHT, 231, WHITE, 0xfbfbf8,
                                    0x24292f };
const struct theme theme_mono = { "mono", "no colours, attributes only", MONO, -1, -1, 0x12141a, 0xd4d7de };

const struct theme *const themes[] = { &calm, &safe, &paper, &theme_mono, NULL };

const struct theme *theme_find(const char *name)
{
    for (int i = 0; themes[i]; i++)
        if (strcmp(themes[i]->name, name) == 0)
            return themes[i];
    return NULL;
}

const struct theme *theme_next(const struct theme *t)
{
    int i = 0;
    while (themes[i] && themes[i] != t)
        i++;
    return themes[i] && themes[i + 1] ? themes[i + 1] : themes[0];
}

struct ink theme_ink(const struct theme *t, enum role role)
{
    return inks[role][t->column];
}

unsigned theme_rgb(const struct theme *t, enum role role)
{
    int c = theme_ink(t, role).c256;
    if (c < 16)
        return t->text;
    if (c >= 232) { /* greys */
        unsigned v = 8 + 10 * (unsigned)(c - 232);
        return v << 16 | v << 8 | v;
    }
    static const unsigned level[] = { 0, 95, 135, 175, 215, 255 };
    unsigned i = (unsigned)c - 16;
    return level[i / 36] << 16 | level[i / 6 % 6] << 8 | level[i % 6];
}
