/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_upload: files of this machine for an engine on another one, 50 ms away: sent once, refused with the way to copy
   them, stopped, cut off; and an engine there that means no good. */
#include <dirent.h>
#include <time.h>

#include "core/tests/cmocka.h"
#include "tui/link/client.h"
#include "tui/link/client_parts.h"
#include "tui/link/tests/fake_engine.h"
#include "tui/link/tests/far.h"

static struct client *c;
static struct heard h;

static int end(void **state)
{
    if (c) {
        client_close(c, NULL);
        heard_free(&h);
    }
    c = NULL;
    return 0;
}

static void start(const char *engine, uint64_t limit)
{
    struct err e = { 0 };
    end(NULL);
    c = client_open(&(struct client_options){ .link.engine = engine, .restart = true, .send_limit = limit }, &e);
    if (!c)
        fail_msg("%s", e.text);
    h = heard_new();
}

static json_t *find(const char *name, int cmd)
{
    size_t i;
    json_t *event;
    json_array_foreach(h.events, i, event)
        if (strcmp(json_string_value(json_object_get(event, "ev")), name) == 0 &&
            (!cmd || json_integer_value(json_object_get(event, "cmd")) == cmd))
            return event;
    return NULL;
}

/* Goes on until an event `name` of a command (0: of any) has come. NULL: it is over without one. */
static json_t *until(const char *name, int cmd)
{
    const time_t begun = time(NULL);
    while (!find(name, cmd)) {
        struct pollfd p[LINK_FDS];
        poll(p, (nfds_t)link_fds(client_link(c), p), 200);
        if (!client_read(c, heard_event, &h))
            break;
        if (time(NULL) - begun > 60)
            fail_msg("no %s came", name);
    }
    return find(name, cmd);
}

static const char *text(const json_t *event, const char *member)
{
    const char *value = json_string_value(json_object_get(event, member));
    return value ? value : "(none)";
}

static int status(const json_t *done)
{
    return done ? (int)json_integer_value(json_object_get(done, "status")) : -1;
}

/* Sends a line whose command ends with `should`; its number. */
static int ends(int should, const char *line)
{
    int cmd = client_send(c, "%s", line);
    assert_int_equal(status(until("done", cmd)), should);
    return cmd;
}

/* How many folders of engines the other machine has. */
static int inboxes(void)
{
    int n = 0;
    DIR *all = opendir(getenv("FAR_DIR"));
    for (struct dirent *d; (d = readdir(all));)
        n += strncmp(d->d_name, "nzscope-inbox-", 14) == 0;
    closedir(all);
    return n;
}

/* Opened under its name here, with progress; not sent again for a second look; nothing stays there. */
TEST_IN(sent, NULL, end)
{
    start(far_engine, 10 << 20);
    far_file("my file.mtx", 40, 5000000);
    assert_string_equal(client_host(c), "gpubox");
    int cmd = ends(0, "open my%20file.mtx");
    const json_t *matrix = until("matrix", cmd), *progress = until("progress", cmd);
    assert_string_equal(text(matrix, "name"), "my file");
    assert_string_equal(text(matrix, "source"), "my file.mtx");
    assert_int_equal(json_integer_value(json_object_get(matrix, "nnz")), 40);
    assert_string_equal(text(progress, "what"), "sending to gpubox");
    assert_true(json_integer_value(json_object_get(progress, "total")) > 5000000);
    assert_null(heard_get(&h, "file", 0));
    assert_int_equal(client_pending(c), 0);
    json_array_clear(h.events);
    cmd = ends(0, "open my%20file.mtx");
    assert_string_equal(text(until("matrix", cmd), "source"), "my file.mtx");
    size_t i;
    json_t *event;
    json_array_foreach(h.events, i, event)
        assert_null(strstr(text(event, "what"), "sending"));
    far_file("my file.mtx", 41, 0); /* another file now: sent again */
    cmd = ends(0, "open my%20file.mtx");
    assert_int_equal(json_integer_value(json_object_get(until("matrix", cmd), "nnz")), 41);
    assert_int_equal(inboxes(), 1);
    assert_true(client_close(c, NULL));
    c = NULL;
    heard_free(&h);
    for (int tries = 0; inboxes() > 0 && tries < 100; tries++)
        usleep(50000);
    assert_int_equal(inboxes(), 0);
}

/* A name that no event can carry as it is. */
TEST_IN(odd_name, NULL, end)
{
    start(far_engine, 10 << 20);
    far_file("two\nlines \xFF.mtx", 6, 0);
    int cmd = ends(0, "open two%0Alines%20\xFF.mtx");
    assert_string_equal(text(until("matrix", cmd), "source"), "two%0Alines %FF.mtx");
    json_array_clear(h.events);
    cmd = ends(0, "open lower:two%0Alines%20\xFF.mtx");
    assert_string_equal(text(until("matrix", cmd), "source"), "lower:two%0Alines %FF.mtx");
}

/* What somebody writes to a file while it is sent is not mixed with what was sent before. */
TEST_IN(written_to, NULL, end)
{
    start(far_engine, 20 << 20);
    far_file("torn.mtx", 40, 8000000);
    int cmd = client_send(c, "open torn.mtx");
    assert_non_null(until("progress", cmd));
    FILE *f = fopen("torn.mtx", "r+");
    assert_true(f && fseek(f, -3, SEEK_END) == 0 && fputc('7', f) == '7' && fclose(f) == 0);
    const json_t *done = until("done", cmd);
    assert_int_equal(status(done), 3);
    assert_string_equal(text(done, "text"), "torn.mtx has changed while it was sent");
    assert_int_equal(client_pending(c), 0);
}

/* The engine's own file is opened, whatever lies here; errors name the file as it is called here. */
TEST_IN(own_and_wrong, NULL, end)
{
    char path[200];
    start(far_engine, 10 << 20);
    snprintf(path, sizeof path, "%s/both.mtx", getenv("FAR_DIR"));
    far_file(path, 7, 0);
    far_file("both.mtx", 9, 0);
    int cmd = ends(0, "open both.mtx");
    assert_int_equal(json_integer_value(json_object_get(until("matrix", cmd), "nnz")), 7);
    assert_int_equal(inboxes(), 0);
    FILE *f = fopen("wrong.mtx", "w");
    fputs("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 9 1\n", f);
    fclose(f);
    cmd = client_send(c, "open wrong.mtx");
    const json_t *done = until("done", cmd);
    assert_int_equal(status(done), 3);
    assert_true(strncmp(text(done, "text"), "wrong.mtx:3: ", 13) == 0);
    cmd = client_send(c, "open missing.mtx");
    done = until("done", cmd);
    assert_true(status(done) == 3 && strncmp(text(done, "text"), "missing.mtx: ", 13) == 0);
}

/* Over the limit nothing is sent, and the message says how to copy it; likewise where nothing may be sent. */
TEST_IN(too_large, NULL, end)
{
    static const struct {
        uint64_t limit;
        const char *says;
    } all[] = { { 1000, "large.mtx is not on gpubox, and with " }, { 0, "files are not sent (--send-limit)" } };
    far_file("large.mtx", 3, 100000);
    for (int i = 0; i < 2; i++) {
        start(far_engine, all[i].limit);
        int cmd = client_send(c, "open large.mtx");
        const json_t *done = until("done", cmd);
        assert_int_equal(status(done), 3);
        assert_non_null(strstr(text(done, "text"), all[i].says));
        assert_non_null(strstr(text(done, "text"), "scp large.mtx gpubox: copies it"));
        assert_int_equal(inboxes(), 0);
    }
}

/* An engine behind another program than ssh, on a machine of our name, leaves no gap in the words. */
TEST_IN(too_large_for_nobody, NULL, end)
{
    char engine[1400];
    snprintf(engine, sizeof engine, "env %s", far_engine);
    start(engine, 0);
    far_file("large.mtx", 3, 1000);
    const json_t *done = until("done", client_send(c, "open large.mtx"));
    assert_string_equal(text(done, "text"),
                        "large.mtx is not on the engine's machine, and files are not sent (--send-limit)");
}

/* `stop` ends the sending; the next file goes. */
TEST_IN(stopped, NULL, end)
{
    start(far_engine, 100 << 20);
    far_file("long.mtx", 3, 40000000);
    far_file("short.mtx", 3, 0);
    int cmd = client_send(c, "open long.mtx");
    until("progress", cmd);
    client_send(c, "stop");
    assert_int_equal(status(until("done", cmd)), ERR_CANCELLED);
    ends(0, "open short.mtx");
    assert_true(client_send(c, "open long.mtx") > 0); /* another `open` takes its place */
    ends(0, "open short.mtx");
    assert_int_equal(client_pending(c), 0);
    unlink("long.mtx");
}

/* Other commands that read a file: a matrix that is shown, an X; what comes back has the number that was given. */
TEST_IN(other_readers, NULL, end)
{
    start(far_engine, 1 << 20);
    far_file("shown.mtx", 3, 0);
    FILE *f = fopen("x.mtx", "w");
    fputs("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n", f);
    fclose(f);
    int cmd = ends(0, "show shown.mtx");
    assert_non_null(strstr(h.data, "3"));
    ends(0, "open gen:diag:3");
    h.bytes = 0;
    cmd = ends(0, "mul k=1 x=x.mtx type=f64");
    assert_string_equal(text(until("measurement", cmd), "status"), "ok");
    assert_true(h.bytes > 40 && strncmp(h.data, "%%MatrixMarket matrix array", 27) == 0);
    cmd = ends(0, "write spec=shown.mtx");
    assert_int_equal(client_pending(c), 0);
}

/* A cut while sending, and one while a kernel runs: every command is answered, the machine is named, and no other
   engine is started by itself. */
TEST_IN(cut, NULL, end)
{
    far_file("long.mtx", 3, 40000000);
    for (int i = 0; i < 2; i++) {
        start(far_engine, 100 << 20);
        int cmd = client_send(c, i ? "open gen:stencil27:32" : "open long.mtx");
        if (i) {
            until("done", cmd);
            cmd = client_send(c, "run kernel=cpu.csr.serial samples=1000");
            assert_non_null(until("run", cmd));
        } else {
            until("progress", cmd);
        }
        far_cut(true);
        const json_t *done = until("done", cmd), *died = until("died", 0);
        assert_int_equal(status(done), ERR_ENGINE);
        assert_string_equal(text(done, "text"), "the connection is cut");
        assert_true(died && !json_is_true(json_object_get(died, "again")));
        assert_non_null(strstr(text(died, "text"), "the connection to gpubox is cut"));
        if (i)
            assert_string_equal(text(until("measurement", 0), "text"), "the connection was cut while this ran");
        assert_null(until("never", 0));
        assert_non_null(strstr(client_failed(c), "gpubox is cut (ssh ended with status 255); its last words: "
                                                 "client_loop: send disconnect: Broken pipe"));
        assert_int_equal(client_pending(c), 0);
        start(far_engine, 0);
        assert_null(until("never", 0));
        assert_non_null(strstr(client_failed(c), "gpubox"));
        far_cut(false);
    }
    unlink("long.mtx");
}

/* What the other side says cannot make this one write or send anything else: only the named file goes, and an engine
   that does not know `put` is told to open it itself. */
TEST_IN(no_good, NULL, end)
{
    far_file("named.mtx", 3, 0);
    FILE *f = fopen("secret", "w");
    fputs("secret", f);
    fclose(f);
    /* asks for a file that nobody named, before and after; says that there is none of that name, twice */
    const char *engine =
        fake_engine(HELLO "echo '{\"ev\":\"file\",\"cmd\":9,\"path\":\"secret\",\"here\":false}'\n"
                          "n=0\n"
                          "while read -r verb rest; do\n"
                          "  n=$((n+1))\n"
                          "  echo \"$verb $rest\" >>told\n"
                          "  case $verb in put)\n"
                          "    echo '{\"ev\":\"file\",\"cmd\":'$n',\"path\":\"../../here/secret\",\"here\":false}'\n"
                          "    echo '{\"ev\":\"file\",\"cmd\":'$n',\"path\":\"x y=z\",\"here\":false}' ;;\n"
                          "  esac\n"
                          "  echo '{\"ev\":\"data\",\"cmd\":'$n',\"name\":\"secret\",\"bytes\":3}'; printf bad\n"
                          "  echo '{\"ev\":\"done\",\"cmd\":'$n',\"status\":0}'\n"
                          "done\n");
    start(engine, 1 << 20);
    int cmd = ends(0, "open named.mtx");
    end(NULL);
    fake_engine_remove(engine);
    char line[4096];
    static const char *const told[] = { "put named.mtx size=", "piece ", "seal sum=", "open x%20y%3Dz" };
    f = fopen("told", "r");
    for (int i = 0; i < 4; i++) {
        assert_non_null(fgets(line, sizeof line, f));
        assert_true(strncmp(line, told[i], strlen(told[i])) == 0);
    }
    fclose(f);
    f = fopen("secret", "r");
    assert_true(fgets(line, sizeof line, f) && strcmp(line, "secret") == 0);
    fclose(f);

    engine = fake_engine(HELLO "n=0\n"
                               "while read -r verb rest; do n=$((n+1)); s=0; case $verb in put) s=2;; esac\n"
                               "  echo '{\"ev\":\"done\",\"cmd\":'$n',\"status\":'$s',\"text\":\"'$verb'\"}'\ndone\n");
    start(engine, 1 << 20);
    cmd = client_send(c, "open named.mtx");
    assert_string_equal(text(until("done", cmd), "text"), "open");
    end(NULL);
    fake_engine_remove(engine);
}

TEST(hosts)
{
    static const struct {
        const char *command, *host;
    } all[] = {
        { "ssh gpubox nzscope-engine", "gpubox" },
        { "/usr/bin/ssh -p 22 -oBatchMode=yes -C -i 'a key' me@gpubox.example nzscope-engine", "gpubox.example" },
        { "ssh ssh://me@box:2222 x", "box" },
        { "ssh -- box x", "box" },
        { "ssh -p", "" },
        { "docker exec -i box nzscope-engine", "" },
        { "", "" },
    };
    char host[HOST_NAME];
    for (size_t i = 0; i < COUNT(all); i++) {
        host_of_command(all[i].command, host);
        assert_string_equal(host, all[i].host);
    }
    host_of_command(NULL, host);
    assert_string_equal(host, "");
    host_of_hello("elsewhere", host);
    assert_string_equal(host, "elsewhere");
    char own[256] = "";
    gethostname(own, sizeof own - 1);
    host_of_hello(own, host);
    assert_string_equal(host, "");
}

TESTS(far_begin, far_end)
