#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_seeds.sh BUILD: writes seed inputs for the fuzzers into BUILD/seeds: from matrices/, and malformed files seen in practice.
build=$1
seed() { mkdir -p "$build/seeds/$1"; printf -- "$3" >"$build/seeds/$1/$2"; }
head='%%%%MatrixMarket matrix coordinate'
mkdir -p "$build/seeds/text"
for f in matrices/*.mtx; do head -c 1500 "$f" >"$build/seeds/text/$(basename "$f")"; done
seed text sym "$head real symmetric\n%% a title\n3 3 3\n1 1 1.5\n2 1 -2e-3\n3 3 1e9999\n"
seed text both "$head pattern symmetric\n3 3 2\n2 1\n1 2\n"
seed text skew "$head integer skew-symmetric\r\n3 3 2\r\n2 1 7\r\n3 1 -12345678901234567890\r\n"
seed text herm "$head complex hermitian\n2 2 2\n1 1 3 0\n2 1 0 -2\n"
seed text nan "$head real general\n1 4 4\n1 1 nan\n1 2 -inf\n1 3 0x1p3\n1 4 1e-400\n"
seed text cr "$head real general\r2 2 1\r\r 2   2  .5\t\r"
seed text huge "$head pattern general\n2147483647 2147483647 1\n1 1\n"
seed text wrap "$head real general\n9223372036854775807 4294967296 18446744073709551616\n1 1 1\n"
seed text array '%%%%MatrixMarket matrix array real general\n2 2\n1\n0.30000000000000004\n-0\n12345678901234567890123\n'
seed text hermarray '%%%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 1\n'
seed text edges '# a graph\n0\t2\n2 1\n\n7\n'
seed text weights '%% sym\n1,2,0.5\r\n 3 1 -2e9\n'
# The first byte says how fuzz_file packs the rest: plain, gzip, tar, gzipped tar (255: header unchanged).
mkdir -p "$build/seeds/fuzz_file"
for f in "$build"/seeds/text/*; do
    name=$(basename "$f")
    { printf '\000'; cat "$f"; } >"$build/seeds/fuzz_file/$name"
    { printf '\001'; cat "$f"; } >"$build/seeds/fuzz_file/$name.gz"
    { printf '\002\377'; cat "$f"; } >"$build/seeds/fuzz_file/$name.tar"
    { printf '\003\377'; cat "$f"; } >"$build/seeds/fuzz_file/$name.tgz"
    { printf '\000'; gzip -nc "$f"; } >"$build/seeds/fuzz_file/$name.deflated"
done
seed fuzz_file longer '\003\077\063'"$head real general\n1 1 1\n1 1 1\n"
# A zip archive of arrays, each NAME TYPE LENGTH and its elements, as fuzz_npz.c says; and one as its bytes are.
seed fuzz_npz csr '\001\000\000\003\143\163\162\001\002\020\003\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000\012\003\040\000\000\000\000\000\000\360\077\000\000\000\000\000\000\000\100\000\000\000\000\000\000\010\100\000\000\000\000\000\000\020\100\003\001\020\001\000\000\000\002\000\000\000\000\000\000\000\002\000\000\000\004\001\020\000\000\000\000\002\000\000\000\002\000\000\000\004\000\000\000'
seed fuzz_npz csc '\001\010\000\003\143\163\143\001\001\010\003\000\000\000\003\000\000\000\002\004\020\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100\013\002\040\002\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000\004\002\040\000\000\000\000\000\000\000\000\001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000\004\000\000\000\000\000\000\000'
seed fuzz_npz coo '\001\000\000\003\143\157\157\001\002\020\003\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000\012\005\003\001\001\001\005\006\003\000\002\002\016\006\003\001\000\000'
seed fuzz_npz empty '\000PK\005\006\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
seed fuzz_text lf '\007one\ntwo\n\nthree'
seed fuzz_text crlf '\001one\r\ntwo\r\r\n\nthree\r'
k=0
for number in 0 -1.5 .5 5. 1e9999 1e-400 9007199254740993 123456789012345678901234567890e-5 2.2250738585072011e-308 +inf -nan 1e+ 0x1p3; do
    k=$((k + 1)); seed fuzz_number $k "$number"
done
sed -n 's/.*\.example = "\([^"]*\)".*/\1/p' core/generate/gen_*.c | while read -r spec; do
    seed fuzz_gen "$(echo "$spec" | tr : _)" "$spec:seed=2"
done
seed fuzz_words bench "bench gen:demo --kernel 'cpu.*,gpu.csr.equal' -k 1..8 --set CHUNK=8,16 \"--type\" f64 # all"
seed fuzz_words set 'set k 4 \\ x'
seed fuzz_frame data '\003{"ev":"hello","protocol":2}\n{"ev":"data","cmd":1,"name":"y","bytes":5}\n1234\n{"ev":"data","bytes":0}\n{"ev":"done","status":0}\n'
seed fuzz_command run 'run op=mul k=1..16,1..256x2 type=f64,f32 kernel=cpu.*,gpu.csr.equal set.CHUNK=8 samples=5 cold=1'
seed fuzz_command open 'open matrices/a%%20b.mtx'
seed fuzz_command spy 'spy rows=20 cols=20 from=0,0 to=100,100'
seed fuzz_command mul 'mul k=4 seed=7 x=X.mtx'
engine=$(ls "$build/nzscope-engine" "$build/../nzscope-engine" 2>/dev/null | head -1)
if [ "$engine" ]; then
    mkdir -p "$build/seeds/fuzz_event"
    printf 'open gen:stencil5:4\nrun kernel=cpu.csr.* samples=3\nspy rows=4 cols=4\nhistogram bins=4\nopen nothing\nquit\n' |
        "$engine" 2>/dev/null | head -c 200000 | split -l 4 - "$build/seeds/fuzz_event/"
    for f in "$build"/seeds/fuzz_event/*; do { printf '\100'; cat "$f"; } >"$build/seeds/fuzz_frame/$(basename "$f")"; done
fi
