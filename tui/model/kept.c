/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept: results that stay: a table for each day. */
#include "tui/model/results.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/user_path.h"

enum { KEPT_MB = 50, DAY = sizeof "2026-11-22.tsv" };

/* "2026-11-22.tsv": ten characters of a date, then the ending. */
static bool is_day(const char *name)
{
    for (int i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? name[i] != '-' : name[i] < '0' || name[i] > '9')
            return false;
    return strcmp(name + 10, ".tsv") == 0;
}

/* ---- pruning ---- */

struct day {
    char name[DAY];
    unsigned long long bytes;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct day *)a)->name, ((const struct day *)b)->name);
}

/* The tables of the folder, oldest first; returns how many, and their size together. */
static int days_of(DIR *folder, struct day **days, unsigned long long *bytes)
{
    int n = 0;
    *days = NULL;
    *bytes = 0;
    for (struct dirent *d; (d = readdir(folder));) {
        struct stat st;
        if (!is_day(d->d_name) || fstatat(dirfd(folder), d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode))
            continue;
        struct day *more = realloc(*days, (size_t)(n + 1) * sizeof *more);
        if (!more)
            break;
        *days = more;
        memcpy(more[n].name, d->d_name, DAY); /* is_day knows its length */
        *bytes += more[n++].bytes = (unsigned long long)st.st_size;
    }
    if (n > 0)
        qsort(*days, (size_t)n, sizeof **days, by_name);
    return n;
}

void kept_prune(const char *path, unsigned long long most)
{
    struct day *days;
    unsigned long long bytes;
    DIR *folder = opendir(path);
    if (!folder)
        return;
    int n = days_of(folder, &days, &bytes);
    for (int i = 0; i + 1 < n && bytes > most; i++)
        if (unlinkat(dirfd(folder), days[i].name, 0) == 0)
            bytes -= days[i].bytes;
    free(days);
    closedir(folder);
}

int kept_days(char day[KEPT_DAYS][KEPT_DATE])
{
    char path[4000];
    struct day *days;
    unsigned long long bytes;
    DIR *folder = user_path(USER_STATE, "runs", path, sizeof path) ? opendir(path) : NULL;
    int n = folder ? days_of(folder, &days, &bytes) : 0, taken = 0;
    while (taken < n && taken < KEPT_DAYS) {
        snprintf(day[taken], KEPT_DATE, "%.10s", days[n - 1 - taken].name);
        taken++;
    }
    if (folder) {
        free(days);
        closedir(folder);
    }
    return taken;
}

char *kept_text(char out[KEPT_TEXT])
{
    enum { SAID = 3 };
    char day[KEPT_DAYS][KEPT_DATE];
    const int n = kept_days(day);
    snprintf(out, KEPT_TEXT, "%s", n ? day[0] : "none");
    for (int i = 1; i < n && i < SAID; i++)
        text_add(out, KEPT_TEXT, ", %s", day[i]);
    text_add(out, KEPT_TEXT, "%s", n > SAID ? " …" : "");
    return out;
}

void kept_offer(void (*add)(const char *))
{
    char day[KEPT_DAYS][KEPT_DATE];
    for (int i = 0, n = kept_days(day); i < n; i++)
        add(day[i]);
}

/* ---- results ---- */

/* The table of today; the older format of a table that an older version began is kept. */
static bool open_today(struct kept *k, struct err *e)
{
    char name[32];
    time_t now = time(NULL);
    struct tm tm;
    localtime_r(&now, &tm);
    strftime(name, sizeof name, "runs/%Y-%m-%d.tsv", &tm);
    if (!user_path(USER_STATE, name, k->path, sizeof k->path))
        return err_set(e, ERR_INPUT, "results cannot be kept: neither XDG_STATE_HOME nor HOME names a folder");
    if (!user_path_folders(k->path))
        return err_set(e, ERR_INPUT, "results cannot be kept: there is no folder for them: %s", err_reason(errno));
    k->rows = rows_open(k->path, true, ROWS_TSV, e);
    return k->rows || err_prefix(e, "results cannot be kept");
}

bool kept_put(struct kept *k, const json_t *measurement, struct err *e)
{
    if (!take_ok(measurement))
        return true;
    return (k->rows || open_today(k, e)) && rows_put(k->rows, measurement, e);
}

void kept_close(struct kept *k)
{
    if (!k->rows)
        return;
    rows_close(k->rows, NULL);
    k->rows = NULL;
    *strrchr(k->path, '/') = 0;
    kept_prune(k->path, KEPT_MB * 1000000ull);
}

bool kept_find(const char *date, char *path, size_t size)
{
    char name[sizeof "runs/" + DAY];
    snprintf(name, sizeof name, "runs/%.10s.tsv", date);
    return strlen(date) == 10 && is_day(name + strlen("runs/")) && user_path(USER_STATE, name, path, size) &&
           access(path, R_OK) == 0;
}
