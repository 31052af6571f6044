/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report: a page from end to end: its links lead somewhere, its pictures are XML, its tables have one width, its
   claims one of three words; what is there is not overwritten, and what was measured before Ctrl-C stays. */
#include "tui/lines/tests/program.h"
#include "tui/report/report_job.h"

static const char small[] =
    "title A small report\nauthor nobody\nmachine a box\n"
    "run gen:stencil5:8 gen:diag:20 --kernel cpu.csr.serial,cpu.csr.omp,gpu.nothing -k 1,2 --samples 1\n"
    "quick gen:diag:20 -k 2\n"
    "run gen:diag:20 gen:stencil5:8 --kernel cpu.csr.serial,cpu.csr.omp,gpu.nothing -k 1,2 --samples 1\n"
    "figure 1: Rates\n  curve k rate log\n  bars rate log\n"
    "figure 2: Nothing\n  curve k\n  rows gpu.*\n"
    "figure 3: Means\n  curve k rate mean\n"
    "table 1: Times\n  pivot matrix,kernel,time_ms\n  rows k=1\n  beside\n"
    "section rows: Rows\n  facts\n"
    "claim Plain code is faster & <simple>\n  each cpu.csr.serial > cpu.csr.omp\n"
    "claim GPUs are faster\n  each gpu.* > cpu.*\n"
    "note something has no data\n";

/* Whether an SVG has as many elements opened as closed, and no bare & or <. */
static bool is_xml(const char *text)
{
    int depth = 0, closed = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '&' && c[1] != '#')
            return false;
        if (*c != '<')
            continue;
        const char *end = strchr(c, '>');
        if (!end || !(c[1] == '/' || (c[1] >= 'a' && c[1] <= 'z')))
            return false;
        depth += c[1] == '/' ? -1 : end[-1] == '/' ? 0 : 1;
        closed += depth == 0;
        c = end;
    }
    return depth == 0 && closed == 1;
}

/* The page says of which devices the roof was in doubt. */
TEST(roofs_in_doubt)
{
    static const char *const flags[] = { "[]", "['busy','roof']", "['roof']", "['roof']", "['roof']" };
    char *text = NULL, line[300];
    size_t size;
    struct pool pool = { .pair = json_array() };
    for (int i = 0; i < 5; i++) { /* the last but one has no roof, the last failed */
        snprintf(line, sizeof line, "[{'device':'%s','status':'%s','time_ms':1,'roof_frac':%d.5,'flags':%s},null]",
                 i == 0 ? "gpu0" : "cpu", i == 4 ? "FAIL" : "ok", i != 3, flags[i]);
        for (char *c = line; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        json_array_append_new(pool.pair, json_loads(line, 0, NULL));
    }
    json_object_set_new(json_array_get(json_array_get(pool.pair, 3), 0), "roof_frac", json_null());
    FILE *f = open_memstream(&text, &size);
    report_put_roofs(f, &pool);
    fclose(f);
    assert_string_equal(text, "- The roof of cpu is in doubt for 2 of 2 measurements: their shares of it are rough\n");
    free(text);
    json_decref(pool.pair);
}

static bool is_table(const char *text)
{
    const int width = tabs(text);
    int rows = 0;
    for (const char *row = text; *row; row += strcspn(row, "\n"), row += *row == '\n', rows++)
        if (*row != '\n' && tabs(row) != width)
            return false;
    return width > 0 && rows > 1;
}

/* Every link of the page leads to a file beside it that is what its name says; returns their number. */
static int check_links(const char *folder_name)
{
    char name[100];
    int n = 0;
    char *page = slurp(at("page"));
    for (const char *link = strstr(page, "]("); link; link = strstr(link + 2, "]("), n++) {
        const int length = (int)strcspn(link + 2, ")");
        snprintf(name, sizeof name, "%s/%.*s", folder_name, length < 80 ? length : 80, link + 2);
        char *text = slurp(at(name));
        if (!text)
            fail_msg("%s is not there", name);
        if (strstr(name, ".svg") ? !is_xml(text) : !is_table(text))
            fail_msg("%s is broken", name);
        free(text);
    }
    free(page);
    return n;
}

TEST(writes_a_page)
{
    write_file("small.report", small);
    runs("$NZ report small.report -o dir && cp dir/report.md page && cat page");
    assert_int_equal(check_links("dir"), 9); /* bars for k = 1 and for k = 2 share their data */
    assert_non_null(strstr(out, "# A small report\n"));
    assert_non_null(strstr(out, "- The report's: a box\n"));
    assert_non_null(strstr(out, "| 1 | Plain code is faster & <simple> | **"));
    assert_non_null(strstr(out, "| 2 | GPUs are faster | **unclear** | not measured here |"));
    assert_non_null(strstr(out, "| diag:20 | 20 | 1.00 | 0 | 100% | 100% |\n"));
    assert_non_null(strstr(out, "## Figure 2: Nothing\n\nNothing was measured"));
    assert_non_null(strstr(out, "- gpu.nothing: no GPU here\n- something has no data\n"));
    /* the same bench on the same matrix runs once; each matrix is opened once */
    prints("9\n2\n", "wc -l <dir/rows.tsv; cut -f1 dir/rows.tsv | tail -n +2 | uniq | wc -l");
    prints("2\n", "grep -c '^| [12] | .* | \\*\\*\\(holds\\|fails\\|unclear\\)\\*\\* |' page");
}

/* Published results stand beside ours in tables, with their speedups, and as rings on the lines of ours. */
TEST(shows_published_results)
{
    write_file("omp.report",
               "published Quatrana\n"
               "run cage4 --kernel cpu.csr.serial,cpu.csr.omp --set LOOP=row -k 16,64 --threads 1,2 --samples 1\n"
               "figure 1: Rates\n  curve k rate log\n  rows cpu.csr.omp threads=2\n"
               "table 1: Times\n  beside\n  rows cpu.csr.omp threads=1,20\n"
               "table 2: Theirs\n  beside\n  rows gpu.ell.thread\n");
    runs("$NZ report omp.report -o omp && cp omp/report.md page && cat page");
    assert_int_equal(check_links("omp"), 5);
    assert_non_null(strstr(out, " | 0.405 | ")); /* of all that are meant the most threads: one, not two */
    assert_non_null(strstr(out, "| cage4 | gpu.ell.thread BLOCK=1024 | 64 |  | 0.023 |  |  | 0.273 |  | 0.130 | "));
    /* the ring, and one beside its name */
    prints("2\n64\t0.362543\n", "grep -c '<circle' omp/figure-1.svg; grep '(report' omp/figure-1.tsv | cut -f2,3");
}

/* A report's speedups keep the base of what it published, and its rows that of all rows. */
TEST(keeps_its_own_base)
{
    write_file("base.report", "published Quatrana\n"
                              "run gen:diag:2000 --kernel cpu.csr.serial,cpu.ell.serial --samples 1\n"
                              "table 1: Own\n  pivot matrix,kernel,speedup\n");
    runs("$NZ report base.report -o base && cat base/report.md");
    assert_non_null(strstr(out, "over serial code of the same format"));
    prints("1\n", "grep -c '| [^|]*1.00[^|]* | [^|]*1.00[^|]* |$' base/report.md");
    prints("1\n", "grep cpu.ell.serial base/rows.tsv | cut -f27 | grep -vxc 1");
}

/* Who prints the page to a terminal does not obey the name of the file. */
TEST(names_are_shown_harmless)
{
    runs("name=$(printf 'a\\033]0;b.report'); printf 'author A\\nrun gen:diag:5 {matrix} --kernel cpu.csr.serial "
         "--samples 1\\n' >\"$name\"; $NZ report \"$name\" -o odd && grep -c ']0;b' odd/report.md");
    assert_string_equal(out, "3\n");
    assert_int_equal(run("grep \"$(printf '\\033')\" odd/report.md"), 1);
}

TEST(shows_phases)
{
    write_file("phases.report", "run gen:stencil5:30 --op transpose --kernel cpu.transpose.scan,cpu.transpose.merge "
                                "--phases --samples 1\nsection parts: Shares\n  phases\n");
    runs("$NZ report phases.report -o phases && cp phases/report.md page");
    assert_int_equal(check_links("phases"), 5);
    /* every measurement, whatever a section is called */
    prints("kernel\tphase\ncpu.transpose.scan\tcount\ncpu.transpose.scan\tscan\n"
           "cpu.transpose.scan\tscatter\n1\n",
           "cut -f2,3 phases/parts.tsv; grep -c ' ms</text>' phases/parts.svg");
}

TEST(is_quick)
{
    write_file("small.report", "run gen:stencil5:8 --kernel cpu.csr.serial -k 1,2\nquick gen:diag:20 -k 2\n");
    prints("matrix\tk\ndiag:20\t2\n", "$NZ report small.report --quick -o quick && cut -f1,7 quick/rows.tsv");
}

TEST(looks_at_a_matrix)
{
    runs("$NZ report gen:stencil5:8 --quick -o one && cp one/report.md page && cat page");
    assert_true(check_links("one") >= 12);
    assert_non_null(strstr(out, "# gen:stencil5:8\n"));
    assert_non_null(strstr(out, "| nonzeros | 288 |"));
    assert_non_null(strstr(out, "![Where its entries are](spy.svg)"));
    assert_non_null(strstr(out, "- k = 16, f64, of the "));
    assert_non_null(strstr(out, "cpu.ell.omp, "));
    assert_non_null(strstr(out, ": left out by --quick; --kernel runs them\n"));
    assert_non_null(strstr(said, "nzscope: wrote one/report.md\n"));
    assert_null(strchr(said, '\r'));
    prints("shortest\tlongest\trows\tnonzeros\nstencil5:8\t1\nstencil5:8\t16\nstencil5:8\t4\n"
           "stencil5:8\t64\n",
           "head -1 one/rows-a.tsv; cut -f1,7 one/rows.tsv | sort -u | tail -n +2");
    /* what the page says to use is compared with more than the choice and a plain loop */
    prints("1\n4\n16\n64\n", "grep 'cpu.csr.block\t' one/rows.tsv | cut -f7 | sort -nu");
    runs("mkdir alone && cp $NZ ${NZ}-engine alone && alone/nzscope report gen:diag:3 --quick -o alone/page");
    runs("$NZ gen diag:3 -o \"it's 1.mtx\" && $NZ report \"it's 1.mtx\" --quick -o its");
}

/* The page on a matrix takes kernels, threads and parameters as bench does, and names what it did not run; the
   experiments of a report are its own. */
TEST(takes_what_bench_takes)
{
    runs("$NZ report gen:denserow:500 --quick --kernel 'cpu.ell.unroll4,cpu.group.*' --threads 1 --set SLOTS=1,4 -o "
         "own && "
         "cat own/report.md");
    assert_non_null(strstr(out, "- cpu.group.rows on denserow:500: neighbouring rows share too few columns"));
    assert_non_null(strstr(out, "cpu.csr.omp, "));
    assert_non_null(strstr(out, ": not among those of --kernel\n"));
    prints("cpu.ell.unroll4\t1\tSLOTS=1\ncpu.ell.unroll4\t1\tSLOTS=4\n",
           "cut -f9,12,13 own/rows.tsv | tail -n +2 | sort -u");
    prints("2\n", "tail -n +2 own/curve.tsv | grep -vE '^(≈)?roof' | cut -f1 | sort -u | wc -l");
    write_file("fixed.report", "run gen:diag:3 --kernel cpu.csr.serial --samples 1\n");
    fails(2, "fixed.report is a report whose experiments are fixed", "$NZ report fixed.report --threads 1 -o fixed");
    runs("test ! -e fixed");
}

/* A page goes to colleagues: names and titles of matrices stay text in it. */
TEST(shows_names_as_text)
{
    write_file("x<b>`|![](y).mtx", "%%MatrixMarket matrix coordinate real general\n%<script src=x>\n2 2 1\n1 1 1\n");
    runs("$NZ report 'x<b>`|![](y).mtx' --quick -o named && cat named/report.md");
    assert_non_null(strstr(out, "# x\\<b>\\`\\|!\\[](y).mtx\n"));
    assert_non_null(strstr(out, "**x\\<b>\\`\\|!\\[](y)**, real general: \\<script src=x>\n"));
    assert_non_null(strstr(out, "\nx\\<b>\\`\\|!\\[](y) · mul"));
    runs("! grep '[^\\]<' named/report.md");
}

TEST(keeps_what_is_there)
{
    write_file("evil.report", "title \033[31mred\nclaim \033]0;x\a\n");
    shows("# \xEF\xBF\xBD[31mred\n", "$NZ report evil.report -o evil && cat evil/report.md");
    assert_null(strpbrk(out, "\033\a"));
    write_file("tiny.report", "run gen:diag:3 --kernel cpu.csr.serial --samples 1\n");
    runs("mkdir full; echo mine >full/report.md");
    refuses("full/report.md", "full is not empty; name another folder, or give --force",
            "$NZ report tiny.report -o full");
    runs("mkdir empty && $NZ report tiny.report -o empty && test -s empty/report.md");
    prints("# tiny.report\n", "$NZ report tiny.report -o full --force && head -1 full/report.md");
    fails(2, "report wants -o DIR", "$NZ report tiny.report");
    fails(3, "cannot make the folder no/such", "$NZ report tiny.report -o no/such");
    fails(3, "nzscope: no.mtx: cannot be opened", "$NZ report no.mtx -o none");
    runs("rmdir none"); /* it is as empty as before, and can be given again */
    write_file("wrong.report", "run gen:diag:3 --colour\n");
    fails(2, "run gen:diag:3 --colour: ", "$NZ report wrong.report -o wrong");
    runs("rmdir wrong");
}

/* Words that no picture knows are found before anything is measured, and lines have an end. */
TEST(checks_its_words)
{
    static const char *const wrong[][2] = {
        { "table 1: T\n  pivot matrix,colour\n", "Table 1: --pivot wants" },
        { "figure 2: T\n  bars mouse log\n", "Figure 2: --pivot wants" },
        { "figure 3: T\n  bars rate 4/3\n", "Figure 3: bars has no '4/3'" },
        { "figure 4: T\n  curve k rate lgo\n", "Figure 4: curve has no 'lgo'" },
        { "figure 5: T\nfigure 5: U\n", ":3: Figure 5 is there twice, first as 'T'" },
    };
    char text[200];
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(text, sizeof text, "run gen:diag:3 --kernel cpu.csr.serial\n%s", wrong[i][0]);
        write_file("words.report", text);
        fails(i < 2 ? 2 : 3, wrong[i][1], "$NZ report words.report -o words");
        runs("test ! -e words");
    }
    char wide[9000] = "title T\n";
    memset(wide + 8, 'x', sizeof wide - 9);
    write_file("wide.report", wide);
    write_file("wide.tour", wide);
    fails(3, "wide.report:2: a line of more than 8191 bytes", "$NZ report wide.report -o words");
    fails(3, "wide.tour:2: a line of more than 8191 bytes", "$NZ tour ./wide.tour --screenshot x.txt");
}

TEST(writes_what_it_has_when_stopped)
{
    write_file("long.report", "run gen:diag:3 --kernel cpu.csr.serial --samples 1\n"
                              "run gen:stencil5:100 gen:stencil5:120 --kernel cpu.csr.serial --until 0.001%\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    assert_int_equal(run("$NZ report long.report -o cut & n=0; until grep -q diag cut/rows.tsv 2>/dev/null || "
                         "[ $((n += 1)) -gt 900 ]; do sleep 0.1; done; kill -INT $!; wait $!"),
                     130);
    assert_non_null(strstr(said, "Interrupted after "));
    assert_non_null(strstr(said, "the same command goes on; it begins an unfinished matrix again"));
    shows("**Interrupted after ", "cat cut/report.md");
    assert_non_null(strstr(out, "| diag:3 |"));
}

/* A report that was killed goes on with what is missing; a row that it has is the same to the microsecond of its time.
 */
TEST(goes_on)
{
    write_file("rest.report", "run gen:diag:3 gen:diag:4 --kernel cpu.csr.serial --samples 1\n"
                              "run gen:stencil5:100 --kernel cpu.csr.serial --until 0.001%\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    prints("2\n", "$NZ report rest.report -o rest & n=0; until grep -q diag:4 rest/rows.tsv 2>/dev/null || "
                  "[ $((n += 1)) -gt 900 ]; do sleep 0.1; done; sleep 0.2; kill -KILL $!; wait $!; "
                  "test ! -e rest/report.md && grep diag: rest/rows.tsv >had && printf '\\n{\"ev\":' "
                  ">>rest/rest.report.unfinished && wc -l <had");
    refuses("rest/rows.tsv", "rest is not empty", "$NZ report small.report -o rest"); /* that is another one */
    write_file("rest.report", "run gen:diag:3 gen:diag:4 --kernel cpu.csr.serial --samples 1\n"
                              "run gen:diag:5 --kernel cpu.csr.serial --samples 1\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    prints("3\n", "$NZ report rest.report -o rest && grep 'diag:[34]' rest/rows.tsv | cmp - had && "
                  "grep -c '^| diag:' rest/report.md");
    fails(2, "rest is not empty", "$NZ report rest.report -o rest"); /* it is finished */
}

/* What is called like the record of an unfinished report is none where it is a pipe; where anything is a link, nothing
   is written. */
TEST(knows_its_folder)
{
    write_file("kind.report", "run gen:diag:3 --kernel cpu.csr.serial --samples 1\n");
    runs("mkdir pipe record paged hard && mkfifo pipe/kind.report.unfinished && echo mine >precious && "
         "ln -s ../precious record/kind.report.unfinished && ln -s ../precious paged/report.md && "
         ">paged/kind.report.unfinished && ln precious hard/kind.report.unfinished");
    fails(2, "pipe is not empty", "timeout -s KILL 20 $NZ report kind.report -o pipe");
    refuses("precious", "record/kind.report.unfinished is a link", "$NZ report kind.report -o record");
    refuses("precious", "paged/report.md is a link", "$NZ report kind.report -o paged");
    refuses("precious", "paged/report.md is a link", "$NZ report kind.report -o paged --force");
    refuses("precious", "hard/kind.report.unfinished is a link", "$NZ report kind.report -o hard");
}

/* Killed before anything was kept, it begins again; a file that has changed since is measured again. */
TEST(knows_a_changed_file)
{
    write_file("late.report", "run a.mtx --kernel cpu.csr.serial --samples 1\n"
                              "run gen:stencil5:100 --kernel cpu.csr.serial --until 0.001%\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    runs("$NZ gen diag:3 -o a.mtx && mkdir -p late && : >late/late.report.unfinished");
    runs("$NZ report late.report -o late & n=0; until grep -q stencil late/rows.tsv 2>/dev/null || "
         "grep -q measured late/late.report.unfinished || [ $((n += 1)) -gt 900 ]; do sleep 0.1; done; "
         "kill -KILL $!; wait $!; grep -c measured late/late.report.unfinished");
    write_file("late.report", "run a.mtx --kernel cpu.csr.serial --samples 1\ntable 1: Times\n  pivot matrix,kernel\n");
    prints("4\n", "$NZ gen diag:4 --force -o a.mtx && $NZ report late.report -o late && awk '$1 == \"a\" { "
                  "print $4 }' late/rows.tsv");
    runs("ls late");
    assert_null(strstr(out, "unfinished"));
}

/* A file that changes while its matrix is measured is another one than what was kept. */
TEST(knows_a_file_changed_meanwhile)
{
    write_file("swap.report", "run swap.mtx --kernel cpu.csr.serial --k 1..8 --samples 1\n"
                              "run gen:stencil5:100 --kernel cpu.csr.serial --until 0.001%\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    runs("$NZ gen diag:3 -o swap.mtx && $NZ gen diag:4 -o other.mtx");
    runs("$NZ report swap.report -o swap & n=0; until "
         "grep -q ^swap swap/rows.tsv 2>/dev/null || [ $((n += 1)) -gt 9000 ]; do sleep 0.01; done; "
         "mv other.mtx swap.mtx; until grep -q measured swap/swap.report.unfinished || "
         "[ $((n += 1)) -gt 9000 ]; do sleep 0.01; done; kill -KILL $!; wait $!; "
         "grep -c measured swap/swap.report.unfinished");
    write_file("swap.report", "run swap.mtx --kernel cpu.csr.serial --k 1..8 --samples 1\n"
                              "table 1: Times\n  pivot matrix,kernel\n");
    prints("4\n", "$NZ report swap.report -o swap && awk '$1 == \"swap\" { print $4 }' swap/rows.tsv | uniq");
}

TESTS(prepare, clean)
