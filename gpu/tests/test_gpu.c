/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpu: the GPUs as devices: memory, timer, cache, refusals and errors. The kernels' results are checked where all
   kernels are, in cpu/tests/test_kernels.c. */
#include "core/measure/registry.h"
#include "core/tests/cmocka.h"

static struct registry registry;

static const char *why_not(const char *backend)
{
    for (int i = 0; i < registry.backends; i++)
        if (strstr(registry.backend[i].name, backend))
            return registry.backend[i].ready ? NULL : registry.backend[i].why;
    return "the plug-in was not built";
}

/* The first GPU; without one the test is skipped, and says why. */
static struct device *gpu(void)
{
    struct device *d = registry_device(&registry, "gpu");
    if (!d) {
        const char *why = why_not("cuda");
        print_message("no GPU: %s\n", why ? why : "?");
        skip();
    }
    return d;
}

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        struct err e = { ERR_NONE, "" };                                                                               \
        if (!call)                                                                                                     \
            fail_msg("%s: %s", #call, e.text);                                                                         \
    } while (0)

static int load(void **state)
{
    const char *build = getenv("NZSCOPE_BUILD");
    char *folder = realpath(build ? build : "build", NULL); /* plug-ins load from absolute folders only */
    if (folder)
        setenv("NZSCOPE_PLUGINS", folder, 1);
    free(folder);
    registry_load(&registry);
    return 0;
}

static int unload(void **state)
{
    registry_close(&registry);
    return 0;
}

/* A plug-in that was built is there: with a device, or with the reason why not. */
TEST(test_explains_itself)
{
    const char *why = why_not("cuda");
    if (registry_device(&registry, "gpu")) {
        assert_null(why);
        return;
    }
    assert_non_null(why);
    assert_true(strlen(why) > 0);
    const struct registered *r = registry_kernel(&registry, "gpu.csr.scalar", VT_F64);
    if (!r)
        skip();
    assert_false(r->ready);
    assert_non_null(r->why_not);
}

TEST(test_describes_devices)
{
    gpu();
    for (int i = 0; i < registry.devices; i++) {
        struct device *d = registry.device[i];
        if (strcmp(d->kind, "gpu") != 0)
            continue;
        uint64_t bytes = 0;
        print_message("%s: %s, %s, %.1f GB, L2 %.0f MB, %d multiprocessors\n", d->id, d->name, d->uuid,
                      (double)d->memory / 1e9, (double)d->cache / 1e6, d->threads);
        assert_int_equal(strncmp(d->id, "gpu", 3), 0);
        assert_int_equal(strlen(d->uuid), strlen("GPU-01234567-0123-0123-0123-0123456789ab"));
        assert_true(d->memory > 0 && d->threads > 0 && strlen(d->name) > 0);
        OK(d->ops->memory_free(d, &bytes, &e));
        assert_true(bytes > 0 && bytes <= d->memory);
    }
}

TEST(test_memory_round_trip)
{
    enum { N = (1 << 20) + 13, PART = 77 };
    struct device *d = gpu();
    unsigned char *host = malloc(N), *back = malloc(N);
    void *memory = NULL, *nothing = NULL;
    assert_true(host && back);
    for (size_t i = 0; i < N; i++)
        host[i] = (unsigned char)(i * 2654435761u >> 13);
    OK(d->ops->alloc(d, N, &memory, &e));
    OK(d->ops->upload(d, memory, host, N, &e));
    OK(d->ops->download(d, back, memory, N, &e));
    assert_memory_equal(host, back, N);
    OK(d->ops->fill(d, memory, 0xff, PART, &e));
    OK(d->ops->download(d, back, memory, N, &e));
    memset(host, 0xff, PART);
    assert_memory_equal(host, back, N);
    OK(d->ops->alloc(d, 0, &nothing, &e));
    OK(d->ops->upload(d, nothing, host, 0, &e));
    OK(d->ops->fill(d, nothing, 0, 0, &e));
    OK(d->ops->download(d, host, nothing, 0, &e));
    d->ops->free(d, nothing);
    d->ops->free(d, memory);
    free(back);
    free(host);
}

/* Contents and address stay, move after move, beside memory that does not move. */
TEST(test_moves)
{
    enum { N = (5 << 20) + 13 };
    struct device *d = gpu();
    unsigned char *host = malloc(N), *back = malloc(N);
    void *memory = NULL, *beside = NULL;
    assert_true(host && back);
    for (size_t i = 0; i < N; i++)
        host[i] = (unsigned char)(i * 2654435761u >> 13);
    OK(d->ops->alloc(d, N, &memory, &e));
    OK(d->ops->alloc(d, N, &beside, &e));
    OK(d->ops->upload(d, memory, host, N, &e));
    for (int round = 0; round < 3; round++) {
        OK(d->ops->move(d, memory, N, &e));
        OK(d->ops->fill(d, beside, round, N, &e));
        OK(d->ops->download(d, back, memory, N, &e));
        assert_memory_equal(host, back, N);
    }
    d->ops->free(d, beside);
    d->ops->free(d, memory);
    free(back);
    free(host);
}

/* Too much is ERR_MEMORY, and the device works on. */
TEST(test_refuses_too_much)
{
    struct device *d = gpu();
    struct err why = { ERR_NONE, "" };
    void *memory = NULL;
    assert_false(d->ops->alloc(d, (uint64_t)1 << 50, &memory, &why));
    assert_int_equal(why.code, ERR_MEMORY);
    assert_non_null(strstr(why.text, d->id));
    OK(d->ops->alloc(d, 4096, &memory, &e));
    OK(d->ops->fill(d, memory, 1, 4096, &e));
    OK(d->ops->sync(d, &e));
    d->ops->free(d, memory);
}

/* Ten fills of 256 MB take as long as memory is fast, more than ten of 1 MB; nothing takes next to nothing. */
TEST(test_timer)
{
    enum { ROUNDS = 10, MB = 1 << 20 };
    struct device *d = gpu();
    double none = -1, little = -1, much = -1;
    void *memory = NULL;
    OK(d->ops->alloc(d, 256 * MB, &memory, &e));
    for (int warm = 0; warm < 2; warm++) {
        OK(d->ops->start(d, &e));
        OK(d->ops->stop(d, &none, &e));
        OK(d->ops->start(d, &e));
        for (int i = 0; i < ROUNDS; i++)
            OK(d->ops->fill(d, memory, i, MB, &e));
        OK(d->ops->stop(d, &little, &e));
        OK(d->ops->start(d, &e));
        for (int i = 0; i < ROUNDS; i++)
            OK(d->ops->fill(d, memory, i, 256 * MB, &e));
        OK(d->ops->stop(d, &much, &e));
    }
    d->ops->free(d, memory);
    print_message("nothing %.4f ms, 10 x 1 MB %.4f ms, 10 x 256 MB %.4f ms\n", none, little, much);
    assert_true(none >= 0 && none < 1);
    assert_true(little > none);
    assert_true(much > 2 * little);
    assert_true(10.0 * 256 * MB / much / 1e6 < 20000); /* GB/s: no memory is that fast yet */
}

TEST(test_flush_and_bandwidth)
{
    struct device *d = gpu();
    struct bandwidth b = { 0 };
    OK(d->ops->flush(d, &e));
    OK(d->ops->flush(d, &e));
    OK(d->ops->sync(d, &e));
    OK(d->ops->bandwidth(d, &b, &e));
    print_message("read %.0f GB/s, copy %.0f GB/s, L2 %.0f GB/s, agreement %.3f\n", b.all.read, b.all.copy,
                  b.all.level[0], b.agreement);
    assert_true(b.all.read > 10 && b.all.read < 20000);
    assert_true(b.all.copy > 10 && b.all.copy < 20000);
    assert_true(b.all.read > b.all.copy / 2 && b.all.read < b.all.copy * 2);
    assert_true(d->levels == 1 && b.all.level[0] > b.all.read);
}

/* A row of n entries over n - 1 rows of one: n·n slots in ELLPACK. */
static struct csr dense_row(int64_t n)
{
    struct csr a;
    OK(csr_alloc(&a, n, n, 2 * n - 1, VT_F64, &e));
    for (int64_t s = 0; s < n; s++)
        a.ind[s] = (int32_t)s;
    a.ptr[0] = 0;
    for (int64_t i = 0; i < n; i++)
        a.ptr[i + 1] = n + i;
    for (int64_t i = 1; i < n; i++)
        a.ind[n + i - 1] = (int32_t)i;
    for (int64_t s = 0; s < a.nnz; s++)
        ((double *)a.val)[s] = 1;
    return a;
}

static struct problem pose(struct device *d, const struct kernel *k, const struct csr *a, const struct stats *s)
{
    struct problem p = { .op = OP_MUL, .a = a, .stats = s, .threads = 1, .limit = 1 << 30, .device = d };
    p.x = dense_shape(a->n, 1, VT_F64, ROW_MAJOR);
    p.y = dense_shape(a->m, 1, VT_F64, ROW_MAJOR);
    kernel_params_initial(k, p.param);
    return p;
}

/* ELLPACK of a matrix with a dense row is refused by its size, before anything is allocated. */
TEST(test_ell_refused_by_size)
{
    const struct registered *r = registry_kernel(&registry, "gpu.ell.thread", VT_F64);
    if (!r)
        skip();
    struct csr a = dense_row(50000);
    struct stats s;
    struct err why = { ERR_NONE, "" };
    OK(stats_compute(&a, &s, &e));
    struct problem p = pose(NULL, r->kernel, &a, &s);
    assert_false(r->kernel->supports(&p, &why));
    assert_int_equal(why.code, ERR_MEMORY);
    assert_non_null(strstr(why.text, "30"));
    csr_free(&a);
}

/* The last test, because the device is lost by it: X where there is no memory. The error says which kernel it was, and
   that this process cannot go on; and so do all later ones. */
TEST(test_lost_device)
{
    struct device *d = gpu();
    const struct kernel *k = registry_kernel(&registry, "gpu.csr.scalar", VT_F64)->kernel;
    struct csr a = dense_row(100);
    struct err why = { ERR_NONE, "" };
    struct plan plan;
    struct problem p = pose(d, k, &a, NULL);
    OK(d->ops->alloc(d, dense_bytes(&p.y), &p.y.data, &e));
    p.x.data = (void *)64;
    OK(k->prepare(&p, &plan, &e));
    bool ran = k->run(plan.data, &why) && d->ops->sync(d, &why);
    assert_false(ran);
    print_message("%s\n", why.text);
    assert_int_equal(why.code, ERR_DEVICE);
    assert_non_null(strstr(why.text, "gpu.csr.scalar"));
    assert_non_null(strstr(why.text, "restarted engine"));
    assert_false(d->ops->sync(d, &why));
    assert_non_null(strstr(why.text, "restarted engine"));
    k->release(plan.data);
    d->ops->free(d, p.y.data);
    csr_free(&a);
}

TESTS(load, unload)
