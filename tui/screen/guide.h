/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guide: how far the screen has come in a tour. */
#pragma once

#include "tui/model/settings.h"
#include "tui/tours/tour.h"

struct guide {
    struct tour *tour;           /* NULL: none… */
    double began;                /* …when… */
    int step;                    /* …and the step that is shown */
    int next_step, next_command; /* what is carried out next, until it is behind that step */
    bool measured[TOUR_STEPS];   /* steps that have measured what they measure */
    bool stopped;                /* the step that is shown: it measures when it is shown again */
    bool leaves_asked;           /* … and whoever leaves it has been warned that it still measures */
    bool catches_up;             /* what steps before this one have not measured is measured first */
    bool checked;                /* against what the engine has */
    int runs;                    /* the purpose of the first step's runs; of the others: the numbers behind it */
    struct settings plain;       /* as they were when the tour began */
    char fault[500];             /* the last command of the step that failed; "" none */
    char unclear[160];           /* the step's kernels whose intervals overlap; "" none */
    char astray[1200];           /* stands for the caption while another matrix is open than it speaks of; "" */
};

/* Whether commands of the step still wait. */
static inline bool guide_waits(const struct guide *g)
{
    return g->tour && g->next_step <= g->step;
}
