/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile: a recording and an engine that want the terminal, the table or the memory for themselves. */
#include <pty.h>
#include <sys/wait.h>

#include "tui/lines/tests/program.h"

/* ESC [ 3 1 m, the same as one character (C1), right-to-left override, DEL, a tab, a line break; as JSON. */
#define EVIL "\\u001b[31m\\u009b31m\xC2\x9B\\u202e\xE2\x80\xAE\\u007f\\u0085a\\tb\\r\\nc|d"

/* The same as raw bytes, for what is no JSON. */
#define EVIL_BYTES "\033[31m\xC2\x9B\xE2\x80\xAE\177\r\xFF"

/* Nothing of it is left: valid UTF-8 without controls, and no more lines and tabs than ours. */
static void is_clean(const char *text, const char *words)
{
    json_t *valid = json_string(text);
    bool clean = valid && !strpbrk(text, "\033\177\r\a\b") && !strstr(text, "\xC2\x9B") && !strstr(text, "\xC2\x85") &&
                 !strstr(text, "\xE2\x80\xAE");
    json_decref(valid);
    if (!clean)
        fail_msg("%s printed: %s", words, text);
}

static int run_clean(const char *words)
{
    int status = run("%s", words);
    is_clean(out, words);
    is_clean(said, words);
    return status;
}

static void is_json(const char *words)
{
    assert_int_equal(run_clean(words), 0);
    json_t *value = json_loads(out, 0, NULL);
    if (json_array_size(value) == 0)
        fail_msg("%s printed no JSON: %s", words, out);
    json_decref(value);
}

/* ---- the events ---- */

static const char told[] =
    "{\"ev\":\"hello\",\"protocol\":2,\"memory\":1000000,\"host\":\"" EVIL "\"}\n"
    "{\"ev\":\"backend\",\"name\":\"" EVIL "\",\"kind\":\"gpu\",\"ready\":false,\"why\":\"" EVIL "\"}\n"
    "{\"ev\":\"device\",\"id\":\"cpu" EVIL "\",\"kind\":\"" EVIL "\",\"name\":\"" EVIL "\"}\n"
    "{\"ev\":\"topology\",\"device\":\"cpu" EVIL "\",\"simd\":\"" EVIL "\"}\n"
    "{\"ev\":\"kernel\",\"name\":\"k" EVIL "\",\"what\":\"" EVIL "\",\"types\":[\"" EVIL
    "\"],\"params\":[{\"name\":\"" EVIL "\"}],\"ready\":true}\n"
    "{\"ev\":\"format\",\"name\":\"" EVIL "\",\"what\":\"" EVIL "\"}\n"
    "{\"ev\":\"ordering\",\"name\":\"" EVIL "\",\"what\":\"" EVIL "\",\"why\":\"" EVIL "\"}\n"
    "{\"ev\":\"ready\"}\n";

static const char answer[] =
    "{\"ev\":\"progress\",\"cmd\":@,\"what\":\"" EVIL "\",\"done\":1,\"total\":2}\n"
    "{\"ev\":\"notice\",\"cmd\":@,\"text\":\"" EVIL "\"}\n"
    "{\"ev\":\"notice\",\"cmd\":@,\"text\":7}\n"
    "{\"ev\":\"closed\",\"cmd\":@,\"name\":\"" EVIL "\",\"text\":\"" EVIL "\"}\n"
    "{\"ev\":\"matrix\",\"cmd\":@,\"name\":\"m" EVIL "\",\"title\":\"" EVIL "\",\"field\":\"" EVIL
    "\",\"symmetry\":\"" EVIL "\",\"rows\":3,\"cols\":3,\"nnz\":3,\"reorder\":\"" EVIL "\",\"was\":{},\"why\":\"" EVIL
    "\"}\n"
    "{\"ev\":\"formats\",\"cmd\":@,\"items\":[{\"name\":\"" EVIL "\",\"verdict\":\"" EVIL "\",\"why\":\"" EVIL "\"}]}\n"
    "{\"ev\":\"run\",\"cmd\":@,\"kernel\":\"" EVIL "\",\"step\":\"" EVIL "\"}\n"
    "{\"ev\":\"measurement\",\"cmd\":@,\"matrix\":\"m" EVIL "\",\"kernel\":\"" EVIL "\",\"params\":\"" EVIL
    "\",\"choice\":\"" EVIL "\",\"reorder\":\"" EVIL "\",\"status\":\"ok\",\"text\":\"" EVIL "\",\"time_ms\":1}\n"
    "{\"ev\":\"measurement\",\"cmd\":@,\"matrix\":\"m\",\"kernel\":\"k\",\"status\":\"ok\",\"text\":7}\n"
    "{\"ev\":\"advice\",\"cmd\":@,\"matrix\":\"" EVIL "\",\"op\":\"" EVIL "\",\"items\":[{\"device\":\"" EVIL
    "\",\"ok\":true,\"choice\":\"" EVIL "\"},{\"device\":\"" EVIL "\",\"text\":\"" EVIL "\"}],\"text\":\"" EVIL "\"}\n"
    "{\"ev\":\"topology\",\"cmd\":@,\"device\":\"" EVIL "\",\"processors\":[[0,0,0,0,0,0]],\"pinned\":\"" EVIL "\"}\n"
    "{\"ev\":\"log\",\"text\":\"" EVIL "\"}\n"
    "{\"ev\":\"data\",\"cmd\":@,\"name\":\"text\",\"bytes\":14}\n" EVIL_BYTES "\n"
    "{\"ev\":\"data\",\"cmd\":@,\"name\":\"text\",\"bytes\":2}\nb\n"
    "{\"ev\":\"data\",\"cmd\":@,\"name\":\"text\",\"bytes\":0}\n";

/* An engine that answers every command with all of these events, but two kernels in turns with those in `turned`, in
   the test's folder; then `$ENGINE` names it. */
static void make_engine(void)
{
    write_file("told", told);
    write_file("answer", answer);
    write_file(
        "engine",
        "n=0\ncat told\nwhile read -r verb rest; do\n"
        "    n=$((n + 1))\n    [ \"$verb\" != quit ] || exit 0\n    events=answer\n"
        "    case $rest in *compare=1*) echo \"$rest\" >>turns; events=turned ;; esac\n    sed \"s/@/$n/g\" $events\n"
        "    [ \"$rest\" != fails ] && printf '{\"ev\":\"done\",\"cmd\":%d,\"status\":0}\\n' $n && continue\n"
        "    printf '{\"ev\":\"done\",\"cmd\":%d,\"status\":%s,\"text\":' $n \"${STATUS:-3}\"\n    cat text\ndone\n");
    write_file("text", "\"" EVIL "\"}\n");
}

#define ENGINE "$NZ --engine 'sh engine' "

TEST(test_engine)
{
    make_engine();
    static const char *const plain[] = {
        ENGINE "info x",
        ENGINE "info x --reorder rcm",
        ENGINE "bench x --reorder rcm",
        ENGINE "bench x --md --summary gmean",
        ENGINE "bench x --csv",
        ENGINE "advise x",
        ENGINE "list kernels",
        ENGINE "list formats",
        ENGINE "list devices",
        ENGINE "list threads",
        ENGINE "list reorderings",
        ENGINE "show x",
        "printf 'open x\\nbench\\nreorder rcm\\nset kernel \\033[31m\\nset\\nclose\\n' | " ENGINE "prompt",
    };
    for (size_t i = 0; i < COUNT(plain); i++) {
        int status = run_clean(plain[i]);
        if (status != 0)
            fail_msg("%s ended with %d: %s", plain[i], status, said);
    }
    is_json(ENGINE "info x --json");
    is_json(ENGINE "bench x --json");
    is_json(ENGINE "advise x --json");
    is_json(ENGINE "list kernels --json");
    is_json(ENGINE "list devices --json");
    is_json(ENGINE "list threads --json");
    assert_int_equal(run_clean(ENGINE "bench x"), 0);
    for (int i = 0; i < 3; i++) /* a header and two rows */
        assert_int_equal(tabs(line(out, i)), COLUMNS - 1);
    assert_string_equal(line(out, 3), "");
    assert_int_equal(run_clean(ENGINE "show x"), 0);
    assert_string_equal(line(out, 2), ""); /* two lines of text, whatever the pieces */
    assert_int_equal(run_clean(ENGINE "info fails"), 3);
    assert_int_equal(run_clean("STATUS=4294967296 " ENGINE "info fails"), 6); /* 0 in 32 bits */
    assert_int_equal(run_clean("STATUS=-256 " ENGINE "info fails"), 6);
    assert_int_equal(run_clean(ENGINE "mul x -o y.mtx"), 6);
}

/* Rows of a recording are as many as its measurements, in every style. */
TEST(test_recording)
{
    make_engine();
    runs("{ cat told; sed 's/@/1/g; /\"data\"/,$d' answer; } | sed 's/^{/{\"t\":0,/' >evil.jsonl");
    static const char *const styles[] = { "--tsv", "--csv", "--md" };
    static const int lines[] = { 3, 3, 4 };
    static const char *const ends[] = { "", "",
                                        "\n- ± is empty in 1 row: too few blocks of samples for an interval\n" };
    for (int i = 0; i < 3; i++) {
        char words[100];
        snprintf(words, sizeof words, "$NZ replay evil.jsonl %s", styles[i]);
        assert_int_equal(run_clean(words), 0);
        assert_string_equal(line(out, lines[i]), ends[i]);
        assert_string_not_equal(line(out, lines[i] - 1), "");
    }
    is_json("$NZ replay evil.jsonl --json");
    assert_int_equal(run_clean("$NZ replay evil.jsonl --screenshot s.txt && cat s.txt"), 0);
    write_file("names.jsonl", "{\"t\":0,\"ev\":\"hello\",\"\\u001b[31m\":1}\n");
    fails(3, "not an event of a recording", "$NZ replay names.jsonl --tsv");
}

/* What the engine logs, what it is called, and what we were asked for. */
TEST(test_names)
{
#define BAD "\"$(printf 'x\\033[31m\\302\\233\\342\\200\\256\\nb\\377')\""
    assert_int_equal(run_clean("$NZ info x --engine 'sh -c \"printf \\\"a\\\\033[31mb\\\\n\\\" >&2; exit 3\"'"), 6);
    assert_non_null(strstr(said, "its last words: a?[31mb"));
    static const char *const words[] = {
        "$NZ info " BAD,
        "$NZ info gen:" BAD,
        "$NZ bench gen:diag:5 --kernel " BAD,
        "$NZ bench gen:diag:5 --device " BAD,
        "$NZ bench gen:diag:5 --op " BAD,
        "$NZ bench gen:diag:5 --" BAD,
        "$NZ bench gen:diag:5 -o no/" BAD,
        "$NZ bench gen:diag:5 --append no/" BAD,
        "$NZ list " BAD,
        "$NZ help " BAD,
        "$NZ replay " BAD " --tsv",
        "$NZ info gen:diag:5 --record no/" BAD,
        "$NZ info gen:diag:5 --engine " BAD,
        "$NZ prompt " BAD,
        "$NZ --screenshot s.txt " BAD,
        "ln -s /bin/false ./" BAD " && $NZ info gen:diag:5 --engine ./" BAD,
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        int status = run_clean(words[i]);
        if (status == 0 || strncmp(said, "nzscope: ", 9) != 0 || *line(said, 1))
            fail_msg("%s ended with %d: %s", words[i], status, said);
    }
}

/* A recording is a file, and its lines have an end. */
TEST(test_endless)
{
    fails(3, "/dev/zero: it is no regular file", "ulimit -t 5; $NZ replay /dev/zero --tsv");
    fails(3, ": it is a folder", "$NZ replay . --tsv");
    fails(3, "pipe: it is no regular file", "mkfifo pipe; timeout 20 $NZ replay pipe --tsv");
    fails(3, "the recording empty is empty", ": >empty; $NZ replay empty --tsv");
    fails(3, "zeros:1: a line of more than 64 MB", "truncate -s 200M zeros; $NZ replay zeros --tsv");
#ifndef __SANITIZE_ADDRESS__
    fails(4, "out of memory", "(ulimit -v 100000; $NZ replay zeros --tsv)");
    fails(4, "big:1: out of memory",
          "{ printf '{\"t\":0,\"ev\":\"'; head -c 30000000 /dev/zero | tr '\\0' a; echo '\"}'; } >big\n"
          "(ulimit -v 100000; $NZ replay big --tsv)");
#endif
    runs("rm -f zeros big"); /* without a limit there is no big */
}

TEST(test_endless_engine)
{
    write_file("many",
               "echo '{\"ev\":\"hello\",\"protocol\":2}'\nyes '{\"ev\":\"kernel\",\"name\":\"k\"}' | head -3000\n"
               "echo '{\"ev\":\"ready\"}'\ncat >/dev/null\n");
    prints("1000\n", "$NZ --engine 'sh many' list kernels --json | grep -o '\"name\"' | wc -l");
}

static void await(int fd, const char *text)
{
    char got[1 << 16] = "";
    size_t used = 0;
    while (!strstr(got, text)) {
        ssize_t n = read(fd, got + used, sizeof got - 1 - used);
        if (n <= 0)
            fail_msg("'%s' is not in: %s", text, got);
        used += (size_t)n;
        got[used] = 0;
    }
}

/* An engine that says nothing any more, or nothing at all: a terminal hears of it, and Ctrl-C twice leaves. */
static void is_silent(const char *greeting)
{
    char script[200];
    int fd, status;
    snprintf(script, sizeof script, "#!/bin/sh\n%sexec sleep 60\n", greeting);
    write_file("silent", script);
    runs("chmod +x silent");
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    pid_t pid = forkpty(&fd, NULL, NULL, &size);
    if (pid == 0) {
        execl(program, "nzscope", "--engine", at("silent"), "info", "gen:diag:5", (char *)NULL);
        _exit(127);
    }
    await(fd, "no word from the engine for 6 s; Ctrl-C stops");
    assert_int_equal(write(fd, "\003", 1), 1);
    await(fd, "stopping; press Ctrl-C again to leave");
    assert_int_equal(write(fd, "\003", 1), 1);
    while (read(fd, &status, sizeof status) > 0) {
    }
    close(fd);
    assert_true(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 130);
}

TEST(test_silent)
{
    is_silent("echo '{\"ev\":\"hello\",\"protocol\":2}'\necho '{\"ev\":\"ready\"}'\n");
    is_silent("");
}

/* Even where other programs share the processors: what they disturbed is no certain time. */
TEST(disturbed_advice)
{
    make_engine();
    write_file("answer", "{\"ev\":\"measurement\",\"cmd\":@,\"id\":1,\"kernel\":\"cpu.auto\",\"choice\":\"cpu.csr."
                         "omp\",\"device\":\"cpu\","
                         "\"status\":\"ok\",\"time_ms\":0.463,\"flags\":[\"busy\"]}\n"
                         "{\"ev\":\"advice\",\"cmd\":@,\"matrix\":\"m\",\"items\":[{\"device\":\"cpu\",\"ok\":true,"
                         "\"choice\":\"cpu.csr.omp\","
                         "\"time_ms\":0.463,\"choosing_ms\":0.303},{\"device\":\"gpu0\",\"text\":\"no\"}],"
                         "\"text\":\"t\"}\n");
    run(ENGINE "advise x");
    assert_non_null(strstr(out, "\n  cpu.csr.omp    ≈463 µs"));
    assert_non_null(strstr(out, " ≈463 µs        -  ≈303 µs "));
    assert_non_null(strstr(out, "≈: the machine was busy"));
}

/* JSON in single quotes to a file. */
static void write_events(const char *name, const char *events)
{
    char *text = strdup(events);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    write_file(name, text);
    free(text);
}

/* What the runs leave open, two in turns decide. */
TEST(advice_takes_turns)
{
#define RUN(id, kernel, more)                                                                                          \
    "{'ev':'measurement','cmd':@,'id':" id ",'kernel':'" kernel "','op':'mul','type':'f64','k':1,'device':'cpu',"      \
    "'matrix':'m','threads':2,'cache':'warm','status':'ok','gflops':1,'ci_lo_ms':0.9,'ci_hi_ms':1.1," more "}\n"
    make_engine();
    write_events("answer",
                 RUN("1", "cpu.csr.serial", "'time_ms':1.05")
                     RUN("2", "cpu.csr.omp",
                         "'time_ms':1,'prepare_ms':0.14") "{'ev':'advice','cmd':@,'matrix':'m','k':1,'items':[{'device'"
                                                          ":'cpu','ok':true,"
                                                          "'choice':'cpu.csr.omp','time_ms':1}],'text':'t'}\n");
    write_events(
        "turned",
        RUN("3", "cpu.csr.omp",
            "'time_ms':1,'prepare_ms':0.156,'versus':'cpu.csr.serial','verdict':'faster','ratio':1.2,'ratio_lo':1.1,"
            "'ratio_hi':1.3")
            RUN("4", "cpu.csr.serial",
                "'time_ms':1.2,'versus':'cpu.csr.omp','verdict':'slower','ratio':0.83,'ratio_lo':0.77,"
                "'ratio_hi':0.91"));
    run(ENGINE "advise x");
    assert_non_null(strstr(out, "\nUse cpu.csr.omp"));
    assert_true(strstr(out, " 140 µs\n") && !strstr(out, "156 µs")); /* the least preparing, as the sentence counts */
    prints("kernel=cpu.csr.omp,cpu.csr.serial k=1 compare=1\n", "sed 's/ patience=[0-9]*//' turns"); /* once */
}

/* Where other programs slowed each preparation of the choice, it runs beside what it is compared with. */
TEST(a_choice_is_prepared_more_often)
{
    static const char *const flags[] = { "busy", "busy','prepare" };
    for (int i = 0; i < 2; i++) {
        char events[1000];
        make_engine();
        snprintf(
            events, sizeof events,
            RUN("1", "cpu.auto",
                "'time_ms':1,'choice':'cpu.group.rows','flags':['%s']") "{'ev':'advice','cmd':@,'matrix':'m','op':'mul'"
                                                                        ",'k':1,'items':[{'device':'cpu','ok':true,'"
                                                                        "choice':"
                                                                        "'cpu.group.rows','time_ms':1}],'text':'t'}\n",
            flags[i]);
        write_events("answer", events);
        write_events("told", "{'ev':'hello','protocol':2}\n{'ev':'kernel','name':'cpu.group.rows','op':'mul',"
                             "'types':['f64'],'format':'group','on':'cpu','ready':true}\n{'ev':'ready'}\n");
        write_events("turned", "");
        runs("sed -i 's/compare=1/samples=5/; s/turns;/asked;/' engine; >asked");
        run(ENGINE "advise x");
        prints(i ? "kernel=cpu.group.rows k=1 samples=5\n" : "", "sed 's/ patience=[0-9]*//' asked");
    }
}

/* The serial loop comes first, then the most elaborate, before libraries; none begins once other programs have taken
   the time. */
TEST(advice_is_in_time)
{
#define CSR(name)                                                                                                      \
    "{'ev':'kernel','name':'" name "','op':'mul','types':['f64'],'format':'csr','on':'cpu','ready':true}\n"
    make_engine();
    write_events("answer", RUN("1", "cpu.auto", "'time_ms':1,'choice':'cpu.group.rows','flags':['busy']") //
                 "{'ev':'advice','cmd':@,'matrix':'m','op':'mul','k':1,'items':[{'device':'cpu','ok':true,"
                 "'choice':'cpu.group.rows','time_ms':1}],'text':'t'}\n");
    write_events("told", "{'ev':'hello','protocol':2}\n" CSR("cpu.csr.serial") CSR("cpu.csr.omp") CSR("cpu.csr.naive")
                             CSR("cpu.csr.block") "{'ev':'kernel','name':'peer.x','op':'mul','types':['f64'],"
                                                  "'on':'cpu','peer':true,'ready':true}\n{'ev':'ready'}\n");
    write_events("turned", "");
    runs("sed -i 's/compare=1/samples=5/; s/turns;/asked;/; s/^    n=/[ $verb != advise ] || sleep $LATE; n=/' engine; "
         "rm -f asked");
    run("LATE=0 " ENGINE "advise x");
    prints("kernel=cpu.csr.serial\nkernel=cpu.csr.block\nkernel=cpu.csr.naive\nkernel=peer.x\nkernel=cpu.csr.omp\n",
           "sed 's/ .*//' asked");
    assert_null(strstr(out, "So far"));
    run("rm asked; LATE=7.1 " ENGINE "advise x");
    assert_non_null(strstr(out, "So far, of 1 kernel: "));
    assert_non_null(strstr(out, " 5 kernels were no longer begun"));
    assert_int_equal(run("test -e asked"), 1);
}

TESTS(prepare, clean)
