/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_microscope: single entries on the screen: their steps, their window, what small screens leave out. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/model/tests/windows.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"

/* Steps go round: one before the first is the end, and a window that moves begins again. */
APP_TEST(steps_go_round, FULL)
{
    feed(a->model, window_uneven);
    answers(a, "step", "microscope");
    app_key(a, 'i');
    assert_int_equal(a->panels.overlay, VIEW_microscope);
    assert_true(shows(a, "Space: y = A*x in 12 steps; x = 1, 2, 3 …; arrows show the rest"));
    app_key(a, 'b');
    assert_true(shows(a, "step 12 of 12"));
    app_key(a, ' ');
    app_key(a, ' ');
    assert_true(shows(a, "step 1 of 12   y[1023] += 4 · x[1024] = 4 · 1\n"));
    app_command(a, "k 16");
    assert_true(shows(a, " = 4 · 1   the same for 16 columns of X\n"));
    app_command(a, "k 1");
    app_key(a, 'b');
    app_key(a, 'f');
    assert_true(shows(a, "in 18 steps"));
    assert_true(shows(a, "ell · 6.1% padding · 6×6 at row 1,023, column 1,024")); /* of the whole matrix */
    assert_true(shows(a, "These rows: 162 slots for 12 entries, 93% padding (▒); memory runs along"));
    assert_true(shows(a, "  1024       ·      2      ·      7 ") &&
                shows(a, "  1025 1027  ▒25                  2      7    ▒25"));
    app_key(a, ' ');
    app_key(a, KEY_ARROW_DOWN);
    assert_int_equal(a->state[VIEW_microscope].microscope.step, 0);
    assert_true(a->state[VIEW_microscope].microscope.from[0] == 1023 + 3);
    app_key(a, KEY_PAGE_DOWN);
    assert_true(a->state[VIEW_microscope].microscope.from[0] == 1023 + 3 + 60 &&
                a->state[VIEW_microscope].microscope.place == WINDOW_NEAR);
    app_key(a, KEY_PAGE_DOWN); /* on from there, not from the entries that were nearest */
    assert_true(a->state[VIEW_microscope].microscope.from[0] == 1023 + 3 + 120);
    a->model->window.known = false;
    a->model->matrix.nnz = 0;
    assert_true(shows(a, "This matrix has no entry."));
    app_key(a, KEY_ESC);
    assert_int_equal(a->panels.overlay, -1);
}

/* y can be followed by hand: x stands above its columns, unless its line is needed for the arrays. */
APP_TEST(x_can_be_followed, FULL)
{
    resize(a, 24, 80);
    feed(a->model, window_uneven);
    commands(a, "microscope csr;step;step;step;step");
    assert_true(shows(a, "\n     x       1      2      3      4      5      6\n          1024 "));
    assert_true(shows(a, "y[1024] += 7 · x[1027] = 7 · 4\n") && shows(a, " 7      ·      ·      32\n")); /* 2·2 + 7·4 */
    window_square(a->model, 12);
    assert_true(!shows(a, "\n     x ") && shows(a, " val ") && shows(a, " 11       y\n"));
    window_square(a->model, 32); /* y has room, other columns have not */
    assert_true(shows(a, " …       y\n"));
}

/* y is that of the whole rows once each step is done, entries outside of the window included; where these are not part
   of the steps, or their sum is not known, the title of y says so. */
APP_TEST(y_is_of_whole_rows, FULL)
{
    feed(a->model, "{'ev':'window','from':[3,3],'to':[5,5],'whole':[[6,2],[8,400]],'rest':[0.5,-7],"
                   "'entries':[[3,3,1]]}");
    commands(a, "microscope csr;step;step");
    assert_true(shows(a, "step 2 of 3   y[3] += 0.5: 1 entry outside of the window") && shows(a, " more       y"));
    app_key(a, ' ');
    assert_true(shows(a, "step 3 of 3   y[4] += -7: 400 entries outside of the window"));
    assert_true(shows(a, "   +1     1.5") && shows(a, " +400      -7"));
    commands(a, "microscope dia;step");
    assert_true(shows(a, " more  y here"));
    feed(a->model, "{'ev':'window','from':[3,3],'to':[5,5],'whole':[[6,2],[8,400]],'entries':[[3,3,1]]}");
    commands(a, "microscope csr;step;step;step");
    assert_true(shows(a, " more  y here") && shows(a, "   +1       1 "));
}

/* Of complex entries there are the magnitudes: they are called so, and not multiplied. */
APP_TEST(magnitudes_are_not_multiplied, FULL)
{
    feed(a->model, window_uneven);
    commands(a, "microscope csr;step;step");
    assert_true(shows(a, "step 2 of 12"));
    strcpy(a->model->matrix.field, "complex"); /* even where the steps of another matrix went on */
    assert_true(shows(a, "each number is |a|, and nothing is multiplied") && shows(a, "|val|") && shows(a, "\n |a| "));
    assert_false(shows(a, "step 2 of 12") || shows(a, "y = A*x") || shows(a, "      y   "));
    commands(a, "step;format;step");
    assert_true(shows(a, "ell · ") && shows(a, "|val|") && shows(a, " col "));
    assert_false(shows(a, "y["));
    assert_int_equal(a->state[VIEW_microscope].microscope.step, 2);
}

/* The next format multiplies what this one does; one that has no such slot begins with its row. */
APP_TEST(formats_keep_the_step, FULL)
{
    feed(a->model, window_uneven);
    commands(a, "microscope csr;step;step;step");
    assert_true(shows(a, "step 3 of 12   y[1024] += 2 · x[1025]"));
    app_key(a, 'f');
    assert_true(shows(a, "ell · ") && shows(a, "step 4 of 18   y[1024] += 2 · x[1025]"));
    commands(a, "step;step");
    assert_true(shows(a, "step 6 of 18   row 1024: 25 slots of padding"));
    app_key(a, 'F');
    assert_true(shows(a, "csr · ") && shows(a, "step 3 of 12   y[1024] += 2 · x[1025]"));
}

/* Why is asked of the format that is shown, and back. */
APP_TEST(why_is_of_the_format_shown, FULL)
{
    feed(a->model, window_uneven);
    app_command(a, "focus formats");
    app_key(a, 'i');
    app_key(a, 'f');
    assert_true(shows(a, "ell · 6.1% padding"));
    app_key(a, 'w');
    assert_true(a->panels.overlay == VIEW_why && shows(a, "ell stores 32,768 × 27 slots"));
    app_key(a, 'i');
    assert_true(a->panels.overlay == VIEW_microscope && shows(a, "ell · 6.1% padding"));
}

static bool wants_window(const struct app *a, char *command, size_t size)
{
    const struct scene s = app_scene(a, VIEW_microscope);
    return view_microscope.wants(&s, command, size);
}

/* From an empty part of the spy plot the microscope looks for the nearest entries, and says so; from there arrows move
   on, and an empty window says what to do. */
APP_TEST(an_empty_place_leads_to_the_nearest, FULL)
{
    char command[160];
    commands(a, "zoom spy;more");
    app_key(a, 'i');
    assert_true(wants_window(a, command, sizeof command));
    assert_non_null(strstr(command, " near=1"));
    feed(a->model, window_uneven);
    a->state[VIEW_microscope].microscope.from[0] = 20;
    assert_true(shows(a, "the nearest to where you looked"));
    app_key(a, KEY_ARROW_DOWN);
    assert_true(a->state[VIEW_microscope].microscope.from[0] == 1023 + 3);
    assert_true(wants_window(a, command, sizeof command) && !strstr(command, "near"));
    app_key(a, KEY_LAST); /* the last rows and columns: there dense rows are often */
    assert_true(wants_window(a, command, sizeof command));
    assert_non_null(strstr(command, " from=32767,32767 near=1"));
    app_key(a, 'G');
    assert_true(wants_window(a, command, sizeof command) && strstr(command, " from=32767,32767 near=1"));
    app_key(a, 'L');
    assert_true(wants_window(a, command, sizeof command) && strstr(command, " near=2"));
    app_key(a, KEY_ARROW_DOWN); /* on from where that has led */
    assert_true(a->state[VIEW_microscope].microscope.from[0] == 1023 + 3);
    app_key(a, 'g');
    assert_true(wants_window(a, command, sizeof command) && !strstr(command, "from"));
    feed(a->model, "{'ev':'window','from':[3,3],'to':[9,9],'whole':[],'entries':[]}");
    assert_true(shows(a, "- makes it larger"));
    feed(a->model, "{'ev':'window','from':[3,3],'to':[5,5],'whole':[[6,2],[8,400]],'entries':[[3,3,1]]}");
    assert_true(shows(a, "These rows: 402 slots for 402 entries"));
    assert_true(shows(a, " more ") && shows(a, "   +1 ") && shows(a, " +400 ")); /* outside of the window */
    a->panels.rows = 60;
    a->panels.cols = 200;
    assert_true(wants_window(a, command, sizeof command) &&
                strstr(command, "window rows=20 cols=20")); /* room for bars */
    a->panels.rows = 24;
    a->panels.cols = 80;
    feed(a->model, "{'ev':'window','from':[0,0],'to':[12,12],'whole':[],'entries':[[0,0,-0.000123],[0,9,7]]}");
    assert_true(shows(a, " 6 …")); /* no number is cut */
}

/* Closer and wider keep the middle of what is seen, and one undoes the other; rows are counted from 0, in the title as
   in the window. */
APP_TEST(zoom_keeps_the_place, FULL)
{
    char command[160];
    resize(a, 24, 80);
    app_key(a, 'i');
    feed(a->model, window_uneven); /* six rows from 1023 */
    assert_true(shows(a, "6×6 at row 1,023, column 1,024"));
    app_key(a, '+');
    assert_true(wants_window(a, command, sizeof command));
    assert_string_equal(command, "window rows=4 cols=4 from=1024,1025 near=1");
    feed(a->model, "{'ev':'window','from':[1024,1025],'to':[1028,1029],'whole':[],'entries':[[1025,1026,1]]}");
    app_key(a, '+');
    assert_true(wants_window(a, command, sizeof command) && strstr(command, " rows=3 cols=3 from=1024,1025 "));
    feed(a->model, "{'ev':'window','from':[1024,1025],'to':[1027,1028],'whole':[],'entries':[[1025,1026,1]]}");
    app_key(a, '-');
    assert_true(wants_window(a, command, sizeof command) && strstr(command, " rows=4 cols=4 from=1024,1025 "));
    app_key(a, KEY_ARROW_DOWN); /* before the window comes */
    app_key(a, '-');
    assert_true(wants_window(a, command, sizeof command) && strstr(command, " rows=6 cols=6 from=1025,1024 "));
}

/* The spy plot, from which i leads here, counts as the arrays do, from 0. */
APP_TEST(the_spy_plot_counts_from_0, FULL)
{
    resize(a, 24, 80);
    commands(a, "zoom spy;more");
    feed(a->model, "{'ev':'spy','rows':3,'cols':4,'from':[0,10],'to':[3,14],'max':1,'cells':['9..9','.9..','....'],"
                   "'entries':[[0,10,4.0],[0,13,-0.125],[1,11,2.5]]}");
    assert_true(shows(a, " rows 0–2 · columns 10–13 "));
}

/* Closer and closer, an entry stays in sight: the nearest to the middle, if there is none around it. */
APP_TEST(zooming_stays_on_an_entry, FULL)
{
    char command[160];
    long from[2], to[2];
    const int64_t rows = a->model->matrix.rows;
    commands(a, "zoom spy");
    feed(a->model, "{'ev':'spy','rows':4,'cols':4,'from':[0,0],'to':[32768,32768],'max':1,"
                   "'cells':['9...','....','....','..9.']}");
    assert_int_equal(rows, 32768);
    commands(a, "more;more");
    const struct scene s = app_scene(a, VIEW_spy);
    assert_true(view_spy.wants(&s, command, sizeof command));
    assert_int_equal(sscanf(strstr(command, "from="), "from=%ld,%ld to=%ld,%ld", &from[0], &from[1], &to[0], &to[1]),
                     4);
    assert_true(from[0] <= 28672 && to[0] > 28672 && from[1] <= 20480 && to[1] > 20480); /* of the last row's */
}

/* On small screens nothing is written over anything else: what has no room is left out. */
TEST(small_microscopes)
{
    static const char *const sizes[] = { "microscope-40x10", "microscope-50x15", "microscope-60x18" };
    for (int i = 0; i < 3; i++) {
        struct app *a = make(FULL, false);
        feed(a->model, window_uneven);
        resize(a, (int[]){ 10, 15, 18 }[i], (int[]){ 40, 50, 60 }[i]);
        app_key(a, 'i');
        app_key(a, 'f');
        compare_screen(a, sizes[i]);
        app_free(a);
    }
}

/* Beside the rows: the slots that a format gives them in the whole matrix, to scale; SELL also moves them. */
APP_TEST(whole_rows_stand_beside_the_window, FULL)
{
    resize(a, 24, 80);
    feed(a->model, window_uneven);
    feed(a->model, "{'ev':'format','name':'sell'}");
    app_command(a, "microscope ell");
    assert_true(shows(a, " 27 slots, █ = 2\n") && shows(a, "  █▒▒▒▒▒▒▒▒▒▒▒▒▒\n")); /* 2 entries */
    app_command(a, "microscope sell");
    assert_true(shows(a, "   place █ = 3 slots\n") && shows(a, "   2,047 ▒▒▒\n") && shows(a, "   1,030 █▍▒▒▒▒▒▒▒\n"));
    feed(a->model, "{'ev':'window','from':[3,3],'to':[5,5],'whole':[[6,2],[8,400]],'entries':[[3,3,1]]}");
    assert_false(shows(a, "place")); /* an engine that does not tell */
    app_command(a, "microscope csr");
    assert_false(shows(a, " slots\n"));
}

/* The names of two pictures stand apart, even where both are wider than the numbers below. */
APP_TEST(names_of_arrays_stand_apart, FULL)
{
    resize(a, 24, 80);
    feed(a->model, "{'ev':'window','from':[0,0],'to':[2,2],'whole':[],'entries':[[0,0,1],[1,1,2]]}");
    feed(a->model, "{'ev':'format','name':'hyb'}");
    app_command(a, "microscope hyb");
    assert_true(shows(a, " ell col  ell val\n"));
}

/* Where the lines below hold all of an array, it is not broken beside the matrix. */
APP_TEST(arrays_stand_where_they_are_whole, FULL)
{
    resize(a, 24, 80);
    feed(a->model, "{'ev':'window','from':[0,0],'to':[6,6],'whole':[],'entries':[[0,0,2],[0,1,-1],[1,0,-1],[1,1,2],"
                   "[2,2,1],[3,0,3],[3,3,1],[3,4,7],[3,5,1.5],[5,5,4]]}");
    app_command(a, "microscope csr");
    assert_true(shows(a, "\n col         0   1 │   0   1 │   2 │   0   3   4   5 │ │   5\n"));
}

/* Arrays that have no room share it, and J and K move on in them. */
APP_TEST(arrays_share_the_room, FULL)
{
    resize(a, 24, 80);
    window_square(a->model, 12);
    app_command(a, "microscope csr");
    assert_true(shows(a, " row_ptr     0  12 ") && shows(a, " col          0    1 ") &&
                shows(a, " ▾\n val          1 "));
    app_key(a, 'J');
    assert_true(shows(a, " row_ptr     0  12 ") && shows(a, " col          1    2 ") && shows(a, " val       2.01 "));
    for (int i = 0; i < 99; i++)
        app_key(a, 'J');
    assert_true(shows(a, " 10 ▴\n             11\n val       12.1 ") && !shows(a, "▾"));
    app_key(a, 'K'); /* at once: what had no room to go on does not count */
    assert_true(shows(a, "▾\n"));
    app_key(a, ' ');
    assert_true(shows(a, " col          0    1 ") && shows(a, " val          1 ")); /* where the step is */
    feed(a->model, "{'ev':'format','name':'ell'}");
    app_command(a, "microscope ell");
    app_key(a, 'J'); /* a name stays above its lines */
    assert_true(shows(a, "\n col ") && shows(a, " ▴\n   0  1  2 "));
}

/* However wide the window, its rows are all in sight, and the one in the middle with them. */
APP_TEST(the_longest_row_stays_in_sight, FULL)
{
    char command[160];
    resize(a, 24, 80);
    app_key(a, 'i');
    app_key(a, 'L');
    for (int i = 0; i < 8; i++)
        app_key(a, '-');
    assert_true(wants_window(a, command, sizeof command));
    assert_string_equal(command, "window rows=15 cols=64 near=2"); /* 21 lines inside, 6 for other things */
    feed(a->model, window_uneven);
    assert_true(shows(a, "row 1,025 is the longest: 4 entries") && shows(a, "▸1025 "));
    for (int i = 0; i < 8; i++)
        app_key(a, '+');
    app_key(a, 'L');
    resize(a, 8, 30); /* where two columns are seen, no more are asked for */
    assert_true(wants_window(a, command, sizeof command));
    assert_string_equal(command, "window rows=2 cols=2 near=2");
}

/* A kernel that pads otherwise than the format as it is listed is named, as in the list. */
APP_TEST(own_layouts_are_named, FULL)
{
    feed(a->model, window_uneven);
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'ell','bytes':13120000,'slots':1046016}]}");
    commands(a, "focus formats;microscope ell");
    assert_true(shows(a, "The whole matrix: ell stores") && !shows(a, " pads "));
    feed_run(a->model, "'kernel':'cpu.ell.omp','matrix':'%s','gflops':1,'slots':%lld", a->model->matrix.name,
             (long long)a->model->matrix.nnz + 100);
    assert_true(shows(a, "cpu.ell.omp pads <0.1%"));
}

/* From why on, the microscope opens in the format that why speaks of. */
APP_TEST(microscope_follows_why, FULL)
{
    feed(a->model, window_uneven);
    commands(a, "focus run;why");
    for (int i = 0; i < 5 && !shows(a, "cpu.ell.omp · "); i++)
        app_command(a, "why down");
    assert_true(shows(a, "cpu.ell.omp · "));
    app_key(a, 'i');
    assert_true(shows(a, "━ ell · "));
    feed(a->model, "{'ev':'kernel','name':'cpu.csr.packed','op':'mul','format':'csr.packed','on':'cpu','ready':true}");
    commands(a, "esc;microscope csr;esc;why cpu.csr.packed"); /* of its format there is no picture */
    app_key(a, 'i');
    says(a, "the format of cpu.csr.packed cannot be shown; this is csr");
    assert_int_equal(a->panels.overlay, VIEW_microscope);
    commands(a, "esc;focus run");
    app_key(a, 'i');
    assert_true(shows(a, "━ ell · ")); /* of the run under the cursor */
}

TESTS(NULL, NULL)
