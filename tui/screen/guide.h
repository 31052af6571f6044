/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guide: the progress of a tour on the screen. */
#pragma once

#include "tui/tours/tour.h"

/* The runs of a step: none yet; its own; its own, which recorded ones are to replace; recorded ones. Doubts of one step
   concern all steps of its matrix (app_tour_doubt.c); measuring again makes them new. */
enum step_state { TOUR_NEW, TOUR_MEASURED, TOUR_DOUBTED, TOUR_RECORDED };

/* From this share of its roof on, a bar visibly exceeds it. */
#define TOUR_BEYOND 1.02

struct guide {
    struct tour *tour;           /* NULL: none… */
    double began;                /* …when… */
    int step;                    /* …and the current step */
    int next_step, next_command; /* the next command to carry out, until it is past that step */
    enum step_state done[TOUR_STEPS];
    bool left[TOUR_STEPS];            /* before it had measured: it measures when PgUp goes back to it */
    json_t *held;                     /* what the recordings have of what the step just measured, NULL: nothing */
    char doubt[240];                  /* why they replace what was measured here… */
    int doubt_step;                   /* …and the step that says so */
    bool stopped;                     /* of the current step: it measures when shown again */
    bool leaves_asked;                /* …the user was warned, on leaving it, that it still measures */
    bool catches_up;                  /* first makes the missing measurements of earlier steps */
    bool checked;                     /* against the engine's kernels */
    bool recorded;                    /* recorded runs replace all that they can */
    int runs;                         /* the purpose of the first step's runs; other steps: the following numbers */
    struct settings plain;            /* from before the tour */
    const struct tour_command *order; /* the last `reorder`, NULL: none, as before the tour… */
    bool orders;                      /* …which is found as soon as something needs it */
    char fault[500];                  /* the last failed command of the step; "" none */
    char note[400];                   /* on the strip's line: runs are recorded, or inconclusive; "" nothing */
    char caption[TOUR_CAPTION];       /* of the current step, with its figures… */
    bool told;                        /* …and the recording has it: before the engine starts there is none */
    char astray[600];                 /* replaces the caption while a matrix is open that it does not describe; "" */
};

/* Whether commands of the step are pending. */
static inline bool guide_waits(const struct guide *g)
{
    return g->tour && g->next_step <= g->step;
}
