/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "core/base/minmax.h"
#include "core/base/std.h"

enum { LONGEST = 40 };

/* Optimal string alignment: d[i][j] is the distance of the first i bytes of a and the first j of b. */
int nearest_distance(const char *a, const char *b)
{
    int d[LONGEST + 1][LONGEST + 1], m = (int)strlen(a), n = (int)strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (int i = 0; i <= m; i++) {
        for (int j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = int_min(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), 1 + int_min(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = int_min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[m][n];
}

struct nearest nearest_to(const char *word)
{
    /* at most a third of the word, and two letters, may be wrong; a mere beginning, or a part of a dotted name without
       what is before it, counts as one mistake */
    int length = (int)strlen(word);
    return (struct nearest){ .word = word, .distance = int_min(2, length / 3) + 1 };
}

/* "csr.om" of "cpu.csr.omp". */
static bool is_part(const char *word, const char *name)
{
    const size_t length = strlen(word);
    while (name && strncmp(name, word, length) != 0)
        name = (name = strchr(name, '.')) ? name + 1 : NULL;
    return length >= 2 && name;
}

void nearest_try(struct nearest *n, const char *name)
{
    bool begins = is_part(n->word, name);
    int d = begins ? 1 : nearest_distance(n->word, name);
    if (d < n->distance || (begins && !n->best)) {
        n->distance = d;
        n->best = name;
    }
}

const char *nearest_hint(const struct nearest *n, const char *otherwise, char *out, size_t size)
{
    if (!n->best)
        return otherwise;
    snprintf(out, size, "did you mean %s?", n->best);
    return out;
}
