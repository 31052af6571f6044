/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_rows: from a mapped file to matrices of PETSc. Its calls are not checked: errors end it (petsc_rank.c). */
#include "cpu/peers/petsc_rows.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "core/io/nzs_layout.h"
#include "core/measure/division.h"

static void *room(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    if (!p)
        die("out of memory");
    return p;
}

/* ---- A ---- */

static const char *file_map(const char *path, uint64_t sum)
{
    struct stat st = { 0 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool open = fd >= 0 && fstat(fd, &st) == 0;
    const char *map = open ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;

    if (map == MAP_FAILED)
        die("%s: %s", path, strerror(errno));
    close(fd);
    const struct nzs_header *h = (const void *)map;
    if ((size_t)st.st_size < sizeof *h || memcmp(h->magic, NZS_MAGIC, sizeof h->magic) != 0 || h->sum != sum ||
        h->file_size != (uint64_t)st.st_size)
        die("%s has changed since it was opened", path);
    return map;
}

/* Each rank has the rows and entries of the kernel's `divide`. X is divided like A if square, else evenly. */
static void rows_choose(struct petsc_rows *r, const struct csr *a)
{
    int rank, ranks;

    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    const struct problem p = { .a = a, .threads = ranks };
    struct division d;
    division_by_work(&p, &d);
    r->first = (PetscInt)division_row(&d, a, rank);
    r->rows = (PetscInt)division_row(&d, a, rank + 1) - r->first;
    r->columns = a->m == a->n ? r->rows : (PetscInt)(a->n / ranks + (rank < a->n % ranks));
}

/* The pages of other ranks' rows are never touched. */
void rows_open(struct petsc_rows *r, const char *path, uint64_t sum, const char *x, const char *y, int64_t k)
{
    const char *map = file_map(path, sum);
    const struct nzs_header *h = (const void *)map;
    const struct nzs_layout l = nzs_layout(h);
    const struct csr a = { .m = h->m, .n = h->n, .nnz = h->nnz, .ptr = (void *)(map + l.part[0].at) };

    *r = (struct petsc_rows){ .k = (PetscInt)k, .m = a.m, .n = a.n, .x_file = open(x, O_RDONLY | O_CLOEXEC) };
    r->y_file = open(y, O_WRONLY | O_CLOEXEC);
    if (r->x_file < 0 || r->y_file < 0)
        die("%s: %s", r->x_file < 0 ? x : y, strerror(errno));
    rows_choose(r, &a);
    const int64_t begin = a.ptr[r->first], entries = a.ptr[r->first + r->rows] - begin;
    PetscInt *ptr = room(r->rows + 1, sizeof *ptr);
    for (PetscInt i = 0; i <= r->rows; i++)
        ptr[i] = (PetscInt)(a.ptr[r->first + i] - begin);
    PetscScalar *ones = h->value_size ? NULL : room(entries, sizeof *ones);
    for (int64_t p = 0; ones && p < entries; p++)
        ones[p] = 1;
    const PetscInt *ind = (const void *)(map + l.part[1].at);
    const PetscScalar *val = (const void *)(map + l.part[2].at);
    MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, r->rows, r->columns, (PetscInt)a.m, (PetscInt)a.n, ptr, ind + begin,
                              ones ? ones : val + begin, &r->whole.a);
    free(ones);
    free(ptr);
    munmap((void *)map, (size_t)h->file_size);
}

/* ---- X and Y ---- */

static PetscScalar *array_get(Vec v, Mat m)
{
    PetscScalar *p = NULL;
    v ? VecGetArray(v, &p) : MatDenseGetArray(m, &p);
    return p;
}

static void array_put(Vec v, Mat m, PetscScalar *p)
{
    v ? VecRestoreArray(v, &p) : MatDenseRestoreArray(m, &p);
}

/* Rows first .. first + rows - 1 of `all`, column after column. */
static void columns_move(const struct petsc_rows *r, int fd, bool in, PetscScalar *p, PetscInt first, PetscInt rows,
                         int64_t all)
{
    const size_t bytes = (size_t)rows * sizeof *p;
    for (PetscInt c = 0; c < r->k; c++)
        for (size_t done = 0; done < bytes;) {
            char *at = (char *)p + (size_t)c * bytes + done;
            const off_t there = (off_t)sizeof *p * ((off_t)c * all + first) + (off_t)done;
            const ssize_t n = in ? pread(fd, at, bytes - done, there) : pwrite(fd, at, bytes - done, there);
            if (n <= 0)
                die("%s: %s", in ? "reading X" : "writing Y", n < 0 ? strerror(errno) : "the file has ended");
            done += (size_t)n;
        }
}

/* X for a product with a, and room for Y. */
static struct product product_new(const struct petsc_rows *r, Mat a)
{
    struct product p = { .a = a };
    PetscInt rows, all;
    PetscBool alone;

    if (r->k == 1) {
        MatCreateVecs(a, &p.x, &p.y);
        return p;
    }
    MatGetLocalSize(a, NULL, &rows);
    MatGetSize(a, NULL, &all);
    PetscObjectTypeCompare((PetscObject)a, MATSEQAIJ, &alone);
    MatCreate(alone ? PETSC_COMM_SELF : PETSC_COMM_WORLD, &p.xs);
    MatSetSizes(p.xs, rows, PETSC_DECIDE, all, r->k);
    MatSetType(p.xs, alone ? MATSEQDENSE : MATMPIDENSE);
    MatSetUp(p.xs);
    MatAssemblyBegin(p.xs, MAT_FINAL_ASSEMBLY);
    MatAssemblyEnd(p.xs, MAT_FINAL_ASSEMBLY);
    MatMatMult(a, p.xs, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &p.ys);
    return p;
}

void rows_load(struct petsc_rows *r)
{
    struct product old = r->whole;
    PetscInt first;

    r->whole = product_new(r, old.a); /* the old X and Y still hold their memory */
    MatGetOwnershipRangeColumn(r->whole.a, &first, NULL);
    PetscScalar *x = array_get(r->whole.x, r->whole.xs);
    columns_move(r, r->x_file, true, x, first, r->columns, r->n);
    array_put(r->whole.x, r->whole.xs, x);
    VecDestroy(&old.x);
    VecDestroy(&old.y);
    MatDestroy(&old.xs);
    MatDestroy(&old.ys);
}

void rows_store(struct petsc_rows *r)
{
    PetscScalar *y = array_get(r->whole.y, r->whole.ys);
    columns_move(r, r->y_file, false, y, r->first, r->rows, r->m);
    array_put(r->whole.y, r->whole.ys, y);
}

void rows_poison(struct petsc_rows *r)
{
    PetscScalar *y = array_get(r->whole.y, r->whole.ys);
    memset(y, 0xFF, (size_t)r->rows * (size_t)r->k * sizeof *y);
    array_put(r->whole.y, r->whole.ys, y);
}

/* ---- products ---- */

void product_run(struct product *p)
{
    if (p->x)
        MatMult(p->a, p->x, p->y);
    else
        MatMatMult(p->a, p->xs, MAT_REUSE_MATRIX, PETSC_DEFAULT, &p->ys);
}

void rows_split(struct petsc_rows *r)
{
    Mat inner, outer, exchange;
    const PetscInt *column;
    PetscInt needed;

    MatMPIAIJGetSeqAIJ(r->whole.a, &inner, &outer, &column);
    MatGetSize(outer, NULL, &needed);
    const PetscInt ptr[2] = { 0, needed };
    const PetscScalar *zeros = room(needed, sizeof *zeros);
    MatCreateMPIAIJWithArrays(PETSC_COMM_WORLD, 1, r->columns, PETSC_DETERMINE, (PetscInt)r->n, ptr, column, zeros,
                              &exchange);
    free((void *)zeros);
    r->inner = product_new(r, inner);
    r->outer = product_new(r, outer);
    r->exchange = product_new(r, exchange);
}
