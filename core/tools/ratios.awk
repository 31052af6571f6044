# SPDX-License-Identifier: GPL-3.0-or-later
# ratios.awk: Markdown from the TSV of `nzscope bench`: the best own kernel beside the best peer, cell by cell, and means.
#   awk -f ratio_cells.awk -f ratios.awk -v device=cpu|gpu [-v labelled='KERNEL…'] FILE.tsv
# A cell is a matrix, an operation, a type, a k and a number of threads. Ratio: time of the best peer / time of the best
# own kernel, medians. A kernel that can only use one thread stands in the cells of every number of threads. `labelled`
# kernels compress, or store half of a symmetric matrix. *.auto chooses among own kernels and is counted apart. Floor
# share: the time in which the bytes of CSR, X and Y pass at the roof of the level that the cell's data are in / time.
BEGIN {
    FS = "\t"
    gpu = device == "gpu"
    goal["SpMV"] = 1.4;            least["SpMV"] = gpu ? 1.05 : 1
    goal["SpMM"] = gpu ? 2 : 1.6;  least["SpMM"] = 1
    goal["transpose"] = gpu ? 3 : 5; least["transpose"] = 1.5
    at_floor = 0.9 # a cell with this share needs no ratio: nobody can be much faster
    regret_goal = 0.03; regret_most = 0.15
    n = split(labelled, word, /[ ,]+/)
    for (i = 1; i <= n; i++)
        is_labelled[word[i]] = 1
}

# ---- means ----

# Geometric means over the cells of a kind of work, "" for any type or threads; fills g_*.
function mean(work, type, t,   c, s, sp, sa, sf, np, na, nf, r, f) {
    g_n = g_low = 0; g_worst = 0; s = sp = sa = sf = np = na = nf = 0
    for (c = 1; c <= n_cell; c++) {
        if (c_work[c] != work || (type != "" && c_type[c] != type) || (t != "any" && c_t[c] != t) || c_ratio[c] == "")
            continue
        r = c_ratio[c]
        g_n++; s += log(r)
        f = floor_share(c, c_own[c])
        if (f != "") { nf++; sf += log(f) }
        g_low += r < least[work] && f < at_floor
        if (!g_worst || r < c_ratio[g_worst]) g_worst = c
        if (c_plain[c]) { np++; sp += log(ms[c_key[c], c_peer[c]] / ms[c_key[c], c_plain[c]]) }
        if (c_auto[c]) { na++; sa += log(ms[c_key[c], c_peer[c]] / ms[c_key[c], c_auto[c]]) }
    }
    g_mean = g_n ? exp(s / g_n) : 0
    g_plain = np ? sprintf("%.2f", exp(sp / np)) : "–"
    g_auto = na ? sprintf("%.2f", exp(sa / na)) : "–"
    g_floor = nf ? sprintf("%.2f", exp(sf / nf)) : "–"
}

function ratio_text(r) { return sprintf(r < 0.1 ? "%.3f" : "%.2f", r) }

function verdict(value, goal) {
    return value >= goal ? "met" : sprintf("missed by %.0f%%", max(1, 100 * (1 - value / goal)))
}

function mean_row(work, type, t) {
    mean(work, type, t)
    if (!g_n)
        return
    printf "| %s | %s | %s | %d | %.2f | %s | %s | %s | %s: %s | %d |", work, type == "" ? "both" : type, \
        t == "any" ? "all" : t, g_n, g_mean, g_plain, g_auto, g_floor, ratio_text(c_ratio[g_worst]), cell_text(g_worst), g_low
    if (type == "" && work in goal)
        printf " %.1f %s; worst %.2f %s |\n", goal[work], verdict(g_mean, goal[work]), least[work], \
            verdict(c_ratio[g_worst], least[work])
    else
        print "  |"
}

function means(   w, i, j) {
    print "## Means and goals\n"
    print "Geometric means of the ratio, best peer / best own kernel. The fourth column counts every own kernel but auto; the next"
    print "leaves out those that compress or use symmetry (" (labelled == "" ? "none here" : labelled) "); then `auto` alone. Floor: the mean share of"
    printf "the floor, compulsory bytes over the measured bandwidth. Below: cells under the least ratio and %.0f%% of the floor.\n\n", 100 * at_floor
    print "| work | type | threads | cells | mean | not labelled | auto | floor | worst | below | goal |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    for (w = 1; w <= n_work; w++) {
        for (i = 1; i <= n_type; i++)
            for (j = 1; j <= n_t; j++)
                mean_row(work_name[w], all_type[i], all_t[j])
        for (j = 1; j <= n_t && n_t > 1; j++)
            mean_row(work_name[w], "", all_t[j])
        mean_row(work_name[w], "", "any")
    }
    print ""
    fastest_peers()
}

# In how many cells each peer was the fastest one.
function fastest_peers(   c, i, n, names, won) {
    for (c = 1; c <= n_cell; c++)
        if (c_peer[c] && !won[name[c_key[c], c_peer[c]]]++)
            names[++n] = name[c_key[c], c_peer[c]]
    for (i = 1; i <= n; i++)
        printf "%s%s in %d", i == 1 ? "Fastest peer, by cells: " : ", ", names[i], won[names[i]]
    print n ? ".\n" : ""
}

# ---- auto ----

function regret(work,   c, r, s, n, w, most) {
    n = s = w = 0
    for (c = 1; c <= n_cell; c++) {
        if (c_work[c] != work || !c_auto[c] || !c_own[c])
            continue
        r = ms[c_key[c], c_auto[c]] / ms[c_key[c], c_own[c]] - 1
        n++; s += r
        if (!w || r > most) { w = c; most = r }
    }
    if (n)
        printf "| %s | %d | %+.1f%% | %+.0f%%: %s | mean %d%%: %s; most %d%%: %s |\n", work, n, 100 * s / n, 100 * most, \
            cell_text(w), 100 * regret_goal, s / n <= regret_goal ? "met" : "missed", 100 * regret_most, \
            most <= regret_most ? "met" : "missed"
    return n
}

function regrets(   w, n) {
    print "## Regret of auto\n"
    print "Time of `" device ".auto` over that of the best other own kernel in the cell, less one; below zero where its parameters were better.\n"
    print "| work | cells | mean | most | goal |"
    print "|---|---|---|---|---|"
    for (w = 1; w <= n_work; w++)
        n += regret(work_name[w])
    print n ? "" : "\nNo row of `" device ".auto`.\n"
}

# ---- the worst, and what is missing ----

function worst(   many, i, c, b, used) {
    print "## Worst cells\n"
    print "| ratio | floor | peer's floor | cell | own | peer |"
    print "|---|---|---|---|---|---|"
    for (many = 20; many > 0; many--) {
        b = 0
        for (c = 1; c <= n_cell; c++)
            if (c_ratio[c] != "" && !(c in used) && (!b || c_ratio[c] < c_ratio[b]))
                b = c
        if (!b)
            break
        used[b] = 1
        printf "| %s | %s | %s | %s %s | %s | %s |\n", ratio_text(c_ratio[b]), percent(b, c_own[b]), percent(b, c_peer[b]), c_work[b], cell_text(b), name[c_key[b], c_own[b]], name[c_key[b], c_peer[b]]
    }
    print ""
}

function missing(   i, c, lone, s) {
    print "## Failed or refused\n"
    for (s in refused)
        printf "- %s: %d rows\n", s, refused[s]
    for (c = 1; c <= n_cell; c++)
        lone += c_ratio[c] == ""
    if (lone)
        printf "- %d cells have no ratio: no own kernel, or no peer, was measured there\n", lone
    if (!n_failure && !n_refusal && !lone)
        print "Nothing."
    for (i = 1; i <= n_failure; i++)
        print "- " failure[i] (failed_k[failure[i]] ~ /[0-9]/ ? ", k =" failed_k[failure[i]] : "")
    if (n_refusal) {
        print "\n| kernel | refused | times |\n|---|---|---|"
        for (i = 1; i <= n_refusal; i++)
            printf "| %s | %d |\n", refusal[i], refusals[refusal[i]]
    }
    print ""
}

# ---- cells ----

function short(kernel) { sub(/^(cpu|gpu|peer\.cusparse)\./, "", kernel); return kernel }
function percent(c, i,   f) { f = floor_share(c, i); return f == "" ? "–" : sprintf("%.0f%%", 100 * f) }
function figure(x) { return sprintf(x < 0.1 ? "%.4f" : x < 10 ? "%.3f" : "%.1f", x) }

function cell_row(c,   key, o, p, q) {
    key = c_key[c]; o = c_own[c]; p = c_peer[c]; q = c_plain[c]
    printf "| %s%s | %s | %s%s |", c_work[c], c_k[c] == "" ? "" : " " c_k[c], c_type[c], c_t[c], c_cache[c] == "cold" ? " cold" : ""
    if (o)
        printf " %s | %s | %s %s | %s | %s |", short(name[key, o]), figure(ms[key, o]), figure(speed[key, o]), unit[key, o], percent(c, o), figure(prepare[key, o])
    else
        printf " – | | | | |"
    if (p)
        printf " %s | %s | %s |", short(name[key, p]), figure(ms[key, p]), percent(c, p)
    else
        printf " – | | |"
    printf " %s | %s | %s |\n", c_ratio[c] == "" ? "" : ratio_text(c_ratio[c]), \
        p && q && q != o ? ratio_text(ms[key, p] / ms[key, q]) " " short(name[key, q]) : "", \
        o && p ? samples[key, o] "/" samples[key, p] : o ? samples[key, o] : samples[key, p]
}

function cells(   i, c) {
    print "## Cells\n"
    print "Median ms; share of the floor; preparation with upload, ms; samples own/peer. Ratio*: without labelled kernels, where"
    print "the best own one is labelled.\n"
    for (i = 1; i <= n_matrix; i++) {
        printf "### %s (%s)\n\n", matrix[i], size[matrix[i]]
        print "| work, k | type | threads | own | ms | speed | floor | prepare | peer | ms | floor | ratio | ratio* | samples |"
        print "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
        for (c = 1; c <= n_cell; c++)
            if (c_matrix[c] == matrix[i])
                cell_row(c)
        print ""
    }
}

END {
    cells_make()
    means()
    regrets()
    worst()
    missing()
    cells()
}
