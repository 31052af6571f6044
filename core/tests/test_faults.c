/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_faults: every allocation, read and write fails once, one after the other: a clean error each time. The linker
   puts the functions below in place of the real ones (--wrap); under AddressSanitizer leaks also show. */
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <zlib.h>

#include "core/base/file_save.h"
#include "core/engine/inputs.h"
#include "core/engine/open.h"
#include "core/engine/opened.h"
#include "core/io/mm_dense.h"
#include "core/io/nzs.h"
#include "core/io/tests/mm_text.h"
#include "core/io/tests/tar_text.h"
#include "core/matrix/ell.h"
#include "core/matrix/reorder.h"
#include "core/matrix/spy.h"
#include "core/matrix/stats.h"
#include "core/measure/autotune.h"
#include "core/measure/check.h"
#include "core/measure/tests/made_device.h"
#include "core/protocol/queue.h"
#include "core/tests/cmocka.h"

/* The call that fails: number `left` from when it was set; 0: none. */
static atomic_int left;
static atomic_bool failed;

static bool fails(int reason)
{
    if (left == 0 || atomic_fetch_sub(&left, 1) != 1)
        return false;
    failed = true;
    errno = reason;
    return true;
}

#define WRAP(type, name, failure, reason, parameters, arguments)                                                       \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        return fails(reason) ? failure : __real_##name arguments;                                                      \
    }

WRAP(void *, malloc, NULL, ENOMEM, (size_t n), (n))
WRAP(void *, calloc, NULL, ENOMEM, (size_t n, size_t k), (n, k))
WRAP(void *, realloc, NULL, ENOMEM, (void *p, size_t n), (p, n))
WRAP(void *, aligned_alloc, NULL, ENOMEM, (size_t k, size_t n), (k, n))
WRAP(char *, strdup, NULL, ENOMEM, (const char *s), (s))
WRAP(void *, mmap, MAP_FAILED, ENOMEM, (void *p, size_t n, int a, int b, int fd, off_t o), (p, n, a, b, fd, o))
WRAP(ssize_t, pread, -1, EIO, (int fd, void *p, size_t n, off_t o), (fd, p, n, o))
WRAP(ssize_t, write, -1, ENOSPC, (int fd, const void *p, size_t n), (fd, p, n))
WRAP(int, fsync, -1, EIO, (int fd), (fd))
WRAP(int, fchmod, -1, EPERM, (int fd, mode_t m), (fd, m))
WRAP(int, mkostemp, -1, EMFILE, (char *s, int f), (s, f))
WRAP(int, pipe2, -1, EMFILE, (int fd[2], int f), (fd, f))
WRAP(pid_t, fork, -1, EAGAIN, (void), ())
WRAP(int, rename, -1, EXDEV, (const char *a, const char *b), (a, b))

typedef bool job(const void *arg, struct err *e);

/* Runs `work` again and again, with a later call failing each time, until none does. It may get over a failure (giving
   memory back, say), but must say so when it does not. Returns how many calls failed. */
static int one_after_the_other(job *work, const void *arg)
{
    for (int k = 1;; k++) {
        struct err e = { 0 };
        failed = false;
        left = k;
        bool ok = work(arg, &e);
        left = 0;
        if (!failed) {
            if (!ok)
                fail_msg("nothing failed, and yet: %s", e.text);
            return k - 1;
        }
        if (!ok && (e.code == ERR_NONE || e.code == ERR_CHECK || !*e.text || strchr(e.text, '\n')))
            fail_msg("call %d failed, and the error is %d '%s'", k, e.code, e.text);
    }
}

/* ---- reading ---- */

static bool read_file(const void *path, struct err *e)
{
    struct matrix a;

    if (!matrix_open(path, limit_default(), NULL, &a, e))
        return false;
    matrix_free(&a);
    return true;
}

static bool read_dense(const void *path, struct err *e)
{
    struct dense x;

    if (!mm_read_dense(path, limit_default(), NULL, VT_F32, &x, e))
        return false;
    dense_free(&x);
    return true;
}

static const char *const texts[] = {
    "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 1\n3 2 5\n3 2 0.30000000000000004\n2 2 1\n",
    "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n2 3\n1 1\n",
    "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 0 -2\n",
    "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n",
};

TEST(reading)
{
    for (size_t k = 0; k < COUNT(texts); k++) {
        char *path = file_of(texts[k], strlen(texts[k]));
        assert_true(one_after_the_other(read_file, path) > 8);
        gzFile gz = gzopen(path, "wb");
        assert_true(gzputs(gz, texts[k]) > 0);
        assert_int_equal(gzclose(gz), Z_OK);
        assert_true(one_after_the_other(read_file, path) > 8);
        file_drop(path);
    }
    char *path = file_of(texts[3], strlen(texts[3]));
    assert_true(one_after_the_other(read_dense, path) > 8);
    file_drop(path);
}

TEST(reading_an_archive)
{
    static struct archive t;

    archive_add(&t, "A/A_b.mtx", '0', texts[3], strlen(texts[3]));
    archive_add(&t, "A/A.mtx", '0', texts[0], strlen(texts[0]));
    char *path = file_of(t.bytes, t.used + 2 * TAR_BLOCK);
    assert_true(one_after_the_other(read_file, path) > 8);
    gzFile gz = gzopen(path, "wb");
    assert_int_equal(gzwrite(gz, t.bytes, (unsigned)t.used + 2 * TAR_BLOCK), (int)t.used + 2 * TAR_BLOCK);
    assert_int_equal(gzclose(gz), Z_OK);
    assert_true(one_after_the_other(read_file, path) > 8);
    file_drop(path);
}

/* An error's line is looked for in the file; where that also fails, the line is left out. */
static bool read_bad(const void *path, struct err *e)
{
    bool ok = read_file(path, e);

    assert_false(ok && !failed);
    return e->code == ERR_INPUT || e->code == ERR_MEMORY;
}

TEST(reading_what_is_wrong)
{
    static const char *const bad[] = {
        "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1\n\n3 2 5\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n1 2\n",
        "%%MatrixMarket matrix array complex hermitian\n1 1\n1 1\n",
    };
    for (size_t k = 0; k < COUNT(bad); k++) {
        char *path = file_of(bad[k], strlen(bad[k]));
        assert_true(one_after_the_other(read_bad, path) > 3);
        file_drop(path);
    }
}

TEST(generating)
{
    static const char *const spec[] = { "gen:stencil5:8", "gen:rmat:5:4", "gen:fem:20", "gen:demo" };

    for (size_t k = 0; k < COUNT(spec); k++)
        assert_true(one_after_the_other(read_file, spec[k]) > 2);
}

/* ---- looking and checking ---- */

static bool look(const void *arg, struct err *e)
{
    const struct matrix *a = arg;
    struct stats s;
    struct spy spy;
    struct csr t;
    struct ell ell;

    if (!stats_compute(&a->csr, &s, e))
        return false;
    if (!spy_make(&a->csr, 8, 8, 0, a->csr.m, 0, a->csr.n, &spy, e))
        return false;
    spy_free(&spy);
    if (!csr_transpose(&a->csr, &t, e))
        return false;
    csr_free(&t);
    if (!ell_build(&a->csr, false, &ell, e))
        return false;
    ell_release(&ell);
    return true;
}

static bool refer(const void *arg, struct err *e)
{
    const struct matrix *a = arg;
    struct dense x;
    struct reference ref;

    if (!dense_alloc(&x, a->csr.n, 3, VT_F64, ROW_MAJOR, e))
        return false;
    dense_random(&x, 1);
    bool ok = reference_make(&a->csr, &x, &ref, NULL, e);
    if (ok)
        reference_free(&ref);
    dense_free(&x);
    return ok;
}

TEST(looking)
{
    struct matrix a;

    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, NULL));
    assert_true(one_after_the_other(look, &a) > 8);
    assert_true(one_after_the_other(refer, &a) > 4);
    matrix_free(&a);
    assert_true(matrix_open("gen:uniform:3:500:20", limit_default(), NULL, &a, NULL));
    assert_true(one_after_the_other(look, &a) > 8);
    matrix_free(&a);
}

struct reorder_job {
    const struct reorder *method;
    const struct csr *a;
};

static bool reorder_once(const void *arg, struct err *e)
{
    const struct reorder_job *j = arg;
    struct reordering r;
    struct csr b;

    if (!reorder_make(j->method, j->a, NULL, &r, &b, e))
        return false;
    reordering_free(&r);
    csr_free(&b);
    return true;
}

/* METIS's own calls are not counted; what it is given and what it returns are. */
TEST(reordering)
{
    struct matrix a;

    assert_true(matrix_open("gen:stencil5:70", limit_default(), NULL, &a, NULL));
    for (int i = 1; reorders[i]; i++) {
        struct reorder_job j = { reorders[i], &a.csr };
        if (reorders[i]->ready && !reorders[i]->ready(NULL))
            continue;
        assert_true(one_after_the_other(reorder_once, &j) > 5);
    }
    matrix_free(&a);
}

/* ---- writing and saving ---- */

static const char target[] = "/tmp/nzscope-test-faults.out", old[] = "what was there before\n";

static bool save_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    return file_save_put(arg, bytes, n, e);
}

/* Writes a over the target, which must be either as before or whole. */
static bool save(const struct matrix *a, bool pack, struct err *e)
{
    struct file_save s = { 0 };
    struct mm_sink sink = { save_put, &s };
    bool ok = file_save_open(&s, target, e) &&
              (pack ? nzs_write(a, sink, NULL, e) : mm_write_csr(&a->csr, a->field, NULL, sink, NULL, e));

    if (ok)
        ok = file_save_commit(&s, e);
    else
        file_save_abort(&s);
    int armed = left;
    left = 0;
    char text[64] = "";
    FILE *f = fopen(target, "r");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    fclose(f);
    assert_true((strcmp(text, old) == 0) == !ok);
    assert_int_equal(system("ls /tmp/nzscope-test-faults.out.* >/dev/null 2>&1") != 0, 1);
    f = fopen(target, "w");
    fputs(old, f);
    fclose(f);
    left = armed;
    return ok;
}

static bool save_text(const void *a, struct err *e)
{
    return save(a, false, e);
}

static bool save_packed(const void *a, struct err *e)
{
    return save(a, true, e);
}

TEST(saving)
{
    struct matrix a;
    FILE *f = fopen(target, "w");

    fputs(old, f);
    fclose(f);
    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, NULL));
    assert_true(one_after_the_other(save_text, &a) > 4);
    assert_true(one_after_the_other(save_packed, &a) > 6);
    matrix_free(&a);
    unlink(target);
}

TEST(unpacking)
{
    struct matrix a;
    struct written m = { 0 };

    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, NULL));
    assert_true(nzs_write(&a, (struct mm_sink){ memory_put, &m }, NULL, NULL));
    char *path = file_of(m.bytes, m.used);
    assert_true(one_after_the_other(read_file, path) > 5);
    file_drop(path);
    free(m.bytes);
    matrix_free(&a);
}

/* ---- results that the engine sends ---- */

struct asked {
    const char *line;
    bool (*act)(struct session *, const struct command *, struct err *);
    int least; /* calls */
    struct session *session;
    struct command *command;
    int out;
};

/* From the matrix on: what is kept between commands is made anew. */
static bool answer(const void *arg, struct err *e)
{
    const struct asked *q = arg;
    struct session *s = q->session;

    inputs_forget(s);
    bool ok = q->act(s, q->command, e);
    assert_int_equal(plans, 0);
    assert_false(s->lost);
    if (events_gone(s->events)) { /* nobody listens any more, and the engine ends */
        assert_true(failed);
        left = 0;
        events_free(s->events);
        s->events = events_new(q->out);
    }
    return ok;
}

TEST(sending)
{
    static struct session s;
    struct fake fake = { 0 };
    struct device device = { .id = "fake", .kind = "cpu", .threads = 1, .ops = &fake_ops, .data = &fake };
    struct kernel mul = kernel_of(quick_run), transpose = kernel_of(transpose_run);
    int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct asked asked[] = {
        { .line = "open gen:uniform:20:30:100", .act = do_open, .least = 40 },
        { .line = "mul k=2 savex=1", .act = do_mul, .least = 40 },
        { .line = "transpose", .act = do_transpose, .least = 40 },
        { .line = "write", .act = do_write, .least = 2 },
        { .line = "write spec=gen:uniform:20:30:100", .act = do_write, .least = 10 },
        { .line = "pack", .act = do_pack, .least = 2 },
        { .line = "pack spec=gen:uniform:20:30:100", .act = do_pack, .least = 10 },
    };

    transpose.op = OP_TRANSPOSE;
    s.events = events_new(out);
    s.queue = queue_new();
    s.limit = 1 << 30;
    s.registry.device[s.registry.devices++] = &device;
    const struct registry_backend *fakes = s.registry.backend;
    s.registry.kernel[s.registry.kernels++] = (struct registered){ &mul, fakes, .ready = true };
    s.registry.kernel[s.registry.kernels++] = (struct registered){ &transpose, fakes, .ready = true };
    for (size_t k = 0; k < COUNT(asked); k++) {
        struct asked *q = &asked[k];
        q->session = &s;
        q->out = out;
        q->command = command_parse(q->line, strlen(q->line));
        assert_true(one_after_the_other(answer, q) > q->least);
        command_free(q->command);
    }
    assert_int_equal(fake.allocated, 0);
    opened_forget(&s);
    queue_free(s.queue);
    events_free(s.events);
    close(out);
}

/* ---- choosing ---- */

static double expects(struct problem *p)
{
    return (double)p->a->nnz;
}

static uint64_t bytes_any(const struct problem *p)
{
    return (uint64_t)p->a->nnz;
}

static bool choose(const void *problem, struct err *e)
{
    struct kernel one = kernel_of(lazy_run), other = kernel_of(lazy_run);
    const struct kernel *const both[] = { &one, &other, NULL };
    struct plan plan;

    one.expect = other.expect = expects;
    one.bytes = other.bytes = bytes_any;
    bool ok = autotune_prepare(both, problem, &plan, e) && autotune_run(plan.data, e);
    if (ok)
        autotune_release(plan.data);
    assert_int_equal(plans, 0);
    return ok;
}

/* One candidate less is got over; the choice itself must be put somewhere. */
TEST(choosing)
{
    struct fake fake = { 0 };
    struct device device = { .id = "fake", .kind = "cpu", .threads = 1, .ops = &fake_ops, .data = &fake };
    struct csr a = fixture_random(20, 20, 0.3, 4, 0, VT_F64);
    struct stats stats = { 0 };
    struct problem p = { .op = OP_MUL, .a = &a, .stats = &stats, .threads = 1, .limit = 1 << 20, .device = &device };

    p.x = dense_shape(20, 1, VT_F64, ROW_MAJOR);
    p.y = dense_shape(20, 1, VT_F64, ROW_MAJOR);
    for (int i = 0; autotune_params[i].name; i++)
        p.param[i] = autotune_params[i].initial;
    assert_int_equal(one_after_the_other(choose, &p), 3);
    csr_free(&a);
}

TESTS(NULL, NULL)
