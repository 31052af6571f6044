#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sanitize.sh [BUILD [TOOL...]]: compute-sanitizer (memcheck, racecheck, initcheck and synccheck, or the tools named)
# over every kernel of ours on the small fixtures. A process per tool and kernel, as many at a time as there are cores,
# each for SECONDS_EACH at most (150). Needs a GPU; libraries are found as for the tests.
build=${1:-build}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- memcheck racecheck initcheck synccheck
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
# The backend's own names, however the lists are written.
kernels=$("$build/nzscope" list kernels | grep -o '\bgpu\.[a-z0-9]*\.[a-z0-9_-]*' | sort -u)
[ -n "$kernels" ] || { echo "sanitize: $build/nzscope lists no kernels for GPUs"; exit 2; }

export build logs
one='
    timeout "${SECONDS_EACH:-150}" compute-sanitizer --tool "$1" --error-exitcode 9 \
        "$build/cpu/tests/test_kernels" --small "$2" >"$logs/$1.$2" 2>&1
    status=$?
    ran=$(sed -n "s/.* \([0-9]* runs\).*/\1/p" "$logs/$1.$2")
    case $status:$ran in
    0:0\ runs | 0:) echo "nothing ran  $1 $2" ;;
    0:*) echo "clean        $1 $2: $ran" ;;
    124:*) echo "out of time  $1 $2" ;;
    *)
        echo "FOUND        $1 $2 (exit $status)"
        grep -m 12 -E "^=========|wrong|FAILED" "$logs/$1.$2" | grep -v COMPUTE-SANITIZER
        ;;
    esac >"$logs/$1.$2.verdict"'
for tool in "$@"; do
    for kernel in $kernels; do echo "$tool $kernel"; done
done | xargs -P "$(nproc)" -L 1 sh -c "$one" sanitize
cat "$logs"/*.verdict | sort
clean=$(grep -l '^clean' "$logs"/*.verdict | wc -l)
all=$(ls "$logs"/*.verdict | wc -l)
echo "sanitize: $clean of $all clean"
[ "$clean" -eq "$all" ]
