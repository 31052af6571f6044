/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: the thread that hears commands while others are carried out. */
#ifndef NZ_READER_H
#define NZ_READER_H

struct events;
struct queue;

/* Reads lines from `in`, numbers them, queues the commands, and carries out stop at once. Returns at `quit`, at the end
   of input, and when `wake` becomes readable or is closed on its other side. */
void reader_run(struct events *, struct queue *, int in, int wake);

#endif
