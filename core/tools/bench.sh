#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench.sh cpu|gpu [--quick]: own kernels beside all libraries found, over matrices that draw.awk draws by $SEED, larger than
# the last-level cache and inside it, and the $FILES (30) largest matrix files of the folder $MATRICES. Writes a .report and
# lets nzscope run it: the page, its tables and every row go to build/bench/; an interrupted one goes on. --quick: about ten
# minutes. Also: BUILD, SAMPLES (5), THREADS (all), ONLY=pattern for some of the generators.
# shellcheck disable=SC2086 # lists of words
device=$1 quick=${2:-}
here=$(dirname "$0")
BUILD=${BUILD:-build} SEED=${SEED:-1} team=${THREADS:-{cores\}} name=$device-seed$SEED${quick#-}
NZSCOPE=$BUILD/nzscope out=$BUILD/bench
# Own kernels keep A in huge pages; so may libraries that take memory from malloc (MKL's SpMV: up to 1.18 times as fast).
export GLIBC_TUNABLES="${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}"
mkdir -p "$out" || exit
"$NZSCOPE" list kernels >"$out/kernels.tsv" && "$NZSCOPE" list devices >"$out/devices.tsv" || exit

# Hardly ever the fastest, and the reports' first kernels, which are there to be compared with; X has so many bytes at most.
if [ "$device" = cpu ]; then
    never='cpu.dense.serial|cpu.ell.*|cpu.csr.unroll4|cpu.csr.naive|peer.petsc' most=1073741824 others='demo twin:cant'
    threads="--threads $team"
    [ -z "$quick" ] || never="$never|peer.librsb.tuned" # it tunes for seconds a cell
else
    never='gpu.csr.(naive|scalar|vector|stream|stream-mm|rowtile|rowsort|rowgroup)|gpu.ell.*|gpu.transpose.(scan|merge)'
    most=17179869184 others='demo twin:cant twin:dc1 twin:arxiv twin:am' threads=
    grep -q '^gpu' "$out/devices.tsv" || { echo "bench.sh: no GPU here" >&2; exit 5; }
fi

kernels() { # kernels OP: all that are ready but those, with commas
    awk -F'\t' -v op="$1" -v on="$device" -v never="^($never)$" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["op"] == op && $at["on"] == on && $at["ready"] == "yes" && $1 !~ never { printf "%s%s", n++ ? "," : "", $1 }' "$out/kernels.tsv"
}

# Lines SPEC, tab, ROWS: of 12 families, or all 25. Past the cache: twice its size in CSR, at most 60M entries; inside: a quarter.
cache=$(awk -F'\t' -v kind="$device" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["kind"] == kind { print $at["cache"]; exit }' "$out/devices.tsv")
drawn() { # drawn ENTRIES MOST
    awk -v nnz="$(awk -v z="$1" -v most="$2" 'BEGIN { print int(z > most ? most : z) }')" -v seed="$SEED" -v count="${quick:+12}" -f "$here/draw.awk" |
        while read -r spec rows; do
            # shellcheck disable=SC2254
            case $spec in ${ONLY:-*}) printf 'gen:%s\t%s\n' "$spec" "$rows" ;; esac
        done
}
[ -z "$quick" ] && part=1 || part=2
past=$(drawn $((cache / 6 / part)) 60000000) inside=$(drawn $((cache / 48 / part)) 4000000)
small=$(echo "$inside"; printf 'gen:%s\t100000\n' $others
    ls -S "${MATRICES:-/nonexistent}"/*.mtx "${MATRICES:-/nonexistent}"/*.mtx.gz 2>/dev/null | head -n "${FILES:-30}" | sed 's/[^A-Za-z0-9._/-]/\\&/g; s/$/\t100000/')

# A run for each k: with several SETS of ks, separated by blanks, each matrix takes k = 1 and the next of them.
runs() { # runs OP TYPES SETS THREADS MATRICES
    for k in $(echo "1 $3" | tr ', ' '\n\n' | sort -nu); do
        specs=$(echo "$5" | awk -F'\t' -v k="$k" -v sets="$3" -v most=$most '{
            n = split(sets, set, " ")
            if (NF > 1 && 8 * k * $2 <= most && (k == 1 || ("," set[n > 1 ? NR % n + 1 : 1] ",") ~ ("," k ","))) printf "%s ", $1 }')
        [ -z "$specs" ] || echo "run $specs--op $1 --type $2 -k $k $4 --kernel $(kernels "$1") --samples ${SAMPLES:-5}"
    done
}

{
    echo "title $device: own kernels beside the libraries, matrices drawn by seed $SEED"
    if [ -n "$quick" ]; then # of either size in turn, as time may run out
        all=$({ echo "$past" | nl -ba; echo "$small" | nl -ba; } | sort -sn | cut -f 2-)
        runs mul f64 '4 16 8 64 100' "$threads" "$all"
        runs transpose f64,f32 '' "$threads" "$all"
        runs mul f32 '100 8 64 16' "$threads" "$small"
    else
        for list in "$past" "$small"; do
            runs mul f64,f32 2,4,7,8,16,32,50,64,100,256 "$threads" "$list"
            runs transpose f64,f32 '' "$threads" "$list"
            runs tmul f64 8 "$threads" "$list"
        done
        [ "$device" = gpu ] || runs mul f64,f32 8,64 "--threads 1" "$small"
    fi
    cat <<END
claim No library is clearly faster than what $device.auto takes
  none peer.* op=mul > $device.auto
  none peer.* op=transpose > $device.transpose.auto
claim No own kernel is clearly more than 15% faster than what $device.auto takes
  none $device.* op=mul > $device.auto by 1.15
table 1: $device.auto, f64: times as fast as the fastest library
  pivot matrix,k,library
  rows  $device.auto type=f64 threads=$team
table 2: $device.auto, f32: times as fast as the fastest library
  pivot matrix,k,library
  rows  $device.auto type=f32 threads=$team
table 3: Transposition: times as fast as the fastest library
  pivot matrix,type,library
  rows  $device.transpose.auto
table 4: A transposed, times X: times as fast as the fastest library
  pivot matrix,k,library
  rows  $device.tmul.auto,gpu.tmul.equal
table 5: One thread: times as fast as the fastest library
  pivot matrix,k,library
  rows  $device.auto threads=1
table 6: $device.auto, f64: share of the roof
  pivot matrix,k,roof_frac
  rows  $device.auto type=f64
table 7: $device.auto: what preparing costs in products of the fastest library
  pivot matrix,k,prepare_products
  rows  $device.auto type=f64
table 8: All kernels, k = 1, f64
  pivot matrix,kernel,time_ms
  rows  k=1 type=f64 op=mul
END
    echo "note Left out, as they could only raise the ratios: $never"
    awk -F'\t' -v on="$device" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["on"] == on && $1 ~ /^peer/ && $at["ready"] != "yes" { print "note absent: " $1 ": " $at["why"] }' "$out/kernels.tsv"
} >"$out/$name.report"
"$NZSCOPE" report "$out/$name.report" $quick --use-twins -o "$out/$name"
