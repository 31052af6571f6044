#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# layers.sh [ROOT]: checks that includes go down the order of the rooms, that each foreign library is included in one place
# only, that lists and files agree, that the manual names the variables of the environment, and that the files of core/engine
# have an order of their own. Prints ok, or each violation.
cd "${1:-.}" || exit 2
report=$(mktemp) && trap 'rm -f "$report"' EXIT || exit 2
say() { echo "layers: $*" >>"$report"; }

# ROOM: the rooms that it may include beside itself and those that they may include.
rooms='
core/base:
core/matrix: core/base
core/io: core/matrix
core/measure: core/matrix
core/protocol: core/matrix
core/catalog: core/matrix
core/generate: core/catalog
core/engine: core/io core/measure core/protocol core/generate
cpu/device: core/measure
cpu/lib: cpu/device
cpu/mul: cpu/lib
cpu/transpose: cpu/lib
cpu/peers: cpu/lib core/io
cpu: cpu/lib
gpu/device: core/measure
gpu/layout: core/measure
gpu/lib: gpu/device gpu/layout
gpu/mul: gpu/lib
gpu/multi: gpu/lib
gpu/transpose: gpu/lib
gpu/cusparse: gpu/lib
gpu/cub: gpu/lib
gpu: gpu/multi
tui/canvas: core/measure core/protocol core/generate
tui/link: core/measure core/protocol core/generate
tui/model: tui/canvas tui/link
tui/input: tui/canvas tui/link
tui/verdict: tui/model
tui/results: tui/verdict
tui/views: tui/results tui/input
tui/tours: tui/views
tui/report: tui/lines
tui/screen: tui/views tui/tours
tui/lines: tui/views tui/tours
tui: tui/screen tui/report
'
# LIBRARY, as a pattern of headers: the only files that may include it.
foreign='
(n?curses|term)[.]h: tui/screen/curses_screen[.]c
readline/.*: tui/input/prompt[.]c
hwloc.*: cpu/device/topology[.]c
zip[.]h: core/io/unzip[.]c
cu(da|sparse|b/).*: gpu/.*
rsb[.]h: cpu/peers/peer_librsb.*
mkl.*: cpu/peers/.*_mkl.*
GraphBLAS[.]h: cpu/peers/peer_graphblas.*
(petsc.*|mpi)[.]h: cpu/peers/petsc_(rank|rows)[.][ch]
Eigen/.*: cpu/peers/peer_eigen.*[.]cpp
'
all() { find core cpu gpu tui -name "$1" 2>/dev/null | LC_ALL=C sort; }
sources=$(for e in c h cpp cu cuh; do all "*.$e"; done)

# Tests and tools may use everything of their own folder, and core.
grep -nHE '^ *# *include *["<]' $sources | awk -v rooms="$rooms" -v foreign="$foreign" '
function may(from, to,    i, n, w) { # whether `to` is `from` or below it
    if (from == to) return 1
    n = split(below[from], w, " ")
    for (i = 1; i <= n; i++) if (may(w[i], to)) return 1
    return 0
}
function room(path) { return match(path, /\/[^\/]*$/) ? substr(path, 1, RSTART - 1) : path }
BEGIN {
    n = split(rooms, line, "\n")
    for (i = 1; i <= n; i++) if (split(line[i], w, ": *")) { known[w[1]] = 1; below[w[1]] = w[2] }
    libraries = split(foreign, line, "\n")
    for (i = 1; i <= libraries; i++) { split(line[i], w, ": *"); header[i] = w[1]; owner[i] = w[2] }
}
{
    split($0, w, ":"); file = w[1]; split($0, w, /["<>]/); target = w[2]; from = room(file); top = from; sub(/\/.*/, "", top)
    apart = from ~ /(^|\/)(tests|tools)(\/|$)/
    if (!apart && !known[from] && !told[from]++) print "layers: " from "/ is not a room of the house: name it in layers.sh"
    if ($0 ~ /include *"/) {
        to = room(target); to_top = to; sub(/\/.*/, "", to_top)
        if (to ~ /\/(tests|tools)$/ && apart) next
        ok = apart ? to_top == top || to_top == "core" || (top == "gpu" && to_top == "cpu") : may(from, to)
        if (!ok) print "layers: " file " includes \"" target "\": " to "/ is not below " from "/"
    } else
        for (i = 1; i <= libraries; i++)
            if (header[i] != "" && target ~ "^(" header[i] ")$" && file !~ "^(" owner[i] ")$" && !apart)
                print "layers: " file " includes <" target ">: only " owner[i] " may"
}' >>"$report"

# A folder without any include would not be seen above.
for d in $(find core cpu gpu tui -mindepth 1 -type d 2>/dev/null); do
    case "$d" in */tests | */tests/* | */tools) continue ;; esac
    echo "$rooms" | grep -q "^$d:" || say "$d/ is not a room of the house: name it in layers.sh"
done
# The same name for two things would confuse reader and debugger alike.
tags=$(grep -HoE '^(struct|enum|union) [a-z_0-9]+ \{' $sources | sort -u | sed 's/.*:\(.*\) {/\1/' | sort | uniq -d | sed 's/$/,/' | xargs)
[ -z "$tags" ] || say "defined in several files: ${tags%,}"
for list in $(all '*.list'); do
    twice=$(grep -o '^[A-Z]*([a-z0-9_]*[,)]' "$list" | sort | uniq -d)
    case "$list" in tui/input/* | tui/views/layouts.list) continue ;; esac
    [ -z "$twice" ] || say "$list lists" $twice "twice"
done

# tables LIST BEFORE AFTER FILE...: every table defined in the files is in the list and the other way round; its name is
# between the two patterns.
tables() {
    list=$1 before=$2 after=$3; shift 3
    [ -e "$list" ] || return 0
    defined=$(sed -nE "s/^(extern )?const struct [a-z]+ $before([a-z0-9_]+)$after.*/\\2/p" "$@" /dev/null | sort)
    listed=$(sed -n 's/^[A-Z]*(\([a-z0-9_]*\)[,)].*/\1/p' "$list" | sort)
    for name in $defined; do
        echo "$listed" | grep -qx "$name" || say "$list lacks $name, which $(grep -lE "$before$name$after" "$@" | head -1) defines"
    done
    for name in $listed; do
        echo "$defined" | grep -qx "$name" || say "$list lists $name, which nothing defines"
    done
}
tables cpu/kernels.list 'VARIANT\(' '\) = ' $(all '*.c' | grep '^cpu/' | grep -v '^cpu/peers/')
tables gpu/kernels.list gpu_ '_f64 = ' $(all '*.cu' | grep '^gpu/' | grep -vE '^gpu/(cusparse|cub)/')
tables gpu/cub/peers.list gpu_cub_ '_f64 = ' $(all '*.cu' | grep '^gpu/cub/')
tables gpu/cusparse/peers.list gpu_peer_ '_f64 = ' $(all '*.cu' | grep '^gpu/cusparse/')
tables core/measure/operations.list op_ ' =' $(all 'op_*.c')
tables core/matrix/reorderings.list reorder_ ' = ' $(all 'reorder*.c')
tables core/base/readers.list reader_ ' = ' $(all '*.c' | grep '^core/io/')
tables core/generate/generators.list gen_ ' = ' $(all 'gen_*.c')
tables tui/views/views.list view_ ' = ' $(all 'view_*.c')
# A panel without a place in a layout would never be seen on screens of that size.
panels=$(grep -L 'overlay = true' $(all 'view_*.c') /dev/null | sed -n 's/.*view_\(.*\)[.]c$/\1/p' | xargs)
[ ! -e tui/views/layouts.list ] || awk -F '[(,) ]+' -v panels="$panels" '
function end(    i, n, w) {
    n = split(panels, w, " ")
    for (i = 1; layout != "" && i <= n; i++)
        if (index(has, " " w[i] " ") == 0) print "layers: " FILENAME ": the layout " layout " has no place for " w[i] ": a line PANEL or SHARE gives it one"
}
/^LAYOUT/ { end(); layout = $2; has = " " $(NF - 1) " " }
/^(PANEL|SHARE)/ { has = has $2 " " }
END { end() }' tui/views/layouts.list >>"$report"
# The protocol's text has commands and events, some of the same name, under headings of their own.
told() {
    sed -n "/^## $1/,/^## /p" core/protocol/PROTOCOL.md 2>/dev/null | grep -q "^| .$2[ \`]" ||
        say "core/protocol/PROTOCOL.md has no line for $2 under $1"
}
for verb in $(sed -nE 's/^(COMMAND|LOOK|CONTROL)[(]([a-z]+),.*/\2/p' core/protocol/commands.list 2>/dev/null); do told Commands "$verb"; done
for event in $(cat $(all '*.c' | grep '^core/engine/[^/]*$') /dev/null | tr '\n' ' ' | grep -oE '\<EVENT[(] *"[a-z]+"' |
    cut -d '"' -f 2 | sort -u); do told Events "$event"; done
# core/engine: includes go one way from file to file, and what a header declares, the file of its name defines.
loop=$(grep -HE '^ *# *include *"core/engine/' $(all '*.[ch]' | grep '^core/engine/[^/]*$') /dev/null | tr ':"' '  ' | sed 's/[.][ch]\>//g' |
    awk '$1 != $NF { print $1, $NF }' | tsort 2>&1 >/dev/null | grep -o 'core/engine/.*' | xargs)
[ -z "$loop" ] || say "a loop of includes:" $loop
for h in $(all '*.h' | grep '^core/engine/[^/]*$'); do
    for name in $(sed -nE '/^(static|typedef) /d; s/^[a-z][a-z0-9_ *]*[ *]([a-z0-9_]+)[(].*/\1/p' "$h"); do
        grep -qE "^[a-z].*[ *]$name[(]" "${h%.h}.c" 2>/dev/null || say "$h declares $name, which ${h%.h}.c does not define"
    done
done
# The tables of a foreign library must be in its plug-in.
for f in $(all 'peer_*.c'); do
    library=${f##*/peer_}; library=${library%%[_.]*}
    for table in $(sed -n 's/^const struct kernel VARIANT(\([a-z0-9_]*\)) = {.*/\1/p' "$f"); do
        grep -q "&cpu_${table}_f64_" "${f%/*}/backend_$library.c" || say "$f: $table is not in backend_$library.c"
    done
done
for name in $(echo "$sources" | grep -vE '/(tests|tools)/' | xargs sed -nE 's/.*getenv[(]"(NZSCOPE_[A-Z_]+)".*/\1/p' | sort -u); do
    grep -q "$name" tui/tools/manual.c 2>/dev/null || say "tui/tools/manual.c lacks $name, which the environment may set"
done

if [ -s "$report" ]; then sort -u "$report" >&2; exit 1; fi
echo "layers: ok"
