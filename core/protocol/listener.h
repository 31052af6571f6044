/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listener: the thread that receives commands while others are executed. */
#pragma once

struct events;
struct queue;

/* Reads lines from `in`, numbers them, queues the commands, and executes stop at once. Returns at `quit`, at the end of
   input, and when `wake` becomes readable or its other end closes. */
void listener_run(struct events *, struct queue *, int in, int wake);
