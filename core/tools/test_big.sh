#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test_big.sh BUILD: products whose rows·k, nnz·k and nonzeros pass 2^31, every kernel that takes them checked, on CPU and
# GPU; and the time to open a packed matrix of 1 GB. Needs about 100 GB of memory and 2 GB in TMPDIR, so it runs only
# with NZSCOPE_BIG=1.
[ "$NZSCOPE_BIG" = 1 ] || { echo "test_big: needs about 100 GB of memory; NZSCOPE_BIG=1 runs it"; exit 0; }
build=$1 status=0 kernels=cpu.csr.omp,cpu.csr.merge
"$build/nzscope" list devices | grep -q ^gpu && everywhere=$kernels,gpu.csr.* || everywhere=$kernels
# One line a kernel; whatever is not ok is a failure, and so is no kernel at all.
product() { # SPEC KERNELS OPTION...
    spec=$1 names=$2; shift 2
    "$build/nzscope" bench "gen:$spec" --kernel "$names" --samples 3 --mem-limit 90% "$@" 2>&1 |
        awk -F'\t' '$1 == "matrix" { for (i = 1; i <= NF; i++) at[$i] = i; next }
            at["status"] { n++; bad += $at["status"] != "ok"; print $1, "nnz", $4, "k", $7, $6, $at["kernel"], $at["time_ms"], "ms", $at["err_ratio"], $at["status"]; next }
            { print }
            END { exit bad > 0 || n == 0 }' || { echo "FAIL: $spec"; status=1; }
}
product diag:17000000 "$everywhere" -k 128 --type f32 # rows·k = 2.2e9
product stencil27:100 "$everywhere" -k 100 --type f32 # nnz·k = 2.6e9
product band:22000000:49 "$kernels" --type f32       # 2.2e9 nonzeros
file=${TMPDIR:-/tmp}/nzscope-big.nzs
"$build/nzscope" pack gen:stencil27:150 -o "$file" || status=1
for k in 1 2 3; do "$build/core/tools/bench_load" "$file" || status=1; done |
    awk -F'\t' '{ printf "%s: %.2f GB, %d nonzeros, opened in %.3f s\n", $1, $2 / 1e9, $3, $4 }'
rm -f "$file"
exit $status
