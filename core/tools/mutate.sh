#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mutate.sh LIST [SAMPLE]: breaks kernels on purpose, each mutant of the list (SAMPLE: so many of them) by itself, and sees
# whether the check of a product notices, and where it does not, test_kernels. Fails where neither does, or other than the
# list says. Each file is also tried once as it is, and must pass. mutate.awk describes the list. Environment: BUILD; CC; ISAS
# (as in the Makefile); JOBS; for GPU kernels NVCC, ARCH, and COMPILE=FOLDER to leave the plug-ins of all mutants there and run nothing, PLUGINS=FOLDER to run them elsewhere.
set -u
export LC_ALL=C NZSCOPE_KEEP=0 OMP_WAIT_POLICY=passive
BUILD=${BUILD:-build} CC=${CC:-cc} NVCC=${NVCC:-nvcc} ARCH=${ARCH:-sm_90}
here=$(dirname "$0")
libraries="$(pkg-config --libs jansson zlib hwloc libzip 2>/dev/null) -lm -lpthread -ldl"
command -v timeout >/dev/null || timeout() { shift; "$@"; }

# The instruction set that the engine chooses, and its flags.
isa() {
    case ${ISAS:-v2 v3 v4} in
    base) echo "-DISAS_1 -DISA=base -march=native" ;;
    *) if grep -q avx512vl /proc/cpuinfo; then echo "-DISAS_3 -DISA=v4 -march=x86-64-v4 -mprefer-vector-width=512"
       elif grep -q avx2 /proc/cpuinfo; then echo "-DISAS_3 -DISA=v3 -march=x86-64-v3"
       else echo "-DISAS_3 -DISA=v2 -march=x86-64-v2"; fi ;;
    esac
}

compile() { # compile DIR SOURCE: DIR/mutant.o, or DIR/nzscope-cuda.so
    source=$2
    [ ! -f "$1/$2" ] || source=$1/$2
    case $2 in
    *.cu)
        # A plug-in of this kernel alone.
        mkdir -p "$1/gpu" && echo "KERNEL($(basename "$2" .cu))" >"$1/gpu/kernels.list"
        for s in "$source" gpu/backend.cu; do
            $NVCC -std=c++20 -O1 -gencode "arch=compute_${ARCH#sm_},code=$ARCH" -I"$1" -I. -D_GNU_SOURCE -Xcompiler -fPIC,-fvisibility=hidden,-fopenmp \
                --expt-relaxed-constexpr -c -o "$1/$(basename "$s" .cu).o" "$s" || return
        done
        $NVCC -shared -cudart static -Xlinker --exclude-libs=ALL -Xlinker -z,defs -o "$1/nzscope-cuda.so" "$1"/*.o "$BUILD"/gpu/device/*.o "$BUILD"/gpu/lib/*.o "$BUILD"/gpu/multi/*.o \
            "$BUILD/gpu/mul/ell.o" "$BUILD/libgpu.a" "$BUILD/libcore.a" -ljansson -lz -lgomp ;;
    *)
        # shellcheck disable=SC2046
        $CC -std=c11 -O1 -w -I"$1" -I. -D_GNU_SOURCE -fPIC -fvisibility=hidden -fopenmp -ffp-contract=fast -DT=double -DTYPE=f64 $(isa) \
            -c -o "$1/mutant.o" "$source" ;;
    esac
}

linked() { # linked DIR PROGRAM OBJECT: PROGRAM with the mutant in place of the library's object
    # shellcheck disable=SC2086
    [ -f "$1/nzscope-cuda.so" ] || $CC -fopenmp -o "$1/$2" "$3" "$1/mutant.o" "$BUILD/libcpu.a" "$BUILD/libcore.a" $libraries $4
}

# Matrices with short, long, alike, empty and many rows; widths of X that fill vectors and tiles, and others.
matrices="stencil27:9 fem:300 rmat:9:8 denserow:1500 uniform:700:300:5000 band:500:4 stencil5:40 uniform:12:4000:30000"
columns="1 2 3 4 7 8 13 25 29 40 130 520"

commands() { # commands KERNEL MATRIX FILE: what a user types
    case $1 in
    *.transpose.*) echo "transpose gen:$2 --kernel $1 -o $3" ;;
    *.tmul.* | *.scan.* | *.segsort.* | *.merge.* | *.index2ptr.*) # mul and transpose do no others
        echo "bench gen:$2 --op $(echo "$1" | sed 's/gpu.merge.big/gpu.mergebig/' | cut -d. -f2) --kernel $1 -k 1,5 --type f64 --samples 1 --tsv -o $3" ;;
    *)
        case $1 in *.stream) widths=1 ;; *.stream-mm) widths=${columns#1 } ;; *) widths=$columns ;; esac
        for k in $widths; do echo "mul gen:$2 -k $k --kernel $1 --type f64 $([ "${1#cpu}" = "$1" ] || echo --threads 2) -o $3"; done
        ;;
    esac
}

# Prints pass, caught, or why neither can be said.
check() { # check DIR KERNEL
    ran=0 list=$matrices
    case $2 in *.transpose.*) ;; *.tmul.* | *.scan.* | *.segsort.* | *.merge.* | *.index2ptr.*) list=uniform:900:500:40000 ;; esac
    for m in $list; do
        commands "$2" "$m" "$1/out" >"$1/script"
        rm -f "$1/out"
        NZSCOPE_PLUGINS=$1 timeout 120 "$BUILD/nzscope" --engine "$1/engine" prompt "$1/script" >"$1/said" 2>&1
        case $? in
        0) ran=1 ;;
        1 | 6 | 124) echo caught; return ;;
        5) if grep -q 'cannot use the device any more' "$1/said"; then echo caught; else tail -1 "$1/said"; fi; return ;;
        7) ;;
        *) tail -1 "$1/said"; return ;;
        esac
    done
    [ $ran = 1 ] && echo pass || echo "no matrix suits $2"
}

tested() { # tested DIR KERNEL
    program=$BUILD/cpu/tests/test_kernels
    if [ ! -f "$1/nzscope-cuda.so" ]; then
        program=$1/test_kernels
        linked "$1" test_kernels "$work/test_kernels.o" -lcmocka || return
    fi
    NZSCOPE_PLUGINS=$1 timeout 300 "$program" "$2" >"$1/said" 2>&1
}

one() { # one LIST N, or N= for its file as it is: a row: how it ended, file, kernel, what it breaks, reason
    dir=$work/$2
    mkdir -p "$dir"
    awk -v only="${2%=}" -v control="${2#"${2%=}"}" -v to="$dir" -f "$here/mutate.awk" "$1" >"$dir/row" 2>"$dir/said" || { echo "ERROR	$(cat "$dir/said")"; return; }
    IFS='	' read -r file source kernel what why <"$dir/row"
    if [ -f "${PLUGINS:-}/$2.so" ]; then
        cp "$PLUGINS/$2.so" "$dir/nzscope-cuda.so"
    else
        compile "$dir" "$source" >"$dir/said" 2>&1
    fi || { echo "ERROR	$file	$kernel	$what	does not compile: $(grep -m1 error "$dir/said")"; return; }
    if [ -n "${COMPILE:-}" ]; then
        cp "$dir/nzscope-cuda.so" "$COMPILE/$2.so"
        return
    fi
    cp "$BUILD/nzscope-engine" "$dir/engine"
    linked "$dir" engine "$BUILD/core/engine/engine.o" "" || { echo "ERROR	$file	$kernel	$what	does not link"; return; }
    end=$(check "$dir" "$kernel")
    case $end in
    caught) ;;
    pass) tested "$dir" "$kernel" && end=survived || end=tests ;;
    *) end="ERROR $end" ;;
    esac
    case $end$why in
    caught | tests~* | survived=*) ;;
    *=control) end="ERROR $end, although nothing is broken" ;;
    caught*) end="ERROR caught, but the list gives a reason" ;;
    tests*) end="ERROR found by test_kernels alone, and the list does not say why" ;;
    survived*) end="ERROR survived, and the list does not say why" ;;
    esac
    printf '%s\t%s\t%s\t%s\t%s\n' "$end" "$file" "$kernel" "$what" "$why"
    rm -rf "$dir"
}

if [ "${1:-}" = --one ]; then
    work=$2
    one "$3" "$4"
    exit
fi
list=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $list in gpu/*) ;; *) $CC -std=c11 -O1 -w -I. -D_GNU_SOURCE -fopenmp -c -o "$work/test_kernels.o" cpu/tests/test_kernels.c || exit ;; esac
awk -f "$here/mutate.awk" "$list" | awk -v s="${2:-0}" '{ n[NR] = $1; file[NR] = $2 }
    END { if (!s || s > NR) s = NR; for (i = 0; i < s; i++) { at = int(i * NR / s) + 1; print n[at]; if (!seen[file[at]]++) print n[at] "=" } }' |
    xargs -P "${JOBS:-$(nproc)}" -I '{}' sh "$0" --one "$work" "$list" '{}' >"$work/rows"
awk -F'\t' '/^ERROR/ { bad++; print "✗ " $0; next }
    $5 == "=control" { controls++; next }
    $1 == "tests" { print "· " $2 ": " $4 ": test_kernels alone: " substr($5, 3) } $1 == "survived" { print "· " $2 ": " $4 ": equivalent: " substr($5, 3) }
    { n[$1]++; mutants++ }
    END { printf "%d files as they are pass; %d mutants: %d caught by the check, %d by test_kernels alone, %d equivalent; %d wrong\n", controls, mutants, n["caught"], n["tests"], n["survived"], bad; exit bad > 0 || !NR }' "$work/rows"
