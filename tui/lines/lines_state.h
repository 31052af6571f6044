/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_state: what the commands of the lines front end share: the engine, what it has told, and what is open. */
#ifndef NZ_LINES_STATE_H
#define NZ_LINES_STATE_H

#include "tui/input/options.h"
#include "tui/link/client.h"

enum { LINES_SPEC = 4096, LINES_LINE = 4 * LINES_SPEC, LINES_VALUE = 512, LINES_TOLD = 7 };

/* The events that are kept: "device"… */
extern const char *const lines_told[LINES_TOLD];

struct lines {
    struct client *client;
    enum place place;
    const struct options *session; /* of a prompt: the command line that began it; else NULL */
    int signals;                   /* a signalfd of SIGINT, SIGTERM and SIGHUP; -1: none */
    bool quit;                     /* leave after this command */
    int killed;                    /* the signal that says leave, 0 while none has */
    bool gone;                     /* no engine any more */
    bool editing, said;            /* a prompt is on the terminal; something was printed over it */
    bool readable, interrupted;    /* by lines_wait: its `fd` can be read; Ctrl-C while nothing was running */
    /* what the engine has told, anew at its `hello` */
    bool ready;
    union {
        struct {
            json_t *devices, *kernels, *formats, *backends, *orderings, *topologies, *operations;
        };
        json_t *told[LINES_TOLD]; /* the same, in the order of lines_told */
    };
    /* what is open */
    char open[LINES_SPEC];  /* its spec; "": nothing */
    int reopening;          /* the command that reads it once more, after a death of the engine; 0: none */
    json_t *matrix, *costs; /* its `matrix` event and the `formats` event that came with it */
    char set[OPTION_SETTABLE][LINES_VALUE]; /* what `set` has set for the next bench; "": nothing */
    /* progress on the error output, when that is a terminal */
    bool talks, shown;
    /* the command that is being waited for */
    int cmd, stops;
    bool answered;
    struct err *answer;
    link_handler *on_event;
    void *arg;
};

#endif
