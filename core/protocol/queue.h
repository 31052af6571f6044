/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue: waiting commands, from the thread that reads them to the one that executes them. */
#pragma once

#include "core/protocol/command.h"

enum { QUEUE_COMMANDS = 4096, QUEUE_BYTES = 64 << 20 }; /* limits of what waits */

struct queue;

struct queue *queue_new(void); /* NULL: out of memory */
void queue_free(struct queue *);

/* Takes ownership of the command. False: too much is waiting; the caller keeps it. */
bool queue_push(struct queue *, struct command *);

/* Waits for the oldest command, which the caller frees; NULL after queue_quit. */
struct command *queue_pop(struct queue *);

/* The oldest command if it is of these verbs, as bits; NULL: it is not, or nothing waits. */
struct command *queue_pop_of(struct queue *, uint64_t verbs);

/* Cancels every command numbered below `number`, even the running one. Later ones are unaffected, so nothing needs a
   reset. */
void queue_stop(struct queue *, int number);

/* Cancels everything; queue_pop returns NULL from then on. */
void queue_quit(struct queue *);

/* Whether command `number` is cancelled. Any thread; cheap. */
bool queue_cancelled(const struct queue *, int number);
