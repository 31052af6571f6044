#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_gpu.sh [--quick]: own CUDA kernels beside every algorithm of cuSPARSE, over matrices that $SEED draws, twins of large
# published ones and the files of $MATRICES. Writes $OUT (TSV; a restarted grid resumes) and $REPORT. --quick
# fits ten minutes. NZSCOPE=program, BUDGET_S, GROUP_S, SAMPLES as in core/tools/bench_grid.sh; ONLY=pattern for part of it.
here=$(dirname "$0")/../..
. "$here/core/tools/bench_grid.sh"
# Hardly ever the fastest: the reports' first kernels, which are there to be compared with, not to win: a row a thread, a row a
# warp, ELLPACK, sorting rows anew, products staged in blocks (gpu.csr.equal and the sell ones do the same better).
NEVER='gpu.csr.naive gpu.csr.scalar gpu.csr.vector gpu.csr.stream gpu.csr.stream-mm gpu.ell.* gpu.csr.rowtile gpu.csr.rowsort gpu.csr.rowgroup
gpu.transpose.scan gpu.transpose.merge'
X_MOST=17179869184
bench_begin gpu
if [ "$(awk -F'\t' '$2 == "gpu"' "$OUT.devices" | wc -l)" -eq 0 ]; then
    echo "bench_gpu.sh: no GPU here:" >&2
    awk -F'\t' '$2 == "missing" { print "  " $3 ": " $7 }' "$OUT.devices" >&2
    exit 5
fi

# Drawn: past the L2 and inside it, and some twins.
[ $quick = yes ] && families=12 || families=0
large=$(drawn 16000000 "$families")
small=$(drawn 1000000 "$families")
others='demo
twin:cant
twin:dc1'
graphs='twin:arxiv
twin:am' # on which the report on graph neural networks lost to cuSPARSE
huge='twin:reddit
twin:products
twin:Cube_Coup_dt0
twin:amazon'

reported() { # with every kernel of the reports
    never_=$NEVER NEVER=
    each mul f32 32,256 "" "$graphs"
    NEVER=$never_
}
transpositions() { # transpositions TYPES LIST
    each transpose "$1" 1 "" "$2"
}

quick_grid() {
    each mul f64 '64 8 16 128 32' "" "$large"
    transpositions f64 "$large"
    each mul f32 '32 100 8 128 64' "" "$large"
    each mul f64 '16 64 2' "" "$small
$others"
    files mul f64 1,16
    transpositions f64 "$small
$others"
    each mul f32 '8 50 256' "" "$small"
    each mul f32 1,4 "" "${huge##*
}"
    reported
}

# What matters most comes first, so that a short time still covers every pattern.
whole_grid() {
    for one in f64 f32; do
        each mul "$one" 1,8,32,128 "" "$large"
        transpositions "$one" "$large"
    done
    reported
    each mul f64,f32 2,7,16,50,64,100,256 "" "$large"
    transpositions f64,f32 "$small
$others
$huge"
    for ks in 1,2,7,8,16 32,50,64,100 128,256; do
        each mul f64,f32 $ks "" "$small
$others"
    done
    for ks in 1,4,16 3,8,12,32 64,128 256; do
        each mul f64,f32 $ks "" "$huge"
    done
    for ks in 1,3,4,8,12,16 32,64,128,256; do
        files mul f64,f32 $ks
    done
    files transpose f64,f32 1
}
grid() { if [ $quick = yes ]; then quick_grid; else whole_grid; fi; }
bench_grid
bench_end <<END
# GPU: own kernels beside cuSPARSE

Written by \`make bench-gpu SEED=$SEED\`: \`gpu/tools/bench_gpu.sh\`$([ $quick = yes ] && echo ' with `--quick`') runs \`nzscope bench\` over the
grid, and \`core/tools/ratios.awk\` sums the rows up. Every result was checked before it was timed (the largest by a sample
of rows); fewer samples than usual are taken ($SAMPLES at least, in $(least_s) s), and how many is shown. Peers
with \`.col\` in their names take X and Y in column-major order, all others in row-major order. Left out, for time
(they could only raise the ratios): $(echo $NEVER | sed 's/[^ ][^ ]*/`&`/g').

END
