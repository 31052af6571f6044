/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings: what the next run computes: operation, k, type, threads, and the parameters of kernels. */
#pragma once

#include "tui/model/model.h"

enum { SETTINGS_MAX = 32, SETTINGS_VALUE = 64 };

struct settings {
    /* By name; "" or missing: the default. Values are lists ("1,4,16", "1..8") in the protocol's notation. */
    struct {
        char name[32], value[SETTINGS_VALUE];
    } set[SETTINGS_MAX];
    int sets;
};

/* One row: a setting, its value, and whether that is the default. */
struct setting {
    char name[32], value[SETTINGS_VALUE], help[120];
    bool initial, param;
    bool unused;      /* the operation does not have it */
    char owner[64];   /* of a parameter: the first kernel that has it… */
    int owners;       /* …and how many have */
    int64_t min, max; /* numbers; max < min: a choice */
    int64_t most;     /* what may be typed beyond max, to which steps lead; 0: nothing */
    char choices[120];
};

/* The rows for this model: the permanent ones, then every parameter of the operation's kernels. Returns their count. */
int settings_rows(const struct settings *, const struct model *, struct setting row[SETTINGS_MAX]);

/* The row of a kernel's parameter at its default. */
void settings_from_param(const struct model_param *, struct setting *);

/* The first used row from `at` on, else the first row. */
int settings_used(const struct setting row[], int rows, int at);

/* Sets a value; ERR_USAGE lists the possible ones. "" and "default" are the default. Case does not count in names. */
bool settings_set(struct settings *, const struct model *, const char *name, const char *value, struct err *);

/* The name of the current operation; initially the engine's first. */
const char *settings_operation(const struct settings *, const struct model *);
/* Whether a run is of the current problem: operation, type and k. */
bool settings_ask(const struct settings *, const struct model *, const struct model_run *);

/* The row of this name, case ignored; -1: none. "op" is the operation. */
int settings_find(const struct settings *, const struct model *, const char *name);

/* The row of this name, likewise, with its value; false: none. */
bool settings_row(const struct settings *, const struct model *, const char *name, struct setting *);

/* Moves row i to its next value, up or down. */
void settings_step(struct settings *, const struct model *, int row, int direction);

const char *settings_get(const struct settings *, const char *name, const char *otherwise);

/* Whether a parameter of this kernel is set. */
bool settings_change(const struct settings *, const struct model_kernel *);

/* The arguments of a `run` of these kernels (all values, and only the parameters that one of them has; "": all
   kernels), or of `problem` (NULL; first values only): " op=mul k=1 …". */
void settings_arguments(const struct settings *, const struct model *, const char *globs, char *text, size_t size);

/* "mul · k=16 · f64 · 2 threads" */
void settings_text(const struct settings *, const struct model *, char *text, size_t size);
