#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# archs.sh NVCC...: the architectures of the GPUs in this machine for which NVCC compiles, from 75 on: "80 90".
here=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . | sort -un)
for arch in $here; do
    [ "$arch" -ge 75 ] && "$@" --list-gpu-arch | grep -qx "compute_$arch" && printf '%s ' "$arch"
done
