/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inbox: files that a front end on another machine sends, in a folder of their own that goes with the engine. */
#pragma once

#include <pthread.h>

#include "core/engine/session.h"

struct inbox {
    pthread_mutex_t lock;
    bool closed;
    char folder[4096]; /* $TMPDIR/nzscope-inbox-XXXXXX, made for the first file; "" */
    int held;          /* the folder's descriptor, locked while this engine lives */
    int files;         /* that were ever begun */
    int fd;            /* of the file that is coming in; -1: none */
    char path[4400];
    uint64_t size, used, sum;
};

void inbox_begin(struct inbox *);
/* Deletes all that was sent; nothing is taken from now on. Any thread. */
void inbox_end(struct inbox *);
