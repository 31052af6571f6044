#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gates.sh: whether figures hold from process to process, and whether they are those of the libraries alone. Prints a Markdown
# table; figures of the last runs are in GATES.md. Usage: [BUILD=build] [N=12] sh core/tools/gates.sh [FOLDER for the rows]
# A gate that has nothing to measure here (no GPU, no compiler) is left out. On N processes there are N(N-1)/2 pairs.
set -u
export LC_ALL=C
BUILD=${BUILD:-build} N=${N:-12} SMALL=${SMALL:-24} LARGE=${LARGE:-80}
NZSCOPE=$BUILD/nzscope
here=$(dirname "$0")
work=${1:-$(mktemp -d)}
mkdir -p "$work/plugins" || exit
command -v timeout >/dev/null || timeout() { shift; "$@"; }

# Kernels that repeat 5% of the rows, and libraries without nzscope; built here unless they lie in $BUILD.
SLOWED_CUDA=$(cd "$BUILD" && pwd)
libraries=$(pkg-config --libs jansson zlib hwloc libzip 2>/dev/null) eigen=$(pkg-config --cflags eigen3 2>/dev/null)
if [ -f "$BUILD/slowed.so" ]; then
    cp "$BUILD/slowed.so" "$work/plugins/nzscope-slowed.so"
else
    # shellcheck disable=SC2086 # flags are words
    cc -O2 -shared -fPIC -fopenmp -fvisibility=hidden -D_GNU_SOURCE -I. cpu/tests/slowed.c -Wl,--exclude-libs,ALL "$BUILD/libcpu.a" "$BUILD/libcore.a" \
        $libraries -lm -ldl -o "$work/plugins/nzscope-slowed.so" || echo "no slowed kernels" >&2
fi
# nzscope and the separate program call one cuSPARSE: the newest, which is the one that make deps-peers has fetched, if it has.
for folder in "${XDG_DATA_HOME:-$HOME/.local/share}"/nzscope/peers/nvidia/*/lib /usr/local/cuda/lib64; do
    [ -n "${CUSPARSE:-}" ] || [ ! -e "$folder/libcusparse.so.12" ] || CUSPARSE=$folder
done
export CUSPARSE="${CUSPARSE:-}"
[ -x "$BUILD/alone_cusparse" ] || ! command -v nvcc >/dev/null || nvcc -O3 -std=c++17 gpu/tools/alone_cusparse.cu -lcusparse -o "$BUILD/alone_cusparse"
# shellcheck disable=SC2086
[ -x "$BUILD/alone_eigen" ] || c++ -O3 -march=native -DNDEBUG $eigen cpu/tools/alone_eigen.cpp -o "$BUILD/alone_eigen" 2>/dev/null
NZSCOPE_PLUGINS=$(cd "$work/plugins" && pwd)
export SLOWED_CUDA NZSCOPE_PLUGINS

# At N = SMALL a kernel that repeats rows starts a second time, which costs more than 5%; large ones tell.
small=cpu.csr.serial,cpu.csr.omp large=cpu.csr.omp,slowed.cpu.csr.omp
if "$NZSCOPE" list kernels | grep '^gpu.csr.vector.*yes' >/dev/null; then
    gpu=gpu.csr.vector,gpu.csr.equal,peer.cusparse.csr2
    small=$gpu,$small large=$gpu,slowed.gpu.csr.vector,$large
fi

rows() { timeout 300 "$NZSCOPE" bench "gen:stencil27:$1" -k "$2" --kernel "$3" --tsv 2>>"$work/log"; } # rows N K KERNELS

# Columns of a process: its number, cell, time, lo, hi, flags, gflops.
cells() {
    awk -F'\t' -v p="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["matrix"] != "matrix" && $at["status"] == "ok" {
        print p "\t" $at["matrix"] " k=" $at["k"] " " $at["kernel"] "\t" $at["time_ms"] "\t" $at["ci_lo_ms"] "\t" $at["ci_hi_ms"] "\t" $at["flags"] "\t" $at["gflops"] }'
}

# The slowed kernel of one process, turn by turn with the other: what bench --compare says.
compared() { # compared KERNEL K
    i=0
    while [ $((i += 1)) -le "$N" ]; do
        timeout 300 "$NZSCOPE" bench "gen:stencil27:$LARGE" -k "$2" --compare "$1,slowed.$1" --tsv 2>&1 >/dev/null | grep -F "$1"
    done | awk -v k="$1" -v c="stencil27:$LARGE k=$2 $1" '{ n++; right += index($0, ": " k " is ") && / times as fast as slowed/; wrong += / times as fast as / && !/as fast as slowed/ }
        END { if (n) printf "| slowed by 5%%, --compare | %s | 95 of 100 told apart | %d of %d, the wrong way round %d | %s |\n", c, right, n, wrong, (right >= 0.95 * n && !wrong ? "yes" : "no") }'
}

alone() { # alone KERNEL N K PROGRAM...: the median of five runs of the program against the medians of all processes
    cell="stencil27:$2 k=$3 $1"
    shift 3
    [ -x "$1" ] || return 0
    for i in 1 2 3 4 5; do LD_LIBRARY_PATH=$CUSPARSE${CUSPARSE:+:}${LD_LIBRARY_PATH:-} timeout 60 "$@" 2>>"$work/log"; done | sort -g | sed -n 3p >"$work/alone"
    awk -F'\t' -v c="$cell" '$2 == c { print $7 }' "$work/cells.tsv" | sort -g | awk -v c="$cell" -v own="$(cat "$work/alone")" '{ v[NR] = $1 }
        END { if (!NR || own <= 0) exit; m = v[int((NR + 1) / 2)]; d = m / own - 1; printf "| the library alone | %s | within 2%% | %.4g here, %.4g alone: %+.1f%% | %s |\n", c, m, own, 100 * d, (d < 0.02 && d > -0.02 ? "yes" : "no") }'
}

screens() { # the same cell on the screen: rows of recordings beside those of bench
    echo "run $1" >"$work/script"
    i=0
    while [ $((i += 1)) -le "$N" ]; do
        timeout 300 "$NZSCOPE" "gen:stencil27:$SMALL" --screenshot "$work/screen.txt" --script "$work/script" --record "$work/screen.rec" --force 2>>"$work/log" &&
            awk -v c="stencil27:$SMALL k=1 $1" '/"ev":"measurement"/ && /"ci_lo_ms"/ { lo = hi = $0; sub(/.*"ci_lo_ms":/, "", lo); sub(/.*"ci_hi_ms":/, "", hi); print c "\t" lo + 0 "\t" hi + 0 }' "$work/screen.rec"
    done >"$work/screens.tsv"
    awk -F'\t' 'NR == FNR { n++; c = $1; lo[n] = $2; hi[n] = $3; next } $2 == c && $4 != "" { for (i = 1; i <= n; i++) { all++; same += !(hi[i] < $4 || $5 < lo[i]) } }
        END { if (all) printf "| screen against batch | %s | 95 of 100 overlap | %d of %d pairs | %s |\n", c, same, all, (same >= 0.95 * all ? "yes" : "no") }' "$work/screens.tsv" "$work/cells.tsv"
}

echo "$(date -u +%Y-%m-%d), $("$NZSCOPE" list devices | awk -F'\t' 'NR > 1 && $2 != "missing" { printf "%s%s", s++ ? "; " : "", $3 }')$("$NZSCOPE" list kernels --json | grep -o 'cuSPARSE [0-9][0-9.]*' | sort -u | sed 's/^/; /'), N = $N"
echo
echo "| gate | cell | target | seen | holds |"
echo "|---|---|---|---|---|"
i=0
while [ $((i += 1)) -le "$N" ]; do
    rows "$SMALL" 1 "$small" | cells $i
    rows "$LARGE" 1,16 "$large" | cells $i
    [ ! -x "$BUILD/alone_eigen" ] || timeout 300 "$NZSCOPE" bench "gen:stencil27:$SMALL" --kernel peer.eigen --threads 1 --tsv 2>>"$work/log" | cells $i
done >"$work/cells.tsv"
awk -F'\t' -f "$here/gates.awk" "$work/cells.tsv"
compared cpu.csr.omp 1
case $small in gpu*) compared gpu.csr.vector 1 ;; esac
sh -c 'while :; do :; done' &
busy=$!
i=0
while [ $((i += 1)) -le "$N" ]; do rows "$SMALL" 1 cpu.csr.serial,cpu.csr.omp | cells $i; done >"$work/busy.tsv"
kill $busy
awk -F'\t' -v busy=1 -f "$here/gates.awk" "$work/busy.tsv"
alone peer.cusparse.csr2 "$LARGE" 1 "$BUILD/alone_cusparse" "$LARGE" 1 2
alone peer.cusparse.csr2 "$LARGE" 16 "$BUILD/alone_cusparse" "$LARGE" 16 2
alone peer.eigen "$SMALL" 1 "$BUILD/alone_eigen" "$SMALL"
screens cpu.csr.serial
case $small in gpu*) screens gpu.csr.vector ;; esac
