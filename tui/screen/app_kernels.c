/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_kernels: which kernels are listed, which are marked, which cannot run and why. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/app.h"

bool app_marked(const struct app *a, const char *kernel)
{
    for (int i = 0; i < a->marks; i++)
        if (strcmp(a->mark[i], kernel) == 0)
            return true;
    return false;
}

void app_mark(struct app *a, const char *kernel, int on)
{
    for (int i = 0; i < a->marks; i++)
        if (strcmp(a->mark[i], kernel) == 0) {
            if (on != 1)
                memmove(a->mark[i], a->mark[i + 1], sizeof a->mark[0] * (size_t)(--a->marks - i));
            return;
        }
    if (on != 0 && a->marks < MODEL_KERNELS)
        snprintf(a->mark[a->marks++], sizeof a->mark[0], "%s", kernel);
}

static bool is_of_operation(const struct app *a, const struct model_kernel *k)
{
    return strcmp(k->op, settings_get(&a->settings, "operation", "mul")) == 0;
}

static bool is_shown(const struct app *a, const struct model_kernel *k)
{
    return is_of_operation(a, k) && (strcasestr(k->name, a->kernel_filter) || strcasestr(k->what, a->kernel_filter));
}

int app_kernels(const struct app *a, int out[MODEL_KERNELS])
{
    int n = 0;
    for (int i = 0; i < a->model->kernels; i++)
        if (is_shown(a, &a->model->kernel[i]))
            out[n++] = i;
    return n;
}

int app_marks(const struct app *a)
{
    int n = 0;
    for (int i = 0; i < a->model->kernels && a->marks > 0; i++)
        n += is_of_operation(a, &a->model->kernel[i]) && app_marked(a, a->model->kernel[i].name);
    return n;
}

bool app_takes(const struct app *a, const struct model_kernel *k)
{
    return app_marks(a) > 0 ? is_of_operation(a, k) && app_marked(a, k->name) : is_shown(a, k) && !app_refusal(a, k);
}

void app_chosen(const struct app *a, char *names, size_t size)
{
    size_t used = 0;
    names[0] = 0;
    if (!a->kernel_filter[0] && app_marks(a) == 0)
        return;
    for (int i = 0; i < a->model->kernels && used + 80 < size; i++)
        if (app_takes(a, &a->model->kernel[i]))
            used +=
                (size_t)snprintf(names + used, size - used, "%s%s", used ? "," : " kernel=", a->model->kernel[i].name);
}

const char *app_refusal(const struct app *a, const struct model_kernel *k)
{
    const char *type = settings_get(&a->settings, "type", "f64");
    if (!k->ready)
        return k->why[0] ? k->why : "not ready";
    if (a->model->matrix.open && !a->model->matrix.runnable) { /* without its name, which is long where room is short */
        const struct model_matrix *m = &a->model->matrix;
        size_t n = strlen(m->name);
        return strncmp(m->why, m->name, n) == 0 && m->why[n] == ' ' ? m->why + n + 1 : m->why;
    }
    if ((strcmp(type, "f64") == 0 && !k->f64) || (strcmp(type, "f32") == 0 && !k->f32))
        return strcmp(type, "f64") == 0 ? "has no f64" : "has no f32";
    if (k->known && !k->ok)
        return k->why_not[0] ? k->why_not : "not for this problem";
    return NULL;
}

enum role app_kernel_role(const struct app *a, const char *kernel)
{
    for (int i = 0; i < a->model->kernels; i++)
        if (strcmp(a->model->kernel[i].name, kernel) == 0)
            return a->model->kernel[i].peer                     ? ROLE_PEER
                   : strcmp(a->model->kernel[i].on, "gpu") == 0 ? ROLE_GPU
                                                                : ROLE_CPU;
    return strncmp(kernel, "peer.", 5) == 0 ? ROLE_PEER : strncmp(kernel, "gpu", 3) == 0 ? ROLE_GPU : ROLE_CPU;
}
