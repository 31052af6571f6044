/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_event: what goes out is whole lines of valid JSON, whatever goes in and however many threads speak. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include "core/base/clock.h"
#include "core/protocol/event.h"
#include "core/tests/cmocka.h"

enum { SPEAKERS = 4, WORDS = 500 };

/* What `speak` sends, up to 4 kB. */
static void heard(void (*speak)(struct events *), char *text, size_t size)
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    struct events *s = events_new(fd[1]);
    speak(s);
    events_free(s);
    close(fd[1]);
    ssize_t n = read(fd[0], text, size - 1);
    text[n > 0 ? n : 0] = '\0';
    close(fd[0]);
}

static void speak_fields(struct events *s)
{
    event_send(s, EVENT("test", 7, FIELD("text", "a\xff\x01\n\x1b[31m\xe2\x80\xae\"\\ \xc3\xa4"),
                        FIELD("integer", INT64_MIN), FIELD("size", UINT64_MAX), FIELD("nan", NAN),
                        FIELD("inf", INFINITY), FIELD("minus", -INFINITY), FIELD("half", 0.5), FLAG("flag", true),
                        FIELD("pair", event_pair(1, 2))));
}

TEST(test_fields)
{
    char text[4096];
    heard(speak_fields, text, sizeof text);
    assert_memory_equal(text, "{\"ev\":\"test\",\"cmd\":7,\"text\":", 28);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    for (const char *c = text; *c && *c != '\n'; c++)
        assert_true((unsigned char)*c >= ' ');
    assert_null(strstr(text, "\xe2\x80\xae")); /* no bidirectional override */
    json_t *event = json_loads(text, 0, NULL);
    assert_non_null(event);
    assert_true(json_integer_value(json_object_get(event, "integer")) == INT64_MIN);
    assert_string_equal(json_string_value(json_object_get(event, "size")), "inf");
    assert_string_equal(json_string_value(json_object_get(event, "nan")), "nan");
    assert_string_equal(json_string_value(json_object_get(event, "inf")), "inf");
    assert_string_equal(json_string_value(json_object_get(event, "minus")), "-inf");
    assert_true(json_real_value(json_object_get(event, "half")) == 0.5);
    assert_true(json_is_true(json_object_get(event, "flag")));
    assert_int_equal(json_array_size(json_object_get(event, "pair")), 2);
    json_decref(event);
}

static void speak_done(struct events *s)
{
    struct err e;
    err_set(&e, ERR_MEMORY, "no room");
    event_done(s, 3, &e);
    event_done(s, 4, NULL);
}

TEST(test_done)
{
    char text[4096];
    heard(speak_done, text, sizeof text);
    assert_string_equal(text, "{\"ev\":\"done\",\"cmd\":3,\"status\":4,\"text\":\"no room\"}\n"
                              "{\"ev\":\"done\",\"cmd\":4,\"status\":0}\n");
}

static void speak_data(struct events *s)
{
    event_data(s, 5, "y", "1\n2\n", 4);
    event_data_end(s, 5, "y", 1, 2, 2);
}

TEST(test_data)
{
    char text[4096];
    heard(speak_data, text, sizeof text);
    assert_string_equal(text,
                        "{\"ev\":\"data\",\"cmd\":5,\"name\":\"y\",\"bytes\":4}\n1\n2\n"
                        "{\"ev\":\"data\",\"cmd\":5,\"name\":\"y\",\"bytes\":0,\"rows\":1,\"cols\":2,\"entries\":2}\n");
}

static void *speak_many(void *arg)
{
    for (int i = 0; i < WORDS; i++)
        event_send(arg, EVENT("word", i + 1, FIELD("text", "the quick brown fox jumps over the lazy dog")));
    return NULL;
}

TEST(test_many_speakers)
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    assert_int_equal(fcntl(fd[1], F_SETFL, O_NONBLOCK), 0); /* a full pipe is waited for */
    struct events *s = events_new(fd[1]);
    pthread_t speaker[SPEAKERS];
    for (int i = 0; i < SPEAKERS; i++)
        assert_int_equal(pthread_create(&speaker[i], NULL, speak_many, s), 0);
    FILE *in = fdopen(fd[0], "r");
    char line[256];
    for (int i = 0; i < SPEAKERS * WORDS; i++) {
        assert_non_null(fgets(line, sizeof line, in));
        json_t *event = json_loads(line, 0, NULL);
        assert_non_null(event);
        json_decref(event);
    }
    for (int i = 0; i < SPEAKERS; i++)
        pthread_join(speaker[i], NULL);
    assert_false(events_gone(s));
    events_free(s);
    fclose(in);
    close(fd[1]);
}

TEST(test_nobody_listens)
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    struct events *s = events_new(fd[1]);
    close(fd[0]);
    assert_false(events_gone(s));
    event_done(s, 1, NULL);
    assert_true(events_gone(s));
    event_done(s, 2, NULL); /* dropped */
    events_free(s);
    close(fd[1]);
}

TEST(test_rate)
{
    struct event_rate rate = { 0 };
    int due = 0;
    for (int i = 0; i < 60; i++) {
        due += event_due(&rate);
        usleep(2000);
    }
    assert_true(due >= 2); /* the first, and another within the 0.12 s */
    struct event_rate burst = { 0 };
    double start = clock_ms();
    due = 0;
    for (int i = 0; i < 100; i++)
        due += event_due(&burst);
    assert_true(due >= 1 && due <= 1 + (int)((clock_ms() - start) / 50));
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return tests_run(NULL, NULL);
}
