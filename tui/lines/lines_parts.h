/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_parts: what the commands of the lines front end share: the engine, what it has told, what is open; asking,
   saying, opening. */
#pragma once

#include "core/catalog/matrix_words.h"
#include "tui/input/options.h"
#include "tui/link/client.h"

struct model;
struct row_table;

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
    /* what the engine has reported since its `hello` */
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
    int spoken; /* how many messages have been said there */
    /* the command that is being waited for */
    int cmd, stops;
    bool answered;
    double heard; /* when the engine last said something (core/base/clock.h), or the command was sent */
    struct err *answer;
    link_handler *on_event;
    void *arg;
};

/* Sends a command and waits for its end; on_event (NULL: nobody) sees its events. The first Ctrl-C stops it, the second
   one leaves. */
bool lines_ask(struct lines *, const char *line, link_handler *on_event, void *arg, struct err *);

/* Waits for events (and for `fd` to become readable when it is ≥ 0: returns then). False: the engine is gone, *e says
 * how. */
bool lines_wait(struct lines *, int fd, struct err *);

/* Waits until the engine has listed what there is, and has read once more what was open when another one died. */
bool lines_ready(struct lines *, struct err *);

/* The engine that the options ask for / its end, and that of all that it has said. False: *e. */
bool lines_start(struct lines *, const struct options *, struct err *);
bool lines_stop(struct lines *, struct err *);

/* Tells a model what the engine has said of its devices, operations and kernels. */
void lines_tell(const struct lines *, struct model *);

/* Adds " name=value" to a command line of `size` bytes, escaped; nothing for NULL or "". ERR_USAGE when it is too long:
   a part of what was asked for is not what was asked for. */
bool lines_argument(char *line, size_t size, const char *name, const char *value, struct err *);

/* The same for those of `count` options that were given. */
bool lines_arguments(char *line, size_t size, const struct options *, const enum option *, int count, struct err *);

/* Rewrites the progress line / removes it (before anything else is printed). */
void lines_progress(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lines_clear(struct lines *);

/* Says something that is not data on the error output, as "nzscope: …". */
void lines_say(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, or a line below a Markdown table. */
void lines_note(struct lines *, struct row_table *, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints a command there as a line of its own, to be pasted. */
void lines_paste(struct lines *, const struct options *);

/* The words that can stand at `start` of a line: those of the grammar, and days that were kept. */
void lines_grammar(const struct lines *, enum place, const char *line, int start, void (*add)(const char *word));

/* Prints a list or an object. */
void lines_json(const json_t *);

/* Flushes the standard output. False: it cannot be written; a reader that has gone away is no error. */
bool lines_flush(struct err *);

/* Where a matrix lies, as the user named it. ERR_USAGE for "". */
bool lines_path(const char *matrix, char path[LINES_SPEC], struct err *);

/* Opens a matrix as the user named it, unless it is open already. */
bool lines_open(struct lines *, const char *matrix, struct err *);

/* What becomes of a matrix of the catalogue that is not here. */
enum absent lines_absent(const struct lines *, const struct options *);

/* The matrices that the words of the options name, with sets taken apart; says which are left out. False: *e. */
bool lines_words(struct lines *, const struct options *, struct matrix_words *, struct err *);

/* Opens a matrix for the command of these options; NULL: what is open will do, and something is to be. False: *e. */
bool lines_matrix(struct lines *, const struct options *, const char *matrix, struct err *);

/* Puts what is open into another order (`reorder` of the engine). */
bool lines_order(struct lines *, const char *name, struct err *);

/* Whether the device of this id (NULL or "": any) is there. ERR_DEVICE, with what keeps its backend away. */
bool lines_device(struct lines *, const char *id, struct err *);

/* The same for kernels asked for by name, when the engine was built without those of the GPU. */
bool lines_kernels(struct lines *, const char *list, struct err *);

/* Carries out what the shell asked for; returns the exit status, with the text for the user in *e unless it is 0 or
   everything has been said. */
int lines_main(const struct options *, struct err *);
