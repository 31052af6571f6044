/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_speed: the times of serial kernels, and how much faster others are. */
#include <string.h>

#include "core/session.h"

/* A kernel on the CPU with one thread and of our own: what speedups are against. */
static bool is_baseline(const struct kernel *k)
{
    return k->serial && !k->peer;
}

static struct baseline *speed_find(struct session *s, const struct kernel *kernel, int64_t k, bool cold)
{
    for (int i = 0; i < s->baselines; i++) {
        struct baseline *b = &s->baseline[i];
        if (b->kernel == kernel && b->k == k && b->cold == cold)
            return b;
    }
    return NULL;
}

void speed_note(struct session *s, const struct kernel *kernel, int64_t k, bool cold, double ms)
{
    if (!is_baseline(kernel))
        return;
    struct baseline *b = speed_find(s, kernel, k, cold);
    if (!b) { /* when the table is full, the last one makes room */
        s->baselines += s->baselines < SESSION_BASELINES;
        b = &s->baseline[s->baselines - 1];
    }
    *b = (struct baseline){ .kernel = kernel, .k = k, .cold = cold, .ms = ms };
}

/* "ell" and "ell.col" are one format in two orders. */
static bool same_format(const char *a, const char *b)
{
    size_t n = strcspn(a, ".");
    return n == strcspn(b, ".") && strncmp(a, b, n) == 0;
}

double speed_up(const struct session *s, const struct kernel *kernel, int64_t k, bool cold, double ms)
{
    const struct baseline *own = NULL, *csr = NULL;
    for (int i = 0; i < s->baselines; i++) {
        const struct baseline *b = &s->baseline[i];
        if (b->k != k || b->cold != cold || b->kernel->op != kernel->op || b->kernel->type != kernel->type)
            continue;
        own = same_format(b->kernel->format, kernel->format) ? b : own;
        csr = strcmp(b->kernel->name, "cpu.csr.serial") == 0 ? b : csr;
    }
    const struct baseline *base = own ? own : csr;
    return base && ms > 0 ? base->ms / ms : 0;
}

void speed_forget(struct session *s)
{
    s->baselines = 0;
}
