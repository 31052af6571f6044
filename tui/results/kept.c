/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/kept.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/user_path.h"
#include "tui/link/take.h"

enum { KEPT_MB = 50 };

/* "2026-11-22.tsv": ten characters of a date, then the ending. */
static bool is_day(const char *name)
{
    for (int i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? name[i] != '-' : name[i] < '0' || name[i] > '9')
            return false;
    return strcmp(name + 10, ".tsv") == 0;
}

/* ---- the tables of a folder ---- */

static int is_table(const struct dirent *d)
{
    return (d->d_type == DT_REG || d->d_type == DT_UNKNOWN) && is_day(d->d_name);
}

/* Oldest first; returns how many. */
static int tables_of(const char *folder, struct dirent ***table)
{
    *table = NULL;
    const int n = scandir(folder, table, is_table, alphasort);
    return n > 0 ? n : 0;
}

static void free_tables(struct dirent **table, int n)
{
    for (int i = 0; i < n; i++)
        free(table[i]);
    free(table);
}

void kept_prune(const char *folder, unsigned long long most)
{
    struct dirent **table;
    const int n = tables_of(folder, &table);
    unsigned long long bytes = 0; /* of this one and all later ones */
    for (int i = n - 1; i >= 0; i--) {
        struct stat st;
        char path[4400];
        snprintf(path, sizeof path, "%s/%s", folder, table[i]->d_name);
        bytes += stat(path, &st) == 0 ? (unsigned long long)st.st_size : 0;
        if (bytes > most && i < n - 1)
            unlink(path);
    }
    free_tables(table, n);
}

int kept_days(char day[KEPT_DAYS][KEPT_DATE])
{
    char path[4000];
    struct dirent **table = NULL;
    const int n = user_path(USER_STATE, "runs", path, sizeof path) ? tables_of(path, &table) : 0;
    const int taken = n < KEPT_DAYS ? n : KEPT_DAYS;
    for (int i = 0; i < taken; i++)
        snprintf(day[i], KEPT_DATE, "%.10s", table[n - 1 - i]->d_name);
    free_tables(table, n);
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

/* The table of today. A table begun by an older version keeps its format. */
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
    if (!k->rows && !open_today(k, e))
        return false;
    if (rows_put(k->rows, measurement))
        return true;
    rows_close(k->rows, e);
    k->rows = NULL;
    return false;
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
    char name[sizeof "runs/2026-11-22.tsv"];
    snprintf(name, sizeof name, "runs/%.10s.tsv", date);
    return strlen(date) == 10 && is_day(name + strlen("runs/")) && user_path(USER_STATE, name, path, size) &&
           access(path, R_OK) == 0;
}
