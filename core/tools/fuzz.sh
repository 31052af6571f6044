#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz.sh BUILD SECONDS JOBS PROGRAM...: runs each libFuzzer program at least once, SECONDS each and JOBS at a time, from
# the inputs in BUILD/seeds, and prints executions and failures, which it also adds to fuzzed.tsv beside it, the count of
# all such runs. Failing inputs stay in BUILD/found, logs in BUILD/logs, new inputs in BUILD/corpus.
build=$1 seconds=$2 jobs=$3; shift 3
export OMP_NUM_THREADS=1 ASAN_OPTIONS="quarantine_size_mb=16:$ASAN_OPTIONS"
mkdir -p "$build/found" "$build/logs"
one() { # PROGRAM COPY
    name=$(basename "$1") corpus=$build/corpus/$(basename "$1").$2
    mkdir -p "$corpus" "$build/seeds/$name"
    "$1" -max_total_time="$seconds" -max_len=800 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -seed="$((seed + $2))" \
        -artifact_prefix="$build/found/$name-" "$corpus" "$build/seeds/$name" >"$build/logs/$name.$2" 2>&1
    echo "$?" >"$build/logs/$name.$2.status"
}
rm -f "$build"/logs/*
seed=$(date +%s)
running=0 copy=0
while [ $copy -eq 0 ] || [ $running -lt "$jobs" ]; do
    for program in "$@"; do
        [ $copy -eq 0 ] || [ $running -lt "$jobs" ] || break
        one "$program" $copy &
        running=$((running + 1))
        [ $((running % jobs)) -ne 0 ] || wait
    done
    copy=$((copy + 1))
done
wait
status=0 all=0 commit=${COMMIT:-$(git rev-parse --short=10 HEAD)}
[ -e core/tools/fuzzed.tsv ] || printf 'date\tcommit\tfuzzer\texecutions\tfailures\n' >core/tools/fuzzed.tsv
for program in "$@"; do
    name=$(basename "$program")
    count=$(cat "$build/logs/$name".*[0-9] | sed -n 's/^stat::number_of_executed_units: *//p' | awk '{ n += $1 } END { print n + 0 }')
    all=$((all + count))
    printf '%s\t%s executions\n' "$name" "$count"
    failed=$(cat "$build/logs/$name".*.status | grep -cv '^0$')
    printf '%s\t%s\t%s\t%s\t%s\n' "$(date -u +%F)" "$commit" "$name" "$count" "$failed" >>core/tools/fuzzed.tsv
    grep -hE 'ERROR|SUMMARY|runtime error|Assert' "$build/logs/$name".*[0-9]
    for f in "$build/logs/$name".*.status; do [ "$(cat "$f")" = 0 ] || status=1; done
done
printf 'all\t%s executions; since the first run %s\n' "$all" "$(awk '{ n += $4 } END { printf "%.0f", n }' core/tools/fuzzed.tsv)"
exit $status
