/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_tour: the tours that come with nzscope. */
#include <stdio.h>

#include "tui/lines/lines_command.h"
#include "tui/tours/tour.h"

static void put_tour(void *arg, const char *name, const char *path)
{
    struct tour *t = tour_read(path, arg);
    if (!t)
        return;
    printf("%-10s  %-56s  %2d steps", name, t->title, t->steps);
    if (t->minutes > 0)
        printf(", %d minutes", t->minutes);
    putchar('\n');
    tour_free(t);
}

int lines_tour(struct lines *l, const struct options *o, struct err *e)
{
    (void)l;
    (void)o;
    if (tour_each(put_tour, e) == 0)
        err_set(e, ERR_INPUT, "the tours of nzscope are not installed");
    else
        puts("nzscope tour NAME begins one, nzscope tour FILE.tour your own");
    fflush(stdout);
    return (int)e->code;
}
