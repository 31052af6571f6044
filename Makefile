# SPDX-License-Identifier: GPL-3.0-or-later
# nzscope: this one file builds everything, into build/; `make help` lists the targets.

VERSION := 0.1.0
BUILD   ?= build
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib/nzscope
DATADIR ?= $(PREFIX)/share/nzscope
MANDIR  ?= $(PREFIX)/share/man
# Where shells look for completions; Debian's zsh in a folder of its own when /usr is the prefix.
SHELLS_bash ?= $(PREFIX)/share/bash-completion/completions
SHELLS_zsh  ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
SHELLS_fish ?= $(PREFIX)/share/fish/vendor_completions.d
COMPLETIONS := $(SHELLS_bash)/nzscope $(SHELLS_zsh)/_nzscope $(SHELLS_fish)/nzscope.fish
DESTDIR ?=
PKG     ?= pkg-config
ARCH    := $(shell uname -m)
# The C++ compiler that belongs to CC, so that both use the same OpenMP library.
ifeq ($(origin CXX),default)
CXX     := $(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),g++)
endif
.DEFAULT_GOAL := all
# One line a file; V=1 shows the commands.
ifndef V
.SILENT:
endif
note  = @mkdir -p $(@D) && echo "  $(1)	$@"
again = @$(MAKE) --no-print-directory -j"$$(nproc)"
have  = $(shell $(PKG) --exists $(1) 2>/dev/null && echo yes)
pc    = $(shell $(PKG) $(1) $(2) 2>/dev/null)

# ---- flags ----

WARN   := -Wall -Wextra -Wno-unused-parameter -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
OPT    ?= -O3 -g
OMP    := -fopenmp
EXTRA  ?=
TYPES  := f64 f32
CTYPE_f64 := double
CTYPE_f32 := float
# The instruction sets that CPU kernels are compiled for; the best one is chosen at run time.
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
endif
CPPFLAGS_ALL := -I. -D_GNU_SOURCE -DNZ_VERSION='"$(VERSION)"' -DNZ_LIBDIR='"$(LIBDIR)"' -DNZ_DATADIR='"$(DATADIR)"' -DISAS_$(words $(ISAS)) $(CPPFLAGS)
CODEGEN      := $(OPT) $(if $(filter x86_64,$(ARCH)),-march=x86-64-v2) -fPIC -fvisibility=hidden
CFLAGS_ALL   := -std=c11 $(CODEGEN) -ffp-contract=off $(WARN) $(EXTRA) $(CFLAGS) $(OMP)
CXXFLAGS_ALL := -std=c++20 $(CODEGEN) -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers $(EXTRA) $(CXXFLAGS) $(OMP)

# ---- what this machine has ----

HWLOC ?= $(call have,hwloc)
LIBZIP ?= $(call have,libzip)
METIS ?= $(firstword $(wildcard /usr/include/metis.h /usr/local/include/metis.h))
CORE_LIBS   := $(call pc,--libs,jansson zlib) -lm
TUI_LIBS    := $(call pc,--libs,ncursesw readline jansson zlib) -lm
ENGINE_LIBS := $(CORE_LIBS) $(if $(HWLOC),$(call pc,--libs,hwloc)) $(if $(LIBZIP),$(call pc,--libs,libzip)) -lpthread -ldl

# Foreign CPU libraries, a plug-in each. ABSENT_LIBRARY: why its plug-in is built without it; empty: it is there.
PEERS      ?= librsb graphblas eigen mkl petsc
MKLROOT    ?= $(firstword $(wildcard /opt/intel/oneapi/mkl/latest) $(call pc,--variable=prefix,mkl-sdl))
MKL_HEADER := $(firstword $(wildcard $(MKLROOT)/include/mkl_spblas.h /usr/include/mkl/mkl_spblas.h))
MKL_RT     := $(firstword $(wildcard $(foreach d,lib lib/intel64,$(MKLROOT)/$(d)/libmkl_rt.so*) /usr/lib/*/libmkl_rt.so))
GRAPHBLAS  := $(firstword $(foreach d,/usr/include /usr/local/include,$(wildcard $(d)/GraphBLAS.h $(d)/suitesparse/GraphBLAS.h)))
ABSENT_librsb    := $(if $(call have,librsb),,built without librsb: make deps-peers, then make)
ABSENT_graphblas := $(if $(GRAPHBLAS),,built without SuiteSparse:GraphBLAS: make deps-peers, then make)
ABSENT_eigen     := $(if $(and $(call have,eigen3),$(shell command -v $(CXX))),,built without Eigen: make deps-peers, then make)
ABSENT_mkl       := $(if $(and $(MKL_HEADER),$(MKL_RT)),,built without MKL: pip install mkl-devel, then make MKLROOT=the folder above its lib)
ABSENT_petsc     := $(if $(and $(call have,petsc),$(call have,mpi-c)),,built without PETSc and MPI: make deps-peers, then make)
INCLUDE_graphblas := $(addprefix -isystem ,$(filter-out /usr/include/,$(dir $(GRAPHBLAS))))
INCLUDE_eigen     := $(patsubst -I%,-isystem %,$(call pc,--cflags,eigen3)) -DEIGEN_VERSION='"$(call pc,--modversion,eigen3)"'
INCLUDE_petsc     := -DPETSC_RELEASE='"$(call pc,--modversion,petsc)"'
INCLUDE_mkl       := $(addprefix -isystem ,$(dir $(MKL_HEADER)))
LINK_eigen     := $(if $(ABSENT_eigen),,$(CXX))
PARTS_petsc    := cpu/peers/mpirun.c cpu/peers/petsc_plan.c
LIBS_librsb    := $(call pc,--libs,librsb)
LIBS_graphblas := -lgraphblas
RPATH_mkl      ?= -Wl,-rpath,$(dir $(abspath $(MKL_RT)))
LIBS_mkl       := $(abspath $(MKL_RT)) $(RPATH_mkl)

# CUDA_ARCHS: the architectures to compile for; by default those of this machine's GPUs, which takes a third of the time, and
# without a GPU all of them (later GPUs translate the last). nvidia-smi is slow: it is called once, if at all.
NVCC       ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc 2>/dev/null))
CUDA_ALL   := 75 80 86 89 90
CUDA_NAMED := $(CUDA_ARCHS)
CUDA_HERE   = $(eval CUDA_HERE := $(shell sh gpu/tools/archs.sh $(NVCC)))$(CUDA_HERE)
CUDA_ARCHS ?= $(or $(CUDA_HERE),$(CUDA_ALL))
# CUDA: nonempty if GPU kernels are built. Without a GPU run, test and install leave them out, unless CUDA_ARCHS is given or
# they were built before.
ifneq ($(filter run test install,$(MAKECMDGOALS)),)
CUDA ?= $(and $(NVCC),$(or $(CUDA_NAMED),$(wildcard $(BUILD)/nzscope-cuda.so),$(CUDA_HERE)))
endif
CUDA ?= $(NVCC)

# ---- sources ----

# Files of a folder and its rooms without tests and tools; and among those, without their endings.
sources  = $(shell find $(1) -name '$(2)' -not -path '*/tests/*' -not -path '*/tools/*' | LC_ALL=C sort)
beside   = $(basename $(shell find core cpu gpu tui -path '*/$(1)/$(2)' | LC_ALL=C sort))
objects  = $(patsubst %,$(BUILD)/%.o,$(basename $(1)))
# One object for each value type and each of some instruction sets.
variants = $(foreach f,$(basename $(1)),$(foreach t,$(TYPES),$(foreach i,$(2),$(BUILD)/$(f).$(t).$(i).o)))

CORE_OBJ := $(call objects,$(filter-out core/engine/engine.c,$(call sources,core,*.c)))
TUI_OBJ  := $(call objects,$(filter-out tui/main.c,$(call sources,tui,*.c)))
# CPU kernels are the files that define a VARIANT; cpu/peers is the plug-ins' and in no library.
CPU_SRC  := $(filter-out cpu/peers/%,$(call sources,cpu,*.c))
KERNELS  := $(shell grep -lw VARIANT $(CPU_SRC))
CPU_OBJ  := $(call objects,$(filter-out $(KERNELS),$(CPU_SRC))) $(call variants,$(KERNELS),$(ISAS))
# C files in gpu/ need no nvcc. Of the CUDA files, gpu/device goes into all plug-ins, gpu/cusparse and gpu/cub into one each, the
# rest into nzscope-cuda.so.
GPU_OBJ  := $(call objects,$(call sources,gpu,*.c))
CUDA_OBJ := $(call objects,$(call sources,gpu,*.cu))
CUDA_DEVICE   := $(filter $(BUILD)/gpu/device/%,$(CUDA_OBJ))
CUDA_CUSPARSE := $(filter $(BUILD)/gpu/cusparse/%,$(CUDA_OBJ))
CUDA_CUB      := $(filter $(BUILD)/gpu/cub/%,$(CUDA_OBJ))
CUDA_KERNELS  := $(filter-out $(CUDA_DEVICE) $(CUDA_CUSPARSE) $(CUDA_CUB),$(CUDA_OBJ))
CUDA_PLUGINS  := $(if $(CUDA),$(BUILD)/nzscope-cuda.so $(BUILD)/nzscope-cusparse.so $(BUILD)/nzscope-cub.so)
TESTS    := $(addprefix $(BUILD)/,$(call beside,tests,test_*.c))
FUZZERS  := $(addprefix $(BUILD)/,$(call beside,tests,fuzz_*.c))
TOOLS    := $(addprefix $(BUILD)/,$(call beside,tools,*.c))
PROGRAMS := $(BUILD)/nzscope $(BUILD)/nzscope-engine
TOURS    := $(wildcard tui/tours/*.tour tui/tours/*.jsonl tui/tours/FORMAT.md)
# What peer.petsc starts in each MPI rank.
RANK     := $(if $(ABSENT_petsc),,$(addprefix $(BUILD)/nzscope-,$(addsuffix -rank,$(filter petsc,$(PEERS)))))
PLUGINS  := $(CUDA_PLUGINS) $(PEERS:%=$(BUILD)/nzscope-%.so)

# ---- building ----

all: probes programs ## build the programs and the plug-ins into build/
programs: $(PROGRAMS) $(PLUGINS) $(RANK)

probes:
	@for p in ncursesw readline jansson zlib; do \
	  $(PKG) --exists $$p 2>/dev/null && echo "✓ $$p $$($(PKG) --modversion $$p)" || echo "✗ $$p: not found (make deps)"; done
	@echo "$(if $(HWLOC),✓ hwloc $(call pc,--modversion,hwloc),✗ hwloc: threads are pinned without knowledge of cores and NUMA nodes (make deps))"
	@echo "$(if $(LIBZIP),✓ libzip $(call pc,--modversion,libzip),✗ libzip: .npz files of SciPy cannot be read (make deps))"
	@echo "$(if $(METIS),✓ METIS: $(METIS),✗ METIS: no metis.h (make deps); reorderings metis-nd and metis-kway are left out)"
	@echo "$(if $(NVCC),$(if $(CUDA),✓ CUDA: $(NVCC) for $(CUDA_ARCHS:%=sm_%),✗ CUDA: $(NVCC) is here but GPU kernels are left out (make CUDA=yes)),✗ CUDA: no nvcc on the PATH or in /usr/local/cuda; GPU kernels are left out)"
	@$(foreach p,$(PEERS),echo "$(if $(ABSENT_$(p)),✗ $(p): $(ABSENT_$(p)),✓ $(p)$(if $(filter mkl,$(p)),: $(MKL_RT)))";)

# Objects depend on the Makefile, since the flags stand in it.
$(BUILD)/%.o: %.c Makefile
	$(call note,CC)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
$(BUILD)/cpu/device/peak.o: CFLAGS_ALL += -ffp-contract=fast
# Kernels may contract a*b+c, except the baseline: its one sum waits for each addition, and a fused one takes longer
# (two cores of an EPYC: 1.03 to 1.2 times as long in all). Eigen is headers only: a namespace for each instruction set
# keeps the linker from mixing them.
CONTRACT = -ffp-contract=fast
$(BUILD)/cpu/mul/csr_serial.%: CONTRACT = -ffp-contract=off
define variant_rules
$(BUILD)/%.$(1).$(2).o: %.c Makefile
	$$(call note,CC)
	$$(CC) $$(CPPFLAGS_ALL) -DT=$(CTYPE_$(1)) -DTYPE=$(1) -DISA=$(2) $$(CFLAGS_ALL) $$(CONTRACT) $(FLAGS_$(2)) -MMD -MP -c -o $$@ $$<
$(BUILD)/%.$(1).$(2).o: %.cpp Makefile
	$$(call note,CXX)
	$$(CXX) $$(CPPFLAGS_ALL) -DT=$(CTYPE_$(1)) -DTYPE=$(1) -DISA=$(2) -DEigen=Eigen_$(2) -DEIGEN_NO_DEBUG $$(CXXFLAGS_ALL) $$(CONTRACT) \
	  $(FLAGS_$(2)) -MMD -MP -c -o $$@ $$<
endef
$(foreach t,$(TYPES),$(foreach i,$(sort $(ISAS) base),$(eval $(call variant_rules,$(t),$(i)))))

$(BUILD)/libcore.a: $(CORE_OBJ)
$(BUILD)/libcpu.a: $(CPU_OBJ)
$(BUILD)/libgpu.a: $(GPU_OBJ)
$(BUILD)/libtui.a: $(TUI_OBJ)
$(BUILD)/lib%.a:
	$(call note,AR)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/nzscope-engine: $(BUILD)/core/engine/engine.o $(BUILD)/libcpu.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(ENGINE_LIBS)
$(BUILD)/nzscope: $(BUILD)/tui/main.o $(BUILD)/libtui.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ -Wl,--as-needed $^ $(TUI_LIBS)

# The commit, in the engine's main file alone, so that a new one recompiles little; empty outside a repository.
COMMIT := $(shell git ls-files --error-unmatch Makefile >/dev/null 2>&1 && git describe --always --dirty --abbrev=10)
FOUND_COMMIT := $(COMMIT)
$(BUILD)/core/engine/engine.o: $(BUILD)/COMMIT.found
$(BUILD)/core/engine/engine.o: CPPFLAGS_ALL += -DNZ_COMMIT='"$(COMMIT)"'

# A stamp for each optional library: it changes when the library comes, goes or moves, and what uses it is recompiled.
$(BUILD)/%.found: FORCE
	@mkdir -p $(@D) && echo '$(FOUND_$*)' | cmp -s - $@ || echo '$(FOUND_$*)' >$@
FORCE:
# Objects $(2) use the optional library $(1), if it is there, as HAVE_$(1).
define optional_rules
FOUND_$(1) := $($(1))
$(2): $(BUILD)/$(1).found
$(2): CPPFLAGS_ALL += $(if $($(1)),-DHAVE_$(1))
endef
$(eval $(call optional_rules,HWLOC,$(BUILD)/cpu/device/topology.o))
$(eval $(call optional_rules,METIS,$(BUILD)/core/matrix/reorder_metis.o))
$(eval $(call optional_rules,LIBZIP,$(BUILD)/core/io/npz.o $(BUILD)/core/io/unzip.o))

# The plug-in of library $(1): its backend, and its peers for the instruction sets $(2). nodelete: libraries with threads and
# pools of their own do not like to be unloaded.
define peer_rules
FOUND_$(1) := $(or $(ABSENT_$(1)),$(INCLUDE_$(1)) $(LIBS_$(1)))
PEER_$(1) := $(call objects,$(wildcard cpu/peers/backend_$(1).c) $(PARTS_$(1))) $(call variants,$(wildcard cpu/peers/peer_$(1).c cpu/peers/peer_$(1)_*.c \
  $(if $(ABSENT_$(1)),,cpu/peers/peer_$(1)*.cpp)),$(2))
$$(PEER_$(1)): CPPFLAGS_ALL += $(if $(ABSENT_$(1)),-DABSENT='"$(ABSENT_$(1))"',$(INCLUDE_$(1)))
$$(PEER_$(1)): $(BUILD)/$(1).found
$(BUILD)/nzscope-$(1).so: $$(PEER_$(1)) $(BUILD)/libcpu.a $(BUILD)/libcore.a
	$$(call note,LINK)
	$(or $(LINK_$(1)),$(CC)) $$(OPT) $$(EXTRA) $$(OMP) $$(LDFLAGS) -shared \
	  -Wl,--exclude-libs,ALL,-z,defs,-z,nodelete,--as-needed -o $$@ $$^ $(if $(ABSENT_$(1)),,$(LIBS_$(1))) $$(ENGINE_LIBS)
endef
$(foreach p,$(PEERS),$(eval $(call peer_rules,$(p),$(if $(filter eigen,$(p)),$(ISAS),base))))

RANK_OBJ := $(BUILD)/cpu/peers/petsc_rank.o $(BUILD)/cpu/peers/petsc_rows.o
$(RANK_OBJ): CPPFLAGS_ALL += $(patsubst -I%,-isystem %,$(call pc,--cflags-only-I,petsc mpi-c))
$(RANK_OBJ): $(BUILD)/petsc.found
$(BUILD)/nzscope-petsc-rank: $(RANK_OBJ) $(BUILD)/libcore.a
	$(call note,LINK)
	$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(call pc,--libs,petsc mpi-c) -lm

CUDA_GEN   = $(foreach a,$(CUDA_ARCHS),-gencode arch=compute_$(a),code=sm_$(a)) \
             -gencode arch=compute_$(lastword $(CUDA_ARCHS)),code=compute_$(lastword $(CUDA_ARCHS))
NVCC_FLAGS = -std=c++20 -O3 -lineinfo $(CUDA_GEN) -I. -D_GNU_SOURCE -Xcompiler -fPIC,-fvisibility=hidden,-Wall,-Wextra,-Wno-unused-parameter,-Wno-missing-field-initializers \
             -t 0 --expt-relaxed-constexpr $(OMP:%=-Xcompiler %)
$(BUILD)/%.o: %.cu Makefile
	$(call note,NVCC)
	$(NVCC) $(NVCC_FLAGS) -MMD -MP -c -o $@ $<
# nodelete: the CUDA runtime does not like to be unloaded.
$(BUILD)/nzscope-cuda.so: $(CUDA_KERNELS)
$(BUILD)/nzscope-cusparse.so: $(CUDA_CUSPARSE) $(BUILD)/gpu/lib/transpose.o
$(BUILD)/nzscope-cub.so: $(CUDA_CUB) $(BUILD)/gpu/lib/block.o $(BUILD)/gpu/lib/transpose.o
$(BUILD)/nzscope-cuda.so $(BUILD)/nzscope-cusparse.so $(BUILD)/nzscope-cub.so: $(CUDA_DEVICE) $(BUILD)/libgpu.a $(BUILD)/libcore.a
	$(call note,LINK)
	$(NVCC) $(CUDA_GEN) -shared -cudart static -Xlinker --exclude-libs=ALL -Xlinker -z,defs -Xlinker -z,nodelete -o $@ \
	  $(filter %.o,$^) $(filter %.a,$^) $(CORE_LIBS) -lgomp

# Tests, fuzzers and tools: one file each, linked with the library of their folder.
define program_rule
$(filter $(BUILD)/$(1)/%,$(TESTS) $(FUZZERS) $(TOOLS)): $(BUILD)/%: %.c $(2) $(BUILD)/libcore.a
	$$(call note,CC)
	$$(CC) $$(CPPFLAGS_ALL) $$(CFLAGS_ALL) -Wno-missing-prototypes $$(LDFLAGS) -MMD -MP -MF $$@.d -o $$@ $$< $(2) $(BUILD)/libcore.a $$(LIBS) $(3)
endef
$(eval $(call program_rule,core,,$(ENGINE_LIBS)))
$(eval $(call program_rule,cpu,$(BUILD)/libcpu.a,$(ENGINE_LIBS)))
$(eval $(call program_rule,gpu,$(BUILD)/libgpu.a $(BUILD)/libcpu.a,$(ENGINE_LIBS)))
$(eval $(call program_rule,tui,$(BUILD)/libtui.a,$(TUI_LIBS)))
$(TESTS): LIBS += -lcmocka
$(FUZZERS): LIBS += -fsanitize=fuzzer
$(filter $(BUILD)/tui/%,$(TESTS)) $(addprefix $(BUILD)/tui/tools/,bench_ui endure): LIBS += -lvterm -lutil
# Calls that test_faults makes fail.
FAULTS := malloc calloc realloc aligned_alloc strdup mmap pipe2 fork pread write fsync fchmod mkostemp rename
$(BUILD)/core/tests/test_faults: LDFLAGS += $(FAULTS:%=-Wl,--wrap=%)

# ---- running ----

deps: ## install the missing packages (apt, with sudo when not root)
	@sh core/tools/deps.sh
deps-peers: ## install librsb, SuiteSparse:GraphBLAS, Eigen, and PETSc with Open MPI, fetch the newest cuSPARSE, and say how to get Intel MKL
	@sh core/tools/deps.sh peers
	@$(if $(NVCC),sh gpu/tools/deps_cusparse.sh $(NVCC))
	@$(if $(ABSENT_mkl),echo "Intel MKL is not packaged everywhere: python3 -m venv $$HOME/mkl && $$HOME/mkl/bin/pip install mkl-devel && make MKLROOT=$$HOME/mkl")
run: deps ## install what is missing, build, and open the screen on the demo matrix
	$(again) CUDA='$(CUDA)' all
	@$(BUILD)/nzscope gen:demo

# ---- testing ----

test: deps ## install what is missing, build, and run all tests
	$(again) CUDA='$(CUDA)' all test-programs
	@sh core/tools/run_tests.sh $(BUILD) $(TESTS)
test-programs: $(TESTS)
fuzz-programs: $(FUZZERS)
layers: ## check that includes point one way and that every kernel file is in its list
	@sh core/tools/layers.sh

SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined
asan: ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(again) BUILD=$(BUILD)/asan OPT="-O1 -g" EXTRA="$(SAN) -fno-omit-frame-pointer" CUDA= PEERS= all test-programs
# Tests send SIGSEGV to engines, which must die of it.
	@ASAN_OPTIONS=detect_leaks=1:handle_segv=0 sh core/tools/run_tests.sh $(BUILD)/asan $(TESTS:$(BUILD)/%=$(BUILD)/asan/%)

TSAN_TESTS := $(patsubst $(BUILD)/%,$(BUILD)/tsan/%,$(filter $(BUILD)/core/protocol/%,$(TESTS)))
tsan: ## run the tests of listener, queue and protocol under ThreadSanitizer, with OpenMP off
	$(again) BUILD=$(BUILD)/tsan OMP= OPT="-O1 -g" EXTRA="-fsanitize=thread -Wno-unknown-pragmas" CUDA= $(TSAN_TESTS)
	@sh core/tools/run_tests.sh $(BUILD)/tsan $(TSAN_TESTS)

FUZZ_S ?= 60
FUZZ_J ?= $(shell nproc)
fuzz: ## run the fuzzers, FUZZ_S seconds each, FUZZ_J at a time (clang)
	$(again) BUILD=$(BUILD)/fuzz CC=clang OPT="-O2 -g" EXTRA="$(SAN) -fsanitize=fuzzer-no-link" CUDA= PEERS= fuzz-programs
	@sh core/tools/fuzz_seeds.sh $(BUILD)/fuzz
	@sh core/tools/fuzz.sh $(BUILD)/fuzz $(FUZZ_S) $(FUZZ_J) $(FUZZERS:$(BUILD)/%=$(BUILD)/fuzz/%)

NUMBERS ?= 100000000
fuzz-numbers: $(BUILD)/core/tools/fuzz_numbers ## NUMBERS numbers (10^8) from SEED (the time) read and written beside the C library
	$< $(NUMBERS) $(SEED)
	@printf '%s\t%s\tfuzz_numbers\t%s\t0\n' "$$(date -u +%F)" '$(COMMIT)' $(NUMBERS) >>core/tools/fuzzed.tsv

FORMATTED = $(shell find core cpu gpu tui -name '*.[ch]' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh')
format: ## format the sources in place
	clang-format -i $(FORMATTED)
check: layers ## format, layers, warnings as errors with gcc and clang, all tests
	clang-format --dry-run -Werror $(FORMATTED)
	$(again) BUILD=$(BUILD)/clang CC=clang EXTRA=-Werror CUDA= all test-programs
	$(again) BUILD=$(BUILD)/gcc CC=gcc EXTRA=-Werror test
	@BUILD=$(BUILD)/gcc CC=gcc ISAS="$(ISAS)" sh core/tools/mutate.sh cpu/tools/mutants.list 8
mutants: programs ## break the CPU kernels on purpose, one after the other, and see that the check notices
	@BUILD=$(BUILD) CC="$(CC)" ISAS="$(ISAS)" sh core/tools/mutate.sh cpu/tools/mutants.list
sanitize-gpu: programs $(BUILD)/cpu/tests/test_kernels ## compute-sanitizer over every GPU kernel, on a machine with a GPU
	@sh gpu/tools/sanitize.sh $(BUILD)
mutants-gpu: programs $(BUILD)/cpu/tests/test_kernels ## the same of the GPU kernels, on a machine with a GPU
	@BUILD=$(BUILD) NVCC="$(NVCC)" ARCH=sm_$(lastword $(CUDA_ARCHS)) sh core/tools/mutate.sh gpu/tools/mutants.list
GOLDEN := $(addprefix $(BUILD)/tui/screen/tests/,test_app test_cards test_compare test_guide test_microscope test_pictures test_transport test_views)
golden: $(GOLDEN) ## rewrite the golden screens (then look at git diff)
	status=0; for t in $^; do NZSCOPE_GOLDEN=1 $$t || status=1; done; exit $$status
screenshots: programs ## pictures of the real screen after real runs, into screenshots/
	sh tui/tools/screenshots.sh $(BUILD)

# ---- benchmarks ----

bench-cpu: programs ## CPU kernels beside the peers, over matrices drawn by SEED: make bench-cpu [SEED=1] [QUICK=1] [MATRICES=DIR]; report and TSV in build/bench/
	@BUILD=$(BUILD) SEED=$(or $(SEED),1) sh core/tools/bench.sh cpu $(if $(QUICK),--quick)
bench-gpu: programs ## GPU kernels beside cuSPARSE, likewise; QUICK=1 fits ten minutes
	@BUILD=$(BUILD) SEED=$(or $(SEED),1) sh core/tools/bench.sh gpu $(if $(QUICK),--quick)
bench-load: programs $(BUILD)/core/tools/bench_load ## reading, against fast_matrix_market and SciPy where PYTHON has them: make bench-load [FILES=…]
	@sh core/tools/bench_load.sh $(BUILD) $(FILES)
bench-ui: programs $(BUILD)/tui/tools/bench_ui ## first frame, key latency under load, cost of a frame, idle CPU
	NZSCOPE_BUILD=$(BUILD) $(BUILD)/tui/tools/bench_ui

MINUTES ?= 20
endure: programs $(BUILD)/tui/tools/endure ## a day at the screen in MINUTES (20) from SEED (1): random keys, sizes, suspensions, kills; memory stays flat
	NZSCOPE_BUILD=$(BUILD) $(BUILD)/tui/tools/endure $(MINUTES) $(or $(SEED),1)

gates: programs ## whether figures hold from process to process, with a busy processor, beside the libraries alone: make gates [N=12]
	@BUILD=$(BUILD) sh core/tools/gates.sh

# ---- installing ----

MANUAL := $(addprefix $(BUILD)/,nzscope.1 nzscope-engine.1 nzscope-tour.5)
$(BUILD)/nzscope.1: $(BUILD)/tui/tools/manual
	$< > $@.new && mv $@.new $@
$(BUILD)/nzscope-engine.1: $(BUILD)/tui/tools/manual
	$< engine > $@.new && mv $@.new $@
$(BUILD)/nzscope-tour.5: tui/tools/page.awk tui/tours/FORMAT.md
	mkdir -p $(@D)
	awk -v name=nzscope-tour -v section=5 -v what="lessons for the screen of nzscope" -v version=$(VERSION) -f $^ > $@.new && mv $@.new $@
man: $(MANUAL) ## write the manual pages into build/, from the lists of commands, options and keys and from FORMAT.md of the tours
install: all man ## install under $(DESTDIR)$(PREFIX)
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR) $(DATADIR) $(MANDIR)/man1 $(MANDIR)/man5 $(SHELLS_bash) $(SHELLS_zsh) $(SHELLS_fish))
	install -m 755 $(PROGRAMS) $(DESTDIR)$(BINDIR)
	$(if $(strip $(PLUGINS)),install -m 644 $(PLUGINS) $(DESTDIR)$(LIBDIR))
	$(if $(RANK),install -m 755 $(RANK) $(DESTDIR)$(LIBDIR))
	install -m 644 $(filter %.1,$(MANUAL)) $(DESTDIR)$(MANDIR)/man1
	install -m 644 $(filter %.5,$(MANUAL)) $(DESTDIR)$(MANDIR)/man5
	install -m 644 tui/tools/complete.bash $(DESTDIR)$(SHELLS_bash)/nzscope
	install -m 644 tui/tools/complete.zsh $(DESTDIR)$(SHELLS_zsh)/_nzscope
	install -m 644 tui/tools/complete.fish $(DESTDIR)$(SHELLS_fish)/nzscope.fish
	cp -r matrices $(DESTDIR)$(DATADIR)/
	install -d $(DESTDIR)$(DATADIR)/tours
	install -m 644 $(TOURS) $(DESTDIR)$(DATADIR)/tours
# The folders of the system stay, even empty ones.
uninstall: ## remove what install put there, and folders that this leaves empty
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,nzscope nzscope-engine) $(MANUAL:$(BUILD)/%=$(DESTDIR)$(MANDIR)/man?/%) $(COMPLETIONS:%=$(DESTDIR)%)
	rm -rf $(DESTDIR)$(LIBDIR) $(DESTDIR)$(DATADIR)
	$(if $(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),,(cd $(DESTDIR)$(PREFIX) && rmdir -p --ignore-fail-on-non-empty \
	  $(patsubst $(PREFIX)/%,%,$(SHELLS_bash) $(SHELLS_zsh) $(SHELLS_fish))) 2>/dev/null; rmdir --ignore-fail-on-non-empty $(addprefix $(DESTDIR),$(MANDIR)/man1 $(MANDIR)/man5 $(MANDIR) \
	  $(BINDIR) $(dir $(LIBDIR) $(DATADIR)) $(PREFIX)) 2>/dev/null || true)
# Where MKL lies on this machine is no business of the package's.
MAINTAINER ?= nzscope maintainers <nzscope@users.noreply.github.com>
deb: ## a Debian package in build/, for every GPU unless CUDA_ARCHS names some; MAINTAINER="Name <address>"
	$(again) PREFIX=/usr BUILD=$(BUILD)/deb RPATH_mkl= CUDA_ARCHS="$(or $(CUDA_NAMED),$(CUDA_ALL))" all man
	@RPATH_mkl= sh core/tools/deb.sh $(BUILD)/deb $(VERSION) '$(MAINTAINER)'
DIST := nzscope-$(VERSION)
dist: ## a tarball of the sources of this commit in build/
	mkdir -p $(BUILD)
	git archive --prefix=$(DIST)/ HEAD | gzip -9n > $(BUILD)/$(DIST).tar.gz
	echo "$(BUILD)/$(DIST).tar.gz"

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24
	@echo "With any: CUDA_ARCHS=\"80 90\" for these GPUs, CUDA= without GPU kernels, NATIVE=1 for this CPU alone, MKLROOT=DIR with MKL,"
	@echo "          PREFIX=DIR and DESTDIR=DIR where to install, BUILD=DIR in place of build, CC=clang, V=1 to see the commands"
clean: ## remove build/
	rm -rf $(BUILD)

.PHONY: all programs probes deps deps-peers run test test-programs fuzz-programs layers asan tsan fuzz fuzz-numbers format check sanitize-gpu mutants mutants-gpu golden screenshots \
  bench-cpu bench-gpu bench-load bench-ui endure gates man install uninstall deb dist help clean FORCE
-include $(shell find $(addprefix $(BUILD)/,core cpu gpu tui) -name '*.d' 2>/dev/null)
