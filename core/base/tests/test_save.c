/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_save: a file appears whole or not at all, and nothing is left beside it; and one file is known by
   any of its paths. */
#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "core/base/file_same.h"
#include "core/base/file_save.h"
#include "core/tests/cmocka.h"

static char folder[] = "/tmp/nzscope-save-XXXXXX";

static const char *in_folder(const char *name, char path[200])
{
    snprintf(path, 200, "%s/%s", folder, name);
    return path;
}

static int files_there(void)
{
    DIR *d = opendir(folder);
    int count = 0;

    assert_non_null(d);
    while (readdir(d))
        count++;
    closedir(d);
    return count - 2; /* . and .. */
}

static void check_content(const char *path, const char *text)
{
    char line[100] = "";
    FILE *f = fopen(path, "r");

    assert_non_null(f);
    assert_true(fread(line, 1, sizeof line - 1, f) > 0);
    fclose(f);
    assert_string_equal(line, text);
}

static void save(const char *path, const char *text)
{
    struct file_save s;
    struct err e = { 0 };

    assert_true(file_save_open(&s, path, &e));
    assert_true(file_save_put(&s, text, strlen(text), &e));
    assert_true(file_save_commit(&s, &e));
    file_save_abort(&s);
}

TEST(appears_whole)
{
    char path[200];
    struct file_save s;
    struct err e = { 0 };

    in_folder("a.mtx", path);
    save(path, "first\n");
    check_content(path, "first\n");
    assert_true(file_save_open(&s, path, &e));
    assert_true(file_save_put(&s, "second\n", 7, &e));
    check_content(path, "first\n"); /* until the commit */
    assert_true(file_save_commit(&s, &e));
    check_content(path, "second\n");
    assert_int_equal(files_there(), 1);
    assert_true(file_save_open(&s, path, &e));
    assert_true(file_save_put(&s, "third\n", 6, &e));
    file_save_abort(&s);
    check_content(path, "second\n");
    assert_int_equal(files_there(), 1);
    unlink(path);
}

TEST(keeps_mode_and_link)
{
    char path[200], link[200];
    struct stat st;

    in_folder("a.mtx", path);
    in_folder("link.mtx", link);
    save(path, "first\n");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("a.mtx", link), 0);
    save(link, "through\n");
    check_content(path, "through\n");
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    unlink(link);
    unlink(path);
}

TEST(refuses)
{
    char path[200];
    struct file_save s;
    struct err e = { 0 };

    assert_false(file_save_open(&s, in_folder("no/such/folder.mtx", path), &e));
    assert_int_equal(e.code, ERR_INPUT);
    assert_non_null(strstr(e.text, "folder.mtx: cannot be created: No such file"));
    assert_false(file_save_open(&s, folder, &e));
    assert_non_null(strstr(e.text, "Is a directory"));
    assert_int_equal(files_there(), 0);
    file_save_abort(&s);
}

/* Whoever may write to the folder could replace it. */
TEST(keeps_a_protected_file)
{
    char path[200];
    save(in_folder("protected", path), "mine");
    assert_int_equal(chmod(path, 0444) | chmod(folder, 0777), 0);
    pid_t child = fork();
    if (child == 0) {
        struct file_save s;
        struct err e = { 0 };
        _exit((geteuid() != 0 || setuid(65534) == 0) && !file_save_open(&s, path, &e) &&
                      strstr(e.text, "protected: cannot be written: Permission denied")
                  ? 0
                  : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    check_content(path, "mine");
    unlink(path);
}

TEST(straight_into_a_device)
{
    struct file_save s;
    struct err e = { 0 };

    assert_true(file_save_open(&s, "/dev/full", &e));
    assert_true(s.direct);
    assert_false(file_save_put(&s, "x", 1, &e));
    assert_non_null(strstr(e.text, "No space left"));
    file_save_abort(&s);
    assert_true(file_save_open(&s, "-", &e));
    assert_int_equal(s.fd, STDOUT_FILENO);
    assert_true(file_save_commit(&s, &e));
    assert_true(write(STDOUT_FILENO, "", 0) == 0); /* still open */
}

/* A writer that is killed leaves its temporary file, which the next one removes; those of the living stay, and so do
   files that are called almost like it. */
TEST(removes_leftovers)
{
    char path[200], other[200];
    struct file_save s = { 0 }, living;
    struct err e = { 0 };
    int status;

    in_folder("a.mtx", path);
    in_folder("a.mtx.tmp-notours", other);
    save(other, "other\n");
    assert_true(file_save_open(&living, path, &e));
    pid_t child = fork();
    if (child == 0) {
        if (file_save_open(&s, path, &e) && file_save_put(&s, "half", 4, &e))
            raise(SIGKILL);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files_there(), 3);
    save(path, "first\n");
    assert_int_equal(files_there(), 3); /* a.mtx, the other, that of the living */
    assert_true(file_save_put(&living, "second\n", 7, &e));
    assert_true(file_save_commit(&living, &e));
    check_content(path, "second\n");
    assert_int_equal(files_there(), 2);
    unlink(other);
    unlink(path);
}

TEST(tells_one_file_from_two)
{
    char a[200], b[200], soft[200], hard[200], other[400];

    in_folder("a.mtx", a);
    in_folder("b.mtx", b);
    in_folder("soft.mtx", soft);
    in_folder("hard.mtx", hard);
    snprintf(other, sizeof other, "%s/./a.mtx", folder);
    assert_true(file_same(a, other)); /* neither is there yet */
    assert_false(file_same(a, b));
    save(a, "first\n");
    assert_false(file_same(a, b));
    save(b, "first\n");
    assert_false(file_same(a, b));
    assert_int_equal(symlink("a.mtx", soft), 0);
    assert_int_equal(link(a, hard), 0);
    assert_true(file_same(a, other) && file_same(a, soft) && file_same(hard, soft));
    assert_false(file_same("/dev/null", "/dev/null")); /* shared freely */
    unlink(a);
    unlink(b);
    unlink(soft);
    unlink(hard);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    int failed = tests_run(NULL, NULL);
    return rmdir(folder) ? 1 : failed;
}
