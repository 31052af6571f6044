#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that dependencies point one way (tui → core ← cpu, core ← gpu), that only one file knows each foreign
# library, that no two headers have one guard, and that kernel and view files and their lists agree.
bad=0
say() { echo "layers: $*" >&2; bad=1; }
for f in core/*.[ch] cpu/*.[ch] cpu/*.cpp gpu/*.cu gpu/*.cuh gpu/*.h tui/*.[ch]; do
    [ -e "$f" ] || continue
    own=${f%%/*}
    for inc in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$f"); do
        case "$inc" in
        "$own"/* | core/*) ;;
        *) say "$f includes \"$inc\": only $own/ and core/ are below it" ;;
        esac
    done
    for inc in $(sed -n 's/^ *# *include *<\([^>]*\)>.*/\1/p' "$f"); do
        case "$inc:$f" in
        *curses.h:tui/screen/screen.c | term.h:tui/screen/screen.c) ;;
        *curses.h:* | term.h:*) say "$f includes <$inc>: only tui/screen/screen.c may" ;;
        readline/*:tui/input/prompt.c) ;;
        readline/*:*) say "$f includes <$inc>: only tui/input/prompt.c may" ;;
        hwloc.h:cpu/device/topology.c) ;;
        hwloc*:*) say "$f includes <$inc>: only cpu/device/topology.c may" ;;
        cu*.h:gpu/* | cu*.hpp:gpu/*) ;;
        cuda*:* | cusparse*:*) say "$f includes <$inc>: only gpu/ may" ;;
        rsb.h:cpu/peer_librsb* | mkl*.h:cpu/*_mkl* | GraphBLAS.h:cpu/peer_graphblas* | Eigen/*:cpu/peers/peer_eigen.cpp) ;;
        rsb.h:* | mkl*:* | GraphBLAS.h:* | Eigen/*) say "$f includes <$inc>: only the plug-in of that library may" ;;
        esac
    done
done
twice=$(sed -n 's/^#ifndef \(NZ_[A-Z0-9_]*\)$/\1/p' */*.h gpu/*.cuh | sort | uniq -d)
[ -z "$twice" ] || say "two headers have the guard $twice"
for list in cpu/kernels.list gpu/kernels.list gpu/cusparse/peers.list core/matrix/formats.list core/generate/generators.list tui/views/views.list; do
    [ -e "$list" ] || continue
    twice=$(grep -o '^[A-Z]*([a-z0-9_]*' "$list" | sort | uniq -d)
    [ -z "$twice" ] || say "$list lists $twice twice"
done
# A file that ends in a table must be in its folder's list.
in_list() { grep -q "^[A-Z]*($2[,)]" "$1"; }
for f in cpu/*.c; do
    name=$(basename "$f" .c)
    case "$name" in peer_*) continue ;; esac
    if grep -q 'const struct kernel VARIANT(' "$f"; then in_list cpu/kernels.list "$name" || say "$f is not in cpu/kernels.list"; fi
done
# The tables of a foreign library must be in the list of its plug-in.
for f in cpu/peer_*.c cpu/peer_*.cpp; do
    [ -e "$f" ] || continue
    library=$(basename "$f" | sed 's/^peer_\([a-z0-9]*\).*/\1/')
    for table in $(sed -n 's/^const struct kernel VARIANT(\([a-z0-9_]*\)) = {.*/\1/p' "$f"); do
        grep -q "&cpu_${table}_f64_" "cpu/backend_$library.c" || say "$f: $table is not in cpu/backend_$library.c"
    done
done
for f in gpu/*.cu; do
    [ -e "$f" ] || continue
    name=$(basename "$f" .cu)
    list=gpu/kernels.list
    case "$name" in peer_*) list=gpu/cusparse/peers.list ;; esac
    if grep -q 'const struct kernel gpu_[a-z0-9_]* *= *{' "$f"; then in_list $list "${name#peer_}" || say "$f is not in $list"; fi
done
for f in tui/view_*.c; do
    [ -e "$f" ] || continue
    name=$(basename "$f" .c)
    in_list tui/views/views.list "${name#view_}" || say "$f is not in tui/views/views.list"
done
[ $bad -eq 0 ] && echo "layers: ok"
exit $bad
