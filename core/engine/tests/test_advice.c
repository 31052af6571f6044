/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_advice: where a problem runs best, and from how many products on; what the engine and its command say. */
#include "core/engine/tests/engine_client.h"
#include "core/measure/advice.h"
#include "core/tests/cmocka.h"

static const struct place cpu = {
    .device = "cpu", .choice = "cpu.a", .ok = true, .time_ms = 10, .ci_lo_ms = 9.9, .ci_hi_ms = 10.1, .prepare_ms = 20
};
static const struct place gpu = { .device = "gpu0",
                                  .choice = "gpu.b",
                                  .ok = true,
                                  .time_ms = 1,
                                  .ci_lo_ms = 0.9,
                                  .ci_hi_ms = 1.1,
                                  .prepare_ms = 50,
                                  .upload_ms = 60,
                                  .choosing_ms = 1000, /* is no preparation of gpu.b */
                                  .moving_ms = 12 };
static const struct place far = {
    .device = "gpu1", .choice = "gpu.c", .ok = true, .time_ms = 1, .prepare_ms = 5, .upload_ms = 5, .moving_ms = 8
};
static const struct place broken = { .device = "gpu2" };

TEST(the_best_place)
{
    const struct place all[] = { cpu, gpu, broken }, none[] = { broken };
    assert_int_equal(advice_best(all, 3, false), 1);
    assert_int_equal(advice_best(all, 3, true), 0); /* 10 against 1 + 12 */
    assert_int_equal(advice_best(none, 1, false), -1);
    assert_int_equal(advice_best(all, 0, false), -1);
}

TEST(when_it_pays)
{
    assert_int_equal(advice_pays(&gpu, &cpu, false), 10); /* 90 more once, 9 less each time */
    assert_int_equal(advice_pays(&gpu, &cpu, true), -1);
    assert_int_equal(advice_pays(&cpu, &gpu, false), -1);
    assert_int_equal(advice_pays(&cpu, &gpu, true), 0);
    assert_int_equal(advice_pays(&far, &cpu, false), 0);
    assert_int_equal(advice_pays(&cpu, &cpu, false), -1);
    struct place dear = gpu;
    dear.prepare_ms += 1; /* 91 / 9 */
    assert_int_equal(advice_pays(&dear, &cpu, false), 11);
}

TEST(what_is_said)
{
    const struct place all[] = { cpu, gpu }, one[] = { cpu }, none[] = { broken };
    char text[500];
    advice_text(all, 2, NULL, text, sizeof text);
    assert_string_equal(text,
                        "data in place: best on gpu0 with gpu.b, 10 times as fast as cpu, which pays from 10 products "
                        "on; X and Y moved each time: best on cpu with cpu.a, 1.3 times as fast as gpu0");
    const struct place twice[] = { cpu, gpu, gpu };
    advice_text(twice, 3, "no other", text, sizeof text);
    assert_string_equal(text,
                        "best on gpu0 or gpu0 with gpu.b, 10 times as fast as cpu, which pays from 10 products on; "
                        "no GPU to compare with: no other");
    advice_text(one, 1, "no driver", text, sizeof text);
    assert_string_equal(text, "the trials on cpu took cpu.a; no GPU to compare with: no driver");
    struct place few = cpu;
    snprintf(few.choice, sizeof few.choice, "cpu.a,GATHER=load,1 thread");
    advice_text(&few, 1, "no driver", text, sizeof text);
    assert_string_equal(text,
                        "the trials on cpu took cpu.a (GATHER=load, 1 thread); no GPU to compare with: no driver");
    advice_text(none, 1, NULL, text, sizeof text);
    assert_string_equal(text, "no device could compute this");
    char little[20];
    advice_text(all, 2, NULL, little, sizeof little);
    assert_int_equal(strlen(little), 19);
}

/* Devices that share the rows, and take longer than one alone. */
TEST(sharing_that_does_not_pay)
{
    struct place all[] = { cpu, gpu, gpu };
    char text[500];
    all[2].device = "gpus";
    all[2].shared = true;
    advice_text(all, 3, "no other", text, sizeof text);
    assert_null(strstr(text, "sharing")); /* as good as the one */
    all[2].time_ms = all[2].ci_lo_ms = all[2].ci_hi_ms = 1.8;
    advice_text(all, 3, "no other", text, sizeof text);
    assert_string_equal(text,
                        "best on gpu0 with gpu.b, 1.8 times as fast as gpus; sharing the rows among gpus does not "
                        "pay; no GPU to compare with: no other");
}

/* What cannot be told from the best place is named beside it; a best place without an interval only seems so. */
TEST(unclear)
{
    struct place all[] = { cpu, gpu };
    char text[500];
    all[0].time_ms = 1.2; /* more than 5% slower… */
    all[0].ci_lo_ms = 1.11;
    all[0].ci_hi_ms = 1.3;
    assert_false(advice_level(all, 0, 1, false)); /* …and clearly */
    all[0].ci_lo_ms = 1.1;
    assert_true(advice_level(all, 0, 1, false));
    assert_false(advice_level(all, 1, 0, true)); /* 1.2 against 1 + 12 */
    advice_text(all, 2, "no other", text, sizeof text);
    assert_string_equal(text, "best on gpu0 or cpu with gpu.b; no GPU to compare with: no other");
    all[0].ci_lo_ms = 0; /* widened down to it */
    assert_true(advice_level(all, 0, 1, false));
    all[0].ci_hi_ms = 0; /* no interval: at its median */
    assert_false(advice_level(all, 0, 1, false));
    all[1].ci_lo_ms = all[1].ci_hi_ms = 0;
    advice_text(all, 2, "no other", text, sizeof text);
    assert_non_null(strstr(text, "seems best on gpu0 with gpu.b, 1.2 times as fast as cpu"));
    all[0].ok = false;
    assert_false(advice_level(all, 0, 1, false));
}

/* ---- the command ---- */

/* A choice is held against the roof, as a run is; what one thread reaches is told beside. */
static void has_a_roof(struct engine_client *c)
{
    const int cmd = client_say(c, "advise\n");
    bool roof = false, done = false;
    while (!done) {
        json_t *event = client_next(c);
        assert_non_null(event);
        const double all = json_number_value(json_object_get(event, "read_gbs")),
                     one = json_number_value(json_object_get(event, "one_gbs"));
        roof |= all > 0 && one > 0;
        done = strcmp(text_of(event, "ev"), "done") == 0 && integer_of(event, "cmd") == cmd;
        json_decref(event);
    }
    assert_true(roof);
}

ENGINE_TEST(the_cpu_is_always_there)
{
    static const char *const lines[] = { "advise\n", "advise k=3 type=f32 threads=1\n",
                                         "advise op=transpose device=cpu\n" };
    client_done(c, client_say(c, "advise\n"), 2, "no matrix is open");
    client_must(c, "open gen:stencil5:20\n");
    has_a_roof(c);
    for (int i = 0; i < 3; i++) {
        json_t *event = client_ask(c, lines[i], "advice"), *items = json_object_get(event, "items"), *first;
        assert_true(json_array_size(items) >= 1);
        first = json_array_get(items, 0);
        assert_string_equal(text_of(first, "device"), "cpu");
        assert_true(json_is_true(json_object_get(first, "ok")));
        assert_ptr_equal(strstr(text_of(first, "choice"), "cpu."), text_of(first, "choice"));
        assert_true(*text_of(event, "text"));
        assert_true(json_is_object(json_object_get(event, "resident")) &&
                    json_is_object(json_object_get(event, "moved")));
        assert_int_equal(json_object_get(event, "k") != NULL, i < 2);
        json_decref(event);
    }
    client_done(c, client_say(c, "advise op=scan\n"), 7, "op=scan: no device here has kernels to choose from");
    client_done(c, client_say(c, "advise k=0\n"), 2, "k=0");
    client_done(c, client_say(c, "advise device=GPU-77777\n"), 5, "no device GPU-77777 here; there are: cpu");
}

TESTS(NULL, NULL)
