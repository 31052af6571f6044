/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/diff_again.h"

#include "core/catalog/catalog.h"
#include "tui/lines/lines_command.h"
#include "tui/model/flags.h"
#include "tui/results/results.h"

enum { LIST = 2000, SPECS = 16 };

static bool is_open(const json_t *line, double share)
{
    const double lo = take_double(line, "ratio_lo");
    return json_object_get(line, "ratio") && lo * (1 + share) < 1;
}

/* Which lines a command measures: those that are open and ran with `team` threads, as text; `serial`: and those of
   serial kernels, whatever their threads. */
struct retry {
    const json_t *lines;
    double share;
    char team[32]; /* "": any */
    bool serial;
};

static bool is_in(const struct retry *p, const json_t *line)
{
    char room[32];
    if (!is_open(line, p->share) || !*p->team)
        return is_open(line, p->share);
    if (model_names_serial(take_string(line, "kernel")))
        return p->serial;
    return strcmp(take_as_text(json_object_get(line, "threads"), room, sizeof room), p->team) == 0;
}

static bool add_once(char list[LIST], const char *text)
{
    const bool has = flags_has(list, text);
    if (!has)
        text_join(list, LIST, ",", "%s", text);
    return !has;
}

/* The values of a member of these lines, each once: "1,4". Returns how many. */
static int list_of(const struct retry *p, const char *member, char out[LIST])
{
    const json_t *line;
    int n = 0;
    out[0] = 0;
    JSON_EACH(line, p->lines) {
        char room[32];
        const char *text = take_as_text(json_object_get(line, member), room, sizeof room);
        const bool serial = strcmp(member, "threads") == 0 && model_names_serial(take_string(line, "kernel"));
        if (is_in(p, line) && *text && !serial)
            n += add_once(out, text);
    }
    return n;
}

/* Whether the engine says that a kernel has this value by itself: then no command need name it. */
static bool is_default(const struct lines *l, const char *kernel, const char *name, const char *value)
{
    const json_t *k, *param;
    char room[64];
    bool is = false;
    JSON_EACH(k, l->kernels)
        JSON_EACH(param, strcmp(take_string(k, "name"), kernel) == 0 ? json_object_get(k, "params") : NULL) {
            json_t *initial = lines_initial(param);
            is |= strcmp(take_string(param, "name"), name) == 0 &&
                  strcmp(take_as_text(initial, room, sizeof room), value) == 0;
            json_decref(initial);
        }
    return is;
}

/* Adds the values of a line's parameters to the lists of `values`, and names those not at their defaults in `changed`.
 */
static void add_params(const struct lines *l, const json_t *line, json_t *values, json_t *changed)
{
    char params[LIST], name[64], value[64], list[LIST];
    const char *words = params;
    int length;
    model_params(take_string(line, "params"), "reorder choice", params, sizeof params);
    for (const char *word; (word = text_word(&words, &length));) {
        if (sscanf(word, "%63[^=]=%63s", name, value) != 2)
            continue;
        snprintf(list, sizeof list, "%s", take_string(values, name));
        add_once(list, value);
        json_object_set_new(values, name, json_string(list));
        if (!is_default(l, take_string(line, "kernel"), name, value))
            json_object_set_new(changed, name, json_true());
    }
}

/* Of parameters that a line has not at their defaults, all values, as --set options. A new array: their texts. */
static json_t *put_sets(const struct lines *l, const struct retry *p, struct options *again)
{
    json_t *values = json_object(), *changed = json_object(), *sets = json_array(), *is;
    const json_t *line;
    const char *name;
    JSON_EACH(line, p->lines)
        if (is_in(p, line))
            add_params(l, line, values, changed);
    again->sets = 0;
    json_object_foreach(changed, name, is) {
        json_array_append_new(sets, json_sprintf("%s=%s", name, take_string(values, name)));
        if (again->sets < OPTIONS_SETS)
            again->set[again->sets++] = json_string_value(json_array_get(sets, json_array_size(sets) - 1));
    }
    json_decref(values);
    json_decref(changed);
    return sets;
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

/* Two builds take turns; else `table` gets more runs, two of each turn. Longer ones would not do: how far runs lie
   apart is open. */
static void decide_by(struct options *again, bool builds, const char *table, char *percent)
{
    again->value[OPT_COMPARE_ENGINE] = builds ? "OLD/nzscope-engine" : NULL;
    again->value[OPT_THRESHOLD] = builds ? percent : NULL;
    again->value[OPT_REPEAT] = builds ? NULL : "2";
    if (!builds)
        again->value[OPT_APPEND] = text_ends_in(table, ".tsv") || text_ends_in(table, ".csv") ? table : "NEW.tsv";
}

/* The command that measures these lines again, below `said`; NULL: it has been said. Nothing if bench cannot run them
   all at once. */
static void say_part(struct lines *l, const struct retry *p, struct options *again, const json_t *new, const char *said)
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
    char list[COUNT(parts)][LIST], matrices[LIST], item[256], *spec[SPECS + 1] = { NULL };
    const char *all = matrices;
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (list_of(p, parts[i].member, list[i]) > 1 && parts[i].one)
            return;
        const bool usual = !list[i][0] || strcmp(list[i], parts[i].usual) == 0;
        again->value[parts[i].option] = usual ? NULL : parts[i].option == OPT_COLD ? "" : list[i];
    }
    if (list_of(p, "matrix", matrices) > SPECS)
        return;
    again->word = spec;
    for (again->words = 0; text_item(&all, item, sizeof item) && (spec[again->words] = spec_of(new, item));)
        again->words++;
    json_t *sets = put_sets(l, p, again);
    if (said)
        lines_say(l, "%s", said);
    lines_paste(l, again);
    json_decref(sets);
    for (int i = 0; i < again->words; i++)
        free(spec[i]);
}

/* Only the engine knows which values are defaults. Without it every parameter is named, which is right, but long. */
static void know_kernels(struct lines *l)
{
    static const struct options any = { .command = CMD_list };
    struct err e = { 0 };
    if (l->client || lines_start(l, &any, &e))
        lines_ready(l, &e);
}

void diff_again_say(struct lines *l, const json_t *lines, const json_t *old, const json_t *new, double share,
                    const char *table)
{
    const char *was = commit_of(old), *is = commit_of(new);
    const bool builds = *was && *is && strcmp(was, is) != 0;
    struct retry p = { lines, share, .serial = true };
    struct options again = { .command = CMD_bench };
    char percent[32], teams[LIST], said[200];
    const char *all = teams, *once = said;
    know_kernels(l);
    snprintf(percent, sizeof percent, "%.2g%%", fmax(100 * share, 0.5));
    decide_by(&again, builds, table, percent);
    snprintf(said, sizeof said,
             "to decide, take more runs, the old way and the new one in turns, twice each at least; the new way:");
    if (builds)
        snprintf(said, sizeof said,
                 "to decide, with OLD/nzscope-engine as built from %.40s and this one from %.40s:", was, is);
    list_of(&p, "threads", teams);
    do { /* --kernel and --threads together would measure each kernel with each number of threads */
        text_item(&all, p.team, sizeof p.team);
        say_part(l, &p, &again, new, once);
        p.serial = false;
        once = NULL;
    } while (all);
}
