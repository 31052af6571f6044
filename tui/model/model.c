/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model: the fold of the engine's events: one short function for each kind of event, one table that names them. */
#include "tui/model/model.h"

#include "tui/model/model_parts.h"

/* ---- the engine ---- */

static void on_hello(struct model *m, const json_t *e)
{
    m->ready = false;
    m->kernels = m->formats = m->operations = 0;
    model_devices_begin(m);
    m->has_topology = false;
    for (int i = 0; i < m->runs; i++) /* a new engine numbers its runs from 1 */
        m->run[i].id = 0;
}

static void on_ready(struct model *m, const json_t *e)
{
    m->ready = true;
}

static void on_died(struct model *m, const json_t *e)
{
    char text[300] = "the engine died";
    take_text(e, "text", text, sizeof text);
    model_note(m, text);
    const char *line;
    for (size_t i = 0; (line = json_string_value(json_array_get(json_object_get(e, "log"), i))); i++)
        model_note(m, line);
    m->ready = m->progressing = false;
    m->matrix.open = false;
    m->load = (struct model_load){ 0 };
    for (int i = 0; i < m->runs; i++)
        m->run[i].step[0] = 0;
}

/* ---- the matrix ---- */

static void on_progress(struct model *m, const json_t *e)
{
    m->progressing = true;
    take_text(e, "what", m->progress_what, sizeof m->progress_what);
    m->progress_done = m->progress_total = 0;
    take_number(e, "done", &m->progress_done);
    take_number(e, "total", &m->progress_total);
}

void model_note(struct model *m, const char *text)
{
    m->noted++;
    if (m->notices == MODEL_NOTICES)
        memmove(m->notice[0], m->notice[1], sizeof m->notice[0] * (size_t)--m->notices);
    snprintf(m->notice[m->notices++], sizeof m->notice[0], "%s", text);
}

static void on_notice(struct model *m, const json_t *e)
{
    const char *text = json_string_value(json_object_get(e, "text"));
    if (text)
        model_note(m, text);
}

static void on_caption(struct model *m, const json_t *e)
{
    m->caption = (struct model_caption){ 0 };
    take_text(e, "text", m->caption.text, sizeof m->caption.text);
    take_int(e, "step", &m->caption.step);
    take_int(e, "steps", &m->caption.steps);
}

static void on_closed(struct model *m, const json_t *e)
{
    const char *why = take_string(e, "text");
    char text[300];
    m->matrix.open = false;
    snprintf(text, sizeof text, "%.127s is closed: %.160s", take_string(e, "name"), why);
    if (*why)
        model_note(m, text);
}

static void on_done(struct model *m, const json_t *e)
{
    m->progressing = false;
    if (!m->load.cmd || take_whole(e, "cmd") == m->load.cmd) /* else it answers a query between two kernels */
        m->load = (struct model_load){ 0 };
    m->done_text[0] = 0;
    m->done_status = 0;
    take_int(e, "status", &m->done_status);
    take_text(e, "text", m->done_text, sizeof m->done_text);
}

/* ---- the fold ---- */

static const struct {
    const char *name;
    model_handler *take;
} kinds[] = {
    { "hello", on_hello },
    { "ready", on_ready },
    { "died", on_died },
    { "device", model_on_device },
    { "operation", model_on_operation },
    { "kernel", model_on_kernel },
    { "topology", model_on_topology },
    { "format", model_on_format },
    { "formats", model_on_formats },
    { "progress", on_progress },
    { "notice", on_notice },
    { "caption", on_caption },
    { "advice", on_notice },
    { "compared", on_notice },
    { "log", on_notice },
    { "matrix", model_on_matrix },
    { "closed", on_closed },
    { "histogram", model_on_histogram },
    { "spy", model_on_spy },
    { "window", model_on_window },
    { "work", model_on_work },
    { "supports", model_on_supports },
    { "run", model_on_run },
    { "sample", model_on_sample },
    { "load", model_on_load },
    { "measurement", model_on_measurement },
    { "ratios", model_on_ratios },
    { "done", on_done },
};

void model_apply(struct model *m, const json_t *event)
{
    const char *name = json_string_value(json_object_get(event, "ev"));
    for (size_t i = 0; name && i < COUNT(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0) {
            kinds[i].take(m, event);
            return;
        }
}

const char *model_event(size_t i)
{
    return i < COUNT(kinds) ? kinds[i].name : NULL;
}

struct model *model_new(void)
{
    return calloc(1, sizeof(struct model));
}

void model_free(struct model *m)
{
    if (!m)
        return;
    free(m->spy.cells);
    for (int i = 0; i < m->looks; i++)
        free(m->look[i].spy.cells);
    for (int i = 0; i < m->runs; i++)
        json_decref(m->run[i].event);
    free(m);
}
