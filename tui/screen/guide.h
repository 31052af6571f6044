/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guide: how far the screen has come in a tour. */
#pragma once

#include "tui/model/settings.h"
#include "tui/tours/tour.h"

/* Of a step; see app_tour_doubt.c. */
enum step_state { TOUR_NEW, TOUR_MEASURED, TOUR_DOUBTED, TOUR_RECORDED };

/* From this share of its roof on a bar is seen to pass it. */
#define TOUR_BEYOND 1.02

struct guide {
    struct tour *tour;           /* NULL: none… */
    double began;                /* …when… */
    int step;                    /* …and the step that is shown */
    int next_step, next_command; /* what is carried out next, until it is past that step */
    enum step_state done[TOUR_STEPS];
    bool backed;                /* the recordings hold what the step has just measured… */
    bool beyond;                /* …and some of their runs are beyond their roof */
    char doubt[200];            /* why they stand for what was measured here */
    bool stopped;               /* the step that is shown: it measures when it is shown again */
    bool leaves_asked;          /* … and whoever leaves it has been warned that it still measures */
    bool catches_up;            /* what steps before this one have not measured is measured first */
    bool checked;               /* against what the engine has */
    int runs;                   /* the purpose of the first step's runs; of the others: the numbers after it */
    struct settings plain;      /* as they were when the tour began */
    char fault[500];            /* the last command of the step that failed; "" none */
    char note[400];             /* on the strip's line: that runs are recorded, or do not tell; "" nothing */
    bool own;                   /* that the runs in sight are of this machine, and clear */
    char caption[TOUR_CAPTION]; /* of the step that is shown, with its figures */
    char astray[1200];          /* stands for the caption while another matrix is open than it speaks of; "" */
};

/* Whether commands of the step still wait. */
static inline bool guide_waits(const struct guide *g)
{
    return g->tour && g->next_step <= g->step;
}
