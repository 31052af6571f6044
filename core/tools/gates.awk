# SPDX-License-Identifier: GPL-3.0-or-later
# gates.awk: judges the rows of several processes pair by pair, for gates.sh. Columns: process, cell, time, both ends of its
# interval ("" where there is none). -v busy=1: the rows were taken while one processor was busy.

# Whether the first is faster beyond doubt.
function faster(a, b) { return lo[a] != "" && lo[b] != "" && hi[a] + 0 < lo[b] + 0 }
function apart(a, b) { return faster(a, b) || faster(b, a) }
function at(cell, i) { return cell SUBSEP i }
function row(gate, cell, target, seen, holds) { printf "| %s | %s | %s | %s | %s |\n", gate, cell, target, seen, holds ? "yes" : "no" }

{
    if (!($2 in count))
        order[++cells] = $2
    id = at($2, ++count[$2])
    ms[id] = $3; lo[id] = $4; hi[id] = $5
    if ($4 != "" && $3 > 0)
        half[$2] += ($5 - $4) / 2 / $3
}

function against_itself(cell,    i, j, pairs, overlap, least, most) {
    least = most = ms[at(cell, 1)]
    for (i = 1; i <= count[cell]; i++) {
        if (ms[at(cell, i)] < least) least = ms[at(cell, i)]
        if (ms[at(cell, i)] > most) most = ms[at(cell, i)]
        for (j = 1; j < i; j++) {
            pairs++
            overlap += !apart(at(cell, i), at(cell, j))
        }
    }
    if (!pairs)
        return
    if (busy)
        row("one processor busy", cell, "none told apart", sprintf("%d of %d pairs", pairs - overlap, pairs), overlap == pairs)
    else
        row("A against A", cell, "95 of 100 overlap", sprintf("%d of %d pairs; ±%.2f%%, medians within %.2f%%", \
            overlap, pairs, 100 * half[cell] / count[cell], 100 * (most / least - 1)), overlap >= 0.95 * pairs)
}

function against_slowed(slow, cell,    i, j, all, told, wrong) {
    for (i = 1; i <= count[cell]; i++)
        for (j = 1; j <= count[slow]; j++) {
            all++
            told += faster(at(cell, i), at(slow, j))
            wrong += faster(at(slow, j), at(cell, i))
        }
    row("slowed by 5%", cell, "95 of 100 told apart", sprintf("%d of %d pairs, the wrong way round %d", told, all, wrong), \
        told >= 0.95 * all && !wrong)
}

END {
    for (c = 1; c <= cells; c++)
        against_itself(order[c])
    for (c = 1; c <= cells && !busy; c++) {
        own = order[c]
        if (sub(/ slowed\./, " ", own) && own in count)
            against_slowed(order[c], own)
    }
}
