/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_inbox: files that are sent to the engine: where they are put, what is refused, and that they go with it.
 */
#include <dirent.h>
#include <inttypes.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/base/base64.h"
#include "core/base/hash.h"
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

/* The folders of engines below ours. */
static int inboxes(void)
{
    int n = 0;
    DIR *all = opendir(folder);
    for (struct dirent *d; (d = readdir(all));)
        n += strncmp(d->d_name, "nzscope-inbox-", 14) == 0;
    closedir(all);
    return n;
}

static int begin(void **state)
{
    return files_make(state) || setenv("TMPDIR", folder, 1);
}

/* Announces a file; the path under which the engine takes it. */
static void put(struct engine_client *c, const char *name, size_t size, char path[600])
{
    int cmd = client_say(c, "put %s size=%zu\n", name, size);
    json_t *file = client_until(c, "file", cmd);
    assert_false(json_is_true(json_object_get(file, "here")));
    snprintf(path, 600, "%s", text_of(file, "path"));
    json_decref(file);
    client_done(c, cmd, 0, "");
}

static int piece(struct engine_client *c, const void *bytes, size_t n)
{
    char text[BASE64_SIZE(4096)];

    return client_say(c, "piece %s\n", base64_encode(bytes, n, text));
}

static int seal(struct engine_client *c, const void *bytes, size_t n)
{
    return client_say(c, "seal sum=%016" PRIx64 "\n", hash_fnv1a(HASH_FNV1A, bytes, n));
}

/* In two pieces; opened under its own name; gone with the engine. */
TEST(taken)
{
    const size_t n = sizeof small_file - 1;
    char path[600], line[700];
    struct stat st;
    struct engine_client c = client_start();
    put(&c, "some/where/tiny.mtx", n, path);
    assert_non_null(strstr(path, "/tiny.mtx"));
    client_done(&c, piece(&c, small_file, 50), 0, "");
    client_done(&c, piece(&c, small_file + 50, n - 50), 0, "");
    client_done(&c, seal(&c, small_file, n), 0, "");
    assert_true(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600 && st.st_size == (off_t)n);
    snprintf(line, sizeof line, "open %s\n", path);
    json_t *matrix = client_ask(&c, line, "matrix");
    assert_string_equal(text_of(matrix, "name"), "tiny");
    assert_int_equal(integer_of(matrix, "nnz"), 5);
    json_decref(matrix);
    assert_int_equal(inboxes(), 1);
    client_quit(&c);
    assert_int_equal(inboxes(), 0);
}

/* A file that the engine has is its own; without a size nothing is made. */
ENGINE_TEST(here)
{
    char line[300];
    snprintf(line, sizeof line, "put %s/small.mtx size=9\n", folder);
    json_t *file = client_ask(c, line, "file");
    assert_true(json_is_true(json_object_get(file, "here")));
    assert_int_equal(integer_of(file, "bytes"), sizeof small_file - 1);
    json_decref(file);
    client_done(c, client_say(c, "put missing.mtx\n"), 3, "missing.mtx is not here");
    assert_int_equal(inboxes(), 0);
}

TEST(refused)
{
    char path[600];
    struct stat st;
    struct engine_client c = client_start();
    static const char *const names[] = { "nowhere/", "nowhere/..", ".hidden" };
    for (int i = 0; i < 3; i++)
        client_done(&c, client_say(&c, "put %s size=3\n", names[i]), 3, "not a valid name");
    client_done(&c, client_say(&c, "piece AAAA\n"), 2, "no file is being sent");
    client_done(&c, client_say(&c, "seal sum=0\n"), 2, "no file is being sent");
    put(&c, "a.mtx", 5, path);
    client_done(&c, piece(&c, "123456", 6), 2, "not a piece of that file"); /* more than was announced */
    assert_int_not_equal(stat(path, &st), 0);
    put(&c, "a.mtx", 5, path);
    client_done(&c, client_say(&c, "piece A*A\n"), 2, "not a piece of that file");
    put(&c, "a.mtx", 5, path);
    client_done(&c, piece(&c, "1234", 4), 0, "");
    client_done(&c, seal(&c, "1234", 4), 3, "4 of 5 bytes came"); /* too few */
    assert_int_not_equal(stat(path, &st), 0);
    put(&c, "a.mtx", 4, path);
    client_done(&c, piece(&c, "1234", 4), 0, "");
    client_done(&c, seal(&c, "1235", 4), 3, "changed in transit");
    assert_int_not_equal(stat(path, &st), 0);
    client_quit(&c);
    assert_int_equal(inboxes(), 0);
}

/* No room is told before anything is sent, and names the folder. */
TEST(no_room)
{
    const struct rlimit small_files = { 4096, 4096 };
    struct engine_client c = client_start();
    assert_int_equal(prlimit(c.pid, RLIMIT_FSIZE, &small_files, NULL), 0);
    client_done(&c, client_say(&c, "put big.mtx size=2000000\n"), 3, "2.0 MB do not fit in /tmp/nzscope-test-");
    client_quit(&c);
    assert_int_equal(inboxes(), 0);
}

/* Of an engine that was killed the next one deletes what it finds; of one that lives, and of the user, nothing. */
TEST(killed)
{
    struct engine_client c, other, next;
    char path[600], users[600];
    int status;
    snprintf(users, sizeof users, "%s/nzscope-inbox-of-mine", folder);
    assert_int_equal(mkdir(users, 0700), 0);
    c = client_start();
    other = client_start();
    put(&c, "a.mtx", 4, path);
    put(&other, "a.mtx", 4, path);
    kill(c.pid, SIGKILL);
    client_reap(&c, &status);
    assert_int_equal(inboxes(), 3);
    next = client_start();
    json_decref(client_until(&next, "hello", 0));
    assert_int_equal(inboxes(), 2);
    put(&next, "a.mtx", 4, path);
    client_done(&other, piece(&other, "1234", 4), 0, "");
    client_done(&other, seal(&other, "1234", 4), 0, "");
    client_quit(&other);
    client_quit(&next);
    assert_int_equal(rmdir(users), 0);
    assert_int_equal(inboxes(), 0);
}

TESTS(begin, files_remove)
