/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tour: tours are read as FORMAT.md says, and what is wrong is said with its line before one starts. */
#include <fcntl.h>
#include <sys/stat.h>

#include "core/tests/shell.h"
#include "tui/canvas/canvas.h"
#include "tui/model/figure.h"
#include "tui/tours/tour.h"

static char folder[] = "/tmp/nzscope-tour-XXXXXX", path[100];

static struct tour *read_text(const char *text, struct err *e)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return tour_read(path, NULL, e);
}

TEST(steps_are_read)
{
    struct err e = { 0 };
    char beside[120];
    snprintf(beside, sizeof beside, "%s/gpu.jsonl", folder);
    fclose(fopen(beside, "w"));
    struct tour *t = read_text("\xef\xbb\xbf# mine\ntitle Costs of padding\nminutes 5\nrecording gpu.jsonl\n\n\n:open "
                               "gen:demo\n: zoom formats \n:k 8\n# not "
                               "shown\nOne line,\nand another.\r\n\n:run gpu.*,cpu.x\n:expect gpu.a > cpu.x\nThe "
                               "GPU.\n\n:open \"gpu.jsonl\"\nBeside.\n",
                               &e);
    assert_non_null(t);
    assert_string_equal(t->title, "Costs of padding");
    assert_int_equal(t->minutes, 5);
    assert_int_equal(t->steps, 3);
    assert_int_equal(t->step[0].commands, 3);
    assert_true(t->step[0].command[2].lasts && !t->step[0].command[1].lasts && !t->step[0].command[1].measures);
    assert_true(t->step[1].command[0].measures);
    assert_string_equal(t->step[0].command[1].text, "zoom formats");
    assert_int_equal(t->step[0].command[1].line, 8);
    assert_string_equal(t->step[0].caption, "One line, and another.");
    assert_int_equal(t->step[1].commands, 1);
    assert_int_equal(t->step[1].expects, 1);
    assert_string_equal(t->step[1].expect[0].faster, "gpu.a");
    assert_string_equal(t->step[1].expect[0].slower, "cpu.x");
    assert_int_equal(t->recordings, 1);
    assert_string_equal(t->recording[0], beside);
    assert_string_equal(t->step[0].command[0].opens, "gen:demo");
    assert_null(t->step[1].command[0].opens);
    assert_string_equal(t->step[2].command[0].opens, beside); /* wherever the tour is played */
    tour_free(t);
}

/* Each text is wrong in the line given. */
TEST(faults_are_said)
{
    static const struct {
        const char *text, *says;
        int line;
    } wrong[] = {
        { "titel T\n\nX\n", "/tui/tours/FORMAT.md says how it goes on", 1 },
        { "title T\n\n:zom spy\nX\n", "did you mean zoom", 3 },
        { "title T\n\n:zoom nowhere\nX\n", "no panel is named nowhere", 3 },
        { "title T\n\n:zoom format\nX\n", "did you mean formats", 3 },
        { "title T\n\n:set k=0\nX\n", "k is a number from 1", 3 },
        { "title T\n\n:set type f31\nX\n", "type is one of", 3 },
        { "title T\n\n:reorder rcmm\nX\n", "reorder is one of", 3 },
        { "title T\n\n:sweep k 1..\nX\n", "k is a number from 1", 3 },
        { "title T\n\n:microscope elll\nX\n", "no picture of format elll", 3 },
        { "title T\n\n:why elll\nX\n", "a kernel or a format, not elll", 3 },
        { "title T\n\n:zoom help\nX\n", "no panel is named help", 3 },
        { "title T\n\n:picture pie\nX\n", "picture is one of [bars|curve|roofline|compare]", 3 },
        { "title T\n\n:open gen:nothing:5\nX\n", "no generator is called 'nothing'", 3 },
        { "title T\n\n:open gen:diag:-1\nX\n", "'-1' is not a whole number", 3 },
        { "title T\n\n:sweep size 4..8 nothing:@\nX\n", "no generator is called 'nothing'", 3 },
        { "title T\n\n:sweep size 4.. diag:@\nX\n", "size=4..: a number, a list", 3 },
        { "title T\n\n:sweep samples\nX\n", "sweep samples wants a list", 3 },
        { "title T\n\n:sweep k 1,2 3\nX\n", "sweep k wants one list", 3 },
        { "title T\n\n:k 8 9\nX\n", "k does not know what to do with '9'", 3 },
        { "title T\n\n:set keep=off\nX\n", "keep does not belong in a tour", 3 },
        { "title T\n\n:KEEP=off\nX\n", "keep does not belong in a tour", 3 },
        { "title T\n\n:all runs\nX\n", "all does not know what to do with 'runs'", 3 },
        { "title T\n\n:focus\nX\n", "focus wants next|previous|PANEL", 3 },
        { "title T\n\n:save /tmp/x.tsv !\nX\n", "save does not belong in a tour", 3 },
        { "title T\n\n:quit now\nX\n", "quit does not belong in a tour", 3 },
        { "title T\n\n:copy\nX\n", "copy does not belong in a tour", 3 },
        { "title T\n\n:save\t/tmp/x.tsv !\nX\n", "save does not belong in a tour", 3 },
        { "title T\n\n:\"config\" write\nX\n", "config does not belong in a tour", 3 },
        { "title T\n\n:scre\\enshot /tmp/x.svg\nX\n", "screenshot does not belong in a tour", 3 },
        { "title T\n\n:focus \"spy\nX\n", "", 3 },
        { "title T\n\n:\nX\n", "a command is missing", 3 },
        { "title T\n\nX\n:zoom spy\n", "come before its caption", 4 },
        { "title T\n\n:zoom spy\n\nX\n", "the step before has no caption", 5 },
        { "title T\n\n:zoom spy\n", "the last step has no caption", 3 },
        { "title T\n", "there is no step", 1 },
        { "", "there is no step", 0 },
        { "X\n", "a tour begins with the line", 1 },
        { "title T\nminutes ten\n", "minutes is a number from 1 to 999, not 'ten'", 2 },
        { "title T\nminutes\n", "minutes is a number from 1 to 999, not ''", 2 },
        { "title T\nrecording\n", "recording wants a FILE.jsonl", 2 },
        { "title T\n\n:run cpu.a,cpu.b\n:expect cpu.a\nX\n", "expect wants two kernels", 4 },
        { "title T\n\n:run cpu.a,cpu.b\n:expect cpu.a > cpu.c\nX\n", "no line of this step above runs cpu.c", 4 },
        { "title T\n\n:run cpu.a\nX\n\n:expect cpu.a > cpu.a\nX\n", "no line of this step above runs cpu.a", 6 },
        { "title T\n\n:run cpu.a\n:expect cpu.a@rcmm > cpu.a@none\nX\n", "reorder is one of", 4 },
        { "minutes 10\n", "a tour begins with the line", 1 },
        { "title T\n\nThis line is about as long as a caption may be wide on a screen\nand this is another "
          "such line, which is just as long as the first one is,\nand one more.\n",
          "longer than two lines of 72", 5 },
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct err e = { 0 };
        char where[140];
        snprintf(where, sizeof where, "%s:%d: ", path, wrong[i].line);
        if (read_text(wrong[i].text, &e) || e.code != ERR_INPUT || strncmp(e.text, where, strlen(where)) != 0 ||
            !strstr(e.text, wrong[i].says))
            fail_msg("'%s' is not refused as '%s%s' but: %s", wrong[i].text, where, wrong[i].says, e.text);
    }
}

static void take_head(void *arg, const char *text)
{
    assert_non_null(strstr(text, "a tour begins with the line"));
}

/* Where the empty line is missing, what follows is a step all the same. */
TEST(head_is_missed_once)
{
    struct err e = { 0 };
    struct tour_review review = { .note = take_head };
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("title T\n:zoom spy\n:zoom rows\nA caption\n", f);
    fclose(f);
    tour_free(tour_read(path, &review, &e));
    assert_int_equal(review.wrong, 1);
}

static void take_absent(void *arg, const char *text)
{
    const int n = (*(int *)arg)++;
    assert_non_null(strstr(text, n == 0 ? "no recording yet: --record " : ":4: there is no matrix no/such.mtx here"));
}

/* A matrix that is not here is a fault, but no reason to show nothing at all; a recording may be made later. */
TEST(a_file_may_be_absent)
{
    struct err e = { 0 };
    int notes = 0;
    struct tour_review review = { NULL, take_absent, &notes, 0 };
    struct tour *t = read_text("title T\nrecording lost.jsonl\n\n:open no/such.mtx\n:run gpu.*\nX\n", &e);
    assert_true(t && t->steps == 1 && t->step[0].commands == 2);
    tour_free(t);
    tour_free(tour_read(path, &review, &e));
    assert_true(notes == 2 && review.wrong == 1);
}

static void take_name(void *arg, const char *name, const char *file)
{
    struct err e = { 0 };
    char found[300];
    struct tour *t = tour_read(file, NULL, &e);
    if (!t)
        fail_msg("%s", e.text);
    assert_true(t->steps >= 8 && t->minutes > 0 && t->minutes <= 15 && t->title[0]);
    assert_true(tour_find(name, found, sizeof found, &e));
    assert_string_equal(found, file);
    tour_free(t);
    ++*(int *)arg;
}

TEST(own_tours_are_right)
{
    struct err e = { 0 };
    char found[300];
    int n = 0, all = tour_each(take_name, &n);
    assert_int_equal(all, n);
    assert_int_equal(n, 4);
    assert_true(tour_find("2", found, sizeof found, &e) && strstr(found, "2-ellpack.tour"));
    assert_false(tour_find("elpack", found, sizeof found, &e));
    assert_non_null(strstr(e.text, "formats, ellpack, spmm, balance"));
    assert_true(tour_find("mine.tour", found, sizeof found, &e));
    assert_string_equal(found, "mine.tour");
}

/* The lessons follow each other; a tour of one's own is followed by none. */
TEST(the_next_one_is_known)
{
    struct err e = { 0 };
    char found[300], next[100];
    assert_true(tour_find("ellpack", found, sizeof found, &e) && tour_next(found, next, sizeof next));
    assert_string_equal(next, "spmm");
    assert_true(tour_find("balance", found, sizeof found, &e));
    assert_false(tour_next(found, next, sizeof next) || tour_next("mine.tour", next, sizeof next));
}

/* Leaving a lesson says its name, not where it is installed; a tour of one's own is its file. */
TEST(a_lesson_is_named)
{
    struct err e = { 0 };
    char found[300], name[300];
    assert_true(tour_find("3", found, sizeof found, &e));
    assert_string_equal(tour_name(found, name, sizeof name), "spmm");
    assert_string_equal(tour_name("talks/mine.tour", name, sizeof name), "talks/mine.tour");
}

/* No figure is wider than a caption leaves room for. */
TEST(figures_have_room)
{
    static const struct {
        const char *caption;
        double factor;
        bool ratio; /* of times, which may have an ≈ */
    } factors[] = { { "{ell}", 9.99, false },
                    { "{cpu.csr.omp}", 5.06, false },
                    { "{ell}", 1234, false },
                    { "{cpu.csr.omp/cpu.ell.omp}", 123456, true },
                    { "{cpu.csr.omp/cpu.ell.omp}", 0.001, true } };
    for (size_t i = 0; i < COUNT(factors); i++) {
        char widest[TOUR_CAPTION], figure[TEXT_SIZE];
        tour_caption_widest(factors[i].caption, widest, sizeof widest);
        if (factors[i].ratio)
            figure_ratio(figure, factors[i].factor, true);
        else
            figure_factor(figure, factors[i].factor);
        assert_true(canvas_width(widest) >= canvas_width(figure));
    }
}

/* Whoever has opened a pipe may never write, and it can be read once only. */
TEST(a_pipe_is_no_tour)
{
    struct err e = { 0 };
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    const int writer = open(path, O_RDWR | O_CLOEXEC);
    alarm(20);
    assert_null(tour_read(path, NULL, &e));
    alarm(0);
    assert_non_null(strstr(e.text, "is a pipe or a device"));
    close(writer);
    unlink(path);
}

static int make_folder(void **state)
{
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/t.tour", folder);
    return 0;
}

static int drop_folder(void **state)
{
    return shell_status("rm -rf %s", folder);
}

TESTS(make_folder, drop_folder)
