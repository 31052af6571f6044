#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz.sh BUILD SECONDS PROGRAM...: runs libFuzzer programs one after the other, from seeds made of matrices/ and of
# what goes wrong in practice, and says how many inputs each has tried.
build=$1 seconds=$2; shift 2
seed() { mkdir -p "$build/seeds/$1"; printf "$3" >"$build/seeds/$1/$2"; }
head='%%%%MatrixMarket matrix coordinate'
mkdir -p "$build/seeds/fuzz_read"
for f in matrices/*.mtx; do head -c 1500 "$f" >"$build/seeds/fuzz_read/$(basename "$f")"; done
seed fuzz_read sym "$head real symmetric\n%% a title\n3 3 3\n1 1 1.5\n2 1 -2e-3\n3 3 1e9999\n"
seed fuzz_read both "$head pattern symmetric\n3 3 2\n2 1\n1 2\n"
seed fuzz_read skew "$head integer skew-symmetric\r\n3 3 2\r\n2 1 7\r\n3 1 -12345678901234567890\r\n"
seed fuzz_read herm "$head complex hermitian\n2 2 2\n1 1 3 0\n2 1 0 -2\n"
seed fuzz_read nan "$head real general\n1 4 4\n1 1 nan\n1 2 -inf\n1 3 0x1p3\n1 4 1e-400\n"
seed fuzz_read cr "$head real general\r2 2 1\r\r 2   2  .5\t\r"
seed fuzz_read huge "$head pattern general\n2147483647 2147483647 1\n1 1\n"
seed fuzz_read wrap "$head real general\n9223372036854775807 4294967296 18446744073709551616\n1 1 1\n"
seed fuzz_read array '%%%%MatrixMarket matrix array real general\n2 2\n1\n0.30000000000000004\n-0\n12345678901234567890123\n'
seed fuzz_read hermarray '%%%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 1\n'
seed fuzz_command run 'run op=mul k=1..16 type=f64,f32 kernel=cpu.*,gpu.csr.lanes set.CHUNK=8 samples=5 cold=1'
seed fuzz_command open 'open matrices/a%%20b.mtx'
seed fuzz_command spy 'spy rows=20 cols=20 from=0,0 to=100,100'
seed fuzz_command mul 'mul k=4 seed=7 x=X.mtx'
if [ -x "$build/nzscope-engine" ]; then
    mkdir -p "$build/seeds/fuzz_event"
    printf 'open gen:stencil5:4\nrun samples=3\nspy rows=4 cols=4\nlinear bins=4\nopen nothing\nquit\n' |
        "$build/nzscope-engine" 2>/dev/null | split -l 4 - "$build/seeds/fuzz_event/"
fi
status=0
for program in "$@"; do
    name=$(basename "$program")
    mkdir -p "$build/corpus/$name" "$build/seeds/$name"
    "$program" -max_total_time="$seconds" -max_len=2000 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$build/" "$build/corpus/$name" "$build/seeds/$name" >"$build/$name.log" 2>&1 || status=1
    printf '%s\t%s executions\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")"
    grep -E 'ERROR|SUMMARY' "$build/$name.log"
done
exit $status
