/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_plan: data pass through files, orders through lines of text (petsc_rank.c): no rank holds more than its share,
   and mpirun, slow with standard input, has little to forward. */
#include "cpu/peers/petsc_plan.h"

#include <fcntl.h>
#include <inttypes.h>

#include "core/base/clock.h"
#include "core/base/file_save.h"
#include "core/base/user_path.h"
#include "core/io/file_read.h"
#include "core/io/nzs.h"
#include "core/io/nzs_layout.h"

enum { PATH = PATH_MAX + 16 };

/* ---- files ---- */

/* In TMPDIR. Unless another host needs the name, the file is unlinked at once: it vanishes with this process. */
static int file_new(struct petsc_plan *plan, enum petsc_file which, char path[PATH], struct err *e)
{
    char *name = plan->name[which];
    snprintf(name, sizeof plan->name[which], "%s/nzscope-petsc-XXXXXX", user_path_temporary());
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0)
        err_set(e, ERR_INPUT, "%s: %s", name, strerror(errno));
    snprintf(path, PATH, "%s", name);
    if (fd >= 0 && !getenv("NZSCOPE_MPI_HOSTS")) {
        unlink(name);
        snprintf(path, PATH, "/proc/%d/fd/%d", (int)getpid(), fd);
        name[0] = '\0';
    }
    return fd;
}

static void file_close(struct petsc_plan *plan, enum petsc_file which, int fd)
{
    if (fd < 0)
        return;
    if (plan->name[which][0])
        unlink(plan->name[which]);
    close(fd);
}

static bool file_put(void *fd, const char *bytes, size_t n, struct err *e)
{
    return file_write_whole(*(int *)fd, bytes, n) ||
           err_set(e, ERR_INPUT, "a file for the MPI ranks: %s", err_reason(errno));
}

/* A as a .nzs file: the open one, else a new one, kept open by *fd. */
static bool matrix_file(struct petsc_plan *plan, const struct problem *p, char path[PATH], int *fd, uint64_t *sum,
                        struct err *e)
{
    struct nzs_header h = { 0 };
    *sum = p->packed.sum;
    if (p->packed.path && access(p->packed.path, R_OK) == 0) {
        snprintf(path, PATH, "%s", p->packed.path);
        return true;
    }
    const struct matrix a = { .csr = *p->a };
    *fd = file_new(plan, PETSC_A, path, e);
    bool ok =
        *fd >= 0 && nzs_write(&a, (struct mm_sink){ file_put, fd }, NULL, e) && file_read_all(*fd, &h, sizeof h, 0, e);
    *sum = h.sum;
    return ok;
}

/* ---- the plan ---- */

/* The limit of any answer, plus time for the bytes: 100 MB/s is slow for disks and PETSc alike. */
static double limit_of(const struct problem *p)
{
    const double bytes = 12.0 * (double)p->a->nnz + (double)dense_bytes(&p->x) + (double)dense_bytes(&p->y);
    return mpirun_limit_s() + bytes / 1e8;
}

static bool ranks_start(struct petsc_plan *plan, const struct problem *p, const char *program, struct err *e)
{
    char a[PATH], x[PATH], y[PATH], sum[20], k[24];
    uint64_t s;
    int a_file = -1;

    bool ok = matrix_file(plan, p, a, &a_file, &s, e) && (plan->x_file = file_new(plan, PETSC_X, x, e)) >= 0 &&
              (plan->y_file = file_new(plan, PETSC_Y, y, e)) >= 0;
    if (ok) {
        snprintf(sum, sizeof sum, "%" PRIx64, s);
        snprintf(k, sizeof k, "%" PRId64, p->x.k);
        plan->mpirun.limit_s = limit_of(p);
        const char *const argv[] = { program, a, sum, x, y, k, NULL };
        ok = mpirun_start(&plan->mpirun, p->threads, argv, e) && mpirun_ask(&plan->mpirun, "", e);
    }
    file_close(plan, PETSC_A, a_file); /* the ranks have read it */
    return ok;
}

struct petsc_plan *petsc_plan_new(const struct problem *p, const char *program, double *upload_ms, struct err *e)
{
    struct petsc_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        err_nomem(e, "the plan", sizeof *plan);
        return NULL;
    }
    plan->mpirun = (struct mpirun){ .to = -1, .from = -1, .log = -1 };
    plan->x_file = plan->y_file = -1;
    plan->x = p->x;
    plan->y = p->y;
    bool ok = ranks_start(plan, p, program, e);
    const double begin = clock_ms();
    ok = ok && petsc_plan_load(plan, e);
    *upload_ms = clock_ms() - begin;
    if (ok)
        return plan;
    petsc_plan_free(plan);
    return NULL;
}

void petsc_plan_free(struct petsc_plan *plan)
{
    mpirun_end(&plan->mpirun);
    file_close(plan, PETSC_X, plan->x_file);
    file_close(plan, PETSC_Y, plan->y_file);
    free(plan);
}

/* ---- X and Y ---- */

/* Columns follow one another in the file; in memory they are ld apart. */
static const char *column(const struct dense *d, int64_t c)
{
    return (const char *)d->data + (size_t)(c * d->ld) * sizeof(double);
}

bool petsc_plan_load(struct petsc_plan *plan, struct err *e)
{
    const size_t bytes = (size_t)plan->x.n * sizeof(double);
    bool ok = lseek(plan->x_file, 0, SEEK_SET) == 0;
    for (int64_t c = 0; ok && c < plan->x.k; c++)
        ok = file_put(&plan->x_file, column(&plan->x, c), bytes, e);
    return ok && mpirun_ask(&plan->mpirun, "load\n", e);
}

bool petsc_plan_store(struct petsc_plan *plan, struct err *e)
{
    const size_t bytes = (size_t)plan->y.n * sizeof(double);
    bool ok = mpirun_ask(&plan->mpirun, "store\n", e);
    for (int64_t c = 0; ok && c < plan->y.k; c++)
        ok = file_read_all(plan->y_file, (char *)column(&plan->y, c), bytes, (uint64_t)c * bytes, e);
    plan->ahead &= !ok;
    return ok;
}

/* ---- runs ---- */

bool petsc_plan_flush(struct petsc_plan *plan, double *ms, struct err *e)
{
    char order[60];
    double took;
    if (plan->runs == 0)
        return true;
    snprintf(order, sizeof order, "run %" PRId64 " %d\n", plan->runs, plan->poison);
    plan->runs = 0;
    plan->poison = false;
    plan->ahead = true;
    if (!mpirun_ask(&plan->mpirun, order, e))
        return false;
    if (sscanf(plan->mpirun.answer, "ok %lf", &took) != 1)
        return err_set(e, ERR_DEVICE, "unexpected answer from nzscope-petsc-rank");
    *ms += took;
    return true;
}

bool petsc_plan_parts(void *plan_data, int repeats, struct part *part, int *count, struct err *e)
{
    struct petsc_plan *plan = plan_data;
    char order[40], name[sizeof part->name];
    double local, exchange, all, messages, bytes;
    const char *at = plan->mpirun.answer;

    snprintf(order, sizeof order, "parts %d\n", repeats);
    if (!mpirun_ask(&plan->mpirun, order, e))
        return false;
    for (*count = 0;
         *count < PARTS_MAX && sscanf(at, "part %lf %lf %lf %lf %lf", &local, &exchange, &all, &messages, &bytes) == 5;
         at += strcspn(at, "\n") + 1) {
        snprintf(name, sizeof name, "rank %d", *count);
        part[(*count)++] = part_of(name, local, exchange, all, messages, bytes);
    }
    return true;
}
