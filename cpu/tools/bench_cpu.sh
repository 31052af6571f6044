#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_cpu.sh [--quick]: own CPU kernels beside all libraries found, over matrices that $SEED draws, larger than the
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
[ $quick = yes ] && SLOW=peer.librsb.tuned || SLOW=
X_MOST=1073741824
bench_begin cpu
all=$(awk -F'\t' '$1 == "cpu" { print $6 }' "$OUT.devices")
cache=$(awk -F'\t' '$1 == "cpu" { print $5 }' "$OUT.devices")
all=${THREADS:-$all}

# Past the cache: twice its size in CSR, at most 60M entries; inside: a quarter of it. Quick: 1.25 times; an eighth.
[ $quick = yes ] && families=12 part=1.6 || families=0 part=1
past_nnz=$(awk -v c="$cache" -v p="$part" 'BEGIN { z = int(c / 6 / p); print (z > 6e7) ? 60000000 : z }')
inside_nnz=$(awk -v c="$cache" -v p="$part" 'BEGIN { z = int(c / 48 / p / (p > 1 ? 1.25 : 1)); print (z > 4e6) ? 4000000 : z }')
past=$(drawn "$past_nnz" "$families")
inside=$(drawn "$inside_nnz" "$families")
others='demo
twin:cant'

products() { # products TYPES KS THREADS
    NEVER="$FIRST $SLOW cpu.*.serial"
    each mul "$1" "$2" "--threads $3" "$past"
    NEVER="$FIRST $SLOW"
    each mul "$1" "$2" "--threads $3" "$inside
$others"
    files mul "$1" "$2" "$3"
}
transpositions() { # transpositions TYPES THREADS
    NEVER="$FIRST $SLOW"
    each transpose "$1" 1 "--threads $2" "$past
$inside
$others"
    files transpose "$1" 1 "$2"
}

# In ten minutes: matrices of either size with k = 1 and another k, so that each k is met; all else on a third of them.
# The first third has something of everything, should time run out.
quick_grid() {
    for first in 0 1 2; do
        far=$(echo "$past" | third $first) near=$(echo "$inside" | third $first)
        NEVER="$FIRST $SLOW cpu.*.serial"
        each mul f64 '4 16 8 64 100' "--threads $all" "$far"
        NEVER="$FIRST $SLOW"
        each transpose f64 1 "--threads $all" "$far"
        each mul f64 '256 32 4 3 50' "--threads $all" "$near"
        [ $first -eq 0 ] || continue
        files mul f64 1,16 "$all"
        each transpose f64 1 "--threads $all" "$near"
        each mul f32 '100 8 64 16' "--threads $all" "$near"
        each transpose f32 1 "--threads $all" "$near"
        [ "$all" -eq 1 ] || each mul f64 '4 16 64' "--threads 1" "$near"
        [ "$all" -eq 1 ] || each transpose f64 1 "--threads 1" "$near"
        NEVER="$FIRST $SLOW cpu.*.serial"
        each mul f32 '16 100 7' "--threads $all" "$far"
    done
    NEVER="$FIRST $SLOW"
    files transpose f64 1 "$all"
    each mul f64 1,16 "--threads $all" "$others"
}

# What matters most comes first, so that a short time still covers every matrix.
whole_grid() {
    products f64 1,4,16,64 "$all"
    transpositions f64 "$all"
    products f32 1,8,32,100 "$all"
    products f32 3,50,256 "$all"
    transpositions f32 "$all"
    products f64 3,7,8,32,100,256 "$all"
    products f32 4,7,16,64 "$all"
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
    [ $quick = yes ] || echo 'Each with k = 1, 3, 4, 7, 8, 16, 32, 64, 100 and 256, in f64 and f32, with all threads and, most of it, with one.'
    [ $quick = no ] || echo 'A part of the grid: twelve families of each size with k = 1 and one more k; in f32, with one thread and, inside the
cache, transposed: a third of them each.'
    echo "Products for which X would take over 1 GB are left out, and, as they could only raise the ratios: \`$FIRST\`, and
past the cache kernels of one thread."
    [ -z "$SLOW" ] || echo "Left out, too, and it might lower some ratios: \`$SLOW\`, which tunes for seconds a cell."
}
bench_end <<END
# CPU: own kernels beside the libraries

Written by \`make bench-cpu SEED=$SEED\`: \`cpu/tools/bench_cpu.sh$([ $quick = no ] || echo ' --quick')\` runs \`nzscope bench\` over the grid, and
\`core/tools/ratios.awk\` sums the rows up. Every result was checked before it was timed; fewer samples than usual are taken
($SAMPLES at least, in $(least_s) s), and how many is shown. Matrices: drawn from the families of generators by seed $SEED, with about
$past_nnz entries, past the last-level cache, and with about $inside_nnz, inside it$([ -z "${MATRICES:-}" ] || echo ', and real ones from files').
$(extent)

END
