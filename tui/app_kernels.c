/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_kernels: which kernels are listed, which are marked, which cannot run and why. */
#include <stdio.h>
#include <string.h>

#include "tui/app.h"

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

int app_kernels(const struct app *a, int out[MODEL_KERNELS])
{
    int n = 0;
    const char *op = settings_get(&a->settings, "operation", "mul");
    for (int i = 0; i < a->model->kernels; i++) {
        const struct model_kernel *k = &a->model->kernel[i];
        if (strcmp(k->op, op) == 0 && (strcasestr(k->name, a->kernel_filter) || strcasestr(k->what, a->kernel_filter)))
            out[n++] = i;
    }
    return n;
}

void app_chosen(const struct app *a, char *names, size_t size)
{
    int shown[MODEL_KERNELS], n = app_kernels(a, shown);
    size_t used = 0;
    bool marked = false;
    const char *op = settings_get(&a->settings, "operation", "mul");
    names[0] = 0;
    for (int i = 0; i < a->model->kernels; i++)
        marked |= app_marked(a, a->model->kernel[i].name) && strcmp(a->model->kernel[i].op, op) == 0;
    for (int i = 0; marked && i < a->model->kernels; i++) {
        const struct model_kernel *k = &a->model->kernel[i];
        if (app_marked(a, k->name) && strcmp(k->op, op) == 0 && used + 80 < size)
            used += (size_t)snprintf(names + used, size - used, "%s%s", used ? "," : " kernel=", k->name);
    }
    for (int i = 0; !marked && a->kernel_filter[0] && i < n; i++) {
        const struct model_kernel *k = &a->model->kernel[shown[i]];
        if (!app_refusal(a, k) && used + 80 < size)
            used += (size_t)snprintf(names + used, size - used, "%s%s", used ? "," : " kernel=", k->name);
    }
}

const char *app_refusal(const struct app *a, const struct model_kernel *k)
{
    const char *type = settings_get(&a->settings, "type", "f64");
    if (!k->ready)
        return k->why[0] ? k->why : "not ready";
    if (a->model->matrix.open && !a->model->matrix.runnable)
        return a->model->matrix.why;
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
