/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_ascii: the ASCII substitute of each glyph, one column wide. */
#include "tui/canvas/canvas.h"

/* A braille pattern, by its number of dots. */
static uint32_t braille(uint32_t g)
{
    static const char shade[] = " ..::-=+#";
    return (uint32_t)shade[__builtin_popcount(g & 0xff)];
}

/* Glyphs by substitute: bars of less than half a column are blanks, like the no-break space. The remaining box-drawing
   glyphs are corners and crossings. */
static const struct {
    const char *glyphs;
    char ascii;
} table[] = { { "‐‑‒–—―─━┄┅┈┉╌╍╴╵╶╷╸╹╺╻╼╽╾╿", '-' },
              { "▅▆▇█▉▊▋▌▐▖▗▘▙▚▛▜▝▞▟■□▪▫", '#' },
              { "\u00a0▍▎▏", ' ' },
              { "⁰ⁱ⁴⁵⁶⁷⁸⁹↑▲△▴▵", '^' },
              { "₀₁₂₃₄₅₆₇₈₉▁▂▃", '_' },
              { "«‹←≤◀◁◂◃", '<' },
              { "»›→≥▶▷▸▹❯", '>' },
              { "┆┇┊┋╎╏▒", ':' },
              { "↓▼▽▾▿", 'v' },
              { "·‖│┃║", '|' },
              { "‘’′″", '\'' },
              { "“”▀▔", '"' },
              { "×╳✗✘", 'x' },
              { "•◆◇●", '*' },
              { "…░", '.' },
              { "±≈", '~' },
              { "°○", 'o' },
              { "✓✔", '+' },
              { "¹", '1' },
              { "²", '2' },
              { "³", '3' },
              { "∞", '8' },
              { "µ", 'u' },
              { "σ", 's' },
              { "▄", 'm' },
              { "▓", '%' },
              { "═", '=' },
              { "≠", '!' },
              { "╱", '/' },
              { "╲", '\\' } };

uint32_t canvas_ascii(uint32_t glyph)
{
    char utf8[5];
    if (glyph < 0x80)
        return glyph;
    if (glyph >= 0x2800 && glyph <= 0x28ff)
        return braille(glyph);
    utf8[canvas_encode(glyph, utf8)] = 0;
    for (unsigned i = 0; i < COUNT(table); i++)
        if (strstr(table[i].glyphs, utf8))
            return (uint32_t)table[i].ascii;
    return glyph >= 0x250c && glyph <= 0x2570 ? '+' : '?';
}
