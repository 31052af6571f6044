/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_line: the requests of a bench to the engine. */
#include "tui/lines/bench.h"

#include "core/measure/measurement.h"
#include "tui/input/option_value.h"

struct options bench_with_set(const struct lines *l, const struct options *o)
{
    struct options all = *o;
    for (int i = 0; i < OPTION_SETTABLE; i++) {
        const char **value = &all.value[option_settable[i]];
        *value = !*value && l->set[i][0] ? l->set[i] : *value;
    }
    if (all.value[OPT_COMPARE])
        all.value[OPT_KERNEL] = all.value[OPT_COMPARE];
    return all;
}

bool bench_line(const struct options *o, char *line, size_t size, struct err *e)
{
    snprintf(line, size, "run");
    bool ok = lines_arguments(line, size, o, option_settable, OPTION_SETTABLE, e) &&
              lines_argument(line, size, "cold", o->value[OPT_COLD] ? "1" : NULL, e) &&
              lines_argument(line, size, "phases", o->value[OPT_PHASES] ? "1" : NULL, e) &&
              lines_argument(line, size, "until", o->value[OPT_UNTIL], e) &&
              lines_argument(line, size, "compare", o->value[OPT_COMPARE] ? "1" : NULL, e);
    for (int i = 0; ok && i < o->sets; i++) {
        char name[80];
        const char *equals = strchr(o->set[i], '=');
        snprintf(name, sizeof name, "set.%.*s", (int)(equals - o->set[i]), o->set[i]);
        ok = lines_argument(line, size, name, equals + 1, e);
    }
    return ok;
}

static bool is_list(const char *value)
{
    return value && strchr(value, ',');
}

/* Two kernels, A,B, or one in two variants: a single one would be compared with itself. */
static bool compare_check(const struct options *o, struct err *e)
{
    const char *names = o->value[OPT_COMPARE];
    const size_t n = strcspn(names, ",");
    if (strchr(names, '='))
        return err_set(e, ERR_USAGE, "--compare wants kernels; two values of a parameter: --compare KERNEL --set %.60s",
                       names);
    bool ways = is_list(o->value[OPT_THREADS]) || is_list(o->value[OPT_REORDER]);
    for (int i = 0; i < o->sets; i++)
        ways |= is_list(o->set[i]);
    return (n > 0 && (names[n] ? names[n + 1] && !strchr(names + n + 1, ',') : ways || strpbrk(names, "*?["))) ||
           err_set(e, ERR_USAGE, "--compare wants two kernels, A,B, or one with --set PARAM=X,Y, not '%.60s'", names);
}

bool bench_check(struct lines *l, const struct options *o, struct err *e)
{
    static const enum option alone[] = { OPT_COMPARE, OPT_BASELINE, OPT_PIVOT, OPT_GROUP, OPT_PLOT,
                                         OPT_SUMMARY, OPT_UNTIL,    OPT_KEEP,  OPT_REPEAT };
    const char *mean = o->value[OPT_SUMMARY];
    if (o->value[OPT_REPEAT] && l->context != SHELL)
        return err_set(e, ERR_USAGE, "--repeat starts engines, which forget the prompt's order: give it in the shell");
    int64_t n;
    if (mean && strcmp(mean, "hmean") != 0 && strcmp(mean, "gmean") != 0)
        return err_set(e, ERR_USAGE, "--summary wants hmean or gmean, not '%.60s'", mean);
    if (o->value[OPT_THRESHOLD] && !o->value[OPT_BASELINE] && !o->value[OPT_COMPARE_ENGINE])
        return err_set(e, ERR_USAGE, "--threshold says what is slower than in --baseline FILE");
    for (size_t i = 0; o->value[OPT_COMPARE_ENGINE] && i < COUNT(alone); i++)
        if (o->value[alone[i]])
            return err_set(e, ERR_USAGE, "--compare-engine does not go with --%s", option_table[alone[i]].name);
    if ((o->value[OPT_COMPARE] && !compare_check(o, e)) || !bench_plot_check(o, e))
        return false;
    if (!option_number(o, OPT_SAMPLES, 1, MEASURE_SAMPLES, 10, &n, e))
        return false;
    return lines_device(l, o->value[OPT_DEVICE], e) && lines_kernels(l, o->value[OPT_KERNEL], e);
}
