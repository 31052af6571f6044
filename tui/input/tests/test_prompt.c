/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_prompt: readline fed byte by byte: typing, Tab, Ctrl-R, cancelling, history; and nothing on the terminal. */
#include <locale.h>
#include <sys/stat.h>

#include "core/tests/cmocka.h"
#include "tui/input/grammar.h"
#include "tui/input/options.h"
#include "tui/input/prompt.h"

static char accepted[512];
static int accepts, nulls, offers;
static char offered[2048];

static void on_accept(void *arg, char *line)
{
    if (line) {
        accepts++;
        snprintf(accepted, sizeof accepted, "%s", line);
    } else {
        nulls++;
    }
    free(line);
}

static void on_offer(void *arg, char **words, int n)
{
    offers++;
    offered[0] = 0;
    for (int i = 0; i < n; i++) {
        size_t used = strlen(offered);
        snprintf(offered + used, sizeof offered - used, "%s ", words[i]);
    }
}

static void on_complete(void *arg, const char *line, int start, void (*add)(const char *))
{
    grammar_words(PROMPT, line, start, arg, add);
}

static struct prompt_hooks hooks = { .accept = on_accept, .offer = on_offer, .complete = on_complete };

static void type(const char *bytes)
{
    for (; *bytes; bytes++)
        prompt_feed((unsigned char)*bytes);
}

static bool active(void)
{
    const char *prompt, *line;
    int cursor;
    prompt_text(&prompt, &line, &cursor);
    return *prompt != 0;
}

static void begin(const char *initial)
{
    accepts = nulls = offers = 0;
    accepted[0] = 0;
    prompt_begin(initial, &hooks);
    assert_true(active());
}

static void shows(const char *expected_prompt, const char *expected_line, int expected_cursor)
{
    const char *prompt, *line;
    int cursor;
    prompt_text(&prompt, &line, &cursor);
    assert_string_equal(prompt, expected_prompt);
    assert_string_equal(line, expected_line);
    assert_int_equal(cursor, expected_cursor);
}

TEST(test_typing)
{
    begin("open ");
    shows(":", "open ", 5);
    type("a.mtx");
    shows(":", "open a.mtx", 10);
    type("\033[D\033[D\033[DX"); /* three to the left, byte by byte */
    shows(":", "open a.Xmtx", 8);
    type("\001\013info \xCF\x83"); /* Ctrl-A, Ctrl-K, and a character of two bytes */
    shows(":", "info \xCF\x83", 7);
    type("\xE2\x82"); /* a cut character does not hold readline up */
    type("!\r");
    assert_int_equal(accepts, 1);
    assert_string_equal(accepted, "info \xCF\x83!");
    assert_false(active());
    shows("", "", 0);
    prompt_feed('x'); /* is dropped */
    begin("");
    shows(":", "", 0);
    prompt_end();
    assert_int_equal(accepts + nulls, 0);
}

TEST(test_cancel)
{
    static const char *const keys[] = { "\007", "\003", "\004" }; /* Ctrl-G, Ctrl-C, Ctrl-D on an empty line */
    for (int i = 0; i < 3; i++) {
        begin(i < 2 ? "half a line" : "");
        type(keys[i]);
        assert_int_equal(nulls, 1);
        assert_int_equal(accepts, 0);
        assert_false(active());
    }
    begin("abc"); /* a lone Esc: the screen ends the prompt in the middle of a key sequence */
    type("\033");
    prompt_end();
    assert_false(active());
    begin("");
    type("[Dq\r"); /* which is forgotten */
    assert_string_equal(accepted, "[Dq");
}

TEST(test_completion)
{
    hooks.arg =
        json_pack("[{s:s},{s:s},{s:s}]", "name", "cpu.csr.serial", "name", "cpu.csr.omp", "name", "gpu.ell.thread");
    begin("ben");
    type("\t");
    shows(":", "bench ", 6);
    type("gen:demo --ker\t");
    shows(":", "bench gen:demo --kernel ", 24);
    type("c\t");
    shows(":", "bench gen:demo --kernel cpu.csr.", 32);
    type("\t"); /* the second one offers what there is */
    assert_true(offers >= 1);
    assert_string_equal(offered, "cpu.csr.omp cpu.csr.serial ");
    type("o\t");
    shows(":", "bench gen:demo --kernel cpu.csr.omp ", 36);
    type("\b,g\t");
    shows(":", "bench gen:demo --kernel cpu.csr.omp,gpu.ell.thread ", 51);
    prompt_end();
    begin("bench x --type=f3");
    type("\t");
    shows(":", "bench x --type=f32 ", 19);
    prompt_end();
    begin("list dev");
    type("\t");
    shows(":", "list devices ", 13);
    prompt_end();
    begin("get thermomech_T"); /* of the catalogue */
    type("\t");
    shows(":", "get thermomech_TK ", 18);
    prompt_end();
    char folder[] = "/tmp/nzscope-paths-XXXXXX", path[64], line[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/unlikely.mtx", folder);
    fclose(fopen(path, "w"));
    snprintf(line, sizeof line, "open %s/unl", folder);
    begin(line);
    type("\t\r");
    snprintf(line, sizeof line, "open %s ", path);
    assert_string_equal(accepted, line);
    unlink(path);
    rmdir(folder);
    json_decref(hooks.arg);
    hooks.arg = NULL;
}

TEST(test_history)
{
    char folder[] = "/tmp/nzscope-state-XXXXXX", path[128], line[200] = "";
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    prompt_history_load();
    prompt_history_add("open first.mtx");
    prompt_history_add("bench second.mtx");
    prompt_history_add("bench second.mtx"); /* once is enough */
    prompt_history_add("   ");
    prompt_history_save();
    snprintf(path, sizeof path, "%s/nzscope/history", folder);
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    FILE *f = fopen(path, "r");
    size_t n = fread(line, 1, sizeof line - 1, f);
    fclose(f);
    line[n] = 0;
    assert_string_equal(line, "open first.mtx\nbench second.mtx\n");

    begin("");
    type("\033[A");
    shows(":", "bench second.mtx", 16);
    type("\033[A");
    shows(":", "open first.mtx", 14);
    prompt_end();
    begin("");
    type("\022"); /* Ctrl-R */
    const char *prompt, *found;
    int cursor;
    type("fir");
    prompt_text(&prompt, &found, &cursor);
    assert_non_null(strstr(prompt, "reverse-i-search"));
    assert_non_null(strstr(prompt, "fir"));
    assert_string_equal(found, "open first.mtx");
    type("\r");
    assert_string_equal(accepted, "open first.mtx");
    begin("");
    type("\022sec");
    prompt_end(); /* in the middle of a search */
    begin("");
    shows(":", "", 0);
    type("z\r");
    assert_string_equal(accepted, "z");

    setenv("XDG_STATE_HOME", "/proc/nowhere", 1); /* cannot be written: no matter */
    prompt_history_add("x");
    prompt_history_save();
    setenv("XDG_STATE_HOME", folder, 1);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* nobody reads it: no matter either */
    alarm(20);
    prompt_history_save();
    alarm(0);
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    rmdir(folder);
}

/* Readline must not write: everything above is run with both outputs in files, which stay empty. */
static int silent(int (*tests)(void))
{
    char path[] = "/tmp/nzscope-silent-XXXXXX";
    int fd = mkstemp(path), out = dup(1), err = dup(2);
    begin("warm up");
    dup2(fd, 1);
    dup2(fd, 2);
    type("\001\005\033[Dx\t\t\t\007");
    begin("");
    type("\022nothing like that\007\007\033[A\033[B\033[B\r");
    fflush(stdout);
    fflush(stderr);
    dup2(out, 1);
    dup2(err, 2);
    off_t size = lseek(fd, 0, SEEK_END);
    unlink(path);
    if (size != 0) {
        fprintf(stderr, "readline wrote %ld bytes to the terminal\n", (long)size);
        return 1;
    }
    return tests();
}

static int run(void)
{
    return tests_run(NULL, NULL);
}

int main(void)
{
    setenv("INPUTRC", "/dev/null", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setlocale(LC_CTYPE, "");
    return silent(run);
}
