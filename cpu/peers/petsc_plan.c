/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_plan: data go through files, orders through lines of text (petsc_rank.c): no rank takes more than its share,
   and mpirun, slow at passing standard input on, has little to pass on. */
#include "cpu/peers/petsc_plan.h"

#include <fcntl.h>
#include <inttypes.h>

#include "core/base/clock.h"
#include "core/io/file_read.h"
#include "core/io/nzs.h"
#include "core/io/nzs_layout.h"

enum { PATH = PATH_MAX + 16 };

/* ---- files ---- */

/* In TMPDIR. If other hosts need its name, it keeps it; else it loses it at once, so that it goes with us, however we
   end. */
static int file_new(struct petsc_plan *l, enum petsc_file which, char path[PATH], struct err *e)
{
    const char *base = getenv("TMPDIR");
    char *name = l->name[which];
    snprintf(name, sizeof l->name[which], "%s/nzscope-petsc-XXXXXX", base && *base ? base : "/tmp");
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

static void file_close(struct petsc_plan *l, enum petsc_file which, int fd)
{
    if (fd < 0)
        return;
    if (l->name[which][0])
        unlink(l->name[which]);
    close(fd);
}

static bool file_write(int fd, const void *from, size_t n, struct err *e)
{
    for (size_t done = 0; done < n;) {
        const ssize_t w = write(fd, (const char *)from + done, n - done);
        if (w < 0 && errno != EINTR)
            return err_set(e, ERR_INPUT, "a file for the MPI ranks: %s", err_reason(errno));
        done += w > 0 ? (size_t)w : 0;
    }
    return true;
}

static bool file_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    return file_write(*(int *)arg, bytes, n, e);
}

/* A as a .nzs file: the open one, else a new one, which *fd keeps open. */
static bool matrix_file(struct petsc_plan *l, const struct problem *p, char path[PATH], int *fd, uint64_t *sum,
                        struct err *e)
{
    struct nzs_header h = { 0 };
    *sum = p->packed.sum;
    if (p->packed.path && access(p->packed.path, R_OK) == 0) {
        snprintf(path, PATH, "%s", p->packed.path);
        return true;
    }
    const struct matrix a = { .csr = *p->a };
    *fd = file_new(l, PETSC_A, path, e);
    bool ok =
        *fd >= 0 && nzs_write(&a, (struct mm_sink){ file_put, fd }, NULL, e) && file_read_all(*fd, &h, sizeof h, 0, e);
    *sum = h.sum;
    return ok;
}

/* ---- the plan ---- */

/* On top of what any answer may take, time that grows with the bytes: 100 MB/s is slow for disks and PETSc alike. */
static double limit_of(const struct problem *p)
{
    const double bytes = 12.0 * (double)p->a->nnz + (double)dense_bytes(&p->x) + (double)dense_bytes(&p->y);
    return mpirun_limit_s() + bytes / 1e8;
}

static bool ranks_start(struct petsc_plan *l, const struct problem *p, const char *program, struct err *e)
{
    char a[PATH], x[PATH], y[PATH], sum[20], k[24];
    uint64_t s;
    int a_file = -1;

    bool ok = matrix_file(l, p, a, &a_file, &s, e) && (l->x_file = file_new(l, PETSC_X, x, e)) >= 0 &&
              (l->y_file = file_new(l, PETSC_Y, y, e)) >= 0;
    if (ok) {
        snprintf(sum, sizeof sum, "%" PRIx64, s);
        snprintf(k, sizeof k, "%" PRId64, p->x.k);
        l->mpirun.limit_s = limit_of(p);
        const char *const argv[] = { program, a, sum, x, y, k, NULL };
        ok = mpirun_start(&l->mpirun, p->threads, argv, e) && mpirun_ask(&l->mpirun, "", e);
    }
    file_close(l, PETSC_A, a_file); /* the ranks have read it */
    return ok;
}

struct petsc_plan *petsc_plan_new(const struct problem *p, const char *program, double *upload_ms, struct err *e)
{
    struct petsc_plan *l = calloc(1, sizeof *l);
    if (!l) {
        err_nomem(e, "the plan", sizeof *l);
        return NULL;
    }
    l->mpirun = (struct mpirun){ .to = -1, .from = -1, .log = -1 };
    l->x_file = l->y_file = -1;
    l->x = p->x;
    l->y = p->y;
    bool ok = ranks_start(l, p, program, e);
    const double begin = clock_ms();
    ok = ok && petsc_plan_load(l, e);
    *upload_ms = clock_ms() - begin;
    if (ok)
        return l;
    petsc_plan_free(l);
    return NULL;
}

void petsc_plan_free(struct petsc_plan *l)
{
    mpirun_end(&l->mpirun);
    file_close(l, PETSC_X, l->x_file);
    file_close(l, PETSC_Y, l->y_file);
    free(l);
}

/* ---- X and Y ---- */

/* In the file columns follow one another; in memory they are ld apart. */
static const char *column(const struct dense *d, int64_t c)
{
    return (const char *)d->data + (size_t)(c * d->ld) * sizeof(double);
}

bool petsc_plan_load(struct petsc_plan *l, struct err *e)
{
    const size_t bytes = (size_t)l->x.n * sizeof(double);
    bool ok = lseek(l->x_file, 0, SEEK_SET) == 0;
    for (int64_t c = 0; ok && c < l->x.k; c++)
        ok = file_write(l->x_file, column(&l->x, c), bytes, e);
    return ok && mpirun_ask(&l->mpirun, "load\n", e);
}

bool petsc_plan_store(struct petsc_plan *l, struct err *e)
{
    const size_t bytes = (size_t)l->y.n * sizeof(double);
    bool ok = mpirun_ask(&l->mpirun, "store\n", e);
    for (int64_t c = 0; ok && c < l->y.k; c++)
        ok = file_read_all(l->y_file, (char *)column(&l->y, c), bytes, (uint64_t)c * bytes, e);
    l->ahead &= !ok;
    return ok;
}

/* ---- runs ---- */

bool petsc_plan_flush(struct petsc_plan *l, double *ms, struct err *e)
{
    char order[60];
    double took;
    if (l->runs == 0)
        return true;
    snprintf(order, sizeof order, "run %" PRId64 " %d\n", l->runs, l->poison);
    l->runs = 0;
    l->poison = false;
    l->ahead = true;
    if (!mpirun_ask(&l->mpirun, order, e))
        return false;
    if (sscanf(l->mpirun.answer, "ok %lf", &took) != 1)
        return err_set(e, ERR_DEVICE, "nzscope-petsc-rank answers what nobody understands");
    *ms += took;
    return true;
}

bool petsc_plan_parts(struct petsc_plan *l, int repeats, struct part *part, int *count, struct err *e)
{
    char order[40], name[sizeof part->name];
    double local, exchange, all, messages, bytes;
    const char *at = l->mpirun.answer;

    snprintf(order, sizeof order, "parts %d\n", repeats);
    if (!mpirun_ask(&l->mpirun, order, e))
        return false;
    for (*count = 0;
         *count < PARTS_MAX && sscanf(at, "part %lf %lf %lf %lf %lf", &local, &exchange, &all, &messages, &bytes) == 5;
         at += strcspn(at, "\n") + 1) {
        snprintf(name, sizeof name, "rank %d", *count);
        part[(*count)++] = part_of(name, local, exchange, all, messages, bytes);
    }
    return true;
}
