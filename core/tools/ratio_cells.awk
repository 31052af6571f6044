# SPDX-License-Identifier: GPL-3.0-or-later
# ratio_cells.awk: the cells that ratios.awk reports on, made from the rows that it is given.

function of(name) { return name in col ? $col[name] : "" }
function max(a, b) { return a > b ? a : b }

# ---- reading ----

$1 == "matrix" { for (i = 1; i <= NF; i++) col[$i] = i; next }
NF < 3 { next }
{
    row_status = of("status")
    kernel = of("kernel")
    if (row_status != "ok") {
        refuse()
        next
    }
    if (of("time_ms") == "")
        next
    key = of("matrix") SUBSEP of("op") SUBSEP of("type") SUBSEP of("k") SUBSEP of("cache")
    t = of("device") == "cpu" ? of("threads") : ""
    keep()
}

function refuse(   id) {
    refused[row_status]++
    if (row_status == "unsupported" || row_status == "no memory" || row_status == "no device") {
        id = kernel " | " row_status
        if (!(id in refusals))
            refusal[++n_refusal] = id
        refusals[id]++
    } else {
        id = row_status ": " kernel " on " of("matrix") ", " of("op") " " of("type")
        if (!(id in failed_k))
            failure[++n_failure] = id
        failed_k[id] = failed_k[id] " " of("k")
    }
}

# The last row counts where one kernel was measured twice in the same cell.
function keep(   i, id) {
    if (!(key in count)) {
        order[++n_key] = key
        if (!(of("matrix") in seen_matrix)) {
            seen_matrix[of("matrix")] = 1
            matrix[++n_matrix] = of("matrix")
        }
        size[of("matrix")] = of("m") " × " of("n") ", " of("nnz") " nonzeros"
    }
    if (!((key, t) in seen_threads)) {
        seen_threads[key, t] = 1
        threads[key, ++n_threads[key]] = t
    }
    id = key SUBSEP t SUBSEP kernel SUBSEP of("params")
    i = (id in place) ? place[id] : (place[id] = ++count[key])
    name[key, i] = kernel
    par[key, i] = t
    ms[key, i] = of("time_ms")
    prepare[key, i] = of("prepare_ms") + of("upload_ms")
    samples[key, i] = of("samples")
    speed[key, i] = of("gflops") != "" ? of("gflops") : of("gnnzs")
    unit[key, i] = of("gflops") != "" ? "GFLOPS" : "Gnnz/s"
    gb[key, i] = of("gbs") * of("time_ms")
    level[key, i] = of("roof_frac") > 0 ? of("roof") SUBSEP t : ""
    if (level[key, i] != "")
        top[level[key, i]] = max(top[level[key, i]], of("gbs") / of("roof_frac"))
    if (t > 1)
        parallel[kernel] = 1
}

# ---- choosing ----

function is_peer(kernel) { return kernel ~ /^peer\./ }
function is_auto(kernel) { return kernel ~ /\.auto$/ }

# The number of the fastest row of a class in a cell, 0: none. Classes: peer, own (no auto), plain (own, not labelled), auto.
function best(key, t, class,   i, b, k) {
    b = 0
    for (i = 1; i <= count[key]; i++) {
        k = name[key, i]
        if (par[key, i] != t && (k in parallel))
            continue
        if (class == "peer" ? !is_peer(k) : is_peer(k))
            continue
        if (class == "auto" ? !is_auto(k) : is_auto(k))
            continue
        if (class == "plain" && (k in is_labelled))
            continue
        if (!b || ms[key, i] + 0 < ms[key, b] + 0)
            b = i
    }
    return b
}

function work_of(op, k) { return op != "mul" ? op : k == 1 ? "SpMV" : "SpMM" }

# The floor share of row i. Bytes and level are those of a row that reads CSR as it is: a peer, or else an own kernel. All
# calls that have measured the level's roof share the highest one.
function floor_share(c, i,   key, plain) {
    key = c_key[c]
    plain = c_peer[c] ? c_peer[c] : c_plain[c]
    return i && plain && level[key, plain] != "" ? gb[key, plain] / ms[key, i] / top[level[key, plain]] : ""
}

function cell_text(c) {
    return sprintf("%s %s%s%s%s", c_matrix[c], c_type[c], c_k[c] == "" ? "" : " k = " c_k[c], \
                   c_t[c] == "" ? "" : " " c_t[c] " threads", c_cache[c] == "cold" ? " cold" : "")
}

# Whether a kernel that can use more threads was run with t of them.
function uses(key, t,   i) {
    for (i = 1; i <= count[key]; i++)
        if (par[key, i] == t && (name[key, i] in parallel))
            return 1
    return 0
}

function cells_make(   q, j, part, c, p, o) {
    for (q = 1; q <= n_key; q++) {
        key = order[q]
        split(key, part, SUBSEP)
        for (j = 1; j <= n_threads[key]; j++) {
            t = threads[key, j]
            if (n_threads[key] > 1 && t == 1 && !uses(key, t))
                continue
            c = ++n_cell
            c_matrix[c] = part[1]; c_type[c] = part[3]; c_k[c] = part[4]; c_cache[c] = part[5]
            c_work[c] = work_of(part[2], part[4]); c_t[c] = t; c_key[c] = key
            c_peer[c] = p = best(key, t, "peer")
            c_own[c] = o = best(key, t, "own")
            c_plain[c] = best(key, t, "plain")
            c_auto[c] = best(key, t, "auto")
            c_ratio[c] = p && o ? ms[key, p] / ms[key, o] : ""
            if (!(c_work[c] in seen_work)) { seen_work[c_work[c]] = 1; work_name[++n_work] = c_work[c] }
            if (!(t in seen_t)) { seen_t[t] = 1; all_t[++n_t] = t }
            if (!(c_type[c] in seen_type)) { seen_type[c_type[c]] = 1; all_type[++n_type] = c_type[c] }
        }
    }
}
