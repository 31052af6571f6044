/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme: the themes. No meaning is carried by colour alone: see the names, marks and attributes beside it. */
#include "tui/canvas/theme.h"

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

/* Even on white, what says where one is and what to press can be read, and the spy plot be seen: few terminals tell
   what they look like. */
static const struct theme
    calm = {
        .name = "default",
        .what = "for dark terminals",
        .ink = { [ROLE_TEXT] = { -1, -1, 0 },           [ROLE_DIM] = { 245, WHITE, 0 },
                 [ROLE_TITLE] = { -1, -1, 0 },          [ROLE_FRAME] = { 239, BLUE, 0 },
                 [ROLE_FOCUS] = { 37, CYAN, 0 },        [ROLE_KEY] = { 172, YELLOW, 0 },
                 [ROLE_CPU] = { 75, BLUE, 0 },          [ROLE_GPU] = { 114, GREEN, 0 },
                 [ROLE_PEER] = { 180, YELLOW, 0 },      [ROLE_CPU_BAR] = { 67, BLUE, 0 },
                 [ROLE_GPU_BAR] = { 71, GREEN, 0 },     [ROLE_PEER_BAR] = { 137, YELLOW, 0 },
                 [ROLE_OK] = { 114, GREEN, 0 },         [ROLE_WARN] = { 172, YELLOW, 0 },
                 [ROLE_BAD] = { 210, RED, ATTR_BOLD },  [ROLE_ROOF] = { 250, WHITE, 0 },
                 [ROLE_HEAT0] = { 61, BLUE, 0 },        [ROLE_HEAT1] = { 67, CYAN, 0 },
                 [ROLE_HEAT2] = { 71, GREEN, 0 },       [ROLE_HEAT3] = { 172, YELLOW, 0 },
                 [ROLE_HEAT4] = { 203, RED, ATTR_BOLD } },
        .back256 = -1,
        .back8 = -1,
        .ground = 0x12141a,
        .text = 0xd4d7de,
    };

/* Okabe and Ito's colours, told apart with any kind of colour vision; heat goes from dark to light in one direction. */
static const struct theme safe = {
    .name = "safe",
    .what = "safe for the colour-blind (Okabe-Ito), on black",
    .ink = { [ROLE_TEXT] = { 254, WHITE, 0 },
             [ROLE_DIM] = { 246, WHITE, 0 },
             [ROLE_TITLE] = { 255, WHITE, 0 },
             [ROLE_FRAME] = { 240, BLUE, 0 },
             [ROLE_FOCUS] = { 227, YELLOW, 0 },
             [ROLE_KEY] = { 227, YELLOW, 0 },
             [ROLE_CPU] = { 74, CYAN, 0 },
             [ROLE_GPU] = { 36, GREEN, 0 },
             [ROLE_PEER] = { 214, YELLOW, 0 },
             [ROLE_CPU_BAR] = { 67, CYAN, 0 },
             [ROLE_GPU_BAR] = { 29, GREEN, 0 },
             [ROLE_PEER_BAR] = { 172, YELLOW, 0 },
             [ROLE_OK] = { 74, CYAN, 0 },
             [ROLE_WARN] = { 227, YELLOW, 0 },
             [ROLE_BAD] = { 166, RED, ATTR_BOLD },
             [ROLE_ROOF] = { 253, WHITE, 0 },
             [ROLE_HEAT0] = { 60, BLUE, 0 },
             [ROLE_HEAT1] = { 102, BLUE, ATTR_BOLD },
             [ROLE_HEAT2] = { 144, CYAN, 0 },
             [ROLE_HEAT3] = { 186, YELLOW, 0 },
             [ROLE_HEAT4] = { 229, WHITE, ATTR_BOLD } },
    .back256 = 233,
    .back8 = BLACK,
    .ground = 0x12141a,
    .text = 0xe4e4e4,
};

/* It and the one above bring their ground along: their colours cannot be read on the other one. */
static const struct theme paper = {
    .name = "light",
    .what = "dark on white, whatever the terminal has",
    .ink = { [ROLE_TEXT] = { 235, BLACK, 0 },      [ROLE_DIM] = { 243, BLACK, 0 },
             [ROLE_TITLE] = { 236, BLACK, 0 },     [ROLE_FRAME] = { 250, BLUE, 0 },
             [ROLE_KEY] = { 94, MAGENTA, 0 },      [ROLE_FOCUS] = { 25, BLUE, ATTR_BOLD },
             [ROLE_CPU] = { 25, BLUE, 0 },         [ROLE_GPU] = { 28, GREEN, 0 },
             [ROLE_PEER] = { 130, RED, 0 },        [ROLE_CPU_BAR] = { 67, BLUE, 0 },
             [ROLE_GPU_BAR] = { 71, GREEN, 0 },    [ROLE_PEER_BAR] = { 173, RED, 0 },
             [ROLE_OK] = { 28, GREEN, 0 },         [ROLE_WARN] = { 130, MAGENTA, 0 },
             [ROLE_BAD] = { 160, RED, ATTR_BOLD }, [ROLE_ROOF] = { 240, BLACK, 0 },
             [ROLE_HEAT0] = { 110, CYAN, 0 },      [ROLE_HEAT1] = { 67, BLUE, 0 },
             [ROLE_HEAT2] = { 62, BLUE, 0 },       [ROLE_HEAT3] = { 55, MAGENTA, 0 },
             [ROLE_HEAT4] = { 53, BLACK, 0 } },
    .back256 = 231,
    .back8 = WHITE,
    .ground = 0xfbfbf8,
    .text = 0x24292f,
};

static const struct theme mono = {
    .name = "mono",
    .what = "no colours, attributes only",
    .ink = { [ROLE_TEXT] = { -1, -1, 0 } },
    .back256 = -1,
    .back8 = -1,
    .ground = 0x12141a,
    .text = 0xd4d7de,
};

const struct theme *const themes[] = { &calm, &safe, &paper, &mono, NULL };

const struct theme *theme_find(const char *name)
{
    for (int i = 0; themes[i]; i++)
        if (strcmp(themes[i]->name, name) == 0)
            return themes[i];
    return NULL;
}

const struct theme *theme_next(const struct theme *t)
{
    for (int i = 0; themes[i]; i++)
        if (themes[i] == t)
            return themes[i + 1] ? themes[i + 1] : themes[0];
    return themes[0];
}

unsigned theme_mono(enum role role)
{
    static const unsigned attr[ROLE_COUNT] = {
        [ROLE_TITLE] = ATTR_BOLD,
        [ROLE_FOCUS] = ATTR_BOLD,
        [ROLE_KEY] = ATTR_BOLD,
        [ROLE_WARN] = ATTR_BOLD,
        [ROLE_HEAT3] = ATTR_BOLD,
        [ROLE_HEAT4] = ATTR_BOLD,
        [ROLE_BAD] = ATTR_BOLD | ATTR_REVERSE,
    };
    return attr[role];
}

unsigned theme_rgb(const struct theme *t, enum role role)
{
    int c = t->ink[role].c256;
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
