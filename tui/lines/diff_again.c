/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/diff_again.h"

#include "core/catalog/catalog.h"
#include "tui/results/results.h"

enum { LIST = 2000, SPECS = 16 };

static bool is_open(const json_t *line, double share)
{
    const double lo = take_double(line, "ratio_lo");
    return json_object_get(line, "ratio") && lo * (1 + share) < 1;
}

/* The values of a member of the open lines, each once: "1,4". Returns how many. */
static int list_of(const json_t *lines, double share, const char *member, char out[LIST])
{
    const json_t *line;
    int n = 0;
    out[0] = 0;
    JSON_EACH(line, lines) {
        char room[32];
        const char *text = take_as_text(json_object_get(line, member), room, sizeof room);
        const bool serial = strcmp(member, "threads") == 0 && model_names_serial(take_string(line, "kernel"));
        if (!is_open(line, share) || !*text || serial)
            continue;
        bool has = false;
        char item[256];
        for (const char *all = out; text_item(&all, item, sizeof item);)
            has |= strcmp(item, text) == 0;
        if (!has)
            text_join(out, LIST, ",", "%s", text);
        n += !has;
    }
    return n;
}

/* As MATRIX on a command line. A table does not say in which folder its files were: one that is not found has a
   placeholder, FILE_OF_cora. */
static char *spec_of(const json_t *rows, const char *matrix)
{
    const json_t *row;
    const char *origin = "", *before = "";
    char *spec = NULL, path[4096];
    const int lower = strncmp(matrix, "lower:", 6) == 0 ? 6 : 0;
    JSON_EACH(row, rows)
        if (strcmp(take_string(row, "matrix"), matrix) == 0)
            origin = take_string(row, "origin");
    if (text_has("generated twin", origin, (int)strlen(origin)))
        return asprintf(&spec, "gen:%s", matrix) < 0 ? NULL : spec;
    if (!catalog_path_of(matrix + lower, path, sizeof path))
        before = "FILE_OF_";
    return asprintf(&spec, "%.*s%s%s", lower, matrix, before, matrix + lower) < 0 ? NULL : spec;
}

/* The only commit that the rows name; "": none, or several. */
static const char *commit_of(const json_t *rows)
{
    const char *commit = "";
    const json_t *row;
    JSON_EACH(row, rows) {
        const char *is = take_string(row, "commit");
        if (results_elsewhere(row))
            continue;
        if (!*is || (*commit && strcmp(commit, is) != 0))
            return "";
        commit = is;
    }
    return commit;
}

/* Two builds take turns; else `table` gets more runs. Longer ones would not do: how far runs lie apart is open. */
static void decide_by(struct options *again, bool builds, const char *table, char *percent)
{
    again->value[OPT_COMPARE_ENGINE] = builds ? "OLD/nzscope-engine" : NULL;
    again->value[OPT_THRESHOLD] = builds ? percent : NULL;
    if (!builds)
        again->value[OPT_APPEND] = text_ends_in(table, ".tsv") || text_ends_in(table, ".csv") ? table : "NEW.tsv";
}

void diff_again_say(struct lines *l, const json_t *lines, const json_t *old, const json_t *new, double share,
                    const char *table)
{
    static const struct {
        enum option option;
        const char *member, *usual; /* usual: the default, which need not be said */
        bool one;                   /* takes no list */
    } parts[] = { { OPT_OP, "op", "mul", true },
                  { OPT_KERNEL, "kernel", "", false },
                  { OPT_K, "k", "1", false },
                  { OPT_TYPE, "type", "f64", false },
                  { OPT_THREADS, "threads", "", false },
                  { OPT_REORDER, "reorder", "", false },
                  { OPT_COLD, "cache", "warm", true } };
    char list[COUNT(parts)][LIST], matrices[LIST], percent[32], item[256], *spec[SPECS + 1] = { NULL };
    const char *was = commit_of(old), *is = commit_of(new), *all = matrices;
    const bool builds = *was && *is && strcmp(was, is) != 0;
    struct options again = { .command = CMD_bench, .word = spec };
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (list_of(lines, share, parts[i].member, list[i]) > 1 && parts[i].one)
            return;
        if (list[i][0] && strcmp(list[i], parts[i].usual) != 0)
            again.value[parts[i].option] = parts[i].option == OPT_COLD ? "" : list[i];
    }
    if (list_of(lines, share, "matrix", matrices) > SPECS)
        return;
    while (text_item(&all, item, sizeof item) && (spec[again.words] = spec_of(new, item)))
        again.words++;
    snprintf(percent, sizeof percent, "%.2g%%", fmax(100 * share, 0.5));
    decide_by(&again, builds, table, percent);
    if (builds)
        lines_say(l, "to decide, with OLD/nzscope-engine as built from %.40s and this one from %.40s:", was, is);
    else
        lines_say(l,
                  "to decide, take more runs, the old way and the new one in turns, four each at least; the new way:");
    lines_paste(l, &again);
    for (int i = 0; i < again.words; i++)
        free(spec[i]);
}
