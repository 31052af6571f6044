# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench_grid.sh: sourced by bench_cpu.sh and bench_gpu.sh. The grid is a function `grid` that calls `cells`, mostly by way
# of `each` on matrices that $SEED draws (draw.awk); it runs twice, first to count. Rows go to $OUT and finished cells to $OUT.done, so that a restarted grid resumes. A call that is cut
# short or dies leaves no partial cell: its ratios would compare whatever had been measured by then.
quick=no
[ "${1:-}" = --quick ] && quick=yes SAMPLES=${SAMPLES:-3} BUDGET_S=${BUDGET_S:-560} FILES=${FILES:-6}
SEED=${SEED:-1} # of the matrices that are drawn
NZSCOPE=${NZSCOPE:-${BUILD:-build}/nzscope}
BUDGET_S=${BUDGET_S:-86400} # no call starts later than this
GROUP_S=${GROUP_S:-900}     # no call takes longer than this
SAMPLES=${SAMPLES:-5}
# Own kernels keep A in huge pages; so may libraries that take memory from malloc (MKL's SpMV: up to 1.18 times as fast).
export GLIBC_TUNABLES="${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}"
begin=$(date +%s)
counting=no total=0 at=0

least_s() { awk -v n="$SAMPLES" 'BEGIN { print n < 10 ? 0.03 * n : 0.3 }'; } # as core/measure/sampling.c

# Selects columns of a table with a header on stdin by name, in the order given.
columns() { # columns NAME...
    awk -F'\t' -v names="$*" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? FS : "\n" }'
}

bench_begin() { # bench_begin DEVICE: the folder, the lists of kernels, the machine
    device=$1 OUT=${OUT:-${BUILD:-build}/bench/$1-seed$SEED.tsv} REPORT=${REPORT:-${BUILD:-build}/bench/$1-seed$SEED.md}
    mkdir -p "$(dirname "$OUT")" || exit
    touch "$OUT" "$OUT.done" "$OUT.left" || exit
    "$NZSCOPE" list kernels >"$OUT.table" || exit
    columns name op format layout types on params ready what why compressed <"$OUT.table" >"$OUT.kernels"
    "$NZSCOPE" list devices >"$OUT.table" || exit
    columns id kind name memory cache threads why <"$OUT.table" >"$OUT.devices"
    rm "$OUT.table"
    # Own kernels that do not read A as it is stored: compressed values or indices, half of a symmetric matrix.
    labelled=$(awk -F'\t' -v on="$device" '$1 !~ /^peer/ && $6 == on && $11 == "yes" { printf "%s%s", s++ ? " " : "", $1 }' "$OUT.kernels")
    absent >&2
    command -v timeout >/dev/null || timeout() { shift 2; "$@"; }
}

absent() { # the missing peers, and why
    awk -F'\t' -v on="$device" '$6 == on && $1 ~ /^peer/ && $8 != "yes" { print "- absent: " $1 ": " $10 }' "$OUT.kernels"
}

# Own kernels that match no pattern of $NEVER, and every available peer, comma-separated.
kernels_of() { # kernels_of OP
    awk -F'\t' -v op="$1" -v on="$device" '$2 == op && $6 == on && $8 == "yes" { print $1 }' "$OUT.kernels" |
        while read -r kernel; do
            for pattern in $NEVER; do
                # shellcheck disable=SC2254
                case $kernel in $pattern) continue 2 ;; esac
            done
            printf '%s,' "$kernel"
        done
}

seconds() { echo $(($(date +%s) - begin)); }

# One call of the program: all kernels on one matrix, or several. `extra` are options such as --threads.
cells() { # cells OP TYPES KS EXTRA MATRIX...
    op=$1 types=$2 ks=$3 extra=$4
    shift 4
    total=$((total + 1))
    [ $counting = yes ] && return
    at=$((at + 1))
    key="$op $types k=$ks $extra $*"
    grep -qxF "$key" "$OUT.done" && return
    left=$((BUDGET_S - $(seconds)))
    if [ $left -le 0 ]; then
        echo "$key" >>"$OUT.left"
        return
    fi
    [ $((left + 20)) -lt "$GROUP_S" ] && limit=$((left + 20)) || limit=$GROUP_S
    call "$limit" "$(kernels_of "$op")" "$@"
    [ $status -eq 6 ] && one_by_one "$@"
    if [ $status -eq 2 ]; then
        tail -n 1 "$OUT.log" >&2
        exit 2
    fi
    if [ $status -eq 124 ] || [ $status -eq 137 ]; then
        echo "  cut after $limit s: $key" | tee -a "$OUT.log"
        echo "$key" >>"$OUT.left"
    else
        tail -n +2 "$OUT.part" >"$OUT.rows"
        [ -s "$OUT" ] || head -1 "$OUT.part" >"$OUT"
        [ -s "$OUT.rows" ] || unread "$@" >"$OUT.rows"
        cat "$OUT.rows" >>"$OUT"
        echo "$key" >>"$OUT.done"
        printf '%5d s  %d of %d  %s: %d rows, status %d\n' "$(seconds)" $at "$planned" "$key" "$(wc -l <"$OUT.rows")" $status
    fi
    rm -f "$OUT.part" "$OUT.rows"
}

call() { # call SECONDS KERNELS MATRIX...: rows to $OUT.part, exit status to $status
    limit=$1 list=$2
    shift 2
    rm -f "$OUT.part"
    # shellcheck disable=SC2086
    timeout -k 20 "$limit" "$NZSCOPE" bench "$@" --op "$op" --type "$types" -k "$ks" --kernel "$list" --samples "$SAMPLES" $extra \
        --append "$OUT.part" </dev/null 2>>"$OUT.log"
    status=$?
    touch "$OUT.part"
}

# The engine died: runs each kernel in a process of its own, so that the others get their rows.
one_by_one() { # one_by_one MATRIX...
    rm -f "$OUT.each"
    for kernel in $(kernels_of "$op" | tr ',' ' '); do
        call "$GROUP_S" "$kernel" "$@"
        [ -s "$OUT.each" ] || head -1 "$OUT.part" >"$OUT.each"
        tail -n +2 "$OUT.part" >>"$OUT.each"
        case $status in 6 | 124 | 137) row "$1" "$kernel" "the engine died or hung" >>"$OUT.each" ;; esac
    done
    mv "$OUT.each" "$OUT.part"
    status=6
}

# A row that says what was not measured, and why. Columns by their numbers in the header.
row() { # row MATRIX KERNEL STATUS
    head -1 "$OUT.part" | grep -q . || return
    head -1 "$OUT.part" | awk -F'\t' -v m="$1" -v kernel="$2" -v s="$3" -v o="$op" -v t="$types" -v k="$ks" '{
        for (i = 1; i <= NF; i++)
            printf "%s%s", (i > 1) ? "\t" : "", $i == "matrix" ? m : $i == "op" ? o : $i == "type" ? t : $i == "k" ? k : \
                $i == "kernel" ? kernel : $i == "status" ? s : ""
        print "" }'
}

unread() { # unread MATRIX...: the call wrote no rows
    [ -s "$OUT.part" ] || head -1 "$OUT" >"$OUT.part"
    row "$*" "" "no rows (exit status $status)"
}

# Lines `SPEC ROWS`: a matrix of each family with about NNZ entries, or of COUNT families.
drawn() { awk -v nnz="$1" -v seed="$SEED" -v count="${2:-0}" -f "$here/core/tools/draw.awk"; } # drawn NNZ [COUNT]

third() { awk -v first="$1" 'NR % 3 == first'; } # third 0|1|2: every third line

# Of the matrices of LIST, a line each, those that $ONLY lets through. KS is a list for all, or words, of which each matrix
# takes k = 1 and the next. X has $X_MOST bytes at most: beyond that a run takes long and tells little.
each() { # each OP TYPES KS EXTRA LIST
    turn=0
    while read -r spec rows; do
        # shellcheck disable=SC2254
        case $spec in ${ONLY:-*}) ;; *) continue ;; esac
        some=$(echo "$3" | awk -v turn=$turn -v rows="${rows:-1}" -v most="$X_MOST" '{
            n = split(NF == 1 ? $1 : "1," $(turn % NF + 1), k, ",")
            for (i = 1; i <= n; i++)
                if (8 * rows * k[i] <= most)
                    printf "%s%s", s++ ? "," : "", k[i] }')
        turn=$((turn + 1))
        [ -z "$some" ] || cells "$1" "$2" "$some" "$4" "gen:$spec"
    done <<END
$5
END
}

# The files of $MATRICES, the largest first, 8 to a call since they are small; at most $FILES of them.
files() { # files OP TYPES KS THREADS
    [ -n "${MATRICES:-}" ] || return 0
    while read -r line; do
        # shellcheck disable=SC2086
        [ -z "$line" ] || cells "$1" "$2" "$3" "${4:+--threads $4}" $line
    done <<END
$(ls -S "$MATRICES"/*.mtx "$MATRICES"/*.mtx.gz 2>/dev/null | head -n "${FILES:-1000}" | xargs -n 8)
END
}

bench_grid() {
    counting=yes
    grid
    planned=$total
    counting=no
    grid
}

machine() {
    echo "## Machine"
    echo
    awk -F'\t' -v on="$device" 'NR > 1 && $2 == on { printf "- %s: %s, %.0f GiB, last-level cache %.0f MiB, %d %s\n", $1, $3, $4 / 2^30, $5 / 2^20, $6,
        on == "cpu" ? "threads" : "multiprocessors" }' "$OUT.devices"
    awk -F: '/^model name/ { m = $2 } /^flags/ { f = $2 } /^processor/ { n++ } END {
        isa = f ~ / avx512vl / ? "x86-64-v4" : f ~ / avx2 / ? "x86-64-v3" : "x86-64-v2"
        printf "- host:%s, %d processors, %s\n", m, n, isa }' /proc/cpuinfo 2>/dev/null
    [ "$device" = gpu ] && nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null | sed 's/^/- nvidia-smi: /'
    awk -F'\t' -v on="$device" '{ for (i = 1; i <= NF; i++) if (NR == 1 || $i == "matrix") col[$i] = i }
        $col["roof_frac"] + 0 > 0 && $col["device"] ~ "^" on { r = $col["gbs"] / $col["roof_frac"]; if (!n++ || r < a) a = r; if (r > b) b = r }
        END { if (n) printf "- measured bandwidth (%s): %.0f to %.0f GB/s, call by call\n", on == "cpu" ? "read" : "copy", a, b }' "$OUT"
    awk -F'\t' -v on="$device" '$6 == on && $1 ~ /^peer/ && $8 == "yes" { s = s (s ? ", " : "") $1 } END { print "- peers: " (s ? s : "none") }' "$OUT.kernels"
    absent
    awk -F'\t' '$2 == "missing" { print "- absent: " $3 ": " $7 }' "$OUT.devices" | sed "s,[^ ]*/,,"
    libraries=$({
        "$NZSCOPE" list kernels --json | sed -n 's/.*"libraries": "\(.*\)".*/\1/p'
        for so in "$(dirname "$NZSCOPE")"/nzscope-*.so; do
            ldd "$so" 2>/dev/null | awk '$3 ~ /librsb|graphblas|libmkl/ { print $3 }'
        done | xargs -r -n 1 realpath | sed 's,.*/,,'
    } | sort -u | paste -sd, - | sed 's/,/, /g')
    [ -z "$libraries" ] || echo "- libraries: $libraries"
    echo "- $("$NZSCOPE" --version), $(date -u +%Y-%m-%d)"
    echo
}

not_done() { # the calls that did not fit the time
    printf 'Not all of it: %d calls did not fit the time, and %d did. What was not done:\n\n' "$left" "$(wc -l <"$OUT.done")"
    sort -u "$OUT.left" | grep -vxFf "$OUT.done" | sed 's,[^ ]*/,,g; s/^/- /' |
        awk 'NR <= 60 { print } END { if (NR > 60) printf "- and %d more\n", NR - 60 }'
    echo
}

bench_end() { # bench_end: the header of the report on stdin
    {
        cat
        machine
        left=$(sort -u "$OUT.left" | grep -cvxFf "$OUT.done")
        [ "$left" -eq 0 ] || not_done
        awk -f "$here/core/tools/ratio_cells.awk" -f "$here/core/tools/ratios.awk" \
            -v device="$device" -v labelled="$labelled" "$OUT"
    } >"$REPORT.new" && mv "$REPORT.new" "$REPORT" && sed '/^## Cells/,$d' "$REPORT"
    echo "$REPORT: $(wc -l <"$REPORT") lines; rows: $OUT"
}
