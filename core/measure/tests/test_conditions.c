/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_conditions: the load of others from counters that the test writes, and the clocks of a device that it makes. */
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "core/measure/conditions.h"
#include "core/measure/tests/made_device.h"
#include "core/tests/cmocka.h"

static char path[] = "/tmp/nzscope-stat-XXXXXX";

static int allowed(void)
{
    cpu_set_t set;
    int cpu = 0;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    while (!CPU_ISSET((size_t)cpu, &set))
        cpu++;
    return cpu;
}

/* One processor of ours, busy for `ticks` in all; one that is not ours; and their sum, which is not looked at. */
static struct load_mark mark_of(int ticks)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "cpu  999999 9 9 9 9 9 9 9 0 0\n");
    fprintf(f, "cpu%d %d 10 20 5000 6000 1 2 7 0 0\ncpu16383 %d 0 0 0 0 0 0 0 0 0\nintr 5\n", allowed(), ticks - 40,
            ticks * 50);
    fclose(f);
    return load_mark(path);
}

/* Ranks of MPI are others only until they have ended. */
TEST(the_time_of_ended_children_is_ours)
{
    const double before = mark_of(1000).own_s;
    const pid_t child = fork();
    while (child == 0)
        if (clock() > CLOCKS_PER_SEC / 10)
            _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(mark_of(1000).own_s - before >= 0.1);
}

TEST(only_others_on_our_processors_count)
{
    struct load_mark a = mark_of(1000), b = mark_of(1150);
    assert_near(b.busy_s - a.busy_s, 1.5, 1e-9); /* idle and waiting are not busy, stolen is */
    a.at_s = 10, b.at_s = 12;
    a.own_s = 3, b.own_s = 3.5;
    assert_near(load_others(&a, &b), 0.5, 1e-9);
    b.own_s = 9; /* our own time is exact, the system's is in ticks */
    assert_near(load_others(&a, &b), 0, 0);
    b.at_s = 10.1;
    assert_true(isnan(load_others(&a, &b)));
    struct load_mark none = load_mark("/nowhere/stat");
    none.at_s = 100;
    assert_true(isnan(load_others(&a, &none)) && isnan(load_others(&none, &b)));
}

/* ---- waiting for a processor ---- */

static void schedstat_of(const char *folder, const char *text)
{
    char name[100];
    mkdir(folder, 0700);
    snprintf(name, sizeof name, "%s/schedstat", folder);
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

TEST(waiting_of_all_threads_is_summed)
{
    static char tasks[] = "/tmp/nzscope-tasks-XXXXXX";
    assert_non_null(mkdtemp(tasks));
    assert_int_equal(chdir(tasks), 0);
    assert_true(isnan(load_waited_s(tasks)) && isnan(load_waited_s("/nowhere")));
    schedstat_of("7", "99 no\n");
    assert_true(isnan(load_waited_s(tasks)));
    schedstat_of("7", "2000000000 500000000 31\n");
    schedstat_of("8", "1 1250000000 9\n");
    assert_near(load_waited_s(tasks), 1.75, 1e-12);
    assert_int_equal(system("rm -r 7 8"), 0);
    assert_int_equal(chdir("/") | rmdir(tasks), 0);
}

/* ---- each processor ---- */

/* Two processors of ours would need two in the mask; one, and a thread whose name is a trap. */
static void cores_of(struct cores *c, int busy, int own, int on, double at_s)
{
    char tasks[] = "/tmp/nzscope-tasks-XXXXXX", task[40], stat[48];
    mark_of(busy);
    assert_non_null(mkdtemp(tasks));
    snprintf(task, sizeof task, "%s/77", tasks);
    snprintf(stat, sizeof stat, "%s/stat", task);
    mkdir(task, 0700);
    FILE *f = fopen(stat, "w");
    assert_non_null(f);
    fprintf(f, "77 (a) 9 9 (b) R 1 1 1 0 -1 0 0 0 0 0 %d 20 0 0 20 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 %d 0 0\n",
            own - 20, on);
    fclose(f);
    cores_read(c, path, tasks);
    c->at_s = at_s;
    remove(stat);
    remove(task);
    remove(tasks);
}

TEST(each_processor_is_ours_or_others)
{
    struct cores *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    struct core_load *load = calloc(LOAD_CORES, sizeof *load);
    cores_of(a, 1000, 300, allowed(), 10);
    cores_of(b, 1150, 400, allowed(), 12);
    assert_int_equal(cores_load(a, b, load), 1);
    assert_int_equal(load[0].number, allowed());
    assert_near(load[0].ours, 0.5, 1e-9);
    assert_near(load[0].others, 0.25, 1e-9);
    cores_of(b, 1150, 400, allowed() + 1, 12); /* our thread ran elsewhere */
    assert_int_equal(cores_load(a, b, load), 1);
    assert_near(load[0].ours, 0, 1e-9);
    assert_near(load[0].others, 0.75, 1e-9);
    b->at_s = 10.1;
    assert_int_equal(cores_load(a, b, load), 0);
    free(load);
    free(b);
    free(a);
}

/* ---- clocks ---- */

static struct device_state told;
static int asked;

static void state_told(struct device *d, struct device_state *s)
{
    asked++;
    *s = told;
}

static void look_later(struct conditions *c, struct device *d, double mhz, bool throttled)
{
    told = (struct device_state){ .clock_mhz = mhz, .throttled = throttled };
    c->looked_ms -= c->looked_ms > 0 ? 1000 : 0;
    conditions_look(c, d);
}

TEST(clocks_of_the_samples)
{
    static const struct device_ops ops = { .state = state_told };
    struct device d = { .kind = "gpu", .ops = &ops }, silent = { .kind = "gpu", .ops = &fake_ops };
    struct conditions c;
    conditions_begin(&c);
    assert_int_equal(strlen(c.date), strlen("2026-01-02T03:04:05Z"));
    conditions_look(&c, &silent);
    assert_true(c.clock_start_mhz == 0 && asked == 0);
    look_later(&c, &d, 1980, false);
    conditions_look(&c, &d); /* at once again: not asked */
    assert_int_equal(asked, 1);
    look_later(&c, &d, 1900, false);
    assert_near(c.clock_start_mhz, 1980, 0);
    assert_near(c.clock_end_mhz, 1900, 0);
    assert_false(c.throttled);
    look_later(&c, &d, 1700, false); /* a tenth slower */
    assert_true(c.throttled);
    conditions_begin(&c);
    look_later(&c, &d, 1980, true); /* the device says so */
    look_later(&c, &d, 1980, false);
    assert_true(c.throttled);
    conditions_begin(&c);
    look_later(&c, &d, 0, false); /* unknown is no clock that fell */
    assert_false(c.throttled);
}

TEST(a_crowd_wants_more_than_there_is)
{
    struct device cpu = { .kind = "cpu", .threads = 4 }, gpu = { .kind = "gpu", .threads = 132 };
    struct conditions c = { .load_others = 1 };
    assert_true(conditions_crowded(&c, &cpu, 4));
    assert_false(conditions_crowded(&c, &cpu, 3));
    assert_true(conditions_crowded(&c, &cpu, 8));
    assert_false(conditions_crowded(&c, &gpu, 132));
    c.load_others = 0.1;
    assert_false(conditions_crowded(&c, &cpu, 8)); /* a crowd of our own */
    c.load_others = NAN;
    assert_false(conditions_crowded(&c, &cpu, 4));
}

int main(void)
{
    int fd = mkstemp(path);
    int failed = fd < 0 ? 1 : tests_run(NULL, NULL);
    remove(path);
    return failed;
}
