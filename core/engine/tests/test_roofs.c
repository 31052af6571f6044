/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_roofs: when roofs are measured again, which of them counts, and which runs are flagged. */
#include <fcntl.h>
#include <sys/stat.h>

#include "core/engine/machine.h"
#include "core/engine/roofs.h"
#include "core/measure/tests/made_device.h"
#include "core/protocol/queue.h"
#include "core/tests/shell.h"

/* What the device will answer, and how often it was asked. */
static struct bandwidth next;
static int asked;

static bool made_bandwidth(struct device *d, struct bandwidth *out, struct err *e)
{
    asked++;
    *out = next;
    return true;
}

static const struct device_ops ops = { .bandwidth = made_bandwidth };
static struct device device;
static struct session *s;
static const struct conditions quiet = { .load_others = 0 }, loud = { .load_others = 1 };

static int begin(void **state)
{
    device = (struct device){ .id = "gpu0", .kind = "gpu", .threads = 2, .ops = &ops };
    s = calloc(1, sizeof *s);
    int null = open("/dev/null", O_WRONLY);
    if (!s || null < 0 || !(s->events = events_new(null)) || !(s->queue = queue_new()))
        return -1;
    s->registry.device[s->registry.devices++] = &device;
    s->cmd = 1;
    asked = 0;
    setenv("NZSCOPE_KEEP", "0", 1);
    return 0;
}

static int end(void **state)
{
    queue_free(s->queue);
    events_free(s->events);
    free(s);
    return 0;
}

/* A run of one command. */
static void review(int cmd, double gbs, const struct conditions *c)
{
    struct measurement m = { .state = ST_OK, .has = HAS_TIME, .median_ms = 1, .bytes = gbs * 1e6 };
    s->cmd = cmd;
    roofs_review(s, &device, c, &m);
}

/* The same, after which the device would answer these: GB/s, and how well its passes agree. */
static void run(int cmd, double gbs, const struct conditions *c, double answer, double agreement)
{
    next = (struct bandwidth){ .all = { .read = answer, .copy = answer }, .agreement = agreement };
    review(cmd, gbs, c);
}

static bool flagged(double gbs)
{
    struct measurement m = { .state = ST_OK, .has = HAS_TIME, .median_ms = 1, .bytes = gbs * 1e6 };
    struct batch_item item = { .device = &device, .threads = 1 };
    return machine_flags(&item, &quiet, &m) & FLAG_ROOF;
}

static void first(double answer, double agreement)
{
    next = (struct bandwidth){ .all = { .read = answer, .copy = answer }, .agreement = agreement };
    roofs_measure(s, &device);
    roofs_measure(s, &device);
    assert_int_equal(asked, 1);
}

TEST_IN(a_run_that_passes_its_roof, begin, end)
{
    first(100, 1);
    run(1, 104, &quiet, 0, 1);
    assert_int_equal(asked, 1);
    assert_false(flagged(104));
    run(1, 120, &quiet, 125, 1); /* measured again: the roof was too low */
    assert_int_equal(asked, 2);
    assert_near(device.gbs.all.copy, 125, 0);
    assert_false(flagged(120));
    run(1, 150, &quiet, 200, 1); /* once a command */
    assert_int_equal(asked, 2);
    assert_true(flagged(150));
    run(2, 150, &quiet, 90, 1); /* the best of all counts, and this run is still above it */
    assert_int_equal(asked, 3);
    assert_near(device.gbs.all.copy, 125, 0);
    assert_true(flagged(150));
}

TEST_IN(a_roof_in_doubt, begin, end)
{
    first(50, 0.7);
    assert_string_not_equal(device.doubt, "");
    assert_true(flagged(10));
    run(1, 10, &loud, 100, 1); /* not while others are busy */
    assert_int_equal(asked, 1);
    run(1, 10, &quiet, 100, 1);
    assert_int_equal(asked, 2);
    assert_string_equal(device.doubt, "");
    assert_near(device.gbs.all.copy, 100, 0);
    assert_false(flagged(10));
    run(2, 10, &quiet, 0, 1);
    assert_int_equal(asked, 2);
}

static int times(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* A roof that is in doubt again and again is told of once; then the log has it. */
TEST_IN(doubts_are_told_once, begin, end)
{
    char path[] = "/tmp/nzscope-roofs-XXXXXX", said[4000] = "";
    const int fd = mkstemp(path);
    unlink(path);
    events_free(s->events);
    s->events = events_new(fd);
    first(50, 0.7);
    device.gbs.one.copy = 30; /* what runs on one thread are compared with */
    run(1, 10, &quiet, 60, 0.7);
    run(2, 10, &quiet, 70, 0.7);
    assert_true(pread(fd, said, sizeof said - 1, 0) > 0);
    assert_int_equal(times(said, "\"ev\":\"notice\""), 1);
    assert_int_equal(times(said, "\"ev\":\"log\""), 2);
    assert_int_equal(times(said, "in doubt"), 3);
    assert_int_equal(times(said, ", one thread 30.0"), 2);
}

/* A disturbed measurement that is no better casts no doubt on an undisturbed one; another undisturbed one does. */
TEST_IN(a_worse_roof, begin, end)
{
    first(100, 1);
    run(1, 110, &quiet, 90, 0.7);
    assert_int_equal(asked, 2);
    assert_near(device.gbs.all.copy, 100, 0);
    assert_string_equal(device.doubt, "");
    run(2, 110, &quiet, 80, 1);
    assert_near(device.gbs.all.copy, 100, 0);
    assert_string_equal(device.doubt, "100.0 GB/s, then 80.0");
    run(3, 110, &quiet, 99, 1); /* confirmed */
    assert_string_equal(device.doubt, "");
    run(4, 110, &quiet, 120, 0.7); /* better, but disturbed */
    assert_near(device.gbs.all.copy, 120, 0);
    assert_string_equal(device.doubt, "its best passes differ by 30%");
}

/* The share of a run in a cache, or at the peak, is of another roof than that of memory: only other programs disturb
   all. */
TEST_IN(a_doubt_of_memory_alone, begin, end)
{
    struct batch_item item = { .device = &device, .threads = 1 };
    struct measurement m = { .state = ST_OK, .has = HAS_TIME, .median_ms = 1e-3, .bytes = 1e5, .flops = 1e4 };
    strcpy(device.kind, "cpu");
    device.levels = 1;
    device.level[0] = (struct cache_level){ "L2", 1000000, 1 };
    next = (struct bandwidth){ .all = { .read = 50, .level = { 200 }, .peak = { 100, 100 } },
                               .one.level = { 200 },
                               .agreement = 0.7 };
    roofs_measure(s, &device);
    assert_false(machine_flags(&item, &quiet, &m) & FLAG_ROOF);
    device.doubt_all = true;
    assert_true(machine_flags(&item, &quiet, &m) & FLAG_ROOF);
    device.doubt_all = false;
    m.bytes = 1e7; /* beyond the cache */
    m.median_ms = 1;
    assert_true(machine_flags(&item, &quiet, &m) & FLAG_ROOF);
    m.flops = 7e7; /* nearer to the peak */
    assert_false(machine_flags(&item, &quiet, &m) & FLAG_ROOF);
}

/* A cache below its memory has no roof until it is measured again; nor has one that the memory overtakes. */
TEST_IN(a_cache_below_its_memory, begin, end)
{
    device.levels = 2;
    next = (struct bandwidth){ .all = { .copy = 100, .level = { 300, 60 } }, .agreement = 1 };
    roofs_measure(s, &device);
    assert_near(device.gbs.all.level[0], 300, 0);
    assert_near(device.gbs.all.level[1], 0, 0);
    next = (struct bandwidth){ .all = { .copy = 90, .level = { 200, 150 } }, .agreement = 1 };
    review(1, 120, &quiet);
    assert_near(device.gbs.all.level[0], 300, 0);
    assert_near(device.gbs.all.level[1], 150, 0);
    next = (struct bandwidth){ .all = { .copy = 200, .level = { 250, 140 } }, .agreement = 1 };
    review(2, 180, &quiet);
    assert_near(device.gbs.all.level[0], 300, 0);
    assert_near(device.gbs.all.level[1], 0, 0);
}

/* What another engine finds on this device, which would answer 200 now, and whether it had to measure. */
static bool measures(int threads, double expected)
{
    int before = asked;
    device.gbs = (struct bandwidth){ 0 };
    device.threads = threads;
    next = (struct bandwidth){ .all = { .read = 200, .copy = 200 }, .agreement = 1 };
    roofs_measure(s, &device);
    assert_near(device.gbs.all.copy, expected, 0);
    return asked > before;
}

/* A roof is kept for the next engine, of the same device as it was, for a day, with its doubt. */
TEST_IN(a_roof_is_kept, begin, end)
{
    char folder[] = "/tmp/nzscope-roofs-XXXXXX", path[400], host[256];
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("NZSCOPE_KEEP", "1", 1);
    first(50, 0.7); /* in doubt */
    device.doubt[0] = '\0';
    assert_false(measures(2, 50));
    assert_string_equal(device.doubt, "its best passes differ by 30%");
    next = (struct bandwidth){ .all = { .copy = 210, .level = { 310.5 }, .peak = { 7, 9 } },
                               .agreement = 1,
                               .peak_computed = true };
    review(1, 220, &quiet); /* measured again */
    assert_near(device.gbs.all.copy, 210, 0);
    assert_false(measures(2, 210));
    assert_true(device.gbs.all.level[0] == 310.5 && device.gbs.all.peak[1] == 9 && device.gbs.peak_computed);
    assert_string_equal(device.doubt, "");
    strcpy(device.doubt, "on purpose"); /* another engine that measures at once also knows the kept roofs */
    device.gbs = (struct bandwidth){ 0 };
    next = (struct bandwidth){ .all = { .copy = 205, .level = { 250 } }, .agreement = 1 };
    review(2, 1, &quiet);
    assert_true(device.gbs.all.copy == 210 && device.gbs.all.level[0] == 310.5);
    assert_true(measures(4, 200));
    assert_false(measures(4, 200));
    setenv("NZSCOPE_KEEP", "0", 1);
    assert_true(measures(4, 200));
    setenv("NZSCOPE_KEEP", "1", 1);
    gethostname(host, sizeof host);
    snprintf(path, sizeof path, "%s/nzscope/roofs/%.200s.gpu0", folder, host);
    assert_int_equal(utimensat(AT_FDCWD, path, (const struct timespec[2]){ { .tv_sec = 1 }, { .tv_sec = 1 } }, 0), 0);
    assert_true(measures(4, 200));
    assert_int_equal(
        utimensat(AT_FDCWD, path, (const struct timespec[2]){ { .tv_sec = 1L << 32 }, { .tv_sec = 1L << 32 } }, 0), 0);
    assert_true(measures(4, 200)); /* the clock was wrong */
    const time_t nearly = time(NULL) - 23 * 60 * 60;
    struct stat kept;
    assert_int_equal(
        utimensat(AT_FDCWD, path, (const struct timespec[2]){ { .tv_sec = nearly }, { .tv_sec = nearly } }, 0), 0);
    next = (struct bandwidth){ .all.copy = 195, .agreement = 1 };
    review(5, 1000, &quiet); /* a day counts from the best, not from what confirms it */
    assert_true(device.gbs.all.copy == 200 && stat(path, &kept) == 0 && kept.st_mtim.tv_sec == nearly);
    for (int i = 0; i < 3; i++) {
        assert_false(measures(4, 200));
        run_shell("sed -i '2s/[^ ]*/%s/2' %s", (const char *[]){ "nan", "inf", "-5" }[i], path);
        assert_true(measures(4, 200));
    }
    assert_int_equal(truncate(path, 30), 0);
    assert_true(measures(4, 200));
    unlink(path);
    run_shell("rm -r %s", folder);
}

/* What teams have reached is kept, for this processor, and not unless it rises. */
TEST_IN(paces_are_kept, begin, end)
{
    char folder[] = "/tmp/paces.XXXXXX";
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("NZSCOPE_KEEP", "1", 1);
    struct device cpu = { .kind = "cpu", .name = "Xeon" };
    assert_null(paces_of(s, &device));
    assert_near(pace_note(paces_of(s, &cpu), 2, 5.5), 1, 0);
    assert_near(pace_apart(paces_of(s, &cpu), 2, 40), 1, 0);
    paces_keep(s);
    for (int other = 0; other < 2; other++) {
        s->pace = (struct pace){ 0 };
        s->pace_device = NULL;
        strcpy(cpu.name, other ? "EPYC" : "Xeon");
        assert_near(pace_note(paces_of(s, &cpu), 2, 2.75), other ? 1 : 2, 1e-12);
        assert_near(pace_note(paces_of(s, &cpu), 1, 2.75), 1, 0); /* another team */
        assert_near(pace_apart(paces_of(s, &cpu), 2, 8), other ? 1 : PACE_APART, 0);
        assert_int_equal(s->pace.team[0].threads, 2);
        assert_false(s->pace.risen && !s->pace.team[1].threads);
    }
    run_shell("rm -r %s", folder);
}

TESTS(NULL, NULL)
