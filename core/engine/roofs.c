/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofs: the best bandwidth measured within a day, as other programs only lower it. A lower one casts doubt on it. */
#include "core/engine/roofs.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/file_save.h"
#include "core/base/file_text.h"
#include "core/base/user_path.h"
#include "core/engine/inventory.h"

/* ---- roofs kept for a day, so that the next engine need not measure them ----
   HOST.DEVICE: a line that says what was measured, the figures, and a line with the doubt. */

enum { DAY_S = 24 * 60 * 60, TEXT_BYTES = 900, MOST_GBS = 1000000000 };

bool roofs_path(const char *end, char *path, size_t size)
{
    char host[256] = "", name[300];
    const char *keep = getenv("NZSCOPE_KEEP");
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "roofs/%s.%s", host, end);
    return !(keep && strcmp(keep, "0") == 0) && user_path(USER_STATE, name, path, size);
}

/* What the figures apply to, and that memory was read from evicted lines, in one line. Returns its length. */
static size_t device_line(const struct device *d, char line[TEXT_BYTES])
{
    const char *isa = getenv("NZSCOPE_ISA");
    return (size_t)snprintf(line, TEXT_BYTES,
                            "%s %s, driver %s, %d threads%s %.8s, cache of %" PRIu64
                            " bytes, evicted, one alone, in registers, L1, long streams\n",
                            d->name, d->uuid, d->driver, d->threads, d->pin ? "" : " not pinned", isa ? isa : "",
                            d->cache);
}

enum { RATES = sizeof(struct rates) / sizeof(double), FIGURES = 2 * RATES + 1 };

static void figures_of(const struct bandwidth *b, double figure[FIGURES])
{
    memcpy(figure, &b->all, sizeof b->all);
    memcpy(&figure[RATES], &b->one, sizeof b->one);
    figure[2 * RATES] = b->peak_computed;
}

static struct bandwidth bandwidth_of(const double figure[FIGURES])
{
    struct bandwidth b = { .agreement = 1, .peak_computed = figure[2 * RATES] > 0 };
    memcpy(&b.all, figure, sizeof b.all);
    memcpy(&b.one, &figure[RATES], sizeof b.one);
    return b;
}

/* Reads the bandwidths kept for this device, and the doubt. False: none, or too old. */
static bool roof_file_read(struct device *d)
{
    char path[4096], line[TEXT_BYTES], expected[TEXT_BYTES];
    double figure[FIGURES];
    struct stat st;
    FILE *f = roofs_path(d->id, path, sizeof path) ? file_text_open(path) : NULL;
    device_line(d, expected);
    bool ok = f && fstat(fileno(f), &st) == 0 && labs(time(NULL) - st.st_mtime) < DAY_S && /* clocks may be set back */
              fgets(line, sizeof line, f) && strcmp(line, expected) == 0;
    for (int i = 0; i < FIGURES; i++)
        ok = ok && fscanf(f, "%lf", &figure[i]) == 1 && figure[i] >= 0 && figure[i] < MOST_GBS;
    if (ok) {
        d->gbs = bandwidth_of(figure);
        int all = 0;
        if (fscanf(f, "%d %95[^\n]", &all, d->doubt) != 2)
            d->doubt[0] = '\0';
        d->doubt_all = all;
    }
    if (f)
        fclose(f);
    return ok;
}

/* The file is as old as its memory roof, which confirming does not renew. If writing fails, it is measured again. */
static void roof_file_write(const struct device *d, bool confirmed)
{
    char path[4096], text[TEXT_BYTES];
    double figure[FIGURES];
    struct stat was;
    struct err ignored;
    device_line(d, text);
    figures_of(&d->gbs, figure);
    for (int i = 0; i < FIGURES; i++)
        text_add(text, sizeof text, "%.17g ", figure[i]);
    text_add(text, sizeof text, "\n%d %s\n", d->doubt_all, d->doubt);
    if (!roofs_path(d->id, path, sizeof path) || !user_path_folders(path))
        return;
    const bool ages = confirmed && stat(path, &was) == 0;
    if (file_save_text(path, text, &ignored) && ages)
        utimensat(AT_FDCWD, path, (const struct timespec[2]){ was.st_atim, was.st_mtim }, 0);
}

static const double most = 1.05, agreement_least = 0.95;

/* Sets d->doubt to what casts doubt on the better of d->gbs and a new measurement, which counts if it is better. */
static void roof_judge(struct device *d, const struct bandwidth *b, double others)
{
    const double before = measure_memory_gbs(d, &d->gbs.all), now = measure_memory_gbs(d, &b->all);
    const bool trusted = before > 0 && !*d->doubt && now <= most * before;
    char doubt[sizeof d->doubt] = "";
    const bool others_disturb = device_is_cpu(d->kind) && load_disturbs(others);
    if (others_disturb)
        snprintf(doubt, sizeof doubt, "measured while other programs kept %.1f processors busy", others);
    else if (b->agreement < agreement_least)
        snprintf(doubt, sizeof doubt, "its best passes differ by %.0f%%", 100 * (1 - b->agreement));
    const bool disturbed = *doubt;
    if (!disturbed && now * most < before)
        snprintf(doubt, sizeof doubt, "%.1f GB/s, then %.1f", before, now);
    if (!disturbed || !trusted) {
        memcpy(d->doubt, doubt, sizeof doubt);
        d->doubt_all = others_disturb;
    }
}

static void roof_merge(struct bandwidth *best, const struct bandwidth *b)
{
    double was[FIGURES], is[FIGURES];
    figures_of(best, was);
    figures_of(b, is);
    for (int i = 0; i < FIGURES; i++)
        is[i] = fmax(is[i], was[i]);
    *best = bandwidth_of(is);
}

/* No cache is slower than the memory behind it: a lower figure was disturbed and is dropped. */
static void levels_drop(const struct device *d, struct rates *r)
{
    for (int i = 0; i < DEVICE_LEVELS; i++)
        if (r->level[i] < measure_memory_gbs(d, r))
            r->level[i] = 0;
}

/* "28.6 GB/s (L2 112, L3 60), one thread 12.5" */
static void roof_text(const struct device *d, char *text, size_t size)
{
    char levels[100] = "";
    for (int i = 0; i < d->levels; i++)
        if (d->gbs.all.level[i] > 0)
            text_join(levels, sizeof levels, ", ", "%s %.0f", d->level[i].name, d->gbs.all.level[i]);
    snprintf(text, size, *levels ? "%.1f GB/s (%s)" : "%.1f GB/s", measure_memory_gbs(d, &d->gbs.all), levels);
    if (measure_memory_gbs(d, &d->gbs.one) > 0)
        text_add(text, size, ", one thread %.1f", measure_memory_gbs(d, &d->gbs.one));
}

static int place_of(const struct session *s, const struct device *d)
{
    int at = 0;
    while (s->registry.device[at] != d)
        at++;
    return at;
}

/* Reports a roof that is doubtful, has risen, or was requested. An unrequested report is a notice once per device, and
   a log line whenever it changes: on a busy machine it changes all the time. */
static void roof_tell(struct session *s, const struct device *d, double before, bool wanted)
{
    const int at = place_of(s, d);
    char text[300], roof[120], was[60] = "";
    bool risen = before > 0 && measure_memory_gbs(d, &d->gbs.all) > most * before;
    if (!risen && !*d->doubt && !wanted)
        return;
    if (risen)
        snprintf(was, sizeof was, ", not %.1f as measured before", before);
    roof_text(d, roof, sizeof roof);
    snprintf(text, sizeof text, "roof of %s: %s%s%s%s", d->id, roof, was, *d->doubt ? "; in doubt: " : "", d->doubt);
    if (wanted || !s->roof_told[at])
        session_notice(s, text);
    else
        event_log(s->events, text);
    s->roof_told[at] = true;
}

static bool roof_measure(struct session *s, struct device *d, bool again, bool wanted, struct err *e)
{
    double before = measure_memory_gbs(d, &d->gbs.all);
    struct bandwidth b = { 0 };
    if (!d->ops->bandwidth || (before > 0 && !again))
        return true;
    if (before <= 0 && roof_file_read(d)) {
        before = measure_memory_gbs(d, &d->gbs.all);
        if (!again) {
            inventory_device(s, d);
            roof_tell(s, d, 0, false);
            return true;
        }
    }
    if (!progress_step(session_progress(s), "measuring bandwidth", 0, 0, e))
        return false;
    struct load_mark begin = load_mark("/proc/stat");
    if (!d->ops->bandwidth(d, &b, e))
        return err_prefix(e, "bandwidth of %s", d->id);
    struct load_mark end = load_mark("/proc/stat");
    roof_judge(d, &b, load_others(&begin, &end));
    roof_merge(&d->gbs, &b);
    levels_drop(d, &d->gbs.all);
    levels_drop(d, &d->gbs.one);
    roof_file_write(d, measure_memory_gbs(d, &b.all) < before);
    inventory_device(s, d);
    roof_tell(s, d, before, wanted);
    return true;
}

bool do_bandwidth(struct session *s, const struct command *c, struct err *e)
{
    int64_t again;
    if (!command_number(c, "again", 0, 1, 0, &again, e))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < s->registry.devices; i++)
        ok = session_goes_on(s, e) && roof_measure(s, s->registry.device[i], again, again, e);
    return ok;
}

/* False: it cannot be measured; the log says why. */
static bool roof_try(struct session *s, struct device *d, bool again)
{
    struct err e = { 0 };
    bool ok = roof_measure(s, d, again, false, &e);
    if (!ok && e.code != ERR_CANCELLED)
        event_log(s->events, e.text);
    return ok;
}

void roofs_measure(struct session *s, struct device *d)
{
    if (!session_cancelled(s))
        roof_try(s, d, false);
}

void roofs_review(struct session *s, struct device *d, const struct conditions *c, const struct measurement *m)
{
    const int at = place_of(s, d);
    const struct roof r = measure_roof(m, d);
    bool passed = r.share > most && !r.between, quieter = *d->doubt && !load_disturbs(c->load_others);
    if ((!passed && !quieter) || s->roof_cmd[at] == s->cmd)
        return;
    s->roof_cmd[at] = s->cmd;
    roof_try(s, d, true);
}

bool roofs_doubtful(const struct measurement *m, const struct device *d)
{
    const struct roof r = measure_roof(m, d);
    const bool memory = strcmp(r.name, "DRAM") == 0;
    return (*d->doubt && (memory || d->doubt_all)) || r.between || r.share > most;
}

/* ---- what teams of threads have reached ----
   HOST.pace: the processor and how many, and a line "threads most" for each team (struct pace). */

enum { LINE = 200, FASTEST = 200 }; /* no core starts as many instructions in a cycle, nor passes a line on as fast */

static void first_line(const struct device *d, char line[LINE])
{
    snprintf(line, LINE, "%s, %d threads%s\n", d->name, d->threads, d->pin ? "" : " not pinned");
}

static void pace_read(struct pace *p, const struct device *d)
{
    char path[4096], line[LINE], expected[LINE];
    int threads;
    double reached;
    FILE *f = roofs_path("pace", path, sizeof path) ? file_text_open(path) : NULL;
    first_line(d, expected);
    if (f && fgets(line, sizeof line, f) && strcmp(line, expected) == 0)
        while (fscanf(f, "%d %lf", &threads, &reached) == 2 && threads && reached < FASTEST)
            pace_note(p, threads, reached);
    if (f)
        fclose(f);
    p->risen = false;
}

struct pace *paces_of(struct session *s, const struct device *d)
{
    if (!d || !device_is_cpu(d->kind))
        return NULL;
    if (!s->pace_device)
        pace_read(&s->pace, d);
    s->pace_device = d;
    return &s->pace;
}

void paces_keep(struct session *s)
{
    char path[4096], text[LINE + 64 * PACES];
    struct err ignored;
    if (!s->pace.risen || !s->pace_device || !roofs_path("pace", path, sizeof path) || !user_path_folders(path))
        return;
    first_line(s->pace_device, text);
    for (int i = 0; i < PACES && s->pace.team[i].threads; i++)
        text_add(text, sizeof text, "%d %.17g\n", s->pace.team[i].threads, s->pace.team[i].most);
    file_save_text(path, text, &ignored);
    s->pace.risen = false;
}
