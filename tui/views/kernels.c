/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/kernels.h"

#include <ctype.h>

#include "core/measure/device.h"

static int find(const struct marks *m, const char *kernel)
{
    int i = 0;
    while (i < m->n && strcmp(m->name[i], kernel) != 0)
        i++;
    return i;
}

bool kernels_marked(const struct marks *m, const char *kernel)
{
    return find(m, kernel) < m->n;
}

void kernels_mark(struct marks *m, const char *kernel, bool on)
{
    int at = find(m, kernel);
    if (on && at == m->n && at < MODEL_KERNELS)
        snprintf(m->name[m->n++], sizeof m->name[0], "%s", kernel);
    else if (!on && at < m->n)
        memmove(m->name[at], m->name[at + 1], sizeof m->name[0] * (size_t)(--m->n - at));
}

static bool is_of_operation(const struct scene *s, const struct model_kernel *k)
{
    return strcmp(k->op, settings_operation(s->settings, s->model)) == 0;
}

/* A name has it anywhere, a description where a word begins: "compressed" has "omp". */
static bool passes(const struct model_kernel *k, const char *filter)
{
    if (strcasestr(k->name, filter))
        return true;
    for (const char *at = k->what; (at = strcasestr(at, filter)); at++)
        if (at == k->what || !isalnum((unsigned char)at[-1]))
            return true;
    return false;
}

static bool is_shown(const struct scene *s, const struct model_kernel *k)
{
    const struct view_state *own = &s->state[VIEW_kernels];
    return is_of_operation(s, k) && passes(k, own->filter) && !(own->hides && kernels_refusal(s, k));
}

int kernels_listed(const struct scene *s, int out[MODEL_KERNELS])
{
    int n = 0;
    for (int refused = 0; refused < 2; refused++)
        for (int i = 0; i < s->model->kernels; i++)
            if (is_shown(s, &s->model->kernel[i]) && (kernels_refusal(s, &s->model->kernel[i]) != NULL) == refused)
                out[n++] = i;
    return n;
}

int kernels_marks(const struct scene *s)
{
    int n = 0;
    for (int i = 0; i < s->model->kernels && s->marks->n > 0; i++)
        n += is_shown(s, &s->model->kernel[i]) && kernels_marked(s->marks, s->model->kernel[i].name);
    return n;
}

int kernels_marks_hidden(const struct scene *s)
{
    int n = -kernels_marks(s);
    for (int i = 0; i < s->model->kernels && s->marks->n > 0; i++)
        n += is_of_operation(s, &s->model->kernel[i]) && kernels_marked(s->marks, s->model->kernel[i].name);
    return n;
}

void kernels_turn_mark(const struct scene *s, const char *kernel, struct view_reply *reply)
{
    snprintf(reply->command, sizeof reply->command, "%s %s", kernels_marked(s->marks, kernel) ? "unmark" : "mark",
             kernel);
}

bool kernels_picked(const struct scene *s, const struct model_kernel *k)
{
    return is_shown(s, k) && (kernels_marks(s) == 0 || kernels_marked(s->marks, k->name));
}

bool kernels_takes(const struct scene *s, const struct model_kernel *k)
{
    return kernels_picked(s, k) && (kernels_marks(s) > 0 || !kernels_refusal(s, k));
}

void kernels_globs(const struct scene *s, char *names, size_t size)
{
    names[0] = 0;
    if (!s->state[VIEW_kernels].filter[0] && kernels_marks(s) == 0)
        return;
    for (int i = 0; i < s->model->kernels && strlen(names) + 80 < size; i++)
        if (kernels_takes(s, &s->model->kernel[i]))
            text_add(names, size, "%s%s", names[0] ? "," : "", s->model->kernel[i].name);
}

bool kernels_have(const struct scene *s, const char *param)
{
    bool any = false;
    for (int i = 0; i < s->model->kernels; i++)
        for (int j = 0; j < s->model->kernel[i].params; j++)
            any |= kernels_takes(s, &s->model->kernel[i]) && strcasecmp(s->model->kernel[i].param[j].name, param) == 0;
    return any;
}

const char *kernels_refusal(const struct scene *s, const struct model_kernel *k)
{
    const char *type = settings_get(s->settings, "type", "f64");
    if (!k->ready)
        return k->why[0] ? k->why : "not ready";
    if (s->model->matrix.open && !s->model->matrix.runnable)
        return s->model->matrix.why;
    if ((strcmp(type, "f64") == 0 && !k->f64) || (strcmp(type, "f32") == 0 && !k->f32))
        return strcmp(type, "f64") == 0 ? "has no f64" : "has no f32";
    if (k->known && !k->ok && !settings_change(s->settings, k))
        return k->why_not[0] ? k->why_not : "not for this problem";
    return NULL;
}

enum role kernels_role(const struct model *m, const char *kernel)
{
    const struct model_kernel *k = model_kernel(m, kernel);
    if (k)
        return k->peer ? ROLE_PEER : device_is_gpu(k->on) ? ROLE_GPU : ROLE_CPU;
    return strncmp(kernel, "peer.", 5) == 0 ? ROLE_PEER : device_is_gpu(kernel) ? ROLE_GPU : ROLE_CPU;
}
