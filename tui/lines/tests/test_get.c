/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_get: matrices fetched from a collection on this machine: what arrives, and what a bad one leaves behind. */
#include <signal.h>
#include <sys/stat.h>

#include "tui/lines/tests/program.h"

static pid_t server;
static int port;

static void expect(int status, const char *text, const char *command)
{
    int got = run("%s", command);
    if (got != status || !(strstr(out, text) || strstr(said, text)))
        fail_msg("'%s' ended with %d, not %d, printed '%s' and said '%s'", command, got, status, out, said);
}

static void needs_server(void)
{
    if (!port)
        skip();
}

TEST(test_fetch)
{
    needs_server();
    expect(0, "in/here/mcfe.mtx", "$NZ get mcfe");
    expect(0, "3 x 3", "$NZ info mcfe");
    expect(0, "in/here/mcfe.mtx", "$NZ list matrices");
    expect(0, "in/here/other.mtx", "$NZ get Any/other HB/mcfe");
    expect(0, "/matrices/cage4.mtx", "$NZ get cage4 vanHeukelum/cage4"); /* it comes with nzscope */
    expect(3, "Any/cage4 could not be downloaded", "$NZ get Any/cage4");
    expect(0, "1", "grep -c mcfe srv/requests"); /* what is there is not fetched again */
    expect(0, "", "test -z \"$(ls -A in/here | grep '^[.]')\"");
}

TEST(test_resume)
{
    needs_server();
    expect(3, "the same command resumes it",
           "rm in/here/other.mtx; NZSCOPE_COLLECTION=$NZSCOPE_COLLECTION/cut $NZ get Any/other");
    expect(0, ".part", "ls -A in/here; test ! -e in/here/other.mtx");
    expect(0, "in/here/other.mtx", "NZSCOPE_COLLECTION=$NZSCOPE_COLLECTION/cut $NZ get Any/other");
    expect(0, "bytes=", "grep 'cut/Any/other.tar.gz bytes=[1-9]' srv/requests");
    expect(0, "3 x 3", "$NZ info other");
    /* all of it had come, but it was not unpacked */
    expect(0, "in/here/other.mtx",
           "rm in/here/other.mtx; cp srv/Any/other.tar.gz in/here/.Any-other.tar.gz.part; $NZ get Any/other");
}

TEST(test_bad_archives)
{
    needs_server();
    expect(3, "broken", "$NZ get Any/broken");
    expect(3, "no matrix", "$NZ get Any/empty");
    expect(3, "no matrix", "$NZ get Any/page");
    expect(3, "could not be downloaded", "$NZ get Any/nothing");
    expect(0, "", "test -z \"$(ls -A in/here | grep -e broken -e empty -e page -e nothing)\"");
    expect(0, "in/here/climber.mtx", "$NZ get Any/climber");
    expect(1, "", "find . -name 'escaped*' | grep .");
    expect(3, "in/here/other.mtx", "$NZ get Any/nothing Any/other"); /* the rest goes on */
}

TEST(test_checksums)
{
    needs_server();
    expect(3, "checksum",
           "rm in/here/other.mtx; echo '00000000000000000000000000000000  Any/other.tar.gz' >sums; "
           "NZSCOPE_CHECKSUMS=sums $NZ get Any/other");
    expect(0, "in/here/other.mtx",
           "(cd srv && md5sum Any/other.tar.gz) >sums; NZSCOPE_CHECKSUMS=sums $NZ get Any/other");
}

/* At the prompt, where a script goes on with it. */
TEST(test_prompt)
{
    needs_server();
    expect(0, "3 x 3", "rm in/here/*; printf 'get mcfe\\nopen mcfe\\ninfo\\n' | $NZ prompt");
    expect(3, "could not be downloaded", "printf 'get Any/nothing\\ninfo mcfe\\n' | $NZ prompt");
    expect(1, "",
           "printf 'get Any/nothing\\ninfo mcfe\\n' | $NZ prompt | grep '3 x 3'"); /* a failure ends the script */
    expect(2, "on another machine", "printf 'get mcfe\\n' | $NZ prompt --engine $NZ-engine");
    /* SIGTERM takes the download along, and what has come can be resumed */
    expect(143, "",
           "printf 'get Any/other\\n' >script; export NZSCOPE_COLLECTION=$NZSCOPE_COLLECTION/hang; "
           "$NZ prompt script & until ls in/here/.Any-other*; do sleep .1; done; kill $!; wait $!");
    expect(1, "", "grep -l 'hang/An[y]' /proc/[0-9]*/cmdline 2>/dev/null | grep .");
    expect(0, "other.tar.gz.part", "ls -A in/here; test ! -e in/here/other.mtx");
}

/* On the screen: opened when it has come; given up by what stops things; never where the engine is elsewhere. */
TEST(test_screen)
{
    needs_server();
    const char *shot = "printf \"$script\" >script; $NZ gen:diag:7 --screenshot s.txt --script script";
    char command[600];
    snprintf(command, sizeof command, "rm -f in/here/* in/here/.A*; script='get HB/mcfe'; %s && cat s.txt", shot);
    expect(0, "3 × 3", command);
    snprintf(command, sizeof command, "script='get Any/nothing\\nzoom log'; %s && cat s.txt", shot);
    expect(0, "could not be downloaded", command);
    assert_non_null(strstr(out, "7 × 7"));
    snprintf(command, sizeof command, "script='get Any/other\\nopen gen:diag:8'; %s; cat s.txt", shot);
    expect(0, "8 × 8", command); /* what was opened meanwhile stays open */
    snprintf(
        command, sizeof command,
        "NZSCOPE_COLLECTION=$NZSCOPE_COLLECTION/hang; script='get Any/climber\\nwait 4000\\nback\\nzoom log'; %s && "
        "cat s.txt && ls -A in/here",
        shot);
    expect(0, "climber was not fetched", command);
    assert_non_null(strstr(out, "climber.tar.gz.part"));
    expect(1, "", "grep -l 'hang/An[y]' /proc/[0-9]*/cmdline 2>/dev/null | grep .");
    snprintf(command, sizeof command, "script='get mcfe'; %s --engine $NZ-engine", shot);
    expect(2, "on another machine", command);
}

TEST(test_usage)
{
    expect(2, "get wants", "$NZ get");
    expect(3, "get rajat21 fetches it", "$NZ info RAJAT21");
    expect(3, "nor in the collection; gen:twin:reddit", "$NZ info reddit");
    expect(2, "no-such-matrix", "$NZ get no-such-matrix");
    expect(2, "is not GROUP/NAME", "$NZ get ../up");
    expect(2, "is not GROUP/NAME", "$NZ get a/b/c");
    expect(2, "is not a name", "$NZ get '$(touch hit)'");
    expect(1, "", "test -e hit");
    expect(2, "'a?[31mb' is not a name", "$NZ get \"$(printf 'a\\033[31mb')\"");
    expect(3, "is not in the collection", "$NZ get reddit");
    expect(0, "is not in the collection", "$NZ get S3");
}

static int serve(void **state)
{
    char *script = realpath("tui/lines/tests/collection.py", NULL), address[64];
    if (prepare(state) || mkdir(at("srv"), 0700))
        return -1;
    if (script && system("command -v python3 curl md5sum >/dev/null") == 0) {
        if ((server = fork()) == 0) {
            if (chdir(at("srv")) == 0)
                execlp("python3", "python3", script, (char *)NULL);
            _exit(127);
        }
        for (int wait = 0; wait < 300 && !port; wait++) {
            char *text = slurp(at("srv/port"));
            port = text ? atoi(text) : 0;
            free(text);
            usleep(100000);
        }
    }
    free(script);
    snprintf(address, sizeof address, "http://127.0.0.1:%d", port);
    return setenv("NZSCOPE_COLLECTION", address, 1) || setenv("NZSCOPE_MATRICES", at("in/here"), 1);
}

static int end_server(void **state)
{
    if (server > 0) {
        kill(server, SIGTERM);
        waitpid(server, NULL, 0);
    }
    return clean(state);
}

TESTS(serve, end_server)
