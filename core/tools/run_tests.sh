#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run_tests.sh BUILD PROGRAM...: runs cmocka programs, JOBS at a time (2: more would disturb what they measure), shows what
# failed, and closes with one summary line.
if [ "$1" = --one ]; then
    work=$2 program=$3
    log=$(mktemp "$work/log.XXXXXX")
    "$program" >"$log" 2>&1
    status=$?
    p=$(grep -c '^\[       OK \]' "$log")
    f=$(sed -n 's/^ *\([0-9]*\) FAILED TEST.*/\1/p' "$log" | head -1); f=${f:-0}
    s=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$log" | head -1)
    if [ "$status" -ne 0 ]; then
        [ "$f" -eq 0 ] && f=1
        echo "✗ $program (exit $status)" >>"$log"
        cat "$log"
    else
        echo "✓ $program: $p passed"
    fi
    echo "$p $f ${s:-0}" >>"$work/counts"
    exit
fi
# No test keeps results in the user's folder, nor reads the user's configuration. Threads that spin would slow down the other job.
# Where no locale is set, as in a bare container, texts would be ASCII.
[ -n "${LC_ALL:-${LC_CTYPE:-$LANG}}" ] || export LC_ALL=C.UTF-8
export NZSCOPE_BUILD="$1" NZSCOPE_KEEP=0 XDG_CONFIG_HOME=/nonexistent OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
shift
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I PROGRAM sh "$0" --one "$work" PROGRAM
awk '{ passed += $1; failed += $2; skipped += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed > 0 || !passed }' "$work/counts"
