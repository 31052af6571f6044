#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_cpu.sh [--quick]: own CPU kernels beside all libraries found, over a grid of generated matrices larger than the
# last-level cache and inside it, and the matrix files in the folder $MATRICES (the $FILES largest; --quick: 6). Writes
# $OUT (TSV; a restarted grid resumes) and $REPORT. --quick runs a part of the grid in about ten minutes.
# NZSCOPE=program, THREADS=number, BUDGET_S, GROUP_S, SAMPLES as in core/tools/bench_grid.sh; ONLY=pattern for some of
# the generators.
here=$(dirname "$0")/../..
. "$here/core/tools/bench_grid.sh"
# Hardly ever the fastest: a matrix in full; ELLPACK and four entries at a time are the reports' first kernels, which
# cpu.sell.simd and cpu.csr.block build on. One thread wins only where a matrix is small.
FIRST='cpu.dense.serial cpu.ell.* cpu.csr.unroll4'
# Of the peers this one tunes for seconds a cell: in the whole grid only.
[ "${1:-}" = --quick ] && SLOW=peer.librsb.tuned || SLOW=
REPORT=${REPORT:-${BUILD:-build}/bench/CPU.md}
bench_begin cpu "${BUILD:-build}/bench/cpu.tsv"
all=$(awk -F'\t' '$1 == "cpu" { print $6 }' "$OUT.devices")
cache=$(awk -F'\t' '$1 == "cpu" { print $5 }' "$OUT.devices")
all=${THREADS:-$all}

# Every family with about NNZ entries.
specs() { # specs NNZ
    awk -v z="$1" 'function root(x, d) { return int(x ^ (1 / d) + 0.5) } BEGIN {
        n = int(z / 16)
        print "stencil5:" root(z / 5, 2), "stencil9:" root(z / 9, 2), "stencil7:" root(z / 7, 3), "stencil27:" root(z / 27, 3),
            "band:" int(z / 17) ":8", "diag:" int(z / 2), "uniform:" n ":" n ":" z, "rmat:" int(log(n) / log(2) + 0.5) ":16",
            "fem:" int(z / 180), "denserow:" int(z / 4), "road:" int(z / 3), "powerlaw:" n ":16:22" }'
}

# Past the cache: twice its size in CSR, at most 60M entries; inside: a quarter of it. Quick: 1.25 times; an eighth.
past=$(awk -v c="$cache" -v q=$quick 'BEGIN { z = int(c / (q == "yes" ? 9.6 : 6)); print (z > 6e7) ? 60000000 : z }')
inside=$(awk -v c="$cache" -v q=$quick 'BEGIN { z = int(c / (q == "yes" ? 96 : 48)); print (z > 4e6) ? 4000000 : z }')

# The values of KS for which X stays under 1 GB: beyond that each run takes a second and tells little.
narrow() { # narrow SPEC NNZ KS
    echo "$1" | awk -F: -v z="$2" -v ks="$3" '{
        rows = $1 == "diag" ? z / 2 : $1 == "denserow" || $1 == "road" ? z / 3 : $1 ~ /^stencil[579]/ ? z / 5 : z / 16
        n = split(ks, k, ",")
        for (i = 1; i <= n; i++)
            if (8 * rows * k[i] < 2 ^ 30)
                printf "%s%s", s++ ? "," : "", k[i] }'
}
one() { # one OP TYPES KS THREADS SPEC
    # shellcheck disable=SC2254
    case $5 in ${ONLY:-*}) [ -z "$3" ] || cells "$1" "$2" "$3" "--threads $4" "$5" ;; esac
}
products() { # products TYPES KS THREADS
    NEVER="$FIRST $SLOW cpu.*.serial"
    for spec in $(specs "$past"); do
        one mul "$1" "$(narrow "$spec" "$past" "$2")" "$3" "gen:$spec"
    done
    NEVER="$FIRST $SLOW"
    for spec in demo $(specs "$inside") twin:cant; do
        one mul "$1" "$2" "$3" "gen:$spec"
    done
    files mul "$1" "$2" "$3"
}
transpositions() { # transpositions TYPES THREADS
    NEVER="$FIRST $SLOW"
    for spec in $(specs "$past") demo $(specs "$inside") twin:cant; do
        one transpose "$1" 1 "$2" "gen:$spec"
    done
    files transpose "$1" 1 "$2"
}

# Every third of the families with NNZ entries, from the first, second or third on, each with k = 1 and its own of KS.
third() { # third FIRST OP TYPES NNZ KS THREADS
    left_ks=$5 turn=0
    for spec in $(specs "$4"); do
        ks=1,${left_ks%% *} left_ks=${left_ks#* }
        [ "$2" = mul ] && ks=$(narrow "$spec" "$4" "$ks") || ks=1
        [ $((turn % 3)) -ne "$1" ] || one "$2" "$3" "$ks" "$6" "gen:$spec"
        turn=$((turn + 1))
    done
}

# In ten minutes: every family of either size with k = 1 and another k, so that each k is met; all else on a third of
# them. The first third has something of everything, should time run out.
quick_grid() {
    past_ks='4 16 8 64 3 4 16 8 64 8 4 32 ' inside_ks='256 32 4 3 64 32 8 256 16 64 16 4 '
    for first in 0 1 2; do
        NEVER="$FIRST $SLOW cpu.*.serial"
        third $first mul f64 "$past" "$past_ks" "$all"
        NEVER="$FIRST $SLOW"
        third $first transpose f64 "$past" "$past_ks" "$all"
        third $first mul f64 "$inside" "$inside_ks" "$all"
        [ $first -eq 0 ] || continue
        files mul f64 1,16 "$all"
        third 0 transpose f64 "$inside" "$inside_ks" "$all"
        third 1 mul f32 "$inside" "$inside_ks" "$all"
        third 2 transpose f32 "$inside" "$inside_ks" "$all"
        [ "$all" -eq 1 ] || third 2 mul f64 "$inside" "$inside_ks" 1
        [ "$all" -eq 1 ] || third 1 transpose f64 "$inside" "$inside_ks" 1
        NEVER="$FIRST $SLOW cpu.*.serial"
        third 0 mul f32 "$past" "$past_ks" "$all"
    done
    NEVER="$FIRST $SLOW"
    files transpose f64 1 "$all"
    one mul f64 1,16 "$all" gen:demo
    one mul f64 1,16 "$all" gen:twin:cant
}

# What matters most comes first, so that a short time still covers every matrix.
whole_grid() {
    products f64 1,4,16,64 "$all"
    transpositions f64 "$all"
    products f32 1,8,32 "$all"
    products f32 3,256 "$all"
    transpositions f32 "$all"
    products f64 3,8,32,256 "$all"
    products f32 4,16,64 "$all"
    [ "$all" -eq 1 ] && return
    products f64 1,4,16,64 1
    transpositions f64 1
    products f32 1,8,32 1
    transpositions f32 1
    products f64 3,8,32,256 1
    products f32 3,4,16,64,256 1
}
grid() { if [ $quick = yes ]; then quick_grid; else whole_grid; fi; }
bench_grid

extent() {
    [ $quick = yes ] || echo 'Each with k = 1, 3, 4, 8, 16, 32, 64 and 256, in f64 and f32, with all threads and with one.'
    [ $quick = no ] || echo 'A part of the grid: each with k = 1 and one more of 3, 4, 8, 16, 32, 64 and 256; in f32, with one thread and, inside the
cache, transposed: a third of them each.'
    echo "Products for which X would take over 1 GB are left out, and, as they could only raise the ratios: \`$FIRST\`, and
past the cache kernels of one thread."
    [ -z "$SLOW" ] || echo "Left out, too, and it might lower some ratios: \`$SLOW\`, which tunes for seconds a cell."
}
bench_end "$REPORT" <<END
# CPU: own kernels beside the libraries

Written by \`make bench-cpu\`: \`cpu/tools/bench_cpu.sh$([ $quick = no ] || echo ' --quick')\` runs \`nzscope bench\` over the grid, and
\`core/tools/ratios.awk\` sums the rows up. Every result was checked before it was timed; fewer samples than usual are taken
($SAMPLES at least, in $(least_s) s), and how many is shown. Matrices: each generator with about $past entries, past the last-level
cache, and with about $inside, inside it$([ -z "${MATRICES:-}" ] || echo ', and real ones from files').
$(extent)

END
