# SPDX-License-Identifier: GPL-3.0-or-later
# nzscope: everything is built into build/ by this one file; `make help` lists the targets.

VERSION := 0.1.0
BUILD   ?= build
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib/nzscope
DATADIR ?= $(PREFIX)/share/nzscope
MANDIR  ?= $(PREFIX)/share/man/man1
DESTDIR ?=
CC      ?= gcc
# C++ by the compiler that C is for: one OpenMP library for both.
ifeq ($(origin CXX),default)
CXX     := $(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),g++)
endif
NVCC    ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc 2>/dev/null))
# nvcc compiles for the GPUs that are here, which takes a third of the time, and where there are none, and for packages, for
# all of these; later GPUs translate what was compiled for the last one. nvidia-smi is slow: it is asked once, if at all.
CUDA_ALL   := 75 80 86 89 90
CUDA_HERE   = $(eval CUDA_HERE := $(filter $(shell $(NVCC) --list-gpu-arch 2>/dev/null | sed 's/compute_//'), \
                $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | \
                awk -F. '$$1 * 10 + $$2 >= 75 { print $$1 $$2 }' | sort -un)))$(CUDA_HERE)
CUDA_ARCHS ?= $(or $(CUDA_HERE),$(CUDA_ALL))
# Empty: somebody has named architectures.
CUDA_GUESSED := $(filter file,$(origin CUDA_ARCHS))
PKG     ?= pkg-config
ARCH    := $(shell uname -m)
.DEFAULT_GOAL := all
# One line a file; V=1 shows the commands.
ifndef V
.SILENT:
endif
note = @mkdir -p $(@D) && echo "  $(1)	$@"

# ---- flags ----

WARN   := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
OPT    ?= -O3 -g
EXTRA  ?=
BASE   := $(if $(filter x86_64,$(ARCH)),-march=x86-64-v2)
CPPFLAGS_ALL := -I. -D_GNU_SOURCE -DNZ_VERSION='"$(VERSION)"' -DNZ_LIBDIR='"$(LIBDIR)"' -DNZ_DATADIR='"$(DATADIR)"' $(CPPFLAGS)
CFLAGS_ALL   := -std=c11 $(OPT) $(BASE) -fPIC -fvisibility=hidden -ffp-contract=off $(WARN) $(EXTRA) $(CFLAGS)
OMP    := -fopenmp
# Kernels may contract a*b+c; instruction sets beyond the baseline are chosen at run time.
ifneq ($(NATIVE),)
ISAS := base
FLAGS_base := -march=native
else ifeq ($(ARCH),x86_64)
ISAS := v2 v3 v4
FLAGS_v2 := -march=x86-64-v2
FLAGS_v3 := -march=x86-64-v3
FLAGS_v4 := -march=x86-64-v4 -mprefer-vector-width=512
else
ISAS := base
FLAGS_base :=
endif
TYPES := f64 f32
CTYPE_f64 := double
CTYPE_f32 := float

have = $(shell $(PKG) --exists $(1) 2>/dev/null && echo yes)
pc   = $(shell $(PKG) $(1) $(2) 2>/dev/null)
HWLOC     ?= $(call have,hwloc)
CORE_LIBS := $(call pc,--libs,jansson zlib) -lm
TUI_LIBS  := $(call pc,--libs,ncursesw readline jansson zlib) -lm
ENGINE_LIBS := $(CORE_LIBS) $(if $(HWLOC),$(call pc,--libs,hwloc)) -lpthread -ldl

# ---- sources ----

kernels = $(shell sed -n 's/^KERNEL(\([a-z0-9_]*\)).*/\1/p' $(1))
CPU_KERNELS := $(call kernels,cpu/kernels.list)
# All files of a folder and the rooms in it with this ending; tests and tools are built apart.
all_of   = $(shell find $(1) -name '*.$(2)' | LC_ALL=C sort)
sources  = $(foreach f,$(call all_of,$(1),$(2)),$(if $(findstring /tests/,$(f))$(findstring /tools/,$(f)),,$(f)))
# Those of some files whose names, without their folders, match.
named    = $(foreach f,$(2),$(if $(filter $(1),$(notdir $(f))),$(f)))
CORE_SRC := $(filter-out core/engine/engine.c core/engine/engine.c,$(call sources,core,c))
CPU_ALL  := $(call sources,cpu,c)
CPU_KERNEL_SRC := $(call named,$(CPU_KERNELS:%=%.c),$(CPU_ALL))
CPU_SRC  := $(filter-out $(CPU_KERNEL_SRC) $(call named,peer_% backend_%,$(CPU_ALL)),$(CPU_ALL))
TUI_SRC  := $(filter-out tui/main.c,$(call sources,tui,c))
CORE_OBJ := $(CORE_SRC:%.c=$(BUILD)/%.o)
CPU_OBJ  := $(CPU_SRC:%.c=$(BUILD)/%.o) \
            $(foreach k,$(CPU_KERNEL_SRC:%.c=%),$(foreach t,$(TYPES),$(foreach i,$(ISAS),$(BUILD)/$(k).$(t).$(i).o)))
TUI_OBJ  := $(TUI_SRC:%.c=$(BUILD)/%.o)
# peer_*.cu is the plug-in of cuSPARSE, device_*.cu goes into both, the rest is the plug-in of our kernels.
GPU_ALL    := $(call sources,gpu,cu)
GPU_SHARED := $(patsubst %.cu,$(BUILD)/%.o,$(call named,device_%,$(GPU_ALL)))
PEER_OBJ   := $(patsubst %.cu,$(BUILD)/%.o,$(call named,peer_%,$(GPU_ALL)))
# What lays out A for the GPU on the host is plain C: its tests need neither nvcc nor a GPU.
LAYOUT_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(call sources,gpu,c))
GPU_OBJ    := $(filter-out $(GPU_SHARED) $(PEER_OBJ),$(GPU_ALL:%.cu=$(BUILD)/%.o))
# run and install do not wait for GPU kernels that nothing here could run, unless CUDA_ARCHS asks for them or they are built.
ifneq ($(filter run install,$(MAKECMDGOALS)),)
CUDA       ?= $(if $(NVCC),$(if $(CUDA_HERE)$(wildcard $(BUILD)/nzscope-cuda.so)$(if $(CUDA_GUESSED),,yes),yes))
endif
CUDA       ?= $(if $(NVCC),yes)
# Foreign CPU libraries, a plug-in each: cpu/backend_LIBRARY.c and cpu/peer_LIBRARY*. One that is not found gives a
# plug-in whose kernels are listed with the reason; ABSENT_LIBRARY is that reason, empty: it is there.
PEERS      ?= librsb graphblas eigen mkl
MKLROOT    ?= $(firstword $(wildcard /opt/intel/oneapi/mkl/latest) $(call pc,--variable=prefix,mkl-sdl))
MKL_HEADER := $(firstword $(wildcard $(MKLROOT)/include/mkl_spblas.h /usr/include/mkl/mkl_spblas.h))
MKL_RT     := $(firstword $(wildcard $(foreach d,lib lib/intel64,$(MKLROOT)/$(d)/libmkl_rt.so*) /usr/lib/*/libmkl_rt.so))
GRAPHBLAS_HEADER := $(firstword $(wildcard /usr/include/GraphBLAS.h /usr/include/suitesparse/GraphBLAS.h \
                                           /usr/local/include/GraphBLAS.h /usr/local/include/suitesparse/GraphBLAS.h))
ABSENT_librsb    := $(if $(call have,librsb),,built without librsb: make deps-peers, then make)
ABSENT_graphblas := $(if $(GRAPHBLAS_HEADER),,built without SuiteSparse:GraphBLAS: make deps-peers, then make)
ABSENT_eigen     := $(if $(and $(call have,eigen3),$(shell command -v $(CXX))),,built without Eigen: make deps-peers, then make)
ABSENT_mkl       := $(if $(and $(MKL_HEADER),$(MKL_RT)),,built without MKL: pip install mkl-devel, then make MKLROOT=the folder above its lib)
PEER_CPPFLAGS_graphblas := $(addprefix -isystem ,$(filter-out /usr/include/,$(dir $(GRAPHBLAS_HEADER))))
PEER_CPPFLAGS_eigen     := $(patsubst -I%,-isystem %,$(call pc,--cflags,eigen3))
PEER_CPPFLAGS_mkl       := $(addprefix -isystem ,$(dir $(MKL_HEADER)))
ABSENT_hwloc        := $(if $(HWLOC),,built without hwloc)
PEER_LIBS_librsb    := $(call pc,--libs,librsb)
PEER_LIBS_graphblas := -lgraphblas
PEER_LIBS_mkl       := $(abspath $(MKL_RT)) -Wl,-rpath,$(dir $(abspath $(MKL_RT)))
# Loaded when an ordering by METIS is asked for; only its header is needed here.
METIS      ?= $(firstword $(wildcard /usr/include/metis.h /usr/local/include/metis.h))
PLUGINS    := $(if $(CUDA),$(BUILD)/nzscope-cuda.so $(BUILD)/nzscope-cusparse.so) $(PEERS:%=$(BUILD)/nzscope-%.so)
PROGRAMS   := $(BUILD)/nzscope $(BUILD)/nzscope-engine

# ---- building ----

all: probes programs ## build the programs and the plug-ins into build/
programs: $(PROGRAMS) $(PLUGINS)

probes:
	@for p in ncursesw readline jansson zlib; do \
	  $(PKG) --exists $$p 2>/dev/null && echo "✓ $$p $$($(PKG) --modversion $$p)" || echo "✗ $$p: not found (make deps)"; done
	@$(if $(HWLOC),echo "✓ hwloc $(call pc,--modversion,hwloc)",echo "✗ hwloc: threads are pinned without knowing cores and NUMA nodes (make deps)")
	@$(if $(NVCC),echo "✓ CUDA: $(NVCC)$(if $(CUDA), for $(CUDA_ARCHS:%=sm_%), (switched off; make CUDA=yes builds the GPU kernels))",echo "✗ CUDA: no nvcc on the PATH or in /usr/local/cuda; the GPU kernels are left out")
	@echo "$(if $(METIS),✓ METIS: $(METIS),✗ METIS: no metis.h (make deps); reorderings metis-nd and metis-kway are left out)"
	@$(foreach p,$(PEERS),echo "$(if $(ABSENT_$(p)),✗ $(p): $(ABSENT_$(p)),✓ $(p)$(if $(filter mkl,$(p)),: $(MKL_RT)))";)

$(BUILD)/libcore.a: $(CORE_OBJ)
	@rm -f $@ && echo "  AR	$@"
	ar rcs $@ $^
$(BUILD)/libcpu.a: $(CPU_OBJ)
	@rm -f $@ && echo "  AR	$@"
	ar rcs $@ $^
$(BUILD)/libgpu.a: $(LAYOUT_OBJ)
	@rm -f $@ && echo "  AR	$@"
	ar rcs $@ $^
$(BUILD)/libtui.a: $(TUI_OBJ)
	@rm -f $@ && echo "  AR	$@"
	ar rcs $@ $^

$(BUILD)/nzscope-engine: $(patsubst %.c,$(BUILD)/%.o,$(call named,engine.c,$(call all_of,core,c))) $(BUILD)/libcpu.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(CC) $(CFLAGS_ALL) $(OMP) $(LDFLAGS) -o $@ $^ $(ENGINE_LIBS)
$(BUILD)/nzscope: $(BUILD)/tui/main.o $(BUILD)/libtui.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(CC) $(CFLAGS_ALL) $(OMP) $(LDFLAGS) -o $@ -Wl,--as-needed $^ $(TUI_LIBS)

$(BUILD)/core/%.o: core/%.c
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) -MMD -MP -c -o $@ $<
$(BUILD)/tui/%.o: tui/%.c
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
$(BUILD)/cpu/%.o: cpu/%.c
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -DISAS_$(words $(ISAS)) $(OMP) -MMD -MP -c -o $@ $<
define kernel_rule
$(BUILD)/cpu/%.$(1).$(2).o: cpu/%.c
	$$(call note,CC)
	$$(CC) $$(CPPFLAGS_ALL) -DT=$$(CTYPE_$(1)) -DTYPE=$(1) -DISA=$(2) $$(CFLAGS_ALL) -ffp-contract=fast $$(FLAGS_$(2)) $$(OMP) -MMD -MP -c -o $$@ $$<
endef
$(foreach t,$(TYPES),$(foreach i,$(ISAS),$(eval $(call kernel_rule,$(t),$(i)))))

CUDA_GEN    = $(foreach a,$(CUDA_ARCHS),-gencode arch=compute_$(a),code=sm_$(a)) \
              -gencode arch=compute_$(lastword $(CUDA_ARCHS)),code=compute_$(lastword $(CUDA_ARCHS))
NVCC_FLAGS  = -std=c++20 -O3 -lineinfo $(CUDA_GEN) -I. -D_GNU_SOURCE -Xcompiler -fPIC,-fvisibility=hidden,-Wall,-Wextra,-Wno-missing-field-initializers \
              -t 0 --expt-relaxed-constexpr $(OMP:%=-Xcompiler %)
$(BUILD)/gpu/%.o: gpu/%.c
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) -MMD -MP -c -o $@ $<
$(BUILD)/gpu/%.o: gpu/%.cu
	$(call note,NVCC)
	$(NVCC) $(NVCC_FLAGS) -MMD -MP -c -o $@ $<
# nodelete: the CUDA runtime does not like to be unloaded.
PLUGIN_LINK = $(NVCC) $(CUDA_GEN) -shared -cudart static -Xlinker --exclude-libs=ALL -Xlinker -z,defs -Xlinker -z,nodelete -o $@
$(BUILD)/nzscope-cuda.so: $(GPU_OBJ) $(GPU_SHARED) $(BUILD)/libgpu.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(PLUGIN_LINK) $^ $(CORE_LIBS) -lgomp
$(BUILD)/nzscope-cusparse.so: $(PEER_OBJ) $(GPU_SHARED) $(BUILD)/libgpu.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(PLUGIN_LINK) $^ -lcusparse $(CORE_LIBS) -lgomp

# peer_mkl.f64.mkl.o is compiled with MKL, peer_mkl.f64.no-mkl.o without, so that a library found later is used.
peer_tag = $(if $(ABSENT_$(1)),no-)$(1)
peer_cpp = $(if $(ABSENT_$(1)),-DABSENT='"$(ABSENT_$(1))"',$(PEER_CPPFLAGS_$(1)))
define peer_rule
$(BUILD)/cpu/%.$(2)$(call peer_tag,$(1)).o: cpu/%.c
	$$(call note,CC)
	$$(CC) $$(CPPFLAGS_ALL) $(3) $(call peer_cpp,$(1)) -DISAS_$(words $(ISAS)) $$(CFLAGS_ALL) $$(OMP) -MMD -MP -c -o $$@ $$<
endef
# C++ without its library is C: Eigen is compiled once per instruction set, in a namespace of its own each time.
define eigen_rule
$(BUILD)/cpu/%.$(1).$(2).$(call peer_tag,eigen).o: cpu/%.cpp
	$$(call note,CXX)
	$(if $(ABSENT_eigen),$$(CC) -x c -std=c11,$$(CXX) -std=c++20 -DEigen=Eigen_$(2) -DEIGEN_NO_DEBUG) $$(CPPFLAGS_ALL) \
	  -DT=$(CTYPE_$(1)) -DTYPE=$(1) -DISA=$(2) $(call peer_cpp,eigen) $$(OPT) $$(BASE) -fPIC -fvisibility=hidden -ffp-contract=fast \
	  -Wall -Wextra -Wno-missing-field-initializers $$(EXTRA) $$(CXXFLAGS) $$(FLAGS_$(2)) $$(OMP) -MMD -MP -c -o $$@ $$<
endef
# Changes when the library came, went or moved, and then the plug-in is linked anew.
$(BUILD)/cpu/%.found: FORCE
	@mkdir -p $(@D)
	@echo '$(call peer_tag,$*) $(PEER_LIBS_$*)' | cmp -s - $@ || echo '$(call peer_tag,$*) $(PEER_LIBS_$*)' >$@
$(BUILD)/core/metis.found: FORCE
	@mkdir -p $(@D)
	@echo '$(METIS)' | cmp -s - $@ || echo '$(METIS)' >$@
WITH_METIS := $(patsubst %.c,$(BUILD)/%.o,$(call named,reorder_metis.c,$(CORE_SRC)))
$(WITH_METIS): CPPFLAGS_ALL += $(if $(METIS),-DHAVE_METIS)
$(WITH_METIS): $(BUILD)/core/metis.found
TOPOLOGY := $(patsubst %.c,$(BUILD)/%.o,$(call named,topology.c,$(CPU_ALL)))
$(TOPOLOGY): CPPFLAGS_ALL += $(if $(HWLOC),-DHAVE_HWLOC)
$(TOPOLOGY): $(BUILD)/cpu/hwloc.found
FORCE:
# nodelete: libraries with threads and pools of their own do not like to be unloaded.
define peer_link
$(BUILD)/nzscope-$(1).so: $(patsubst %.c,$(BUILD)/%.$(call peer_tag,$(1)).o,$(call named,backend_$(1).c,$(CPU_ALL))) $(2) $(BUILD)/libcpu.a $(BUILD)/libcore.a $(BUILD)/cpu/$(1).found
	$$(call note,LINK)
	$(3) $$(OPT) $$(EXTRA) $$(OMP) $$(LDFLAGS) -shared -Wl,--exclude-libs,ALL,-z,defs,-z,nodelete,--as-needed -o $$@ $$(filter-out %.found,$$^) \
	  $(if $(ABSENT_$(1)),,$(PEER_LIBS_$(1))) $$(ENGINE_LIBS)
endef
peer_typed = $(foreach f,$(call named,peer_$(1).c peer_$(1)_%.c,$(CPU_ALL)),$(foreach t,$(TYPES),$(f:%.c=$(BUILD)/%).$(t).$(call peer_tag,$(1)).o))
$(foreach p,$(PEERS),$(eval $(call peer_rule,$(p),)))
$(foreach p,$(PEERS),$(foreach t,$(TYPES),$(eval $(call peer_rule,$(p),$(t).,-DT=$(CTYPE_$(t)) -DTYPE=$(t) -DISA=base))))
$(foreach t,$(TYPES),$(foreach i,$(ISAS),$(eval $(call eigen_rule,$(t),$(i)))))
$(foreach p,$(filter-out eigen,$(PEERS)),$(eval $(call peer_link,$(p),$(call peer_typed,$(p)),$$(CC))))
$(eval $(call peer_link,eigen,$(foreach f,$(call sources,cpu,cpp),$(foreach t,$(TYPES),$(foreach i,$(ISAS),$(f:%.cpp=$(BUILD)/%).$(t).$(i).$(call peer_tag,eigen).o))),$(if $(ABSENT_eigen),$$(CC),$$(CXX))))

# ---- running ----

deps: ## install the missing packages (apt, with sudo when not root)
	@sh core/tools/deps.sh

deps-peers: ## install librsb, SuiteSparse:GraphBLAS and Eigen, and say how to get Intel MKL
	@sh core/tools/deps.sh peers
	@$(if $(ABSENT_mkl),echo "Intel MKL is not packaged everywhere: python3 -m venv $$HOME/mkl && $$HOME/mkl/bin/pip install mkl-devel && make MKLROOT=$$HOME/mkl")

run: deps ## install what is missing, build, and open the screen on the demo matrix
	@$(MAKE) --no-print-directory -j"$$(nproc)" CUDA=$(CUDA) all
	@$(BUILD)/nzscope gen:demo

# ---- tests ----

TEST_ALL := $(foreach d,core cpu gpu tui,$(call all_of,$(d),c))
TESTS    := $(patsubst %.c,$(BUILD)/%,$(call named,test_%.c,$(TEST_ALL)))
define test_rule
$(filter $(BUILD)/$(1)/%,$(TESTS)): $(BUILD)/%: %.c $(2) $(BUILD)/libcore.a
	$$(call note,CC)
	$$(CC) $$(CPPFLAGS_ALL) $$(CFLAGS_ALL) -Wno-missing-prototypes $$(OMP) $$(LDFLAGS) -MMD -MP -MF $$@.d -o $$@ $$< $(2) $$(BUILD)/libcore.a -lcmocka $(3)
endef
$(eval $(call test_rule,core,,$$(ENGINE_LIBS)))
$(eval $(call test_rule,cpu,$$(BUILD)/libcpu.a,$$(ENGINE_LIBS)))
$(eval $(call test_rule,gpu,$$(BUILD)/libgpu.a $$(BUILD)/libcpu.a,$$(ENGINE_LIBS)))
$(eval $(call test_rule,tui,$$(BUILD)/libtui.a,$$(TUI_LIBS) -lvterm -lutil))

# Calls that test_faults makes fail.
FAULTS := malloc calloc realloc aligned_alloc strdup mmap pipe2 fork pread write fsync fchmod mkostemp rename
$(BUILD)/core/tests/test_faults: LDFLAGS += $(FAULTS:%=-Wl,--wrap=%)

test: deps ## install what is missing, build, and run all tests
	@$(MAKE) --no-print-directory -j"$$(nproc)" all test-programs
	@sh core/tools/run.sh $(BUILD) $(TESTS)
test-programs: $(TESTS)

layers: ## check that includes point one way and that every kernel file is in its list
	@sh core/tools/layers.sh

SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
asan: ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory -j"$$(nproc)" BUILD=$(BUILD)/asan OPT="-O1 -g" EXTRA="$(SAN)" CUDA= PEERS= all test-programs
# Tests send SIGSEGV to engines, which must die of it.
	@ASAN_OPTIONS=detect_leaks=1:handle_segv=0 sh core/tools/run.sh $(BUILD)/asan $(TESTS:$(BUILD)/%=$(BUILD)/asan/%)

TSAN_TESTS = $(patsubst $(BUILD)/%,$(BUILD)/tsan/%,$(call named,test_command test_queue test_event test_listener,$(TESTS)))
tsan: ## run the tests of listener, queue and protocol threads under ThreadSanitizer, with OpenMP off
	@$(MAKE) --no-print-directory -j"$$(nproc)" BUILD=$(BUILD)/tsan OMP= OPT="-O1 -g" EXTRA="-fsanitize=thread -Wno-unknown-pragmas" CUDA= $(TSAN_TESTS)
	@sh core/tools/run.sh $(BUILD)/tsan $(TSAN_TESTS)

# The programs under libFuzzer are built with clang, AddressSanitizer and UndefinedBehaviorSanitizer into their own folder.
FUZZ     := $(patsubst %.c,%,$(call named,fuzz_%.c,$(TEST_ALL)))
FUZZ_S   ?= 60
FUZZ_J   ?= $(shell nproc)
FUZZ_SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(filter $(BUILD)/core/%,$(FUZZ:%=$(BUILD)/%)): $(BUILD)/%: %.c $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) -fsanitize=fuzzer -o $@ $^ $(ENGINE_LIBS)
$(filter $(BUILD)/tui/%,$(FUZZ:%=$(BUILD)/%)): $(BUILD)/%: %.c $(BUILD)/libtui.a $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) -fsanitize=fuzzer -o $@ $^ $(TUI_LIBS)
fuzz-programs: $(FUZZ:%=$(BUILD)/%)
fuzz: ## run the fuzzers, FUZZ_S seconds each, FUZZ_J at a time (clang)
	@$(MAKE) --no-print-directory -j"$$(nproc)" BUILD=$(BUILD)/fuzz CC=clang OPT="-O2 -g" EXTRA="$(FUZZ_SAN) -fsanitize=fuzzer-no-link" CUDA= PEERS= fuzz-programs
	@sh core/tools/fuzz_seeds.sh $(BUILD)/fuzz
	@sh core/tools/fuzz.sh $(BUILD)/fuzz $(FUZZ_S) $(FUZZ_J) $(FUZZ:%=$(BUILD)/fuzz/%)

bench-load: programs $(BUILD)/core/tools/bench_load ## reading, against fast_matrix_market and SciPy where PYTHON has them: make bench-load [FILES=…]
	@sh core/tools/bench_load.sh $(BUILD) $(FILES)
$(BUILD)/core/tools/bench_load: core/tools/bench_load.c $(BUILD)/libcore.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) $(LDFLAGS) -o $@ $^ $(ENGINE_LIBS)

bench-cpu: programs ## CPU kernels beside the peers, over a grid: make bench-cpu [QUICK=1] [MATRICES=DIR] [BUDGET_S=…]; report and TSV in build/bench/
	@BUILD=$(BUILD) sh cpu/tools/bench_cpu.sh $(if $(QUICK),--quick)
bench-gpu: programs ## GPU kernels beside cuSPARSE, likewise; QUICK=1 fits ten minutes
	@BUILD=$(BUILD) sh gpu/tools/bench_gpu.sh $(if $(QUICK),--quick)

SOURCES = $(foreach e,c h cpp cu cuh,$(call all_of,core cpu gpu tui,$(e)))
format: ## format the sources in place
	clang-format -i $(SOURCES)
check: layers ## format, layers, warnings as errors with gcc and clang, all tests, README as its lists have it
	clang-format --dry-run -Werror $(SOURCES)
	@$(MAKE) --no-print-directory -j"$$(nproc)" BUILD=$(BUILD)/clang CC=clang EXTRA=-Werror CUDA= all test-programs
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/gcc CC=gcc EXTRA=-Werror test readme-check
readme-check: $(BUILD)/tui/tools/readme
	@$< README.md | cmp -s - README.md || { echo "README.md is behind the lists of keys and commands: make readme" >&2; exit 1; }

golden: $(BUILD)/tui/screen/tests/test_views ## write the golden screens anew (then look at git diff)
	NZSCOPE_GOLDEN=1 $(BUILD)/tui/screen/tests/test_views

SHOT := $(BUILD)/nzscope --mem-limit 8G
screenshots: programs ## pictures of the real screen after real runs, into screenshots/
	$(SHOT) --size 120x36 --script screenshots/demo.script --screenshot screenshots/demo.svg gen:demo
	$(SHOT) --size 120x36 --script screenshots/demo.script --screenshot screenshots/demo.txt gen:demo
	$(SHOT) --size 80x24 --script screenshots/running.script --screenshot screenshots/running.svg gen:stencil27:64
	$(SHOT) --size 200x60 --script screenshots/large.script --screenshot screenshots/large.svg gen:rmat:16:16
	$(BUILD)/nzscope list devices | grep -q ^gpu && \
	  $(SHOT:8G=24G) --size 120x40 --script screenshots/gpu.script --screenshot screenshots/gpu.svg gen:stencil27:128 || \
	  echo "no GPU here: screenshots/gpu.svg stays as it is"

$(BUILD)/tui/tools/readme: tui/tools/readme.c $(BUILD)/libtui.a $(BUILD)/libcore.a
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(filter %.a,$^) $(TUI_LIBS)
readme: $(BUILD)/tui/tools/readme ## write the keys and commands in README.md anew, from their lists
	$< README.md > $(BUILD)/README.md
	cp $(BUILD)/README.md README.md

$(BUILD)/tui/tools/bench_ui: tui/tools/bench_ui.c $(BUILD)/libtui.a $(BUILD)/libcore.a
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(filter %.a,$^) $(TUI_LIBS) -lvterm -lutil
bench-ui: programs $(BUILD)/tui/tools/bench_ui ## first frame, key latency under load, cost of a frame, idle CPU
	NZSCOPE_BUILD=$(BUILD) $(BUILD)/tui/tools/bench_ui

# ---- installing ----

$(BUILD)/tui/tools/manual: tui/tools/manual.c $(BUILD)/libtui.a $(BUILD)/libcore.a
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(OMP) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(filter %.a,$^) $(TUI_LIBS)
$(BUILD)/nzscope.1: $(BUILD)/tui/tools/manual
	$< > $@.new && mv $@.new $@
man: $(BUILD)/nzscope.1 ## write the manual page into build/, from the lists of commands, options and keys

install: all man ## install under $(DESTDIR)$(PREFIX)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR) $(DESTDIR)$(DATADIR) $(DESTDIR)$(MANDIR)
	install -m 755 $(PROGRAMS) $(DESTDIR)$(BINDIR)
	$(if $(PLUGINS),install -m 644 $(PLUGINS) $(DESTDIR)$(LIBDIR))
	install -m 644 $(BUILD)/nzscope.1 $(DESTDIR)$(MANDIR)
	cp -r matrices $(DESTDIR)$(DATADIR)/
# The folders of the system stay, even empty ones.
uninstall: ## remove what install put there, and folders that this leaves empty
	rm -f $(DESTDIR)$(BINDIR)/nzscope $(DESTDIR)$(BINDIR)/nzscope-engine $(DESTDIR)$(MANDIR)/nzscope.1
	rm -rf $(DESTDIR)$(LIBDIR) $(DESTDIR)$(DATADIR)
	$(if $(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),,rmdir --ignore-fail-on-non-empty $(addprefix $(DESTDIR),$(MANDIR) $(MANDIR:%/man1=%) \
	  $(BINDIR) $(dir $(LIBDIR) $(DATADIR)) $(PREFIX)) 2>/dev/null || true)

deb: ## a Debian package in build/, for every GPU unless CUDA_ARCHS names some
	@$(MAKE) --no-print-directory -j"$$(nproc)" PREFIX=/usr BUILD=$(BUILD)/deb $(if $(CUDA_GUESSED),CUDA_ARCHS="$(CUDA_ALL)") all man
	@PREFIX=/usr sh core/tools/deb.sh $(BUILD)/deb $(VERSION)

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24
	@echo "With any: CUDA_ARCHS=\"80 90\" for these GPUs, CUDA= without GPU kernels, NATIVE=1 for this CPU alone, MKLROOT=DIR with MKL,"
	@echo "          PREFIX=DIR and DESTDIR=DIR where to install, BUILD=DIR in place of build, CC=clang, V=1 to see the commands"
clean: ## remove build/
	rm -rf $(BUILD)

.PHONY: readme-check bench-cpu bench-gpu bench-load man deb deps-peers golden screenshots readme bench-ui all programs probes deps run test test-programs layers asan tsan format check install uninstall help clean
-include $(foreach d,core cpu gpu tui,$(if $(wildcard $(BUILD)/$(d)),$(call all_of,$(BUILD)/$(d),d)))
