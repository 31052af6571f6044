#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_load.sh BUILD [FILE...]: the time to read files (by default some generated ones) with $THREADS (1) threads, beside
# fast_matrix_market and SciPy (with threadpoolctl) if $PYTHON (python3) has them. The best of three; CPU time with one
# thread, else wall time. The Python libraries read a tiny file first: their first call imports what they need.
build=$1 threads=${THREADS:-1}; shift
python=${PYTHON:-python3}
if [ $# -eq 0 ]; then
    mkdir -p "$build/bench"
    for spec in uniform:300000:300000:3000000 rmat:17:16 stencil27:48; do
        file=$build/bench/$(echo "$spec" | tr : -).mtx
        [ -e "$file" ] || "$build/nzscope" gen "gen:$spec" -o "$file" || exit
        set -- "$@" "$file"
    done
fi
tiny=$(mktemp) && trap 'rm -f "$tiny"' EXIT || exit
printf '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 1 1.5\n' >"$tiny"
least() { sort -g | head -1; }
peer() { # LIBRARY FILE
    "$python" - "$1" "$2" "$threads" "$tiny" <<'END' 2>/dev/null
import sys, time
if sys.argv[1] == "scipy":
    from scipy.io import mmread
    from threadpoolctl import threadpool_limits
    threadpool_limits(int(sys.argv[3]), "scipy")
    read = mmread
else:
    import fast_matrix_market
    read = lambda f: fast_matrix_market.mmread(f, parallelism=int(sys.argv[3]))
def load(f):
    a = read(f)
    return a.tocsr() if hasattr(a, "tocsr") else a
clock = time.process_time if sys.argv[3] == "1" else time.perf_counter
load(sys.argv[4])
t = clock()
load(sys.argv[2])
print("%.3f" % (clock() - t))
END
}
printf 'file\tMB\tseconds\tGB/s\tparse GB/s\tpeak/CSR\tfast_matrix_market\tSciPy\n'
for file in "$@"; do
    ours=$(for k in 1 2 3; do OMP_NUM_THREADS=$threads "$build/core/tools/bench_load" "$file" || exit; done |
        awk -F'\t' -v t="$threads" '{ if (t > 1) { $6 *= $4 / $5; $5 = $4 } if (!n || $5 < c) c = $5; if (!n || $6 < p) p = $6; n = 1; b = $2; r = $7 / $8 }
                    END { printf "%.1f\t%.3f\t%.2f\t%.2f\t%.2f", b / 1e6, c, b / 1e9 / c, b / 1e9 / p, r }')
    cpu=$(echo "$ours" | cut -f2)
    row="$file	$ours"
    for library in fast_matrix_market scipy; do
        t=$(for k in 1 2 3; do peer $library "$file"; done | least)
        row="$row	$(if [ -n "$t" ]; then awk -v t="$t" -v c="$cpu" 'BEGIN { printf "%.3f s, %.1f times ours", t, t / c }'; else echo "not here"; fi)"
    done
    echo "$row"
done
