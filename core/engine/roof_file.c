/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roof_file: a line that says what was measured, the figures, and a line with the doubt. */
#include "core/engine/roof_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/file_save.h"
#include "core/base/file_text.h"
#include "core/base/user_path.h"

enum { DAY_S = 24 * 60 * 60, TEXT_BYTES = 600, MOST_GBS = 1000000000 };

static bool roof_path(const struct device *d, char *path, size_t size)
{
    char host[256] = "", name[300];
    const char *keep = getenv("NZSCOPE_KEEP");
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "roofs/%s.%s", host, d->id);
    return !(keep && strcmp(keep, "0") == 0) && user_path(USER_STATE, name, path, size);
}

/* What the figures hold for, with a newline. Returns its length. */
static size_t device_line(const struct device *d, char line[TEXT_BYTES])
{
    const char *isa = getenv("NZSCOPE_ISA");
    return (size_t)snprintf(line, TEXT_BYTES, "%s %s, driver %s, %d threads%s %.8s, cache of %" PRIu64 " bytes\n",
                            d->name, d->uuid, d->driver, d->threads, d->pin ? "" : " not pinned", isa ? isa : "",
                            d->cache);
}

enum { FIGURES = 3 + DEVICE_LEVELS + VT_COUNT };

static void figures_of(const struct bandwidth *b, double figure[FIGURES])
{
    figure[0] = b->read;
    figure[1] = b->copy;
    memcpy(&figure[2], b->level, sizeof b->level);
    memcpy(&figure[2 + DEVICE_LEVELS], b->peak, sizeof b->peak);
    figure[FIGURES - 1] = b->peak_computed;
}

static struct bandwidth bandwidth_of(const double figure[FIGURES])
{
    struct bandwidth b = { .read = figure[0], .copy = figure[1], .agreement = 1 };
    memcpy(b.level, &figure[2], sizeof b.level);
    memcpy(b.peak, &figure[2 + DEVICE_LEVELS], sizeof b.peak);
    b.peak_computed = figure[FIGURES - 1] > 0;
    return b;
}

bool roof_file_read(struct device *d)
{
    char path[4096], line[TEXT_BYTES], expected[TEXT_BYTES];
    double figure[FIGURES];
    struct stat st;
    FILE *f = roof_path(d, path, sizeof path) ? file_text_open(path) : NULL;
    device_line(d, expected);
    bool ok = f && fstat(fileno(f), &st) == 0 &&
              labs(time(NULL) - st.st_mtime) < DAY_S && /* clocks are set back, too */
              fgets(line, sizeof line, f) && strcmp(line, expected) == 0;
    for (int i = 0; i < FIGURES; i++)
        ok = ok && fscanf(f, "%lf", &figure[i]) == 1 && figure[i] >= 0 && figure[i] < MOST_GBS;
    if (ok) {
        d->gbs = bandwidth_of(figure);
        if (fscanf(f, " %95[^\n]", d->doubt) != 1)
            d->doubt[0] = '\0';
    }
    if (f)
        fclose(f);
    return ok;
}

void roof_file_write(const struct device *d)
{
    char path[4096], text[TEXT_BYTES];
    double figure[FIGURES];
    size_t used = device_line(d, text);
    struct err ignored;
    figures_of(&d->gbs, figure);
    for (int i = 0; i < FIGURES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.17g ", figure[i]);
    snprintf(text + used, sizeof text - used, "\n%s\n", d->doubt);
    if (roof_path(d, path, sizeof path) && user_path_folders(path))
        file_save_text(path, text, &ignored);
}
