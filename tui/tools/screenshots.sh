#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# screenshots.sh BUILD: pictures of the real screen after real runs, into screenshots/.
set -e
build=$1
shot() { # shot LIMIT SIZE SCRIPT PICTURE MATRIX
    "$build/nzscope" --mem-limit "$1" --size "$2" --script "screenshots/$3.script" --screenshot "screenshots/$4" "$5"
}
shot 8G 120x36 demo demo.svg gen:demo
shot 8G 120x36 demo demo.txt gen:demo
shot 8G 80x24 running running.svg gen:stencil27:64
# moving PICTURE SIZE SCRIPT MATRIX: one picture of many screens; in the script, `frame` is one of them, and `frames N MS` are N, MS
# milliseconds apart
moving() {
    frames=$(mktemp -d)
    awk -v dir="$frames" '
        function frame() { printf "screenshot %s/%03d.svg\n", dir, ++n }
        $1 == "frame" { frame(); next }
        $1 == "frames" { for (i = 0; i < $2; i++) { print "wait " $3; frame() } next }
        { print }' "screenshots/$3.script" >"$frames/script"
    "$build/nzscope" --size "$2" --script "$frames/script" --screenshot "$frames/last.svg" "$4"
    awk -v seconds=1 -f tui/tools/animate.awk "$frames"/[0-9]*.svg >"screenshots/$1"
    rm -r "$frames"
}
moving moving.svg 80x24 moving gen:demo
if "$build/nzscope" list devices | grep -q ^gpu; then
    shot 24G 120x40 gpu gpu.svg gen:stencil27:128
    shot 8G 200x60 large large.svg gen:rmat:16:16
else
    echo "no GPU here: screenshots/gpu.svg and large.svg stay as they are"
fi
