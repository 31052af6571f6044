#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deps_cusparse.sh NVCC: fetches the newest cuSPARSE of NVCC's CUDA version with pip, checked by its hash, into the user's data
# folder, where the plug-in finds it. Nothing is replaced elsewhere; remove the folder to be rid of it.
nvcc=$1
to=${XDG_DATA_HOME:-$HOME/.local/share}/nzscope/peers
major=$("$nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
case $major in
12) package=nvidia-cusparse-cu12 ;;
13) package=nvidia-cusparse ;;
*)
    echo "cuSPARSE: no package is known for CUDA ${major:-?}; CUSPARSE=DIR at run time names a folder with one" >&2
    exit 0
    ;;
esac
if ! python3 -m pip --version >/dev/null 2>&1; then
    echo "cuSPARSE: python3 has no pip to fetch $package with; the toolkit's is used" >&2
    exit 0
fi
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
echo "Fetching $package into $to"
python3 -m pip download -q --disable-pip-version-check --only-binary=:all: -d "$wheels" "$package" &&
    python3 -m pip hash "$wheels"/*.whl &&
    python3 -m pip install -q --disable-pip-version-check --no-index --no-deps --upgrade --root-user-action=ignore --target "$to" "$wheels"/*.whl
