/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_advise: the kernel that each device chooses, its times, where the matrix runs fastest, and beside libraries. */
#include "core/base/clock.h"
#include "core/base/minmax.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/advise_runs.h"
#include "tui/lines/bench.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer.h"

struct advise {
    struct lines *lines;
    json_t *list;        /* the advice for each k */
    bool json;           /* it is printed later, as JSON */
    struct model *model; /* the measurements */
    double begin_ms;     /* core/base/clock.h */
    int left;            /* kernels that were to be compared, and not begun in time */
    bool died;           /* an engine, while it measured */
};

/* The times of a device, in columns as wide as their titles. */
static const struct {
    const char *name, *title;
} times[] = { { "time_ms", "     time" },
              { "prepare_ms", "  prepare" },
              { "choosing_ms", "   choose" },
              { "upload_ms", "   upload" },
              { "moving_ms", " move X,Y" } };
enum { TIMES = COUNT(times), TIME = 9, DEVICE = 8, CHOICE = 20, INDENT = 2 };

/* Whether other programs disturbed the measurement of a device's choice. */
static bool was_busy(const struct model *m, const json_t *item)
{
    int i = m->runs - 1;
    while (i >= 0 && (strcmp(m->run[i].device, take_string(item, "device")) != 0 ||
                      strcmp(m->run[i].choice, take_string(item, "choice")) != 0))
        i--;
    return i >= 0 && flags_has(m->run[i].flags, "busy");
}

/* Without entries there is no choice, and nothing to measure. */
static bool has_items(const json_t *advice)
{
    return json_array_size(json_object_get(advice, "items")) > 0;
}

static void print_times(const json_t *item, bool busy)
{
    const char *doubt = table_ascii() ? "~" : "≈";
    for (int i = 0; i < TIMES; i++) {
        char text[TEXT_SIZE] = "-";
        const bool known = take_double(item, times[i].name) > 0;
        if (known)
            table_plain(figure_ms(text, take_double(item, times[i].name)));
        printf("%*s%s%s", TIME - canvas_width(text) - (known && busy), "", known && busy ? doubt : "", text);
    }
    putchar('\n');
}

/* "demo  mul f64 k=16 reorder=rcm" */
static void print_problem(const json_t *advice)
{
    const json_t *k = json_object_get(advice, "k");
    printf("%s  %s %s", take_string(advice, "matrix"), take_string(advice, "op"), take_string(advice, "type"));
    if (k)
        printf(" k=%lld", (long long)json_integer_value(k));
    if (*take_string(advice, "reorder"))
        printf(" reorder=%s", take_string(advice, "reorder"));
    putchar('\n');
}

/* The columns for the choices; a longer one has its own line if times would not fit beside it. */
static int choice_columns(const json_t *items)
{
    const json_t *p;
    int columns = CHOICE;
    JSON_EACH(p, items)
        columns = int_max(columns, canvas_width(take_string(p, "choice")) + 1);
    return columns > table_columns() - INDENT - DEVICE - TIMES * TIME ? CHOICE : columns;
}

/* A device with its choice and times, or with what went wrong. Returns whether the times are marked as doubtful. */
static bool print_place(const json_t *p, const struct model *m, int columns)
{
    const bool ok = json_is_true(json_object_get(p, "ok"));
    const char *text = take_string(p, ok ? "choice" : "text");
    const int wide = canvas_width(text);
    printf("%*s%-*s", INDENT, "", DEVICE, take_string(p, "device"));
    if (!ok) {
        table_wrap(stdout, table_columns(), INDENT + DEVICE, INDENT + DEVICE, text);
        return false;
    }
    if (wide < columns)
        printf("%s%*s", text, columns - wide, "");
    else
        printf("%s\n%*s", text, INDENT + DEVICE + columns, "");
    const bool busy = was_busy(m, p);
    print_times(p, busy);
    return busy;
}

static void print_below(const char *text)
{
    printf("%*s", INDENT, "");
    table_wrap(stdout, table_columns(), INDENT, INDENT, text);
}

/* Each device and its choice, if there are several; what the devices were compared by. */
static void print_places(const json_t *advice, const struct model *m)
{
    const json_t *p, *items = json_object_get(advice, "items");
    const int columns = choice_columns(items);
    bool any_busy = false, failed = false;
    JSON_EACH(p, items)
        failed |= !json_is_true(json_object_get(p, "ok"));
    if (json_array_size(items) > 1 || failed) {
        printf("%*s%-*s%-*s", INDENT, "", DEVICE, "device", columns, "choice");
        for (int c = 0; c < TIMES; c++)
            printf("%s", times[c].title);
        putchar('\n');
        JSON_EACH(p, items)
            any_busy |= print_place(p, m, columns);
        print_below("prepare: A for this kernel, once; choose: the trials that took it, besides");
        if (any_busy)
            print_below("≈: the machine was busy; undisturbed it may take a fraction of that");
    }
    print_below(take_string(advice, "text"));
}

/* ---- the answer ---- */

/* Each answer goes to the advice for its k, or below all of it. `cut`: other kernels were still to be measured. */
static void tell_answers(const struct advise *a, const struct options *o, bool cut)
{
    char text[1300], so_far[1200];
    json_t *advice;
    for (int i = 0; i < a->model->runs; i++) {
        struct answer answer;
        if (!answer_at(a->model, i, &answer, so_far, sizeof so_far))
            continue;
        text[0] = 0;
        if (cut || a->left)
            text_add(text, sizeof text, "So far, of %d kernel%s: ", advise_runs_count(&answer),
                     text_plural(advise_runs_count(&answer)));
        text_add(text, sizeof text, "%s", so_far);
        if (a->left)
            text_add(text, sizeof text, " %d kernel%s no longer begun, as other programs took the time.", a->left,
                     a->left == 1 ? " was" : "s were");
        if (!answer.empty && !answer.alone)
            text_add(text, sizeof text, " Kernels that the trials left out were not measured.");
        JSON_EACH(advice, a->list) {
            int64_t k = 1;
            take_int64(advice, "k", &k);
            if (k != a->model->run[i].k)
                continue;
            json_object_set_new(advice, "answer", json_string(text));
            advise_runs_tell(&answer, advice);
            if (a->json)
                continue;
            print_problem(advice);
            table_answer(stdout, table_columns(), text);
            advise_runs_print(&answer);
            print_places(advice, a->model);
            bench_put_turns(stdout, table_columns(), a->lines, o, &answer);
        }
    }
}

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct advise *a = arg;
    const char *name = take_string(event, "ev");
    if (strcmp(name, "run") == 0)
        lines_progress(a->lines, "%.60s: %.60s: %s", take_string(event, "matrix"), take_string(event, "kernel"),
                       take_string(event, "step"));
    if (strcmp(name, "run") == 0 || strcmp(name, "measurement") == 0)
        model_apply(a->model, event);
    if (strcmp(name, "advice") != 0)
        return;
    json_t *o = json_deep_copy(event), *item;
    json_object_del(o, "ev");
    json_object_del(o, "cmd");
    JSON_EACH(item, json_object_get(o, "items")) { /* "cpu.sell.simd" of the choice "cpu.sell.simd,1 thread" */
        const char *choice = take_string(item, "choice");
        if (*choice)
            json_object_set_new(item, "kernel", json_stringn(choice, strcspn(choice, ",")));
    }
    json_array_append_new(a->list, o);
}

/* ---- what the choices are compared with ---- */

static bool is_of(const char *kernel, const char *choice)
{
    const int device = (int)strcspn(choice, ".") + 1;
    return strncmp(kernel, choice, (size_t)device) == 0;
}

/* Whether other programs slowed down each preparation of what was chosen: a run of its own prepares it more often. */
static bool is_vague(const struct advise *a, const json_t *advice, const char *choice)
{
    int64_t k = 1;
    bool vague = false;
    take_int64(advice, "k", &k);
    for (int i = 0; i < a->model->runs; i++)
        vague |= a->model->run[i].k == k && strcmp(a->model->run[i].choice, choice) == 0 &&
                 flags_has(a->model->run[i].flags, "prepare");
    return vague;
}

/* Whether it is a CSR kernel of a device that chose another one: what a solver that has only CSR could take, and what
   a choice must be faster than. Or a choice of which it is not known what preparing it costs. */
static bool is_rival(const struct advise *a, const json_t *advice, const char *kernel)
{
    const json_t *place;
    bool wanted = false, chosen = false;
    JSON_EACH(place, json_object_get(advice, "items")) {
        const char *choice = take_string(place, "choice");
        wanted |= *choice && is_of(kernel, choice);
        chosen |= strcmp(kernel, choice) == 0;
    }
    if (chosen)
        return is_vague(a, advice, kernel);
    return wanted && answer_takes_csr(a->model, kernel);
}

/* Half the usual samples: most are far slower than the choice. A quiet machine takes 150 ms for these; at a load of 8
   on two cores, waiting for longer made no interval narrower. */
enum { RIVAL_SAMPLES = 5, RIVAL_PATIENCE_MS = 250 };

/* In which an answer is due, however busy the machine, unless a product itself is long; until when rivals begin: the
   rest is for two in turns, which tell more. */
enum { ANSWER_MS = 10000, RIVALS_MS = 7000 };

/* Asks the engine to run; if that kills it, the next one goes on with what is next. */
static bool run(struct advise *a, const char *line, struct err *e)
{
    struct lines *l = a->lines;
    struct err one = { 0 };
    lines_ask(l, line, on_event, a, &one);
    if (one.code == ERR_ENGINE && !l->gone && l->stops == 0) {
        one = (struct err){ 0 };
        a->died = true;
        if (lines_ready(l, &one))
            lines_tell(l, a->model);
    }
    if (one.code == ERR_CANCELLED || one.code == ERR_ENGINE)
        *e = one;
    return !e->code;
}

/* Runs kernels, "compare=1": two in turns, on the problem of this advice; without them the answer says so. */
static bool measure(struct advise *a, const struct options *o, const json_t *k, const char *kernels, const char *more,
                    struct err *e)
{
    static const enum option told[] = { OPT_OP, OPT_TYPE, OPT_THREADS, OPT_DEVICE, OPT_SAMPLES };
    char line[LINES_LINE] = "run", columns[32];
    snprintf(columns, sizeof columns, "%lld", (long long)json_integer_value(k));
    if (!lines_argument(line, sizeof line, "kernel", kernels, e) ||
        !lines_argument(line, sizeof line, "k", k ? columns : NULL, e) ||
        !lines_arguments(line, sizeof line, o, told, COUNT(told), e))
        return false;
    text_add(line, sizeof line, "%s", more);
    return run(a, line, e);
}

static bool is_busy(const struct model *m)
{
    bool busy = false;
    for (int i = 0; i < m->runs; i++)
        busy |= flags_has(m->run[i].flags, "busy");
    return busy;
}

/* The kernels that are compared with the choices come in parts: the serial loop, the base of speedups; of each device
   the most elaborate ones, which are listed last: what a solver that has only CSR will use; libraries; others. */
enum { BASE, ELABORATE, LIBRARY, OTHER, PARTS };

/* PARTS: none. */
static int part_of(const struct advise *a, const json_t *advice, int i)
{
    enum { MOST = 2 };
    const struct model_kernel *k = &a->model->kernel[i];
    const char *op = take_string(advice, "op");
    int behind = 0;
    if (k->peer)
        return k->ready && strcmp(k->op, op) == 0 ? LIBRARY : PARTS;
    if (strcmp(op, "mul") != 0 || !is_rival(a, advice, k->name))
        return PARTS;
    for (int j = i + 1; j < a->model->kernels; j++) {
        const struct model_kernel *other = &a->model->kernel[j];
        behind += !other->peer && is_of(other->name, k->name) && is_rival(a, advice, other->name);
    }
    return model_names_serial(k->name) ? BASE : behind < MOST ? ELABORATE : OTHER;
}

/* One by one, so that none begins after `due` if other programs take the time. */
static bool measure_rivals(struct advise *a, const struct options *o, const json_t *advice, double due, struct err *e)
{
    char more[60];
    snprintf(more, sizeof more, " patience=%d", RIVAL_PATIENCE_MS);
    if (!o->value[OPT_SAMPLES])
        text_add(more, sizeof more, " samples=%d", RIVAL_SAMPLES);
    for (int part = 0; part < PARTS; part++)
        for (int i = a->model->kernels - 1; i >= 0; i--) {
            const struct model_kernel *k = &a->model->kernel[i];
            char name[sizeof k->name];
            snprintf(name, sizeof name, "%s", k->name); /* another engine's list replaces this one */
            if (part_of(a, advice, i) != part)
                continue;
            if (clock_ms() > due && is_busy(a->model))
                a->left++;
            else if (!measure(a, o, json_object_get(advice, "k"), name, more, e))
                return false;
        }
    return true;
}

/* Each k has its share of the time. */
static bool measure_all_rivals(struct advise *a, const struct options *o, struct err *e)
{
    const size_t n = json_array_size(a->list);
    const double end = a->begin_ms + RIVALS_MS * (double)n;
    for (size_t i = 0; i < n; i++) {
        const double now = clock_ms(), due = now + (end - now) / (double)(n - i);
        if (!measure_rivals(a, o, json_array_get(a->list, i), due, e))
            return false;
    }
    return true;
}

/* Whether an answer names two kernels that have not yet taken turns; not those for CSR alone, which would take seconds
   although it is known what to use. *k: of its problem. */
static bool find_turns(const struct advise *a, char both[200], int64_t *k)
{
    char text[1200], one[96], other[96];
    struct answer answer;
    for (int i = 0; i < a->model->runs; i++) {
        if (!answer_at(a->model, i, &answer, text, sizeof text))
            continue;
        const struct model_run *first = answer_turns(&answer, one, other);
        if (first && first != answer.csr) {
            snprintf(both, 200, "%s,%s", one, other);
            *k = a->model->run[i].k;
            return true;
        }
    }
    return false;
}

/* What several runs leave open, two in turns may tell: a busy machine disturbs both alike. The first pair begins unless
   the time is up for rivals, too; others if they fit it. */
static void take_turns(struct advise *a, const struct options *o, struct err *e)
{
    const double due = a->begin_ms + ANSWER_MS;
    char both[200], more[60];
    double begin = clock_ms(), took = 0;
    int64_t k;
    while (((took == 0 && !a->left) || begin + took < due) && find_turns(a, both, &k)) {
        json_t *columns = json_object_get(json_array_get(a->list, 0), "k") ? json_integer(k) : NULL;
        const int runs = a->model->runs;
        snprintf(more, sizeof more, " compare=1 patience=%.0f", fmax(due - begin, 0));
        const bool ok = measure(a, o, columns, both, more, e);
        json_decref(columns);
        if (!ok || a->model->runs == runs)
            return;
        took = clock_ms() - begin;
        begin += took;
    }
}

/* Once for all k. */
static void tell_empty(const struct advise *a)
{
    json_t *advice;
    JSON_EACH(advice, a->list)
        json_object_set(advice, "answer", json_object_get(advice, "text"));
    advice = json_array_get(a->list, 0);
    if (!a->json)
        printf("%s: %s\n", take_string(advice, "matrix"), take_string(advice, "text"));
}

/* Without any choice there is nothing to compare. */
static bool say_died(const struct model *m, struct err *e)
{
    const char *in = m->runs > 0 ? m->run[m->runs - 1].kernel : "";
    return err_set(
        e, ERR_ENGINE,
        "%s%s%s before a choice was measured; give the command again, or use bench, which leaves out runs that "
        "end an engine",
        e->text, *in ? " in " : "", in);
}

/* Runs the engine's choices, then what they are compared with, on the same problems. */
static bool ask(struct advise *a, const struct options *o, const char *matrix, struct err *e)
{
    static const enum option told[] = { OPT_OP, OPT_K, OPT_TYPE, OPT_THREADS, OPT_DEVICE, OPT_SAMPLES };
    char line[LINES_LINE] = "advise";
    if (!lines_arguments(line, sizeof line, o, told, COUNT(told), e))
        return false;
    if (!lines_ask(a->lines, line, on_event, a, e) && json_array_size(a->list) == 0)
        return e->code == ERR_ENGINE ? say_died(a->model, e) : false;
    if (!has_items(json_array_get(a->list, 0))) {
        tell_empty(a);
        return true;
    }
    lines_tell(a->lines, a->model);
    if (!e->code && measure_all_rivals(a, o, e))
        take_turns(a, o, e);
    if (a->lines->killed)
        return false;
    struct options all = *o;
    all.command = CMD_bench;
    all.word = (char **)&matrix;
    all.words = matrix != NULL;
    tell_answers(a, &all, e->code || a->died);
    if (!a->json) {
        fputs("This compares all that can run:\n  ", stdout);
        options_put(stdout, &all, a->lines->context);
        putchar('\n');
    }
    return !e->code && (!a->died || err_set(e, ERR_ENGINE, "not all was measured, as the engine died"));
}

static bool advise_one(struct lines *l, const struct options *o, const char *matrix, json_t *list, struct err *e)
{
    if (!lines_matrix(l, o, matrix, e))
        return false;
    struct advise a = { .lines = l,
                        .list = json_array(),
                        .json = o->value[OPT_JSON] != NULL,
                        .model = model_new(),
                        .begin_ms = clock_ms() };
    const bool ok = a.model ? ask(&a, o, matrix, e) : err_nomem(e, "the runs", sizeof *a.model);
    json_array_extend(list, a.list);
    json_decref(a.list);
    model_free(a.model);
    return ok;
}

bool lines_advise(struct lines *l, const struct options *o, struct err *e)
{
    lines_log(l, true);
    const bool ok = lines_device(l, o->value[OPT_DEVICE], e) && lines_each(l, o, advise_one, e);
    lines_log(l, false);
    return ok;
}
