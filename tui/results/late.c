/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/late.h"

#include "tui/model/model.h"

static void complete(struct late *l, const json_t *ratios)
{
    size_t i;
    json_t *m;
    json_array_foreach(l->waiting, i, m) {
        if (!json_equal(json_object_get(m, "id"), json_object_get(ratios, "id")))
            continue;
        json_array_set_new(l->waiting, i, model_completed(m, ratios));
        l->due--;
        return;
    }
}

void late_take(struct late *l, const json_t *event, late_put *put, void *arg)
{
    const bool measured = strcmp(take_string(event, "ev"), "measurement") == 0;
    l->due += measured && json_is_true(json_object_get(event, "later"));
    l->waiting = l->waiting ? l->waiting : json_array();
    if (measured)
        json_array_append(l->waiting, (json_t *)event);
    else if (strcmp(take_string(event, "ev"), "ratios") == 0)
        complete(l, event);
    if (l->due == 0)
        late_end(l, put, arg);
}

void late_end(struct late *l, late_put *put, void *arg)
{
    json_t *waiting = l->waiting;
    const json_t *m;
    *l = (struct late){ 0 };
    JSON_EACH(m, waiting)
        put(arg, m);
    json_decref(waiting);
}
