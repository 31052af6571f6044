/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_threads: what the engine tells of processors and threads, and that pinning leaves nobody behind. */
#include <dirent.h>
#include <sched.h>

#include "core/engine/item.h"
#include "core/engine/machine.h"
#include "core/engine/run.h"
#include "core/engine/tests/engine_client.h"
#include "core/measure/topology.h"
#include "core/tests/cmocka.h"

/* The first `topology` that this engine tells, at its start. */
static json_t *first_topology(struct engine_client *c)
{
    *c = client_start();
    return client_until(c, "topology", 0);
}

static int64_t seat_of(const json_t *topology, size_t i)
{
    return json_integer_value(json_array_get(json_array_get(json_object_get(topology, "processors"), i), 5));
}

static int seats(const json_t *topology, int64_t at_least)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(json_object_get(topology, "processors")); i++)
        n += seat_of(topology, i) >= at_least;
    return n;
}

static bool pinned(const json_t *topology)
{
    return json_is_true(json_object_get(topology, "pinned"));
}

TEST(told_at_the_start)
{
    struct engine_client c;
    json_t *t = first_topology(&c);
    assert_true(pinned(t));
    assert_string_equal(text_of(t, "device"), "cpu");
    assert_true(integer_of(t, "sockets") >= 1 && integer_of(t, "nodes") >= 1 && integer_of(t, "cores") >= 1);
    assert_int_equal(seats(t, 0), integer_of(t, "threads"));
    assert_true(text_of(t, "simd")[0]);
    json_decref(t);
    client_quit(&c);
}

TEST(told_on_demand)
{
    struct engine_client c;
    json_decref(first_topology(&c));
    json_t *t = client_ask(&c, "threads threads=1\n", "topology");
    assert_true(pinned(t));
    assert_int_equal(seats(t, 0), 1);
    json_decref(t);
    t = client_ask(&c, "threads pin=0 threads=1\n", "topology");
    assert_false(pinned(t));
    assert_string_equal(text_of(t, "why"), "switched off");
    assert_int_equal(seats(t, 0), 1); /* where it was seen */
    json_decref(t);
    t = client_ask(&c, "threads pin=1\n", "topology");
    assert_true(pinned(t));
    json_decref(t);
    client_done(&c, client_say(&c, "threads threads=0\n"), 2, "threads");
    client_done(&c, client_say(&c, "threads pin=2\n"), 2, "pin");
    client_quit(&c);
}

TEST(wishes_of_the_user)
{
    static const struct {
        const char *name, *value, *why;
    } wishes[] = {
        { "NZSCOPE_PIN", "0", "switched off by NZSCOPE_PIN=0" },
        { "OMP_PROC_BIND", "close", "OMP_PROC_BIND is set: OpenMP places them" },
        { "OMP_PLACES", "cores", "OMP_PLACES is set: OpenMP places them" },
    };
    for (size_t i = 0; i < COUNT(wishes); i++) {
        struct engine_client c;
        setenv(wishes[i].name, wishes[i].value, 1);
        json_t *t = first_topology(&c);
        unsetenv(wishes[i].name);
        assert_false(pinned(t));
        assert_string_equal(text_of(t, "why"), wishes[i].why);
        assert_int_equal(seats(t, 0), 0);
        assert_true(seats(t, SEAT_FREE) >= 1);
        json_decref(t);
        client_quit(&c);
    }
}

TEST(another_machine)
{
    struct engine_client c;
    setenv("HWLOC_SYNTHETIC", "pack:2 [numa(memory=1GB)] core:4 pu:2", 1);
    json_t *t = first_topology(&c);
    unsetenv("HWLOC_SYNTHETIC");
    bool flat = strcmp(text_of(t, "source"), "hwloc") != 0;
    if (!flat) {
        assert_int_equal(integer_of(t, "sockets"), 2);
        assert_int_equal(integer_of(t, "cores"), 8);
        assert_false(pinned(t));
    }
    json_decref(t);
    client_quit(&c);
    if (flat)
        skip();
}

/* An engine that may use one processor has one thread, on that. */
TEST(one_processor)
{
    struct engine_client c;
    cpu_set_t all, one;
    size_t first = 0;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    json_t *t = first_topology(&c);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_int_equal(integer_of(t, "threads"), 1);
    assert_int_equal(seats(t, SEAT_FREE), 1);
    assert_int_equal(seats(t, 0), 1);
    json_decref(t);
    client_quit(&c);
}

/* How many threads of the engine may run wherever this test may. */
static int free_threads(pid_t pid)
{
    char path[64];
    cpu_set_t ours, theirs;
    struct dirent *d;
    int n = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    assert_non_null(tasks);
    assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
    while ((d = readdir(tasks)))
        if (d->d_name[0] != '.' && !sched_getaffinity(atoi(d->d_name), sizeof theirs, &theirs))
            n += CPU_EQUAL(&ours, &theirs) != 0;
    closedir(tasks);
    return n;
}

/* The reader and the worker are bound to nothing once the work is done, stopped or refused. */
ENGINE_TEST(nobody_stays_bound)
{
    static const char *const lines[] = {
        "run kernel=cpu.csr.* samples=1 threads=1,2\n",
        "run kernel=cpu.transpose.radix op=transpose samples=1\n",
        "run kernel=cpu.csr.omp samples=1 threads=1000 k=1\n",
        "bandwidth\n",
        "threads threads=3\n",
        "mul kernel=cpu.csr.merge\n",
    };
    client_must(c, "open gen:stencil27:12\n");
    for (size_t i = 0; i < COUNT(lines); i++) {
        json_decref(client_until(c, "done", client_say(c, "%s", lines[i])));
        assert_true(free_threads(c->pid) >= 2);
    }
}

/* What was sent to the pipe; "" nothing. */
static const char *heard(int fd)
{
    static char text[2000];
    ssize_t n = read(fd, text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    return text;
}

/* Threads that share processors measure less than as many cores would. */
TEST(crowds_are_flagged)
{
    struct device cpu = { .kind = "cpu", .threads = 2 }, gpu = { .kind = "gpu", .threads = 1 };
    const struct conditions quiet = { 0 };
    const struct measurement m = { 0 };
    for (int threads = 1; threads <= 3; threads++) {
        const struct batch_item here = { .device = &cpu, .threads = threads };
        const struct batch_item there = { .device = &gpu, .threads = threads };
        assert_int_equal(machine_flags(&here, &quiet, &m), threads > 2 ? FLAG_CROWDED : 0);
        assert_int_equal(machine_flags(&there, &quiet, &m), 0);
    }
}

/* Once a minute, and only when others, not threads of our own, took the processors of a CPU. */
TEST(others_are_noticed)
{
    static struct session s;
    struct device cpu = { .kind = "cpu", .threads = 2 }, gpu = { .kind = "gpu", .threads = 132 };
    const struct registered kernel = { .kernel = &(struct kernel){ .name = "cpu.test" } };
    struct batch_item item = { &kernel, .device = &cpu, .threads = 2 };
    struct measurement busy = { .waited = 0.25 }, quiet = { .waited = 0.02 };
    int fd[2];
    assert_int_equal(pipe2(fd, O_NONBLOCK | O_CLOEXEC), 0);
    s.events = events_new(fd[1]);
    s.cmd = 1;
    item_note_busy(&s, &item, &quiet);
    item.threads = 3;
    item_note_busy(&s, &item, &busy);
    item = (struct batch_item){ &kernel, .device = &gpu, .threads = 1 };
    item_note_busy(&s, &item, &busy);
    assert_string_equal(heard(fd[0]), "");
    item = (struct batch_item){ &kernel, .device = &cpu, .threads = 1 };
    item_note_busy(&s, &item, &busy);
    assert_non_null(
        strstr(heard(fd[0]), "waited 25% of the time for other programs in cpu.test: undisturbed it may be"));
    item_note_busy(&s, &item, &busy);
    assert_string_equal(heard(fd[0]), "");
    s.cmd = 2;
    item_note_busy(&s, &item, &busy);
    assert_string_equal(heard(fd[0]), "");
    s.busy_said -= 61;
    item_note_busy(&s, &item, &busy);
    assert_non_null(strstr(heard(fd[0]), "notice"));
    events_free(s.events);
    close(fd[0]);
    close(fd[1]);
}

/* A kernel whose device is not there is reported like others. */
TEST(no_device_is_reported)
{
    static struct session s;
    const struct registry_backend gpu = { .kind = "gpu" };
    const struct kernel test = { .name = "gpu.test", .family = "gpu", .format = "csr" };
    const struct registered kernel = { .kernel = &test, .backend = &gpu };
    const struct batch_item item = { &kernel, .state = ST_NO_DEVICE, .why = "none was found" };
    struct reporter reporter = { .session = &s, .item = &item };
    struct measurement m = { .state = ST_NO_DEVICE, .text = "none was found" };
    int fd[2];
    assert_int_equal(pipe2(fd, O_NONBLOCK | O_CLOEXEC), 0);
    s.events = events_new(fd[1]);
    run_end(&s, &reporter, &m, NULL);
    assert_non_null(strstr(heard(fd[0]), "\"no device\",\"text\":\"none was found\""));
    events_free(s.events);
    close(fd[0]);
    close(fd[1]);
}

TESTS(NULL, NULL)
