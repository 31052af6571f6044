/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_ascii: the ASCII substitute of each glyph, one column wide. */
#include "tui/canvas/canvas.h"

/* A braille pattern by the number of its dots. */
static uint32_t braille(uint32_t g)
{
    static const char shade[] = " ..::-=+#";
    return (uint32_t)shade[__builtin_popcount(g & 0xff)];
}

static const struct {
    uint32_t from, to;
    char ascii;
} table[] = {
    { 0xa0, 0xa0, ' ' },                                                         /* no-break space */
    { 0xab, 0xab, '<' },                                                         /* « */
    { 0xb0, 0xb0, 'o' },                                                         /* ° */
    { 0xb1, 0xb1, '~' },                                                         /* ± */
    { 0xb2, 0xb2, '2' },                                                         /* ² */
    { 0xb3, 0xb3, '3' },                                                         /* ³ */
    { 0xb5, 0xb5, 'u' },                                                         /* µ */
    { 0xb7, 0xb7, '|' },                                                         /* · */
    { 0xb9, 0xb9, '1' },                                                         /* ¹ */
    { 0xbb, 0xbb, '>' },                                                         /* » */
    { 0xd7, 0xd7, 'x' },                                                         /* × */
    { 0x3c3, 0x3c3, 's' },                                                       /* σ */
    { 0x2010, 0x2015, '-' },                                                     /* dashes */
    { 0x2016, 0x2016, '|' },                                                     /* ‖ */
    { 0x2018, 0x2019, '\'' }, { 0x201c, 0x201d, '"' },  { 0x2022, 0x2022, '*' }, /* • */
    { 0x2026, 0x2026, '.' },                                                     /* … */
    { 0x2032, 0x2033, '\'' }, { 0x2039, 0x2039, '<' },  { 0x203a, 0x203a, '>' },
    { 0x2070, 0x2079, '^' }, /* superscripts */
    { 0x2080, 0x2089, '_' }, /* subscripts */
    { 0x2190, 0x2190, '<' },  { 0x2191, 0x2191, '^' },  { 0x2192, 0x2192, '>' },
    { 0x2193, 0x2193, 'v' },  { 0x221e, 0x221e, '8' }, /* ∞ */
    { 0x2248, 0x2248, '~' },                           /* ≈ */
    { 0x2260, 0x2260, '!' },  { 0x2264, 0x2264, '<' },  { 0x2265, 0x2265, '>' },
    { 0x2500, 0x2501, '-' },  { 0x2502, 0x2503, '|' },  { 0x2504, 0x2505, '-' },
    { 0x2506, 0x2507, ':' },  { 0x2508, 0x2509, '-' },  { 0x250a, 0x250b, ':' }, /* ┊ */
    { 0x250c, 0x254b, '+' },  { 0x254c, 0x254d, '-' },  { 0x254e, 0x254f, ':' },
    { 0x2550, 0x2550, '=' },  { 0x2551, 0x2551, '|' },  { 0x2552, 0x2570, '+' },
    { 0x2571, 0x2571, '/' },  { 0x2572, 0x2572, '\\' }, { 0x2573, 0x2573, 'x' },
    { 0x2574, 0x257f, '-' },  { 0x2580, 0x2580, '"' }, /* ▀ */
    { 0x2581, 0x2583, '_' },  { 0x2584, 0x2584, 'm' }, /* ▄ */
    { 0x2585, 0x2588, '#' },  { 0x2589, 0x258c, '#' }, /* seven to four eighths */
    { 0x258d, 0x258f, ' ' },                           /* less than half a column */
    { 0x2590, 0x2590, '#' },  { 0x2591, 0x2591, '.' }, /* ░ */
    { 0x2592, 0x2592, ':' },  { 0x2593, 0x2593, '%' },  { 0x2594, 0x2594, '"' },
    { 0x2596, 0x259f, '#' },  { 0x25a0, 0x25a1, '#' },  { 0x25aa, 0x25ab, '#' },
    { 0x25b2, 0x25b5, '^' },  { 0x25b6, 0x25b9, '>' },  { 0x25bc, 0x25bf, 'v' },
    { 0x25c0, 0x25c3, '<' },  { 0x25c6, 0x25c7, '*' },  { 0x25cb, 0x25cb, 'o' },
    { 0x25cf, 0x25cf, '*' },  { 0x2713, 0x2714, '+' }, /* ✓ */
    { 0x2717, 0x2718, 'x' },  { 0x276f, 0x276f, '>' },
};

uint32_t canvas_ascii(uint32_t glyph)
{
    if (glyph < 0x80)
        return glyph;
    if (glyph >= 0x2800 && glyph <= 0x28ff)
        return braille(glyph);
    for (unsigned i = 0; i < COUNT(table); i++)
        if (glyph >= table[i].from && glyph <= table[i].to)
            return (uint32_t)table[i].ascii;
    return '?';
}
