/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_link: engines that do not behave, data, recordings; and that none is left behind. */
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "core/base/clock.h"
#include "core/tests/cmocka.h"
#include "tui/link/tests/fake_engine.h"

enum { PATIENCE_MS = 20000 };

/* Reads until the link ends, or `name` has come. Whether it still lives. */
static bool pump(struct link *l, struct heard *h, const char *name)
{
    double start = clock_ms();
    while (clock_ms() - start < PATIENCE_MS) {
        if (!link_read(l, heard_event, h))
            return false;
        if (name && heard_get(h, name, 0))
            return true;
        struct pollfd fd[LINK_FDS];
        int n = link_fds(l, fd), wait = link_timeout_ms(l);
        poll(fd, (nfds_t)n, wait < 0 ? 1000 : wait);
    }
    fail_msg("nothing came for %d ms", PATIENCE_MS);
    return false;
}

/* Runs a script as the engine until it is gone; returns what is said of it. */
static const char *end_of(const char *script, struct heard *h)
{
    static char text[5000];
    struct err e = { 0 };
    const char *command = fake_engine(script);
    struct link *l = link_open(&(struct link_options){ .engine = command }, &e);
    if (!l)
        fail_msg("%s", e.text);
    link_send(l, "open x");
    assert_false(pump(l, h, NULL));
    snprintf(text, sizeof text, "%s|%s", link_obituary(l), link_log(l));
    assert_int_equal(link_pid(l), 0);
    assert_int_equal(link_send(l, "open x"), 0);
    assert_false(link_read(l, heard_event, h)); /* stays gone */
    fake_engine_remove(command);
    link_close(l, NULL);
    return text;
}

static void says(const char *script, const char *expected)
{
    struct heard h = heard_new();
    const char *text = end_of(script, &h);
    if (!strstr(text, expected))
        fail_msg("said '%s', not '%s'", text, expected);
    heard_free(&h);
}

TEST(test_bad_engines)
{
    struct err e = { 0 };
    assert_null(link_open(&(struct link_options){ .engine = "/nowhere/engine --x" }, &e));
    assert_int_equal(e.code, ERR_ENGINE);
    assert_non_null(strstr(e.text, "/nowhere/engine: No such file"));
    assert_null(link_open(&(struct link_options){ .engine = "  " }, &e));
    assert_int_equal(e.code, ERR_USAGE);
    says("exit 3", "ended with status 3");
    says("echo one >&2; echo two >&2; exit 1", "status 1|one\ntwo");
    says(HELLO "kill -SEGV $$", "was killed by signal 11 (Segmentation fault)");
    says("echo garbage; sleep 60", "it sent an invalid event: garbage");
    says(HELLO "printf '\\001\\377\\n'; sleep 60", "it sent an invalid event: ??");
    says(HELLO "echo '[1,2]'; sleep 60", "it sent an invalid event");
    says(HELLO "echo '{\"ev\":3}'; sleep 60", "it sent an invalid event");
    says("echo '{\"ev\":\"done\",\"cmd\":1,\"status\":0}'; sleep 60", "does not greet");
    says("echo '{\"ev\":\"hello\",\"protocol\":1}'; sleep 60", "it speaks protocol 1, this nzscope speaks 2");
    says(HELLO "echo '{\"ev\":\"data\",\"name\":\"y\",\"bytes\":-1}'; sleep 60", "announced -1 bytes");
    says(HELLO "echo '{\"ev\":\"done\",\"cmd\":9223372036854775807,\"status\":0}'; sleep 60",
         "answers command 9223372036854775807");
    says(HELLO "head -c 70000000 /dev/zero | tr '\\0' a; sleep 60", "a line of more than 64 MB");
}

/* What came before the death is not lost, and only the last lines of the log are kept. */
TEST(test_last_words)
{
    struct heard h = heard_new();
    const char *text = end_of(HELLO "i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i >&2; done\n"
                                    "echo '{\"ev\":\"notice\",\"text\":\"last\"}'; exit 0",
                              &h);
    assert_string_equal(heard_text(&h, "notice", 0, "text"), "last");
    assert_non_null(strstr(text, "|line 81\nline 82\n"));
    assert_non_null(strstr(text, "line 100"));
    assert_null(strstr(text, "line 100\n"));
    heard_free(&h);
}

TEST(test_data)
{
    struct heard h = heard_new();
    end_of(HELLO "echo '{\"ev\":\"data\",\"cmd\":1,\"name\":\"y\",\"bytes\":300000}'; head -c 300000 /dev/zero | tr "
                 "'\\0' '\\n'\n"
                 "echo '{\"ev\":\"data\",\"cmd\":1,\"name\":\"y\",\"bytes\":5}'; printf '{\"e\"}'\n"
                 "echo '{\"ev\":\"data\",\"cmd\":1,\"name\":\"y\",\"bytes\":0}'; echo "
                 "'{\"ev\":\"done\",\"cmd\":1,\"status\":0}'",
           &h);
    assert_int_equal(h.bytes, 300005);
    assert_int_equal(h.data[299999], '\n');
    assert_memory_equal(h.data + 300000, "{\"e\"}", 5);
    assert_int_equal(h.ends, 1);
    assert_non_null(heard_get(&h, "done", 0));
    heard_free(&h);
}

/* The engine has descriptors 0, 1, 2 and no other, whatever we have open. */
TEST(test_descriptors)
{
    int extra = dup(0); /* not close-on-exec */
    struct heard h = heard_new();
    struct err e = { 0 };
    struct link *other = link_open(&(struct link_options){ .engine = "cat" }, &e);
    assert_non_null(other);
    struct link *l = link_open(&(struct link_options){ .engine = "sh -c 'exec ls /proc/self/fd >&2'" }, &e);
    assert_non_null(l);
    assert_false(pump(l, &h, NULL));
    assert_string_equal(link_log(l), "0\n1\n2\n3"); /* 3 is what ls itself opens */
    link_close(l, NULL);
    link_close(other, NULL);
    close(extra);
    heard_free(&h);
}

/* An engine that does not read does not block us; closing kills it long before it would end. */
TEST(test_no_blocking)
{
    struct err e = { 0 };
    struct link *l = link_open(&(struct link_options){ .engine = "sh -c 'trap \"\" TERM; sleep 60'" }, &e);
    assert_non_null(l);
    double start = clock_ms();
    char word[1001];
    memset(word, 'x', 1000);
    word[1000] = 0;
    for (int i = 1; i <= 2000; i++)
        assert_int_equal(link_send(l, "open %s", word), i);
    struct pollfd fd[LINK_FDS];
    assert_true(link_fds(l, fd) > 0 && (fd[0].events & POLLOUT));
    assert_int_equal(link_timeout_ms(l), -1);
    link_send(l, "stop");
    assert_in_range(link_timeout_ms(l), 59000, 60001);
    int pid = link_pid(l);
    assert_true(link_close(l, NULL));
    assert_true(clock_ms() - start < 30000);
    assert_true(kill(pid, 0) != 0 && errno == ESRCH);
}

TEST(test_words_on_the_wire)
{
    char out[32], tiny[6];
    assert_string_equal(link_word("a b%c=d\n\x7f", out, sizeof out), "a%20b%25c%3Dd%0A%7F");
    assert_string_equal(link_word("\xC3\xA9:/-,*", out, sizeof out), "\xC3\xA9:/-,*");
    assert_true(strlen(link_word("a b c", tiny, sizeof tiny)) < sizeof tiny);
}

/* A recording gives the same events again; only the bytes of the data are gone. */
TEST(test_record_replay)
{
    char path[] = "/tmp/nzscope-record-XXXXXX";
    close(mkstemp(path));
    struct err e = { 0 };
    struct heard live = heard_new(), played = heard_new();
    const char *command = fake_engine(
        HELLO "echo '{\"ev\":\"matrix\",\"cmd\":1,\"name\":\"\xCF\x83 \\\"q\\\"\",\"x\":\"inf\",\"y\":0.1}'\n"
              "echo '{\"ev\":\"data\",\"cmd\":1,\"name\":\"y\",\"bytes\":3}'; printf 'a\\nb'\n"
              "echo '{\"ev\":\"done\",\"cmd\":1,\"status\":0}'; sleep 0.3\n"
              "echo '{\"ev\":\"notice\",\"text\":\"late\"}'");
    struct link *l = link_open(&(struct link_options){ .engine = command, .record = path }, &e);
    assert_non_null(l);
    assert_false(pump(l, &live, NULL));
    assert_true(link_close(l, &e));
    fake_engine_remove(command);

    l = link_open(&(struct link_options){ .replay = path, .replay_speed = 0 }, &e);
    assert_non_null(l);
    assert_int_equal(link_send(l, "open x"), 1); /* numbered, and nothing else */
    assert_int_equal(link_pid(l), 0);
    assert_false(pump(l, &played, NULL));
    assert_string_equal(link_obituary(l), "");
    link_close(l, NULL);
    /* The live handler keeps a data event as its bytes: 4 events; played has it as an event. */
    assert_int_equal(json_array_size(live.events), 4);
    assert_int_equal(json_array_size(played.events), 5);
    json_array_remove(played.events, 2);
    assert_true(json_equal(live.events, played.events));

    heard_free(&played);
    played = heard_new();
    double start = clock_ms(); /* as recorded: the last event comes late */
    l = link_open(&(struct link_options){ .replay = path, .replay_speed = 1 }, &e);
    assert_non_null(l);
    assert_true(pump(l, &played, "done"));
    assert_false(pump(l, &played, NULL));
    assert_true(clock_ms() - start > 280);
    link_close(l, NULL);
    heard_free(&played);
    heard_free(&live);

    FILE *f = fopen(path, "a");
    fputs("{\"t\":9,\"ev\":\n", f);
    fclose(f);
    played = heard_new();
    l = link_open(&(struct link_options){ .replay = path, .replay_speed = 0 }, &e);
    assert_false(pump(l, &played, NULL));
    assert_non_null(strstr(link_obituary(l), ":6: not an event"));
    assert_int_equal(json_array_size(played.events), 5);
    link_close(l, NULL);
    heard_free(&played);
    assert_null(link_open(&(struct link_options){ .replay = "/dev/null" }, &e));
    assert_int_equal(e.code, ERR_INPUT);
    unlink(path);
    assert_null(link_open(&(struct link_options){ .replay = path }, &e));
    assert_int_equal(e.code, ERR_INPUT);
}

/* When we are killed, the engine goes with us. */
TEST(test_none_left_behind)
{
    int say[2];
    assert_int_equal(pipe(say), 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* so that we can also wait for the engine */
    pid_t us = fork();
    if (us == 0) {
        struct link *l = link_open(&(struct link_options){ .engine = "sleep 60" }, NULL);
        int pid = l ? link_pid(l) : 0;
        if (write(say[1], &pid, sizeof pid) == (ssize_t)sizeof pid)
            pause();
        _exit(0);
    }
    int engine = 0, status;
    assert_int_equal(read(say[0], &engine, sizeof engine), sizeof engine);
    assert_true(engine > 0);
    kill(us, SIGKILL);
    assert_int_equal(waitpid(us, &status, 0), us);
    double start = clock_ms();
    assert_int_equal(waitpid(engine, &status, 0), engine);
    assert_true(clock_ms() - start < 30000);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(say[0]);
    close(say[1]);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run(NULL, NULL);
}
