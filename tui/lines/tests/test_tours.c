/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tours: the tours that come with nzscope, from their first step to their last, with the real engine. */
#include "tui/lines/tests/program.h"

TEST(tours_are_listed)
{
    runs("$NZ tour");
    assert_string_equal(said, "");
    assert_non_null(strstr(out, "ellpack   Why ELLPACK wins and loses "));
    assert_non_null(strstr(out, "26 pages, 14 minutes\n"));
    for (const char *line = out; *line; line += strcspn(line, "\n"), line += *line == '\n')
        assert_in_range(strcspn(line, "\n"), 1, 80);
    runs("$NZ tour | sed -n 's/^how to write one: //p' | xargs head -n 1"); /* a file that is there */
    assert_int_equal(strncmp(out, "# ", 2), 0);
    fails(3, "no tour is named nothing", "$NZ tour nothing --screenshot s.txt");
    write_file("bad.tour", "title T\n\n:zom spy\nX\n");
    fails(3, "bad.tour:3: no command is named zom; did you mean zoom?", "$NZ tour bad.tour --screenshot s.txt");
    fails(2, "the screen needs a terminal", "$NZ tour ellpack");
}

/* Every wrong line is named, also what only the engine knows. */
TEST(all_faults_are_named)
{
    write_file("bad.tour",
               "title T\n\n:run cpu.csr.serial\n{ell}, {cpu.csr.serial/cpu.nothing}\n\n:open gen:diag:10\n:set "
               "smaples=8\n:set threads=0\n"
               ":set op=nothing\n:run cpu.nothing\n:sweep lanes 1..4\n:axis lanes\nB\n\n:set op=transpose\n:run "
               "cpu.csr.serial\n:open gen:diag:5\n:run cpu.csr.serial\nC\n\n:why\n\n\nD\n");
    assert_int_equal(run("$NZ tour bad.tour --check"), 3);
    assert_string_equal(said, "nzscope: 10 wrong lines\n");
    static const char *const wrong[] = {
        ":3: no matrix is open here",
        ":4: no kernel matches cpu.nothing; panel 5 lists them",
        ":7: no setting is named smaples; did you mean samples?",
        ":8: threads is a number from 1 to ",
        ":9: operation is one of: mul ",
        ":10: no kernel matches cpu.nothing; panel 5 lists them",
        ":11: no setting is named lanes: it is one of operation, k, ",
        ":12: axis is one of [k|threads|size|rows|reorder|type|cache|PARAM|auto], not lanes",
        ":16: cpu.csr.serial is of another operation: mul",
        ":24: the step before has no caption"
    };
    const char *line = out;
    for (size_t i = 0; i < COUNT(wrong); i++, line = strchr(line, '\n') + 1)
        if (strncmp(line, "bad.tour", 8) != 0 || strncmp(line + 8, wrong[i], strlen(wrong[i])) != 0)
            fail_msg("not '%s' but: %s", wrong[i], line);
    assert_string_equal(line, "");
    write_file("bad.tour", "title T\n\n:open gen:diag:5\n:run cpu.csr.serial\n{cpu.csr.omp/cpu.csr.serial}\n\n"
                           ":sweep k 1,2\nB {x}\n");
    assert_int_equal(run("$NZ tour bad.tour --check"), 3);
    assert_string_equal(out, "bad.tour:5: no step so far runs cpu.csr.omp, of which the caption has a figure\n"
                             "bad.tour:7: no :mark in this step: sweep would run every kernel, which takes minutes\n"
                             "bad.tour:8: {x}: no figure, which is {KERNEL/KERNEL}, {FORMAT}, {slots:KERNEL} or "
                             "{KERNEL}\n");
    shows("ellpack.tour: 26 pages, no wrong line\n", "$NZ tour 2 --check");
    fails(2, "tour --check wants", "$NZ tour --check");
}

/* What a tour is or shows is not written over by what it makes. */
TEST(what_is_read_stays)
{
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial --samples 1 --record shown.jsonl >/dev/null");
    write_file("mine.txt", "title T\nrecording shown.jsonl\n\n:open gen:diag:500\nC\n");
    refuses("shown.jsonl", "the tour shows runs of ./shown.jsonl",
            "$NZ tour ./mine.txt --record shown.jsonl --screenshot s.txt");
    refuses("mine.txt", "mine.txt is the tour being shown", "$NZ tour ./mine.txt --screenshot mine.txt");
}

/* The name of a file commands no terminal. */
TEST(names_are_shown_harmless)
{
    runs("name=$(printf 'a\\033]0;b.tour'); printf 'title T\n\n:open gen:diag:5\nA\n' >\"$name\"; "
         "$NZ tour \"$name\" --check");
    assert_string_equal(out, "a%1B]0;b.tour: 1 page, no wrong line\n");
}

/* A command that is right as such but fails on the way. */
TEST(failures_end_it)
{
    write_file("bad.tour", "title T\n\n:open gen:diag:10\nA\n\n:run cpu.nothing\nB\n\nC\n");
    fails(2, "line 6 of the tour, run cpu.nothing: no kernel matches", "$NZ tour bad.tour --screenshot s.txt");
    write_file("bad.tour", "title T\n\n:open bad.tour\nA\n\nC\n");
    fails(3, "bad.tour", "$NZ tour bad.tour --screenshot s.txt");
}

/* Where no kernel can run, or what is measured does not show what the caption says, runs of the same matrix stand in.
 */
TEST(recordings_stand_in)
{
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial --record cpu.jsonl >/dev/null && "
         "sed s/cpu.csr.serial/gpu.csr.absent/g cpu.jsonl >gpu.jsonl");
    write_file("gpu.tour", "title T\nrecording gpu.jsonl\n\n:open gen:diag:500\n:run gpu.csr.absent\n:zoom run\nC\n");
    shows("gpu.csr.absent ", "$NZ tour gpu.tour --screenshot s.txt --size 140x36 && cat s.txt");
    assert_non_null(strstr(out, ": recorded on "));
    assert_non_null(strstr(out, "not all of it can run here"));
    runs("$NZ tour gpu.tour --record talk.jsonl --screenshot s.txt"); /* what was seen is replayed… */
    shows("gpu.csr.absent ", "$NZ replay talk.jsonl --screenshot s.txt --size 140x36 && cat s.txt");
    runs("sed s/gpu.jsonl/talk.jsonl/ gpu.tour >talk.tour"); /* …but was not measured in it */
    assert_int_equal(run("$NZ tour talk.tour --check"), 3);
    write_file("gpu.tour", "title T\nrecording gpu.jsonl\n\n:open gen:diag:501\n:run gpu.csr.absent\nC\n");
    fails(2, "no recording holds a run of gpu.csr.absent on diag:501", "$NZ tour gpu.tour --screenshot s.txt");
    assert_int_equal(run("$NZ tour gpu.tour --check"), 3);
    assert_string_equal(out,
                        "gpu.tour:5: no recording holds a run of gpu.csr.absent with these settings on diag:501\n");
    write_file("gpu.tour", "title T\nrecording gpu.jsonl\n\n:open gen:diag:500\n:run gpu.csr.absent,gpu.lost\nC\n\n"
                           ":set type=f32\n:run gpu.csr.absent\nC\n");
    assert_int_equal(run("$NZ tour gpu.tour --check"), 3);
    assert_non_null(strstr(out, "gpu.tour:5: no recording holds a run of gpu.lost "));
    assert_non_null(strstr(out, "gpu.tour:9: no recording holds a run of gpu.csr.absent "));
    runs("sed s/gpu.jsonl/made.jsonl/ gpu.tour >made.tour");
    shows("made.tour:2: no recording yet: --record made.jsonl makes it\nmade.tour: 2 pages, no wrong line\n",
          "$NZ tour made.tour --check"); /* before it is made */
    runs("sed -i s/gpu.lost/cpu.lost/ made.tour");
    assert_int_equal(run("$NZ tour made.tour --check"), 3);
    assert_non_null(strstr(out, "made.tour:5: no kernel matches cpu.lost"));
}

/* A tour whose engine says something else than it has measured. */
#define THROUGH(sed, tour)                                                                                             \
    "$NZ tour " tour " --engine \"sh -c '$(dirname $NZ)/nzscope-engine | sed -u -f " sed "'\" --screenshot s.txt "     \
    "--size 140x36 && cat s.txt"

/* Where a bar passes the roof that was measured here, and the lesson draws that roof, the recorded run stands in,
   however doubtful it is itself; without a recording, or where bars are compared, the line above the caption tells. */
TEST(roofs_that_are_passed)
{
    write_file("roof.sed", "s/\"roof_frac\":[^,}]*,//\ns/\"ev\":\"measurement\",/&\"roof_frac\":1.5,/\n");
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial --record here.jsonl >/dev/null && "
         "sed -f roof.sed -e 's/\"flags\":\\[[^]]*\\],*//;s/:1.5,/:0.5,\"flags\":[\"wide\"],/' here.jsonl >cpu.jsonl");
    write_file("cpu.tour", "title T\nrecording cpu.jsonl\n\n:open gen:diag:500\n:run cpu.csr.serial\n:zoom run\nA\n");
    shows("cpu.csr.serial passes its roof, which was measured too low here", THROUGH("roof.sed", "cpu.tour"));
    runs("printf '\n:picture roofline\nB\n' >>cpu.tour");
    shows("recorded on ", THROUGH("roof.sed", "cpu.tour"));
    write_file("none.tour", "title T\n\n:open gen:diag:500\n:run cpu.csr.serial\n:zoom run\nA\n");
    shows("cpu.csr.serial passes its roof, which was measured too low here", THROUGH("roof.sed", "none.tour"));
}

/* The caption says what no machine measures: a kernel is not faster than itself. */
TEST(what_is_not_seen_is_shown_as_recorded)
{
    runs("$NZ bench gen:diag:500 --kernel cpu.csr.serial,cpu.ell.serial -k 1,2 --record cpu.jsonl --force >/dev/null");
    write_file("cpu.tour", "title T\nrecording cpu.jsonl\n\n:open gen:diag:500\n:run cpu.csr.serial\n:expect "
                           "cpu.csr.serial > cpu.csr.serial\nA\n\n:set k=2\n:zoom run\n:run "
                           "cpu.csr.serial,cpu.ell.serial\n:all\nB\n");
    shows("recorded on ", "$NZ tour cpu.tour --screenshot s.txt --size 140x36 && cat s.txt");
    assert_null(strstr(out, "tries again")); /* the step that measured has said it */
    assert_non_null(strstr(out, " k=1 "));   /* steps of a matrix are all recorded, or none */
    runs("$NZ tour cpu.tour --screenshot s.tsv.txt --record all.jsonl && grep -c '\"ev\":\"measurement\"' all.jsonl");
    assert_string_equal(out, "3\n"); /* a recording goes on measuring */
    assert_int_equal(run("$NZ tour cpu.tour --check"), 3);
    assert_string_equal(out,
                        "cpu.tour:6: the recordings do not show that cpu.csr.serial is faster than cpu.csr.serial\n");
}

/* Own runs stand, however doubtful, unless they deny what the caption needs, leave a ratio open that may be anything or
   is far from the recorded one, or stand beside a roof; which they are is said. */
TEST(own_runs_stand_unless_they_deny)
{
    static const char head[] = "title T\nrecording cpu.jsonl\n\n:open gen:stencil27:8\n";
    char tour[400];
    write_file("wide.sed",
               "s/\"flags\":\\[[^]]*\\],*//\ns/\"roof_frac\":[^,}]*,//\ns/\"ci_lo_ms\":[^,}]*/\"ci_lo_ms\":1e-9/\n"
               "s/\"time_ms\":[^,}]*/\"time_ms\":1.2e-3/\n"
               "/\"reorder\":\"rcm\"/s/\"time_ms\":[^,}]*/\"time_ms\":1e-3/\n"
               "s/\"ev\":\"measurement\",/&\"flags\":[\"busy\",\"wide\"],/\n");
    runs("{ sed s/1e-9/8e-4/ wide.sed; echo 's/\"ci_hi_ms\":[^,}]*/\"ci_hi_ms\":1.3e-3/'; } >mild.sed && "
         "sed s/1e-3/1e-6/ mild.sed >far.sed && sed '/ev/d' mild.sed >plain.sed");
    write_file("clear.sed",
               "s/\"roof_frac\":[^,}]*,//\n/\"reorder\":\"rcm\"/s/\"ci_\\(..\\)_ms\":[^,}]*/\"ci_\\1_ms\":1e-9/g\n");
    write_file("apart.sed", "s/\"roof_frac\":[^,}]*,//\ns/\"ci_lo_ms\":[^,}]*/\"ci_lo_ms\":6e-5/\n"
                            "s/\"ci_hi_ms\":[^,}]*/\"ci_hi_ms\":1/\n/\"reorder\":\"rcm\"/s/\"\\(time_ms\\|ci_.._ms\\)\""
                            ":[^,}]*/\"\\1\":1e-6/g\n");
    runs("$NZ bench gen:stencil27:8 --kernel cpu.csr.serial,cpu.dense.serial --reorder none,rcm --record cpu.jsonl "
         "--force "
         ">/dev/null && sed -i -f plain.sed cpu.jsonl");
    snprintf(tour, sizeof tour, "%s:run cpu.csr.serial,cpu.dense.serial\n:zoom run\nA\n", head);
    write_file("cpu.tour", tour);
    shows("measured here, on a busy machine; unclear, intervals overlap: cpu.", THROUGH("wide.sed", "cpu.tour"));
    assert_null(strstr(out, "recorded on"));
    runs("printf '\n:picture roofline\nB\n' >>cpu.tour");
    shows("recorded on ", THROUGH("wide.sed", "cpu.tour")); /* beside a roof they say nothing */
    for (int rcm = 0; rcm < 2; rcm++) {
        snprintf(tour, sizeof tour,
                 "%s:run cpu.csr.serial\n:reorder rcm\n:run cpu.csr.serial\n:expect cpu.csr.serial@%s > "
                 "cpu.csr.serial@%s\n:zoom run\nIt is {cpu.csr.serial@rcm/cpu.csr.serial@none}.\n",
                 head, rcm ? "rcm" : "none", rcm ? "none" : "rcm");
        write_file("cpu.tour", tour);
        for (int clear = 0; clear < 2; clear++) {
            shows(rcm ? "measured here" : "not seen here (cpu.csr.serial@none ",
                  clear ? THROUGH("clear.sed", "cpu.tour") : THROUGH("mild.sed", "cpu.tour"));
            assert_true((strstr(out, "recorded on") == NULL) == rcm && !strstr(out, "It is …"));
            assert_true(!rcm || (strstr(out, "unclear, ") == NULL) == clear);
        }
        shows(rcm ? "this machine is busy: too unclear here (cpu.csr.serial@rcm 1.00 ns, "
                  : "this machine is busy: not seen here (cpu.csr.serial@none 1.20 µs, ",
              THROUGH("far.sed", "cpu.tour"));
        assert_non_null(strstr(out, "recorded on"));
    }
    shows("busy: too unclear here (cpu.csr.serial@rcm 1.00 µs, ", /* may be anything */
          THROUGH("wide.sed", "cpu.tour"));
    assert_non_null(strstr(out, "recorded on"));
    shows("It is at least 60×.", THROUGH("apart.sed", "cpu.tour")); /* sure, however wide */
    assert_null(strstr(out, "recorded on"));
    runs("sed -i /^:expect/d cpu.tour"); /* a caption that requires nothing has room for any ratio */
    shows("measured here", THROUGH("far.sed", "cpu.tour"));
    assert_null(strstr(out, "recorded on"));
}

/* A replay of a tour's recording shows its captions, with their figures and steps; one without captions has none. */
TEST(captions_are_replayed)
{
    write_file("said.tour", "title T\n\n:open gen:diag:500\nThe first.\n\n:zoom formats\nELLPACK stores {ell}.\n");
    runs("$NZ tour said.tour --record said.jsonl --screenshot s.txt");
    shows("\n 2/2   ELLPACK stores 1.00×.", "$NZ replay said.jsonl --screenshot s.txt && cat s.txt");
    assert_non_null(strstr(out, " ■ 0:0")); /* and its controls */
    shows("\n 1/2   The first.", "sed '/\"step\":2/d' said.jsonl >first.jsonl && $NZ replay first.jsonl --screenshot "
                                 "s.txt && cat s.txt");
    runs("sed '/\"ev\":\"caption\"/d' said.jsonl >old.jsonl && $NZ replay old.jsonl --screenshot s.txt && cat s.txt");
    assert_true(strstr(out, " ■ 0:0") && !strstr(out, "/2 "));
}

/* A replay shows what was looked at, and at the size of its own screen. */
TEST(screens_are_replayed)
{
    write_file("talk",
               "run cpu.csr.serial,cpu.csr.omp\nset k 2\nrun cpu.csr.serial,cpu.csr.omp\npicture curve\nzoom run\n");
    runs("$NZ gen:diag:500 --script talk --record talk.jsonl --force --screenshot s.txt");
    shows("over k · diag:500 · mul", "$NZ replay talk.jsonl --size 120x30 --screenshot s.txt && cat s.txt");
    assert_null(strstr(out, "5 Kernels"));
    shows("5 Kernels", "sed '/\"ev\":\"screen\"/d' talk.jsonl >old.jsonl && $NZ replay old.jsonl --screenshot s.txt && "
                       "cat s.txt");
    write_file("cards", "microscope\nstep\nstep\n");
    runs("$NZ gen:diag:500 --script cards --record cards.jsonl --screenshot s.txt");
    shows("Microscope", "$NZ replay cards.jsonl --screenshot s.txt && cat s.txt");
    assert_non_null(strstr(out, "step 2 of 12"));
    write_file("two.tour", "title T\n\n:open gen:diag:500\n:zoom spy\nA\n\n:zoom rows\nB\n"); /* page 1 until page 2 */
    runs("$NZ tour two.tour --record two.jsonl --screenshot s.txt && grep -q '\"step\":2,' two.jsonl && "
         "! grep -B1 '\"step\":2,' two.jsonl | grep -q '\"zoomed\":false'");
}

/* What records the tours leaves out what none shows, and says what a recording lacks. */
TEST(tours_are_recorded)
{
    runs("format=$($NZ tour | sed -n 's/^how to write one: //p') && mkdir -p tools tours && "
         "cp \"${format%%/tours/FORMAT.md}/tools/record_tours.sh\" tools");
    write_file("tours/1-small.tour",
               "title T\nrecording small.jsonl\nrecording lost.jsonl\n\n:open gen:diag:500\n:run cpu.csr.serial\n"
               "A\n\n:open gen:diag:600\n:run cpu.csr.serial\n:expect cpu.csr.serial > cpu.csr.serial\nB\n\n"
               ":open gen:diag:500\nC\n");
    runs("mkdir -p made && echo own >made/small.tour && sh tools/record_tours.sh ${NZ%%/*} made");
    assert_string_equal(out, "small.tour:11: the recordings do not show that cpu.csr.serial is faster than "
                             "cpu.csr.serial\n");
    prints("own\n", "cat made/small.tour && rm made/small.tour");
    runs("cd made && echo * && sed 's/.*\"ev\":\"\\([a-z]*\\)\".*/\\1/' small.jsonl | sort | uniq -c | "
         "awk '/matrix|measurement|run|sample|spy/ { print $1, $2 }'");
    assert_string_equal(out, "small.jsonl\n3 matrix\n2 measurement\n2 run\n2 spy\n");
}

static void plays(const char *name, int steps)
{
    char last[20];
    snprintf(last, sizeof last, "\n %d/%d ", steps, steps);
    if (run("NZSCOPE_KEEP=0 $NZ tour %s --screenshot s.txt --size 80x24 && cat s.txt", name) != 0)
        fail_msg("%s: %s", name, said);
    assert_non_null(strstr(out, last));
    assert_null(strstr(out, "FAIL"));
}

TEST(formats_plays)
{
    plays("formats", 20);
}

TEST(ellpack_plays)
{
    plays("ellpack", 26);
}

TEST(spmm_plays)
{
    plays("spmm", 15);
}

TEST(balance_plays)
{
    plays("balance", 17);
}

/* Whether results are kept is the user's choice, by whatever way a tour goes there. */
TEST(test_keeps_nothing)
{
    write_file("keep.tour", "title T\n\n:open gen:diag:5\n:setting keep\n:focus settings\n:more\n:more\nOne.\n");
    fails(2, "line 7 of the tour, more: keep does not belong in a tour", "$NZ tour keep.tour --screenshot s.txt");
}

/* A screen that keeps nothing does not say otherwise. */
TEST(keep_is_said_to_be_off)
{
    write_file("keep.tour", "title T\n\n:open gen:diag:5\nOne.\n\n:zoom settings\nTwo.\n");
    shows("keep           off", "NZSCOPE_KEEP=0 $NZ tour keep.tour --screenshot s.txt && cat s.txt");
    write_file("zoom.script", "zoom settings\n");
    shows("keep           off", "NZSCOPE_KEEP=0 $NZ gen:diag:5 --script zoom.script --screenshot s.txt && cat s.txt");
}

TESTS(prepare, clean)
