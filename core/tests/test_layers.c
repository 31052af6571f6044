/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layers: layers.sh accepts a small house that is in order, and names each violation planted in it. */
#include <sys/wait.h>

#include "core/tests/shell.h"

struct house {
    char root[64];
};

static void put(const struct house *h, const char *path, const char *text)
{
    char file[200];

    run_shell("mkdir -p %s/$(dirname %s)", h->root, path);
    snprintf(file, sizeof file, "%s/%s", h->root, path);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int build(void **state)
{
    struct house *h = calloc(1, sizeof *h);
    assert_non_null(h);
    strcpy(h->root, "/tmp/nzscope-house-XXXXXX");
    assert_non_null(mkdtemp(h->root));
    put(h, "core/base/err.h", "#pragma once\n");
    put(h, "core/matrix/csr.h", "#include \"core/base/err.h\"\nstruct csr {\n};\n");
    put(h, "core/engine/engine.c", "#include \"core/matrix/csr.h\"\n");
    put(h, "core/engine/batch.h", "#include \"core/engine/session.h\"\nbool batch_make(void);\n");
    put(h, "core/engine/batch.c", "#include \"core/engine/batch.h\"\nbool batch_make(void)\n");
    put(h, "core/tests/test_csr.c", "#include \"core/engine/engine.c\"\n");
    put(h, "cpu/mul/csr_serial.c", "#include \"core/matrix/csr.h\"\nconst struct kernel VARIANT(csr_serial) = {\n};\n");
    put(h, "cpu/kernels.list", "KERNEL(csr_serial)\n");
    put(h, "gpu/mul/csr_scalar.cu",
        "#include <cuda_runtime.h>\n"
        "extern const struct kernel gpu_csr_scalar_f64 = table<double>;\n");
    put(h, "gpu/kernels.list", "KERNEL(csr_scalar)\n");
    put(h, "tui/views/view_log.c", "#include \"core/base/err.h\"\nconst struct view view_log = {\n};\n");
    put(h, "tui/views/views.list", "VIEW(log)\n");
    put(h, "tui/views/layouts.list", "LAYOUT(small, 5, 20, false, log)\n");
    put(h, "core/measure/operations.list", "");
    put(h, "tui/screen/curses_screen.c", "#include <curses.h>\n#include \"tui/views/view_log.c\"\n");
    *state = h;
    return 0;
}

static int tear_down(void **state)
{
    struct house *h = *state;
    int status = shell_status("rm -rf %s", h->root);
    free(h);
    return status;
}

/* The status of layers.sh in the house; what it said is in text. */
static int layers(const struct house *h, char *text, size_t size)
{
    char command[200];

    snprintf(command, sizeof command, "sh core/tools/layers.sh %s 2>&1", h->root);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    size_t n = fread(text, 1, size - 1, p);
    text[n] = 0;
    int status = pclose(p);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_IN(order, build, tear_down)
{
    char text[4000];

    assert_int_equal(layers(*state, text, sizeof text), 0);
    assert_string_equal(text, "layers: ok\n");
}

/* What is planted, and what must be said of it. */
static const struct planted {
    const char *file, *text, *said;
} planted[] = {
    { "core/base/bad.c", "#include \"core/matrix/csr.h\"\n", "core/base/bad.c includes \"core/matrix/csr.h\"" },
    { "tui/lines/bad.c", "#include \"core/engine/open.h\"\n", "tui/lines/bad.c includes \"core/engine/open.h\"" },
    { "cpu/mul/bad.c", "#include \"core/catalog/catalog.h\"\n", "core/catalog/ is not below cpu/mul/" },
    { "gpu/mul/bad.cuh", "#include \"gpu/transpose/radix.cuh\"\n", "gpu/transpose/ is not below gpu/mul/" },
    { "core/flat.c", "#include \"core/base/err.h\"\n", "core/ is not a room" },
    { "core/attic/old.c", "int old;\n", "core/attic/ is not a room" },
    { "core/tests/test_bad.c", "#include \"tui/views/view.h\"\n",
      "core/tests/test_bad.c includes \"tui/views/view.h\"" },
    { "tui/views/bad.c", "#include <ncurses.h>\n", "tui/views/bad.c includes <ncurses.h>" },
    { "core/measure/bad.c", "#include <cuda_runtime.h>\n", "core/measure/bad.c includes <cuda_runtime.h>" },
    { "core/base/tag.c", "struct csr {\n};\n", "defined in several files: struct csr" },
    { "cpu/mul/csr_new.c", "const struct kernel VARIANT(csr_new) = {\n};\n", "cpu/kernels.list lacks csr_new" },
    { "cpu/kernels.list", "KERNEL(csr_serial)\nKERNEL(gone)\n", "cpu/kernels.list lists gone, which nothing defines" },
    { "gpu/kernels.list", "KERNEL(csr_scalar)\nKERNEL(csr_scalar)\n",
      "gpu/kernels.list lists KERNEL(csr_scalar) twice" },
    { "core/engine/session.h", "#include \"core/engine/batch.h\"\n", "a loop of includes: core/engine/" },
    { "core/engine/run.h", "bool batch_make(void);\n", "core/engine/run.h declares batch_make" },
    { "cpu/mul/new.c", "getenv(\"NZSCOPE_NEW\");\n", "tui/tools/manual.c lacks NZSCOPE_NEW" },
    { "core/measure/op_new.c", "const struct operation op_new = {\n};\n", "core/measure/operations.list lacks new" },
    { "core/protocol/commands.list", "COMMAND(new, \"\", \"\")\n",
      "core/protocol/PROTOCOL.md has no line for new under Commands" },
    { "core/engine/engine.c", "EVENT(\n\"new\"", "core/protocol/PROTOCOL.md has no line for new under Events" },
    { "tui/views/layouts.list", "LAYOUT(small, 5, 20, false, run)\nSHARE(rows, run)\n",
      "the layout small has no place for log: a line PANEL or SHARE gives it one" },
    { "tui/views/view_new.c", "const struct view view_new = {\n};\n", "tui/views/views.list lacks new" },
};

TEST(violations)
{
    char text[4000];

    for (size_t i = 0; i < COUNT(planted); i++) {
        void *house = NULL;
        assert_int_equal(build(&house), 0);
        put(house, planted[i].file, planted[i].text);
        int status = layers(house, text, sizeof text);
        assert_int_equal(tear_down(&house), 0);
        if (status != 1 || !strstr(text, planted[i].said))
            fail_msg("%s: status %d, and said: %s", planted[i].file, status, text);
    }
}

/* The project itself. */
TEST(house_of_this_project)
{
    struct house here = { "." };
    char text[4000];

    if (layers(&here, text, sizeof text) != 0)
        fail_msg("%s", text);
}

TESTS(NULL, NULL)
