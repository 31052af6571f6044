/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kernels [--small] [GLOB...]: every kernel of the registry, plug-ins included, on every fixture against the
   reference. --small: a tenth of the runs, for tools that slow everything down. */
#include <limits.h>

#include "core/base/data_folder.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "core/tests/cmocka.h"
#include "cpu/backend.h"
#include "cpu/tests/kernel_case.h"
#include "cpu/tests/kernel_fixtures.h"

static const int64_t k_large[] = { 1, 2, 3, 7, 64 };
static const int64_t k_small[] = { 1, 2, 3, 4, 7, 8, 16, 29, 32, 33, 64, 128, 131, 256 };
static const int64_t k_few[] = { 1, 7, 64 };
/* Fixtures of every_k: tiles of every width and rest, and rows of X that pass every tile. */
enum { K_EVERY = 260, K_WIDE = 1030 };
/* Of the small fixtures those that lead kernels along ways of their own: nothing, a thread's, a warp's and several
   blocks' work, gaps, and lines that are too long. */
static const char *const fixtures_few[] = { "no entries",        "500x1",         "full 40x40",       "random",
                                            "mostly empty rows", "one dense row", "one dense column", NULL };
enum { K_FEW = COUNT(k_few) };
enum { FAILURES_SHOWN = 5, K_LARGE = COUNT(k_large), K_SMALL = COUNT(k_small) };

static struct registry registry;
static struct kernel_subject subjects[VT_COUNT][KERNEL_FIXTURES];
static bool small_only;
static int64_t cases, runs, unsupported; /* (kernel, type, fixture, k); runs with other parameters, threads, ld */

struct failures {
    const struct registered *registered;
    int failures;
};

static bool is_few(const char *fixture)
{
    for (int i = 0; fixtures_few[i]; i++)
        if (strcmp(fixture, fixtures_few[i]) == 0)
            return true;
    return false;
}

/* Each run of such a kernel starts processes, so it gets few; test_petsc has more. */
static bool starts_processes(const struct kernel *kernel)
{
    return strcmp(kernel->family, "mpi") == 0;
}

static bool fixture_wanted(const struct kernel_fixture *f)
{
    return !small_only || is_few(f->name);
}

/* A kernel that chooses is run with every fixture, but at few k, and its parameters with few fixtures: each run tries
   several of the others, which are run with all themselves. */
static bool chooses(const struct kernel *kernel)
{
    return strcmp(kernel->format, "auto") == 0;
}

static bool parameters_wanted(const struct kernel_case *c)
{
    return c->kernel->params && (!chooses(c->kernel) || (is_few(c->subject->name) && c->threads == 2));
}

/* What given_make makes, with the fixture's X. */
static void given_of(const struct kernel_fixture *f, int op, int64_t k, struct kernel_subject *s)
{
    struct problem p = { .a = &s->a };
    struct given *g = &s->given[op];
    struct err e;

    operations[op]->pose(&p, k, ROW_MAJOR);
    g->k = k;
    if (operations[op]->columns) {
        assert_true(dense_alloc(&g->x, p.x.n, k, s->a.type, ROW_MAJOR, &e));
        kernel_fixture_x(f, &g->x);
    }
    assert_true(operations[op]->reference(&s->a, g, NULL, &e));
    assert_false(g->ref.sampled);
}

static void subject_make(const struct kernel_fixture *f, enum vtype type, struct kernel_subject *s)
{
    struct err e = { 0 };
    int64_t k = f->every_k ? K_WIDE : f->large ? k_large[K_LARGE - 1] : k_small[K_SMALL - 1];

    s->name = f->name;
    s->a = kernel_fixture_make(f, type);
    if (!csr_valid(&s->a, &e))
        fail_msg("%s: %s", f->name, e.text);
    assert_true(stats_compute(&s->a, &s->stats, &e));
    for (int op = 0; op < OP_COUNT; op++)
        if (operations[op]->reference)
            given_of(f, op, k, s);
}

static void subject_free(struct kernel_subject *s)
{
    for (int op = 0; op < OP_COUNT; op++)
        given_free(&s->given[op]);
    csr_free(&s->a);
}

/* ---- runs ---- */

static void run_one(struct failures *t, const struct kernel_case *c)
{
    struct err e = { 0 };
    enum case_result result = operations[c->kernel->op]->columns ? case_product(c, &e) : case_other(c, &e);

    runs += result != CASE_UNSUPPORTED;
    unsupported += result == CASE_UNSUPPORTED;
    if (result == CASE_WRONG && t->failures++ < FAILURES_SHOWN) {
        print_error("%s %s, %s, k=%lld, ld+%lld, %d threads%s:", c->kernel->name, vtype_name(c->kernel->type),
                    c->subject->name, (long long)c->k, (long long)c->pad, c->threads, c->wide ? ", wide" : "");
        for (const struct param *p = c->kernel->params; p && p->name; p++)
            print_error(" %s=%lld", p->name, (long long)c->param[p - c->kernel->params]);
        print_error(" %s\n", e.text);
    }
}

/* The value of a parameter to try after `value`: each name; of numbers 1, a small one and both ends. */
static int64_t next_value(const struct param *p, int64_t value)
{
    enum { SMALL = 8 };

    if (p->choices || value == p->max)
        return value + 1;
    if (value < 1 && 1 < p->max)
        return 1;
    return value < SMALL && SMALL < p->max ? SMALL : p->max;
}

/* Each parameter at its values; the others as they are. */
static void run_parameters(struct failures *t, struct kernel_case c)
{
    for (int i = 0; parameters_wanted(&c) && c.kernel->params[i].name; i++) {
        const struct param *p = &c.kernel->params[i];
        const int64_t usual = c.param[i];
        for (int64_t value = p->min; value <= p->max; value = next_value(p, value)) {
            c.param[i] = value;
            run_one(t, &c);
        }
        c.param[i] = usual;
    }
}

/* Several parameters at once, each at one of its values; other ones on every fixture. */
static void run_mixed(struct failures *t, struct kernel_case c, uint64_t fixture)
{
    enum { MIXES = 3 };

    for (uint64_t mix = 0; mix < MIXES && parameters_wanted(&c); mix++) {
        for (int i = 0; c.kernel->params[i].name; i++) {
            const struct param *p = &c.kernel->params[i];
            uint64_t values = 0, taken;
            for (int64_t value = p->min; value <= p->max; value = next_value(p, value))
                values++;
            taken = hash_at(8, MIXES * fixture + mix, (uint64_t)i) % values;
            c.param[i] = p->min;
            while (taken-- > 0)
                c.param[i] = next_value(p, c.param[i]);
        }
        run_one(t, &c);
    }
}

/* The defaults at every k; what else can vary, at a few. */
static void run_k(struct failures *t, struct kernel_case c, uint64_t fixture)
{
    bool few = c.k == 1 || c.k == 7;

    cases++;
    run_one(t, &c);
    if (c.k == 1 || c.k == 3 || c.k == 64) {
        c.pad = 5;
        run_one(t, &c);
        c.pad = 0;
    }
    if (few || c.k == 64) /* several tiles of columns */
        run_mixed(t, c, fixture);
    if (!few)
        return;
    run_parameters(t, c);
    for (int threads = 1; threads <= 3 && !strcmp(c.kernel->family, "cpu"); threads += 2) {
        c.threads = threads;
        run_one(t, &c);
        run_parameters(t, c);
    }
}

/* Parameters once more where X is wider than a tile; what they do to tiles shows in several at once. */
static void run_every_k(struct failures *t, struct kernel_case c)
{
    enum { ROUNDS = 8 };

    for (c.k = 1; c.k < K_EVERY; c.k++)
        run_one(t, &c);
    run_parameters(t, c);
    for (uint64_t round = 0; round < ROUNDS; round++)
        run_mixed(t, c, round);
    c.k = K_WIDE;
    run_one(t, &c);
}

/* Without columns. */
static void run_other(struct failures *t, struct kernel_case c, uint64_t fixture)
{
    cases++;
    for (c.threads = 1; c.threads <= (strcmp(c.kernel->family, "cpu") ? 1 : 3); c.threads++) {
        run_one(t, &c);
        run_parameters(t, c);
        run_mixed(t, c, fixture);
    }
    /* Where it costs the kernel a branch, and not a second program. */
    c.wide = !strcmp(c.kernel->family, "cpu") && operations[c.kernel->op]->pose;
    if (c.wide)
        run_one(t, &c);
}

/* The way that users' numbers come about: measure.h, with a few samples. */
static void run_measured(struct failures *t, const struct kernel_case *c)
{
    const struct kernel_subject *s = c->subject;
    const struct given *given = &s->given[c->kernel->op];
    struct measure_job job = {
        .kernel = c->kernel,
        .device = c->device,
        .a = &s->a,
        .stats = &s->stats,
        .k = c->k,
        .threads = c->threads,
        .limit = CASE_LIMIT,
        .host.x = &given->x,
        .host.ref = &given->ref,
        .host.transposed = &given->transposed,
        .options = { .samples = 3, .min_s = 0, .max_s = 0.01, .phases = true },
    };
    static struct measurement m;
    struct err e = { 0 };

    memcpy(job.param, c->param, sizeof job.param);
    bool alive = measure_run(&job, (struct measure_watch){ 0 }, &m, NULL, &e);
    bool phases = m.state != ST_OK || !c->kernel->phases == !(m.has & HAS_PHASES);
    if (alive && phases && (m.state == ST_OK || m.state == ST_UNSUPPORTED || m.state == ST_NO_MEMORY))
        return;
    if (t->failures++ < FAILURES_SHOWN)
        print_error("%s %s, %s, measured: %s %s\n", c->kernel->name, vtype_name(c->kernel->type), s->name,
                    measure_state_name(m.state), alive ? m.text : e.text);
}

/* A few milliseconds for the trials of a kernel that chooses: which one it takes does not matter here. */
static int64_t usual_value(const struct kernel *kernel, const struct param *p)
{
    enum { BUDGET = 8 };

    return chooses(kernel) && strcmp(p->name, "BUDGET") == 0 ? BUDGET : p->initial;
}

static void run_subject(struct failures *t, const struct kernel_subject *s, const struct kernel_fixture *f)
{
    const struct kernel *kernel = t->registered->kernel;
    struct kernel_case c = {
        .kernel = kernel, .device = registry_runs(&registry, kernel->family), .subject = s, .k = 1, .threads = 2
    };

    for (int i = 0; kernel->params && kernel->params[i].name; i++)
        c.param[i] = usual_value(kernel, &kernel->params[i]);
    bool columns = operations[kernel->op]->columns;
    if (!columns)
        run_other(t, c, (uint64_t)(f - kernel_fixtures));
    bool few = small_only || chooses(kernel);
    const int64_t *k = few ? k_few : f->large ? k_large : k_small;
    int count = starts_processes(kernel) ? 1 : few ? K_FEW : f->large ? K_LARGE : K_SMALL;
    for (int i = 0; columns && i < count; i++) {
        c.k = k[i];
        run_k(t, c, (uint64_t)(f - kernel_fixtures));
    }
    if (columns && f->every_k && !few && !starts_processes(kernel))
        run_every_k(t, c);
    c.k = 3;
    if (!small_only)
        run_measured(t, &c);
}

static void test_kernel(void **state)
{
    struct failures t = { .registered = *state };
    const struct kernel *kernel = t.registered->kernel;

    if (!t.registered->ready) {
        print_message("%s: %s\n", kernel->name, t.registered->why_not);
        assert_true(kernel->peer || strcmp(kernel->family, "cpu")); /* only these may be missing */
        skip();
    }
    for (int i = 0; i < KERNEL_FIXTURES; i++)
        if (fixture_wanted(&kernel_fixtures[i]) && (!starts_processes(kernel) || is_few(kernel_fixtures[i].name)))
            run_subject(&t, &subjects[kernel->type][i], &kernel_fixtures[i]);
    if (t.failures)
        fail_msg("%d of the runs of %s are wrong", t.failures, kernel->name);
}

/* ---- all of them ---- */

/* The table itself: names of their own, words for the user, a device kind. */
static void test_tables(void **state)
{
    assert_true(registry.kernels > 0);
    for (int i = 0; i < registry.kernels; i++) {
        const struct kernel *k = registry.kernel[i].kernel;
        assert_ptr_equal(registry_kernel(&registry, k->name, k->type), &registry.kernel[i]);
        assert_true(k->what && k->family && k->format && k->prepare && k->run && k->release && k->bytes);
        assert_true(!operations[k->op]->pose == (k->verify != NULL));
        assert_true(k->peer == !strncmp(k->name, "peer.", 5));
        assert_true(strcmp(k->format, "csr") || !k->compressed); /* what packs CSR is a format of its own */
        for (const struct param *p = k->params; p && p->name; p++)
            assert_true(p->help && p->min <= p->initial && p->initial <= p->max);
        int phases = 0;
        while (k->phases && k->phases[phases])
            phases++;
        assert_true(!k->phases == !k->run_phase && phases <= MEASURE_PHASES);
    }
}

/* Plug-ins lie two folders above the test programs. */
static void plugins_find(void)
{
    char path[PATH_MAX];

    if (program_folder(path, sizeof path, 2))
        setenv("NZSCOPE_PLUGINS", path, 0);
    registry_load(&registry);
}

static bool wanted(const char *name, char **globs)
{
    bool all = !*globs;

    for (; *globs; globs++)
        all |= registry_match(*globs, name);
    return all;
}

static int setup(void **state)
{
    for (int type = 0; type < VT_COUNT; type++)
        for (int i = 0; i < KERNEL_FIXTURES; i++)
            if (fixture_wanted(&kernel_fixtures[i]))
                subject_make(&kernel_fixtures[i], (enum vtype)type, &subjects[type][i]);
    return 0;
}

static int teardown(void **state)
{
    for (int type = 0; type < VT_COUNT; type++)
        for (int i = 0; i < KERNEL_FIXTURES; i++)
            if (fixture_wanted(&kernel_fixtures[i]))
                subject_free(&subjects[type][i]);
    return 0;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[REGISTRY_KERNELS + 1];
    static char names[REGISTRY_KERNELS][96];
    struct err e = { 0 };
    size_t n = 0;

    /* Thousands of short runs: threads that spin for the next one would starve each other on a busy machine. */
    if (!getenv("OMP_WAIT_POLICY") && !setenv("OMP_WAIT_POLICY", "passive", 1))
        execv("/proc/self/exe", argv);
    if (argc > 1 && !strcmp(argv[1], "--small")) {
        small_only = true;
        argv++;
    }
    if (!registry_add(&registry, cpu_backend(), &e))
        print_error("%s\n", e.text);
    plugins_find();
    tests[n++] = (struct CMUnitTest){ .name = "tables", .test_func = test_tables };
    for (int i = 0; i < registry.kernels; i++) {
        const struct kernel *k = registry.kernel[i].kernel;
        if (!wanted(k->name, argv + 1))
            continue;
        snprintf(names[i], sizeof names[i], "%s %s", k->name, vtype_name(k->type));
        tests[n++] =
            (struct CMUnitTest){ .name = names[i], .test_func = test_kernel, .initial_state = &registry.kernel[i] };
    }
    if (n == 1)
        print_error("no kernel is called so; a name or a glob is needed, as nzscope list kernels has it\n");
    int failed = n == 1 || _cmocka_run_group_tests("kernels", tests, n, setup, teardown);
    printf("%lld cases of (kernel, fixture, k, type), %lld runs, %lld not supported\n", (long long)cases,
           (long long)runs, (long long)unsupported);
    registry_close(&registry);
    return failed || (cases == 0 && argc == 1);
}
