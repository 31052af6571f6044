/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue: the commands that wait, between the thread that reads them and the one that carries them out. */
#pragma once

#include "core/protocol/command.h"

enum { QUEUE_COMMANDS = 4096, QUEUE_BYTES = 64 << 20 }; /* what may wait at most */

struct queue;

struct queue *queue_new(void); /* NULL: no memory */
void queue_free(struct queue *);

/* Takes the command over. False: too much waits already, and the command stays the caller's. */
bool queue_push(struct queue *, struct command *);

/* The oldest command, waiting for one if need be; NULL after queue_quit. The caller frees it. */
struct command *queue_pop(struct queue *);

/* Cancels every command whose number is below `number`, the running one included. Those that come later are not
   touched, so that nothing has to be reset. */
void queue_stop(struct queue *, int number);

/* Cancels everything; queue_pop returns NULL from now on. */
void queue_quit(struct queue *);

/* Whether command `number` has been cancelled. Any thread, cheap. */
bool queue_cancelled(const struct queue *, int number);
