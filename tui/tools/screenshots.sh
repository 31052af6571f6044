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
shot 8G 200x60 large large.svg gen:rmat:16:16
if "$build/nzscope" list devices | grep -q ^gpu; then
    shot 24G 120x40 gpu gpu.svg gen:stencil27:128
else
    echo "no GPU here: screenshots/gpu.svg stays as it is"
fi
