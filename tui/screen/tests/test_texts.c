/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_texts: the help is in groups and can be searched; settings say whose they are. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/input/options.h"
#include "tui/screen/tests/stage.h"

static struct app *at_rest(int rows, int cols)
{
    struct app *a = make(FULL, false);
    a->rows = rows;
    a->cols = cols;
    a->pending[PENDING_RUN] = 0;
    return a;
}

/* Where this begins in the help, and on the screen. */
static long place(const struct app *a, const char *text)
{
    struct canvas c;
    assert_true(canvas_init(&c, a->rows, a->cols, a->ascii, NULL));
    app_draw(a, &c);
    char *is = canvas_to_text(&c), *at = strstr(is, text);
    long found = at ? at - is : -1;
    free(is);
    canvas_free(&c);
    return found;
}

TEST(the_help_is_in_groups)
{
    static const char *const groups[] = { "In this panel: Run", " Run\n",    " Look\n",  " Compare\n", " Move\n",
                                          " Files\n",           " Panels\n", " Marks\n", " Words\n" };
    struct app *a = at_rest(400, 100);
    app_command(a, "focus spy");
    app_command(a, "help");
    long above = place(a, "In this panel: Spy");
    assert_true(above >= 0 && above < place(a, "zoom in") && place(a, "zoom in") < place(a, " Run"));
    app_command(a, "help");
    app_command(a, "focus threads");
    a->rows = 200;
    a->cols = 200; /* two columns show all of it */
    app_command(a, "help");
    for (int i = 0; i < CMD_COUNT; i++) {
        char typed[40];
        snprintf(typed, sizeof typed, ":%s", tui_commands[i].name);
        if ((tui_commands[i].where & SCREEN) && tui_commands[i].arguments[0])
            assert_true(place(a, typed) >= 0);
    }
    for (size_t i = 1; i < sizeof groups / sizeof *groups; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s ", (int)strcspn(groups[i], "\n"), groups[i]);
        assert_true(place(a, name) >= 0);
    }
    app_free(a);
}

TEST(the_help_can_be_searched)
{
    struct app *a = at_rest(24, 80);
    app_key(a, '?');
    app_key(a, KEY_PAGE_DOWN);
    app_key(a, '/');
    for (const char *p = "screenshot"; *p; p++)
        app_key(a, *p);
    assert_true(shows(a, ":screenshot FILE.svg|FILE.txt") && shows(a, " Files") && !shows(a, " Run "));
    assert_string_equal(a->state[VIEW_kernels].filter, "");
    app_key(a, KEY_RETURN);
    app_key(a, KEY_ESC); /* the filter first */
    assert_true(a->overlay == VIEW_help && shows(a, "mark or unmark this kernel"));
    app_command(a, "filter nonsense");
    assert_true(shows(a, "nothing matches"));
    app_key(a, '?');
    app_key(a, '?'); /* begins anew */
    assert_true(shows(a, "mark or unmark this kernel"));
    a->overlay = VIEW_microscope; /* where nothing is filtered */
    app_key(a, '/');
    app_key(a, 'x');
    assert_true(a->overlay < 0 && a->focus == VIEW_kernels);
    assert_string_equal(a->state[VIEW_kernels].filter, "x");
    app_free(a);
}

/* Parameters stand under the kernels that have them; k is not there where it means nothing. */
TEST(settings_say_whose_they_are)
{
    struct app *a = at_rest(60, 200);
    feed(a->model, "{'ev':'kernel','name':'cpu.more','op':'mul','params':[{'name':'NZ_PER_CHUNK','min':1,"
                   "'max':4000000,'initial':1},{'name':'WIDTH','min':1,'max':4,'initial':1}]}");
    for (int i = 0; i < a->model->operations; i++)
        a->model->operation[i].columns = strcmp(a->model->operation[i].name, "mul") == 0;
    app_command(a, "zoom settings");
    assert_true(shows(a, "columns of X"));
    long first = place(a, "cpu.csr.omp"), shared = place(a, "cpu.csr.omp and 1 more"), more = place(a, "cpu.more");
    assert_true(0 < first && first < place(a, "schedule") && place(a, "schedule") < shared);
    assert_true(shared < place(a, "nz_per_chunk") && place(a, "nz_per_chunk") < more && more < place(a, "width"));
    app_command(a, "first");
    for (int i = 0; i < 10; i++)
        app_command(a, "down"); /* over the names */
    assert_true(shows(a, "▸ width"));
    app_command(a, "setting k");
    app_command(a, "operation transpose");
    assert_false(shows(a, "columns of X"));
    assert_true(shows(a, "▸ type"));
    app_command(a, "more");
    assert_string_equal(settings_get(&a->settings, "type", ""), "f32");
    app_command(a, "k 4");
    assert_string_equal(a->dialog.message, "k is 4, but transpose has none");
    app_free(a);
}

/* A value that is set is said, with the kernel of a parameter, whatever is in sight; several up to one that is wrong.
 */
TEST(what_is_set_is_said)
{
    struct app *a = at_rest(24, 80);
    app_command(a, "set NZ_PER_CHUNK=128");
    assert_string_equal(a->dialog.message, "cpu.csr.omp: nz_per_chunk is 128");
    app_command(a, "set NZ_PER_CHUNK=256 k=4 type=f32");
    assert_string_equal(a->dialog.message, "cpu.csr.omp: nz_per_chunk is 256; k is 4; type is f32");
    app_command(a, "set k=2 type=f16 NZ_PER_CHUNK=1");
    assert_true(a->dialog.bad && strstr(a->dialog.message, "k is 2; type is one of"));
    assert_string_equal(settings_get(&a->settings, "nz_per_chunk", ""), "256");
    app_free(a);
}

/* In the narrow panel the setting with the mark is explained below the list, and its value is whole there. */
TEST(narrow_settings_are_explained)
{
    struct app *a = at_rest(24, 80);
    app_command(a, "focus settings");
    assert_true(shows(a, " columns of X; 1 is\n") && shows(a, " SpMV\n"));
    app_command(a, "set k=1,2,4,8,16,32,64");
    assert_true(shows(a, " 1,2,4,8,16,32,64:\n"));
    feed(a->model, "{'ev':'kernel','name':'cpu.more','op':'mul','params':[{'name':'PRODUCTS','min':1,'max':9,"
                   "'initial':1,'help':'the same in runs of the fastest, where that is more'}]}");
    app_command(a, "setting products");
    assert_true(shows(a, " that is more\n"));
    app_command(a, "focus kernels");
    a->dialog.message[0] = 0;
    assert_false(shows(a, "1,2,4,8,16,32,64:"));
    app_free(a);
}

/* Where the kernel list has few lines, and cuts the reason, the kernel under the cursor still has it below. */
TEST(a_low_list_gives_the_reason)
{
    struct app *a = at_rest(22, 80);
    struct rect r;
    app_command(a, "focus kernels");
    app_command(a, "last");
    assert_true(app_inside(a, VIEW_kernels, &r) && r.rows == 4); /* as below a tour at 80×24 */
    assert_true(shows(a, "libcusparse.so.12 is not there"));
    app_free(a);
}

TESTS(NULL, NULL)
