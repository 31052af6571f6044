#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# record_tours.sh BUILD FOLDER [NAME...]: plays the tours here, or those of these names, and writes what each measures into
# FOLDER/NAME.jsonl, the file that its line `recording` names. To be run on a quiet machine with a GPU: then all bars of a
# tour come from one machine.
set -e
build=$1 folder=$2
shift 2
here=$(dirname "$0")/../tours
mkdir -p "$folder"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=/nonexistent XDG_STATE_HOME="$work/state"

# One roof for all: the best of several, kept in $work/state.
printf 'roof\nroof\nroof\n' | "$build/nzscope" prompt

# What no tour and no player shows is left out: events of a run on its way but its beginning, and what the screen asks;
# the costs and the picture of a matrix stay where they come with it for the first time. So are runs of another recording.
strip() {
    awk -F '"' '
        { kind = $6; cmd = same = $0; sub(/.*"cmd":/, "", cmd); sub(/,.*/, "", cmd); sub(/.*"cmd":[0-9]*/, kind, same) }
        kind == "matrix" { opened = cmd }
        kind ~ /^(sample|load|progress|supports)$/ || /"(id|device)":"rec\./ { next }
        kind ~ /^(formats|spy)$/ && (cmd != opened || seen[same]++) { next }
        kind == "run" && match($0, /"id":[0-9]*/) && seen[substr($0, RSTART, RLENGTH)]++ { next }
        { print }'
}

for tour in "$here"/*.tour; do
    name=${tour##*/} name=${name#*-} name=${name%.tour}
    case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
    "$build/nzscope" tour "$tour" --record "$work/$name" --screenshot "$work/last.txt"
    strip <"$work/$name" >"$work/$name.jsonl"
    # what it lacks, if anything: kernels that cannot run here, or what a caption expects
    awk -v own="recording $name.jsonl" '/^recording / { $0 = own; own = "#" } { print }' "$tour" >"$work/$name.tour"
    "$build/nzscope" tour "$work/$name.tour" --check | sed "s|^$work/||"
    cp "$work/$name.jsonl" "$folder"
done
