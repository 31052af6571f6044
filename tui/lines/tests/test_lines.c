/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lines: the real program, without a screen: what it prints, and how it ends. */
#include <signal.h>
#include <sys/stat.h>

#include "tui/lines/tests/program.h"

TEST(test_info)
{
    runs("LC_ALL=C.UTF-8 $NZ info gen:demo gen:denserow:100");
    assert_string_equal(said, "");
    assert_null(strchr(out, '\033'));
    int columns = 0, widest = 0;
    for (const char *c = out; *c; c++) {
        columns = *c == '\n' ? 0 : columns + ((*c & 0xC0) != 0x80);
        widest = columns > widest ? columns : widest;
    }
    assert_in_range(widest, 40, 80);
    assert_non_null(strstr(out, "denserow:100"));
    runs("LC_ALL=C $NZ info gen:stencil5:10");
    for (const char *c = out; *c; c++)
        assert_true(*c == '\n' || (*c >= ' ' && *c < 127));
    runs("$NZ info gen:stencil5:10 gen:diag:7 --json");
    json_t *list = json_loads(out, 0, NULL), *a = json_array_get(list, 0);
    assert_int_equal(json_array_size(list), 2);
    assert_int_equal(json_integer_value(json_object_get(a, "rows")), 100);
    assert_int_equal(json_integer_value(json_object_get(a, "nnz")), 460);
    assert_int_equal(json_integer_value(json_object_get(a, "row_max")), 5);
    assert_true(json_array_size(json_object_get(a, "formats")) >= 6);
    assert_null(json_object_get(a, "ev"));
    json_decref(list);
    /* published results on a matrix come with its twin, but not with a matrix outside the catalogue */
    runs("$NZ info gen:twin:cage4 gen:diag:7 --json");
    list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(json_array_get(list, 0), "published")), 10);
    assert_null(json_object_get(json_array_get(list, 1), "published"));
    json_decref(list);
    shows("\n  remainders  26.5 % of entries left over by steps of 4 in a row, 100 % by 8\n",
          "$NZ info cage4"); /* five rows of 5 and four of 6 */
    shows("published on cage4", "$NZ info gen:twin:cage4");
    assert_non_null(strstr(out, "0.363  2x Xeon Silver 4210\n"));
    assert_non_null(strstr(out, "\n  GPU rule    fewer than 256 rows: no rule of thumb is about so few\n"));
    assert_null(strstr(out, "the rule "));
    assert_non_null(
        strstr(out, "\n  gpu.csr.adaptive NZ_PER_BLOCK=32 BLOCK=0 CUT=0 LONG=warp\n                          mul "
                    "k=1                0.018  Quadro RTX 5000\n"));
    shows("\n  GPU rule    short rows, some far longer (mean 1.998 < 8, ", "$NZ info gen:denserow:400");
    shows("\n  GPU rule    short rows (mean 3.996 < 8): one warp ", "$NZ info gen:twin:olm1000");
    shows("\n  the rule did not hold there: gpu.csr.vector 2.89 GFLOPS, gpu.csr.adaptive 3.11 (single",
          "$NZ info gen:twin:mhda416");
    write_file("none.mtx", "%%MatrixMarket matrix coordinate real general\n0 3 0\n");
    shows("\n  GPU rule    no entries: no kernel has anything to do\n", "$NZ info none.mtx");
    assert_null(strstr(out, "remainders"));
    assert_null(strstr(out, "rows            "));
    prints("none: the matrix has no entries, so no kernel has anything to do\n", "$NZ advise none.mtx -k 1,8");
    write_file("rows.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 0\n");
    shows("\"text\": \"the matrix has no entries, so no kernel has anything to do\"", "$NZ advise rows.mtx --json");
    assert_null(strstr(out, "choice"));
    prints("0\t\t\t\t\t\t\n", "$NZ bench none.mtx --kernel cpu.csr.serial --samples 1 | tail -1 | cut -f4,23-27,34");
    write_file("big.mtx", "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 9007199254740993\n1 2 4\n");
    runs("$NZ info big.mtx");
    assert_non_null(strstr(said, "big: integers of 2^53 or more, which f64 may have rounded: 1"));
    shows(
        "coordinate integer general\n% the transpose, computed and checked by nzscope; integers of 2^53 or more, which "
        "f64 may have rounded: 1\n2 1 2\n1 1 9007199254740992\n2 1 4\n",
        "$NZ transpose big.mtx -o -");
    shows("\n  sell        780 B         96.9%  wasteful: 24× CSR; as SELL-32-1024; own\n", "$NZ info big.mtx");
    write_file("one.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 7\n");
    shows("one: 1 x 1, 1 entry, real general\n7\n", "$NZ show one.mtx");
    runs("$NZ show big.mtx");
    assert_non_null(strstr(said, "big: integers of 2^53 or more, which f64 may have rounded: 1"));
    assert_int_equal(run("$NZ advise one.mtx missing.mtx gen:diag:7 --json"), 3);
    assert_non_null(strstr(said, "missing.mtx: cannot be opened"));
    list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "matrix")), "diag:7");
    assert_non_null(json_object_get(json_array_get(list, 1), "answer"));
    const char *use = json_string_value(json_object_get(json_array_get(list, 1), "use"));
    assert_true(use && strncmp(use, "cpu.", 4) == 0);
    assert_true(json_is_boolean(json_object_get(json_array_get(list, 1), "decided")));
    assert_true(json_is_array(json_object_get(json_array_get(list, 1), "may_equal")));
    assert_true(json_number_value(json_object_get(json_array_get(list, 1), "time_ms")) > 0);
    assert_true(strstr(out, "\"host\": \"") && strstr(out, "\"ci_lo_ms\": ") &&
                strstr(out, "\"csr\": {\n      \"use\": \""));
    assert_true(json_is_object(json_object_get(json_array_get(list, 1), "pays_after")));
    json_decref(list);
    assert_int_equal(run("$NZ info missing.mtx gen:diag:7 --json"), 3); /* the others are shown */
    list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(list), 1);
    json_decref(list);
    runs("$NZ info gen:stencil5:10"); /* a title of more than a line */
    assert_true(line(out, 2) - line(out, 1) <= 81 && strncmp(line(out, 3), "  size ", 7) == 0);
}

/* Where only ASCII can be shown, signs that it lacks are also replaced in what is said. */
TEST(words_are_ascii_where_tables_are)
{
    runs("$NZ bench gen:diag:50 --kernel cpu.csr.serial --samples 1 -o a.tsv && LC_ALL=C.UTF-8 $NZ diff a.tsv a.tsv");
    assert_non_null(strstr(said, " · on "));
    runs("LC_ALL=C $NZ diff a.tsv a.tsv");
    assert_non_null(strstr(said, " | on "));
    assert_null(strstr(said, "·"));
}

TEST(test_statuses)
{
    write_file("bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 3\n");
    fails(2, "(cage4 needs no download)", "$NZ bench");
    fails(2, "advise wants a MATRIX", "$NZ advise");
    fails(3, "gen:stencil5:100 makes a matrix", "$NZ info stencil5:100");
    fails(3, "lower:gen:twin:cant makes it", "$NZ info twin:lower:cant");
    fails(3, "nosuch is neither a file here nor", "$NZ info nosuch");
    fails(3, "mcf is neither a file here nor a matrix of the catalogue; did you mean mcfe?", "$NZ info mcf");
    fails(3, "nzscope: stdin: is empty", "$NZ info - </dev/null");
    fails(3, "nzscope: stdin:3: ", "$NZ info /dev/stdin <bad.mtx");
    fails(3, "nzscope: stdin:3: ", "$NZ info - gen:diag:5 <bad.mtx"); /* of several, too */
    fails(3, "-: matrices are read from files", "echo info - | $NZ prompt -");
    fails(2, "go with --screenshot FILE", "$NZ --size 80x24 gen:diag:5");
    fails(2, "nothing is called 'frob'; help lists", "$NZ help frob");
    shows("cpu.csr.block: ", "$NZ help cpu.csr.block");
    shows("a parameter (cpu.csr.omp): approximate number of nonzeros", "$NZ help NZ_PER_CHUNK");
    fails(2, "nothing is called 'benhc'; did you mean bench?", "$NZ help benhc");
    shows("--script FILE, an option of the screen: ", "$NZ help wait");
    shows("--until SPREAD, an option of bench: ", "$NZ help --until");
    shows("BSR: compressed rows of dense blocks", "$NZ help BSR");
    shows("the key F5 (:run): check and measure", "$NZ help F5");
    shows("pays_after, a column of bench: products", "$NZ help pays_after");
    shows(":zoom [PANEL]   (on the screen)\n", "$NZ help zoom");
    shows("open MATRIX   (a line of nzscope prompt)\n", "$NZ help open");
    shows("roof: how much of its roof", "$NZ help roof"); /* a command, and a word of the screen */
    shows("remainder, remainders: of a row", "$NZ help remainders");
    shows("exit status: of nzscope, for scripts; 0: success; 1: a result failed its check;", "$NZ help exit");
    shows("7: the kernel", "$NZ help 'exit status'");
    shows("exit status: ", "$NZ help status");
    shows("very doubtful: they are more than a factor of 4 apart", "$NZ help very doubtful | tr -s '\\n ' ' '");
    shows("as run: behind a format", "$NZ help as run");
    shows("no base: that kernel was not run", "$NZ help no base | tr -s '\\n ' ' '");
    shows("resident, moved, level: of `advise --json`", "$NZ help moved");
    shows("choice: of `advise --json`, in items: what the trials", "$NZ help choice");
    shows("spread: ±: how far from the median", "$NZ help median"); /* only explained among the words */
    shows("nzscope replay FILE\n", "echo help replay | $NZ prompt");
    fails(2, "a.png: a screenshot is", "$NZ --screenshot a.png gen:diag:5");
    fails(2, "did you mean --kernel", "$NZ bench gen:demo --kernal x");
    fails(2, "there are: none, rowlen, rcm", "$NZ bench gen:demo --reorder best");
    fails(7, "needs a square matrix, and this one is 5 × 7", "$NZ bench gen:uniform:5:7:9 --reorder none,rcm");
    assert_non_null(strstr(out, "\tok\t")); /* in the order of the file it is measured */
    fails(7, "needs a square matrix", "$NZ info gen:uniform:5:7:9 --reorder rcm");
    fails(7, "transpose is not reordered", "$NZ bench gen:demo --op transpose --reorder rowlen");
    fails(2, "wants -o FILE", "$NZ mul gen:demo");
    fails(2, "list wants", "$NZ list nothing");
    fails(2, "-k wants a value", "$NZ bench gen:diag:5 -k ''");
    fails(2, "--samples wants a whole number", "$NZ bench gen:diag:5 --samples 0");
    fails(2, "is empty", "$NZ info ''");
    fails(2, "kernel is too long", "$NZ bench gen:diag:5 --kernel $(printf 'cpu.csr.serial,%.0s' $(seq 2000))");
    fails(2, "x is too long", "$NZ mul gen:diag:5 $(printf 'long/%.0s' $(seq 4000)) -o y.mtx");
    fails(3, "cannot write the standard output", "$NZ info gen:diag:5 >&-");
    fails(3, "cannot write the standard output", "$NZ info gen:diag:5 >/dev/full");
    fails(3, "/dev/full: cannot be written: No space left", "$NZ gen stencil5:100 -o /dev/full");
    fails(3, "the standard output: cannot be written: No space left", "$NZ gen stencil5:100 -o - >/dev/full");
    fails(3, "a.mtx: cannot be written: File too large", "(ulimit -f 1; $NZ gen stencil5:100 -o a.mtx)");
    fails(3, "a.nzs: cannot be written: File too large", "(ulimit -f 1; $NZ pack gen:stencil5:100 -o a.nzs)");
    fails(3, "cannot write the standard output: File too large", "(ulimit -f 1; $NZ list kernels >listed)");
    fails(3, "it could not be written: File too large",
          "(ulimit -f 1; $NZ info gen:stencil5:100 --record taped >/dev/null)");
    assert_int_equal(run("ls a.mtx* a.nzs*"), 2);
    run("rm -f listed taped");
    runs("$NZ gen diag:5 -o d.mtx >&- 2>&- <&- && test -s d.mtx"); /* it has nothing to say */
    fails(3, "bad.mtx:3:", "$NZ info bad.mtx");
    fails(3, "missing.mtx", "$NZ info missing.mtx");
    fails(3, "missing.mtx", "$NZ bench missing.mtx gen:diag:5 --kernel cpu.csr.serial");
    assert_non_null(strstr(out, "\ndiag:5\t")); /* the others are measured */
    fails(3, "nowhere", "$NZ mul gen:diag:5 -o nowhere/y.mtx");
    fails(4, "limit", "$NZ info gen:stencil27:100 --mem-limit 1M");
    fails(5, "gpu77", "$NZ bench gen:diag:5 --device gpu77");
    fails(5, "no device 'cpu7'; there are: cpu", "$NZ bench gen:diag:5 --device cpu7");
    fails(4, "(--mem-limit raises it)", "$NZ info gen:stencil5:100 --mem-limit 1K");
    fails(4, "(--mem-limit raises it)", "$NZ --screenshot s.txt gen:stencil5:100 --mem-limit 1K");
    fails(2, "no generator is called 'nope'", "$NZ --screenshot s.txt gen:nope");
    fails(7, "cpu.transpose.serial does not support", "$NZ bench gen:diag:5 --kernel cpu.transpose.serial");
    assert_int_equal(tabs(line(out, 1)), COLUMNS - 1);
    assert_non_null(strstr(out, "\tunsupported\t"));
    runs("awk 'BEGIN { n = 5000; print \"%%%%MatrixMarket matrix coordinate pattern general\"; print n, n, n;"
         " for (j = 1; j <= n; j++) print 1, j }' > hub.mtx");
    runs("$NZ bench hub.mtx --kernel 'cpu.csr.serial,cpu.ell.*' --samples 1"); /* one full row */
    assert_non_null(strstr(said,
                           "hub: cpu.ell.omp is left out of mul f64: it takes over 32 times the memory of CSR, 300 "
                           "MB (name it in full to run it): 25,000,000 slots for 5,000 entries; take a format"));
    assert_string_equal(line(out, 2), "");
    fails(7, "diag:5: cpu.group.rows is left out of mul f64: ", "$NZ bench gen:diag:5 -k 1,8 --kernel cpu.group.rows");
    assert_null(strstr(strstr(said, "left out") + 1, "left out")); /* for all k: once */
    fails(7, "cpu.transpose.serial does not support", "$NZ mul gen:diag:5 --kernel cpu.transpose.serial -o y.mtx");
    fails(6, "ended with status 4", "$NZ info gen:demo --engine 'sh -c \"exit 4\"'");
    fails(6, "no-such-engine", "$NZ info gen:demo --engine no-such-engine");
    fails(6, "does not greet", "$NZ list kernels --engine 'echo {\\\"ev\\\":\\\"ready\\\"}'");
    runs("$NZ --version && $NZ help && $NZ help bench && $NZ bench --help");
    assert_string_equal(said, "");
}

/* A file may be called what it is not. */
TEST(edges_as_matrix_market)
{
    write_file("e.mtx", "# roads\n1 2\n2 3\n");
    runs("$NZ info e.mtx");
    assert_string_equal(said, "nzscope: e: no %%MatrixMarket banner: read as edges, vertices from 1: roads\n");
    runs("cp e.mtx e.txt && $NZ info e.txt");
    assert_string_equal(said, "");
}

/* What is measured then is no speed of the kernel's. */
TEST(more_threads_than_processors)
{
    runs("$NZ bench gen:diag:50 --kernel cpu.csr.omp,cpu.csr.merge --samples 1 --threads $((2 * $(nproc))),$((2 * "
         "$(nproc) + 1))");
    assert_non_null(strstr(out, "crowded"));
    const char *said_so = strstr(said, ": more threads take turns there, and are flagged crowded\n");
    assert_true(strncmp(said, "nzscope: cpu has ", 17) == 0 && said_so);
    assert_null(strstr(strstr(said_so, "flagged"), "take turns")); /* once */
    fails(2, "threads=0: must be from 1 to 1024", "$NZ bench gen:diag:50 --threads 0");
    fails(2, "from 1 to 1024, not '1025'", "$NZ bench gen:diag:50 --samples 1025"); /* what the engine takes */
}

/* Who writes rows to a file learns from a log that the bench goes on. */
TEST(long_benches_log_their_progress)
{
    assert_int_equal(run("$NZ bench gen:stencil5:100 --kernel cpu.csr.serial -k 1..64 -o slow.tsv & n=0; until "
                         "grep -q of.64 said || [ $((n += 1)) -gt 900 ]; do sleep 0.1; done; kill -INT $!; wait $!"),
                     130);
    assert_non_null(strstr(said, " of 64: cpu.csr.serial: "));
    assert_null(strchr(said, '\r'));
}

/* Several operations one after the other, each with the kernels that are its own; phases where they are wanted and
   where a kernel has them, which need not be all. */
TEST(test_operations)
{
    static const char *const kernels[] = { "cpu.csr.serial", "cpu.transpose.scan", "cpu.transpose.merge",
                                           "cpu.scan.serial" };
#define OPS                                                                                                            \
    "$NZ bench gen:uniform:60:50:400 --op scan,mul,transpose --samples 1 --kernel "                                    \
    "cpu.csr.serial,cpu.transpose.scan,cpu.transpose.merge,cpu.scan.serial"
    runs(OPS " --phases");
    for (int i = 0; i < 4; i++) {
        const char *row = line(out, i + 1);
        assert_string_equal(field(row, 8), kernels[i]);
        assert_string_equal(field(row, 28), "ok");
        const char *phases = field(row, 49), *last = i == 1 ? " scatter=" : " gather=";
        assert_true(i % 3 == 0 ? !*phases : strstr(phases, last) != NULL);
    }
    assert_int_equal(tabs(line(out, 5)), 0);
    runs(OPS);
    assert_string_equal(field(line(out, 2), 49), "");
#undef OPS
    fails(2, "op=frob: unknown operation", "$NZ bench gen:diag:5 --op mul,frob");
    fails(7, "transpose is not reordered", "$NZ bench gen:demo --op mul,transpose --reorder rowlen");
    assert_string_equal(out, "");
}

/* The engine's process id, once the recording has it and this event, and a sample after that. */
static int engine_pid(const char *recording, const char *event)
{
    enum { PATIENCE_MS = 120000, NAP_MS = 50 };
    for (int slept = 0; slept < PATIENCE_MS; slept += NAP_MS) {
        char *text = slurp(recording);
        const char *pid = text ? strstr(text, "\"pid\":") : NULL;
        const char *after = text ? strstr(text, event) : NULL;
        bool runs = after && strstr(after, "\"ev\":\"sample\"");
        int found = pid && runs ? atoi(pid + 6) : 0;
        free(text);
        if (found)
            return found;
        usleep(1000 * NAP_MS);
    }
    return 0;
}

/* One run killed its engine; the next engine has measured the other three. */
static void goes_on(void)
{
    int died = 0;
    assert_non_null(strstr(said, "nzscope-engine was killed by signal"));
    assert_non_null(strstr(said, "gen:stencil5:300 continues after run "));
    free(out);
    out = slurp(at("out"));
    for (int i = 1; i <= 4; i++) {
        const char *row = line(out, i), *status = field(row, 28);
        died += strcmp(status, "error") == 0;
        assert_true(strcmp(status, "error") == 0 || strcmp(status, "ok") == 0);
        assert_int_equal(strncmp(row, "stencil5:300\t90000\t90000\t448800\tmul\t", 36), 0);
    }
    assert_int_equal(died, 1);
    assert_string_equal(line(out, 5), "");
}

/* Kills the engine (6) or interrupts us (130) while a kernel is measured. */
TEST(test_killed)
{
    static const struct {
        int signal, status;
        bool engine;
    } cases[] = {
        { SIGSEGV, 6, true },    { SIGKILL, 6, true },    { SIGINT, 130, false },
        { SIGTERM, 143, false }, { SIGQUIT, 131, false },
    };
    for (int i = 0; i < 5; i++) {
        unlink(at("rec"));
        pid_t child = fork();
        if (child == 0) {
            if (chdir(folder) == 0 && freopen("out", "w", stdout) && freopen("said", "w", stderr))
                execl(program, "nzscope", "bench", "gen:stencil5:300", "-k", cases[i].engine ? "1,2" : "1..64",
                      "--kernel", "cpu.csr.serial,cpu.csr.naive", "--record", "rec", (char *)NULL);
            _exit(99);
        }
        int engine = engine_pid(at("rec"), "hello"), status;
        if (!engine) /* the tests that follow use the same files */
            kill(child, SIGKILL);
        assert_true(engine > 0);
        kill(cases[i].engine ? engine : child, cases[i].signal);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), cases[i].status);
        free(said);
        said = slurp(at("said"));
        if (cases[i].engine)
            goes_on();
        assert_int_equal(kill(engine, 0), -1); /* none left behind */
    }
}

/* Advice whose comparison is cut short says what is known so far; without a choice, what to do. */
TEST(advises_by_what_was_measured)
{
    for (int i = 0; i < 3; i++) {
        unlink(at("rec"));
        pid_t child = fork();
        if (child == 0) {
            if (chdir(folder) == 0 && freopen("out", "w", stdout) && freopen("said", "w", stderr))
                execl(program, "nzscope", "advise", "gen:stencil5:300", "--samples", "3", "--record", "rec",
                      (char *)NULL);
            _exit(99);
        }
        int engine = engine_pid(at("rec"), i == 2 ? "\"ev\":\"run\"" : "\"id\":3,"), status; /* the second rival */
        kill(i == 1 || !engine ? child : engine, !engine ? SIGKILL : i == 1 ? SIGINT : SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        free(out);
        out = slurp(at("out"));
        if (status == 0 && i < 2 && strstr(out, "So far, of "))
            continue; /* other programs took its time before the second rival */
        assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, i == 1 ? 130 : 6);
        if (i == 2) {
            free(said);
            said = slurp(at("said"));
            assert_non_null(strstr(said, "the engine died in cpu.auto before a choice was measured; give the command"));
            break;
        }
        assert_non_null(strstr(out, "So far, of "));
        assert_non_null(strstr(out, "\n  cpu.csr.serial ")); /* the first; the next engine's first is another run */
    }
}

TEST(test_prompt)
{
    write_file("good", "# a comment\nopen gen:diag:6\n\nset k 2\nbench --kernel cpu.csr.serial\nquit\ninfo nothing\n");
    runs("$NZ prompt good");
    assert_int_equal(strncmp(out, HEADER, strlen(HEADER)), 0);
    assert_string_equal(field(line(out, 1), 6), "2");
    write_file("bad", "open gen:diag:6\ninfo\nopen missing.mtx\ninfo\n");
    fails(3, "bad:3: missing.mtx", "$NZ prompt bad");
    assert_null(strstr(strstr(out, "diag:6") + 6, "diag:6")); /* the second info is not reached */
    /* without a terminal there is no picker to look for a word that is nothing */
    fails(2, "'frob' is no command (nzscope help lists them), no file here, and no matrix of the catalogue",
          "$NZ frob");
    fails(2, "unknown command or matrix 'cage44'; did you mean the matrix cage4?", "$NZ gen:demo cage44");
    fails(2, "unknown command 'benhc'; did you mean bench?", "$NZ benhc");
    fails(2, "the screen needs a terminal", "$NZ cage4 S1 gen:demo one.mtx");
    fails(2, "-:2: unknown command 'frob'", "printf 'list formats\\nfrob' | $NZ prompt");
    assert_non_null(strstr(out, "csr\tcompressed rows"));
    shows("diag:6", "printf 'open gen:diag:6\\ngen diag:3 -o d.mtx\\npack gen:diag:3\\nshow d.mtx\\ninfo\\n' | $NZ "
                    "prompt"); /* it is still open */
    assert_int_equal(run("printf 'open gen:diag:6\\nclose\\ninfo\\n' | $NZ prompt"), 2);
    fails(2, "k=0: must be from 1 to 1048576", "echo set k 0 | $NZ prompt");
    /* what a script recorded gives the same rows again */
    runs("printf 'open gen:diag:6\\nbench --kernel cpu.csr.serial\\n' | $NZ prompt --record rec2");
    runs("$NZ replay rec2");
    assert_int_equal(strncmp(line(out, 1), "diag:6\t", 7), 0);
    assert_string_equal(line(out, 2), "");
    /* one that was cut off is no engine that died */
    runs("head -9 rec2 >rec4 && sed -n 10p rec2 | head -c 20 >>rec4");
    runs("$NZ replay rec4 --screenshot cut.txt"); /* it ends earlier */
    runs("{ cat rec4; echo; } >rec5");
    fails(3, "not an event of a recording", "$NZ replay rec5 --screenshot broken.txt");
    /* advice is no row, but it is said */
    runs("$NZ advise gen:diag:6 --record rec3");
    assert_true(strstr(out, "Use ") || strstr(out, "Not decided"));
    /* the loop that a program may have: once, also if it was chosen, and perhaps in turns (column 57), or again where
       other programs slowed its preparations (31) */
    prints("1\n", "$NZ replay rec3 | awk -F'\t' '$57 == \"\" && !($13 ~ /choice/ && $31 ~ /prepare/)' | cut -f9,13 | "
                  "grep -cE '^cpu[.]csr[.]serial\t|choice=cpu[.]csr[.]serial( |$)'");
    prints("1\n", "$NZ replay rec3 | cut -f9 | grep -cvE '^(cpu|peer)[.]'"); /* the header */
    assert_non_null(strstr(said, "diag:6: the trials on cpu took cpu."));
}

/* OpenMP would give fewer threads than a row says, and silently. */
TEST(test_thread_limit)
{
    prints("1\n", "OMP_THREAD_LIMIT=1 $NZ bench gen:diag:5 --kernel cpu.csr.omp --samples 1 | tail -1 | cut -f12");
    run("OMP_THREAD_LIMIT=1 $NZ bench gen:diag:5 --kernel cpu.csr.omp --samples 1 --threads 2");
    assert_non_null(strstr(said, "OMP_THREAD_LIMIT allows 1 thread, not 2"));
    static const char *const stacks[] = { "OMP_STACKSIZE=100000G", "OMP_STACKSIZE='100000 g'",
                                          "GOMP_STACKSIZE=99999999999" };
    for (size_t i = 0; i < COUNT(stacks); i++) { /* no thread but the first: libgomp ended the engine */
        assert_int_equal(run("%s $NZ bench gen:diag:5 --kernel cpu.csr.omp --samples 1 --threads 2", stacks[i]), 4);
        assert_non_null(strstr(said, "the system does not grant 2 threads"));
    }
    runs("ulimit -s 64; $NZ bench gen:stencil5:30 --kernel cpu.csr.omp --samples 1 --threads 2");
}

TEST(test_list)
{
    static const char *const kinds[] = { "kernels",  "formats",   "devices", "commands",
                                         "matrices", "published", "columns", "parameters" };
    for (size_t i = 0; i < COUNT(kinds); i++) {
        runs("$NZ list %s --json", kinds[i]);
        json_t *list = json_loads(out, 0, NULL), *item;
        assert_true(json_array_size(list) >= 1);
        size_t at_item;
        json_array_foreach(list, at_item, item)
            assert_true(json_is_string(json_object_get(item, "name")));
        size_t objects = json_array_size(list);
        json_decref(list);
        runs("$NZ list %s", kinds[i]);
        size_t lines = 0;
        for (const char *c = out; *c; c++)
            lines += *c == '\n';
        assert_int_equal(lines, objects + 1);
    }
}

/* The programs find the catalogue where they were installed, wherever that is. */
TEST(test_installed)
{
    shows("\"name\": \"n\"", "mkdir -p p/bin p/share/nzscope/matrices && cp $NZ $NZ-engine p/bin && cd p && "
                             "printf 'n\\tg\\t1\\t1\\t1\\t1\\t0\\tset\\t\\n' >share/nzscope/matrices/catalog.tsv && "
                             "bin/nzscope gen diag:3 -o share/nzscope/matrices/three.mtx && "
                             "bin/nzscope list matrices --json && bin/nzscope info three");
    assert_non_null(strstr(out, "3 x 3"));
    /* only those who ask for published results hear that there are none */
    assert_string_equal(said, "nzscope: wrote share/nzscope/matrices/three.mtx: 3 × 3, 3 entries, 173 B\n");
    fails(3, "share/nzscope/matrices/published.tsv", "p/bin/nzscope list published");
    write_file("p/share/nzscope/matrices/published.tsv",
               "matrix\tnnz\top\tk\ttype\tkernel\tthreads\ttime_ms\tgflops\tspeedup\tmachine\tsource\n"
               "n\t1\tmul\t4\tf64\tcpu.csr.omp LOOP=row\t2\t0.5\t\t3\ta machine\tsomebody\n");
    shows("\nn\t1\tmul\t4\tf64\tcpu.csr.omp\t2\t0.5\t1.6e-05\t2000\ta machine\tsomebody\tLOOP=row\t3\n",
          "p/bin/nzscope list published");
    write_file("p/share/nzscope/matrices/published.tsv", "name\n");
    fails(3, "published.tsv:1: should name the columns", "p/bin/nzscope list published");
    runs("rm -r p");
}

TESTS(prepare, clean)
