# SPDX-License-Identifier: GPL-3.0-or-later
# draw.awk: draws a matrix from each family of generators: `awk -v nnz=N -v seed=S [-v count=C] -f draw.awk` prints
# lines `SPEC ROWS` in an order that depends on the seed, at most C of them. Each has about N entries; sizes, degrees and
# shapes are log-uniform, so that no grid can be tuned to. ROWS: the larger of its numbers of rows and columns.

# Park and Miller's generator: the same numbers from every awk.
function unit() { state = state * 16807 % 2147483647; return state / 2147483647 }
function between(a, b) { return a * (b / a) ^ unit() }
function whole(a, b) { return int(between(a, b) + 0.5) }
function root(x, d) { return int(x ^ (1 / d) + 0.5) }
function least(a, b) { return a < b ? a : b }
function most(a, b) { return a > b ? a : b }

# Draws how many entries the next one has.
function entries() { return int(nnz * 2 ^ (unit() - 0.5)) }
function put(spec, rows) { drawn[++n] = spec ":seed=" seed " " int(rows) }

function regular(   z, half) {
    z = entries(); put("stencil5:" root(z / 5, 2), z / 5)
    z = entries(); put("stencil9:" root(z / 9, 2), z / 9)
    z = entries(); put("stencil7:" root(z / 7, 3), z / 7)
    z = entries(); put("stencil27:" root(z / 27, 3), z / 27)
    z = entries(); half = whole(2, 64); put("band:" int(z / (2 * half + 1)) ":" half, z / (2 * half + 1))
    z = entries(); put("diag:" z, z)
    z = entries(); put("fem:" int(z / 170), z / 57)
    z = entries(); put("road:" int(z / 2.8), z / 2.8)
    z = entries(); put("short:" int(z / 2), z / 2)
}

function random(   z, d, m, n) {
    z = entries(); d = between(4, 64); m = int(z / d); n = int(m * between(0.25, 4))
    put("uniform:" m ":" n ":" z, most(m, n))
    z = entries(); d = whole(4, 40); m = int(log(z / d) / log(2) + 0.5); put("rmat:" m ":" d, 2 ^ m)
    z = entries(); d = whole(4, 40); put("scatter:" int(z / d) ":" d, z / d)
    z = entries(); d = whole(4, 32); put("powerlaw:" int(z / d) ":" d ":" whole(21, 30), z / d)
    z = entries(); put("denserow:" int(z / 2), z / 2)
    z = entries(); put("arrow:" int(z / 3), z / 3)
    z = entries(); put("hub:" int(z / 2), z / 2)
}

function applied(   z, d, m, n, half, percent) {
    z = entries(); d = whole(8, 64); put("blocks:" int(z / d) ":" d, z / d)
    z = entries(); d = whole(4, 9); put("neighbours:" root(z / d, 2) ":" d, z / d)
    z = entries(); m = int(z / between(8, 40)); put("items:" m ":" int(m / between(1, 30)) ":" z, m)
    z = entries(); n = whole(2, 12); m = int(z / (26 + n)); put("lp:" m ":" m * n, m * n)
    z = entries(); d = whole(4, 64); m = int(z / (6.5 + d / 2)); put("circuit:" m ":" d, m)
    z = entries(); d = whole(4, 16); percent = whole(4, 20); m = int(z * 100 / d / percent)
    put("hypersparse:" m ":" percent ":" d, m)
    z = entries(); put("saddle:" root(z / 9, 2), z / 7)
    z = entries(); percent = whole(5, 40); half = least(whole(50, 1000), root(25 * z / percent, 2))
    m = int(z * 50 / half / percent); put("wideband:" m ":" half ":" percent, m)
    z = entries(); d = whole(6, 40); put("web:" int(z / d) ":" d, z / d)
}

BEGIN {
    state = seed * 48271 % 2147483646 + 1
    regular()
    random()
    applied()
    for (i = 1; i <= n && (!count || i <= count); i++) {
        k = i + int(unit() * (n - i + 1))
        print drawn[k]
        drawn[k] = drawn[i]
    }
}
