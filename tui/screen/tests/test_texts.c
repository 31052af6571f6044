/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_texts: the help is in groups and can be searched; settings say whose they are. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/input/options.h"
#include "tui/screen/tests/stage.h"

APP_TEST(the_help_is_in_groups, AT_REST)
{
    static const char *const groups[] = { "In this panel: Run", " Run\n",    " Look\n",  " Compare\n", " Move\n",
                                          " Files\n",           " Panels\n", " Signs\n", " Words\n" };
    resize(a, 400, 100);
    commands(a, "focus spy;help");
    long above = place(a, "In this panel: Spy");
    assert_true(above >= 0 && above < place(a, "zoom in") && place(a, "zoom in") < place(a, " Signs\n"));
    assert_true(place(a, "▴  ▾") < place(a, " Run\n")); /* signs, which keys do not explain, near the top */
    assert_true(place(a, "check and measure") < place(a, "2 * nonzeros")); /* keys, then words, then commands */
    assert_true(place(a, "2 * nonzeros") < place(a, "Keys in Microscope"));
    assert_true(place(a, "Keys in Microscope") < place(a, "Commands: Run") && place(a, "Keys in Spy") < 0);
    commands(a, "help;focus threads");
    resize(a, 240, 200); /* two columns show all of it */
    app_command(a, "help");
    for (int i = 0; i < CMD_COUNT; i++) {
        char typed[40];
        snprintf(typed, sizeof typed, ":%s", tui_commands[i].name);
        if ((tui_commands[i].where & SCREEN) && tui_commands[i].arguments[0])
            assert_true(place(a, typed) >= 0);
    }
    for (size_t i = 1; i < COUNT(groups); i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s ", (int)strcspn(groups[i], "\n"), groups[i]);
        assert_true(place(a, name) >= 0);
    }
}

APP_TEST(the_help_can_be_searched, AT_REST)
{
    app_key(a, '?');
    app_key(a, KEY_PAGE_DOWN);
    app_key(a, '/');
    for (const char *p = "screenshot"; *p; p++)
        app_key(a, *p);
    assert_true(shows(a, ":screenshot FILE.svg|FILE.txt") && shows(a, " Files") && !shows(a, " Run "));
    assert_string_equal(a->state[VIEW_kernels].filter, "");
    app_key(a, KEY_RETURN);
    app_key(a, '/'); /* another word, not more of the last one */
    assert_true(shows(a, "mark or unmark this kernel"));
    for (const char *p = "gather"; *p; p++)
        app_key(a, *p);
    assert_true(shows(a, "  gather  ") && !shows(a, "nothing matches"));
    app_key(a, KEY_RETURN);
    app_key(a, KEY_ESC); /* the filter first */
    assert_true(a->panels.overlay == VIEW_help && shows(a, "mark or unmark this kernel"));
    app_command(a, "filter ellpack"); /* a format by its title */
    assert_true(shows(a, "ell.col") && shows(a, "SELL-32-1024") && shows(a, "Good for rows of nearly equal length"));
    assert_true(shows(a, " Kernels") && shows(a, "cpu.ell.omp ELLPACK"));
    app_command(a, "help ell.omp"); /* a kernel by its name */
    assert_true(shows(a, " cpu.ell.omp ELLPACK") && !shows(a, "cpu.csr"));
    static const char *const of_lessons[] = { "coalesced", "gather", "imbalance", "row_ptr",     "DRAM",
                                              "warp",      "slot",   "GPU rule",  "ridge point", "SpMV",
                                              "SpMM",      "sector", "pays",      "reference" };
    for (size_t i = 0; i < COUNT(of_lessons); i++) {
        char line[40];
        snprintf(line, sizeof line, "filter %s", of_lessons[i]);
        app_command(a, line);
        snprintf(line, sizeof line, i == 10 ? "SpMV, %s" : "  %s", of_lessons[i]); /* at the beginning of a line */
        assert_true(shows(a, line) && (!shows(a, " Kernels ") || place(a, line) < place(a, " Kernels ")));
    }
    app_command(a, "filter A"); /* names come first, then beginnings of words, then what only contains it */
    assert_true(place(a, "\n  A  ") > 0 && place(a, "\n  A  ") < place(a, "\n  a  "));
    app_command(a, "filter sort");
    assert_true(place(a, ":sort ") > 0 && place(a, ":sort ") < place(a, "sorted"));
    app_command(a, "filter rule"); /* its thresholds, and whose they are */
    assert_true(shows(a, "a mean of 8 entries") && shows(a, "F. Veglianti"));
    app_command(a, "filter busy"); /* what stands in columns */
    assert_true(shows(a, " busy, wide   "));
    app_command(a, "filter ≈");
    assert_true(shows(a, " roof   ") && shows(a, " speedup   "));
    app_command(a, "filter nonsense");
    assert_true(shows(a, "nothing matches; / looks for another word, Esc leads back"));
    app_key(a, '?');
    app_key(a, '?'); /* begins anew */
    assert_true(shows(a, "mark or unmark this kernel"));
    a->panels.overlay = VIEW_microscope; /* where nothing is filtered */
    app_key(a, '/');
    app_key(a, 'x');
    assert_true(a->panels.overlay < 0 && a->panels.focus == VIEW_kernels);
    assert_string_equal(a->state[VIEW_kernels].filter, "x");
}

/* Parameters stand under the kernels that have them; k is not there where it means nothing. */
APP_TEST(settings_say_whose_they_are, AT_REST)
{
    resize(a, 60, 200);
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
    commands(a, "setting k;operation transpose");
    assert_false(shows(a, "columns of X"));
    assert_true(shows(a, "▸ type"));
    app_command(a, "more");
    assert_string_equal(settings_get(&a->settings, "type", ""), "f32");
    app_command(a, "k 4");
    assert_string_equal(a->dialog.message, "k is 4, but transpose has none");
}

/* A value that is set is said, with the kernel of a parameter, whatever is in sight; several up to one that is wrong.
 */
APP_TEST(what_is_set_is_said, AT_REST)
{
    app_command(a, "set NZ_PER_CHUNK=128");
    assert_string_equal(a->dialog.message, "cpu.csr.omp: nz_per_chunk is 128");
    app_command(a, "set NZ_PER_CHUNK=256 k=4 type=f32");
    assert_string_equal(a->dialog.message, "cpu.csr.omp: nz_per_chunk is 256; k is 4; type is f32");
    refuses(a, "set k=2 type=f16 NZ_PER_CHUNK=1", "k is 2; type is one of");
    assert_string_equal(settings_get(&a->settings, "nz_per_chunk", ""), "256");
}

/* In the narrow panel the setting with the mark is explained below the list, and its value is whole there. */
APP_TEST(narrow_settings_are_explained, AT_REST)
{
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
}

/* Where the kernel list has few lines, and cuts the reason, the kernel under the cursor still has it below. */
APP_TEST(a_low_list_gives_the_reason, AT_REST)
{
    struct rect r;
    a->panels.rows = 22;
    commands(a, "focus kernels;last");
    assert_true(app_inside(a, VIEW_kernels, &r) && r.rows == 4); /* as below a tour at 80×24 */
    assert_true(shows(a, "libcusparse.so.12 is not there"));
}

TESTS(NULL, NULL)
