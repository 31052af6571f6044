/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_transport: a replay pauses, goes by runs and to a time, changes its speed, ends, and says that it cannot
 * measure. */
#include <limits.h>

#include "core/base/clock.h"
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/link/client.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"

/* Two runs, at 100 and 300 s, which end 50 s later; the last event comes at 400 s. */
static const char recording[] =
    "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n{\"t\":1,\"ev\":\"ready\"}\n"
    "{\"t\":2,\"ev\":\"matrix\",\"name\":\"tiny\",\"rows\":3,\"cols\":3,\"nnz\":3}\n"
    "{\"t\":100,\"ev\":\"run\",\"id\":1,\"kernel\":\"gpu.one\",\"index\":1,\"of\":2}\n"
    "{\"t\":110,\"ev\":\"run\",\"id\":1,\"kernel\":\"gpu.one\",\"index\":1,\"of\":2,\"step\":\"sample\"}\n"
    "{\"t\":150,\"ev\":\"measurement\",\"id\":1,\"kernel\":\"gpu.one\",\"status\":\"ok\",\"gflops\":5,\"processor\":"
    "\"NVIDIA H200\",\"host\":\"gpubox\",\"date\":\"2026-11-21T10:00:00Z\"}\n"
    "{\"t\":300,\"ev\":\"run\",\"id\":2,\"kernel\":\"gpu.two\",\"index\":2,\"of\":2}\n"
    "{\"t\":350,\"ev\":\"measurement\",\"id\":2,\"kernel\":\"gpu.two\",\"status\":\"ok\",\"gflops\":7,\"processor\":"
    "\"AMD EPYC\",\"host\":\"gpubox\",\"date\":\"2026-11-21T10:01:00Z\"}\n"
    "{\"t\":400,\"ev\":\"notice\",\"text\":\"that was all\"}\n";

static struct app *a;

/* Takes what is due. */
static void take(void)
{
    for (int i = 0; i < 20 && !a->engine.over; i++) {
        a->now = clock_s();
        if (!client_read(a->engine.client, app_event, a))
            app_is_over(a, client_failed(a->engine.client));
        app_tick(a);
    }
}

static void press(int key)
{
    app_key(a, key);
    take();
}

static int begin_with(const char *text, double speed)
{
    char path[] = "/tmp/nzscope-transport-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
        return -1;
    close(fd);
    struct err e;
    const struct client_options o = { .link = { .replay = path, .replay_speed = speed } };
    a = app_new(themes[0], false, &e);
    a->engine.client = client_open(&o, &e);
    unlink(path);
    if (!a->engine.client ||
        !shows(a, speed > 0 ? " ▶ 0:00 " : " ▶ ")) /* the first frame is drawn before anything has come */
        return -1;
    take();
    return 0;
}

static int begin_at(double speed)
{
    return begin_with(recording, speed);
}

/* A tour that was recorded: three captions, the second without its figure before its run; then none. The third page
   follows at once, and gets 3 s later. */
static int begin_captioned(void **state)
{
    return begin_with("{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n"
                      "{\"t\":9.5,\"ev\":\"caption\",\"step\":1,\"steps\":3,\"text\":\"…\"}\n"
                      "{\"t\":10,\"ev\":\"caption\",\"step\":1,\"steps\":3,\"text\":\"The first.\"}\n"
                      "{\"t\":100,\"ev\":\"caption\",\"step\":2,\"steps\":3,\"text\":\"Then …×.\"}\n"
                      "{\"t\":100.4,\"ev\":\"matrix\",\"name\":\"second\",\"rows\":3}\n"
                      "{\"t\":109,\"ev\":\"run\",\"id\":1,\"kernel\":\"cpu.one\"}\n"
                      "{\"t\":110,\"ev\":\"caption\",\"step\":2,\"steps\":3,\"text\":\"Then 65×.\"}\n"
                      "{\"t\":110,\"ev\":\"caption\",\"step\":3,\"steps\":3,\"text\":\"A curve.\"}\n"
                      "{\"t\":120,\"ev\":\"run\",\"id\":2,\"kernel\":\"cpu.two\"}\n"
                      "{\"t\":130,\"ev\":\"notice\",\"text\":\"its run is over\"}\n"
                      "{\"t\":200,\"ev\":\"caption\",\"step\":3,\"steps\":3,\"text\":\"\"}\n"
                      "{\"t\":300,\"ev\":\"notice\",\"text\":\"that was all\"}\n",
                      1);
}

static int finish(void **state)
{
    client_close(a->engine.client, NULL);
    app_free(a);
    return 0;
}

static int begin(void **state)
{
    return begin_at(1);
}

/* All that comes at once is known at its end as if it had been played: its length, its machine, its runs. */
static int begin_at_once(void **state)
{
    return begin_at(0);
}

TEST_IN(comes_at_once, begin_at_once, finish)
{
    take();
    assert_true(a->engine.over);
    assert_true(shows(a, " ■ 6:40 "));
    assert_true(shows(a, " 6:40 · recorded on NVIDIA H200 and AMD EPYC, gpubox, 2026-11-21"));
}

TEST_IN(says_what_it_is, begin, finish)
{
    assert_true(shows(a, " ▶ 0:0"));
    assert_true(shows(a, " 6:40 · recorded on NVIDIA H200 and AMD EPYC, gpubox, 2026-11-21"));
    assert_true(shows(a, "Space Pause"));
    assert_false(shows(a, "Space Mark") || shows(a, "r Run"));
}

TEST_IN(goes_by_runs, begin, finish)
{
    assert_int_equal(a->model->runs, 0);
    press(KEY_ARROW_RIGHT);
    assert_int_equal(a->model->runs, 1);
    assert_string_equal(a->model->run[0].status, "");
    assert_true(shows(a, "1:40"));
    press(KEY_PAGE_DOWN); /* a presenter's clicker sends that */
    assert_int_equal(a->model->runs, 2);
    assert_string_equal(a->model->run[0].status, "ok");
    press(KEY_PAGE_UP); /* what came since is forgotten */
    assert_int_equal(a->model->runs, 1);
    assert_string_equal(a->model->run[0].status, "");
    press(KEY_ARROW_RIGHT);
    press(KEY_ARROW_LEFT);
    assert_int_equal(a->model->runs, 1);
    assert_true(a->model->matrix.open);
    app_command(a, "play 360");
    take();
    assert_string_equal(a->model->run[1].status, "ok");
    app_command(a, "play soon");
    assert_true(a->dialog.bad);
}

TEST_IN(pauses, begin, finish)
{
    app_command(a, "play 100");
    take();
    press(' ');
    assert_true(shows(a, " ‖ 1:40"));
    assert_int_equal(link_timeout_ms(client_link(a->engine.client)), -1);
    assert_false(app_moves(a));
    assert_true(shows(a, "Space Play"));
    app_command(a, "more"); /* there will be no next run for which k would count */
    assert_true(a->dialog.bad && a->settings.sets == 0);
    a->dialog.message[0] = 0;
    press(KEY_ARROW_RIGHT); /* what is sought comes all the same */
    assert_int_equal(a->model->runs, 2);
    app_command(a, "play 300.5");
    press(KEY_ARROW_LEFT); /* while it plays, that would be the run before */
    assert_int_equal(a->model->runs, 2);
    press(' ');
    assert_true(shows(a, " ▶ 5:00") && app_moves(a));
    assert_in_range(link_timeout_ms(client_link(a->engine.client)), 49000, 50000);
    press('>');
    assert_true(shows(a, "6:40 ×2"));
    assert_in_range(link_timeout_ms(client_link(a->engine.client)), 24000, 25000);
    press('<');
    press('<');
    assert_true(shows(a, "6:40 ×0.5"));
}

TEST_IN(ends_without_an_error, begin, finish)
{
    app_command(a, "play 400");
    take();
    assert_true(a->engine.over && !a->dialog.bad && !app_moves(a));
    assert_true(shows(a, "the recording has ended"));
    a->dialog.message[0] = 0;
    assert_true(shows(a, " ■ 6:40") && shows(a, "Space Play"));
    press(' '); /* once more */
    assert_true(!a->engine.over && a->model->runs == 0);
    app_command(a, "play 400");
    a->engine.loops = true;
    take();
    assert_true(a->engine.over && app_moves(a));
    a->now = a->engine.ended + 3.5;
    app_tick(a);
    assert_false(a->engine.over);
    assert_int_equal(a->model->runs, 0);
}

/* No lesson begins over a recording. */
TEST_IN(plays_no_tour, begin_captioned, finish)
{
    static const char *const lines[] = { "tour 2", "tour formats", "tour next", "tour" };
    for (size_t i = 0; i < COUNT(lines); i++) {
        refuses(a, lines[i], "PgDn and PgUp go by those recorded");
        assert_null(a->guide.tour);
    }
}

/* Captions stand above the controls when they did; panels do not move for them. */
TEST_IN(replays_captions, begin_captioned, finish)
{
    struct rect before, after;
    assert_true(app_inside(a, VIEW_run, &before) && !shows(a, "The first."));
    app_command(a, "play 20");
    take();
    assert_true(shows(a, "\n 1/3   The first.") && shows(a, " ▶ 0:20 "));
    assert_true(app_inside(a, VIEW_run, &after) && memcmp(&before, &after, sizeof before) == 0);
    app_command(a, "play 105");
    take();
    assert_true(shows(a, "\n 2/3   Then …×.") && !shows(a, "The first."));
    app_command(a, "play 150");
    take();
    assert_true(shows(a, "A curve."));
    app_command(a, "play 20"); /* back */
    take();
    assert_true(shows(a, "\n 1/3   The first."));
    press(' ');
    static const char *const stops[] = { " ‖ 1:40 ", "2/3   Then …×.",  " ‖ 1:49 ", "2/3   Then …×.", /* its run */
                                         " ‖ 1:50 ", "2/3   Then 65×.",                               /* what it gave */
                                         " ‖ 1:53 ", "3/3   A curve.",  " ‖ 2:03 ", "3/3   A curve.",
                                         " ‖ 2:13 ", "3/3   A curve." };
    for (size_t i = 0; i < COUNT(stops); i += 2) {
        press(KEY_PAGE_DOWN);
        assert_true(shows(a, stops[i]) && shows(a, stops[i + 1]));
        assert_string_equal(a->model->matrix.name, "second"); /* the page is shown with what it opens */
    }
    for (size_t i = COUNT(stops) - 2; i > 0; i -= 2) {
        press(KEY_PAGE_UP);
        assert_true(shows(a, stops[i - 2]) && shows(a, stops[i - 1]));
    }
    press(KEY_PAGE_UP); /* by pages, not by captions */
    assert_true(shows(a, " ‖ 0:10 ") && shows(a, "\n 1/3   The first."));
    app_command(a, "play 250");
    take();
    assert_false(shows(a, "The first.") || shows(a, "A curve.") || shows(a, "3/3"));
}

/* Back from the end it stays where it stepped; while it plays, back goes by pages, however soon again it is pressed. */
TEST_IN(steps_back, begin_captioned, finish)
{
    static const char *const pages[] = { " ▶ 1:53 ", " ▶ 1:40 ", " ▶ 0:10 ", " ▶ 0:00 " };
    app_command(a, "play 400");
    take();
    assert_true(a->engine.over);
    press(KEY_PAGE_UP);
    assert_true(!a->engine.over && shows(a, " ‖ 2:13 ") && shows(a, "3/3   A curve."));
    press(KEY_PAGE_DOWN);
    assert_true(a->engine.over);
    press(' ');
    assert_true(!a->engine.over && shows(a, " ▶ 0:00 "));
    app_command(a, "play 130");
    take();
    for (size_t i = 0; i < COUNT(pages); i++) {
        press(KEY_PAGE_UP);
        assert_true(shows(a, pages[i]));
    }
}

/* Its own keys come first: Space does not mark a kernel here. */
TEST_IN(helps, begin, finish)
{
    press('?');
    assert_true(shows(a, " In this replay\n  Space                in a replay: pause, or go on\n"));
}

TEST_IN(cannot_measure, begin, finish)
{
    static const char *const lines[] = { "run",           "sweep k 1..4", "compare x y", "advise",
                                         "open gen:demo", "reorder rcm",  "pin on",      "close" };
    assert_false(shows(a, "r runs") || shows(a, "runs all kernels") || shows(a, "o Open")); /* nor is it offered */
    for (size_t i = 0; i < COUNT(lines); i++) {
        a->dialog.message[0] = 0;
        app_command(a, lines[i]);
        if (!strstr(a->dialog.message, "this is a recording"))
            fail_msg("%s says '%s'", lines[i], a->dialog.message);
        assert_int_equal(a->engine.pending[PENDING_RUN] + a->engine.pending[PENDING_OPEN], 0);
    }
}

/* Going back shows what was looked at then. No view trusts a recording's numbers. */
static int begin_screens(void **state)
{
    return begin_with(
        "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n"
        "{\"t\":1,\"ev\":\"screen\",\"focus\":\"run\",\"zoomed\":true,\"run\":{\"picture\":1,\"axis\":\"k\"}}\n"
        "{\"t\":10,\"ev\":\"screen\",\"focus\":\"spy\",\"over\":\"why\",\"zoomed\":false,"
        "\"run\":{\"picture\":2,\"at\":3}}\n"
        "{\"t\":20,\"ev\":\"screen\",\"focus\":\"help\",\"over\":\"open\",\"zoomed\":7,\"run\":{\"picture\":4,"
        "\"sort\":-1,\"axis\":5,\"at\":2147483647,\"column\":1001},\"spy\":{\"zoom\":32,\"x\":1e300},\"log\":{"
        "\"at\":2147483647},\"kernels\":{\"at\":2147483647},\"microscope\":{\"step\":2147483647,\"format\":31,"
        "\"zoom\":-100,\"down\":2147483647,\"place\":3,\"x\":\"nan\"}}\n"
        "{\"t\":300,\"ev\":\"notice\",\"text\":\"that was all\"}\n",
        1);
}

TEST_IN(replays_screens, begin_screens, finish)
{
    app_command(a, "play 15");
    take();
    assert_true(a->panels.focus == VIEW_spy && a->panels.overlay == VIEW_why && !a->panels.zoomed);
    assert_true(a->state[VIEW_run].run.picture == PICTURE_ROOFLINE && a->state[VIEW_run].at == 3);
    app_command(a, "play 5");
    take();
    assert_true(a->panels.focus == VIEW_run && a->panels.overlay == -1 && a->panels.zoomed);
    assert_true(a->state[VIEW_run].run.picture == PICTURE_CURVE && strcmp(a->state[VIEW_run].run.axis, "k") == 0);
    app_command(a, "play pause"); /* without pages it goes by what was looked at */
    app_command(a, "play next");
    take();
    assert_true(a->panels.focus == VIEW_spy && a->panels.overlay == VIEW_why);
    app_command(a, "play previous");
    take();
    assert_true(a->panels.focus == VIEW_run && a->panels.zoomed);
    app_command(a, "play 25");
    take();
    assert_true(a->panels.focus == VIEW_spy && a->panels.overlay == -1);
    assert_true(a->state[VIEW_run].run.picture == PICTURE_ROOFLINE && a->state[VIEW_spy].spy.zoom == 0);
    assert_true(a->state[VIEW_spy].spy.middle[0] == 0); /* not 1e300 */
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    FEED(a->model, events_runs);
    for (int v = 0; v < VIEW_COUNT; v++)
        for (int picture = 0; picture < PICTURE_COUNT; picture++) {
            a->panels.overlay = views[v]->overlay ? v : -1;
            if (!views[v]->overlay)
                panels_focus(&a->panels, v);
            a->panels.zoomed = picture % 2;
            a->state[VIEW_run].run.picture = (enum picture)picture;
            for (int w = 0; w < VIEW_COUNT; w++)
                a->state[w].at = INT_MAX;
            shows(a, "");
        }
}

TEST_IN(golden_transport, begin, finish)
{
    app_command(a, "play 360");
    take();
    press(' ');
    press('>');
    a->dialog.message[0] = 0;
    compare_sizes(a, "transport");
}

TESTS(NULL, NULL)
