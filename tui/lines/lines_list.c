/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_list: lists kernels, formats, matrices, devices, …; as text with tabs, JSON, or columns on a terminal. */
#include "core/base/scrub.h"
#include "core/generate/gen.h"
#include "core/measure/registry.h"
#include "tui/lines/bench.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/pivot.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/results/results.h"

/* One kind of thing to list: the members shown as text, and the source of the objects. */
struct kind {
    const char *name, *columns, *brief;               /* member names, separated by blanks; brief: on a terminal */
    const char *event;                                /* the engine's event for each; NULL: `objects` makes them */
    json_t *(*objects)(struct lines *, struct err *); /* a new array */
};
static const struct kind kinds[];

/* The engine's events, without protocol members. */
static json_t *plain(struct lines *l, const char *name, struct err *e)
{
    int at = 0;
    if (!lines_ready(l, e))
        return NULL;
    while (strcmp(lines_told[at], name) != 0)
        at++;
    json_t *array = json_deep_copy(l->told[at]), *event;
    JSON_EACH(event, array)
        json_object_del(event, "ev");
    return array;
}

/* ---- devices and their processors ---- */

static json_t *processor_object(const json_t *p, const json_t *pinned)
{
    int number, socket, node, core, cache, thread;
    char name[16];
    if (json_unpack((json_t *)p, "[i,i,i,i,i,i]", &number, &socket, &node, &core, &cache, &thread) != 0)
        return NULL;
    snprintf(name, sizeof name, "%d", number);
    json_t *o = json_pack("{s:s,s:i,s:i,s:i,s:b}", "name", name, "socket", socket, "node", node, "core", core,
                          "allowed", thread != SEAT_BARRED);
    if (cache >= 0)
        json_object_set_new(o, "cache", json_integer(cache));
    if (thread >= 0) {
        json_object_set_new(o, "thread", json_integer(thread));
        json_object_set(o, "pinned", (json_t *)pinned);
    }
    return o;
}

static void keep_topology(void *arg, const json_t *event, const char *data, size_t bytes)
{
    json_t **kept = arg;
    if (strcmp(json_string_value(json_object_get(event, "ev")), "topology") == 0) {
        json_decref(*kept);
        *kept = json_incref((json_t *)event);
    }
}

static json_t *list_processors(struct lines *l, struct err *e)
{
    json_t *topology = NULL, *array = NULL;
    if (lines_ready(l, e) && lines_ask(l, "threads", keep_topology, &topology, e)) {
        const json_t *p;
        array = json_array();
        JSON_EACH(p, json_object_get(topology, "processors"))
            json_array_append_new(array, processor_object(p, json_object_get(topology, "pinned")));
    }
    json_decref(topology);
    return array;
}

static void add_topology(const struct lines *l, json_t *device)
{
    static const char *const names[] = { "sockets", "nodes", "cores", "caches", "quota", "simd", "pinned", "why" };
    const json_t *t;
    JSON_EACH(t, l->topologies) {
        if (!json_equal(json_object_get(t, "device"), json_object_get(device, "id")))
            continue;
        for (size_t j = 0; j < COUNT(names); j++) {
            json_t *value = json_object_get(t, names[j]);
            if (value)
                json_object_set(device, names[j], value);
        }
    }
}

/* Backends that could not be opened follow the devices, with the reason. */
static json_t *list_devices(struct lines *l, struct err *e)
{
    json_t *devices = plain(l, "device", e), *backends = devices ? plain(l, "backend", e) : NULL, *b;
    JSON_EACH(b, backends) {
        if (!json_is_true(json_object_get(b, "ready"))) {
            json_object_set_new(b, "kind", json_string("missing"));
            json_array_append(devices, b);
        }
    }
    JSON_EACH(b, devices) { /* every object of `list X --json` has a name; a device has an id */
        add_topology(l, b);
        if (!json_object_get(b, "id"))
            json_object_set_new(b, "id", json_string(""));
    }
    json_decref(backends);
    return devices;
}

/* ---- other things ---- */

/* `place` is the file on this machine, else how to get the matrix. */
static json_t *catalog_object(const struct catalog_entry *m)
{
    char path[4096], shown[4096];
    bool here = catalog_path_of(m->name, path, sizeof path);
    const char *place = here ? scrub_path(path, shown, sizeof shown) : catalog_public(m) ? "get" : "twin only";
    return json_pack("{s:s,s:s,s:I,s:I,s:I,s:s,s:s,s:b,s:s}", "name", m->name, "group", m->group, "rows",
                     (json_int_t)m->rows, "cols", (json_int_t)m->cols, "nnz", (json_int_t)m->nnz, "set", m->set, "kind",
                     m->kind, "here", here, "place", place);
}

static json_t *list_matrices(struct lines *l, struct err *e)
{
    struct catalog c;
    if (!catalog_load(&c, e))
        return NULL;
    json_t *array = json_array();
    for (int i = 0; i < c.count; i++)
        json_array_append_new(array, catalog_object(&c.entry[i]));
    catalog_free(&c);
    return array;
}

static json_t *list_commands(struct lines *l, struct err *e)
{
    json_t *array = json_array();
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++) {
        const struct tui_command_info *t = &tui_commands[c];
        json_array_append_new(array, json_pack("{s:s,s:s,s:s,s:b,s:b,s:b}", "name", t->name, "arguments", t->arguments,
                                               "what", t->help, "shell", t->where & SHELL, "prompt", t->where & PROMPT,
                                               "screen", t->where & SCREEN));
    }
    return array;
}

static json_t *list_generators(struct lines *l, struct err *e)
{
    json_t *array = json_array();
    for (const struct generator *const *g = generators; *g; g++)
        json_array_append_new(array, json_pack("{s:s,s:o,s:o,s:s,s:s}", "name", (*g)->name, "form",
                                               json_sprintf("gen:%s", (*g)->form), "example",
                                               json_sprintf("gen:%s", (*g)->example), "arguments", (*g)->help, "what",
                                               (*g)->what));
    return array;
}

/* "1..1048576", or the choices, "columns,row". */
static json_t *values_of(const json_t *param)
{
    char room[500];
    const json_t *choices = json_object_get(param, "choices");
    return json_array_size(choices) > 0
               ? json_string(take_as_text(choices, room, sizeof room))
               : json_sprintf("%lld..%lld", (long long)take_whole(param, "min"), (long long)take_whole(param, "max"));
}

json_t *lines_initial(const json_t *param)
{
    json_t *value = json_object_get(param, "initial"), *choice;
    choice = json_array_get(json_object_get(param, "choices"), (size_t)json_integer_value(value));
    return json_incref(choice ? choice : value);
}

/* The listed parameter of this name and these values; NULL: none yet. */
static json_t *same_parameter(const json_t *array, const json_t *o)
{
    json_t *p;
    JSON_EACH(p, array)
        if (json_equal(json_object_get(p, "name"), json_object_get(o, "name")) &&
            json_equal(json_object_get(p, "values"), json_object_get(o, "values")))
            return p;
    return NULL;
}

/* Each with all kernels that have it. */
static json_t *list_parameters(struct lines *l, struct err *e)
{
    if (!lines_ready(l, e))
        return NULL;
    json_t *array = json_array();
    const json_t *k, *param;
    JSON_EACH(k, l->kernels) {
        JSON_EACH(param, json_object_get(k, "params")) {
            json_t *o = json_pack("{s:O?,s:o,s:o,s:O?,s:[]}", "name", json_object_get(param, "name"), "values",
                                  values_of(param), "default", lines_initial(param), "what",
                                  json_object_get(param, "help"), "kernels");
            json_t *same = same_parameter(array, o);
            json_array_append(json_object_get(same ? same : o, "kernels"), json_object_get(k, "name"));
            if (!same)
                json_array_append(array, o);
            json_decref(o);
        }
    }
    return array;
}

static json_t *list_columns(struct lines *l, struct err *e)
{
    static const char *const kinds_of[] = { [ROW_TEXT] = "text", [ROW_COUNT] = "count", [ROW_NUMBER] = "number" };
    json_t *array = json_array();
    const struct rows_column *c;
    for (int i = 0; (c = rows_column(i)); i++)
        json_array_append_new(array,
                              json_pack("{s:s,s:s,s:s}", "name", c->name, "kind", kinds_of[c->kind], "what", c->what));
    return array;
}

static void print_table(const struct kind *kind, const json_t *array)
{
    char room[4096];
    int n;
    const json_t *o;
    for (const char *c = kind->columns; *c; c++)
        putchar(*c == ' ' ? '\t' : *c);
    putchar('\n');
    JSON_EACH(o, array) {
        for (const char *c, *columns = kind->columns; (c = text_word(&columns, &n));) {
            char name[32];
            snprintf(name, sizeof name, "%.*s", n, c);
            printf("%s%c", take_as_text(json_object_get(o, name), room, sizeof room), *columns ? '\t' : '\n');
        }
    }
}

/* On a terminal. An unusable entry shows the reason instead of its description. */
static void print_columns(const struct kind *kind, json_t *array)
{
    char bytes[TEXT_SIZE];
    json_t *o, *why;
    JSON_EACH(o, array)
        if (json_is_false(json_object_get(o, "ready")) && (why = json_object_get(o, "why")))
            json_object_set(o, "what", why);
    JSON_EACH(o, array) /* of a device */
        if (json_is_integer(json_object_get(o, "memory")))
            json_object_set_new(o, "memory", json_string(figure_bytes(bytes, take_double(o, "memory"))));
    table_list(stdout, table_width(), kind->brief, array);
    if (kind->objects == list_generators)
        table_wrap(stdout, table_width(), 0, 0,
                   "Arguments left out at the end are as in the example (--json): gen:powerlaw is "
                   "gen:powerlaw:100000:8:23, gen:powerlaw:5000 is gen:powerlaw:5000:8:23.");
}

/* The rows of a table, or of a kept day, as bench prints them; each holds what is known of its matrix. */
static bool print_rows(struct lines *l, const json_t *rows, const struct options *o, struct err *e)
{
    const char *group = o->value[OPT_GROUP];
    enum rows_style style;
    struct pivot *p = NULL;
    json_t *row;
    struct row_table *r = pivot_begin(o, NULL, rows, &style, &p, e);
    JSON_EACH(row, r ? rows : NULL) {
        rows_put(r, row);
        if (p && !results_elsewhere(row))
            pivot_add(p, row, row);
    }
    if (r && o->value[OPT_PIVOT])
        pivot_end(p, r, o, style);
    const bool ok = r && rows_close(r, e) && (!group || bench_group_write(p, group, e));
    if (ok && group)
        lines_wrote(l, group, "");
    pivot_free(p);
    return ok;
}

/* Leaves the rows of these kernels; speedups are over others, too. ERR_USAGE: there are none. */
static bool choose_kernels(json_t *rows, const char *globs, struct err *e)
{
    results_add_speedups(rows);
    for (size_t i = globs ? json_array_size(rows) : 0; i-- > 0;)
        if (!registry_match(globs, take_string(json_array_get(rows, i), "kernel")))
            json_array_remove(rows, i);
    return !globs || json_array_size(rows) > 0 || err_set(e, ERR_USAGE, "no row is of kernel %.200s", globs);
}

/* The same, or their curves alone. */
static bool list_rows(struct lines *l, const struct options *o, struct err *e)
{
    const char *plot = o->value[OPT_PLOT];
    json_t *rows = bench_plot_check(o, e) ? results_read(o->word[0], e) : NULL;
    const bool ok = rows && choose_kernels(rows, o->value[OPT_KERNEL], e) &&
                    (plot ? bench_plot_rows(rows, o, e) : print_rows(l, rows, o, e));
    json_decref(rows);
    if (ok && plot)
        lines_wrote(l, plot, "");
    return ok;
}

bool lines_list(struct lines *l, const struct options *o, struct err *e)
{
    static const enum option of_rows[] = { OPT_PLOT, OPT_AXES,    OPT_GROUP, OPT_KERNEL, OPT_PIVOT,
                                           OPT_TSV,  OPT_COLUMNS, OPT_CSV,   OPT_MD };
    const struct kind *kind = kinds;
    while (kind->name && strcmp(kind->name, o->word[0]) != 0)
        kind++;
    if (!kind->name && (strpbrk(o->word[0], "./-") || access(o->word[0], F_OK) == 0)) /* a file, or a day */
        return list_rows(l, o, e);
    if (!kind->name)
        return err_set(e, ERR_USAGE, "list wants: %s, not '%.60s'", tui_commands[CMD_list].arguments, o->word[0]);
    for (size_t i = 0; i < COUNT(of_rows); i++)
        if (o->value[of_rows[i]])
            return err_set(e, ERR_USAGE, "list --%s is for the rows of a table: list TABLE --%s",
                           option_table[of_rows[i]].name, option_table[of_rows[i]].name);
    json_t *array = kind->event ? plain(l, kind->event, e) : kind->objects(l, e);
    if (!array)
        return false;
    if (o->value[OPT_JSON])
        lines_json(array);
    else if (table_width())
        print_columns(kind, array);
    else
        print_table(kind, array);
    json_decref(array);
    return true;
}

static const struct kind kinds[] = {
    { "kernels", "name op format layout types on params ready what why compressed", "name op types what", "kernel",
      NULL },
    { "formats", "name what", "name what", "format", NULL },
    { "operations", "name unit what", "name unit what", "operation", NULL },
    { "matrices", "name group rows cols nnz set kind place", "name rows nnz set place kind", NULL, list_matrices },
    { "generators", "name form what arguments example", "form what", NULL, list_generators },
    { "devices", "id kind name uuid memory cache threads sockets nodes cores simd pinned read_gbs copy_gbs why",
      "id name threads memory read_gbs copy_gbs why", NULL, list_devices },
    { "threads", "name socket node core cache allowed thread pinned",
      "name socket node core cache allowed thread pinned", NULL, list_processors },
    { "reorderings", "name ready what source why", "name ready what", "ordering", NULL },
    { "published", "name nnz op k type kernel threads time_ms gflops nnz_per_s machine source params speedup",
      "name op k kernel params time_ms gflops nnz_per_s machine source", NULL, lines_published },
    { "parameters", "name values default what kernels", "name values kernels what", NULL, list_parameters },
    { "columns", "name kind what", "name what", NULL, list_columns },
    { "commands", "name arguments what", "name what", NULL, list_commands },
    { 0 },
};
