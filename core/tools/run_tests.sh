#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run_tests.sh BUILD PROGRAM...: runs cmocka programs, shows what failed, and closes with one summary line.
build=$1; shift
# No test keeps results in the user's folder, nor reads the user's configuration.
export NZSCOPE_BUILD="$build" NZSCOPE_KEEP=0 XDG_CONFIG_HOME=/nonexistent
passed=0 failed=0 skipped=0
log=$(mktemp); trap 'rm -f "$log"' EXIT
for program in "$@"; do
    "$program" >"$log" 2>&1
    status=$?
    p=$(grep -c '^\[       OK \]' "$log"); f=$(grep -c '^\[  FAILED  \] [a-z].*' "$log"); s=$(grep -c '^\[  SKIPPED \] [a-z]' "$log")
    f=$(sed -n 's/^ *\([0-9]*\) FAILED TEST.*/\1/p' "$log" | head -1); f=${f:-0}
    s=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$log" | head -1); s=${s:-0}
    if [ "$status" -ne 0 ]; then
        [ "$f" -eq 0 ] && f=1
        cat "$log"
        echo "✗ $program (exit $status)"
    else
        echo "✓ $program: $p passed"
    fi
    passed=$((passed + p)); failed=$((failed + f)); skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
