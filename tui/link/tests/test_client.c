/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_client: an engine dies: what is reported, what is started and opened again, and when it is given up. */
#include <time.h>

#include "core/tests/cmocka.h"
#include "tui/link/client.h"
#include "tui/link/tests/fake_engine.h"

/* Opens what it should, dies in `run`, and in `open deadly`; repeats each command with `log`. */
#define ENGINE                                                                                                         \
    HELLO "echo last words >&2\n"                                                                                      \
          "n=0\n"                                                                                                      \
          "while read -r verb rest; do\n"                                                                              \
          "  n=$((n+1))\n"                                                                                             \
          "  echo '{\"ev\":\"log\",\"text\":\"'$verb $rest'\"}'\n"                                                     \
          "  case \"$verb $rest\" in\n"                                                                                \
          "  'open bad') echo '{\"ev\":\"done\",\"cmd\":'$n',\"status\":3,\"text\":\"bad file\"}' ;;\n"                \
          "  'open deadly') kill -KILL $$ ;;\n"                                                                        \
          "  open*) echo '{\"ev\":\"matrix\",\"cmd\":'$n',\"name\":\"m\"}'; echo "                                     \
          "'{\"ev\":\"done\",\"cmd\":'$n',\"status\":0}' ;;\n"                                                         \
          "  run*) echo '{\"ev\":\"run\",\"cmd\":'$n',\"id\":7,\"kernel\":\"k\",\"step\":\"sample\"}'; kill -KILL $$ " \
          ";;\n"                                                                                                       \
          "  close*) echo '{\"ev\":\"closed\",\"cmd\":'$n'}'; echo '{\"ev\":\"done\",\"cmd\":'$n',\"status\":0}' ;;\n" \
          "  quit*) exit 0 ;;\n"                                                                                       \
          "  stop*) ;;\n"                                                                                              \
          "  *) echo '{\"ev\":\"done\",\"cmd\":'$n',\"status\":0}' ;;\n"                                               \
          "  esac\n"                                                                                                   \
          "done\n"

static const char *engine;

static struct client *start(const char *script, bool restart, uint64_t limit, double share)
{
    struct err e = { 0 };
    engine = fake_engine(script);
    struct client *c = client_open(
        &(struct client_options){ .link.engine = engine, .restart = restart, .limit = limit, .limit_share = share },
        &e);
    if (!c)
        fail_msg("%s", e.text);
    return c;
}

/* Goes on until the i-th event `name` has come. False: it is over. */
static bool until(struct client *c, struct heard *h, const char *name, int i)
{
    time_t start = time(NULL);
    while (!name || !heard_get(h, name, i)) {
        struct pollfd p[LINK_FDS];
        int n = link_fds(client_link(c), p);
        poll(p, (nfds_t)n, 500);
        if (!client_read(c, heard_event, h))
            return false;
        if (time(NULL) - start > 20)
            fail_msg("no %s came", name ? name : "end");
    }
    return true;
}

static json_int_t number(const struct heard *h, const char *name, int i, const char *member)
{
    return json_integer_value(json_object_get(heard_get(h, name, i), member));
}

TEST(test_restart)
{
    struct heard h = heard_new();
    struct client *c = start(ENGINE, true, 4000, 0);
    assert_int_equal(client_send(c, "open a"), 2); /* 1 was the limit */
    assert_true(until(c, &h, "done", 1));
    assert_int_equal(client_pending(c), 0);
    int run = client_send(c, "run k=1"), next = client_send(c, "bandwidth");
    assert_int_equal(client_pending(c), 2);
    assert_true(until(c, &h, "died", 0));
    /* the run and what waited are ended, in this order, and the death is reported */
    assert_int_equal(number(&h, "measurement", 0, "id"), 7);
    assert_string_equal(heard_text(&h, "measurement", 0, "status"), "error");
    assert_string_equal(heard_text(&h, "measurement", 0, "kernel"), "k");
    assert_int_equal(number(&h, "done", 2, "cmd"), run);
    assert_int_equal(number(&h, "done", 2, "status"), ERR_ENGINE);
    assert_int_equal(number(&h, "done", 3, "cmd"), next);
    assert_string_equal(heard_text(&h, "died", 0, "text"), "sh was killed by signal 9 (Killed)");
    const json_t *log = json_object_get(heard_get(&h, "died", 0), "log");
    assert_string_equal(json_string_value(json_array_get(log, 0)), "last words");
    assert_int_equal(json_array_size(log), 1);
    assert_string_equal(heard_text(&h, "died", 0, "open"), "a");
    assert_true(json_is_true(json_object_get(heard_get(&h, "died", 0), "again")));
    /* the new engine gets the limit and the matrix again, and its numbers go on */
    assert_true(until(c, &h, "matrix", 1));
    assert_true(until(c, &h, "done", 5));
    assert_string_equal(heard_text(&h, "log", 3, "text"), "limit 4000");
    assert_string_equal(heard_text(&h, "log", 4, "text"), "open a");
    assert_int_equal(number(&h, "done", 5, "cmd"), next + 2);
    assert_int_equal(number(&h, "died", 0, "cmd"), next + 2);
    assert_int_equal(client_pending(c), 0);
    assert_true(client_send(c, "problem") == next + 3);
    assert_true(until(c, &h, "done", 6));
    assert_int_equal(number(&h, "done", 6, "cmd"), next + 3);
    assert_true(client_close(c, NULL));
    heard_free(&h);
}

/* What is open is opened again: that is neither what could not be read, nor what killed the engine. */
TEST(test_reopened)
{
    static const struct {
        const char *line, *again;
    } cases[] = {
        { "open better", "better" }, { "open bad", "good" }, { "open deadly", "good" }, { "close", "(none)" }
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct heard h = heard_new();
        struct client *c = start(ENGINE, true, 0, 0);
        client_send(c, "open good");
        client_send(c, "%s", cases[i].line);
        client_send(c, "run");
        assert_true(until(c, &h, "died", 0));
        assert_true(until(c, &h, "hello", 1));
        assert_string_equal(heard_text(&h, "died", 0, "open"), cases[i].again);
        client_close(c, NULL);
        heard_free(&h);
    }
}

TEST(test_limit_share)
{
    struct heard h = heard_new();
    struct client *c = start(ENGINE, true, 0, 0.25);
    assert_true(until(c, &h, "log", 0));
    assert_string_equal(heard_text(&h, "log", 0, "text"), "limit 250000");
    client_close(c, NULL);
    heard_free(&h);
}

TEST(test_gives_up)
{
    struct heard h = heard_new();
    struct client *c = start("echo no luck >&2; exit 9", true, 0, 0);
    assert_false(until(c, &h, NULL, 0));
    assert_non_null(heard_get(&h, "died", CLIENT_RESTARTS));
    assert_null(heard_get(&h, "died", CLIENT_RESTARTS + 1));
    assert_true(json_is_false(json_object_get(heard_get(&h, "died", CLIENT_RESTARTS), "again")));
    assert_string_equal(client_failed(c),
                        "sh ended with status 9, the 4th death within 10 seconds; its last words: no luck");
    assert_false(client_read(c, heard_event, &h));
    client_close(c, NULL);
    heard_free(&h);

    h = heard_new(); /* without restarts the first death is the end */
    c = start(ENGINE, false, 0, 0);
    client_send(c, "run");
    assert_false(until(c, &h, NULL, 0));
    assert_non_null(heard_get(&h, "died", 0));
    assert_null(heard_get(&h, "died", 1));
    assert_int_equal(number(&h, "done", 0, "status"), ERR_ENGINE);
    client_close(c, NULL);
    heard_free(&h);
}

static int tidy(void **state)
{
    fake_engine_remove(engine);
    return 0;
}

TESTS(NULL, tidy)
