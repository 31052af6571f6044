/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_options: words, options, sizes, and what is said about mistakes. */
#include "core/base/words.h"
#include "core/tests/cmocka.h"
#include "tui/input/help.h"
#include "tui/input/option_value.h"
#include "tui/input/options.h"

static void splits(const char *line, int count, const char *const *expected)
{
    struct words w;
    struct err e = { 0 };
    assert_true(words_split(line, &w, &e));
    assert_int_equal(w.count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(w.word[i], expected[i]);
    assert_null(w.word[count]);
    words_free(&w);
}

TEST(test_words)
{
    splits("", 0, NULL);
    splits("  \t ", 0, NULL);
    splits("# only a comment", 0, NULL);
    splits("a", 1, (const char *[]){ "a" });
    splits("  ssh box\tnzscope-engine ", 3, (const char *[]){ "ssh", "box", "nzscope-engine" });
    splits("'a b' c", 2, (const char *[]){ "a b", "c" });
    splits("x\"a \\\"b\\\" \\n\"y z", 2, (const char *[]){ "xa \"b\" \\ny", "z" });
    splits("a\\ b '' c#d # e", 3, (const char *[]){ "a b", "", "c#d" });
    splits("a b c d e", 5, (const char *[]){ "a", "b", "c", "d", "e" });
    struct words w;
    struct err e = { 0 };
    assert_false(words_split("open 'a b", &w, &e));
    assert_int_equal(e.code, ERR_USAGE);
}

/* Parses a line of words; the words live in *w. */
static bool parse(const char *line, enum context context, struct words *w, struct options *o, struct err *e)
{
    *e = (struct err){ 0 };
    assert_true(words_split(line, w, e));
    return options_parse(w->word, w->count, context, o, e);
}

/* What is put reads as what was given. */
TEST(test_putting)
{
    static const char line[] = "nzscope bench 'a b.mtx' 'it'\\''s' --kernel 'cpu.*' -k 1,2 --set A=1 --set 'B=x y' "
                               "--cold -o out.tsv";
    struct words w;
    struct options o;
    struct err e;
    char *text = NULL;
    size_t size;
    assert_true(parse(line + strlen("nzscope "), SHELL, &w, &o, &e));
    FILE *f = open_memstream(&text, &size);
    options_put(f, &o, SHELL);
    fclose(f);
    assert_string_equal(text, line);
    free(text);
    options_free(&o);
    words_free(&w);
}

TEST(test_parsing)
{
    struct words w;
    struct options o;
    struct err e;
    assert_true(
        parse("bench a.mtx --kernel=cpu.* -k 1,2 b.mtx --cold --set A=1 --set B=2..4 -oout.tsv", SHELL, &w, &o, &e));
    assert_int_equal(o.command, CMD_bench);
    assert_int_equal(o.words, 2);
    assert_string_equal(o.word[1], "b.mtx");
    assert_string_equal(o.value[OPT_KERNEL], "cpu.*");
    assert_string_equal(o.value[OPT_K], "1,2");
    assert_string_equal(o.value[OPT_OUT], "out.tsv");
    assert_non_null(o.value[OPT_COLD]);
    assert_null(o.value[OPT_JSON]);
    assert_int_equal(o.sets, 2);
    assert_string_equal(o.set[1], "B=2..4");
    options_free(&o);
    words_free(&w);

    /* options may come before the command, and -- ends them */
    assert_true(parse("--engine 'ssh box e' info -- --odd.mtx", SHELL, &w, &o, &e));
    assert_int_equal(o.command, CMD_info);
    assert_string_equal(o.value[OPT_ENGINE], "ssh box e");
    assert_string_equal(o.word[0], "--odd.mtx");
    options_free(&o);
    words_free(&w);

    /* what is no command is a matrix for the screen; "-" is a word */
    assert_true(parse("gen:demo -", SHELL, &w, &o, &e));
    assert_int_equal(o.command, CMD_screen);
    assert_int_equal(o.words, 2);
    options_free(&o);
    words_free(&w);
    assert_true(parse("", SHELL, &w, &o, &e));
    assert_int_equal(o.command, CMD_screen);
    options_free(&o);
    words_free(&w);
}

static void wrong(const char *line, enum context context, const char *said)
{
    struct words w;
    struct options o;
    struct err e;
    assert_false(parse(line, context, &w, &o, &e));
    assert_int_equal(e.code, ERR_USAGE);
    if (!strstr(e.text, said))
        fail_msg("'%s' said '%s', not '%s'", line, e.text, said);
    words_free(&w);
}

TEST(test_mistakes)
{
    wrong("bench a --kernal x", SHELL, "unknown option --kernal of bench; did you mean --kernel?");
    wrong("bench a --frobnicate", SHELL, "nzscope help bench");
    wrong("info a --cold", SHELL, "--cold is no option of info");
    wrong("bench a --kernel", SHELL, "--kernel wants a value");
    wrong("bench a --cold=1", SHELL, "--cold takes no value");
    wrong("bench a -z", SHELL, "unknown option -z of bench (nzscope help bench lists them)");
    wrong("--frob", SHELL, "unknown option --frob of the screen (nzscope help lists them)");
    wrong("bench a --set CHUNK", SHELL, "PARAM=LIST");
    wrong("bench a -k 1 -k 2..4", SHELL, "-k is given twice; as one list: -k 1,2..4");
    wrong("bench a --kernel cpu.* --kernel gpu.*", SHELL, "as one list: --kernel cpu.*,gpu.*");
    wrong("bench a --op mul --op scan", SHELL, "--op is given twice: mul and scan");
    wrong("bnech a", SHELL, "did you mean bench");
    wrong("frob a", PROMPT, "unknown command 'frob'");
    wrong("run", PROMPT, "run is a command of the screen; here it is: bench");
    wrong("sweep k 1..8", SHELL, "here it is: bench -k 1..64x2");
    wrong("microscope", PROMPT,
          "microscope is a command of the screen (nzscope MATRIX, then :microscope); a file of them: nzscope MATRIX "
          "--script");
    assert_string_equal(command_there("bench", SCREEN), "run");
    assert_null(command_there("ben", SCREEN));
    assert_string_equal(command_there("list", SCREEN), "zoom kernels");
    assert_string_equal(command_there("list published", SCREEN), "published");
    assert_null(command_there("list reorderings", SCREEN));
    assert_string_equal(command_there("bench a.mtx", SCREEN), "run");
    wrong("zoom", SHELL, "here it is: info");
    wrong("replay a", PROMPT, "unknown command");
    wrong("info --record x", PROMPT, "when nzscope is started");
}

TEST(test_values)
{
    static const struct {
        const char *text;
        uint64_t bytes;
        double share;
    } good[] = {
        { "8589934592", 8589934592u, 0 }, { "8G", 8000000000u, 0 }, { "8GiB", 8589934592u, 0 }, { "1.5k", 1500, 0 },
        { "500MB", 500000000, 0 },        { "50%", 0, 0.5 },        { "12.5%", 0, 0.125 },
    };
    static const char *const bad[] = {
        "", "G", "8X", "-1", "0", "0%", "101%", "8GG", "1e3", "99999999999G", "50%%", "."
    };
    struct err e;
    for (size_t i = 0; i < COUNT(good); i++) {
        uint64_t bytes;
        double share;
        assert_true(option_size(good[i].text, &bytes, &share, &e));
        assert_true(bytes == good[i].bytes);
        assert_true(share == good[i].share);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint64_t bytes;
        double share;
        if (option_size(bad[i], &bytes, &share, &e))
            fail_msg("'%s' was taken for a size", bad[i]);
    }
}

/* Every command has its help; what it says fits 80 columns, whatever the arguments before it take. */
TEST(test_help)
{
    for (enum tui_command c = CMD_screen; c < CMD_COUNT; c++) {
        char *text;
        size_t length;
        FILE *f = open_memstream(&text, &length);
        help_print(f, c, SHELL);
        fclose(f);
        assert_non_null(strstr(text, tui_commands[c].name));
        char begin[30];
        snprintf(begin, sizeof begin, "%s", tui_commands[c].help);
        assert_non_null(strstr(text, begin));
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 80);
        /* the list of all has the first sentence of each */
        assert_int_equal(strstr(text, "a disturbed run") != NULL, c == CMD_diff);
        free(text);
    }
}

TESTS(NULL, NULL)
