/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_config: what :config write writes is what the screen begins with; wrong lines are named, the rest counts. */
#include <fcntl.h>
#include <sys/stat.h>

#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/stage.h"

static char folder[] = "/tmp/nzscope-config-XXXXXX", path[128];

static void write_config(const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void read_config(char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, size - 1, f)] = 0;
    fclose(f);
}

static bool noted(const struct app *a, const char *text)
{
    for (int i = 0; i < a->model->notices; i++)
        if (strstr(a->model->notice[i], text))
            return true;
    return false;
}

TEST(what_is_written_is_read)
{
    char first[2000], again[2000];
    struct app *a = make(FULL, false);
    commands(
        a,
        "theme safe;mouse off;keep off;k 1,16;bind F11 sweep k 1..64x2;bind \\# 'filter \"a b\"';bind \\' run *csr*");
    assert_int_equal(access(path, F_OK), -1); /* never silently */
    app_command(a, "config");
    assert_int_equal(access(path, F_OK), -1);
    app_command(a, "config write");
    assert_false(a->dialog.bad);
    app_free(a);
    read_config(first, sizeof first);

    a = make(FULL, false);
    a->mouse = a->results.keeps = true;
    config_apply(a, false);
    assert_string_equal(a->theme->name, "safe");
    assert_false(a->mouse);
    assert_false(a->results.keeps);
    assert_string_equal(settings_get(&a->settings, "k", ""), "");
    config_apply(a, true);
    assert_string_equal(settings_get(&a->settings, "k", ""), "1,16");
    assert_string_equal(bindings_find(&a->bindings, KEY_FUNCTION + 11), "sweep k 1..64x2");
    assert_string_equal(bindings_find(&a->bindings, '\''), "run *csr*");
    assert_string_equal(a->dialog.message, "");
    app_command(a, "config write");
    app_free(a);
    read_config(again, sizeof again);
    a = make(FULL, false);
    config_apply(a, false);
    config_apply(a, true);
    app_key(a, '#');
    assert_string_equal(a->state[VIEW_kernels].filter, "a b");
    app_command(a, "config write");
    app_free(a);
    read_config(first, sizeof first);
    assert_string_equal(first, again);
}

/* A session that may keep nothing does not decide for those to come. */
TEST(not_for_good)
{
    char text[2000];
    struct app *a = make(FULL, false);
    setenv("NZSCOPE_KEEP", "0", 1);
    app_command(a, "config write");
    unsetenv("NZSCOPE_KEEP");
    app_free(a);
    read_config(text, sizeof text);
    assert_non_null(strstr(text, "mouse on\n"));
    assert_null(strstr(text, "keep"));
    a = make(FULL, false);
    app_keep(a, false);
    a->results.kept_failed = true; /* a full disk */
    app_command(a, "config write");
    app_free(a);
    read_config(text, sizeof text);
    assert_non_null(strstr(text, "keep on\n"));
}

APP_TEST(wrong_lines_are_named, FULL)
{
    write_config("# a comment\n\ntheme nosuch\nset k 8\nset k none\nquit now\nopen /etc/passwd\nbind F99 run\n"
                 "bind F12 nosuch\nbind x 'theme \"\ntheme\nmouse maybe\ntheme light");
    config_apply(a, false);
    assert_true(a->dialog.bad &&
                strstr(a->dialog.message,
                       "config:3: theme is one of [default|safe|light|mono], not nosuch")); /* the first one is said */
    config_apply(a, true);
    says(a, "config:3: theme is one of [default|safe|light|mono], not nosuch");
    assert_true(noted(a, "config:3: theme is one of [default|safe|light|mono], not nosuch"));
    assert_true(noted(a, "config:5: k is a number"));
    assert_true(noted(a, "config:6: 'quit' is none of set, theme"));
    assert_true(noted(a, "config:7: 'open' is none of"));
    assert_true(noted(a, "config:8: no key is named 'F99'"));
    assert_true(noted(a, "config:9: 'nosuch' is no command of the screen"));
    assert_true(noted(a, "config:10: unclosed quote"));
    assert_true(noted(a, "config:11: theme wants 1 word"));
    assert_true(noted(a, "config:12: mouse is one of [on|off], not maybe"));
    assert_false(a->ask.quit);
    assert_string_equal(a->theme->name, "light"); /* a last line without its end */
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
}

APP_TEST(odd_files, EMPTY)
{
    unlink(path);
    config_apply(a, false);
    assert_false(noted(a, "config"));
    assert_int_equal(mkdir(path, 0700), 0);
    config_apply(a, false);
    assert_true(noted(a, "config is not a file of commands"));
    rmdir(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    const int held = open(path, O_RDWR | O_NONBLOCK);
    a->model->notices = 0;
    config_apply(a, false); /* waits neither for a writer nor for what one has to say */
    assert_true(noted(a, "config is a pipe or a device"));
    close(held);
    unlink(path);
    char *many = calloc(1, 20032);
    assert_non_null(many);
    strcpy((char *)memset(many, '\n', 20000) + 20000, "theme safe\n");
    a->model->notices = 0;
    write_config(many);
    config_apply(a, false); /* does not read for minutes */
    assert_true(noted(a, "config is not a file of commands"));
    assert_string_not_equal(a->theme->name, "safe");
    free(many);
    unlink(path);
}

APP_TEST(keys_of_ones_own, FULL)
{
    answers(a, "bind t theme mono", "t is theme mono now, no longer theme");
    app_key(a, 't');
    assert_string_equal(a->theme->name, "mono");
    app_command(a, "bind t");
    app_key(a, 't');
    assert_string_not_equal(a->theme->name, "mono"); /* its own meaning: the next theme */
    app_command(a, "bind Ctrl-C quit");
    assert_true(a->dialog.bad);
    commands(a, "bind x theme mono;focus kernels");
    app_key(a, 'x'); /* the panel's own keys come first: it marks */
    assert_string_not_equal(a->theme->name, "mono");
}

static int prepare(void **state)
{
    unsetenv("NZSCOPE_KEEP");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/nzscope/config", folder);
    return setenv("XDG_CONFIG_HOME", folder, 1);
}

static int clean(void **state)
{
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    return rmdir(folder);
}

TESTS(prepare, clean)
