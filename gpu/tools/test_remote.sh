#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test_remote.sh [BUILD]: runs the GPU tests on this machine from a build folder (default build) made on another. Run it in
# the root of the repository; put libraries that this machine lacks, such as libcmocka.so.0, into BUILD/lib first. QUICK=1
# leaves compute-sanitizer out.
build=${1:-build}
log=${OUT:-$build}/test_remote.log
: >"$log"

LD_LIBRARY_PATH=$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
NZSCOPE_BUILD=$build
export LD_LIBRARY_PATH NZSCOPE_BUILD

summary=
failed=0
note() { summary="$summary$1
"; }
try() { # try NAME PROGRAM ARGUMENT...: runs it, keeps its output, and notes how it went
    name=$1
    shift
    echo "== $name" >>"$log"
    "$@" >"$log.part" 2>&1
    status=$?
    cat "$log.part" >>"$log"
    last=$(grep -oE '\[ +(PASSED|FAILED|SKIPPED) +\] [0-9]+ test|sanitize: .*' "$log.part" | tr '\n' ' ')
    if [ $status -eq 124 ] && ! grep -qE 'FAILED|Error|=+ (Invalid|Race|Uninit)' "$log.part"; then
        note "cut   $name: out of time, nothing found so far"
    elif [ $status -eq 0 ]; then
        note "ok    $name: $last"
    else
        failed=1
        grep -E 'FAILED|ERROR|Error|error|Invalid|No such|cannot' "$log.part" | head -20
        note "FAIL  $name (exit $status): $last"
    fi
    rm -f "$log.part"
}

command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -8
try test_gpu "$build/gpu/tests/test_gpu"
grep -E '^(gpu[0-9]|read|nothing)' "$log"
try test_kernels "$build/cpu/tests/test_kernels"
if [ -z "${QUICK:-}" ] && command -v compute-sanitizer >/dev/null; then
    try sanitize sh gpu/tools/sanitize.sh "$build"
fi
echo "-- summary (log: $log)"
printf %s "$summary"
exit $failed
