/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_parts: shared by the commands: the engine and its reports, the open matrix; asking, printing, opening. */
#pragma once

#include "core/catalog/matrix_words.h"
#include "tui/input/options.h"
#include "tui/link/client.h"

struct model;
struct row_table;

#define LINES_INPUT "stdin"
enum { LINES_SPEC = 4096, LINES_LINE = 4 * LINES_SPEC, LINES_VALUE = 512, LINES_TOLD = 7 };

/* The kinds of events that are kept: "device"… */
extern const char *const lines_told[LINES_TOLD];

struct lines {
    struct client *client;
    enum context context;
    const struct options *session; /* of a prompt: its command line; else NULL */
    int signals;                   /* a signalfd of SIGINT, SIGTERM and SIGHUP; -1: none */
    bool quit;                     /* leave after this command */
    int killed;                    /* the signal that requests leaving, 0: none */
    bool gone;                     /* no engine any more */
    bool editing, said;            /* a prompt is on the terminal; something was printed over it */
    bool readable, interrupted;    /* set by lines_wait: `fd` is readable; Ctrl-C while nothing ran */
    /* reported by the engine since `hello` */
    bool ready;
    union {
        struct {
            json_t *devices, *kernels, *formats, *backends, *orderings, *topologies, *operations;
        };
        json_t *told[LINES_TOLD]; /* the same, in the order of lines_told */
    };
    /* the open matrix */
    char open[LINES_SPEC];                  /* its spec; "": none */
    char input[LINES_SPEC];                 /* the file made of the standard input; "": none */
    int reopening;                          /* the command that reopens it after a death of the engine; 0: none */
    json_t *matrix, *costs;                 /* its `matrix` event and the `formats` event that came with it */
    char set[OPTION_SETTABLE][LINES_VALUE]; /* from `set`, for the next bench; "": unset */
    /* progress on the error output: a line that is rewritten, if that is a terminal */
    bool talks, shown;
    bool logs;     /* else a line now and then, while a command has nothing else to show */
    double logged; /* the time of the last (core/base/clock.h) */
    int spoken;    /* messages printed there */
    /* the command being waited for */
    int cmd, stops;
    bool answered;
    double heard; /* time of the engine's last event (core/base/clock.h), or of the command */
    struct err *answer;
    link_handler *on_event;
    void *arg;
};

/* Sends a command and waits for its end; on_event (or NULL) sees its events. One Ctrl-C stops it, two leave. */
bool lines_ask(struct lines *, const char *line, link_handler *on_event, void *arg, struct err *);

/* Waits for events, and, if `fd` ≥ 0, returns when that is readable. False: the engine is gone, *e says how. */
bool lines_wait(struct lines *, int fd, struct err *);

/* Waits until the engine has reported its devices and kernels, and has reopened the matrix after a death. */
bool lines_ready(struct lines *, struct err *);

/* Replaces the engine by another process of it, which reopens the matrix in the order of its file. */
bool lines_renew(struct lines *, struct err *);

/* Starts the engine that the options name / ends it, and frees its reports. False: *e. */
bool lines_start(struct lines *, const struct options *, struct err *);
bool lines_stop(struct lines *, struct err *);

/* Passes the engine's reports of devices, operations and kernels to a model, as those of another engine. */
void lines_tell(const struct lines *, struct model *);

/* Appends " name=value" to a command line of `size` bytes, escaped; nothing for NULL or "". ERR_USAGE if it is too
   long: a truncated request would be another request. */
bool lines_argument(char *line, size_t size, const char *name, const char *value, struct err *);

/* The same for those of `count` options that are present. */
bool lines_arguments(char *line, size_t size, const struct options *, const enum option *, int count, struct err *);

/* Turns on (or off) progress as log lines, for output that cannot rewrite a line. */
void lines_log(struct lines *, bool);

/* Rewrites the progress line, or logs it / removes it (before anything else is printed). */
void lines_progress(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lines_clear(struct lines *);

/* Prints a message, which is not data, on the error output, as "nzscope: …". */
void lines_say(struct lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says that a file was written, and what it holds ("": its name is enough); nothing of a pipe or a device. */
void lines_wrote(struct lines *, const char *path, const char *what);

/* Ends the table of these options, and says how many rows its file got. As rows_close. */
bool lines_close_rows(struct lines *, struct row_table *, const struct options *, struct err *);

/* As lines_say, or a line below a Markdown table. */
void lines_note(struct lines *, struct row_table *, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Prints a command there on its own line, for pasting. */
void lines_paste(struct lines *, const struct options *);

/* The words that fit at `start` of a line: from the grammar, and kept days. */
void lines_grammar(const struct lines *, enum context, const char *line, int start, void (*add)(const char *word));

void lines_json(const json_t *);

/* Flushes the standard output. False: a write failed; a reader that is gone is no error. */
bool lines_flush(struct err *);

/* The path of a matrix as the user named it; "-" is the standard input, unless commands come from there. ERR_USAGE for
   "". */
bool lines_path(struct lines *, const char *matrix, char path[LINES_SPEC], struct err *);

/* Calls the file that the standard input is copied to "stdin" in an error; removes it. */
void lines_input_named(const struct lines *, struct err *);
void lines_input_remove(struct lines *);

/* Opens a matrix as the user named it, unless it is open. */
bool lines_open(struct lines *, const char *matrix, struct err *);

/* What to do with catalogue matrices that are not here. */
enum absent lines_absent(const struct lines *, const struct options *);

/* The matrices named by the words of the options, with sets expanded; reports those left out. False: *e. */
bool lines_words(struct lines *, const struct options *, struct matrix_words *, struct err *);

/* Opens a matrix for the command of these options; NULL: uses the open one, which is required. False: *e. */
bool lines_matrix(struct lines *, const struct options *, const char *matrix, struct err *);

/* Puts the open matrix into another order (`reorder` of the engine). */
bool lines_order(struct lines *, const char *name, struct err *);

/* Whether the device of this id (NULL or "": any) exists. ERR_DEVICE, with its backend's reason. */
bool lines_device(struct lines *, const char *id, struct err *);

/* The same for kernels called gpu.…, if the engine was built without GPU kernels. */
bool lines_kernels(struct lines *, const char *list, struct err *);

/* Runs the shell's command; returns the exit status, with a text in *e unless that is 0 or everything is printed. */
int lines_main(const struct options *, struct err *);
