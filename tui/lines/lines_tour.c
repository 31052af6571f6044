/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_tour: the tours that come with nzscope. */
#include <stdio.h>

#include "tui/lines/lines_command.h"
#include "tui/tours/tour.h"

struct tours_listed {
    struct err broken;
};

static void put_tour(void *arg, const char *name, const char *path)
{
    struct tours_listed *l = arg;
    struct err e;
    struct tour *t = tour_read(path, &e);
    if (!t) {
        l->broken = e;
        return;
    }
    printf("%-10s  %-56s  %2d steps", name, t->title, t->steps);
    if (t->minutes > 0)
        printf(", %d minutes", t->minutes);
    putchar('\n');
    tour_free(t);
}

int lines_tour(struct lines *l, const struct options *o, struct err *e)
{
    struct tours_listed listed = { { 0 } };
    (void)l;
    (void)o;
    if (tour_each(put_tour, &listed) == 0)
        err_set(&listed.broken, ERR_INPUT, "the tours of nzscope are not installed");
    else
        puts("nzscope tour NAME begins one, nzscope tour FILE.tour your own");
    fflush(stdout);
    if (listed.broken.code != ERR_NONE)
        *e = listed.broken;
    return (int)listed.broken.code;
}
