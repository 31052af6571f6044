#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_cpu.sh [--quick]: own CPU kernels beside the libraries that are there, over a grid of generated matrices past the
# last-level cache and inside it, and the files of $MATRICES. Writes $OUT (TSV; started again it goes on from there) and
# $REPORT. --quick fits ten minutes. NZSCOPE=program, THREADS=number, BUDGET_S, GROUP_S, SAMPLES as in core/tests/bench.sh;
# ONLY=pattern for some of the generators.
here=$(dirname "$0")/../..
. "$here/core/tests/bench.sh"
# Hardly ever the fastest: a matrix in full; ELLPACK and four entries at a time are the reports' first kernels, which
# cpu.sell.simd and cpu.csr.balanced build on. One thread wins only where a matrix is small.
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

# Past the cache: twice its size in CSR, at most 60M entries; inside: a quarter of it.
past=$(awk -v c="$cache" 'BEGIN { z = int(c / 6); print (z > 6e7) ? 60000000 : z }')
inside=$(awk -v c="$cache" 'BEGIN { z = int(c / 48); print (z > 4e6) ? 4000000 : z }')

# Of KS those at which X stays under a gigabyte: beyond, a second goes by for each run and little is learnt.
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

# What matters most comes first, so that a short time still covers every matrix.
grid() {
    products f64 1,4,16,64 "$all"
    transpositions f64 "$all"
    products f32 1,8,32 "$all"
    [ $quick = yes ] && return
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
bench_grid
bench_end "$REPORT" <<END
# CPU: own kernels beside the libraries

Written by \`make bench-cpu\`: \`cpu/tests/bench_cpu.sh\`$([ $quick = yes ] && echo ' with `--quick`') runs \`nzscope bench\` over the
grid, and \`core/tests/ratios.awk\` sums the rows up. Every result was checked before it was timed; fewer samples than usual
are taken ($SAMPLES at least, in $(least_s) s), and how many is shown. Matrices: each generator with about $past entries, past the
last-level cache, and with about $inside, inside it$([ -n "${MATRICES:-}" ] && echo ', and real ones from files'). Left
out, for time (they could only raise the ratios): \`$FIRST\`, and on the former kernels of one thread.
$([ -n "$SLOW" ] && echo "Left out, too, and it might lower some ratios: \`$SLOW\`, which tunes for seconds a cell.")

END
