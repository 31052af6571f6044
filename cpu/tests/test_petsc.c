/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_petsc: products in MPI ranks, what their parts say, and what becomes of ranks that die or hang. */
#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>

#include "core/io/nzs.h"
#include "core/io/nzs_layout.h"
#include "core/tests/cmocka.h"
#include "cpu/peers/petsc_plan.h"
#include "cpu/tests/petsc_bed.h"

/* ---- products ---- */

static void check_product(const char *name, int64_t k, int ranks, int64_t pad)
{
    struct kernel_subject s;
    subject_make(&s, name, k);
    const struct kernel_case c = {
        .kernel = petsc, .device = device, .subject = &s, .k = k, .threads = ranks, .pad = pad
    };
    struct err e = { 0 };

    if (case_product(&c, &e) != CASE_RIGHT)
        fail_msg("%s, k=%d, %d ranks: %s", name, (int)k, ranks, e.text);
    subject_free(&s);
}

TEST(test_products)
{
    needs_petsc();
    check_product("every row length", 1, 2, 0);
    check_product("every row length", 8, 2, 3);
    check_product("mostly empty rows", 1, 2, 0);
    check_product("mostly empty rows", 8, 3, 0);
    check_product("rows of 3000", 1, 6, 0); /* four rows */
    check_product("rows of 3000", 8, 6, 0);
    check_product("no entries", 8, 2, 0);
    check_product("1x1", 1, 1, 0);
}

/* Both ranks need rows of X from the other; blocks have an interval, since operands move. */
TEST(test_parts)
{
    needs_petsc();
    for (int64_t k = 1; k <= 8; k += 7) {
        struct kernel_subject s;
        subject_make(&s, "grid", k);
        struct measurement m = measure(&s, k, (struct packed){ 0 });
        if (m.state != ST_OK)
            fail_msg("%s", m.text);
        assert_int_equal(m.parts, 2);
        for (int i = 0; i < m.parts; i++) {
            const struct part *p = &m.part[i];
            assert_true(p->local_ms > 0 && p->exchange_ms >= 0 && p->waiting_ms >= 0);
            assert_true(p->messages == 2 && p->bytes == 2.0 * SIDE * SIDE * 8 * (double)k); /* one plane each way */
        }
        assert_string_equal(m.part[1].name, "rank 1");
        subject_free(&s);
    }
}

/* What is hidden behind the work is no exchange, and the sum is the run. */
TEST(test_part_of)
{
    struct part p = part_of("rank 0", 6, 3, 8, 1, 2);
    assert_true(p.local_ms == 6 && p.exchange_ms == 2 && p.waiting_ms == 0);
    p = part_of("rank 0", 2, 3, 8, 1, 2);
    assert_true(p.local_ms == 2 && p.exchange_ms == 3 && p.waiting_ms == 3);
    p = part_of("rank 0", 9, 3, 8, 1, 2);
    assert_true(p.local_ms == 8 && p.exchange_ms == 0 && p.waiting_ms == 0);
}

static bool file_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    return fwrite(bytes, 1, n, arg) == n;
}

/* Of a file that is there the ranks read their rows, unless it is another one by now. */
TEST(test_packed)
{
    char path[] = "/tmp/nzscope-test-XXXXXX";
    struct nzs_header h;
    struct err e;

    needs_petsc();
    struct kernel_subject s;
    subject_make(&s, "random", 1);
    const struct matrix a = { .csr = s.a };
    FILE *f = fdopen(mkstemp(path), "w+");
    assert_true(f && nzs_write(&a, (struct mm_sink){ file_put, f }, NULL, &e) && fflush(f) == 0);
    assert_int_equal(pread(fileno(f), &h, sizeof h, 0), sizeof h);
    struct measurement m = measure(&s, 1, (struct packed){ path, h.sum });
    assert_string_equal(m.text, "");
    assert_int_equal(m.state, ST_OK);
    m = measure(&s, 1, (struct packed){ path, h.sum + 1 });
    assert_int_equal(m.state, ST_ERROR);
    assert_non_null(strstr(m.text, "has changed since it was opened"));
    fclose(f);
    unlink(path);
    subject_free(&s);
}

/* ---- what goes wrong ---- */

/* The parent of this process if it is a rank and has not ended; else 0. */
static int parent_of_rank(const char *pid)
{
    char path[300], name[40], state;
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *f = fopen(path, "re");
    bool is = f && fscanf(f, "%*d (%39[^)]) %c %d", name, &state, &parent) == 3 && state != 'Z' &&
              strncmp(name, "nzscope-petsc", 13) == 0;
    if (f)
        fclose(f);
    return is ? parent : 0;
}

/* The children of mpirun that are ranks; returns how many. */
static int ranks_of(pid_t mpirun, pid_t *rank, int most)
{
    int n = 0;
    DIR *dir = opendir("/proc");
    for (struct dirent *d; dir && (d = readdir(dir));)
        if (parent_of_rank(d->d_name) == mpirun && n < most)
            rank[n++] = atoi(d->d_name);
    if (dir)
        closedir(dir);
    return n;
}

/* Ranks die with mpirun, a moment later. */
static bool is_gone(pid_t rank)
{
    char pid[16];
    snprintf(pid, sizeof pid, "%d", rank);
    for (int i = 0; i < 100 && parent_of_rank(pid); i++)
        usleep(10000);
    return !parent_of_rank(pid);
}

/* A product before the signal, and one after it, which fails; then neither mpirun nor a rank is left. */
static void check_signal(int number, const char *text)
{
    struct kernel_subject s;
    subject_make(&s, "random", 1);
    const struct kernel_case c = { .kernel = petsc, .device = device, .subject = &s, .k = 1, .threads = 2 };
    struct problem p = case_problem(&c);
    struct plan plan = { 0 };
    struct err e = { 0 };
    pid_t rank[4];
    double ms;

    assert_true(device->ops->alloc(device, dense_bytes(&p.x), &p.x.data, &e));
    assert_true(device->ops->alloc(device, dense_bytes(&p.y), &p.y.data, &e));
    memset(p.x.data, 0, dense_bytes(&p.x));
    assert_true(petsc->prepare(&p, &plan, &e));
    const pid_t mpirun = ((struct petsc_plan *)plan.data)->mpirun.pid;
    assert_int_equal(ranks_of(mpirun, rank, 4), 2);
    assert_true(petsc->run(plan.data, &e) && device->ops->stop(device, &ms, &e));
    kill(rank[1], number);
    assert_true(petsc->run(plan.data, &e));
    assert_false(device->ops->stop(device, &ms, &e));
    assert_int_equal(e.code, ERR_DEVICE);
    if (!strstr(e.text, text))
        fail_msg("%s", e.text);
    for (int i = 0; i < 2; i++)
        assert_true(is_gone(rank[i]));
    assert_true(kill(mpirun, 0) != 0);
    assert_true(device->ops->sync(device, &e)); /* the device is not lost */
    petsc->release(plan.data);
    device->ops->free(device, p.x.data);
    device->ops->free(device, p.y.data);
    subject_free(&s);
}

TEST(test_killed)
{
    needs_petsc();
    check_signal(SIGKILL, "the MPI ranks have died: mpirun noticed that process rank");
}

TEST(test_hang)
{
    needs_petsc();
    setenv("NZSCOPE_MPI_LIMIT", "2", 1);
    check_signal(SIGSTOP, "an MPI rank hangs: no answer in 2 s");
    unsetenv("NZSCOPE_MPI_LIMIT");
}

/* The file goes to mpirun, which says what is wrong with it. */
TEST(test_hosts)
{
    char path[] = "/tmp/nzscope-test-XXXXXX";
    needs_petsc();
    struct kernel_subject s;
    subject_make(&s, "random", 1);
    FILE *f = fdopen(mkstemp(path), "w");
    assert_true(f && fputs("# hosts\n\nlocalhost slots=2\nlocalhost\n", f) >= 0 && fclose(f) == 0);
    setenv("NZSCOPE_MPI_HOSTS", path, 1);
    assert_int_equal(plugin_apart()->device(0)->threads, 3);
    assert_int_equal(measure(&s, 1, (struct packed){ 0 }).state, ST_OK);
    unlink(path);
    struct measurement m = measure(&s, 1, (struct packed){ 0 });
    unsetenv("NZSCOPE_MPI_HOSTS");
    assert_int_equal(m.state, ST_ERROR);
    assert_non_null(strstr(m.text, "hostfile"));
    subject_free(&s);
}

/* No name of theirs is left in TMPDIR while ranks start, so that none stays behind if we are killed. */
TEST(test_nameless)
{
    char folder[] = "/tmp/nzscope-test-XXXXXX", slow[] = "#!/bin/sh\necho files: $(ls -A \"$TMPDIR\") >&2\nexit 1\n",
         path[300];
    needs_petsc();
    struct kernel_subject s;
    subject_make(&s, "random", 1);
    char *was = strdup(getenv("PATH"));
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/bin", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/bin/mpirun", folder);
    FILE *f = fopen(path, "w");
    assert_true(f && fputs(slow, f) >= 0 && fchmod(fileno(f), 0700) == 0 && fclose(f) == 0);
    snprintf(path, sizeof path, "%s/bin:%s", folder, was);
    setenv("PATH", path, 1);
    setenv("TMPDIR", folder, 1);
    struct measurement m = measure(&s, 1, (struct packed){ 0 });
    setenv("PATH", was, 1);
    unsetenv("TMPDIR");
    free(was);
    snprintf(path, sizeof path, "%s/bin/mpirun", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/bin", folder);
    assert_true(rmdir(path) == 0 && rmdir(folder) == 0);
    assert_int_equal(m.state, ST_ERROR);
    assert_string_equal(m.text, "the MPI ranks have died: files: bin");
    subject_free(&s);
}

/* More slots than an int holds, or than a machine takes. */
TEST(test_slots)
{
    char path[] = "/tmp/nzscope-test-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    needs_petsc();
    assert_true(f && fputs("a slots=2000000000\nb slots=2000000000\n", f) >= 0 && fclose(f) == 0);
    setenv("NZSCOPE_MPI_HOSTS", path, 1);
    const int slots = plugin_apart()->device(0)->threads;
    unsetenv("NZSCOPE_MPI_HOSTS");
    unlink(path);
    assert_int_equal(slots, 1024);
}

TEST(test_missing)
{
    struct err e = { 0 };
    needs_petsc();
    char *was = strdup(getenv("PATH"));
    const struct backend *b = plugin_apart();
    assert_false(b->open(&e));
    assert_non_null(strstr(e.text, "nzscope-petsc-rank is not beside"));
    setenv("PATH", "/nowhere", 1);
    assert_false(b->open(&e));
    setenv("PATH", was, 1);
    free(was);
    assert_non_null(strstr(e.text, "there is no mpirun on the PATH"));
}

int main(void)
{
    petsc_load();
    return tests_run(NULL, NULL);
}
