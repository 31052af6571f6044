#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deps.sh [peers|petsc]: installs missing packages (apt-get, with sudo when not root), with `peers` also those of the CPU
# peers, with `petsc` PETSc's; without apt-get it prints their names and stops.
want() { # want TEST-COMMAND PACKAGE: PACKAGE is missing when TEST-COMMAND fails
    sh -c "$1" >/dev/null 2>&1 || missing="$missing $2"
}
missing=
want 'command -v gcc && echo "#include <stdio.h>" | gcc -E -' 'gcc libc6-dev'
want 'command -v pkg-config' pkg-config
want 'pkg-config --exists ncursesw' libncurses-dev
want 'pkg-config --exists readline' libreadline-dev
want 'pkg-config --exists jansson' libjansson-dev
want 'pkg-config --exists zlib' zlib1g-dev
want 'pkg-config --exists hwloc' libhwloc-dev
want 'pkg-config --exists libzip' libzip-dev
want 'pkg-config --exists cmocka' libcmocka-dev
want 'pkg-config --exists vterm' libvterm-dev
want 'ls /usr/include/metis.h /usr/local/include/metis.h 2>/dev/null | grep .' libmetis-dev
if [ "${1:-}" = peers ]; then
    want 'command -v g++' g++
    want 'pkg-config --exists librsb' librsb-dev
    want 'ls /usr/include/GraphBLAS.h /usr/include/suitesparse/GraphBLAS.h 2>/dev/null | grep .' libgraphblas-dev
    want 'pkg-config --exists eigen3' libeigen3-dev
fi
case "${1:-}" in peers | petsc)
    want 'pkg-config --exists petsc mpi-c' libpetsc-real-dev
    want 'command -v mpirun' openmpi-bin
esac
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
    echo "Please install the equivalent of these Debian packages, then run make again:$missing" >&2
    exit 1
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null; then
        echo "Please install these packages as root, then run make again:$missing" >&2
        exit 1
    fi
fi
echo "Installing:$missing"
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
    { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null; } ||
    { echo "Could not install:$missing" >&2; exit 1; }
