#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_gpu.sh [--quick]: own CUDA kernels beside every algorithm of cuSPARSE, over generated matrices, twins of large
# published ones and the files of $MATRICES. Writes $OUT (TSV; a restarted grid resumes) and $REPORT. --quick
# fits ten minutes. NZSCOPE=program, BUDGET_S, GROUP_S, SAMPLES as in core/tools/bench_grid.sh; ONLY=pattern for part of it.
here=$(dirname "$0")/../..
. "$here/core/tools/bench_grid.sh"
# Hardly ever the fastest: the reports' first kernels, which are there to be compared with, not to win: a row a thread, a row a
# warp, ELLPACK, sorting rows anew, products staged in blocks (gpu.csr.equal and the sell ones do the same better).
NEVER='gpu.csr.naive gpu.csr.scalar gpu.csr.vector gpu.csr.stream gpu.csr.stream-mm gpu.ell.* gpu.csr.rowtile gpu.csr.rowsort gpu.csr.rowgroup
gpu.transpose.scan gpu.transpose.merge'
REPORT=${REPORT:-${BUILD:-build}/bench/GPU.md}
bench_begin gpu "${BUILD:-build}/bench/gpu.tsv"
if [ "$(awk -F'\t' '$2 == "gpu"' "$OUT.devices" | wc -l)" -eq 0 ]; then
    echo "bench_gpu.sh: no GPU here:" >&2
    awk -F'\t' '$2 == "missing" { print "  " $3 ": " $7 }' "$OUT.devices" >&2
    exit 5
fi

# The seven patterns whose figures for cuSPARSE are known best, largest last; others; those that fit the L2.
seven='denserow:117000 road:1100000 rmat:20:16 uniform:1000000:1000000:16000000 stencil7:128 fem:336000 stencil27:128'
more='stencil5:1500 stencil9:1500 band:1000000:16 diag:4000000 powerlaw:1000000:16:22 short:3000000 scatter:500000:32 arrow:500000 hub:500000'
small='demo stencil5:300 stencil27:30 fem:4000 rmat:15:16 uniform:100000:100000:1000000 road:200000 twin:cant twin:dc1'
graphs='twin:arxiv twin:am' # on which the report on graph neural networks lost to cuSPARSE
huge='twin:reddit twin:products twin:Cube_Coup_dt0 twin:amazon'

one() { # one OP TYPES KS SPEC
    # shellcheck disable=SC2254
    case $4 in ${ONLY:-*}) cells "$1" "$2" "$3" "" "gen:$4" ;; esac
}
products() { # products TYPES KS SPEC...
    types_=$1 ks_=$2
    shift 2
    for spec in "$@"; do
        one mul "$types_" "$ks_" "$spec"
    done
}
reported() { # with every kernel of the reports
    never_=$NEVER NEVER=
    products f32 32,256 "$@"
    NEVER=$never_
}
transpositions() { # transpositions TYPES SPEC...
    types_=$1
    shift
    for spec in "$@"; do
        one transpose "$types_" 1 "$spec"
    done
}

# What matters most comes first, so that a short time still covers every pattern.
# shellcheck disable=SC2086
grid() {
    products f64 1,4,16,64 $seven
    transpositions f64 $seven
    products f32 1,8,32,256 $seven
    if [ $quick = yes ]; then
        products f64 1,16 $more $small
        files mul f64 1,16
        transpositions f64 $more $small
        products f32 4 $more $small
        products f32 1,4 ${huge##* }
        reported $graphs
        return
    fi
    transpositions f32 $seven
    reported $graphs
    products f64 3,8,12,32 $seven
    products f32 3,4,12,16,64 $seven
    products f64,f32 128 $seven
    products f64 256 $seven
    transpositions f64,f32 $more $small $huge
    products f64,f32 1,3,4,8,12,16 $more $small
    products f64,f32 32,64,128,256 $more $small
    products f64,f32 1,4,16 $huge
    products f64,f32 3,8,12,32 $huge
    products f32 64,128 $huge
    products f64 64,128 $huge
    products f64,f32 256 $huge
    for ks in 1,3,4,8,12,16 32,64,128,256; do
        files mul f64,f32 $ks
    done
    files transpose f64,f32 1
}
bench_grid
bench_end "$REPORT" <<END
# GPU: own kernels beside cuSPARSE

Written by \`make bench-gpu\`: \`gpu/tools/bench_gpu.sh\`$([ $quick = yes ] && echo ' with `--quick`') runs \`nzscope bench\` over the
grid, and \`core/tools/ratios.awk\` sums the rows up. Every result was checked before it was timed (the largest by a sample
of rows); fewer samples than usual are taken ($SAMPLES at least, in $(least_s) s), and how many is shown. Peers
with \`.col\` in their names take X and Y in column-major order, all others in row-major order. Left out, for time
(they could only raise the ratios): $(echo $NEVER | sed 's/[^ ][^ ]*/`&`/g').

END
