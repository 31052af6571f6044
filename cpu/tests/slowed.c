/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slowed: kernels that are slower on purpose, for core/tools/gates.sh: each computes the first rows, with SLOWED per
   cent of the entries, a second time. CPU kernels are linked in; those of the GPU are taken from nzscope-cuda.so, in
   the folder that $SLOWED_CUDA names. */
#include <dlfcn.h>

#include "cpu/backend.h"

#ifndef SLOWED
#define SLOWED 5
#endif

struct slowed_plan {
    const struct kernel *kernel;
    struct plan whole, part;
    struct csr rows; /* the first ones of A */
    struct stats stats;
};

static const struct kernel *inner_cpu, *inner_gpu;

static void slowed_release(void *data)
{
    struct slowed_plan *s = data;
    if (s->part.data)
        s->kernel->release(s->part.data);
    if (s->whole.data)
        s->kernel->release(s->whole.data);
    free(s);
}

/* The first rows, up to their share of the entries. */
static struct csr first_rows(const struct csr *a)
{
    struct csr rows = *a;
    for (rows.m = 0; rows.m < a->m && a->ptr[rows.m] * 100 < a->nnz * SLOWED;)
        rows.m++;
    rows.nnz = a->ptr[rows.m];
    return rows;
}

static bool slowed_prepare(const struct kernel *kernel, const struct problem *p, struct plan *plan, struct err *e)
{
    struct slowed_plan *s = calloc(1, sizeof *s);
    struct problem part = *p;
    if (!s)
        return err_nomem(e, "the plan", sizeof *s);
    s->kernel = kernel;
    s->rows = first_rows(p->a);
    part.a = &s->rows;
    part.stats = &s->stats;
    part.y.n = s->rows.m;
    bool ok = stats_compute(&s->rows, &s->stats, e) && kernel->prepare(p, &s->whole, e) &&
              kernel->prepare(&part, &s->part, e);
    *plan = (struct plan){ .data = s, .bytes = s->whole.bytes + s->part.bytes };
    if (!ok)
        slowed_release(s);
    return ok;
}

static bool prepare_cpu(const struct problem *p, struct plan *plan, struct err *e)
{
    return slowed_prepare(inner_cpu, p, plan, e);
}

static bool prepare_gpu(const struct problem *p, struct plan *plan, struct err *e)
{
    return slowed_prepare(inner_gpu, p, plan, e);
}

static bool slowed_run(void *data, struct err *e)
{
    struct slowed_plan *s = data;
    return s->kernel->run(s->whole.data, e) && s->kernel->run(s->part.data, e);
}

static const struct kernel *find(const struct backend *b, const char *name)
{
    for (const struct kernel *const *k = b ? b->kernels : NULL; k && *k; k++)
        if (strcmp((*k)->name, name) == 0 && (*k)->type == VT_F64)
            return *k;
    return NULL;
}

static const struct kernel *find_gpu(const char *name)
{
    char path[4096];
    const char *folder = getenv("SLOWED_CUDA");
    snprintf(path, sizeof path, "%s/nzscope-cuda.so", folder ? folder : ".");
    void *so = folder ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    backend_entry *entry = so ? (backend_entry *)dlsym(so, BACKEND_SYMBOL) : NULL;
    return entry ? find(entry(), name) : NULL;
}

static struct kernel kernels[2];
static const struct kernel *table[3];

static void add(const struct kernel *inner, const char *name,
                bool (*prepare)(const struct problem *, struct plan *, struct err *))
{
    int at = table[0] ? 1 : 0;
    if (!inner)
        return;
    kernels[at] = *inner;
    kernels[at].name = name;
    kernels[at].bytes = NULL;
    kernels[at].expect = NULL;
    kernels[at].prepare = prepare;
    kernels[at].run = slowed_run;
    kernels[at].release = slowed_release;
    table[at] = &kernels[at];
}

static bool slowed_open(struct err *why)
{
    return inner_cpu || err_set(why, ERR_DEVICE, "there is no kernel to slow down");
}

BACKEND_EXPORT
{
    static const struct backend backend = { BACKEND_SIZES, "slowed", "cpu", slowed_open, NULL, table, NULL };
    if (!inner_cpu) {
        inner_cpu = find(cpu_backend(), "cpu.csr.omp");
        inner_gpu = find_gpu("gpu.csr.vector");
        add(inner_cpu, "slowed.cpu.csr.omp", prepare_cpu);
        add(inner_gpu, "slowed.gpu.csr.vector", prepare_gpu);
    }
    return &backend;
}
