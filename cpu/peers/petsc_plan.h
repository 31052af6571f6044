/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_plan: a product whose matrix, X and Y the ranks of nzscope-petsc-rank hold. */
#pragma once

#include <limits.h>

#include "core/measure/kernel.h"
#include "cpu/peers/mpirun.h"

enum petsc_file { PETSC_A, PETSC_X, PETSC_Y, PETSC_FILES };

struct petsc_plan {
    struct petsc_plan *next;
    struct mpirun mpirun;
    char name[PETSC_FILES][PATH_MAX]; /* of the files shared with the ranks; "": no name */
    int x_file, y_file;
    struct dense x, y; /* as the engine sees them */
    int64_t runs;      /* requested and not yet done */
    bool poison;       /* Y becomes NaN before these runs */
    bool ahead;        /* the ranks' Y is newer than ours */
};

/* `program`: the path of nzscope-petsc-rank. NULL: *e says why. */
struct petsc_plan *petsc_plan_new(const struct problem *, const char *program, double *upload_ms, struct err *e);
void petsc_plan_free(struct petsc_plan *);

/* Load: X to the ranks, into new memory. Store: Y from the ranks into our memory. */
bool petsc_plan_load(struct petsc_plan *, struct err *);
bool petsc_plan_store(struct petsc_plan *, struct err *);
/* Carries out the runs, and adds their time to *ms. */
bool petsc_plan_flush(struct petsc_plan *, double *ms, struct err *);
bool petsc_plan_parts(void *petsc_plan, int repeats, struct part *part, int *count, struct err *);
