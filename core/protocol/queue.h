/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue: waiting commands, between the thread that reads them and the one that executes them. */
#pragma once

#include "core/protocol/command.h"

enum { QUEUE_COMMANDS = 4096, QUEUE_BYTES = 64 << 20 }; /* limits on what waits */

struct queue;

struct queue *queue_new(void); /* NULL: out of memory */
void queue_free(struct queue *);

/* Takes ownership of the command. False: too many are waiting; the caller keeps it. */
bool queue_push(struct queue *, struct command *);

/* Waits for the oldest command, which the caller frees; NULL after queue_quit. */
struct command *queue_pop(struct queue *);

/* The oldest command if its verb is in this bit set; else NULL. */
struct command *queue_pop_of(struct queue *, uint64_t verbs);

/* Cancels every command numbered below `number`, even the running one. Later ones are unaffected: nothing to reset. */
void queue_stop(struct queue *, int number);

/* Cancels everything; queue_pop returns NULL from then on. */
void queue_quit(struct queue *);

/* Whether command `number` is cancelled. Any thread; cheap. */
bool queue_cancelled(const struct queue *, int number);
