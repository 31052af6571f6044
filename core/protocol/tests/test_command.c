/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_command: lines of the protocol, right, wrong and random. */
#include "core/protocol/command.h"
#include "core/tests/cmocka.h"

static struct command *parse(const char *line)
{
    return command_parse(line, strlen(line));
}

TEST(test_words_and_arguments)
{
    struct command *c = parse("  run k=1,2  kernel=cpu.*\tset.CHUNK=8 samples=3 \r");
    assert_non_null(c);
    assert_int_equal(c->verb, VERB_run);
    assert_int_equal(c->words, 0);
    assert_int_equal(c->arguments, 4);
    assert_string_equal(command_value(c, "k"), "1,2");
    assert_string_equal(command_value(c, "set.CHUNK"), "8");
    assert_null(command_value(c, "type"));
    command_free(c);
}

TEST(test_looks)
{
    assert_true(command_is_look("spy rows=4 cols=4") && command_is_look("work"));
    assert_false(command_is_look("") || command_is_look("sp") || command_is_look("spying") ||
                 command_is_look("threads"));
}

TEST(test_the_last_value_counts)
{
    struct command *c = parse("run k=1 k=2");
    assert_string_equal(command_value(c, "k"), "2");
    command_free(c);
}

TEST(test_escapes)
{
    struct command *c = parse("open a%20b%3Dc%25%0a%C3%a4.mtx");
    assert_int_equal(c->verb, VERB_open);
    assert_string_equal(c->word[0], "a b=c%\n\xc3\xa4.mtx");
    command_free(c);
}

static void assert_wrong(const char *line, const char *part)
{
    struct command *c = parse(line);
    assert_non_null(c);
    assert_int_equal(c->verb, VERB_COUNT);
    assert_int_equal(c->wrong.code, ERR_USAGE);
    if (!strstr(c->wrong.text, part))
        fail_msg("'%s' says '%s', not '%s'", line, c->wrong.text, part);
    command_free(c);
}

TEST(test_wrong_lines)
{
    assert_wrong("bogus", "no command is called bogus");
    assert_wrong("k=1", "no command is called k=1");
    assert_wrong("open", "open needs SPEC");
    assert_wrong("open a b", "one word too many: b");
    assert_wrong("run colour=red", "run has no argument colour=");
    assert_wrong("run set.=1", "run has no argument set.=");
    assert_wrong("close now=1", "it takes: none");
    assert_wrong("spy rows=3", "spy needs cols=");
    assert_wrong("histogram", "histogram needs bins=");
    assert_wrong("open a%2", "hexadecimal");
    assert_wrong("open a%zz", "hexadecimal");
    assert_wrong("open a%00b", "%00");
}

TEST(test_too_many_words)
{
    char line[4 * COMMAND_ARGUMENTS + 16] = "run";
    for (int i = 0; i <= COMMAND_ARGUMENTS; i++)
        strcat(line, " k=1");
    assert_wrong(line, "more than");
}

TEST(test_blank_lines_are_no_commands)
{
    assert_null(parse(""));
    assert_null(parse(" \t\r"));
}

TEST(test_nul_bytes)
{
    struct command *c = command_parse("open a\0b", 8);
    assert_int_equal(c->verb, VERB_COUNT);
    assert_non_null(strstr(c->wrong.text, "NUL"));
    command_free(c);
}

TEST(test_numbers)
{
    int64_t v;
    struct err e;
    struct command *c = parse("problem k=7");
    assert_true(command_number(c, "k", 1, 10, 1, &v, &e) && v == 7);
    assert_true(command_number(c, "threads", 1, 10, 3, &v, &e) && v == 3);
    assert_false(command_number(c, "k", 1, 6, 1, &v, &e));
    assert_string_equal(e.text, "k=7: must be from 1 to 6");
    command_free(c);
}

TEST(test_pairs)
{
    struct err e;
    int64_t pair[2] = { 5, 6 };
    struct command *c = parse("spy rows=1 cols=1 from=3,4 to=3");
    assert_true(command_pair(c, "from", pair, &e));
    assert_true(pair[0] == 3 && pair[1] == 4);
    assert_false(command_pair(c, "to", pair, &e));
    assert_true(command_pair(c, "none", pair, &e));
    command_free(c);
}

TEST(test_lists)
{
    static const char *const names[] = { "static", "dynamic", "guided", NULL };
    struct list l;
    struct err e;
    assert_true(list_parse("k", "1,2,4", 1, 64, NULL, &l, &e));
    assert_int_equal(l.count, 3);
    assert_int_equal(l.value[2], 4);
    assert_true(list_parse("k", "1..16", 1, 64, NULL, &l, &e));
    assert_int_equal(l.count, 16);
    assert_int_equal(l.value[15], 16);
    assert_true(list_parse("k", "8..10,1,9", 1, 64, NULL, &l, &e));
    assert_int_equal(l.count, 4);
    assert_true(list_parse("k", "1..64x2", 1, 64, NULL, &l, &e));
    assert_int_equal(l.count, 7);
    assert_int_equal(l.value[6], 64);
    assert_true(list_parse("k", "3..100x3,1..2", 1, 100, NULL, &l, &e));
    assert_int_equal(l.count, 6);
    assert_true(l.value[3] == 81 && l.value[4] == 1 && l.value[5] == 2);
    assert_true(list_parse("SCHEDULE", "guided,STATIC", 0, 2, names, &l, &e));
    assert_true(l.count == 2 && l.value[0] == 2 && l.value[1] == 0);
}

TEST(test_wrong_lists)
{
    static const char *const names[] = { "f64", "f32", NULL };
    struct list l;
    struct err e;
    assert_false(list_parse("k", "abc", 1, 64, NULL, &l, &e));
    assert_string_equal(e.text, "k=abc: a number, a list like 1,2,4, or a rising range like 1..16 or 1..256x2");
    assert_false(list_parse("k", "", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "1,", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", ",1", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "4..1", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "1..", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "1...3", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "1..64x", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "1..64x1", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "0..64x2", 0, 64, NULL, &l, &e));
    assert_false(list_parse("k", "4x2", 1, 64, NULL, &l, &e));
    assert_false(list_parse("k", "0", 1, 64, NULL, &l, &e));
    assert_string_equal(e.text, "k=0: must be from 1 to 64");
    assert_false(list_parse("k", "1..1000", 1, 5000, NULL, &l, &e));
    assert_non_null(strstr(e.text, "more than 256 values"));
    assert_false(list_parse("k", "9223372036854775806..9223372036854775807", 1, 64, NULL, &l, &e));
    assert_false(list_parse("type", "f16", 0, 1, names, &l, &e));
    assert_string_equal(e.text, "type=f16: one or more of f64, f32");
    assert_false(list_parse("type", "0", 0, 1, names, &l, &e));
}

/* Bytes as a broken front end might send them: whatever comes out must be whole. */
TEST(test_random_lines)
{
    static const char alphabet[] = "run open set. =%,..0123456789abf\t\x80\xff\x01";
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char line[64];
        size_t n = (seed >> 8) % sizeof line;
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            line[i] = alphabet[(seed >> 16) % sizeof alphabet]; /* its NUL included */
        }
        if (n > 4 && round % 2)
            memcpy(line, "run ", 4);
        struct command *c = command_parse(line, n);
        if (c && c->verb == VERB_COUNT)
            assert_true(*c->wrong.text);
        command_free(c);
        seed = seed * 1664525u + 1013904223u;
    }
}

TESTS(NULL, NULL)
