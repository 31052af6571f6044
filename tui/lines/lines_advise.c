/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_advise: the kernel that each device chooses, its times, and where the matrix runs fastest. */
#include <stdio.h>
#include <string.h>

#include "tui/canvas/canvas.h"
#include "tui/lines/lines_ask.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/lines_open.h"
#include "tui/lines/lines_say.h"
#include "tui/lines/table.h"
#include "tui/link/take.h"
#include "tui/views/figure.h"

struct advise {
    struct lines *lines;
    json_t *list; /* the advice for each k; NULL: printed as it comes */
    char device[16], status[600];
};

/* The times of a device, each in a column as wide as its title. */
static const struct {
    const char *name, *title;
} times[] = { { "time_ms", "     time" },
              { "prepare_ms", "  prepare" },
              { "choosing_ms", "   choose" },
              { "upload_ms", "   upload" },
              { "moving_ms", " move X,Y" } };
enum { TIMES = sizeof times / sizeof *times, TIME = 9, DEVICE = 8, CHOICE = 20, INDENT = 2 };

static void print_times(const json_t *item)
{
    for (int i = 0; i < TIMES; i++) {
        char text[TEXT_SIZE] = "-";
        if (take_double(item, times[i].name) > 0)
            figure_ms(text, take_double(item, times[i].name));
        printf("%*s%s", TIME - canvas_width(text), "", text);
    }
    putchar('\n');
}

static void print_advice(const json_t *advice)
{
    size_t i;
    const json_t *p, *k = json_object_get(advice, "k");
    printf("%s  %s %s", take_string(advice, "matrix"), take_string(advice, "op"), take_string(advice, "type"));
    if (k)
        printf(" k=%lld", (long long)json_integer_value(k));
    if (*take_string(advice, "reorder"))
        printf(" reorder=%s", take_string(advice, "reorder"));
    int width = table_width() ? table_width() : 80, choice = CHOICE;
    json_array_foreach(json_object_get(advice, "items"), i, p)
    {
        int w = canvas_width(take_string(p, "choice"));
        choice = w > choice ? w : choice;
    }
    if (choice > width - INDENT - DEVICE - TIMES * TIME) /* long choices have a line of their own */
        choice = CHOICE;
    printf("\n  %-*s%-*s", DEVICE, "device", choice, "choice");
    for (int c = 0; c < TIMES; c++)
        printf("%s", times[c].title);
    putchar('\n');
    json_array_foreach(json_object_get(advice, "items"), i, p)
    {
        bool ok = json_is_true(json_object_get(p, "ok"));
        const char *text = take_string(p, ok ? "choice" : "text");
        printf("  %-*s", DEVICE, take_string(p, "device"));
        if (!ok) {
            table_wrap(stdout, width, INDENT + DEVICE, INDENT + DEVICE, text);
            continue;
        }
        int w = canvas_width(text);
        printf("%s", text);
        if (w > choice)
            printf("\n%*s", INDENT + DEVICE + choice, "");
        else
            printf("%*s", choice - w, "");
        print_times(p);
    }
    printf("%*s", INDENT, "");
    table_wrap(stdout, width, INDENT, INDENT, take_string(advice, "text"));
}

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct advise *a = arg;
    (void)data;
    (void)bytes;
    const char *name = take_string(event, "ev");
    if (strcmp(name, "run") == 0) {
        lines_progress(a->lines, "%.16s: %s", take_string(event, "device"), take_string(event, "step"));
    } else if (strcmp(name, "advice") == 0 && a->list) {
        json_t *o = json_copy((json_t *)event);
        json_object_del(o, "ev");
        json_object_del(o, "cmd");
        json_array_append_new(a->list, o);
    } else if (strcmp(name, "advice") == 0) {
        lines_clear(a->lines);
        print_advice(event);
    }
}

int lines_advise(struct lines *l, const struct options *o, struct err *e)
{
    static const enum option told[] = { OPT_OP, OPT_K, OPT_TYPE, OPT_THREADS, OPT_DEVICE };
    char line[LINES_LINE] = "advise";
    struct advise a = { .lines = l };
    if (!lines_device(l, o->value[OPT_DEVICE], e) || !lines_matrix(l, o, o->word[0], e) ||
        !lines_arguments(line, sizeof line, o, told, sizeof told / sizeof *told, e))
        return (int)e->code;
    a.list = o->value[OPT_JSON] ? json_array() : NULL;
    int status = lines_ask(l, line, on_event, &a, e);
    if (a.list && json_array_size(a.list) > 0) {
        json_dumpf(a.list, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(a.list);
    return status;
}
