/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_glyph: code points: conversion from and to UTF-8, and whether terminals show them in one column. */
#include "core/base/scrub.h"
#include "tui/canvas/canvas.h"

/* Everything that nzscope draws is narrow; characters in names and titles may not be. */
static bool is_narrow(uint32_t g)
{
    static const struct {
        uint32_t from, to;
    } not_narrow[] = {
        { 0x0, 0x1f },      { 0x7f, 0x9f },     { 0xad, 0xad },       { 0x300, 0x36f },   { 0x483, 0x489 },
        { 0x591, 0x5cf },   { 0x600, 0x61c },   { 0x64b, 0x65f },     { 0x670, 0x670 },   { 0x6d6, 0x6ed },
        { 0x700, 0x8ff },   { 0x900, 0xdff },   { 0xe31, 0xe3a },     { 0xe47, 0xe4e },   { 0xeb1, 0xebc },
        { 0xec8, 0xece },   { 0xf18, 0xfc6 },   { 0x1000, 0x109f },   { 0x1100, 0x11ff }, { 0x135d, 0x135f },
        { 0x1700, 0x1cff }, { 0x1dc0, 0x1dff }, { 0x200b, 0x200f },   { 0x2028, 0x202f }, { 0x205f, 0x206f },
        { 0x20d0, 0x20ff }, { 0x231a, 0x231b }, { 0x2329, 0x232a },   { 0x23e9, 0x23f3 }, { 0x25fd, 0x25fe },
        { 0x2614, 0x2615 }, { 0x2630, 0x2637 }, { 0x2648, 0x2653 },   { 0x267f, 0x267f }, { 0x268a, 0x268f },
        { 0x2693, 0x2693 }, { 0x26a1, 0x26a1 }, { 0x26aa, 0x26ab },   { 0x26bd, 0x26be }, { 0x26c4, 0x26c5 },
        { 0x26ce, 0x26ce }, { 0x26d4, 0x26d4 }, { 0x26ea, 0x26ea },   { 0x26f2, 0x26f3 }, { 0x26f5, 0x26f5 },
        { 0x26fa, 0x26fd }, { 0x2705, 0x2705 }, { 0x270a, 0x270b },   { 0x2728, 0x2728 }, { 0x274c, 0x274c },
        { 0x274e, 0x274e }, { 0x2753, 0x2757 }, { 0x2795, 0x2797 },   { 0x27b0, 0x27b0 }, { 0x27bf, 0x27bf },
        { 0x2b1b, 0x2b1c }, { 0x2b50, 0x2b55 }, { 0x2cef, 0x2cf1 },   { 0x2d7f, 0x2d7f }, { 0x2de0, 0x2dff },
        { 0x2e80, 0xa4cf }, { 0xa66f, 0xa67d }, { 0xa69e, 0xa69f },   { 0xa6f0, 0xa6f1 }, { 0xa802, 0xabff },
        { 0xac00, 0xd7ff }, { 0xd800, 0xfaff }, { 0xfb1e, 0xfb1e },   { 0xfe00, 0xfe6f }, { 0xfeff, 0xff60 },
        { 0xffa0, 0xffa0 }, { 0xffe0, 0xfffb }, { 0xfffe, 0x10ffff },
    };
    if (g < 0x7f)
        return g >= 0x20;
    for (size_t i = 0; i < COUNT(not_narrow); i++)
        if (g <= not_narrow[i].to)
            return g < not_narrow[i].from;
    return false;
}

uint32_t canvas_decode(const char *s, int *bytes)
{
    uint32_t g = 0;
    const int n = (int)utf8_read((const unsigned char *)s, 4, &g); /* a 0 at the end of the text ends it */
    *bytes = n ? n : 1;
    return n == 0 ? 0xfffd : g == 0xfffd || is_narrow(g) ? g : '?';
}

int canvas_encode(uint32_t g, char *to)
{
    if (g < 0x80) {
        to[0] = (char)g;
        return 1;
    }
    int n = g < 0x800 ? 2 : g < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, g >>= 6)
        to[i] = (char)(0x80 | (g & 0x3f));
    to[0] = (char)((0xf00u >> n & 0xff) | g);
    return n;
}

int canvas_width(const char *s)
{
    int n = 0;
    for (int bytes; *s; s += bytes, n++)
        canvas_decode(s, &bytes);
    return n;
}

uint32_t canvas_dot(int row, int col)
{
    static const uint32_t bit[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };
    return bit[row][col];
}

/* ---- the ASCII substitute of each glyph, one column wide ---- */

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
