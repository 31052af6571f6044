/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend_petsc: the plug-in of PETSc: a device with this process's memory and products in MPI ranks. It links neither
   PETSc nor MPI; nzscope-petsc-rank does. */
#include <dlfcn.h>

#include "core/measure/backend.h"
#include "cpu/device/host.h"
#include "cpu/device/memory.h"
#include "cpu/lib/peer.h"
#include "cpu/peers/petsc_plan.h"

/* The target of device.data. */
struct petsc_state {
    struct petsc_plan *plans; /* all there are */
    double ms;                /* of the runs since the timer started */
    char program[PATH_MAX];
};

/* ---- the device ---- */

static bool device_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return (*out = memory_new(bytes, "X and Y of the MPI ranks", e));
}

static void device_free(struct device *d, void *p)
{
    free(p);
}

static bool device_upload(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    const struct petsc_state *s = d->data;
    bool ok = true;
    memcpy(to, from, bytes);
    for (struct petsc_plan *plan = s->plans; plan && ok; plan = plan->next)
        ok = plan->x.data != to || petsc_plan_load(plan, e);
    return ok;
}

static bool device_sync(struct device *d, struct err *e)
{
    struct petsc_state *s = d->data;
    bool ok = true;
    for (struct petsc_plan *plan = s->plans; plan && ok; plan = plan->next)
        ok = petsc_plan_flush(plan, &s->ms, e);
    return ok;
}

static bool device_download(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    const struct petsc_state *s = d->data;
    bool ok = device_sync(d, e);
    for (struct petsc_plan *plan = s->plans; plan && ok; plan = plan->next)
        ok = plan->y.data != from || !plan->ahead || petsc_plan_store(plan, e);
    if (ok)
        memcpy(to, from, bytes);
    return ok;
}

/* Only Y is ever filled. */
static bool device_fill(struct device *d, void *p, int byte, uint64_t bytes, struct err *e)
{
    const struct petsc_state *s = d->data;
    memset(p, byte, bytes);
    for (struct petsc_plan *plan = s->plans; plan; plan = plan->next)
        if (plan->y.data == p) {
            plan->poison = true;
            plan->ahead = false;
        }
    return true;
}

/* When the ranks move X, they also move Y. */
static bool device_move(struct device *d, void *p, uint64_t bytes, struct err *e)
{
    const struct petsc_state *s = d->data;
    bool ok = true;
    for (struct petsc_plan *plan = s->plans; plan && ok; plan = plan->next)
        ok = plan->x.data != p || ((!plan->ahead || petsc_plan_store(plan, e)) && petsc_plan_load(plan, e));
    return ok;
}

static bool device_start(struct device *d, struct err *e)
{
    struct petsc_state *s = d->data;
    bool ok = device_sync(d, e);
    s->ms = 0;
    return ok;
}

/* The time of the slowest rank. */
static bool device_stop(struct device *d, double *ms, struct err *e)
{
    const struct petsc_state *s = d->data;
    bool ok = device_sync(d, e);
    *ms = s->ms;
    return ok;
}

static bool device_flush(struct device *d, struct err *e)
{
    const struct petsc_state *s = d->data;
    char order[40];
    bool ok = true;
    snprintf(order, sizeof order, "flush %llu\n", 2ull * d->cache + (8u << 20));
    for (struct petsc_plan *plan = s->plans; plan && ok; plan = plan->next)
        ok = mpirun_ask(&plan->mpirun, order, e);
    return ok;
}

static struct device *backend_device(int index)
{
    static const struct device_ops ops = {
        .alloc = device_alloc,
        .free = device_free,
        .upload = device_upload,
        .download = device_download,
        .fill = device_fill,
        .sync = device_sync,
        .start = device_start,
        .stop = device_stop,
        .flush = device_flush,
        .move = device_move,
    };
    static struct petsc_state state;
    static struct device device = { .id = "mpi", .kind = "mpi", .unseen = { .drift = 1 }, .ops = &ops, .data = &state };

    if (!device.threads) {
        host_name(device.name, sizeof device.name);
        device.memory = host_memory();
        device.cache = host_cache();
        device.threads = mpirun_slots(threads_default());
    }
    return index == 0 ? &device : NULL;
}

/* ---- the kernel ---- */

static struct petsc_state *state_of(void)
{
    return backend_device(0)->data;
}

static bool supports(const struct problem *p, struct err *why)
{
    return peer_fits_filled(p, "PETSc with 32-bit indices", false, why);
}

/* A in two blocks of columns; X and Y three more times, for the product and its parts. */
static uint64_t bytes(const struct problem *p)
{
    const uint64_t a = size_csr((uint64_t)p->a->m, (uint64_t)p->a->nnz, sizeof(double));
    return size_add(a, size_mul(3, kernel_operand_bytes(p)));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct petsc_state *s = state_of();
    struct petsc_plan *plan = petsc_plan_new(p, s->program, &out->upload_ms, e);
    if (!plan)
        return false;
    plan->next = s->plans;
    s->plans = plan;
    out->data = plan;
    out->bytes = bytes(p);
    return true;
}

static bool run(void *plan_data, struct err *e)
{
    struct petsc_plan *plan = plan_data;
    plan->runs++; /* executed by `stop` and `sync`, all at once */
    return true;
}

static void release(void *plan_data)
{
    struct petsc_plan *plan = plan_data, **at = &state_of()->plans;
    while (*at && *at != plan)
        at = &(*at)->next;
    struct err ignored;
    if (*at)
        *at = plan->next;
    if (plan->ahead) /* Y outlives the plan */
        petsc_plan_store(plan, &ignored);
    petsc_plan_free(plan);
}

/* As in nzscope-petsc-rank. */
static void divide(const struct problem *p, struct division *d)
{
    division_by_work(p, d);
    d->worker = "rank";
    d->apart = true;
}

static const struct kernel kernel = {
    .name = "peer.petsc",
    .what = "PETSc: MatMult and MatMatMult of a matrix by rows in MPI ranks",
    .source = "Balay et al., PETSc",
    .family = "mpi",
    .format = "csr",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = COL_MAJOR,
    .peer = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
    .release = release,
    .divide = divide,
    .parts = petsc_plan_parts,
};

/* ---- the backend ---- */

static bool on_path(const char *name)
{
    const char *path = getenv("PATH");
    char file[PATH_MAX];
    for (size_t n; path && *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", (int)n, path, name) < (int)sizeof file && access(file, X_OK) == 0)
            return true;
    }
    return false;
}

/* Beside this plug-in: a program started only by other programs does not belong on the PATH. */
static bool program_find(char *path)
{
    Dl_info info;
    const char *slash = dladdr((void *)state_of, &info) ? strrchr(info.dli_fname, '/') : NULL;

    return slash &&
           snprintf(path, PATH_MAX, "%.*s/nzscope-petsc-rank", (int)(slash - info.dli_fname), info.dli_fname) <
               PATH_MAX &&
           access(path, X_OK) == 0;
}

static bool backend_open(struct err *why)
{
#ifdef ABSENT
    return err_set(why, ERR_DEVICE, "%s", ABSENT);
#endif
    if (!on_path("mpirun"))
        return err_set(why, ERR_DEVICE, "there is no mpirun on the PATH (make deps-peers installs Open MPI)");
    return program_find(state_of()->program) ||
           err_set(why, ERR_DEVICE, "nzscope-petsc-rank is not beside this plug-in");
}

#ifdef ABSENT
#define backend_foreign NULL
#else
static const char *backend_foreign(void)
{
    return "PETSc " PETSC_RELEASE;
}
#endif

static const struct kernel *const kernels[] = { &kernel, NULL };
static const struct backend backend = { BACKEND_SIZES,  "petsc", "mpi",          backend_open,
                                        backend_device, kernels, backend_foreign };

BACKEND_EXPORT
{
    return &backend;
}
