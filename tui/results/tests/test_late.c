/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_late: a measurement whose peers run after it waits for its ratios, and those behind it wait with it. */
#include "core/tests/cmocka.h"
#include "tui/model/tests/events.h"
#include "tui/results/late.h"

static char seen[200];

static void put(void *arg, const json_t *m)
{
    assert_ptr_equal(arg, seen);
    text_join(seen, sizeof seen, " ", "%d", (int)json_integer_value(json_object_get(m, "id")));
    if (json_object_get(m, "library"))
        text_add(seen, sizeof seen, "=%g", json_number_value(json_object_get(m, "library")));
    assert_string_equal(json_string_value(json_object_get(m, "ev")), "measurement");
}

static void take(struct late *l, const char *text)
{
    json_t *event = json_of(text);
    late_take(l, event, put, seen);
    json_decref(event);
}

TEST(in_their_order)
{
    struct late l = { 0 };
    take(&l, "{'ev':'measurement','id':1}");
    assert_string_equal(seen, "1");
    take(&l, "{'ev':'measurement','id':2,'later':true}");
    take(&l, "{'ev':'measurement','id':3}");
    take(&l, "{'ev':'sample','id':4}");
    assert_string_equal(seen, "1");
    take(&l, "{'ev':'ratios','id':2,'library':0.5}");
    assert_string_equal(seen, "1 2=0.5 3");
    take(&l, "{'ev':'measurement','id':5,'later':true}");
    late_end(&l, put, seen); /* the engine died */
    assert_string_equal(seen, "1 2=0.5 3 5");
    take(&l, "{'ev':'measurement','id':6}");
    assert_string_equal(seen, "1 2=0.5 3 5 6");
}

/* The model has them, too, in the run and in its measurement. */
TEST(in_the_model)
{
    struct model *m = model_new();
    FEED(m, events_start);
    FEED(m, events_matrix);
    feed_run(m, "'time_ms':2,'later':true");
    feed(m, "{'ev':'ratios','id':1,'prepare_products':3,'library':0.5,'unclear':['library']}");
    assert_true(m->runs == 1 && m->run[0].prepare_products == 3 && m->run[0].time_ms == 2);
    assert_string_equal(m->run[0].unclear, "library");
    assert_true(json_number_value(json_object_get(m->run[0].event, "library")) == 0.5);
    model_free(m);
}

TESTS(NULL, NULL)
